"""T3 A turn."""

import pytest

from tempolude.engine.errors import IllegalAction

from .positions import discards, hand, happened, line, may, next_card, pile, playoff, position, shown


def test_a_card_goes_in_any_gap_of_the_line_T3_1():
    match = position(line="1500 1600", hands={0: "1700", 1: "1800"})
    assert may(match, 0) == ["place 1700 0", "place 1700 1", "place 1700 2"]
    assert may(match, 1) == []


def test_a_player_chooses_among_all_their_cards_T3_1():
    match = position(line="1500", hands={0: "1700 bc500", 1: "1800"})
    assert may(match, 0) == ["place 1700 0", "place 1700 1", "place bc500 0", "place bc500 1"]


def test_a_gap_beyond_the_line_does_not_exist_T3_1():
    match = position(line="1500", hands={0: "1700", 1: "1800"})
    with pytest.raises(IllegalAction):
        match.play(0, "place 1700 2")


def test_a_card_of_another_player_cannot_be_placed_T3_1():
    match = position(line="1500", hands={0: "1700", 1: "1800"})
    with pytest.raises(IllegalAction):
        match.play(0, "place 1800 1")


def test_players_who_are_out_are_passed_over_T3_1():
    match = playoff(4, hands={0: "1600", 1: "1610", 2: "1700", 3: "1800"}, out={0: 4, 2: 3}, first=2)
    assert match.waiting == [3]
    match.play(3, "place 1800 1")
    assert match.waiting == [1]


@pytest.mark.parametrize(
    ("before", "card", "gap", "after"),
    [
        ("1500", "1600", 1, "1500 1600"),
        ("1500", "1400", 0, "1400 1500"),
        ("1500 1700", "1600", 1, "1500 1600 1700"),
        ("bc3000 1", "bc500", 1, "bc3000 bc500 1"),
        ("1500 1600 1700", "1800", 3, "1500 1600 1700 1800"),
    ],
)
def test_a_card_between_an_earlier_and_a_later_one_is_right_T3_2(before, card, gap, after):
    match = position(line=before, hands={0: f"{card} 1900", 1: "1910"})
    match.play(0, f"place {card} {gap}")
    assert line(match) == after
    assert happened(match)[0] == "placed right"


@pytest.mark.parametrize(
    ("before", "card", "gap"),
    [
        ("1500", "1600", 0),
        ("1500", "1400", 1),
        ("1500 1700", "1600", 0),
        ("1500 1700", "1600", 2),
        ("bc3000 1", "bc500", 2),
        ("1500 1600 1700", "1650", 1),
    ],
)
def test_a_card_before_an_earlier_or_after_a_later_one_is_wrong_T3_2(before, card, gap):
    match = position(line=before, hands={0: f"{card} 1900", 1: "1910"})
    match.play(0, f"place {card} {gap}")
    assert line(match) == before
    assert happened(match)[0] == "placed wrong"


@pytest.mark.parametrize("gap", range(5))
def test_cards_of_the_same_year_lie_in_either_order_T3_2(gap):
    """The rulebook's example: right before both cards of 1876, between them, and after both."""
    match = position(line="1796 1876 1876b 1969", hands={0: "1876c 1400", 1: "1410"})
    match.play(0, f"place 1876c {gap}")
    assert happened(match)[0] == ("placed right" if gap in (1, 2, 3) else "placed wrong")


def test_the_next_card_of_that_year_may_go_before_it_T3_2():
    match = position(line="1500", hands={0: "1500b", 1: "1400"})
    match.play(0, "place 1500b 0")
    assert line(match) == "1500b 1500"


def test_a_right_card_stays_with_its_date_shown_T3_3():
    match = position(line="1500", hands={0: "1600 1700", 1: "1800"})
    assert "1600" not in shown(match)
    match.play(0, "place 1600 1")
    assert hand(match, 0) == "1700"
    assert {"1500", "1600"} == shown(match, 1)
    assert happened(match) == ["placed right", "dated"]
    assert match.waiting == [1]


def test_a_wrong_card_is_discarded_with_its_date_shown_and_another_drawn_T3_3():
    match = position(line="1500", hands={0: "1600 1700", 1: "1800"}, pile="1900 1910 1920")
    match.play(0, "place 1600 0")
    assert line(match) == "1500"
    assert discards(match) == "1600"
    assert hand(match, 0) == "1700 1900"
    assert {"1500", "1600"} <= shown(match, 0)
    assert "1900" not in shown(match, 0)
    assert happened(match) == ["placed wrong", "dated", "drawn"]
    assert pile(match) == "1910 1920"
    assert match.waiting == [1]


def test_the_wrong_card_is_not_in_the_pile_from_which_its_player_draws_T3_3():
    match = position(line="1500", hands={0: "1600", 1: "1800"}, pile="1900 1910")
    match.play(0, "place 1600 0")
    assert hand(match, 0) == "1900"
    assert next_card(match) == "1910"


def test_as_soon_as_the_pile_is_empty_the_discards_are_a_new_one_T3_4():
    match = position(line="1500", hands={0: "1600", 1: "1800"}, pile="1900", discards="1400 1410")
    assert {"1400", "1410"} <= shown(match)
    match.play(0, "place 1600 0")
    assert hand(match, 0) == "1900"
    assert pile(match) == "1400 1410 1600"
    assert discards(match) == ""
    assert happened(match) == ["placed wrong", "dated", "drawn", "pile renewed"]
    assert match.events[-1].numbers[0] == 3


def test_dates_of_renewed_cards_are_hidden_again_T3_4():
    match = position(line="1500", hands={0: "1600", 1: "1800"}, pile="1900", discards="1400 1410")
    match.play(0, "place 1600 0")
    for seat in (-1, 0, 1):
        assert shown(match, seat).isdisjoint({"1400", "1410", "1600"})


def test_the_new_pile_is_shuffled_T3_4():
    found = set()
    for number in range(40):
        match = position(line="1500", hands={0: "1600", 1: "1800"}, pile="1900", discards="1400 1410", luck=number)
        match.play(0, "place 1600 0")
        found.add(next_card(match))
    assert found == {"1400", "1410", "1600"}


def test_the_only_discard_becomes_the_pile_T3_4():
    match = position(line="1500", hands={0: "1600", 1: "1800"}, pile="1900")
    match.play(0, "place 1600 0")
    assert (hand(match, 0), pile(match), discards(match)) == ("1900", "1600", "")


def test_without_pile_and_discards_the_very_card_comes_back_T3_4():
    match = position(line="1500", hands={0: "1600", 1: "1800"}, pile="")
    match.play(0, "place 1600 0")
    assert hand(match, 0) == "1600"
    assert (pile(match), discards(match)) == ("", "")
    assert happened(match) == ["placed wrong", "dated", "pile renewed", "drawn"]
    assert "1600" not in shown(match, 0)
    assert match.waiting == [1]


def test_a_right_card_leaves_an_empty_pile_empty_T3_4():
    match = position(line="1500", hands={0: "1600 1610", 1: "1800"}, pile="")
    match.play(0, "place 1600 1")
    assert happened(match) == ["placed right", "dated"]
    assert match.state.piled == 0


def test_in_a_play_off_too_the_pile_is_renewed_as_soon_as_there_are_discards_T3_4():
    match = playoff(hands={0: "1600", 1: "1800"}, pile="")
    match.play(0, "place 1600 0")
    assert (pile(match), discards(match), hand(match, 0)) == ("1600", "", "")
    assert happened(match) == ["placed wrong", "dated", "pile renewed"]
