"""P6 Score."""

from random import Random

import pytest

from tempolude.engine.match import Match
from tempolude.engine.state import ENDED, LIMIT
from tempolude.games.pirates.meta import GAME
from tempolude.games.pirates.state import ACTIONS, END_TURN, GATE, JUMP, RESTOCK, SELL, SWAP, TAKE

from .positions import FUTURE, begin_turn, happened, may, owned, position


def last_year(contracts, seats=3, **more):
    """Seat 0's restock ends the third year, since the bag holds no objects."""
    at = tuple(range(seats))
    match = position(seats, at=at, year=3, bag="", elsewhere=seats - 1, contracts=contracts, **more)
    match.play(0, f"restock {FUTURE}")
    return match


# --- Years -----------------------------------------------------------------------


def test_every_year_scores_all_contracts_so_one_of_year_1_scores_three_times_P6_1():
    match = position(bag="", elsewhere=2, contracts={0: "B4", 1: "W5"})
    scores = []
    for _ in range(3):
        begin_turn(match, 0)
        match.play(0, f"restock {FUTURE}")
        scores.append(match.scores[:2])
    assert scores[:2] == [[4, 4], [8, 8]]
    assert scores[2] == [12 + 2, 12]  # and 2 for the most in blue (P6.2)


def test_points_are_added_to_those_of_the_years_before_P6_1():
    match = position(bag="", elsewhere=2, points={0: 10}, contracts={0: "B6 B5"})
    match.play(0, f"restock {FUTURE}")
    assert match.scores == [10 + 13, 0, 0]


# --- White contracts -------------------------------------------------------------


def test_each_white_contract_is_added_to_a_colour_one_owns_P6_2():
    match = last_year({0: "B2 G3 W3 W5"})
    assert match.waiting == [0]
    assert may(match, 0) == ["add B", "add G"]
    match.play(0, "add B")
    assert match.waiting == [0]
    match.play(0, "add G")
    assert match.over


def test_all_choose_at_once_and_in_secret_P6_2():
    match = last_year({0: "B2 G3 W3", 1: "R2 V3 W4 W4", 2: "O2"})
    assert match.waiting == [0, 1]
    match.play(1, "add V")
    match.play(0, "add G")
    assert match.waiting == [1]
    assert happened(match) == ["set aside", "chosen"]
    for other in (-1, 1, 2):
        assert set(match.view(other).choice[0]) == {-1}
    assert match.view(0).choice[0][0] == 3
    match.play(1, "add R")
    assert match.over
    assert list(match.view(-1).shown[1][:2]) == [4, 2]


def test_a_choice_can_be_taken_back_until_all_are_shown_P6_2():
    match = last_year({0: "B2 G3 W3", 1: "R2 V3 W4"})
    match.play(0, "add G")
    assert match.can_undo(0)
    match.undo(0)
    match.play(1, "add V")
    match.play(0, "add B")
    assert match.over
    assert match.state.shown[0][0] == 0


def test_who_owns_one_colour_has_no_choice_P6_2():
    match = last_year({0: "B2 W3 W4", 1: "B6"})
    assert match.over
    assert match.scores == [2 + 2 + 3 + 2, 7 + 2, 0]  # 7 points in blue each: both get 2


def test_without_a_coloured_contract_white_ones_stay_white_P6_2():
    match = last_year({0: "W5 W5", 1: "B2"})
    assert match.over
    assert match.scores == [8, 2 + 2, 0]


# --- Bonuses ---------------------------------------------------------------------


def test_2_points_for_contracts_of_all_five_colours_P6_2():
    match = last_year({0: "B2 O2 R2 G2 V2", 1: "B3 O3 R3 G3 V4"})
    assert match.scores == [10 + 2, 16 + 2 + 5 * 2, 0]


def test_white_does_not_stand_in_for_a_colour_P6_2():
    match = last_year({0: "B2 O2 R2 G2 W3", 1: "B3 O3 R3 G3 V2"})
    match.play(0, "add B")
    assert "all colours" in happened(match)
    assert [event.numbers[0] for event in match.events if event.name == "all colours"] == [1]


def test_2_points_for_the_most_points_in_each_colour_white_ones_included_P6_2():
    match = last_year({0: "B2 O2 W4", 1: "B4 O3"})
    match.play(0, "add B")
    assert match.scores == [7 + 2, 7 + 2, 0]  # 5 to 4 in blue, 2 to 3 in orange


def test_all_who_tie_get_2_P6_2():
    match = last_year({0: "B5 R2 W4", 1: "B6 B2"})
    match.play(0, "add B")
    assert match.scores == [11 + 2 + 2, 9 + 2, 0]  # 9 points in blue each; red is seat 0's


def test_nobody_gets_2_for_a_colour_nobody_owns_P6_2():
    match = last_year({0: "B2"})
    assert match.scores == [4, 0, 0]
    assert happened(match).count("most") == 1


def test_no_contracts_no_bonuses_P6_2():
    assert last_year({}).scores == [0, 0, 0]


# --- The end ---------------------------------------------------------------------


def test_most_points_win_P6_3():
    match = last_year({0: "B2", 1: "G3"})
    assert match.ranks == [2, 1, 3]
    assert match.state.over == ENDED
    assert happened(match)[-1] == "won"


def test_on_a_tie_the_most_contracts_win_P6_3():
    match = last_year({0: "B4", 1: "G2"}, points={1: 2})
    assert match.scores == [6, 6, 0]
    assert match.ranks == [1, 1, 3]
    match = last_year({0: "B5", 1: "G2 G4"})
    assert match.scores == [8, 8, 0]
    assert (owned(match, 0), owned(match, 1)) == ("B5", "G2 G4")
    assert match.ranks == [2, 1, 3]


def test_still_a_tie_the_victory_is_shared_P6_3_G2():
    match = last_year({0: "B3", 1: "G3", 2: "V2"})
    assert match.ranks == [1, 1, 3]
    assert happened(match)[-2:] == ["shared", "shared"]


def test_600_turns_are_the_limit_P6_4_G3():
    match = position(turns=599, due=1, year=2, contracts={0: "B4", 1: "B2 G2 W3"}, points={0: 9, 1: 9})
    match.play(0, "gate 1")
    assert not match.over
    assert match.waiting == [1]  # the white contract is still to be added
    match.play(1, "add B")
    assert match.state.over == LIMIT
    assert match.scores == [9 + 2, 9 + 2 + 2, 0]  # bonuses, but years 2 and 3 are not scored


def test_a_third_year_that_ends_in_the_last_turn_is_no_limit_P6_4():
    match = position(turns=599, year=3, bag="", elsewhere=2)
    match.play(0, f"restock {FUTURE}")
    assert match.state.over == ENDED


@pytest.mark.parametrize("seats", GAME.seats)
def test_points_and_ranks_are_given_at_any_time_G2(seats):
    match = Match(GAME, seats=seats, seed=3)
    assert match.scores == [0] * seats
    assert match.ranks == [1] * seats


@pytest.mark.parametrize("seats", [3, 6])
def test_players_who_swap_and_never_restock_take_600_turns_and_stay_within_the_bound_P6_4(seats):
    match, dice = Match(GAME, seats=seats, seed=1), Random(1)
    wanted = (range(SWAP, END_TURN), range(TAKE, SELL), range(GATE, TAKE), range(JUMP), range(ACTIONS))

    def place(action):
        return 4 if RESTOCK <= action < GATE else next(i for i, kind in enumerate(wanted) if action in kind)

    while not match.over:
        seat = match.waiting[0]
        legal = match.way.legal(match.state, seat)
        first = min(map(place, legal))
        match.play(seat, dice.choice([action for action in legal if place(action) == first]))
    assert match.state.over == LIMIT
    assert 2 * 600 < len(match.log) <= GAME.longest(seats)
