"""Compiled bots for tests: compiled once per machine, in a separate process."""

from __future__ import annotations

import tempolude
from tempolude.bots import Setting, bot
from tempolude.bots.compiled_search import CompiledSearch, compiled_search, prepare
from tempolude.bots.thinking import SearchBot
from tempolude.engine.game import Game


def thinking(game: Game) -> CompiledSearch:
    prepare(game)
    return compiled_search(game.name)


def searching(match: tempolude.Match, spec: str, seed: int = 1) -> SearchBot:
    """The searching bot of that spec, ready to play."""
    thinking(match.game)
    found = bot(spec, Setting.of(match, seed))
    assert isinstance(found, SearchBot)
    return found
