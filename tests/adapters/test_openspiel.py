"""OpenSpiel's own checks pass for our games, and its algorithms run on them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import (
    cfr,
    evaluate_bots,
    exploitability,
    get_all_states,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

from tempolude.adapters import openspiel as adapter
from tempolude.adapters.openspiel import SpielBot, resample
from tempolude.engine.errors import IllegalAction
from tempolude.engine.game import games
from tempolude.engine.match import Match
from tests.laws.cases import Case, every_case

GAMES = games()
TABLES = [(game, seats) for game in GAMES for seats in (game.seats[0], game.seats[-1])]
SMALL = "tempolude_contretemps(players=3,turns=True,deals=2,first=4,endgame=2)"

every_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{g.name}-{n}" for g, n in TABLES])


def load(name: str, **params: Any) -> Any:
    return adapter.load(name, **params)


def dealt(game: Any, deal: int) -> Any:
    state = game.new_initial_state()
    state.apply_action(deal)
    return state


@pytest.fixture(scope="module", autouse=True)
def _quiet() -> Iterator[None]:
    state = np.random.get_state()  # OpenSpiel's tests draw from numpy's own generator
    np.random.seed(1)
    yield
    np.random.set_state(state)


@every_table
def test_openspiels_random_simulation_passes(game: Any, seats: int) -> None:
    """With the fewest and the most seats (`make suites` takes all), from a late position: saving and loading at every
    step would otherwise take minutes."""
    params = {"players": seats, "endgame": 25}
    pyspiel.random_sim_test(load(game.name, **params), num_sims=1, serialize=True, verbose=False)
    pyspiel.random_sim_test(load(game.name, **params, deals=0), num_sims=1, serialize=False, verbose=False)
    if game.simultaneous:
        pyspiel.random_sim_test(load(game.name, **params, turns=True), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_openspiels_python_simulation_passes_over_a_whole_match(game: Any) -> None:
    games_sim_test.GamesSimTest().sim_game(load(game.name))


@every_case
def test_every_option_is_a_parameter_that_openspiel_reads_back(case: Case) -> None:
    game = adapter.load(case.game, case.options, players=case.seats, compiled=False)
    again = pyspiel.load_game(str(game))
    assert again.options == game.options == case.game.settle(case.seats, case.options)
    assert again.max_game_length() == case.game.longest(case.seats, case.options)


def test_openspiel_can_make_turns_of_simultaneous_decisions_itself() -> None:
    games_sim_test.GamesSimTest().sim_game(pyspiel.convert_to_turn_based(load("contretemps", endgame=20)))


class TestWholeTree(api_test.EnforceAPIOnFullTreeBase):
    """OpenSpiel's checks of every state of a small game."""

    game_name, game = SMALL, pyspiel.load_game(SMALL)

    def test_number_of_nodes(self) -> None:
        assert len(self.all_states) > 20

    def test_game_is_perfect_recall(self) -> None:
        assert api_test._assert_is_perfect_recall(self.game)

    def test_constant_sum(self) -> None:
        ends = [state.returns() for state in self.all_states if state.is_terminal()]
        assert ends
        assert all(abs(sum(returns)) < 1e-12 for returns in ends)


class TestPartOfTheTree(api_test.EnforceAPIOnPartialTreeBase):
    """OpenSpiel's checks of some states of a whole match."""

    game_name, game = "tempolude_contretemps", pyspiel.load_game("tempolude_contretemps(players=3,turns=True)")


def test_a_deal_is_the_match_of_that_seed() -> None:
    match, state, dice = Match("contretemps", seats=4, seed=11), dealt(load("contretemps", players=4), 11), Random(0)
    while not match.over:
        asked = match.waiting
        chosen = {seat: dice.choice(match.way.legal(match.state, seat)) for seat in asked}
        assert state.is_simultaneous_node() == (len(asked) > 1)
        for seat in asked:
            assert state.legal_actions(seat) == match.way.legal(match.state, seat)
            match.play(seat, chosen[seat])
        if len(asked) > 1:
            state.apply_actions([chosen.get(seat, 0) for seat in range(4)])
        else:
            state.apply_action(chosen[asked[0]])
    assert state.is_terminal()
    assert state.returns()[match.ranks.index(1)] == max(state.returns())


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    state = dealt(load("contretemps", compiled=False), 5)
    before = str(state), state.history()
    with pytest.raises(IllegalAction, match="85 is not legal"):
        state.apply_action(85)
    assert (str(state), state.history()) == before


def test_what_a_seat_chose_in_secret_is_in_nobody_elses_information_state() -> None:
    game = load("contretemps", players=3, turns=True)
    state = dealt(game, 5)
    while sum(state.position.state.waiting) < 2:
        state.apply_action(state.legal_actions()[0])
    first = state.current_player()
    ways = [state.child(action) for action in state.legal_actions()[:2]]
    assert len(ways) == 2
    for other in range(3):
        told = {way.information_state_string(other) for way in ways}
        tensors = {tuple(way.information_state_tensor(other)) for way in ways}
        assert len(told) == len(tensors) == (2 if other == first else 1)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("recall", [True, False])
def test_every_kind_of_observation_is_made_or_refused(game: Any, recall: bool) -> None:
    kinds, loaded = pyspiel.PrivateInfoType, load(game.name, compiled=False)
    state = dealt(loaded, 3)
    for kind in (kinds.NONE, kinds.SINGLE_PLAYER, kinds.ALL_PLAYERS):
        wanted = pyspiel.IIGObservationType(public_info=True, perfect_recall=recall, private_info=kind)
        seen = [make_observation(loaded, wanted) for _ in range(2)]
        for player, observation in enumerate(seen):
            observation.set_from(state, player)
            assert sum(piece.size for piece in observation.dict.values()) == observation.tensor.size > 0
            assert observation.string_from(state, player)
        same = seen[0].string_from(state, 0) == seen[1].string_from(state, 1)
        if kind != kinds.SINGLE_PLAYER:  # otherwise it is the same for all
            assert same
            assert (seen[0].tensor == seen[1].tensor).all()
        elif recall:
            assert not same
            assert (seen[0].tensor != seen[1].tensor).any()
        alone = pyspiel.IIGObservationType(public_info=False, perfect_recall=recall, private_info=kind)
        observation = make_observation(loaded, alone)
        assert observation.string_from(state, 0) is None
        with pytest.raises(ValueError, match="public_info"):
            observation.set_from(state, 0)


def test_what_all_see_tells_nothing_that_is_hidden() -> None:
    game, nobody = load("contretemps", players=3), pyspiel.PrivateInfoType.NONE
    wanted = pyspiel.IIGObservationType(perfect_recall=False, private_info=nobody)
    state = dealt(game, 3)
    other = resample(state, 0)
    seen = [make_observation(game, wanted) for _ in range(2)]
    seen[0].set_from(state, 0)
    seen[1].set_from(other, 0)
    assert str(state) != str(other)
    assert seen[0].tensor.tolist() == seen[1].tensor.tolist()
    assert seen[0].string_from(state, 0) == seen[1].string_from(other, 0)


def test_our_bots_play_in_openspiel() -> None:
    game, wins = load("contretemps", players=3, turns=True), 0.0
    for deal in range(6):
        bots = [SpielBot(game, 0, "greedy", seed=1), *(SpielBot(game, i, "random", seed=i) for i in (1, 2))]
        wins += evaluate_bots.evaluate_bots(dealt(game, deal), bots, np.random)[0]
    assert wins > 0


def test_ismcts_plays_from_guesses_that_the_player_cannot_tell_from_the_truth() -> None:
    game = load("contretemps", players=3, turns=True, endgame=12)
    state = dealt(game, 3)
    dice = np.random.RandomState(0)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, dice), 1.4, 40, random_state=dice)
    bot.set_resampler(resample)
    while not state.is_terminal():
        player, other = state.current_player(), resample(state, state.current_player())
        assert other.information_state_string(player) == state.information_state_string(player)
        assert list(other.observation_tensor(player)) == list(state.observation_tensor(player))
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == pytest.approx(0)


def test_cfr_solves_a_small_endgame_of_contre_temps() -> None:
    game = pyspiel.load_game(SMALL.replace("first=4", "first=8"))  # deals in which the best action is not obvious
    assert len(get_all_states.get_all_states(game)) > 10
    solver = cfr.CFRPlusSolver(game)
    gaps = []
    for _ in range(2):
        for _ in range(15):
            solver.evaluate_and_update_policy()
        gaps.append(exploitability.nash_conv(game, solver.average_policy()))
    assert gaps[1] <= gaps[0]
    assert gaps[1] < 0.1


def test_outcome_sampling_runs_on_whole_matches() -> None:
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(load("contretemps", players=3, turns=True, deals=1))
    solver.iteration()
    assert len(solver._infostates) > 3
