"""What is hidden in Time Collectors: dice and orders until dates are revealed, and the pile below its top card.

The layout hides them, so there is no `hide`.
"""

from __future__ import annotations

from tempolude.engine.bits import random_bit
from tempolude.engine.chance import shuffle
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
    """Shuffle the pile, roll the dice of the others and, where they have chosen, pick one of the possible orders."""
    guess_pile(s)
    if s.phase == SETTING and s.over == 0:
        for other in range(s.players):
            if other != seat:
                roll_dice(s, other)
                if not s.waiting[other]:
                    s.order[other] = random_bit(s, orders(s, other), ORDERS)


@rule
def reopen(s: State, seat: int) -> None:
    """L3.1: take back the orders that the others have chosen and not shown."""
    if s.phase == SETTING and s.over == 0:
        for other in range(s.players):
            if other != seat:
                s.order[other] = NONE
                s.waiting[other] = True


@rule
def guess_pile(s: State) -> None:
    """All cards that are not seen elsewhere, in random order."""
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
def reshuffle(s: State) -> None:
    """Nobody knows the pile below its top card."""
    guess_pile(s)
