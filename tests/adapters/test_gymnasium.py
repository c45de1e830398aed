"""One learning seat against given opponents, through Gymnasium's vector interface."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import tempolude.adapters.gymnasium as door
from tempolude.bots import Setting, bot
from tempolude.engine.errors import BadOption
from tempolude.engine.game import game
from tempolude.engine.policy import at_random


def lowest(observations: Any, masks: Any) -> Any:
    """A policy over all matches at once."""
    return masks.argmax(axis=1)


@pytest.mark.parametrize("kind", ["random", "rule", "function", "bot", "bots"])
def test_the_interface_is_kept_with_every_kind_of_opponents(kind: str) -> None:
    one = bot("random", Setting(game("timeline"), 3, game("timeline").settle(3), 1))
    opponents = {"random": "random", "rule": at_random, "function": lowest, "bot": one, "bots": [one] * 3}[kind]
    envs = gymnasium.make_vec("tempolude/timeline-v1", num_envs=6, seats=3, opponents=opponents)
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
    envs = door.TempoludeVectorEnv("timeline", 6, seats=3, opponents=opponents)
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
    envs: Any = RecordEpisodeStatistics(gymnasium.make_vec("tempolude/timeline-v1", num_envs=4, seats=2))
    envs.reset(seed=1)
    while True:
        _, rewards, terminated, _, info = envs.step(envs.unwrapped.batch.random)
        if terminated.any():
            assert info["episode"]["r"][terminated].tolist() == rewards[terminated].tolist()
            break


def test_the_same_seed_gives_the_same_course() -> None:
    courses = []
    for _ in range(2):
        envs = door.TempoludeVectorEnv("contretemps", 4, learner=1)
        seen, _ = envs.reset(seed=9)
        for _ in range(20):
            seen, *_ = envs.step(seen["action_mask"].argmax(axis=1))
        courses.append(seen["observation"].copy())
    np.testing.assert_array_equal(*courses)


def test_one_opponent_a_seat_is_expected() -> None:
    with pytest.raises(BadOption, match="3 seats"):
        door.TempoludeVectorEnv(
            "contretemps",
            2,
            seats=3,
            opponents=[bot("random", Setting(game("contretemps"), 3, game("contretemps").settle(3)))],
        )
