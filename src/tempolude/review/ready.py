"""Whether everything that a review runs is compiled."""

from __future__ import annotations

from tempolude.engine.game import Game

from . import looks, playouts


def is_ready(game: Game) -> bool:
    """Whether the playouts and looks of this game are compiled on this machine as they are now."""
    return playouts.is_ready(game) and looks.is_ready(game)


def prepare(game: Game) -> None:
    """Compile what is not compiled yet, in processes of its own; returns when it is done."""
    playouts.prepare(game)
    looks.prepare(game)
