"""C4 The constant."""

from tempolude.games.contretemps import state

from .positions import CONSTANT, constant, discarded, hand, happened, lying, may, play, position, travel

EVENTS = {1: "Q8 by 2", 2: ""}
ALL = dict.fromkeys(range(4), CONSTANT)


def test_whoever_stands_at_the_constant_chooses_after_the_events_C4_1():
    match = position(events=EVENTS, at={0: CONSTANT}, hands={0: "Q9 F9", 1: "F8 M7", 2: "F7 M8"}, constant="M9")
    assert match.waiting == [2]
    play(match, {2: "F7", 1: "F8"})
    assert (match.state.phase, match.waiting) == (state.CONSTANT, [0])
    assert may(match, 0) == "Q9 F9"


def test_one_alone_sets_the_constant_C4_1():
    match = position(events=EVENTS, at={0: CONSTANT}, hands={0: "Q9 F9", 1: "F8 M7", 2: "F7 M8"}, constant="M13")
    play(match, {2: "F7", 1: "F8", 0: "Q9"})
    assert constant(match) == "Q9"  # lower than the old one, which does not matter
    assert discarded(match) == "M13"  # the events keep F7, which was led, and F8, which took event 2
    assert hand(match, 0) == "F9"


def test_the_highest_value_becomes_the_constant_whatever_its_suit_C4_1():
    match = position(4, events=EVENTS, at=ALL, hands={0: "C12 M5", 1: "F11 M6", 2: "C7 M7", 3: "F13 M8"})
    play(match, {0: "C12", 1: "F11", 2: "C7", 3: "F13"})
    assert constant(match) == "F13"
    assert discarded(match) == "C7 C12 C13 F11"
    assert happened(match)[1:6] == ["card offered"] * 4 + ["constant changed"]


def test_the_first_of_the_offers_can_be_the_highest_C4_1():
    match = position(4, events=EVENTS, at=ALL, hands={0: "C12 M5", 1: "F11 M6", 2: "Q11 M7", 3: "F5 M8"})
    play(match, {3: "F5", 2: "Q11", 1: "F11", 0: "C12"})
    assert constant(match) == "C12"  # the two 11s are equal, but not the highest


def test_a_tie_below_the_highest_does_not_matter_C4_1():
    match = position(4, events=EVENTS, at=ALL, hands={0: "F11 M5", 1: "Q11 M6", 2: "C12 M7", 3: "F5 M8"})
    play(match, {0: "F11", 1: "Q11", 2: "C12", 3: "F5"})
    assert constant(match) == "C12"


def test_nobody_there_nothing_is_asked_C4_1():
    match = position(events={1: ""}, hands={0: "Q9 M7", 1: "Q7 M8", 2: "Q8 M10"}, constant="M9")
    play(match, {0: "Q9", 1: "Q7", 2: "Q8"})
    assert match.state.phase == state.TRAVEL
    assert constant(match) == "M9"


def test_the_new_constant_counts_from_the_next_round_on_C4_1():
    """Flames take the present after seat 0 has made them the constant."""
    match = position(
        events=EVENTS, at={0: CONSTANT}, hands={0: "F13 S9", 1: "M7 S8", 2: "M8 F7"}, constant="C13", crystals={0: 9}
    )
    play(match, {2: "M8", 1: "M7", 0: "F13"})
    travel(match, {0: "0", 1: "0", 2: "0"})
    play(match, {2: "F7", 0: "S9", 1: "S8"})
    assert lying(match, 3) == "F7 by 2"


def test_a_tie_for_highest_leaves_no_constant_C4_2():
    """The rulebook's example, with seats 0, 2 and 1."""
    match = position(4, events=EVENTS, at={0: 0, 1: 0, 2: 0}, hands={0: "M12 S5", 1: "C9 S6", 2: "F12 S7", 3: "Q9 S8"})
    play(match, {3: "Q9", 0: "M12", 2: "F12", 1: "C9"})
    assert constant(match) == ""
    assert discarded(match) == "C9 C13 M12 F12"
    assert "constant lost" in happened(match)


def test_with_no_constant_no_suit_beats_the_others_C4_2():
    match = position(events={1: ""}, hands={0: "Q7", 1: "C12", 2: "M13"}, constant=None)
    play(match, {0: "Q7", 1: "C12", 2: "M13"})
    assert lying(match, 1) == "Q7 by 0"


def test_someone_can_set_a_constant_again_C4_2():
    match = position(events=EVENTS, at={0: CONSTANT}, hands={0: "Q9 F9", 1: "F8 M7", 2: "F7 M8"}, constant=None)
    play(match, {2: "F7", 1: "F8", 0: "Q9"})
    assert constant(match) == "Q9"
    assert discarded(match) == ""


def test_results_stand_until_an_event_is_resolved_again_C4_2():
    match = position(4, events={1: "Q8 M9 by 2", 2: ""}, at=ALL, constant="M13", hands={0: "C9", 1: "S9", 2: "F9"})
    before = lying(match, 1)
    play(match, {0: "C9", 1: "S9", 2: "F9"})
    match.play(3, match.legal(3)[0].number)
    assert lying(match, 1) == before == "Q8 M9 by 2"
