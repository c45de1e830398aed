"""L4.1 to L4.7: changing dice, travelling, and what the stops of the timeline offer."""

from itertools import product

import pytest

from tempolude.games.collectors.dates import changed_date, reachable, stop_of

from .positions import STOPS, position

FOUR = "colossus ginkgo dodo pyrite"  # in eras A to D


def journeys(p, seat=0):
    return {text.removeprefix("travel ") for text in p.legal(seat)}


# --- Dice ------------------------------------------------------------------------


def test_without_crystals_the_date_stands_and_nobody_is_asked_L4_1():
    p = position(crystals={0: 0}, line=FOUR, dates={0: 5000, 1: 100})
    assert p.at(0) == "C"
    assert p.told[:2] == ["travelled", "collected"]


def test_one_crystal_changes_one_die_L4_1():
    p = position(crystals={0: 1}, dates={0: 3841, 1: 0})
    assert journeys(p) == {"A 1", "B 0", "B 1", "C 1", "D 1", "future 1"}  # the rulebook's example
    p.play(0, "travel C 1")
    assert p.crystals(0) == 0


def test_two_crystals_change_two_dice_L4_1():
    p = position(crystals={0: 2}, dates={0: 3841, 1: 0})
    assert "3961 2" in journeys(p)  # the rulebook's example: 8 and 4 become 9 and 6
    p.play(0, "travel 3961 2")
    assert p.at(0) == "3961"
    assert p.crystals(0) == 0


def test_2753_becomes_8053_for_two_crystals_L4_1():
    assert "8053 2" in journeys(position(crystals={0: 2}, dates={0: 2753, 1: 0}))


def test_never_more_than_two_dice_are_changed_L4_1():
    p = position(crystals={0: 9}, dates={0: 1234, 1: 0})
    assert not any(journey.startswith("8053") for journey in journeys(p))  # it would take four
    assert {journey.split()[1] for journey in journeys(p)} == {"0", "1", "2"}


@pytest.mark.parametrize("date", [0, 984, 1984, 2753, 3841, 3961, 6257, 7999, 8053, 9999])
def test_what_dice_can_reach_is_what_trying_every_date_finds_L4_1(date):
    found = 0
    for dice in product("0123456789", repeat=4):
        changes = sum(a != b for a, b in zip(dice, f"{date:04}", strict=True))
        if changes <= 2:
            found |= 1 << 3 * stop_of(int("".join(dice))) + changes
    assert reachable(date, 2) == found


def test_more_dice_than_needed_may_be_changed_L4_2():
    p = position(crystals={0: 2}, at={1: "B"}, dates={0: 3841, 1: 9000}, played=[1])
    p.play(0, "travel B 2")
    assert p.crystals(0) == 0
    assert p.crystals(1) == 1  # and so no toll was due: L4.3


def test_the_table_shows_which_dice_were_changed_L4_2():
    p = position(crystals={0: 2}, dates={0: 3841, 1: 0}).play(0, "travel 3961 2")
    assert p.table.shown_date(p.s, 0) == 3961
    for date, stop, changes in ((3841, 0, 1), (1984, 1, 0), (8053, 7, 0), (8053, 6, 2), (0, 8, 2)):
        shown = changed_date(date, stop, changes)
        assert stop_of(shown) == stop
        assert sum(a != b for a, b in zip(f"{shown:04}", f"{date:04}", strict=True)) == changes


def test_the_pawn_goes_to_the_place_of_the_date_L4_2():
    for date, stop in ((100, "A"), (1984, "1984"), (6257, "6257"), (9000, "future")):
        p = position(crystals={0: 2, 1: 0}, dates={0: date, 1: 0}).play(0, f"travel {stop} 0")
        assert p.at(0) == stop


# --- The toll --------------------------------------------------------------------


def test_joining_one_who_has_played_costs_a_crystal_L4_3():
    p = position(crystals={0: 2, 1: 0}, at={1: "C"}, dates={0: 5000, 1: 9000}, played=[1]).play(0, "travel C 0")
    assert p.crystals(0) == 1
    assert p.crystals(1) == 1
    assert p.told == ["travelled", "toll"]


def test_among_several_hosts_one_is_chosen_L4_3():
    p = position(
        seats=3, crystals={0: 2, 1: 0, 2: 0}, at={1: "C", 2: "C"}, dates={0: 5000, 1: 9000, 2: 8000}, played=[1, 2]
    )
    p.play(0, "travel C 0")
    assert p.legal(0) == ["give blue", "give green"]
    p.play(0, "give green")
    assert [p.crystals(seat) for seat in range(3)] == [1, 0, 1]


def test_who_has_not_played_yet_is_owed_nothing_L4_3():
    p = position(crystals={0: 2, 1: 0}, at={1: "C"}, dates={0: 5000, 1: 100}).play(0, "travel C 0")
    assert "toll" not in p.told


def test_who_stays_owes_nothing_L4_3():
    p = position(crystals={0: 2}, at={0: "C", 1: "C"}, dates={0: 5000, 1: 9000}, played=[1]).play(0, "travel C 0")
    assert p.told == ["stayed"]
    assert p.crystals(0) == 2


def test_who_has_no_crystal_left_comes_for_free_L4_3():
    p = position(crystals={0: 1, 1: 1}, at={1: "C"}, dates={0: 3841, 1: 9000}, played=[1]).play(0, "travel C 1")
    assert "toll" not in p.told
    assert p.crystals(1) == 1


# --- Eras ------------------------------------------------------------------------


def test_in_an_era_its_card_is_collected_L4_4():
    p = position(line=FOUR, pile="zeus", dates={0: 2000, 1: 0}).play(0, "travel B 0", "collect")
    assert p.id_of(p.s.collected[0]) == "ginkgo"
    assert p.line() == "colossus zeus dodo pyrite"


def test_cards_are_discarded_for_a_crystal_as_often_as_one_can_pay_L4_4():
    p = position(crystals={0: 2}, line=FOUR, pile="zeus moa quagga", dates={0: 2000, 1: 0})
    p.play(0, "travel B 0")
    assert p.legal(0) == ["discard B", "collect"]
    p.play(0, "discard B")
    assert p.line() == "colossus zeus dodo pyrite"
    p.play(0, "discard B")  # the last crystal, so the card is collected without asking
    assert p.discards() == ["ginkgo", "zeus"]
    assert p.id_of(p.s.collected[0]) == "moa"
    assert p.line() == "colossus quagga dodo pyrite"
    assert p.crystals(0) == 0


def test_on_an_exact_date_nothing_can_be_discarded_L4_4():
    p = position(crystals={0: 5}, line=FOUR, dates={0: 3961, 1: 0}).play(0, "travel 3961 0")
    assert all(text.startswith("place") for text in p.legal(0))


@pytest.mark.parametrize(
    ("date", "first", "second"), [(1984, "colossus", "ginkgo"), (3961, "ginkgo", "dodo"), (6257, "dodo", "pyrite")]
)
def test_an_exact_date_gives_both_neighbours_L4_5(date, first, second):
    p = position(line=FOUR, dates={0: date, 1: 0}).play(0, f"travel {date} 0")
    assert [p.id_of(card) for card in p.s.collected] == [first, second]


# --- The future ------------------------------------------------------------------


def test_the_future_gives_two_crystals_and_a_discard_L4_6():
    p = position(line=FOUR, pile="zeus", dates={0: 9000, 1: 0}).play(0, "travel future 0")
    assert p.crystals(0) == 3
    assert p.legal(0) == ["discard A", "discard B", "discard C", "discard D", "discard none"]
    p.play(0, "discard C")
    assert p.line() == "colossus ginkgo zeus pyrite"
    assert p.discards() == ["dodo"]
    assert p.crystals(0) == 3  # free
    assert p.s.owned[0] == 0  # nothing is collected


def test_the_discard_of_the_future_may_be_left_L4_6():
    p = position(line=FOUR, dates={0: 9000, 1: 0}).play(0, "travel future 0", "discard none")
    assert p.line() == FOUR
    assert p.waiting == [1]


def test_on_8053_the_card_may_come_first_L4_7():
    p = position(crystals={0: 2}, line=FOUR, pile="zeus moa", dates={0: 8053, 1: 0}).play(0, "travel 8053 0", "collect")
    assert p.line() == "colossus ginkgo dodo zeus"  # replaced at once
    assert p.crystals(0) == 4
    p.play(0, "discard D")  # the card that was just revealed
    assert p.line() == "colossus ginkgo dodo moa"
    assert p.id_of(p.s.collected[0]) == "pyrite"
    assert p.legal(0)[0].startswith("place")  # after both


def test_on_8053_the_future_may_come_first_L4_7():
    p = position(crystals={0: 2}, line=FOUR, pile="zeus moa", dates={0: 8053, 1: 0}).play(
        0, "travel 8053 0", "discard D"
    )
    assert p.crystals(0) == 4
    assert p.id_of(p.s.collected[0]) == "zeus"  # which replaced the card discarded
    assert p.line() == "colossus ginkgo dodo moa"
    assert p.discards() == ["pyrite"]


def test_on_8053_nothing_need_be_discarded_L4_7():
    for actions in (["discard none"], ["collect", "discard none"]):
        p = position(line=FOUR, pile="zeus", dates={0: 8053, 1: 0}).play(0, "travel 8053 0", *actions)
        assert p.id_of(p.s.collected[0]) == "pyrite"
        assert p.line() == "colossus ginkgo dodo zeus"
        assert p.crystals(0) == 3


def test_on_8053_with_one_card_in_the_pile_the_discard_may_come_back_L4_7_L4_8():
    pile = position(line=FOUR, pile="zeus", only=True, dates={0: 8053, 1: 0}).play(0, "travel 8053 0", "collect")
    assert pile.line() == "colossus ginkgo dodo zeus"
    assert "pile renewed" in pile.told
    assert pile.s.discarded == 0
    pile.play(0, "discard D")  # after the shuffle, so it is not part of the new pile
    assert pile.discards() == ["zeus"]
    early = position(line=FOUR, pile="zeus", only=True, dates={0: 8053, 1: 0}).play(0, "travel 8053 0", "discard D")
    assert early.id_of(early.s.collected[0]) == "zeus"
    assert early.s.discarded == 0  # the pile ran out with Zeus, so the discards are shuffled in
    pyrites = [
        card for card in (*early.s.pile[: early.s.piled], early.s.next, *early.s.line) if early.id_of(card) == "pyrite"
    ]
    assert len(pyrites) == 3


def test_stops_are_named_in_the_order_of_the_line_L1_4():
    assert STOPS == ("A", "1984", "B", "3961", "C", "6257", "D", "8053", "future")
