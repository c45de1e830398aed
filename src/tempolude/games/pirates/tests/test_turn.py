"""P3 A turn."""

import pytest

from tempolude.engine.errors import IllegalAction

from .positions import (
    CALIPHS,
    CLASSICAL,
    FUTURE,
    MOON,
    PYRAMIDS,
    REVOLUTIONS,
    SAIL,
    begin_turn,
    discards,
    hand,
    happened,
    lying,
    may,
    position,
)

# --- With the police -------------------------------------------------------------


def caught(objects, **more):
    match = position(hands={0: objects}, police=PYRAMIDS, **more)
    begin_turn(match, 0)
    return match


def test_the_police_is_looked_for_at_the_start_of_a_turn_P3_1():
    match = position(turn=2, due=1, at=(REVOLUTIONS, CLASSICAL, CALIPHS), police=REVOLUTIONS, hands={0: "B"})
    match.play(2, "gate 1")
    assert hand(match, 0) == ""
    assert may(match, 0) == ["gate 1", "gate 2"]


def test_one_of_the_most_frequent_colour_and_all_white_are_lost_P3_2():
    match = caught("B B B R R R G W W")
    assert hand(match, 0) == "B B B R R R G"
    assert may(match, 0) == ["give B", "give R"]
    match.play(0, "give R")
    assert hand(match, 0) == "B B B R R G"
    assert discards(match) == "R W W"


def test_who_is_caught_chooses_which_object_of_that_colour_P3_2():
    match = caught("B B* B<> R R")
    assert may(match, 0) == ["give B", "give B*", "give B<>"]


def test_an_object_that_leaves_no_choice_is_lost_at_once_P3_2():
    match = caught("B B R")
    assert hand(match, 0) == "B R"
    assert may(match, 0) == ["gate 1", "gate 2"]


def test_white_is_no_colour_P3_2():
    match = caught("W W W B")
    assert hand(match, 0) == ""
    assert discards(match) == "B W W W"


def test_who_has_nothing_loses_nothing_P3_2():
    match = caught("")
    assert discards(match) == ""
    assert may(match, 0) == ["gate 1", "gate 2"]


def test_who_is_caught_must_flee_through_a_gate_and_no_atomic_object_helps_P3_2():
    match = caught("B* B* R*")
    assert may(match, 0) == ["gate 1", "gate 2"]
    match.play(0, "gate 2")
    assert match.state.at[0] == SAIL


def test_flight_is_the_first_standard_action_and_one_more_follows_P3_2():
    match = caught("B B", epochs={CLASSICAL: "G"})
    match.play(0, "gate 1")
    assert match.state.at[0] == CLASSICAL
    match.play(0, "take G")
    assert match.waiting == [1]


def test_no_restocking_after_being_caught_P3_2():
    match = caught("")
    match.play(0, "gate 1")
    assert may(match, 0, "restock") == []


# --- Otherwise -------------------------------------------------------------------


def test_restocking_comes_first_or_not_at_all_P3_3():
    match = position(epochs={PYRAMIDS: "B R"})
    assert may(match, 0, "restock")
    match.play(0, "take B")
    assert may(match, 0, "restock") == []


def test_a_special_action_first_is_doing_without_a_restock_P3_3():
    match = position(hands={0: "B*"})
    match.play(0, "jump B* 4")
    assert may(match, 0, "restock") == []


def test_one_epoch_is_restocked_then_two_actions_come_P3_3():
    match = position(epochs={PYRAMIDS: "B R"})
    match.play(0, "restock 6")
    assert may(match, 0, "restock") == []
    match.play(0, "take B")
    match.play(0, "take R")
    assert match.waiting == [1]


def test_the_same_standard_action_twice_P3_4():
    match = position()
    match.play(0, "gate 1")
    match.play(0, "gate 1")
    assert match.state.at[0] == CALIPHS
    assert match.waiting == [1]


def test_an_object_is_taken_from_ones_own_epoch_P3_4():
    match = position(epochs={PYRAMIDS: "B B* W", CLASSICAL: "G"})
    assert may(match, 0, "take") == ["take B", "take B*", "take W"]
    match.play(0, "take W")
    assert hand(match, 0) == "W"
    assert lying(match, PYRAMIDS) == "B B*"


def test_objects_alike_are_one_choice_P3_4():
    assert may(position(epochs={PYRAMIDS: "B B B"}), 0, "take") == ["take B"]


def test_a_gate_is_always_there_so_actions_must_be_done_P3_4():
    match = position()
    assert may(match, 0, "gate") == ["gate 1", "gate 2"]
    with pytest.raises(IllegalAction):
        match.play(0, "end")


@pytest.mark.parametrize("epoch", range(7))
def test_after_a_sale_the_pawn_goes_to_any_epoch_P3_4(epoch):
    match = position(hands={0: "B B"}, police=MOON)
    match.play(0, "sell B2")
    assert len(may(match, 0)) == 7
    match.play(0, f"put {epoch}")
    assert match.state.at[0] == epoch
    assert match.state.due == 1


# --- Special actions -------------------------------------------------------------


def test_an_atomic_object_jumps_to_any_other_epoch_P3_5():
    match = position(hands={0: "G*"})
    assert may(match, 0, "jump") == [f"jump G* {epoch}" for epoch in range(1, 7)]
    match.play(0, "jump G* 6")
    assert match.state.at[0] == FUTURE
    assert discards(match) == "G*"
    assert match.state.due == 2


def test_special_actions_come_before_between_and_after_standard_ones_P3_5():
    match = position(hands={0: "B* G* R*"})
    match.play(0, "jump B* 4")
    match.play(0, "gate 1")
    match.play(0, "jump G* 0")
    match.play(0, "gate 1")
    assert match.waiting == [0]
    assert may(match, 0, "gate") == []
    match.play(0, "jump R* 5")
    assert match.state.at[0] == MOON
    assert match.waiting == [1]


def test_a_turn_ends_by_itself_when_nothing_more_can_be_done_P3_5():
    match = position(due=1, hands={0: "B W"})
    match.play(0, "gate 1")
    assert match.waiting == [1]


def test_who_can_still_do_something_says_when_the_turn_is_over_P3_5():
    match = position(due=1, hands={0: "B*"})
    match.play(0, "gate 1")
    assert match.waiting == [0]
    match.play(0, "end")
    assert match.waiting == [1]
    assert hand(match, 0) == "B*"


def test_special_actions_are_possible_after_flight_P3_5():
    match = caught("B* G G")
    match.play(0, "gate 1")
    assert may(match, 0, "jump")


def test_a_double_arrow_is_given_for_an_object_of_an_opponent_P3_5():
    match = position(hands={0: "B<>", 1: "R W", 2: "G"})
    assert may(match, 0, "swap") == ["swap B<> 1 R", "swap B<> 1 W", "swap B<> 2 G"]
    match.play(0, "swap B<> 1 W")
    assert hand(match, 0) == "W"
    assert hand(match, 1) == "B<> R"


def test_an_opponent_without_objects_cannot_swap_P3_5():
    match = position(due=1, hands={0: "B<>"})
    assert may(match, 0, "swap") == []
    match.play(0, "gate 1")
    assert match.waiting == [1]


def test_only_an_object_they_had_before_is_taken_P3_5():
    match = position(hands={0: "B<>", 1: "R"})
    assert may(match, 0, "swap") == ["swap B<> 1 R"]


def test_an_arrow_got_by_a_swap_is_not_given_in_the_same_turn_P3_5():
    match = position(hands={0: "B<>", 1: "R<>", 2: "G"})
    match.play(0, "swap B<> 1 R<>")
    assert hand(match, 0) == "R<>"
    assert may(match, 0, "swap") == []
    match.play(0, "gate 1")
    match.play(0, "gate 1")
    begin_turn(match, 0)
    assert may(match, 0, "swap") == ["swap R<> 1 B<>", "swap R<> 2 G"]


def test_of_two_arrows_alike_one_got_by_a_swap_the_other_is_still_given_P3_5():
    match = position(hands={0: "B<> R<>", 1: "B<> O"})
    match.play(0, "swap R<> 1 B<>")
    assert hand(match, 0) == "B<> B<>"
    match.play(0, "swap B<> 1 O")
    assert hand(match, 0) == "B<> O"
    assert may(match, 0, "swap") == []


def test_an_arrow_taken_from_an_epoch_is_given_in_the_same_turn_P3_5():
    match = position(hands={1: "R"}, epochs={PYRAMIDS: "V<>"})
    match.play(0, "take V<>")
    assert may(match, 0, "swap") == ["swap V<> 1 R"]


def test_an_atomic_object_got_by_a_swap_is_used_in_the_same_turn_P3_5():
    match = position(hands={0: "B<>", 1: "R*"})
    match.play(0, "swap B<> 1 R*")
    assert may(match, 0, "jump")


def test_of_two_arrows_alike_a_sale_takes_the_one_that_could_not_be_swapped_P3_5():
    match = position(hands={0: "B<> R<> B", 1: "B<> O"})
    match.play(0, "swap R<> 1 B<>")
    match.play(0, "sell B2")
    match.play(0, "give B<>")
    match.play(0, "give B")
    match.play(0, "put 0")
    assert hand(match, 0) == "B<>"
    assert may(match, 0, "swap") == ["swap B<> 1 O", "swap B<> 1 R<>"]


def test_meeting_the_police_during_a_turn_does_nothing_P3_6():
    match = position(police=CLASSICAL, hands={0: "B R W"})
    match.play(0, "gate 1")
    assert match.state.at[0] == match.state.police
    assert hand(match, 0) == "B R W"
    assert "caught" not in happened(match)


def test_pawns_share_an_epoch_P3_6():
    match = position()
    match.play(0, "gate 1")
    assert match.state.at[0] == match.state.at[1] == CLASSICAL
