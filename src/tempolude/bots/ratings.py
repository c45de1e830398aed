"""The strength of the levels as measured in the arena, on the same scale as people's ratings.

`ratings.json` is written by `tempolude rate-levels`. In every game, Regular is at 25, where people start. `wilson` says
how far a share of wins can be trusted.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

Z_95 = 1.96  # standard errors of a 95% interval
FILE = Path(__file__).with_name("ratings.json")
ANCHOR = "regular"
MIDDLE, UNCERTAINTY = 25.0, 25.0 / 3  # openskill's defaults for a new player


@dataclass(frozen=True)
class Rating:
    """A strength as a mean and a standard deviation."""

    mu: float = MIDDLE
    sigma: float = UNCERTAINTY


@cache
def measured() -> dict[str, Any]:
    """The content of the file, by game: seats, and for each level its matches, mu and sigma."""
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))["games"]
    return found


def level_ratings(game: str) -> dict[str, Rating]:
    """The ratings of the levels in a game, the weakest level first; empty if the game was not measured.

    >>> {level_ratings(game)["regular"].mu for game in measured()} <= {25.0}
    True
    >>> level_ratings("a game nobody measured")
    {}
    """
    levels = measured().get(game, {}).get("levels", {})
    return {key: Rating(level["mu"], level["sigma"]) for key, level in levels.items()}


def wilson(wins: float, matches: int, z: float = Z_95) -> tuple[float, float]:
    """The confidence interval of a share (Wilson, by default 95%).

    >>> [round(bound, 3) for bound in wilson(30, 40)]
    [0.598, 0.858]
    """
    if matches == 0:
        return 0.0, 1.0
    share = wins / matches
    scale = 1 + z * z / matches
    middle = (share + z * z / (2 * matches)) / scale
    half = z * sqrt(share * (1 - share) / matches + z * z / (4 * matches * matches)) / scale
    return max(0.0, middle - half), min(1.0, middle + half)
