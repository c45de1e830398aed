"""The search: what it finds, what it counts, and how long it takes."""

from __future__ import annotations

from itertools import count
from time import perf_counter

import pytest

import tempolude
from tempolude.bots import hint
from tempolude.bots.compiled_search import Tree, compiled_search
from tempolude.bots.thinking import FIRST, STEP
from tempolude.engine.errors import BadOption
from tempolude.games.contretemps.table import card_of
from tempolude.games.contretemps.tests.positions import CONSTANT, position
from tests.bots.searching import searching, thinking


def test_iterations_are_counted_and_each_seat_counts_its_own_reward() -> None:
    match = tempolude.Match("contretemps", seats=4, seed=1)
    seat = match.waiting[0]
    found = searching(match, "search:700").hint(match.view(seat), seat)
    assert found.iterations == 700
    assert found.visits + sum(visits for visits, _ in found.others.values()) == pytest.approx(1)
    assert 0 <= found.wins <= 1
    assert found.action in match.way.legal(match.state, seat)
    assert all(found.visits >= visits for visits, _ in found.others.values())


def test_a_search_by_the_clock_stops_in_time() -> None:
    match = tempolude.Match("contretemps", seats=4, seed=1)
    seat = match.waiting[0]
    thinker = searching(match, "search:60ms:ahead=0")
    thinker.choose(match.view(seat), seat)  # so that it is loaded
    begin = perf_counter()
    found = thinker.hint(match.view(seat), seat)
    assert perf_counter() - begin < 5  # a busy machine may be late, an endless loop would be later
    assert found.iterations >= FIRST  # the clock is read after these, however long they took


def test_a_search_by_the_clock_ends_early_once_its_choice_is_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """It chooses what it would have chosen in all its time, and a hint takes all of it. The clock is the test's own."""
    events = {1: "S10 by 0", 2: "M10 by 0", 3: "Q8 Q11 by 1"}
    match = position(3, constant="C9", events=events, hands={0: "Q7 Q9 Q13"}, at={1: CONSTANT, 2: CONSTANT})
    clock = count()
    monkeypatch.setattr("tempolude.bots.thinking.perf_counter", lambda: STEP * next(clock))
    view, (early, whole) = match.view(0), (searching(match, "search:1000ms") for _ in range(2))
    trees = [thinker._grow(view, 0, until_settled=settled) for thinker, settled in ((early, True), (whole, False))]
    assert trees[0].iterations < 0.9 * trees[1].iterations
    mind = compiled_search("contretemps")
    visits, all_visits = ({action: row[0] for action, row in mind.look(tree, view, 0).items()} for tree in trees)
    assert max(visits, key=visits.__getitem__) == max(all_visits, key=all_visits.__getitem__)
    first, second, *_ = sorted(visits.values(), reverse=True)
    assert early._is_settled(trees[0], view, 0, first - second - 1)
    assert not early._is_settled(trees[0], view, 0, first - second)


def test_the_same_seed_gives_the_same_search_and_another_seed_another() -> None:
    match = tempolude.Match("contretemps", seats=4, seed=1)
    seat = match.waiting[0]
    first, again, other = (searching(match, "search:300", seed).hint(match.view(seat), seat) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_it_takes_the_third_event_when_one_card_does_it() -> None:
    """C5.1: of the cards that follow, only the 13 takes event 3, the third for this seat."""
    events = {1: "S10 by 0", 2: "M10 by 0", 3: "Q8 Q11 by 1"}
    match = position(3, constant="C9", events=events, hands={0: "Q7 Q9 Q13"}, at={1: CONSTANT, 2: CONSTANT})
    assert match.waiting == [0]
    assert searching(match, "search:400").choose(match.view(0), 0) == card_of("Q13")


def test_a_tree_takes_no_more_iterations_than_it_has_room_for() -> None:
    match = tempolude.Match("timeline", seats=2, seed=1)
    seat = match.waiting[0]
    mind, tree = thinking(match.game), Tree(1)
    knowledge = mind.advice.know(match.options, 0.2, "")
    room = tree.room
    mind.search(tree, match.view(seat), seat, knowledge, 10 * room, 0, mind.advice.settings)
    assert (tree.iterations, tree.room) == (room, 0)


def test_a_hint_says_how_sure_it_is_as_far_as_the_bot_knows() -> None:
    match = tempolude.Match("timeline", seats=2, seed=1)
    seat = match.waiting[0]
    thinking(match.game)
    given = ("timeline", match.options, match.view(seat).tobytes(), seat)
    assert 0 < hint(*given, "search:200", seed=1).visits <= 1
    assert hint(*given, "greedy").best(3) == [(hint(*given, "greedy").action, None)]
    with pytest.raises(BadOption, match="'random' gives no advice"):
        hint(*given, "random")
