"""Compiled bots for tests: compiled once per machine, in a separate process."""

from __future__ import annotations

from tempolude.bots.compiled_search import CompiledSearch, compiled_search, prepare
from tempolude.engine.game import Game


def thinking(game: Game) -> CompiledSearch:
    prepare(game)
    return compiled_search(game.name)
