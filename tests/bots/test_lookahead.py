"""The search that tries likely actions and plays each on. Weights are drawn, not learned, unless a test says so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from time import perf_counter

import numpy as np
import pytest

import tempolude
from tempolude.bots import Setting, bot
from tempolude.bots.advice import advice
from tempolude.bots.compiled_net import compiled_net
from tempolude.bots.lookahead import FAINT, FEW, MOST, Trials, drawn_from, likely, make_trials
from tempolude.bots.net import Net, net_of, write_weights
from tempolude.engine.game import game
from tempolude.engine.state import SEATS
from tempolude.games.contretemps.table import card_of
from tempolude.games.contretemps.tests.positions import CONSTANT, position
from tests.bots.searching import searching, thinking
from tests.bots.test_net import drawn

CONTRETEMPS = game("contretemps")


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("nets") / "net.npz"
    write_weights(CONTRETEMPS, drawn(CONTRETEMPS), path)
    return path


def asked(match: tempolude.Match, actions: int) -> int:
    """Play on until a seat has at least so many actions."""
    while len(match.legal(match.waiting[0])) < actions:
        match.play(match.waiting[0], match.way.legal(match.state, match.waiting[0])[0])
    return match.waiting[0]


# --- What is tried, dropped and chosen -------------------------------------------


def test_what_the_policy_finds_likely_is_tried_in_that_order() -> None:
    trials = likely([10, 11, 12, 13], np.array([1.0, 3.0, 2.0, 3.0 + np.log(FAINT) - 0.1]))
    assert trials.tried.tolist() == [11, 12, 10]
    assert np.exp(trials.log_policy).sum() == pytest.approx(1, abs=2 * FAINT)
    assert len(likely(list(range(20)), np.zeros(20)).tried) == MOST


def tried(*means: float, guesses: int = FEW, noise: float = 0.0) -> Trials:
    """Actions that are equally likely, after so many guesses."""
    dice, trials = np.random.default_rng(1), likely(list(range(len(means))), np.zeros(len(means)))
    common = dice.normal(size=(guesses, 1))  # the guess is good or bad whatever one does
    trials.note(np.array(means) + common + noise * dice.normal(size=(guesses, len(means))))
    return trials


def test_an_action_is_dropped_once_it_is_clearly_worse_in_the_same_guesses() -> None:
    trials = tried(0.5, 0.4, 0.47, noise=0.05)
    trials.drop()
    assert trials.left.tolist() == [0, 2]
    trials.note(np.full((8, 2), 0.5))
    assert [count for count, _ in trials.found().values()] == [FEW + 8, FEW, FEW + 8]
    assert trials.best() == 0


def test_few_guesses_drop_nothing_and_noise_does_not_either() -> None:
    trials = tried(0.9, 0.1, guesses=FEW - 1)
    trials.drop()
    assert trials.left.tolist() == [0, 1]
    trials = tried(0.5, 0.45, noise=0.1)
    trials.drop()
    assert trials.left.tolist() == [0, 1]


def test_of_actions_that_win_alike_the_likelier_is_chosen() -> None:
    trials = likely([4, 5], np.array([0.0, 1.0]))
    assert trials.tried[trials.best()] == 5  # nothing tried yet
    trials.note(np.array([[0.3, 0.31]] * 40))
    assert trials.tried[trials.best()] == 5
    trials.note(np.array([[0.3, 0.6]] * 40))
    assert trials.tried[trials.best()] == 4


# --- Playing on ------------------------------------------------------------------


def test_compiled_and_interpreted_copies_come_to_the_same() -> None:
    mind, knows, weights = thinking(CONTRETEMPS), advice(CONTRETEMPS), drawn(CONTRETEMPS)
    ready = compiled_net(CONTRETEMPS, Net(CONTRETEMPS, replace(weights, win=weights.win / 50, win_bias=0.0)))
    match = tempolude.Match(CONTRETEMPS, seats=4, seed=3)
    seat = asked(match, 4)
    view, actions = match.view(seat), np.array(match.way.legal(match.state, seat)[:3])
    other = compiled_net(CONTRETEMPS, Net(CONTRETEMPS, drawn(CONTRETEMPS, seed=2)))
    found = mind.try_actions(view, seat, np.zeros(1), actions, 2, 77, 12, ready, other, 0.5)

    plain, shares = make_trials(CONTRETEMPS.rules, knows.weigh, knows.recall), np.zeros((2, 3))
    numbers = np.zeros(max(CONTRETEMPS.rules.ACTIONS + 1, 2 * SEATS), np.int64)
    for row, column in np.ndindex(2, 3):  # one copy at a time, since plain Python does not copy a state by assigning it
        copy, one = CONTRETEMPS.rules.STATE.read(view.tobytes()), np.zeros((1, 1))
        one_action = actions[column : column + 1]
        plain([copy], [copy], numbers, [0], np.zeros(1), seat, 77 + row, one_action, 12, ready, other, 0.5, one)
        shares[row][column] = one[0][0]
    assert found == pytest.approx(shares, abs=1e-5)
    assert len({round(share, 6) for share in found.ravel()}) > 3


def test_others_choose_as_likely_as_the_policy_thinks() -> None:
    policy = np.array([0.5, 0.3, 0.2])
    assert [drawn_from(policy, 3, chance) for chance in (0.0, 0.49, 0.5, 0.79, 0.81, 1.0)] == [0, 0, 1, 1, 2, 2]


def test_what_others_are_expected_to_do_matters_and_can_be_set() -> None:
    """The heuristic for all others (`others=0`), the head that comes with the game, or each for some of them."""
    match = tempolude.Match(CONTRETEMPS, seats=4, seed=1)
    seat = asked(match, 4)
    found = [searching(match, f"search:300:others={share}").hint(match.view(seat), seat) for share in (0, 0.5, 1)]
    assert len({hint.wins for hint in found}) == 3
    assert searching(match, "search:300").hint(match.view(seat), seat) == found[2]


def test_it_counts_its_copies_and_is_the_same_for_the_same_seed(net: Path) -> None:
    match = tempolude.Match(CONTRETEMPS, seats=4, seed=1)
    seat = asked(match, 4)
    spec = f"search:300:net={net}"
    first, again, other = (searching(match, spec, seed).hint(match.view(seat), seat) for seed in (1, 1, 2))
    assert first == again != other
    assert 300 - MOST < first.iterations <= 300
    assert first.visits + sum(visits for visits, _ in first.others.values()) == pytest.approx(1)
    assert list(first.others.values()) == sorted(first.others.values(), reverse=True)
    assert 0 < (first.wins or 0) < 1
    assert searching(match, spec).choose(match.view(seat), seat) in match.way.legal(match.state, seat)


def test_it_goes_by_the_view_alone(net: Path) -> None:
    match = tempolude.Match(CONTRETEMPS, seats=4, seed=8)
    spec, dice = f"search:80:net={net}", np.random.default_rng(3)
    thinking(CONTRETEMPS)
    while not match.over:
        seat = match.waiting[0]
        other = match.view(seat)
        CONTRETEMPS.compiled.guess(other, seat, len(match.steps))  # another state that the seat cannot tell from this
        chosen = searching(match, spec).choose(match.view(seat), seat)
        assert chosen == searching(match, spec).choose(CONTRETEMPS.hide(other, seat), seat)
        match.play(seat, int(dice.choice(match.way.legal(match.state, seat))))


def test_a_choice_may_end_early_and_a_hint_takes_its_time() -> None:
    """The net that ships with the game is nearly sure of some decisions, and tries nothing else there."""
    match, choices, hints = tempolude.Match(CONTRETEMPS, seats=4, seed=5), [], []
    for _ in range(12):
        seat = asked(match, 2)
        for spent, ask in ((choices, "choose"), (hints, "hint")):
            player = searching(match, "search:60ms")
            begin = perf_counter()
            getattr(player, ask)(match.view(seat), seat)
            spent.append(perf_counter() - begin)
        match.play(seat, net_choice(match, seat))
    assert min(hints) >= 0.06
    assert min(choices) < 0.06


def net_choice(match: tempolude.Match, seat: int) -> int:
    return bot("net", Setting.of(match, 1)).choose(match.view(seat), seat)


def test_without_a_net_it_searches_a_tree() -> None:
    match = tempolude.Match(CONTRETEMPS, seats=4, seed=1)
    seat = asked(match, 4)
    specs = "search:50:net=0", "search:50:net=0:ahead=9"
    tree, same = (searching(match, spec).hint(match.view(seat), seat) for spec in specs)
    assert tree == same
    assert net_of(CONTRETEMPS)
    assert searching(match, "search:50").hint(match.view(seat), seat) != tree


def test_a_victory_at_hand_is_taken_although_the_policy_prefers_another_card(tmp_path: Path) -> None:
    """C5.1: of the cards that follow, only the 13 takes event 3, the third for this seat."""
    net, never = tmp_path / "net.npz", drawn(CONTRETEMPS)
    mild = replace(never, query=never.query / 200, query_bias=never.query_bias / 200)
    write_weights(CONTRETEMPS, replace(mild, win=np.zeros(16), win_bias=0.0), net)
    events = {1: "S10 by 0", 2: "M10 by 0", 3: "Q8 Q11 by 1"}
    match = position(3, constant="C9", events=events, hands={0: "Q7 Q9 Q13"}, at={1: CONSTANT, 2: CONSTANT})
    assert searching(match, f"search:600:net={net}").choose(match.view(0), 0) == card_of("Q13")
