"""A review: its sums, its honesty, and what it finds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tempolude
from tempolude.engine.game import game
from tempolude.engine.ways import Interpreted
from tempolude.review import MISTAKES, Budget, PlayoutEstimator, Reviewed, prepare, review
from tempolude.review.estimate import WEIGHING, sitting
from tempolude.review.playouts import EVERYTHING, Job
from tempolude.review.verdicts import ONLY, RIGHT, VERDICTS, verdict
from tests.bots.searching import thinking
from tests.review.playing import AtRandom, played

SMALL = Budget(point=2, luck=4, decision=4, deal=8)


def whole(match: tempolude.Match, readers: list[int], **given: Any) -> dict[str, Any]:
    *_, last = review(match, readers, SMALL, **given)
    return last


def test_a_running_match_has_no_review() -> None:
    match = tempolude.Match("timeline", seats=2, seed=1)
    with pytest.raises(ValueError, match="when it is over"):
        next(review(match, [0], SMALL, estimator=AtRandom(match.game)))


@pytest.mark.parametrize(("name", "options"), [("timeline", {}), ("contretemps", {"mode": "paradoxes"})])
def test_luck_and_skill_add_up_to_the_result(name: str, options: dict[str, str]) -> None:
    match = played(name, 3, 4, **options)
    found = whole(match, [], estimator=AtRandom(match.game))
    assert found["strokes"]
    for seat in range(3):
        assert found["prior"][seat] + found["luck"][seat] + found["skill"][seat] == pytest.approx(found["result"][seat])
        strokes = sum(stroke[seat] for stroke in found["strokes"].values())
        assert found["deal"][seat] + strokes == pytest.approx(found["luck"][seat])
    assert found["done"] == found["tasks"]


def test_luck_varies_from_seed_to_seed_as_much_as_it_says() -> None:
    prepare(game("timeline"))
    match = played("timeline", 3, 4)
    budget = Budget(point=2, luck=16, decision=4, deal=64)
    found = [[*review(match, [], budget, seed)][-1] for seed in range(20)]
    for seat in range(3):
        noise = sum(each["noise"][seat] for each in found) / len(found)
        assert 0.65 < np.std([each["luck"][seat] for each in found]) / noise < 1.5


def test_where_nothing_is_drawn_after_the_deal_all_luck_is_the_deal() -> None:
    match = played("contretemps", 3, 4)
    found = whole(match, [], estimator=AtRandom(match.game))
    assert found["strokes"] == {}
    assert found["luck"] == found["deal"]


def test_chance_has_a_say_where_numbers_are_drawn_or_a_card_is_turned_over() -> None:
    """Timeline draws a card from a pile shuffled earlier: nobody knew it, so it is luck."""
    match = played("timeline", 2, 2)
    reviewed = Reviewed(match, AtRandom(match.game))
    drew = {n for n, step in enumerate(match.steps, 1) if any(event.name == "drawn" for event in step.events)}
    assert drew
    assert drew <= set(reviewed.with_chance())


def test_strokes_differ_by_nothing_but_chance() -> None:
    """Where chance has no say, what came is what was expected, exactly: both are followed on the same courses."""
    prepare(game("contretemps"))
    match = played("contretemps", 3, 4, mode="paradoxes")
    reviewed = Reviewed(match)
    strokes = reviewed.with_chance()
    assert 0 < len(strokes) < reviewed.last
    for n in range(1, reviewed.last + 1):
        found = reviewed.expected(n, 64)
        assert sum(found["expected"]) == pytest.approx(1, abs=0.001)
        assert (max(found["noise"]) > 0) <= (n in strokes)
        if n not in strokes:
            assert found["after"] == found["expected"]


def test_a_net_cuts_playouts_short_and_knows_who_is_weak() -> None:
    prepare(game("contretemps"))
    match = played("contretemps", 3, 4)
    jobs = [Reviewed(match).job(EVERYTHING, 4)]
    short = PlayoutEstimator(match.game, match.options, WEIGHING, horizon=2)
    (equals,) = short.shares(jobs, 16, 0)
    assert np.allclose(equals.sum(axis=1), 1)
    assert ((equals > 0) & (equals < 1)).all()  # nothing is decided yet, and the net says so
    (unequal,) = PlayoutEstimator(
        match.game, match.options, WEIGHING, horizon=2, weights=[0.0, 1.0, 1.0]
    ).shares(jobs, 16, 0)  # fmt: skip
    assert (unequal[:, 0] < equals[:, 0]).all()
    odds, as_before = (each[:, 1] / each[:, 2] for each in (unequal, equals))
    assert odds == pytest.approx(as_before, rel=1e-3)


def test_a_bot_is_played_out_as_it_plays_and_a_person_like_people() -> None:
    contretemps, timeline = game("contretemps"), game("timeline")
    players = ["person", "you", "random", "greedy", "greedy:draws=8", "net", "search:500ms", "some.module:Bot"]
    person, you, random, greedy, draws, net, search, other = sitting(contretemps, players)
    assert {person, you, other} == {WEIGHING}
    assert (random.lapses, random.glance) == (256, 1)
    assert (greedy.lapses, greedy.net) == (0, False)
    assert (draws.lapses, draws.glance) == (256, 8)
    assert net.net
    assert search == net
    assert sitting(contretemps, ["apprentice"])[0].glance == 3  # a level plays with a bot
    assert {*sitting(timeline, players)} == {WEIGHING}  # where bots differ above all in what they remember
    (many,) = sitting(contretemps, ["greedy:draws=1000000"])
    assert many.glance <= contretemps.rules.ACTIONS  # whatever a record says


def test_unequal_players_are_compared_with_what_they_could_expect_and_still_judged_as_equals() -> None:
    prepare(game("contretemps"))
    match = played("contretemps", 3, 4)
    match.players = ["random", "net", "you"]
    prior = Reviewed(match).prior(512)
    assert prior["expected"][1] > prior["prior"][1] + 0.1 > prior["expected"][0]
    found = whole(match, [])
    for seat in range(3):
        assert found["prior"][seat] + found["luck"][seat] + found["skill"][seat] == pytest.approx(found["result"][seat])
    for shares in (prior["expected"], prior["prior"]):
        assert sum(shares) == pytest.approx(1, abs=0.001)


@pytest.mark.parametrize("name", ["contretemps", "timeline"])
def test_a_decision_is_judged_by_what_its_player_knew(name: str) -> None:
    """Replace everything the seat did not know by something else consistent with its view: nothing changes."""
    thinking(game(name))
    match = played(name, 3, 5)
    reviewed, estimator = Reviewed(match, AtRandom(match.game)), AtRandom(match.game)
    other = Reviewed(match, estimator)
    way, changed = Interpreted(match.game), 0
    for n in range(2, reviewed.last, 5):
        seat = match.steps[n - 1].seat
        elsewhere = match.game.hide(reviewed.state(n - 1), seat)
        way.guess(elsewhere, seat, n)
        changed += elsewhere.standing_bytes() != reviewed.state(n - 1).standing_bytes()
        other._states[n - 1] = elsewhere
        assert reviewed.judge(n, 4, 16) == other.judge(n, 4, 16)
        assert reviewed.chances(seat, [n - 1], 4) == other.chances(seat, [n - 1], 4)
    assert changed


def test_a_review_is_the_same_again_and_judges_every_decision() -> None:
    thinking(game("timeline"))
    prepare(game("timeline"))
    match = played("timeline", 2, 3)
    first, again = whole(match, [0, 1]), whole(match, [0, 1])
    assert first == again
    decisions = {n for eyes in first["eyes"].values() for n in eyes["decisions"]}
    assert decisions == {str(n) for n in range(1, len(match.steps) + 1)}
    for eyes in first["eyes"].values():
        assert len(eyes["chances"]) == len(match.steps) + 1
        assert eyes["chances"][-1] == first["result"]
        assert 1 <= len(eyes["moments"]) <= 3
        for decision in eyes["decisions"].values():
            assert decision["verdict"] in (*VERDICTS, ONLY)
            assert decision["given"] >= 0
            assert bool(decision["line"]) == (decision["best"] != decision["action"])
            assert (decision["best"] == decision["action"]) == (decision["verdict"] in (RIGHT, ONLY))


def test_a_curve_is_shown_before_anything_else_is_known() -> None:
    match = played("timeline", 2, 3)
    shown = next(
        chances for found in review(match, [1], SMALL, estimator=AtRandom(match.game))
        if (chances := [*found["eyes"]["1"]["chances"]])
    )  # fmt: skip
    assert len(shown) == len(match.steps) + 1
    assert all(sum(shares) == pytest.approx(1, abs=0.001) for shares in shown)


def test_a_card_in_its_right_place_is_no_mistake() -> None:
    """The players of playouts mix up dates, but whoever knew better is not blamed for it."""
    thinking(game("timeline"))
    prepare(game("timeline"))
    judged = 0
    for seed in range(4):
        match = played("timeline", 3, seed, "greedy:error=0.05")
        reviewed = Reviewed(match)
        for n, step in enumerate(match.steps, 1):
            if any(event.name == "placed right" for event in step.events):
                found = reviewed.judge(n, 64, 64)
                assert found["verdict"] not in MISTAKES, (seed, found)
                judged += 1
    assert judged > 20


def test_a_verdict_follows_from_what_was_given_away_beyond_the_error() -> None:
    assert verdict(1.0, 0.0) == "contretemps"
    assert verdict(0.02, 0.03) == RIGHT


def test_playouts_see_what_is_decided_and_depend_on_the_seed_alone() -> None:
    prepare(game("timeline"))
    match = played("timeline", 2, 3)
    reviewed = Reviewed(match)
    estimator = PlayoutEstimator(match.game, match.options)
    jobs = [reviewed.job(EVERYTHING, n) for n in (0, reviewed.last - 1)]
    shares = estimator.shares(jobs, 32, 7)
    assert np.array_equal(shares, estimator.shares(jobs, 32, 7))
    assert not np.array_equal(shares[0], estimator.shares(jobs, 32, 8)[0])
    assert np.allclose(shares.sum(axis=2), 1)
    last = match.steps[-1]
    ends = estimator.shares([Job(reviewed.state(reviewed.last - 1), EVERYTHING, last.seat, last.action)], 4, 0)
    if reviewed.last not in reviewed.with_chance():
        assert (ends[0] == reviewed.result).all()
