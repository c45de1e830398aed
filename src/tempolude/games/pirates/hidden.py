"""What is hidden in Time Pirates: the colours chosen for white contracts, until all are revealed (P6.2).

The layout hides them, so there is no `hide`. The bag needs no hiding: its contents follow from what lies elsewhere, and
what is drawn next is up to chance.
"""

from __future__ import annotations

from tempolude.engine.chance import rand
from tempolude.engine.rule import rule
from tempolude.engine.state import State

from .scoring import colours_owned
from .state import COLOURS


@rule
def guess(s: State, seat: int) -> None:
    """P6.2: every white contract decided about may have gone to any of its owner's colours, all as likely."""
    for other in range(s.players):
        if other != seat:
            for i in range(s.added[other]):
                s.choice[other][i] = any_colour(s, colours_owned(s, other))


@rule
def any_colour(s: State, colours: int) -> int:
    """One of the colours given as bits."""
    count = 0
    for colour in range(COLOURS):
        count += colours >> colour & 1
    skip = rand(s, count)
    colour = 0
    while skip > 0 or not colours >> colour & 1:
        skip -= colours >> colour & 1
        colour += 1
    return colour
