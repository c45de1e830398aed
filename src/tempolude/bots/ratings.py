"""The strength of the levels as measured in the arena, on the same scale as people's ratings.

`ratings.json` is written by `tempolude rate-levels`. In every game, Regular is at 25, where people start.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

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
