"""C3.1 to C3.5 Resolution: who takes part, who leads, following suit, crystals, the trick."""

import pytest

from tempolude.engine.errors import IllegalAction, NotWaiting

from .positions import CONSTANT, constant, crystals, discarded, hand, happened, lying, may, play, position, resolving

OLD = {1: "Q8 Q11 by 1", 2: "S8 by 2", 3: ""}


# --- Order -----------------------------------------------------------------------


def test_events_are_resolved_from_the_present_back_C3_1():
    match = position(4, events=OLD, at={0: 1, 1: 3, 2: 2, 3: 3}, hands={0: "Q5", 1: "M9", 2: "S5", 3: "M5"})
    order = []
    for _ in range(4):
        order.append((resolving(match), match.waiting[0]))
        match.play(match.waiting[0], match.legal(match.waiting[0])[0].number)
    assert order == [(3, 3), (3, 1), (2, 2), (1, 0)]


def test_an_event_without_pawns_is_passed_over_C3_1():
    match = position(events=OLD, at={0: 3, 1: 1, 2: 3}, hands={0: "M9", 1: "Q9", 2: "M8"})
    play(match, {2: "M8", 0: "M9"})
    assert resolving(match) == 1


def test_a_player_plays_one_card_a_round_C3_1():
    match = position(
        events=OLD, at={0: 3, 1: 1, 2: CONSTANT}, hands={0: "M9 M10", 1: "Q9 Q10", 2: "M8 M11"}, constant="C7"
    )
    play(match, {0: "M9", 1: "Q9", 2: "M8"})
    assert [hand(match, seat) for seat in range(3)] == ["M10", "Q10", "M11"]


# --- The lead --------------------------------------------------------------------


def test_the_controller_of_the_event_before_leads_C3_2():
    assert position(events={1: "Q8 by 2", 2: ""}).waiting == [2]


def test_else_the_nearest_clockwise_from_the_controller_leads_C3_2():
    """The rulebook's example: Blaise controls event 3 and stands elsewhere, Ada and Camille (seat 3) are at event 4."""
    events = {1: "Q8 by 0", 2: "S8 by 2", 3: "M8 by 1", 4: ""}
    assert position(4, events=events, at={1: 2, 2: 1}).waiting == [3]
    assert position(4, events=events, at={1: 2, 2: 1, 3: 1}).waiting == [0]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_at_the_first_event_the_first_player_leads_C3_2(first):
    assert position(events={1: ""}, first=first).waiting == [first]


def test_at_the_first_event_else_the_nearest_clockwise_C3_2():
    match = position(4, events={1: "Q8 by 1", 2: ""}, at={0: 1, 1: 1, 2: 2, 3: 2}, first=2, hands={0: "Q9", 1: "Q10"})
    assert (resolving(match), match.waiting) == (2, [2])  # Blaise controls event 1, and seat 2 is next clockwise
    match.play(2, match.legal(2)[0].number)
    match.play(3, match.legal(3)[0].number)
    assert (resolving(match), match.waiting) == (1, [0])  # seat 2 has the marker, and seat 0 is next clockwise


def test_the_marker_never_moves_C3_2():
    match = position(
        events={
            1: "",
        },
        first=1,
        hands={0: "Q13 C8", 1: "Q8 C9", 2: "Q9 C10"},
        constant="M9",
    )
    play(match, {1: "Q8", 2: "Q9", 0: "Q13"})
    assert match.state.first == 1


# --- Following -------------------------------------------------------------------


def test_play_goes_clockwise_from_the_lead_C3_3():
    match = position(4, events={1: "Q8 by 2", 2: ""}, hands={0: "M5", 1: "M6", 2: "M7", 3: "M8"})
    play(match, {2: "M7", 3: "M8", 0: "M5", 1: "M6"})


def test_nobody_plays_out_of_turn_C3_3():
    match = position(events={1: ""}, hands={0: "M9", 1: "M10"})
    with pytest.raises(NotWaiting):
        match.play(1, "play M10")


def test_the_leader_of_a_new_event_plays_anything_C3_3():
    assert may(position(events={1: ""}, hands={0: "C9 M9 Q7"}), 0) == "C9 M9 Q7"


def test_whoever_can_follow_must_C3_3():
    match = position(events={1: ""}, hands={0: "Q7", 1: "C9 Q9 Q12 F8"})
    play(match, {0: "Q7"})
    assert may(match, 1) == "Q9 Q12"
    with pytest.raises(IllegalAction):
        match.play(1, "play C9")


def test_whoever_cannot_follow_plays_anything_and_shows_it_C3_3():
    match = position(events={1: ""}, hands={0: "Q7", 1: "C9 S9 F8"}, constant="M9")
    play(match, {0: "Q7"})
    assert may(match, 1) == "C9 S9 F8"
    play(match, {1: "F8"})
    assert list(match.view(2).void[1]) == [0, 0, 0, 1, 0]


def test_the_leader_of_an_old_event_must_follow_too_C3_3():
    match = position(events={1: "Q8 by 1", 2: ""}, at={0: 1, 1: 1, 2: 1}, hands={0: "C9 Q9 F8"}, first=0)
    assert (resolving(match), match.waiting) == (1, [0])
    assert may(match, 0) == "Q9"


def test_the_suit_asked_for_stays_the_suit_first_led_C3_3():
    """The constant's suit won the event, but Quills must still be followed."""
    match = position(events={1: "Q8 C9 by 1", 2: ""}, at={0: 1, 1: 1, 2: 1}, hands={0: "C10 Q9", 1: "C11 Q10"})
    assert may(match, 0) == "Q9"
    play(match, {0: "Q9"})
    assert may(match, 1) == "Q10"


# --- Crystals --------------------------------------------------------------------


def test_a_low_follower_gains_a_crystal_C3_4():
    match = position(events={1: ""}, hands={0: "Q9", 1: "Q7", 2: "Q8"}, constant="M9", round=10)
    play(match, {0: "Q9", 1: "Q7"})
    assert crystals(match) == [0, 1, 0]
    assert happened(match) == ["card played", "crystal gained"]


def test_the_highest_gains_none_C3_4():
    match = position(events={1: ""}, hands={0: "Q9", 1: "Q12", 2: "Q8"})
    play(match, {0: "Q9", 1: "Q12"})
    assert crystals(match) == [0, 0, 0]


def test_a_card_is_measured_against_those_played_this_round_C3_4():
    match = position(4, events={1: ""}, hands={0: "Q6", 1: "Q12", 2: "Q11", 3: "Q13"})
    play(match, {0: "Q6", 1: "Q12", 2: "Q11"})
    assert crystals(match) == [0, 0, 1, 0]


def test_a_card_of_another_suit_gains_none_C3_4():
    match = position(events={1: ""}, hands={0: "Q9", 1: "M7", 2: "C7"})
    play(match, {0: "Q9", 1: "M7"})
    assert crystals(match) == [0, 0, 0]


def test_the_lead_card_of_an_old_event_counts_C3_4():
    """It was beaten by a Cog, so the lead card is the highest Quill."""
    match = position(events={1: "Q9 C7 by 2", 2: ""}, at={0: 1, 1: 1}, hands={0: "Q7", 1: "Q10", 2: "M9"})
    play(match, {2: "M9", 0: "Q7", 1: "Q10"})
    assert crystals(match)[:2] == [1 + 2, 0 + 2]  # and two from the flow of time


def test_the_winning_card_of_an_old_event_counts_C3_4():
    """The rulebook's example: a crystal for a card below the 11, none above it."""
    match = position(
        4, events={1: "M8 by 0", 2: "M9 by 3", 3: "Q8 Q11 by 0", 4: ""}, at={0: 1, 1: 3, 2: 3, 3: 1},
        hands={0: "M5", 1: "Q9", 2: "Q12", 3: "M6"},
    )  # fmt: skip
    match.play(1, "play Q9")
    assert crystals(match) == [0, 1, 0, 0]
    match.play(2, "play Q12")
    assert crystals(match) == [0, 1, 0, 0]


# --- The trick -------------------------------------------------------------------


def test_the_highest_of_the_suit_asked_for_takes_the_trick_C3_5():
    match = position(events={1: ""}, hands={0: "Q9", 1: "Q12", 2: "F13"}, constant="M9")
    play(match, {0: "Q9", 1: "Q12", 2: "F13"})
    assert lying(match, 1) == "Q9 Q12 by 1"
    assert discarded(match) == "F13"


def test_the_highest_of_the_constants_suit_takes_it_before_that_C3_5():
    match = position(4, events={1: ""}, hands={0: "Q9", 1: "M5", 2: "Q13", 3: "M7"}, constant="M9")
    play(match, {0: "Q9", 1: "M5", 2: "Q13", 3: "M7"})
    assert lying(match, 1) == "Q9 M7 by 3"
    assert discarded(match) == "M5 Q13"


def test_a_lead_card_that_wins_lies_there_alone_C3_5():
    match = position(events={1: ""}, hands={0: "Q9", 1: "Q7", 2: "F13"}, constant="M9")
    play(match, {0: "Q9", 1: "Q7", 2: "F13"})
    assert lying(match, 1) == "Q9 by 0"
    assert discarded(match) == "Q7 F13"


def test_a_disc_is_put_on_the_event_C3_5():
    match = position(events={1: "S8 by 1", 2: ""}, hands={0: "Q9", 1: "Q7", 2: "Q13"}, constant="M9")
    play(match, {1: "Q7", 2: "Q13", 0: "Q9"})
    assert match.scores == [0, 1, 1]
    assert happened(match)[:2] == ["card played", "crystal gained"]
    assert "event taken" in happened(match)


def test_what_is_discarded_lies_face_up_C3_5():
    match = position(events={1: ""}, hands={0: "Q9", 1: "Q7", 2: "F13"}, constant="M9")
    play(match, {0: "Q9", 1: "Q7", 2: "F13"})
    assert list(match.view(-1).discard) == list(match.state.discard)
    assert constant(match) == "M9"
