"""The cases that laws are checked on: every registered game and number of seats, with every pair of option values."""

from __future__ import annotations

from functools import cache

import pytest

from tempolude.check.cases import Case
from tempolude.check.cases import cases as cases_of
from tempolude.engine.game import games

__all__ = ["Case", "cases", "every_case", "every_game"]


@cache
def cases() -> tuple[Case, ...]:
    return tuple(case for game in games() for case in cases_of(game))


every_case = pytest.mark.parametrize("case", cases(), ids=str)
every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
