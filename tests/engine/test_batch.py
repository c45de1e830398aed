"""A batch plays the very matches that single matches are."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from tempolude.engine.batch import STAY, Batch
from tempolude.engine.errors import BadOption, BadSeat, IllegalAction
from tempolude.engine.game import Game, games
from tempolude.engine.match import Match
from tempolude.engine.rule import rule
from tempolude.engine.seats import payoff


@rule
def least(s, seat, legal, count, chance):
    """A policy for the tests: the lowest action."""
    return legal[0]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_match_of_a_batch_is_the_match_of_its_seed(game: Game) -> None:
    seats, count, dice = game.seats[-1], 3, Random(0)
    batch = Batch(game, count, seats=seats, seed=40)
    matches = [Match(game, seats=seats, seed=40 + i, compiled=True) for i in range(count)]
    ended = 0
    for step in range(1500):
        actions = np.zeros(count, np.int32)
        seen, masks = batch.observations(), batch.masks()
        for i, match in enumerate(matches):
            seat = match.waiting[0]
            legal = match.way.legal(match.state, seat)
            assert batch.seat[i] == seat
            assert batch.seeds[i] == match.seed
            assert batch.legal_actions(i).tolist() == np.flatnonzero(masks[i]).tolist() == legal
            assert batch.random[i] in legal
            if step % 20 == 0:
                np.testing.assert_array_equal(seen[i], match.way.observe(match.state, seat))
                assert batch.state(i).standing_bytes() == match.state.standing_bytes()
            actions[i] = dice.choice(legal)
            match.play(seat, int(actions[i]))
        rewards, over = batch.step(actions)
        for i, match in enumerate(matches):
            assert over[i] == match.over
            expected = [payoff(match.ranks, seats, seat) if match.over else 0 for seat in range(seats)]
            assert rewards[i].tolist() == np.array(expected, np.float32).tolist()
            if match.over:
                ended += 1
                matches[i] = Match(game, seats=seats, seed=int(batch.seeds[i]), compiled=True)
        if ended > 3:
            break
    assert ended > 3
    assert sorted(set(batch.seeds)) == sorted(batch.seeds.tolist())


def test_the_same_seed_gives_the_same_batch_and_reset_goes_on_with_new_matches() -> None:
    one, other = (Batch("timeline", 5, seed=3) for _ in range(2))
    for _ in range(30):
        one.step(one.random)
        other.step(other.random)
    assert one.states.tobytes() == other.states.tobytes()
    one.reset(3)
    other.reset()
    assert one.seeds.tolist() == [3, 4, 5, 6, 7]
    assert min(other.seeds) > 7


def test_an_illegal_action_in_one_match_changes_nothing_in_any() -> None:
    batch = Batch("contretemps", 4, seats=3)
    before = batch.states.tobytes()
    wrong = batch.random.copy()
    wrong[2] = 85
    for bad in (wrong, wrong.astype(np.int64) + 2**40, wrong[:3], wrong.astype(np.float32)):
        with pytest.raises(IllegalAction):
            batch.step(bad)
    assert batch.states.tobytes() == before


def test_staying_leaves_a_match_as_it_is() -> None:
    batch = Batch("contretemps", 2, seats=3)
    before = batch.states[1].tobytes()
    batch.step([batch.random[0], STAY])
    assert batch.states[1].tobytes() == before
    assert len(batch.legal_actions(1)) > 0


def test_only_the_learner_is_asked_and_the_others_follow_their_policy() -> None:
    batch = Batch("timeline", 6, seats=3, learner="turns", others=least)
    ended = 0
    for _ in range(200):
        assert batch.seat.tolist() == [0, 1, 2, 0, 1, 2]
        _, over = batch.step(batch.random)
        ended += int(over.sum())
    assert ended > 6
    s = batch.state(0)
    assert s.line[0] >= 0


def test_how_a_match_ended_is_kept_where_it_is_asked_for() -> None:
    batch, plain = (Batch("timeline", 3, seats=2, seed=8, keep_last=keep) for keep in (True, False))
    match, dice = Match("timeline", seats=2, seed=8, compiled=True), Random(2)
    while not match.over:
        actions = np.full(3, STAY)
        actions[0] = dice.choice(match.way.legal(match.state, match.waiting[0]))
        match.play(match.waiting[0], int(actions[0]))
        batch.step(actions)
    for seat in range(2):
        seen = batch.last_observations([0], [seat])
        np.testing.assert_array_equal(seen[0], match.way.observe(match.state, seat))
    with pytest.raises(BadOption, match="keep_last"):
        plain.last_observations([0], [0])


def test_arrays_are_handed_on_through_dlpack_without_copying() -> None:
    batch = Batch("contretemps", 8)
    seen = np.from_dlpack(batch.observations())
    for given, array in ((seen, batch.observations()), (np.from_dlpack(batch.rewards), batch.rewards)):
        assert given.ctypes.data == array.ctypes.data
        assert given.shape == array.shape
    batch.step(batch.random)
    batch.observations()
    np.testing.assert_array_equal(seen, batch.observations())  # what was handed on sees the next step too
    assert np.shares_memory(np.from_dlpack(batch.masks()), batch.masks())


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"matches": 0}, BadOption),
        ({"matches": 2.5}, BadOption),
        ({"matches": 2, "seats": 99}, BadOption),
        ({"matches": 2, "seed": -1}, BadOption),
        ({"matches": 2, "learner": 3}, BadSeat),
        ({"matches": 2, "learner": "nobody"}, BadSeat),
    ],
)
def test_what_cannot_be_is_refused(settings: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Batch("contretemps", **settings)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_memory_is_fetched_ahead_within_the_record_and_never_twice(game: Game) -> None:
    from tempolude.engine.prefetch import LINE, places

    found = places(game.rules)
    assert found[0] == 0
    assert found[-1] < len(game.rules.STATE)
    assert all(after - before >= LINE for before, after in pairwise(found))
