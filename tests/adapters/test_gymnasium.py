"""One learning seat against given opponents, through Gymnasium's interfaces."""

from __future__ import annotations

import pickle
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, FlattenObservation, RecordEpisodeStatistics

import tempolude.adapters.gymnasium as adapter
from tempolude.adapters.picture import as_text
from tempolude.bots import Player, Setting, bot
from tempolude.engine.errors import BadOption, IllegalAction
from tempolude.engine.game import Game, game, games
from tempolude.engine.match import Match
from tempolude.engine.policy import at_random


class Last(Player):
    """A bot given as a class."""

    def choose(self, view: Any, seat: int) -> int:
        return self.legal(view, seat)[-1]


def lowest(observations: Any, masks: Any) -> Any:
    """A policy over all matches at once."""
    return masks.argmax(axis=1)


@pytest.mark.parametrize("kind", ["random", "rule", "function", "bot", "bots"])
def test_the_interface_is_kept_with_every_kind_of_opponents(kind: str) -> None:
    one = bot("random", Setting(game("timeline"), 3, game("timeline").settle(3), 1))
    opponents = {"random": "random", "rule": at_random, "function": lowest, "bot": one, "bots": [one] * 3}[kind]
    envs = gymnasium.make_vec("tempolude/timeline-v2", num_envs=6, seats=3, opponents=opponents)
    inner: Any = envs.unwrapped
    seen, info = envs.reset(seed=5)
    assert info["seat"].tolist() == [0, 1, 2, 0, 1, 2]
    ended = 0
    for _ in range(60):
        assert envs.observation_space.contains(seen)
        assert inner.batch.seat.tolist() == info["seat"].tolist()
        actions = inner.batch.random.astype(np.int64)
        assert envs.action_space.contains(actions)
        seen, rewards, terminated, truncated, info = envs.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (6,)
        assert not truncated.any()
        assert not rewards[~terminated].any()
        ended += int(terminated.sum())
    assert ended > 3
    envs.close()


@pytest.mark.parametrize("opponents", ["random", lowest])
def test_a_match_that_ends_begins_anew_in_the_same_step_and_tells_how_it_ended(opponents: Any) -> None:
    envs = adapter.TempoludeVectorEnv("timeline", 6, seats=3, opponents=opponents)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    envs.reset(seed=5)
    first, place = envs.batch.seeds.copy(), envs.game.rules.SEEN.names.index
    ended = 0
    while ended < 8:
        seen, _, terminated, _, info = envs.step(envs.batch.random)
        assert ("final_obs" in info) == ("final_info" in info) == bool(terminated.any())
        for i in np.flatnonzero(terminated):
            final = info["final_obs"][i]
            assert envs.single_observation_space.contains(final)
            assert not final["action_mask"].any()
            assert not final["observation"][[place("seat 0: deciding"), place("seat 1: deciding")]].any()
            assert final["observation"][place("round")] > 0
            assert seen["action_mask"][i].any()
            assert envs.batch.seeds[i] != first[i]
            ended += 1
        if terminated.any():
            assert [end is not None for end in info["final_obs"]] == terminated.tolist() == info["_final_obs"].tolist()
            assert info["final_info"]["seat"][terminated].tolist() == info["seat"][terminated].tolist()


def test_gymnasiums_own_wrappers_read_the_ends() -> None:
    envs: Any = RecordEpisodeStatistics(gymnasium.make_vec("tempolude/timeline-v2", num_envs=4, seats=2))
    envs.reset(seed=1)
    while True:
        _, rewards, terminated, _, info = envs.step(envs.unwrapped.batch.random)
        if terminated.any():
            assert info["episode"]["r"][terminated].tolist() == rewards[terminated].tolist()
            break


def test_the_same_seed_gives_the_same_course() -> None:
    courses = []
    for _ in range(2):
        envs = adapter.TempoludeVectorEnv("contretemps", 4, learner=1)
        seen, _ = envs.reset(seed=9)
        for _ in range(20):
            seen, *_ = envs.step(seen["action_mask"].argmax(axis=1))
        courses.append(seen["observation"].copy())
    np.testing.assert_array_equal(*courses)


def test_one_opponent_a_seat_is_expected() -> None:
    with pytest.raises(BadOption, match="3 seats"):
        adapter.TempoludeVectorEnv(
            "contretemps",
            2,
            seats=3,
            opponents=[bot("random", Setting(game("contretemps"), 3, game("contretemps").settle(3)))],
        )


# --- One match -------------------------------------------------------------------


def play(env: Any, seed: int | None, choose: int = 0) -> tuple[Any, float, dict[str, Any]]:
    """Play one match of a single environment to its end."""
    seen, _ = env.reset(seed=seed)
    while True:
        seen, reward, terminated, truncated, info = env.step(int(np.flatnonzero(seen["action_mask"])[choose]))
        if terminated or truncated:
            return seen, reward, info


@pytest.mark.parametrize("found", games(), ids=lambda found: found.name)
def test_gymnasiums_check_passes_for_every_game(found: Game) -> None:
    check_env(gymnasium.make(f"tempolude/{found.name}-v{found.rules_version}", render_mode="ansi").unwrapped)


OPPONENTS = ["greedy", {"random": 1, "greedy": 1}, "greedy:draws=2", "tests.adapters.test_gymnasium:Last"]


@pytest.mark.parametrize("opponents", OPPONENTS, ids=str)
def test_one_seat_plays_one_match_after_another_against_given_bots(opponents: Any) -> None:
    env: Any = gymnasium.make("tempolude/contretemps-v1", seats=3, opponents=opponents, learner="turns")
    seats = set()
    for seed in (4, 4, 5, None):
        seen, reward, info = play(env, seed)
        assert env.observation_space.contains(seen)
        assert not seen["action_mask"].any()
        assert sorted(info["ranks"])[0] == 1
        assert len(info["scores"]) == 3
        better = [rank < info["ranks"][info["seat"]] for rank in info["ranks"]]
        assert reward == 1 or any(better) or list(info["ranks"]).count(1) > 1
        seats.add(info["seat"])
        with pytest.raises(ResetNeeded):
            env.step(0)
    assert len(seats) > 1


def test_the_same_seed_is_the_same_match_also_after_a_copy_and_through_pickle() -> None:
    env = gymnasium.make("tempolude/contretemps-v1", seats=3, opponents={"random": 1, "greedy": 1})
    env.reset(seed=7)
    copies = [env, deepcopy(env), pickle.loads(pickle.dumps(env))]
    courses = []
    for one in copies:
        course = []
        for _ in range(4):  # after the first, with seeds from its own generator
            seen, reward, _ = play(one, None)
            course.append((seen["observation"].tolist(), reward))
        courses.append(course)
    assert courses[0] == courses[1] == courses[2]
    assert courses[0][0] != courses[0][1]


def test_an_illegal_action_loses_the_match_or_is_an_error() -> None:
    env = gymnasium.make("tempolude/contretemps-v1", seats=3)
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(85)
    assert (reward, terminated, info["illegal"]) == (-1, True, True)
    assert "ranks" not in info
    strict = gymnasium.make("tempolude/contretemps-v1", seats=3, illegal="error")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction):
        strict.step(85)
    with pytest.raises(IllegalAction):
        strict.unwrapped.step(86)


def test_what_is_not_known_is_refused() -> None:
    env = gymnasium.make("tempolude/contretemps-v1")
    with pytest.raises(BadOption, match="speed"):
        env.reset(options={"speed": 3})
    for wrong in ({"illegal": "maybe"}, {"render_mode": "smell"}, {"opponents": ["greedy"]}, {"options": {"speed": 3}}):
        with pytest.raises(BadOption):
            adapter.TempoludeEnv("contretemps", **wrong)
    envs = adapter.TempoludeVectorEnv("contretemps", 3)
    for options in ({"speed": 3}, {"reset_mask": np.zeros(3, bool)}, {"reset_mask": [1, 0, 1]}):
        with pytest.raises(BadOption):
            envs.reset(options=options)
    with pytest.raises(BadOption, match="seeds"):
        envs.reset(seed=[1, 2])


def test_the_drawing_is_the_learning_seats_and_shows_the_end_when_it_is_over() -> None:
    env: Any = adapter.TempoludeEnv("timeline", seats=2, learner=1, render_mode="ansi", viewer=None)
    match = next(m for m in (Match("timeline", seats=2, seed=seed) for seed in range(99)) if m.waiting == [1])
    match.names = ["player_0", "player_1"]
    env.reset(seed=match.seed)
    assert env.render() == as_text(match, 1)
    play(env, 3)
    shown = env.envs.shown(0)
    assert shown.state.over


# --- Many matches ----------------------------------------------------------------


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("opponents", ["random", lowest], ids=["compiled", "function"])
def test_every_way_of_beginning_anew_shows_the_same_matches(mode: AutoresetMode, opponents: Any) -> None:
    """Matches end and begin with the same observations as in SAME_STEP, one step later or on demand."""
    plain = adapter.TempoludeVectorEnv("timeline", 4, seats=2, opponents=opponents)
    envs = adapter.TempoludeVectorEnv("timeline", 4, seats=2, opponents=opponents, autoreset_mode=mode)
    (expected, _), (seen, _) = plain.reset(seed=9), envs.reset(seed=9)
    ended = 0
    while ended < 6:
        np.testing.assert_array_equal(seen["observation"], expected["observation"])
        actions = expected["action_mask"].argmax(axis=1)
        expected, rewards, over, _, told = plain.step(actions)
        seen, also, ends, _, info = envs.step(actions)
        assert ends.tolist() == over.tolist()
        assert also.tolist() == rewards.tolist()
        ended += int(ends.sum())
        if not ends.any() or mode is AutoresetMode.SAME_STEP:
            continue
        for i in np.flatnonzero(ends):
            np.testing.assert_array_equal(seen["observation"][i], told["final_obs"][i]["observation"])
            assert info["ranks"][i].tolist() == told["final_info"]["ranks"][i].tolist()
            assert sorted(info["ranks"][i])[0] == 1
        if mode is AutoresetMode.DISABLED:
            with pytest.raises(ResetNeeded):
                envs.step(actions)
            break
        seen, also, again, _, _ = envs.step(np.where(ends, 0, seen["action_mask"].argmax(axis=1)))
        np.testing.assert_array_equal(seen["observation"][ends], expected["observation"][ends])
        assert not also[ends].any()
        assert not again[ends].any()
        break


def test_disabled_matches_begin_anew_when_they_are_asked_to_with_a_seed_for_each() -> None:
    envs = adapter.TempoludeVectorEnv("timeline", 3, seats=2, autoreset_mode="Disabled")
    seen, _ = envs.reset(seed=[5, 900, 6])
    assert envs.batch.seeds.tolist() == [5, 900, 6]
    while True:
        seen, _, ends, _, _ = envs.step(seen["action_mask"].argmax(axis=1))
        if ends.any():
            break
    before = envs.batch.states[~ends].tobytes()
    seen, info = envs.reset(seed=[70, 71, 72], options={"reset_mask": ends})
    assert envs.batch.seeds[ends].tolist() == np.array([70, 71, 72])[ends].tolist()
    assert envs.batch.states[~ends].tobytes() == before
    assert info["_seat"].tolist() == ends.tolist()
    assert seen["action_mask"].any(axis=1).all()
    envs.reset(seed=[1, None, None])
    assert envs.batch.seeds[0] == 1


def test_matches_are_cut_off_and_lost_ones_begin_anew() -> None:
    envs = adapter.TempoludeVectorEnv("contretemps", 3, seats=3, max_episode_steps=2)
    seen, _ = envs.reset(seed=1)
    for step in range(1, 7):
        actions = seen["action_mask"].argmax(axis=1)
        if step == 3:
            actions[1] = 85
        seen, rewards, terminated, truncated, info = envs.step(actions)
        assert terminated.tolist() == [False, step == 3, False]
        assert rewards.tolist() == [0, -1 if step == 3 else 0, 0]
        assert truncated.tolist() == [step % 2 == 0, step == 2 or step == 5, step % 2 == 0]
        if step == 3:
            assert info["final_info"]["illegal"].tolist() == [False, True, False]
        for i in np.flatnonzero(terminated | truncated):
            assert envs.single_observation_space.contains(info["final_obs"][i])


def test_what_was_handed_out_stays_as_it_was_unless_copies_are_declined() -> None:
    for copy in (True, False):
        envs = adapter.TempoludeVectorEnv("contretemps", 3, seats=3, copy=copy)
        seen, _ = envs.reset(seed=1)
        before = seen["observation"].copy()
        envs.step(seen["action_mask"].argmax(axis=1))
        assert (seen["observation"] == before).all() == copy


def test_vector_environments_are_pickled_and_copied() -> None:
    envs = adapter.TempoludeVectorEnv("contretemps", 3, seats=3, opponents={"random": 1, "greedy": 1})
    seen, _ = envs.reset(seed=1)
    for _ in range(5):
        seen, *_ = envs.step(seen["action_mask"].argmax(axis=1))
    courses = []
    for one in (envs, deepcopy(envs), pickle.loads(pickle.dumps(envs))):
        now = seen
        for _ in range(9):
            now, *_ = one.step(now["action_mask"].argmax(axis=1))
        courses.append(now["observation"].tolist())
    assert courses[0] == courses[1] == courses[2]


@pytest.mark.parametrize("vectorization", ["sync", "vector_entry_point"])
def test_gymnasiums_wrappers_work(vectorization: str) -> None:
    mode = {"autoreset_mode": "NextStep"} if vectorization == "vector_entry_point" else {}
    envs: Any = gymnasium.make_vec(
        "tempolude/timeline-v2", num_envs=2, vectorization_mode=vectorization, seats=2, **mode
    )
    envs = DictInfoToList(FlattenObservation(RecordEpisodeStatistics(envs)))
    seen, infos = envs.reset(seed=1)
    assert seen.shape == (2, 1254 + 2560)
    while not any("episode" in info for info in infos):
        seen, _, _, _, infos = envs.step(seen[:, :2560].argmax(axis=1))  # the mask is first
    ended = next(info for info in infos if "episode" in info)
    assert sorted(ended["ranks"])[0] == 1
    envs.close()
