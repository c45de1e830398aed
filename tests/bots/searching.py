"""Compiled bots for tests: made once on a machine, in a process of their own."""

from __future__ import annotations

from tempolude.bots.compiled_search import CompiledSearch, compiled_search, prepare
from tempolude.engine.game import Game


def thinking(game: Game) -> CompiledSearch:
    prepare(game)
    return compiled_search(game.name)
