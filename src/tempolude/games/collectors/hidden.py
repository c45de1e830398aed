"""What a seat may not know, filled in at random.

`hide` is said by the layout: dice and dates not yet shown are their owner's, the pile below its top card nobody's.
"""

from __future__ import annotations

from tempolude.engine.chance import rand, shuffle
from tempolude.engine.rule import rule
from tempolude.engine.state import NONE, State

from .dates import orders, roll_dice
from .state import (
    CARDS,
    ERAS,
    ORDERS,
    PLACES,
    SETTING,
)


@rule
def guess(s: State, seat: int) -> None:
    """The pile in any order; any roll of the other dice and, where their order is chosen, any of those it can have."""
    guess_pile(s)
    if s.phase == SETTING and s.over == 0:
        for other in range(s.players):
            if other != seat:
                roll_dice(s, other)
                if not s.waiting[other]:
                    s.order[other] = any_order(s, other)


@rule
def guess_pile(s: State) -> None:
    seen = 1 << s.next  # cards as bits
    for era in range(ERAS):
        seen |= 1 << s.line[era]
    for i in range(2):
        if s.collected[i] != NONE:
            seen |= 1 << s.collected[i]
    for i in range(s.discarded):
        seen |= 1 << s.discard[i]
    for seat in range(s.players):
        for place in range(PLACES):
            if s.board[seat][place] != NONE:
                seen |= 1 << s.board[seat][place]
    count = 0
    for c in range(CARDS):
        if not seen >> c & 1:
            s.pile[count] = c
            count += 1
    shuffle(s, s.pile, count)


@rule
def any_order(s: State, seat: int) -> int:
    """One of the orders of this seat's dice that give different dates, each as likely."""
    left = orders(s, seat)
    count = 0
    for order in range(ORDERS):
        count += left >> order & 1
    skip = rand(s, count)
    order = 0
    while skip > 0 or not left >> order & 1:
        skip -= left >> order & 1
        order += 1
    return order
