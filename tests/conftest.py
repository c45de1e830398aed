"""Compile everything once, before the tests are distributed to processes, which share it."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from tempolude.bots import compiled_search
from tempolude.engine import compiler
from tempolude.engine.game import Game, games

# In one process for each game: what rules, batches and bots share is then compiled once, which takes half the time of
# three processes.
EVERYTHING = """
import tempolude
from tempolude.bots.compiled_search import compiled_search

tempolude.game({name!r}).compiled.warm()
batch = tempolude.Batch({name!r}, 2)
batch.observations()
batch.masks()
batch.step(batch.random)
compiled_search({name!r}).warm()
"""
LONGEST = "masters"  # to compile: started last, it would keep one core busy while the others wait


def compile_everything(game: Game) -> None:
    """Compile the rules of a game, a batch, and last its bots, whose presence in the cache means that all is done."""
    if not (compiler.is_ready(game) and compiled_search.is_ready(game)):
        compiler.compile_apart(game, EVERYTHING.format(name=game.name))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile everything for distributed runs, which are complete ones. A few tests compile only what they need."""
    if session.config.getoption("numprocesses", None) and not hasattr(session.config, "workerinput"):
        longest_first = sorted(games(), key=lambda game: game.name != LONGEST)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(compile_everything, longest_first))


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores, since many tests wait for a clock, a server or a page."""
    return (os.cpu_count() or 1) + 1
