"""Measurements of reviews: they notice what is wrong, and luck comes to nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tempolude.bots import Setting, bot
from tempolude.engine.game import game
from tempolude.engine.match import Match
from tempolude.review import Reviewed, calibration, prepare
from tempolude.review.calibration import Trial, agreement, calibrate, measured, scored, weigh, weighed
from tempolude.review.draft import LUCK, Budget
from tempolude.review.parts import APART
from tempolude.review.policies import policy
from tests.bots.searching import thinking
from tests.review.playing import AtRandom, played


def test_a_perfect_estimator_fits_and_one_that_exaggerates_does_not() -> None:
    dice = Random(1)
    real = [dice.random() for _ in range(2000)]
    won = [float(dice.random() < chance) for chance in real]
    perfect = scored(real, won, 0.5)
    assert perfect.fit >= 8
    assert perfect.chance > 0.05
    exaggerated = scored([min(1.0, max(0.0, 0.5 + 1.4 * (chance - 0.5))) for chance in real], won, 0.5)
    assert exaggerated.fit <= 5
    assert exaggerated.chance < 0.01
    assert perfect.brier < exaggerated.brier < exaggerated.naive


def test_two_verdicts_agree_or_not() -> None:
    found = agreement([("right", "right"), ("right", "good"), ("contretemps", "right"), ("misstep", "hesitant"), None])
    assert (found.decisions, found.same, found.near, found.mistakes) == (4, 0.25, 0.75, 0.5)


def test_reviews_with_different_seeds_have_no_playout_in_common() -> None:
    match = played("timeline", 2, 3)
    first, second = (Reviewed(match, AtRandom(match.game), seed) for seed in (0, 1))
    assert max(LUCK[1], Budget(1, 1, 1).deal) <= APART <= second.first - first.first


@pytest.fixture
def trial() -> Trial:
    timeline = game("timeline")
    thinking(timeline)
    prepare(timeline)
    return Trial("timeline", 2, timeline.settle(2), ("greedy", "apprentice"), playouts=32)


@pytest.mark.parametrize("spec", ["random", "greedy:draws=3"])
def test_a_policy_is_how_often_a_bot_chooses_each_action(spec: str) -> None:
    match, many = Match("contretemps", seats=3, seed=2), 4000
    seat = match.waiting[0]
    view, player = match.view(seat), bot(spec, Setting.of(match, 1))
    likely, chosen = policy(player, view, seat), Counter(player.choose(view, seat) for _ in range(many))
    assert likely
    assert sum(likely.values()) == pytest.approx(1)
    assert set(chosen) <= set(likely)
    for action, share in likely.items():
        assert abs(chosen[action] / many - share) < 4 * (share * (1 - share) / many) ** 0.5 + 1e-9


def test_the_lots_of_bots_are_luck_that_comes_to_nothing(trial: Trial) -> None:
    lots = replace(trial, bots=("random", "apprentice"), policies=True)
    for each in weighed(lots, [*measured(weigh, lots, 25, 1)]):
        assert abs(each.apart) < 3


def test_luck_is_nothing_on_average_among_unequal_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strokes are followed as these bots play, and the deal is compared with what they could expect."""
    contretemps = game("contretemps")
    thinking(contretemps)
    prepare(contretemps)
    monkeypatch.setattr(calibration, "DEAL", 64)
    monkeypatch.setattr(calibration, "DEALS", 1024)
    bots = ("greedy:draws=2", "greedy", "net")
    unequal = Trial("contretemps", 3, contretemps.settle(3, {"mode": "paradoxes"}), bots, playouts=8)
    found = weighed(unequal, [*measured(weigh, unequal, 30, 1)])
    assert sum(each.skill for each in found) == pytest.approx(0, abs=0.001)
    assert found[2].skill > found[0].skill
    for each in found:
        assert abs(each.apart) < 3
        assert each.part > 0  # what is called luck goes with the result


def test_processes_measure_the_same(trial: Trial) -> None:
    assert [*measured(calibrate, trial, 6, 1)] == [*measured(calibrate, trial, 6, 2)]


def test_luck_is_nothing_on_average_and_skill_tells_the_better_bot(trial: Trial) -> None:
    better, worse = weighed(trial, [*measured(weigh, trial, 40, 1)])
    assert better.skill > 0 > worse.skill
    assert abs(better.apart) < 3
    assert better.skill == pytest.approx(-worse.skill, abs=0.001)
    assert better.fewest > 0.9
