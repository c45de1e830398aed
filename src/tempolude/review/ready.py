"""Whether everything that a review runs is compiled."""

from __future__ import annotations

from tempolude.engine.compiler import compile_apart
from tempolude.engine.game import Game

from .playouts import PLAYOUTS
from .probes import PROBES

# In one process: the rules, which both call, are then specialized once.
BOTH = """
from tempolude.review.probes import probes_of
from tempolude.review.playouts import compiled

compiled({name!r}).warm()
probes_of({name!r}).warm()
"""


def is_ready(game: Game) -> bool:
    """Whether the playouts and probes of this game are compiled on this machine as they are now."""
    return PLAYOUTS.is_ready(game) and PROBES.is_ready(game)


def prepare(game: Game) -> None:
    """Compile what is not compiled yet, in a process of its own; returns when it is done."""
    if not is_ready(game):
        compile_apart(game, BOTH.format(name=game.name))
