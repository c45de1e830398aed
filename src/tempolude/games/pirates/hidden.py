"""What is hidden in Time Pirates: the colours chosen for white contracts, until all are revealed (P6.2).

The layout hides them, so there is no `hide`. The bag need not be hidden: its contents follow from what is elsewhere,
and what is drawn next is up to chance.
"""

from __future__ import annotations

from tempolude.engine.bits import random_bit
from tempolude.engine.rule import rule
from tempolude.engine.state import NONE, State

from .scoring import colours_owned, has_to_add
from .state import ADDING, COLOURS


@rule
def guess(s: State, seat: int) -> None:
    """P6.2: each white contract already assigned may have gone to any of its owner’s colours, all equally likely."""
    for other in range(s.players):
        if other != seat:
            for i in range(s.added[other]):
                s.choice[other][i] = random_bit(s, colours_owned(s, other), COLOURS)


@rule
def reopen(s: State, seat: int) -> None:
    """P6.2: take back the colours that the others have chosen and not shown; whoever has one colour has no choice."""
    if s.phase == ADDING and s.over == 0:
        for other in range(s.players):
            if other != seat and has_to_add(s, other):
                for i in range(s.added[other]):
                    s.choice[other][i] = NONE
                s.added[other] = 0
                s.waiting[other] = True
