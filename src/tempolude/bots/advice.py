"""The advice that a game gives to bots in its `heuristic.py`, all of it optional.

`weigh(s, seat, action, knowledge)`, a rule: how good an action looks to a sensible player, compared with the others of
the same decision. `SETTINGS`: the best settings of the search. For games in which a seat knows more than the table
shows: `know(options, error, name)`, plain Python, returns what a bot of that name remembers with that error, as an
array; and `recall(s, seat, knowledge)`, a rule, changes a guess to what such a bot would guess. `NO_NET`: why the game
comes with no net.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tempolude.engine.game import Game
from tempolude.engine.rule import rule

# The default settings of the search.
SETTINGS: Mapping[str, float] = {
    "explore": 0.5,  # the weight of exploration
    "widen": 2.0,  # `widen * visits ** power` actions of a decision are tried
    "power": 0.5,
    "draws": 4,  # a playout takes the best of this many random actions; 1 is a random playout
    "horizon": 3000,  # the most decisions of one iteration; then the current scores count
    "margin": 0.5,  # the share of the reward that depends on the lead in points; the rest depends on victory
    "luck": 1000,  # chance events after which an iteration leaves the tree
    "spread": 10,  # the lead that counts half of the maximum
    "net": 1,  # whether it follows the game's net, if there is one
    # With a net:
    "guide": 1.0,  # the weight of exploration by its policy, instead of `explore`, `widen` and `power`
    "doubt": 0.1,  # how much worse than the others an untried action is expected to be
    "trust": 1.0,  # the share of the reward that it estimates; the rest is played out
    "ahead": 0,  # instead of a tree: each likely action is tried, and so many decisions played (see `lookahead.py`)
    "others": 0,  # there: the share of the others who are expected to choose as the game's `others.npz` foresees
}


@rule
def indifferent(s: Any, seat: int, action: int, knowledge: Any) -> float:
    """The weight of any action in a game that gives no advice."""
    return 0.0


@rule
def nothing_to_recall(s: Any, seat: int, knowledge: Any) -> None:
    pass


def nothing_to_know(options: Mapping[str, Any], error: float, name: str) -> Any:
    return np.zeros(1)


@dataclass(frozen=True)
class Advice:
    """A game's heuristic, completed by the defaults."""

    weigh: Callable[..., Any] = indifferent
    recall: Callable[..., Any] = nothing_to_recall
    know: Callable[..., Any] = nothing_to_know
    no_net: str = "`tempolude train` makes one, to play as net:FILE"
    settings: Mapping[str, float] = field(default_factory=lambda: dict(SETTINGS))


def advice(game: Game) -> Advice:
    """The advice of this game."""
    module = game.part("heuristic")
    if module is None:
        return Advice(settings={**SETTINGS, "draws": 1})
    names = ("weigh", "recall", "know", "NO_NET")
    given = {name.lower(): getattr(module, name) for name in names if hasattr(module, name)}
    return Advice(**given, settings={**SETTINGS, **getattr(module, "SETTINGS", {})})
