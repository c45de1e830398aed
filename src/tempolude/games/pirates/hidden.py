"""What is hidden in Time Pirates: the colours chosen for white contracts, until all are revealed (P6.2).

The layout hides them, so there is no `hide`. The bag need not be hidden: its contents follow from what is elsewhere,
and what is drawn next is up to chance.
"""

from __future__ import annotations

from tempolude.engine.bits import random_bit
from tempolude.engine.rule import rule
from tempolude.engine.state import State

from .scoring import colours_owned
from .state import COLOURS


@rule
def guess(s: State, seat: int) -> None:
    """P6.2: each white contract already assigned may have gone to any of its owner’s colours, all equally likely."""
    for other in range(s.players):
        if other != seat:
            for i in range(s.added[other]):
                s.choice[other][i] = random_bit(s, colours_owned(s, other), COLOURS)
