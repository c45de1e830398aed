"""What tests compile, compiled once for all of them."""

from __future__ import annotations

from tempolude.bots import compiled_search
from tempolude.engine import compiler
from tempolude.engine.game import Game
from tempolude.review import ready as review

# In one process per game: code shared by rules, batches and bots is then compiled once, which takes half the time of
# three processes.
EVERYTHING = """
import gc
gc.disable()  # a twentieth of the time, and the process ends soon

import tempolude
from tempolude.bots.compiled_search import compiled_search
from tempolude.review.probes import probes_of
from tempolude.review.playouts import compiled as playouts

tempolude.game({name!r}).compiled.warm()
for others in {others}:
    batch = tempolude.Batch({name!r}, 2, learner=0, others=others)
    batch.observations()
    batch.masks()
    batch.step(batch.random)
if others == "greedy":
    batch.choices()
if {reviewed}:
    playouts({name!r}).warm()
    probes_of({name!r}).warm()
compiled_search({name!r}).warm()
"""
AGAINST = "contretemps"  # the game in tests of batches against bots
REVIEWED = ("contretemps", "timeline")  # the games in tests of reviews, with and without a net


def everything(name: str) -> str:
    """Code that compiles the rules of a game, its batches, what reviews need, and last its bots: then all is there."""
    others = ("random", "greedy") if name == AGAINST else ("random",)
    return EVERYTHING.format(name=name, others=others, reviewed=name in REVIEWED)


def compile_everything(game: Game) -> None:
    reviewed = game.name not in REVIEWED or review.is_ready(game)
    if not (compiler.is_ready(game) and compiled_search.is_ready(game) and reviewed):
        compiler.compile_apart(game, everything(game.name))
