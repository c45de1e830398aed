"""PettingZoo's own tests pass for every game at every number of seats."""

from __future__ import annotations

import pickle
import warnings
from copy import deepcopy
from typing import Any

import numpy as np
import pettingzoo
import pytest

from tempolude.adapters import pettingzoo as adapter
from tempolude.engine.errors import BadOption, IllegalAction, UnknownGame
from tempolude.engine.game import games

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # if pygame is installed, it warns about the names of its own environments
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
    from pettingzoo.test.state_test import state_test

TABLES = [(game, seats) for game in games() for seats in game.seats]

pytestmark = [  # it expects plain arrays, except from its own environments with masks
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]
every_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{g.name}-{n}" for g, n in TABLES])


@every_table
def test_pettingzoos_tests_of_interface_seeds_and_state_pass(game: Any, seats: int) -> None:
    api_test(adapter.env(game, seats=seats), num_cycles=60)
    seed_test(lambda: adapter.env(game, seats=seats), num_cycles=20)
    state_test(adapter.env(game, seats=seats), adapter.parallel_env(game, seats=seats), num_cycles=10)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_pettingzoos_tests_pass_with_its_interface_for_all_at_once(game: Any) -> None:
    parallel_api_test(adapter.parallel_env(game), num_cycles=30)
    parallel_seed_test(lambda: adapter.parallel_env(game), num_cycles=10)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_pettingzoos_test_of_drawing_passes(game: Any, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        lambda render_mode: adapter.env(game, render_mode=render_mode),
        {"ansi": lambda text: game.title["en"] in text, "rgb_array": lambda picture: len(np.unique(picture)) > 10},
    )
    assert game.title["en"] in capsys.readouterr().out


def test_versioned_names_lead_to_the_games_and_other_versions_to_an_error() -> None:
    assert str(adapter.contretemps_v1.raw_env()) == "contretemps_v1"
    assert pettingzoo.make("aec", "tempolude/timeline-v2", seats=3).metadata["name"] == "timeline_v2"
    assert pettingzoo.make("parallel", "tempolude/timeline-v2", seats=3).possible_agents[2] == "player_2"
    assert adapter.timeline_v2.parallel_env(seats=3).possible_agents[2] == "player_2"
    with pytest.raises(AttributeError):
        adapter.contretemps_v99  # noqa: B018
    with pytest.raises(UnknownGame, match="version 1"):
        adapter.env("contretemps_v99")
    with pytest.raises(BadOption, match="rgb_array"):
        adapter.env("contretemps", render_mode="smell")


def test_simultaneous_choices_are_handed_out_seat_by_seat_and_unseen() -> None:
    seen = []
    for pick in (0, -1):
        env = adapter.TempoludeEnv("collectors", seats=3)
        env.reset(seed=4)
        assert env.agent_selection == "player_0"
        env.step(np.flatnonzero(env.observe("player_0")["action_mask"])[pick])
        assert env.agent_selection == "player_1"
        seen.append([env.observe(agent) for agent in env.agents])
    for seat, (one, other) in enumerate(zip(*seen, strict=True)):
        assert (one["observation"] == other["observation"]).all() == (seat != 0)
        assert (one["action_mask"] == other["action_mask"]).all()


def test_rewards_come_at_the_end_and_sum_to_zero() -> None:
    env = adapter.TempoludeEnv("contretemps", seats=4)
    env.reset(seed=1)
    while not any(env.terminations.values()):
        assert set(env.rewards.values()) == {0.0}
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert max(env.rewards.values()) > 0


def test_a_match_is_cut_off_after_max_cycles() -> None:
    """Its max_cycles_test is for environments in which all act at once; here a cycle is one decision per seat."""
    env = adapter.TempoludeEnv("contretemps", seats=3, max_cycles=4)
    env.reset(seed=1)
    decisions = 0
    while not any(env.truncations.values()):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
        decisions += 1
    assert decisions == 12
    assert not any(env.terminations.values())


def test_an_illegal_action_is_refused_raw_and_ends_the_match_when_checked() -> None:
    raw = adapter.TempoludeEnv("contretemps")
    raw.reset(seed=1)
    with pytest.raises(IllegalAction):
        raw.step(85)
    env = adapter.env("contretemps")
    env.reset(seed=1)
    env.step(85)
    assert env.terminations[env.agents[0]]


def test_without_a_seed_every_reset_is_another_match() -> None:
    env = adapter.TempoludeEnv("contretemps")
    seeds = []
    for _ in range(2):
        env.reset()
        assert env.match is not None
        seeds.append(env.match.seed)
    assert seeds[0] != seeds[1]


@pytest.mark.parametrize("again", [lambda one: pickle.loads(pickle.dumps(one)), deepcopy], ids=["pickle", "deepcopy"])
@pytest.mark.parametrize("checked", [True, False])
def test_environments_are_pickled_and_copied(again: Any, checked: bool) -> None:
    env: Any = (adapter.env if checked else adapter.TempoludeEnv)("contretemps", seats=3)
    env.reset(seed=2)

    def play(one: Any, decisions: int) -> list[float]:
        for _ in range(decisions):
            one.step(int(one.observe(one.agent_selection)["action_mask"].argmax()))
        return one.state().tolist()  # type: ignore[no-any-return]

    play(env, 7)
    other = again(env)
    assert play(other, 9) == play(env, 9)
    env.reset()
    other.reset()
    assert play(other, 2) == play(env, 2)  # the next match too


def test_ranks_and_scores_are_told_at_the_end() -> None:
    env = adapter.TempoludeEnv("contretemps", seats=4)
    env.reset(seed=1)
    while not any(env.terminations.values()):
        assert set(map(len, env.infos.values())) == {0}
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert env.match is not None
    for seat, agent in enumerate(env.possible_agents):
        info = env.infos[agent]
        assert (info["rank"], info["score"]) == (env.match.ranks[seat], env.match.scores[seat])
        assert (info["ranks"], info["scores"]) == (env.match.ranks, env.match.scores)


def test_our_bots_play_in_pettingzoo_and_critics_see_everything() -> None:
    total = 0.0
    for seed in range(6):
        env = adapter.env("contretemps", seats=3)
        env.reset(seed=seed)
        bots = {
            agent: adapter.bot_policy(env, "greedy" if agent == "player_0" else "random", seed) for agent in env.agents
        }
        for agent in env.agent_iter():
            _, reward, terminated, truncated, _ = env.last()
            total += reward if agent == "player_0" and terminated else 0
            env.step(None if terminated or truncated else bots[agent](agent))
        whole = env.unwrapped.whole_state()
        assert whole.shape == (env.unwrapped.game.rules.STATE.numbers_size,)
    assert total > 0
