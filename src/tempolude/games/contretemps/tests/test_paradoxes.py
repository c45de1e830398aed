"""C8 Mode: temporal paradoxes."""

from collections import Counter

import pytest

from tempolude.engine.errors import IllegalAction
from tempolude.engine.match import Match
from tempolude.games.contretemps import state
from tempolude.games.contretemps.meta import GAME

from .positions import (
    CONSTANT,
    crystals,
    happened,
    line_of_time,
    lying,
    may,
    places,
    play,
    position,
    present,
    resolving,
    travel,
)

LINE = {2: "Q8 by 0", 4: "S8 by 1", 5: "", 7: "M8 by 2", 9: "F8 by 1"}


def paradox(events=LINE, *, present=5, **more):
    return position(mode="paradoxes", events=events, present=present, **more)


def lead_on(match):
    """Everybody plays their lowest card until time flows."""
    while match.state.phase != state.TRAVEL:
        match.play(match.waiting[0], match.legal(match.waiting[0])[0].number)


# --- The line --------------------------------------------------------------------


def test_every_token_is_as_likely_to_be_the_first_event_C8_1():
    found = Counter()
    for seed in range(600):
        match = Match(GAME, seats=3, seed=seed, options={"mode": "paradoxes"})
        found[present(match)] += 1
        assert line_of_time(match) == str(present(match))
        assert places(match) == [present(match)] * 3
    assert sum((found[n] - 60) ** 2 / 60 for n in range(1, 11)) < 27.9  # 9 degrees of freedom, one in a thousand


def test_a_token_is_laid_in_its_place_by_number_C8_1():
    """The rulebook's example: 4, 7, 2 and 5 are turned up, and event 5 is the present."""
    match = paradox(
        {4: ""}, present=4, pile="7 2 5",
        hands={0: "Q13 S8 M8 F8", 1: "Q8 S13 M9 F9", 2: "Q9 S9 M13 F10"},
    )  # fmt: skip
    lines = []
    for suit in "QSM":
        while match.state.phase == state.RESOLUTION:
            match.play(match.waiting[0], next(a.number for a in match.legal(match.waiting[0]) if suit in a.notation))
        lines.append((line_of_time(match), present(match), places(match)))
        travel(match, {0: "0", 1: "0", 2: "0"})
    assert lines == [("4 7", 7, [7] * 3), ("2 4 7", 2, [2] * 3), ("2 4 5 7", 5, [5] * 3)]


def test_in_the_classic_game_tokens_come_in_order_C8_1():
    match = position(events={1: ""}, hands={0: "Q9 Q10 Q11"})
    lead_on(match)
    assert line_of_time(match) == "1 2"


def test_the_present_left_open_stays_the_present_between_others_C8_1():
    match = paradox(at={0: 7, 1: 4, 2: CONSTANT}, hands={0: "M9 Q9", 1: "S9 Q10", 2: "F9 Q11"})
    assert "event unresolved" in happened(match)
    lead_on(match)
    assert (line_of_time(match), present(match)) == ("2 4 5 7 9", 5)


# --- Travel ----------------------------------------------------------------------


def test_travel_is_in_either_direction_C8_2():
    match = paradox(travel=True, crystals={0: 9, 1: 1, 2: 0})
    assert [may(match, seat) for seat in range(3)] == ["0 1 2 3 +1 +2", "0 1 +1", "0"]


def test_forward_goes_no_further_than_the_last_event_C8_2():
    match = paradox(travel=True, crystals={0: 9, 1: 9, 2: 9}, hands={0: "Q9"})
    with pytest.raises(IllegalAction):
        match.play(0, "travel +3")
    travel(match, {0: "+2", 1: "+1", 2: "2"})
    assert places(match) == [9, 7, 2]
    assert crystals(match) == [7, 8, 7]


def test_back_passes_only_events_that_are_laid_C8_2():
    match = paradox(travel=True, crystals={0: 9, 1: 9, 2: 9}, hands={0: "Q9"})
    travel(match, {0: "1", 1: "3", 2: "0"})
    assert places(match) == [4, CONSTANT, 5]
    assert crystals(match) == [8, 6, 9]


def test_from_the_first_event_of_the_line_one_crystal_leads_to_the_constant_C8_2():
    match = paradox({3: "", 6: "Q8 by 0"}, present=3, travel=True, crystals={0: 9})
    assert may(match, 0) == "0 1 +1"


def test_limits_are_counted_from_where_the_new_token_lies_C8_2():
    """Event 5 is laid between 4 and 7: two events back towards the constant, two forward."""
    match = paradox(
        {2: "Q8 by 0", 4: "S8 by 1", 7: "", 9: "F8 by 2"}, present=7, pile="5", crystals=dict.fromkeys(range(3), 9),
        hands={0: "M9 C7", 1: "M10 C8", 2: "M11 C9"},
    )  # fmt: skip
    play(match, {1: "M10", 2: "M11", 0: "M9"})
    assert (line_of_time(match), present(match)) == ("2 4 5 7 9", 5)
    assert may(match, 0) == "0 1 2 3 +1 +2"
    travel(match, {0: "2", 1: "3", 2: "+1"})
    assert places(match) == [2, CONSTANT, 7]


# --- Resolution ------------------------------------------------------------------


def test_events_after_the_present_are_resolved_first_C8_3():
    match = paradox(at={0: 7, 1: 5, 2: 2}, hands={0: "M9", 1: "F9", 2: "Q9"})
    order = []
    for seat in (0, 1, 2):
        order.append(resolving(match))
        match.play(seat, match.legal(seat)[0].number)
    assert order == [7, 5, 2]


def test_with_somebody_there_the_present_is_not_called_open_C8_3():
    match = paradox(at={0: 7, 1: 5, 2: 2}, hands={0: "M9", 1: "F9", 2: "Q9"})
    assert happened(match) == ["round"]


def test_the_lead_comes_from_the_event_before_by_place_C8_3():
    """Event 4 is before event 5, and event 7 before event 9, whichever is older."""
    assert paradox().waiting == [1]
    assert paradox(at={0: 9, 1: 9, 2: 9}).waiting == [2]


def test_after_the_open_present_the_first_player_leads_C8_3():
    """The event before event 7 is the present, which nobody controls yet (C3.2)."""
    for first in range(3):
        assert paradox(at=dict.fromkeys(range(3), 7), first=first).waiting == [first]


def test_at_the_first_place_of_the_line_the_first_player_leads_C8_3():
    assert paradox({2: "", 4: "S8 by 1", 5: "M8 by 2"}, present=2, first=2).waiting == [2]


def test_an_event_after_the_present_is_an_old_one_C8_3():
    match = paradox(at=dict.fromkeys(range(3), 7), constant="C9", hands={0: "M7 C8", 1: "M9 C7", 2: "M10 C11"})
    assert may(match, 0) == "M7"
    play(match, {0: "M7", 1: "M9", 2: "M10"})
    assert lying(match, 7) == "M8 M10 by 2"


def test_nearest_the_constant_is_by_place_C8_3():
    """Both end with three; seat 1's event 1 was laid last, and is nearest the constant."""
    events = {1: "", 3: "Q8 by 0", 5: "Q9 by 0", 6: "S8 by 1", 7: "S9 by 1", 8: "M8 by 2"}
    match = paradox(events, present=1, at={0: 8}, hands={0: "M13", 1: "F13", 2: "F9"})
    play(match, {0: "M13", 1: "F13", 2: "F9"})
    assert match.over
    assert match.scores == [3, 3, 0]
    assert match.ranks == [2, 1, 3]
