"""P4 Selling."""

from itertools import permutations

import pytest

from tempolude.engine.errors import IllegalAction

from .positions import discards, hand, happened, may, owned, position


def sell(match, text, *given):
    """Sell for a contract, hand in these objects one after another, and land on epoch 0."""
    match.play(0, f"sell {text}")
    for word in given:
        match.play(0, f"give {word}")
    match.play(0, "put 0")


def test_a_coloured_contract_takes_exactly_its_cost_in_objects_of_its_colour_P4_1():
    match = position(hands={0: "B B B B B B G"})
    sell(match, "B5")
    assert owned(match, 0) == "B5"
    assert hand(match, 0) == "B G"
    assert discards(match) == "B B B B B"


def test_too_few_objects_buy_nothing_P4_1():
    match = position(hands={0: "B B B G"})
    assert may(match, 0, "sell") == ["sell B2", "sell B3"]
    with pytest.raises(IllegalAction):
        match.play(0, "sell B4")


def test_the_blue_contract_of_6_points_for_3_blue_and_2_white_P4_1():
    match = position(hands={0: "B B B W W"})
    sell(match, "B5")
    assert owned(match, 0) == "B5"
    assert hand(match, 0) == ""


def test_the_white_contract_of_3_points_for_blue_green_orange_and_violet_P4_1():
    match = position(hands={0: "B G O V"})
    sell(match, "W4")
    assert owned(match, 0) == "W4"
    assert discards(match) == "B O G V"


def test_a_white_contract_takes_different_colours_P4_1():
    match = position(hands={0: "B B B B R"})
    assert "sell W3" not in may(match, 0, "sell")


def test_a_joker_stands_for_a_colour_not_among_the_others_P4_1():
    match = position(hands={0: "B R O W"})
    sell(match, "W4")
    assert hand(match, 0) == ""


def test_several_jokers_in_a_white_contract_P4_1():
    match = position(hands={0: "B B W W"})
    assert "sell W3" in may(match, 0, "sell")
    assert "sell W4" not in may(match, 0, "sell")


def test_white_objects_alone_pay_too_P4_1():
    match = position(hands={0: "W W W"})
    assert may(match, 0, "sell") == [f"sell {colour}{cost}" for colour in "BORGV" for cost in (2, 3)] + ["sell W3"]


def test_a_contract_is_there_once_and_white_ones_four_times_P4_1():
    match = position(hands={0: "B B B G R"}, contracts={1: "B2 W3 W3 W3", 2: "B3"})
    assert may(match, 0, "sell") == ["sell W3"]
    match = position(hands={0: "B B B G R"}, contracts={1: "B2 W3 W3 W3", 2: "B3 W3"})
    assert may(match, 0, "sell") == []


def test_who_sells_chooses_which_objects_go_P4_2():
    match = position(hands={0: "B B* B<> W"})
    match.play(0, "sell B2")
    assert may(match, 0) == ["give B", "give B*", "give B<>", "give W"]
    match.play(0, "give W")
    match.play(0, "give B")
    match.play(0, "put 0")
    assert hand(match, 0) == "B* B<>"
    assert discards(match) == "B W"


def test_objects_that_leave_no_choice_go_by_themselves_P4_2():
    match = position(hands={0: "B B B G"})
    match.play(0, "sell B2")
    assert "give" not in may(match, 0)[0]
    assert hand(match, 0) == "B G"


def test_when_all_must_go_they_go_by_themselves_P4_2():
    match = position(hands={0: "B B* W R"})
    match.play(0, "sell B3")
    assert may(match, 0, "put")
    assert hand(match, 0) == "R"


def test_the_rest_goes_by_itself_once_it_leaves_no_choice_P4_2():
    match = position(hands={0: "B B B B*"})
    match.play(0, "sell B3")
    match.play(0, "give B*")
    assert may(match, 0, "put")
    assert hand(match, 0) == "B"


def test_for_a_white_contract_a_colour_goes_once_P4_2():
    match = position(hands={0: "B B* R G O"})
    match.play(0, "sell W3")
    match.play(0, "give B*")
    assert may(match, 0) == ["give O", "give R", "give G"]


def test_which_form_of_a_colour_goes_is_chosen_even_if_the_colour_must_P4_2():
    match = position(hands={0: "B B* R G"})
    match.play(0, "sell W3")
    assert "give B" in may(match, 0)
    assert "give B*" in may(match, 0)
    match.play(0, "give B*")
    assert hand(match, 0) == "B"


@pytest.mark.parametrize("order", list(permutations(["B*", "W", "B<>"])))
def test_objects_are_handed_in_in_any_order_P4_2(order):
    match = position(hands={0: "B B B* B<> W W"})
    sell(match, "B3", *order)
    assert hand(match, 0) == "B B W"


@pytest.mark.parametrize("contract", ["B2", "B3", "B4", "R2", "W3", "W4", "W5"])
def test_whichever_objects_go_the_contract_can_be_paid_P4_2(contract):
    """Follow every way to hand in objects: none leads to a dead end, and each costs what it must."""
    start = position(hands={0: "B B* B<> R R* G W W"})
    start.play(0, f"sell {contract}")
    open_positions, ends = [start.state], set()
    while open_positions:
        start.state.become(open_positions.pop())
        before = start.state.copy()
        actions = start.way.legal(before, 0)
        assert actions
        for action in actions:
            s = before.copy()
            start.way.play(s, 0, action)
            if s.owing == 0:
                ends.add(bytes(s.hand[0]))
                assert sum(s.hand[0]) == 8 - int(contract[1])
            else:
                open_positions.append(s)
    assert ends


def test_a_sale_is_one_standard_action_P4_2():
    match = position(hands={0: "B B R R"})
    sell(match, "B2")
    sell(match, "R2")
    assert owned(match, 0) == "B2 R2"
    assert match.waiting == [1]


def test_every_step_of_a_sale_can_be_taken_back_P4_2():
    match = position(hands={0: "B B* B<> W"}, due=1)
    begin = match.state.tobytes()
    for text in ("sell B2", "give W", "give B*", "put 5"):
        match.play(0, text)
    assert match.waiting == [1]
    for _ in range(4):
        match.undo(0)
    assert match.state.tobytes() == begin


def test_the_log_says_what_was_handed_in_and_for_what_P4_2():
    match = position(hands={0: "B B B W W"})
    match.play(0, "sell B5")
    assert happened(match) == ["paid", "bought"]
    assert [str(line) for line in match.story()][-2:] == [
        "Ada hands in three blue objects and two white objects.",
        "Ada gets the 6-point blue contract.",
    ]
