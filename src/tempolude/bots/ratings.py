"""How strong the levels are, as the arena measured it, on the scale on which people are rated.

`ratings.json` is written by `tempolude rate-levels`. Regular is at 25, where a person begins, in every game.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("ratings.json")
ANCHOR = "regular"
MIDDLE, UNCERTAINTY = 25.0, 25.0 / 3  # openskill's, for somebody of whom nothing is known


@dataclass(frozen=True)
class Rating:
    """A strength, and how uncertain it is: a mean and a standard deviation."""

    mu: float = MIDDLE
    sigma: float = UNCERTAINTY


@cache
def measured() -> dict[str, Any]:
    """What the file says, by game: seats, and for each level its matches, mu and sigma."""
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))["games"]
    return found


def level_ratings(game: str) -> dict[str, Rating]:
    """The ratings of the levels in a game, the weakest first as they are listed; nothing if it was not measured.

    >>> {level_ratings(game)["regular"].mu for game in measured()} <= {25.0}
    True
    >>> level_ratings("a game nobody measured")
    {}
    """
    levels = measured().get(game, {}).get("levels", {})
    return {key: Rating(level["mu"], level["sigma"]) for key, level in levels.items()}
