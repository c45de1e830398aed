"""What bots know about dates in Timeline (rulebook, What is hidden)."""

from __future__ import annotations

import numpy as np

from tempolude.engine.game import game
from tempolude.games.timeline.components import mix
from tempolude.games.timeline.heuristic import FIRST, know

OPTIONS = game("timeline").settle(2)
CARDS = len(mix(OPTIONS["decks"]))


def errors(error: float, name: str) -> np.ndarray:
    numbers = know(OPTIONS, error, name)[FIRST : FIRST + 2 * CARDS]
    return numbers[:CARDS] - numbers[CARDS:]


def test_the_same_bot_errs_the_same_about_the_same_card_all_its_life() -> None:
    assert (errors(0.2, "Ada") == errors(0.2, "Ada")).all()
    assert (errors(0.2, "Ada") != errors(0.2, "Blaise")).all()


def test_a_stronger_bot_errs_less() -> None:
    assert (abs(errors(0.1, "Ada")) < abs(errors(0.2, "Ada"))).all()
    assert not errors(0, "Ada").any()


def test_the_error_in_years_is_larger_for_earlier_centuries() -> None:
    ages = know(OPTIONS, 0.2, "Ada")[FIRST : FIRST + 2 * CARDS]
    remembered, true = np.exp(ages[:CARDS]), np.exp(ages[CARDS:])
    years, order = abs(remembered - true), np.argsort(true)
    assert np.median(years[order[-30:]]) > 10 * np.median(years[order[:30]])
