"""L3: setting the machine, all at once and in secret."""

import pytest

from tempolude.engine.match import Match
from tempolude.games.collectors import rules
from tempolude.games.collectors.meta import GAME

from .positions import WAY, position


def test_four_different_dice_make_24_dates_L3_1():
    dates = position(rolls={0: "8431"}).legal(0)
    assert len(dates) == 24
    assert dates == sorted(set(dates))
    assert dates[0] == "set 1348"
    assert dates[-1] == "set 8431"


@pytest.mark.parametrize(("dice", "count"), [("7777", 1), ("7771", 4), ("1177", 6), ("0112", 12)])
def test_equal_dice_give_no_date_twice_L3_1(dice, count):
    dates = position(rolls={0: dice}).legal(0)
    assert len(dates) == len(set(dates)) == count
    assert all(sorted(date.removeprefix("set ")) == sorted(dice) for date in dates)


def test_everybody_sets_at_the_same_time_L3_1():
    p = position(seats=3, rolls={0: "1111", 1: "2222", 2: "3333"})
    assert p.waiting == [0, 1, 2]
    p.play(1, "set 2222")
    assert p.waiting == [0, 2]
    assert p.s.date[1] == -1  # not revealed yet


def test_dice_and_orders_are_seen_by_their_owner_only_until_dates_are_shown_L3_1():
    p = position(rolls={0: "1234", 1: "5678"}).play(0, "set 4321")
    theirs, mine = GAME.hide(p.s, 1), GAME.hide(p.s, 0)
    assert list(theirs.roll[0]) == [-1] * 4
    assert theirs.order[0] == -1
    assert list(mine.roll[0]) == [1, 2, 3, 4]
    assert mine.order[0] == 23
    p.play(1, "set 5678")
    assert GAME.hide(p.s, 1).date[0] == 4321


def test_only_the_owner_reads_the_roll_in_the_log_L3_1():
    match = Match(GAME, seats=2, seed=5)
    assert any("You roll" in str(line) for line in match.story(0))
    assert not any("roll" in str(line) for line in match.story(-1))


def test_a_date_can_be_set_anew_until_all_are_shown_L3_1():
    match = Match(GAME, seats=2, seed=5)
    match.play(0, match.legal(0)[0].number)
    assert match.can_undo(0)
    match.undo(0)
    assert match.waiting == [0, 1]


def test_a_rift_between_two_of_four_costs_those_two_a_crystal_L3_2():
    p = position(seats=4, crystals={0: 3, 1: 3, 2: 3, 3: 3}, rolls={0: "1234", 1: "4321", 2: "1111", 3: "9999"})
    p.play(0, "set 3142").play(1, "set 3142").play(2, "set 1111").play(3, "set 9999")
    assert [p.crystals(seat) for seat in range(4)] == [2, 2, 3, 3]
    assert p.s.reserve == 14
    assert p.told.count("rift") == 2
    assert p.waiting == [0, 1, 2, 3]  # everybody rolls again
    assert p.s.round == 2


def test_two_pairs_of_equal_dates_are_one_rift_L3_2():
    rolls = {0: "1234", 1: "5678", 2: "1234", 3: "5678"}
    p = position(seats=4, crystals={0: 2, 1: 0, 2: 1, 3: 3}, rolls=rolls)
    for seat, date in enumerate(("1234", "8765", "1234", "8765")):
        p.play(seat, f"set {date}")
    assert [p.crystals(seat) for seat in range(4)] == [1, 0, 0, 2]
    assert p.s.round == 2
    assert p.waiting == [0, 1, 2, 3]


def test_three_equal_dates_are_a_rift_too_L3_2():
    p = position(seats=3, crystals={0: 2, 1: 2, 2: 2}, rolls={0: "1234", 1: "1234", 2: "1234"})
    p.play(0, "set 1234").play(1, "set 1234").play(2, "set 1234")
    assert [p.crystals(seat) for seat in range(3)] == [1, 1, 1]


def test_who_has_no_crystal_loses_none_in_a_rift_L3_2():
    p = position(crystals={0: 0, 1: 1}, rolls={0: "1234", 1: "1234"})
    p.play(0, "set 1234").play(1, "set 1234")
    assert [p.crystals(0), p.crystals(1)] == [0, 0]


def test_the_same_place_with_another_date_is_no_rift_L3_2():
    p = position(rolls={0: "1234", 1: "1235"}).play(0, "set 1234").play(1, "set 1235")
    assert "rift" not in p.told
    assert p.waiting == [1]


def test_play_goes_from_the_latest_date_to_the_earliest_L3_3():
    p = position(seats=3, crystals={0: 0, 1: 0, 2: 0}, dates={0: 5000, 1: 9000, 2: 100})
    order = [p.waiting[0]]
    while len(order) < 3:
        seat = p.waiting[0]
        WAY.play(p.s, seat, WAY.legal(p.s, seat)[0])
        if p.waiting[0] != seat:
            order.append(p.waiting[0])
    assert order == [1, 0, 2]


def test_a_changed_die_changes_neither_the_order_nor_opens_a_rift_L3_3():
    p = position(crystals={0: 1, 1: 1}, dates={0: 5000, 1: 4000})
    p.play(0, "travel A 1")  # its date is now far before the other
    assert p.s.turn == 0
    assert list(p.s.date[:2]) == [5000, 4000]
    assert "rift" not in p.told


def test_a_match_can_begin_with_any_roll_of_ten_faces_L3_1():
    seen = set()
    for seed in range(60):
        s = rules.STATE.new()
        WAY.setup(s, 4, GAME.encode(4, GAME.settle(4)), seed)
        for seat in range(4):
            assert list(s.roll[seat]) == sorted(s.roll[seat])
            seen.update(s.roll[seat])
    assert seen == set(range(10))
