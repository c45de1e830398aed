"""The tree search that follows a net. Weights are drawn, not learned."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import tempolude
from tempolude.bots.compiled_net import add_products, compiled_net, make_net_look
from tempolude.bots.compiled_search import Tree
from tempolude.bots.net import Net, write_weights
from tempolude.engine.compiler import compile_kept
from tempolude.engine.game import game
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


def test_sums_are_the_same_on_every_machine(tmp_path: Path) -> None:
    """However many outputs a processor computes at once, each is summed in the order of the inputs, rounded every
    time: what plain Python computes one by one, to the last bit."""
    dice = np.random.default_rng(4)
    given = (dice.normal(size=70) * (dice.random(70) < 0.6)).astype(np.float32)
    matrix, begin = dice.normal(size=(70, 37)).astype(np.float32), dice.normal(size=37).astype(np.float32)
    expected = begin.copy()
    for number, row in zip(given, matrix, strict=True):
        for i in range(37):
            expected[i] += np.float32(number * row[i])
    out = begin.copy()

    def entry(out, given, matrix, inputs):  # type: ignore[no-untyped-def]
        add_products(out, given, matrix, inputs)

    (compiled,) = compile_kept(tmp_path, entry)
    compiled(out, given, matrix, np.zeros(70, np.int64))
    assert out.tobytes() == expected.tobytes()


def test_a_compiled_look_says_what_the_net_says(tmp_path: Path) -> None:
    weights = Net(CONTRETEMPS, drawn(CONTRETEMPS, width=48))
    ready, look = compiled_net(CONTRETEMPS, weights), make_net_look(CONTRETEMPS.rules)

    def entry(view, seat, legal, count, net):  # type: ignore[no-untyped-def]
        return look(view[0], seat, legal, count, net)

    (compiled,) = compile_kept(tmp_path, entry)
    match = tempolude.Match(CONTRETEMPS, seats=4, seed=6)
    for _ in range(12):
        seat = match.waiting[0]
        view, legal = match.view(seat), match.way.legal(match.state, seat)
        scores, win = weights.look(match.way.observe(view, seat), legal)
        assert compiled(view.array, seat, np.array(legal), len(legal), ready) == pytest.approx(win, abs=1e-5)
        expected = np.exp(scores - scores.max())
        assert ready.policy[: len(legal)] == pytest.approx(expected / expected.sum(), abs=1e-4)
        match.play(seat, legal[-1])


def test_it_counts_its_iterations_and_is_the_same_for_the_same_seed(net: Path) -> None:
    match = tempolude.Match(CONTRETEMPS, seats=4, seed=1)
    seat = match.waiting[0]
    spec = f"search:300:net={net}:ahead=0"
    first, again, other = (searching(match, spec, seed).hint(match.view(seat), seat) for seed in (1, 1, 2))
    assert first == again != other
    assert first.iterations == 300
    assert first.visits + sum(visits for visits, _ in first.others.values()) == pytest.approx(1)
    assert 0 < (first.wins or 0) < 1
    assert first != searching(match, "search:300:net=0").hint(match.view(seat), seat)


@pytest.mark.parametrize("trust", [1, 0.5, 0])
def test_it_goes_by_the_view_alone(net: Path, trust: float) -> None:
    match = tempolude.Match(CONTRETEMPS, seats=4, seed=8)
    spec, dice = f"search:60:net={net}:ahead=0:trust={trust}", np.random.default_rng(3)
    thinking(CONTRETEMPS)
    while not match.over:
        seat = match.waiting[0]
        other = match.view(seat)
        CONTRETEMPS.compiled.guess(other, seat, len(match.steps))  # another state that the seat cannot tell from this
        chosen = searching(match, spec).choose(match.view(seat), seat)
        assert chosen == searching(match, spec).choose(CONTRETEMPS.hide(other, seat), seat)
        match.play(seat, int(dice.choice(match.way.legal(match.state, seat))))


def test_a_full_tree_grows_no_further_but_is_still_counted(net: Path) -> None:
    match = tempolude.Match(CONTRETEMPS, seats=4, seed=1)
    seat = match.waiting[0]
    mind, tree = thinking(CONTRETEMPS), Tree(1)
    ready = compiled_net(CONTRETEMPS, Net(CONTRETEMPS, drawn(CONTRETEMPS)))
    room = tree.room
    mind.search(tree, match.view(seat), seat, np.zeros(1), room, 0, mind.advice.settings, ready)
    assert tree.used[0] == np.count_nonzero(tree.edges["available"]) <= len(tree.edges) * 3 // 4
    assert sum(visits for visits, _, _ in mind.look(tree, match.view(seat), seat).values()) == room


def test_a_victory_at_hand_is_taken_whatever_the_policy_says(tmp_path: Path) -> None:
    """C5.1: of the cards that follow, only the 13 takes event 3, the third for this seat."""
    net, never = tmp_path / "net.npz", drawn(CONTRETEMPS)
    write_weights(CONTRETEMPS, replace(never, win=np.zeros(16), win_bias=0.0), net)
    events = {1: "S10 by 0", 2: "M10 by 0", 3: "Q8 Q11 by 1"}
    match = position(3, constant="C9", events=events, hands={0: "Q7 Q9 Q13"}, at={1: CONSTANT, 2: CONSTANT})
    assert searching(match, f"search:1500:net={net}:ahead=0").choose(match.view(0), 0) == card_of("Q13")
