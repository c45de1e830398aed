"""What tests compile, compiled once for all of them."""

from __future__ import annotations

from tempolude.bots import compiled_search
from tempolude.engine import compiler
from tempolude.engine.game import Game

# In one process per game: code shared by rules, batches and bots is then compiled once, which takes half the time of
# three processes.
EVERYTHING = """
import tempolude
from tempolude.bots.compiled_search import compiled_search

tempolude.game({name!r}).compiled.warm()
for others in {others}:
    batch = tempolude.Batch({name!r}, 2, learner=0, others=others)
    batch.observations()
    batch.masks()
    batch.step(batch.random)
if others == "greedy":
    batch.choices()
compiled_search({name!r}).warm()
"""
AGAINST = "contretemps"  # the game in tests of batches against bots


def everything(name: str) -> str:
    """Code that compiles the rules of a game, its batches, and last its bots, whose presence means that all is done."""
    return EVERYTHING.format(name=name, others=("random", "greedy") if name == AGAINST else ("random",))


def compile_everything(game: Game) -> None:
    if not (compiler.is_ready(game) and compiled_search.is_ready(game)):
        compiler.compile_apart(game, everything(game.name))
