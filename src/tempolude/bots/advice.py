"""What a game tells the bots about itself, in its `heuristic.py`: all of it may be missing.

`weigh(s, seat, action, knowledge)`, a rule: how good an action looks to a sensible player, compared with the others of
the same decision. `SETTINGS`: how the search does best here. And where a seat knows more than the table shows:
`know(options, error, name)`, plain Python: what a bot of that name, which errs by so much, remembers, as an array; and
`recall(s, seat, knowledge)`, a rule: change what was guessed to what such a bot would guess.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tempolude.engine.game import Game
from tempolude.engine.rule import rule

# How a search goes about it, where nothing else was found to be better.
SETTINGS: Mapping[str, float] = {
    "explore": 0.5,  # how much what was tried little is tried again
    "widen": 2.0,  # `widen * visits ** power` actions of a decision are tried
    "power": 0.5,
    "draws": 4,  # a playout takes the best of so many actions; 1 is a random playout
    "horizon": 3000,  # decisions of one iteration at most; then it counts as it stands
    "margin": 0.5,  # the part of the reward that goes by the lead in points; the rest goes by victory
    "luck": 1000,  # how often chance may have had a say before an iteration leaves the tree
    "spread": 10,  # the lead, or lag, that counts half of the most there can be
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
    """A game's heuristic, complete."""

    weigh: Callable[..., Any] = indifferent
    recall: Callable[..., Any] = nothing_to_recall
    know: Callable[..., Any] = nothing_to_know
    settings: Mapping[str, float] = field(default_factory=lambda: dict(SETTINGS))


def advice(game: Game) -> Advice:
    """What this game advises."""
    module = game.part("heuristic")
    if module is None:
        return Advice(settings={**SETTINGS, "draws": 1})
    given = {name: getattr(module, name) for name in ("weigh", "recall", "know") if hasattr(module, name)}
    return Advice(**given, settings={**SETTINGS, **getattr(module, "SETTINGS", {})})
