"""C6 Flow of time, C7 Travel."""

import pytest

from tempolude.engine.errors import IllegalAction
from tempolude.games.contretemps import state

from .positions import (
    CONSTANT,
    crystals,
    happened,
    line_of_time,
    may,
    places,
    play,
    position,
    present,
    resolving,
    travel,
)

FOUR = {1: "Q8 by 0", 2: "S8 by 1", 3: "M8 by 2", 4: ""}


def flowed(events, hands, *, at=None, seats=3, **more):
    """Play the cards in hand, the lowest first, until time flows."""
    match = position(seats, events=events, at=at, hands=hands, **more)
    while match.state.phase != state.TRAVEL:
        match.play(match.waiting[0], match.legal(match.waiting[0])[0].number)
    return match


# --- Flow of time ----------------------------------------------------------------


def test_the_next_token_is_laid_when_the_present_was_resolved_C6_1():
    match = flowed({1: "Q8 by 0", 2: ""}, {0: "M9 Q9"})
    assert (line_of_time(match), present(match)) == ("1 2 3", 3)
    assert "event laid" in happened(match)


def test_no_token_is_laid_when_nobody_was_at_the_present_C6_1():
    match = flowed({1: "Q8 by 0", 2: ""}, {0: "M9 Q9"}, at={0: 1, 1: 1, 2: CONSTANT})
    assert (line_of_time(match), present(match)) == ("1 2", 2)
    assert "event laid" not in happened(match)
    assert places(match) == [2, 2, 2]  # C6.2 nonetheless


def test_all_pawns_go_to_the_present_C6_2():
    match = flowed({1: "Q8 by 0", 2: "S8 by 1", 3: ""}, {0: "M9 Q9"}, at={0: 1, 1: CONSTANT})
    assert places(match) == [4, 4, 4]


def test_two_crystals_less_one_per_event_controlled_C6_3():
    """Seat 1 controls two events, seat 2 takes the third, seats 0 and 3 have none; nobody plays low (C3.4)."""
    match = position(
        4, events={1: "Q8 by 1", 2: "S8 by 1", 3: ""}, crystals={0: 5}, constant="M9",
        hands={0: "C5 C10", 1: "F6 C6", 2: "F12 C7", 3: "S7 C8"},
    )  # fmt: skip
    play(match, {1: "F6", 2: "F12", 3: "S7", 0: "C5"})
    assert match.scores == [0, 2, 1, 0]
    assert crystals(match) == [5 + 2, 0, 1, 2]
    assert flow(match) == {0: 2, 2: 1, 3: 2}


def flow(match):
    return {event.numbers[0]: event.numbers[1] for event in match.events if event.name == "crystals flow"}


def test_who_controls_more_than_two_events_gains_nothing_and_loses_nothing_C6_3():
    """Seat 1 controls three for a moment, then seat 0 takes one back: two are left, which bring no income."""
    match = position(
        events={1: "Q8 by 1", 2: "S8 by 1", 3: ""}, at={0: 1}, crystals={1: 4}, constant="M9",
        hands={0: "Q10 C8", 1: "F12 C9", 2: "F7 C10"},
    )  # fmt: skip
    play(match, {1: "F12", 2: "F7", 0: "Q10"})
    assert match.scores == [1, 2, 0]
    assert crystals(match) == [1, 4, 1 + 2]


# --- Travel ----------------------------------------------------------------------


def test_everybody_chooses_at_once_C7_1():
    match = position(events=FOUR, travel=True, crystals={0: 5, 1: 2})
    assert match.waiting == [0, 1, 2]


def test_one_event_a_crystal_and_no_more_than_one_has_C7_1():
    match = position(events=FOUR, travel=True, crystals={0: 3, 1: 1})
    assert [may(match, seat) for seat in range(3)] == ["0 1 2 3", "0 1", "0"]


def test_past_the_first_event_lies_the_constant_and_no_further_C7_1():
    """The rulebook's example: from event 4 you cannot spend 5."""
    match = position(events=FOUR, travel=True, crystals={0: 9, 1: 9, 2: 9}, hands={0: "Q9"})
    assert may(match, 0) == "0 1 2 3 4"
    with pytest.raises(IllegalAction):
        match.play(0, "travel 5")
    travel(match, {0: "1", 1: "3", 2: "4"})
    assert places(match) == [3, 1, CONSTANT]
    assert crystals(match) == [8, 6, 5]


def test_nobody_moves_before_all_have_chosen_C7_1():
    match = position(events=FOUR, travel=True, crystals={0: 9, 1: 9, 2: 9}, hands={0: "Q9"})
    travel(match, {1: "3", 0: "4"})
    assert places(match) == [4, 4, 4]
    assert crystals(match) == [9, 9, 9]
    assert match.waiting == [2]


def test_one_may_stay_and_spend_nothing_C7_1():
    match = position(events=FOUR, travel=True, crystals={0: 9}, hands={0: "Q9"})
    travel(match, {0: "0", 1: "0", 2: "0"})
    assert places(match) == [4, 4, 4]
    assert crystals(match) == [9, 0, 0]


def test_forward_is_for_paradoxes_only_C7_1():
    match = position(events=FOUR, travel=True, crystals={0: 9})
    with pytest.raises(IllegalAction):
        match.play(0, "travel +1")


def test_then_the_next_round_begins_C7_2():
    match = position(events=FOUR, travel=True, crystals={0: 9}, hands={0: "Q9"}, round=5)
    travel(match, {0: "2", 1: "0", 2: "0"})
    assert match.state.round == 5
    assert happened(match) == ["chosen", "travelled", "travelled", "travelled", "round"]
    assert (resolving(match), match.waiting) == (4, [2])
    play(match, {2: may(match, 2)})
