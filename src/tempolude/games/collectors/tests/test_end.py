"""L5: when a match ends and who wins. G2, G3."""

import pytest

from tempolude.engine.match import Match
from tempolude.engine.state import ENDED, LIMIT
from tempolude.games.collectors.dates import date_of
from tempolude.games.collectors.meta import GAME
from tempolude.games.collectors.state import FUTURE, SETTING, TRAVEL

from .positions import position

NINE = "zeus colossus artemis . / mausoleum lighthouse amber-room crystal-palace / hanging-gardens . . porcelain-tower"


def at_nine(**more):
    """Seat 0 has nine wonders; seat 1 plays after it."""
    return position(board={0: NINE}, line="ginkgo dodo moa pyrite", dates={0: 2000, 1: 100}, **more)


def finish(p):
    while p.s.turn == 1:
        p.play(1, p.legal(1)[0])
    return p


def test_ten_treasures_end_the_match_after_the_round_L5_1():
    p = at_nine().play(0, "travel B 0", "collect", "place 2,1")
    assert p.s.owned[0] == 10
    assert "ten treasures" in p.told
    assert not p.s.over  # the other still has a turn
    finish(p)
    assert p.s.over == ENDED
    assert p.waiting == []


def test_nine_treasures_do_not_L5_1():
    p = at_nine(crystals={0: 3}).play(0, "travel future 1", "discard none")
    finish(p)
    assert not p.s.over
    assert p.s.round == 2
    assert p.waiting == [0, 1]


def test_the_highest_score_wins_L5_1():
    p = finish(at_nine().play(0, "travel B 0", "collect", "place 2,1"))
    assert p.points(0) > p.points(1)
    assert p.ranks == [1, 2]
    assert p.told[-1] == "won"


def test_the_one_with_ten_need_not_win_L5_1():
    board = {0: "dodo . . . / ginkgo silphium . . / . . . .", 1: "zeus colossus artemis . / . . . . / . . . ."}
    assert position(board=board).ranks == [2, 1]


def test_a_tie_goes_to_the_most_crystals_L5_1():
    boards = {0: "zeus . . . / . . . . / . . . .", 1: "book-of-types . . . / . . . . / . . . ."}
    p = position(board=boards, crystals={0: 1, 1: 2})
    assert [p.points(0), p.points(1)] == [4, 4]
    assert p.ranks == [2, 1]


def test_a_tie_in_points_and_crystals_is_shared_L5_1():
    p = position(round=200, crystals={0: 0, 1: 0}, dates={0: 9000, 1: 8999})
    p.play(0, "discard none").play(1, "discard none")
    assert p.ranks == [1, 1]
    assert p.told[-2:] == ["shared", "shared"]


def test_the_third_is_third_where_two_share_the_victory_G2():
    one = ". . . . / . . . . / . . . ."
    p = position(seats=3, board={0: one.replace(".", "zeus", 1), 1: one, 2: one.replace(".", "colossus", 1)})
    assert p.ranks == [1, 3, 1]


def test_after_200_rounds_the_match_ends_as_it_stands_L5_2():
    p = position(
        round=200, crystals={0: 0, 1: 0}, dates={0: 9000, 1: 8999}, board={0: "zeus . . . / . . . . / . . . ."}
    )
    p.play(0, "discard none").play(1, "discard none")
    assert p.s.over == LIMIT
    assert p.ranks == [1, 2]
    assert "limit reached" in p.told


def test_a_rift_in_round_200_ends_the_match_too_G3():
    p = position(round=200, crystals={0: 1, 1: 1}, rolls={0: "1234", 1: "1234"}).play(0, "set 1234").play(1, "set 1234")
    assert p.s.over == LIMIT
    assert [p.crystals(0), p.crystals(1)] == [0, 0]


def test_ten_treasures_in_round_200_end_it_by_the_rules_L5_1():
    p = finish(at_nine(round=200).play(0, "travel B 0", "collect", "place 2,1"))
    assert p.s.over == ENDED


@pytest.mark.parametrize("seats", [2, 4])
def test_players_who_only_visit_the_future_play_200_rounds_and_stay_within_the_bound_L5_2(seats):
    match = Match(GAME, seats=seats, seed=1)
    future = range(TRAVEL + 3 * FUTURE, TRAVEL + 3 * FUTURE + 3)
    while not match.over:
        seat, s = match.waiting[0], match.state
        if s.phase == SETTING:
            match.play(seat, max(match.way.legal(s, seat), key=lambda order: date_of(s, seat, order)))
        else:
            match.play(seat, min(match.way.legal(s, seat), key=lambda a: (a not in future, a)))
    assert match.state.over == LIMIT
    assert 2.5 * 200 * seats < len(match.log) <= GAME.longest(seats)
