"""Matches of a tiny game: decisions, refusals and undo."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

import pytest

from tempolude.engine.errors import (
    BadOption,
    BadSeat,
    IllegalAction,
    MatchOver,
    NotWaiting,
    OtherRules,
    UndoRefused,
    UnknownGame,
    UnreadableAction,
)
from tempolude.engine.game import game
from tempolude.engine.match import UNDO, Match

from .tiny.meta import GAME


@pytest.fixture
def match() -> Match:
    return Match(GAME, seats=2, seed=1, options={"goal": 5})


def test_everyone_decides_at_once_and_in_any_order(match: Match) -> None:
    assert match.waiting == [0, 1]
    match.play(1, "pick 2")
    assert match.waiting == [0]
    match.play(0, 0)
    assert match.waiting == [0]
    assert match.scores == [0, 2]


def test_scores_follow_the_position_and_are_lists_of_their_own(match: Match) -> None:
    match.play(0, "pick 2")
    match.play(1, "pick 1")
    before = match.scores
    before[0] += 1
    assert match.scores != before
    match.state.array[0] = Match(GAME, seats=2, seed=1, options={"goal": 5}).state.array[0]
    assert match.scores == [0, 0]


def test_legal_actions_have_a_number_a_notation_and_handles(match: Match) -> None:
    assert [(a.number, a.notation, a.handles) for a in match.legal(0)][2] == (2, "pick 2", ("pick 2",))
    match.play(0, 0)
    assert match.legal(0) == []


def test_a_choice_not_yet_shown_is_in_no_other_view(match: Match) -> None:
    match.play(0, "pick 2")
    assert match.view(0).pick[0] == 2
    assert match.view(1).pick[0] == match.view(-1).pick[0] == -1
    assert not any(match.view(1).rng_key)


def test_a_whispered_event_is_in_the_log_of_those_alone_who_may_see_it(match: Match) -> None:
    match.play(0, "pick 2")
    assert [event.name for event in match.events] == ["picked", "secretly"]
    assert [str(line) for line in match.story(0)] == ["You: picked.", "You: secretly."]
    assert [str(line) for line in match.story(1)] == [str(line) for line in match.story(-1)] == ["Seat 1: picked."]
    assert match.view(1).happened == 1


@pytest.mark.parametrize(
    ("seat", "action", "error"),
    [
        (2, 0, BadSeat),
        (-1, 0, BadSeat),
        (True, 0, BadSeat),
        ("0", 0, BadSeat),
        (0, 3, IllegalAction),
        (0, 99, IllegalAction),
        (0, -1, IllegalAction),
        (0, True, IllegalAction),
        (0, 1.5, IllegalAction),
        (0, None, IllegalAction),
        (0, "draw", IllegalAction),
        (0, "pick 7", UnreadableAction),
        (0, "", UnreadableAction),
    ],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(match: Match, seat, action, error) -> None:  # type: ignore[no-untyped-def]
    before = match.state.tobytes()
    with pytest.raises(error):
        match.play(seat, action)
    assert match.state.tobytes() == before
    assert match.log == []


def test_a_seat_that_is_not_asked_is_told_who_is(match: Match) -> None:
    match.play(0, 0)
    with pytest.raises(NotWaiting, match="seat 0 is not asked to decide now; waiting for: 1"):
        match.play(0, 0)


def test_the_reason_names_what_would_be_right(match: Match) -> None:
    with pytest.raises(IllegalAction, match="it may: pick 0, pick 1, pick 2"):
        match.play(0, "draw")


def test_after_the_end_nothing_can_be_done(match: Match) -> None:
    while not match.over:
        match.play(match.waiting[0], match.legal(match.waiting[0])[-1].number)
    assert match.waiting == []
    with pytest.raises(MatchOver):
        match.play(0, 0)
    assert not match.at_limit
    assert 1 in match.ranks


def test_a_secret_choice_can_be_taken_back_until_it_is_shown(match: Match) -> None:
    before = match.state.tobytes()
    match.play(0, "pick 2")
    match.undo(0)
    assert match.state.tobytes() == before
    assert match.log == [(0, 2), (0, UNDO)]
    match.play(0, "pick 1")
    match.play(1, "pick 1")
    assert not match.can_undo(0)
    with pytest.raises(UndoRefused):
        match.undo(0)


def test_a_secret_choice_can_be_taken_back_though_another_was_made_since() -> None:
    match = Match(GAME, seats=3, seed=1)
    match.play(0, "pick 2")
    match.play(1, "pick 1")
    match.undo(0)
    assert match.waiting == [0, 2]
    assert match.view(1).pick[1] == 1
    match.play(0, "pick 0")
    match.play(2, "pick 0")
    assert match.scores == [0, 1, 0]


def test_what_used_chance_cannot_be_taken_back(match: Match) -> None:
    match.play(0, 0)
    match.play(1, 0)
    match.play(0, "draw")
    with pytest.raises(UndoRefused):
        match.undo(0)


def test_nothing_done_is_nothing_to_take_back(match: Match) -> None:
    with pytest.raises(UndoRefused):
        match.undo(1)


@pytest.mark.parametrize(
    "given",
    [
        {"seats": 1},
        {"seats": 9},
        {"seats": True},
        {"seats": "2"},
        {"seed": -1},
        {"seed": 2**256},
        {"seed": "x"},
        {"seed": False},
        {"options": {"goal": 0}},
        {"options": {"goal": 10}},
        {"options": {"goal": "many"}},
        {"options": {"goal": 2.5}},
        {"options": {"gaol": 3}},
        {"names": ["only one"]},
        {"players": ["you", 7]},
    ],
)
def test_a_match_that_cannot_be_made_is_refused(given) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadOption):
        Match(GAME, **{"seats": 2, **given})


def test_options_may_be_given_as_text() -> None:
    assert Match(GAME, seats=2, options={"goal": "7"}).options == {"goal": 7}


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"unknown game 'chess'; available: .*contretemps"):
        game("chess")


def test_without_a_seed_every_match_is_another() -> None:
    assert Match(GAME, seats=2).seed != Match(GAME, seats=2).seed


def test_a_stranger_s_game_compiles_and_agrees() -> None:
    plain, fast = Match(GAME, seats=3, seed=4), Match(GAME, seats=3, seed=4, compiled=True)
    while not plain.over:
        for match in (plain, fast):
            match.play(match.waiting[0], match.legal(match.waiting[0])[1].number)
        assert plain.state == fast.state
    assert plain.scores == fast.scores


@pytest.mark.parametrize("again", [lambda one: pickle.loads(pickle.dumps(one)), deepcopy], ids=["pickle", "deepcopy"])
@pytest.mark.parametrize("name", ["timeline", "contretemps"])
def test_a_match_is_pickled_and_copied_with_where_it_stands(again: Callable[[Match], Match], name: str) -> None:
    match = Match(name, seats=3, seed=4, names=["Ada", "Bo", "Cy"])
    for _ in range(9):
        match.play(match.waiting[0], match.legal(match.waiting[0])[-1].number)
    other = again(match)
    for _ in range(3):
        assert other.state == match.state
        assert (other.log, other.names, other.story(0)) == (match.log, match.names, match.story(0))
        for seat in match.waiting:
            assert other.legal(seat) == match.legal(seat)
        before = other.state.tobytes()
        match.play(match.waiting[0], match.legal(match.waiting[0])[0].number)
        assert other.state.tobytes() == before  # they share nothing
        other.play(other.waiting[0], other.legal(other.waiting[0])[0].number)
    assert other.game is match.game


def test_a_game_that_has_other_rules_by_now_is_not_unpickled(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = pickle.dumps(game("timeline"))
    monkeypatch.setattr("tempolude.engine.game.game", lambda name: replace(game(name), rules_version=99))
    with pytest.raises(OtherRules, match="99"):
        pickle.loads(kept)
