"""Positions of Hearts, each named after the rule it is about."""

from collections import Counter

import pytest
from hearts import rules, state
from hearts.names import card_of, code
from positions import dealt, late, match, may, play

from tempolude.engine.errors import IllegalAction
from tempolude.engine.state import NONE

# --- Cards -----------------------------------------------------------------------


def test_a_pack_has_four_suits_of_thirteen_ranks_each_with_a_code_H1_1_H1_2():
    codes = [code(card) for card in range(state.CARDS)]
    assert len(set(codes)) == 52
    assert [card_of(text) for text in codes] == list(range(52))
    assert (codes[0], codes[21], codes[36], codes[51]) == ("2C", "10D", "QS", "AH")
    assert [state.suit(card) for card in (NONE, 0, 12, 13, 36, 39, 51)] == [NONE, 0, 0, 1, 2, 3, 3]


def test_everybody_is_dealt_thirteen_cards_in_order_H1_3():
    s = match().state
    assert sorted(card for hand in s.hand for card in hand) == list(range(52))
    assert all(list(hand) == sorted(hand) for hand in s.hand)


def test_any_card_can_be_dealt_to_anybody_H1_3():
    owners = Counter(seat for seed in range(200) for seat in range(4) if 36 in match(seed=seed).state.hand[seat])
    assert set(owners) == {0, 1, 2, 3}
    assert max(owners.values()) < 80


# --- Passing ---------------------------------------------------------------------


def test_cards_go_left_right_across_and_nowhere_in_turn_H2_1():
    m = match(length="100")
    found = {}
    while not m.over and len(found) < 6:
        found[m.state.deal] = m.state.direction
        seat = m.waiting[0]
        m.play(seat, m.way.legal(m.state, seat)[0])
    assert list(found.values()) == [state.LEFT, state.RIGHT, state.ACROSS, state.NOBODY_PASSES, state.LEFT, state.RIGHT]


@pytest.mark.parametrize(("direction", "receiver"), [(state.LEFT, 1), (state.ACROSS, 2), (state.RIGHT, 3)])
def test_three_cards_go_to_the_player_in_that_direction_H2_1(direction, receiver):
    m = dealt({0: "QS KS AS"}, direction=direction)
    play(m, "QS KS AS", seat=0)
    for seat in (1, 2, 3):
        for _ in range(3):
            m.play(seat, m.way.legal(m.state, seat)[-1])
    assert {36, 37, 38} <= set(m.state.hand[receiver])
    assert list(m.state.received[receiver]) == [36, 37, 38]


def test_all_choose_at_once_and_nobody_sees_what_others_chose_H2_2():
    m = dealt({0: "QS KS AS"}, direction=state.LEFT)
    assert m.waiting == [0, 1, 2, 3]
    play(m, "QS KS", seat=0)
    assert m.waiting == [0, 1, 2, 3]
    play(m, "AS", seat=0)
    assert m.waiting == [1, 2, 3]
    assert list(m.view(0).passed[0]) == [36, 37, 38]
    assert list(m.view(1).passed[0]) == list(m.view(-1).passed[0]) == [NONE] * 3
    assert m.view(1).held[0] == 10


def test_a_choice_can_be_undone_until_all_have_chosen_H2_2():
    m = dealt({0: "QS KS AS"}, direction=state.LEFT)
    play(m, "QS", seat=0)
    m.undo(0)
    assert 36 in m.state.hand[0]
    assert m.state.passed[0][0] == NONE


def test_nobody_takes_up_cards_before_all_have_chosen_and_only_two_know_them_H2_3():
    m = dealt({0: "QS KS AS", 1: "2H 3H 4H", 2: "5H 6H 7H", 3: "2D 3D 4D"}, direction=state.LEFT)
    for seat, text in enumerate(("QS KS AS", "2H 3H 4H", "5H 6H 7H")):
        play(m, text, seat=seat)
    assert 36 not in m.state.hand[1]
    play(m, "2D 3D 4D", seat=3)
    assert list(m.view(1).received[1]) == [36, 37, 38]
    assert list(m.view(0).received[0]) == [card_of("2D"), card_of("3D"), card_of("4D")]
    assert not {36, 37, 38} & {card for event in m.view(2).events for card in event[2:5] if event[0] == state.GIVEN}
    told = [" ".join(str(line) for line in m.story(seat, "en")) for seat in (-1, 0, 1, 2)]
    assert ["queen of spades" in text for text in told] == [False, True, True, False]


def test_cards_are_never_passed_where_the_table_says_so_H2_4():
    m = match(passing="never")
    assert m.state.direction == state.NOBODY_PASSES
    assert m.state.phase == state.PLAYING


# --- Play ------------------------------------------------------------------------


def test_the_two_of_clubs_is_led_by_its_holder_H3_1():
    m = dealt({2: "2C AC 3D"})
    assert m.waiting == [2]
    assert may(m, 2) == "2C"


def test_everybody_must_follow_suit_clockwise_H3_2():
    m = dealt({0: "2C", 1: "3C KC 5D"})
    play(m, "2C")
    assert m.waiting == [1]
    assert may(m, 1) == "3C KC"
    with pytest.raises(IllegalAction):
        play(m, "5D")


def test_whoever_cannot_follow_plays_anything_and_is_known_to_lack_the_suit_H3_2():
    m = late(["2D 3D", "4C 5H", "5D 6D", "7D 8D"])
    play(m, "2D")
    assert may(m, 1) == "4C 5H"
    play(m, "5H")
    assert m.state.lacks[1][state.DIAMONDS]
    assert not m.state.lacks[1][state.CLUBS]


def test_hearts_are_not_led_until_broken_H3_3():
    m = late(["2D 3H", "4D 5H", "5D 6D", "7D 8D"])
    assert may(m, 0) == "2D"
    assert may(late(["2D 3H", "4D 5H", "5D 6D", "7D 8D"], broken=True), 0) == "2D 3H"


@pytest.mark.parametrize("card", ["5H", "QS"])
def test_a_heart_or_the_queen_of_spades_breaks_hearts_H3_3(card):
    m = late(["2D 3D", f"4C {card}", "5D 6D", "7D 8D"])
    play(m, f"2D {card}")
    assert m.state.broken


def test_nothing_but_hearts_may_lead_one_and_tells_so_H3_3():
    m = late(["2H 3H", "4D 5H", "5D 6D", "7D 8D"])
    assert may(m, 0) == "2H 3H"
    play(m, "2H")
    assert list(m.state.lacks[0]) == [1, 1, 1, 0, 1]


def test_the_queen_must_be_led_before_unbroken_hearts_H3_3():
    assert may(late(["QS 3H 4H", "4D 5H 9C", "5D 6D 8C", "7D 8D 7C"]), 0) == "QS"


def test_no_points_in_the_first_trick_H3_4():
    m = dealt({0: "2C", 1: "QS 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH 3D"})
    play(m, "2C")
    assert may(m, 1) == "3D"


def test_points_in_the_first_trick_if_there_is_nothing_else_which_all_then_know_H3_4():
    m = dealt({0: "2C", 1: "QS 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"})
    play(m, "2C")
    assert may(m, 1) == "QS 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
    play(m, "2H")
    assert list(m.state.lacks[1]) == [1, 1, 1, 0, 0]


def test_the_highest_card_of_the_suit_led_takes_the_trick_H3_5():
    m = late(["9D 3D", "AC 5H", "JD 6D", "AS 8C"])
    play(m, "9D AC JD AS")
    assert list(m.state.tricks) == [0, 0, 1, 0]


def test_whoever_takes_a_trick_leads_and_it_can_be_looked_at_H3_6():
    m = late(["9D 3D", "AC 5H", "JD 6D", "AS 8C"])
    play(m, "9D AC JD AS")
    assert m.waiting == [2]
    assert [code(card) for card in m.state.last] == ["9D", "AC", "JD", "AS"]


# --- Scoring ---------------------------------------------------------------------


def test_a_heart_counts_one_and_the_queen_of_spades_thirteen_H4_1():
    assert sum(state.worth(card) for card in range(52)) == 26
    assert state.worth(NONE) == 0
    m = late(["9S 3D", "QS 5H", "JD 6D", "2H 8D"], broken=True)
    play(m, "9S QS JD 2H")
    assert list(m.state.points) == [0, 14, 0, 0]
    assert m.state.queen == 1


def test_taking_all_points_shoots_the_moon_H4_2():
    m = late(["AH", "2H", "3H", "4H"], broken=True, points=(22, 0, 0, 0), length="deal")
    play(m, "AH 2H 3H 4H")
    assert m.scores == [0, 26, 26, 26]
    assert list(m.state.moons) == [1, 0, 0, 0]
    assert m.ranks == [1, 2, 2, 2]


def test_all_but_one_point_is_no_moon_H4_2():
    m = late(["AH", "2H", "3H", "4H"], broken=True, points=(21, 1, 0, 0), length="deal")
    play(m, "AH 2H 3H 4H")
    assert m.scores == [25, 1, 0, 0]


def test_the_points_of_every_deal_are_added_H4_3():
    m = late(["AH", "2H", "3H", "4H"], broken=True, points=(0, 9, 13, 0), totals=(5, 10, 20, 30))
    play(m, "AH 2H 3H 4H")
    assert list(m.state.total) == [9, 19, 33, 30]
    assert m.state.deal == 2
    assert list(m.state.points) == [0, 0, 0, 0]


# --- End -------------------------------------------------------------------------


@pytest.mark.parametrize(("length", "total", "over"), [("100", 95, False), ("100", 96, True), ("50", 46, True)])
def test_the_match_ends_when_somebody_reaches_the_points_H5_1(length, total, over):
    m = late(["AH", "2H", "3H", "4H"], broken=True, points=(0, 9, 13, 0), totals=(total, 0, 0, 0), length=length)
    play(m, "AH 2H 3H 4H")
    assert bool(m.over) is over


def test_a_single_deal_draws_its_direction_by_lot_H5_2():
    assert {match(seed=seed, length="deal").state.direction for seed in range(40)} == {0, 1, 2, 3}
    m = match(length="deal")
    while not m.over:
        seat = m.waiting[0]
        m.play(seat, m.way.legal(m.state, seat)[0])
    assert m.state.deal == 1


def test_the_fewest_points_win_and_equals_share_the_victory_H5_3():
    m = late(["AH", "2H", "3H", "4H"], broken=True, points=(0, 9, 13, 0), totals=(100, 0, 0, 9))
    play(m, "AH 2H 3H 4H")
    assert m.scores == [104, 9, 13, 9]
    assert m.ranks == [4, 1, 3, 1]


def test_no_match_is_longer_than_it_says_H5_1():
    assert rules.longest(4, {"length": "100", "passing": "turns"}) == 16 * 64
    assert rules.longest(4, {"length": "deal", "passing": "never"}) == 52
