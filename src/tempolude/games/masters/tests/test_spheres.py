"""M5: taking cards, and closing the turn."""

from .positions import Position, position

SPHERES = {
    1: "spark ebb intuition",
    2: "flow oblivion slowdown",
    3: "whirl fog echo",
    4: "torrent return amnesia",
    5: "mastery zenith stasis",
}


def after(spells: int, **more: object) -> Position:
    """That many spells cast, and the main phase ended."""
    p = position(hands={0: "charge " * spells}, ke={0: "9/9"}, spheres=SPHERES, **more)  # type: ignore[arg-type]
    return p.do(*["cast charge"] * spells, "done")


def test_three_spells_as_3_or_as_1_and_2_M5_1() -> None:
    assert after(3).legal == ["done", "take 1", "take 2", "take 3", "take unseen 1", "take unseen 2"]
    assert after(3).do("take 3").hand(0) == "charge charge charge whirl"  # closed: the spells were drawn again
    p = after(3).do("take 1")
    assert p.legal == ["done", "take 2"]
    p.do("take 2")
    assert {"spark", "flow"} <= set(p.hand(0).split())


def test_the_second_card_of_a_sphere_costs_one_more_M5_1() -> None:
    p = after(3).do("take unseen 2")
    assert "oblivion" in p.hand(0)
    assert p.sphere(2) == "flow slowdown"  # the revealed card stays
    assert p.waiting == 1  # nothing is left to spend


def test_an_unseen_card_can_be_taken_only_where_two_are_left_M5_1() -> None:
    p = position(hands={0: "charge charge"}, spheres={**SPHERES, 1: "spark"}).do("cast charge", "cast charge", "done")
    assert p.legal == ["done", "take 1", "take 2"]


def test_under_a_revealed_card_that_is_taken_the_next_is_revealed_at_once_M5_1() -> None:
    p = after(2).do("take 1")
    assert p.sphere(1) == "ebb intuition"
    assert p.happened[:2] == ["took", "revealed"]


def test_one_card_a_sphere_a_turn_M5_1() -> None:
    p = after(2).do("take 1")  # 1 point is left
    assert p.waiting == 1


def test_fewer_may_be_taken_M5_1() -> None:
    assert after(3).do("done").waiting == 1


def test_without_a_spell_there_is_nothing_to_take_M5_1() -> None:
    assert after(0).waiting == 1


def test_an_empty_sphere_gives_nothing_M5_1() -> None:
    p = position(hands={0: "charge"}, spheres={**SPHERES, 1: ""}).do("cast charge", "done")
    assert p.waiting == 1


def test_effects_add_access_points_M5_1() -> None:
    p = position(hands={0: "foresight"}, spheres=SPHERES).do("cast foresight", "done")
    assert p.legal == ["done", "take 1", "take 2", "take unseen 1"]


def test_cards_taken_count_for_the_hand_when_it_is_refilled_M5_2() -> None:
    p = position(hands={0: "charge"}, decks={0: "suggestion " * 6}, spheres=SPHERES).do("cast charge", "done", "take 1")
    assert p.hand(0) == "suggestion suggestion suggestion suggestion spark"


def test_the_spells_cast_are_discarded_M5_2() -> None:
    p = position(hands={0: "charge charge"}, decks={0: "suggestion " * 5}, spheres=SPHERES)
    p.do("cast charge", "cast charge", "done", "done")
    assert (p.discards(0), p.chain) == ("charge charge", "")


def test_with_more_than_five_cards_none_is_drawn_M5_2() -> None:
    p = position(hands={0: "charge " * 7}, decks={0: "suggestion"}).do("done")
    assert (len(p.hand(0).split()), p.deck(0)) == (7, "suggestion")


def test_an_empty_deck_is_made_anew_from_the_discards_M5_2() -> None:
    p = position(hands={0: "charge charge"}, decks={0: "suggestion"}, discards={0: "flow flow flow"}).do("done")
    assert p.hand(0) == "suggestion charge charge flow flow"
    assert (p.deck(0), p.discards(0)) == ("flow", "")


def test_a_deck_is_made_anew_only_when_a_card_must_be_drawn_M5_2() -> None:
    p = position(hands={0: "charge " * 4}, decks={0: "suggestion"}, discards={0: "flow"}).do("done")
    assert (p.deck(0), p.discards(0)) == ("", "flow")


def test_with_deck_and_discards_empty_no_more_is_drawn_M5_2() -> None:
    assert position(hands={0: "charge"}, decks={0: "suggestion"}).do("done").hand(0) == "suggestion charge"


def test_the_hand_is_refilled_less_one_per_card_under_timers_M5_2() -> None:
    p = position(decks={0: "suggestion " * 6}, timers={0: ["pendulum: flow / charge charge charge"]}).do("done")
    assert len(p.hand(0).split()) == 2


def test_with_five_cards_under_timers_none_is_drawn_M5_2() -> None:
    p = position(decks={0: "suggestion"}, timers={0: ["pendulum: flow / charge charge charge charge charge charge"]})
    assert p.do("done").hand(0) == ""


def test_ke_do_not_come_back_by_themselves_M5_2() -> None:
    p = position(hands={0: "charge"}).do("cast charge", "done", "done", "pass")
    assert p.ke(0) == "3/4"
