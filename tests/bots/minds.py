"""Compiled bots for tests: made once on a machine, in a process of their own."""

from __future__ import annotations

from tempolude.bots.mind import Mind, mind, prepare
from tempolude.engine.game import Game


def thinking(game: Game) -> Mind:
    prepare(game)
    return mind(game.name)
