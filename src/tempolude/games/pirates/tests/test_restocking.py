"""P5 Restocking."""

from .positions import (
    CALIPHS,
    CLASSICAL,
    FUTURE,
    MOON,
    PYRAMIDS,
    REVOLUTIONS,
    SAIL,
    bag_gives,
    discards,
    drawn,
    hand,
    happened,
    lying,
    may,
    named,
    position,
    track,
)


def test_an_epoch_with_an_empty_site_and_no_pirate_is_restocked_P5_1():
    full = {SAIL: "B B B B"}
    match = position(epochs=full)
    assert may(match, 0, "restock") == ["restock 4", "restock 5", "restock 6"]


def test_the_police_does_not_matter_P5_1():
    assert "restock 6" in may(position(police=FUTURE), 0)


def test_all_sites_of_the_epoch_are_filled_P5_1():
    match = position(epochs={REVOLUTIONS: "B R"}, bag="B* G G W V V", elsewhere=2, track="1 2 1 2 1 2")
    bag_gives(match, 0, REVOLUTIONS, "G G W B*")
    match.play(0, "restock 4")
    assert lying(match, REVOLUTIONS) == "B B* R G G W"
    assert named(match.state.bag) == "V V"


def test_seven_objects_out_of_the_bag_are_all_told_P5_1():
    match = position(bag="B B B B B B G", track="1 1 1 1 1 2 2")
    bag_gives(match, 0, MOON, "B B B G B B B")
    match.play(0, "restock 5")
    assert drawn(match.state) == "B B B G B B B"
    assert [str(line) for line in match.story()][-2:] == [
        "Drawn from the bag: five blue objects and a green object.",
        "Drawn from the bag: a blue object.",
    ]


def test_a_police_counter_moves_the_police_through_its_gate_P5_2():
    match = position(police=FUTURE, bag="B R G", elsewhere=2)
    bag_gives(match, 0, FUTURE, "2 B 1 R G")
    match.play(0, "restock 6")
    assert match.state.police == MOON
    assert track(match) == "2 1"
    assert list(match.state.counters) == [4, 4]
    assert lying(match, FUTURE) == "B R G"


def test_the_police_may_come_to_a_pirate_and_does_nothing_yet_P5_2():
    match = position(police=FUTURE, hands={0: "B W"}, bag="B R G", elsewhere=2)
    bag_gives(match, 0, FUTURE, "1 B R G")
    match.play(0, "restock 6")
    assert match.state.police == match.state.at[0] == PYRAMIDS
    assert hand(match, 0) == "B W"


# --- The eighth counter ----------------------------------------------------------


def year_end(**more):
    """Seven counters are on the track; the eighth is the second of the three draws that fill the far future."""
    match = position(
        hands={0: "B B"}, bag="G O O", discards="R R V*", elsewhere=2, contracts={0: "B5", 1: "W3 W3"},
        police=FUTURE, track="1 1 1 1 2 2 2", **more,
    )  # fmt: skip
    bag_gives(match, 0, FUTURE, "G 2 O O" if more.get("year", 1) < 3 else "G 2")
    match.play(0, "restock 6")
    return match


def test_the_eighth_counter_ends_the_year_in_the_middle_of_a_restock_P5_2():
    match = year_end()
    assert match.state.year == 2
    assert list(match.state.points[:3]) == [6, 4, 0]
    assert lying(match, FUTURE) == "O O G"


def test_the_eighth_counter_also_moves_the_police_which_stays_there_P5_2():
    assert year_end().state.police == REVOLUTIONS


def test_counters_and_discards_go_back_into_the_bag_P5_2():
    match = year_end()
    assert track(match) == ""
    assert list(match.state.counters) == [5, 5]
    assert discards(match) == ""
    assert named(match.state.bag) == "R R V*"


def test_the_turn_goes_on_after_the_year_P5_2():
    match = year_end(year=2)
    assert match.state.year == 3
    assert match.waiting == [0]
    match.play(0, "sell B2")
    match.play(0, "put 4")
    match.play(0, "gate 1")
    assert match.waiting == [1]


def test_what_was_discarded_can_be_drawn_after_the_eighth_counter_P5_2():
    match = position(police=FUTURE, track="1 1 1 1 2 2 2", bag="G", discards="V* V*")
    bag_gives(match, 0, FUTURE, "G 1 V* V*")
    match.play(0, "restock 6")
    assert lying(match, FUTURE) == "G V* V*"


def test_the_third_year_ends_the_match_at_once_P5_2():
    match = year_end(year=3)
    assert match.over
    assert lying(match, FUTURE) == "G"


# --- An empty bag ----------------------------------------------------------------


def test_without_objects_counters_are_drawn_until_the_discards_come_back_P5_3():
    match = position(track="1 2 1 2 1", bag="", discards="B B R R", elsewhere=2)
    bag_gives(match, 0, FUTURE, "2 1 1 B R B")
    match.play(0, "restock 6")
    assert match.state.year == 2
    assert lying(match, FUTURE) == "B B R"
    assert discards(match) == ""


def test_if_there_is_still_no_object_the_filling_stops_P5_3():
    match = position(track="1 2 1 2 1", bag="", elsewhere=2, contracts={1: "G3"})
    match.play(0, "restock 6")
    assert match.state.year == 2
    assert match.state.points[1] == 3
    assert lying(match, FUTURE) == ""
    assert happened(match)[-1] == "not filled"
    assert track(match) == ""
    assert match.waiting == [0]
    assert may(match, 0, "gate") == ["gate 1", "gate 2"]


def test_what_there_is_is_put_before_the_filling_stops_P5_3():
    match = position(bag="B", track="1 2 1 2 1", elsewhere=2)
    bag_gives(match, 0, FUTURE, "1 B 2 2")
    match.play(0, "restock 6")
    assert lying(match, FUTURE) == "B"
    assert match.state.year == 2


def test_an_object_drawn_after_the_year_ends_may_be_the_last_one_too_P5_3():
    match = position(bag="", track="1 2 1 2 1 1 2", discards="B", elsewhere=2)
    bag_gives(match, 0, FUTURE, "2 B 1 1 2 2 1 2 1 1")
    match.play(0, "restock 6")
    assert lying(match, FUTURE) == "B"
    assert match.state.year == 3


def test_an_empty_bag_in_the_third_year_ends_the_match_P5_3():
    match = position(bag="", elsewhere=2, year=3)
    match.play(0, "restock 6")
    assert match.over


def test_a_restock_cannot_be_taken_back():
    match = position(at=(PYRAMIDS, CLASSICAL, CALIPHS))
    match.play(0, "restock 6")
    assert not match.can_undo(0)
