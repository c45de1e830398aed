"""A batch plays the same matches as `Match`."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import deepcopy
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from tempolude.engine.batch import STAY, Batch
from tempolude.engine.errors import BadOption, BadSeat, IllegalAction, OtherRules
from tempolude.engine.game import Game, games
from tempolude.engine.match import Match
from tempolude.engine.rule import rule
from tempolude.engine.seats import payoff

from .tiny.meta import GAME as TINY


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
    batch = Batch(TINY, 6, seats=3, learner="turns", others=least)
    assert batch.opponents == ("least",)
    ended = 0
    for _ in range(200):
        assert batch.seat.tolist() == [0, 1, 2, 0, 1, 2]
        assert not batch.states["tokens"][[0, 1, 3, 4], 2].any(), "seat 2 has what it picks: the lowest number, 0"
        _, over = batch.step(batch.random)
        ended += int(over.sum())
    assert ended > 6


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


# --- Saving and restoring --------------------------------------------------------


def shown(batch: Batch, places: Any = slice(None)) -> list[list[Any]]:
    """Everything that can be seen of some matches of a batch."""
    arrays = (batch.seat, batch.random, batch.seeds, batch.observations(), batch.masks(), batch.rewards, batch.ended)
    numbers = [array[places].tolist() for array in (*arrays, batch.scores, batch.ranks, batch.opponent)]
    return [*numbers, [record.tobytes() for record in batch.states[places]]]


def play(batch: Batch, steps: int) -> None:
    for _ in range(steps):
        batch.step(batch.random)


SAVED = {"learner": "turns", "others": {"random": 1, "greedy": 1}, "keep_last": True}


def test_a_saved_moment_comes_back_with_all_that_was_seen_and_goes_on_the_same_way() -> None:
    batch = Batch("contretemps", 6, seats=3, seed=2, **SAVED)
    while not batch.ended.any():
        play(batch, 1)
    saved, then = batch.save(), shown(batch)
    play(batch, 40)
    later = shown(batch)
    batch.restore(saved)
    assert shown(batch) == then
    play(batch, 40)
    assert shown(batch) == later


def test_some_matches_are_restored_and_the_others_left_as_they_are() -> None:
    batch = Batch("contretemps", 6, seats=3, seed=2, **SAVED)
    play(batch, 30)
    saved, then = batch.save([4, 1]), shown(batch, [4, 1])
    play(batch, 30)
    untouched = shown(batch, [0, 2, 3, 5])
    batch.restore(saved)
    assert shown(batch, [4, 1]) == then
    assert shown(batch, [0, 2, 3, 5]) == untouched
    batch.restore(saved[[0, 0]], [0, 5])  # the first of them twice, elsewhere
    assert shown(batch, [0]) == shown(batch, [5]) == [row[:1] for row in then]
    other = Batch("contretemps", 2, seats=3)  # of another size, with other players
    other.restore(saved, [0, 1])
    assert other.seat.tolist() == then[0]
    assert other.masks().tolist() == then[4]


def test_what_was_saved_from_other_matches_is_refused_and_changes_nothing() -> None:
    saved = Batch("contretemps", 2, seats=3).save()
    for settings in ({"seats": 4}, {"seats": 3, "options": {"mode": "paradoxes"}}):
        batch = Batch("contretemps", 2, **settings)
        before = shown(batch)
        with pytest.raises(BadOption, match="other seats or options"):
            batch.restore(saved)
        assert shown(batch) == before
    with pytest.raises(OtherRules, match="contretemps"):
        Batch("timeline", 2).restore(saved)
    batch = Batch("contretemps", 2, seats=3)
    for places in ([0], [0, 0], [0, 2], [0.5, 1], "all"):
        with pytest.raises(BadOption):
            batch.restore(saved, places)
    with pytest.raises(ValueError, match="read-only"):
        batch.states[0] = batch.states[1]


@pytest.mark.parametrize(
    "again", [lambda batch: pickle.loads(pickle.dumps(batch)), deepcopy], ids=["pickle", "deepcopy"]
)
def test_a_batch_is_pickled_and_copied_with_where_it_stands(again: Callable[[Batch], Batch]) -> None:
    batch = Batch("contretemps", 6, seats=3, seed=[5, 50, 7, 8, 9, 10], **SAVED)
    play(batch, 30)
    other = again(batch)
    assert shown(other) == shown(batch)
    before = shown(other)
    play(batch, 60)
    assert shown(other) == before  # they share nothing
    play(other, 60)
    assert shown(other) == shown(batch)
    assert len(set(other.seeds)) == 6


def test_no_match_depends_on_the_others_or_on_its_place() -> None:
    one = Batch("contretemps", 6, seats=3, seed=[11, 5, 900, 7, 8, 2], learner=1, others={"random": 1, "greedy": 1})
    other = Batch("contretemps", 2, seats=3, seed=[900, 11], learner=1, others={"random": 1, "greedy": 1})
    steps = 0
    while not one.ended[[0, 2]].any():
        assert shown(one, [2, 0]) == shown(other)
        one.step(one.random)
        other.step(other.random)
        steps += 1
    assert steps > 3
    assert one.rewards[[2, 0]].tolist() == other.rewards.tolist()


def test_some_matches_begin_anew_with_seeds_of_their_own() -> None:
    batch = Batch("contretemps", 4, seats=3, seed=0)
    play(batch, 10)
    before = shown(batch, [0, 3])
    batch.reset([70, 71], matches=[False, True, True, False])
    assert batch.seeds.tolist() == [0, 70, 71, 3]
    assert shown(batch, [0, 3]) == before
    assert shown(batch, [1]) == shown(Batch("contretemps", 1, seats=3, seed=70))
    batch.reset(matches=1)
    assert batch.seeds.tolist() == [0, 74, 71, 3]
    for wrong in ([1, 2], [1, 2, 3, -1], 2**63, [0.5, 1, 2, 3]):
        with pytest.raises(BadOption):
            batch.reset(wrong)


# --- Who plays the other seats ---------------------------------------------------


def earned(batch: Batch, matches: int) -> Any:
    """The mean reward of every seat when the learner plays at random."""
    total, ended = np.zeros(batch.seats), 0
    while ended < matches:
        rewards, over = batch.step(batch.random)
        total, ended = total + rewards.sum(axis=0), ended + int(over.sum())
    return total / ended


def test_players_are_chosen_by_name_for_all_for_each_seat_or_as_a_mixture() -> None:
    assert abs(earned(Batch("contretemps", 64, seats=3, learner=0), 500)).max() < 0.1
    assert earned(Batch("contretemps", 64, seats=3, learner=0, others="greedy"), 500)[0] < -0.4
    listed = Batch("contretemps", 64, seats=3, learner=0, others=["random", "greedy", "random"])
    assert earned(listed, 500)[1] > 0.4
    mixed = Batch("contretemps", 500, seats=3, learner=0, others=["random", {"greedy": 1, "random": 3}, "visitor"])
    counts = np.stack([np.bincount(mixed.opponent[:, seat], minlength=3) for seat in range(3)])
    assert mixed.opponents == ("random", "greedy", "visitor")
    assert counts[0].tolist() == [500, 0, 0]
    assert counts[2].tolist() == [0, 0, 500]
    assert 75 < counts[1][1] < 175
    assert counts[1][2] == 0


def test_asking_what_the_players_would_do_changes_nothing_and_following_them_is_to_play_as_they_do() -> None:
    asked = Batch("contretemps", 64, seats=3, others=["greedy", "random", "random"])
    before = shown(asked)
    assert asked.choices().tolist() == asked.choices().tolist()
    assert shown(asked) == before
    total, ended = np.zeros(3), 0
    while ended < 500:
        rewards, over = asked.step(asked.choices())
        total, ended = total + rewards.sum(axis=0), ended + int(over.sum())
    assert total[0] / ended > 0.4


def test_seats_that_are_not_to_decide_can_be_asked_what_they_see_and_some_matches_for_their_players() -> None:
    batch = Batch("contretemps", 16, seats=4, seed=5, others="greedy")
    for _ in range(10):
        batch.step(batch.random)
    other = (batch.seat + 1) % 4
    seen = batch.observations(seats=other)
    for i in range(16):
        expected = np.zeros(batch.game.rules.FEATURES, np.float32)
        batch.game.rules.observe(batch.state(i), int(other[i]), expected)
        np.testing.assert_array_equal(seen[i], expected)
    assert batch.choices([7, 2]).tolist() == batch.choices()[[7, 2]].tolist()


@pytest.mark.parametrize("name", ["contretemps", "masters"])  # Masters hides more than its layout declares
def test_imagined_matches_are_guesses_from_what_the_seat_sees(name: str) -> None:
    source, copies = Batch(name, 6, seats=3, seed=4), Batch(name, 12, seats=3, seed=90)
    for _ in range(25):
        source.step(source.random)
    rows, seats = np.arange(12) % 6, np.arange(12) % 3
    seeds = np.array([7] * 6 + [8] * 6)
    copies.imagine(source, rows, seats, seeds)
    for i, (row, seat, seed) in enumerate(zip(rows, seats, seeds, strict=True)):
        expected = source.view(row, seat)
        copies.game.compiled.guess(expected, seat, seed)
        assert copies.state(i).standing_bytes() == expected.standing_bytes()
        assert copies.view(i, seat).standing_bytes() == source.view(row, seat).standing_bytes()
        assert copies.seat[i] == source.seat[row]
        if copies.seat[i] == seat:
            assert copies.legal_actions(i).tolist() == source.legal_actions(row).tolist()
    assert any(copies.state(i).standing_bytes() != copies.state(i + 6).standing_bytes() for i in range(6))
    again = Batch(name, 12, seats=3, seed=30)
    again.imagine(source, rows, seats, seeds)
    for _ in range(40):  # the same seed, and so the same chance to come
        actions = copies.random.copy()
        copies.step(actions)
        again.step(actions)
        assert copies.states.tobytes() == again.states.tobytes() or copies.ended.any()
        if copies.ended.any():
            break


def test_what_others_have_chosen_in_secret_can_be_chosen_again_C7_1() -> None:
    source, copies = Batch("contretemps", 1, seats=3, seed=4), Batch("contretemps", 2, seats=3)
    while not all(source.state(0).waiting[:3]):
        source.step(source.random)
    source.step(source.random)  # seat 0 has chosen its journey, and seats 1 and 2 are still to choose
    chosen = source.state(0).journey[0]
    copies.imagine(source, [0, 0], [1, 0], [5, 5], reopen=True)
    assert copies.seat.tolist() == [0, 1]  # seat 1 does not know what seat 0 chose; seat 0 does
    assert [list(copies.state(i).waiting[:3]) for i in range(2)] == [[1, 1, 1], [0, 1, 1]]
    assert copies.state(1).journey[0] == chosen
    copies.imagine(source, [0, 0], [1, 0], [5, 5])
    assert copies.seat.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("matches", "seats", "seeds", "error"),
    [
        ([0], [0, 1], [1, 2], "2 matches, seats and seeds are expected"),
        ([0, 6], [0, 1], [1, 2], "numbers from 0 to 3"),
        ([0, 1], [0, 3], [1, 2], "seats from 0 to 2 are expected"),
        ([0, 1], [0, 1], [1, -2], "seeds are whole numbers from 0 on"),
    ],
)
def test_what_cannot_be_imagined_is_refused_and_changes_nothing(
    matches: list[int], seats: list[int], seeds: list[int], error: str
) -> None:
    source, copies = Batch("contretemps", 4, seats=3), Batch("contretemps", 2, seats=3, seed=9)
    before = copies.states.tobytes()
    with pytest.raises((BadOption, BadSeat), match=error):
        copies.imagine(source, matches, seats, seeds)
    with pytest.raises(BadOption, match="the same game, seats, options, players and device"):
        copies.imagine(Batch("contretemps", 4, seats=4), [0, 1], [0, 1], [1, 2])
    assert copies.states.tobytes() == before


def test_the_whole_state_is_there_for_critics_with_what_is_hidden() -> None:
    batch = Batch("contretemps", 3, seats=3, seed=4)
    layout, whole = batch.game.rules.STATE, batch.whole_states()
    assert whole.shape == (3, layout.numbers_size)
    names = [field.name for field in layout.whole]
    assert not {"rng_key", "rng_block", "events"} & set(names)
    begin = 0
    for field in layout.whole:
        size = int(np.prod(field.shape))
        np.testing.assert_array_equal(whole[1, begin : begin + size], batch.states[1][field.name].reshape(-1))
        begin += size
    assert begin == whole.shape[1]
    assert len(layout.numbers_table()) == len(names) + 2


def test_arrays_are_handed_on_through_dlpack_without_copying() -> None:
    batch = Batch("contretemps", 8)
    seen = np.from_dlpack(batch.observations())
    for given, array in ((seen, batch.observations()), (np.from_dlpack(batch.rewards), batch.rewards)):
        assert given.ctypes.data == array.ctypes.data
        assert given.shape == array.shape
    batch.step(batch.random)
    batch.observations()
    np.testing.assert_array_equal(seen, batch.observations())  # the array returned before shows the next step too
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
        ({"matches": 2, "others": "search:100"}, BadOption),
        ({"matches": 2, "others": "nobody"}, BadOption),
        ({"matches": 2, "others": ["random"]}, BadOption),
        ({"matches": 2, "others": {"random": -1}}, BadOption),
        ({"matches": 2, "others": {}}, BadOption),
        ({"matches": 2, "others": max}, BadOption),
        ({"matches": 2, "others": 3}, BadOption),
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
