"""M3, M6.1, M6.2: full timers, delaying, activating, discarding."""

from .positions import position


def test_a_full_timer_must_be_activated_or_delayed_M3_1() -> None:
    p = position(hands={0: "charge charge convergence"}, timers={0: ["hourglass: suggestion"]})
    assert p.legal == ["activate t1", "delay t1 charge", "delay t1 convergence"]


def test_a_delayed_timer_has_one_card_more_under_it_each_turn_M3_1() -> None:
    p = position(hands={0: "charge convergence"}, timers={0: ["hourglass: suggestion"]})
    p.do("delay t1 charge", "pass", "pass")
    assert p.legal == ["activate t1", "delay t1 convergence"]
    p.do("delay t1 convergence")
    assert p.timers(0) == ["hourglass: suggestion / charge convergence"]
    assert p.hand(0) == ""


def test_with_no_card_in_hand_a_full_timer_must_be_activated_M3_1() -> None:
    p = position(timers={0: ["hourglass: suggestion"]})
    assert p.legal == ["activate t1"]


def test_a_timer_with_a_free_slot_asks_for_nothing_M3_1() -> None:
    p = position(hands={0: "charge"}, timers={0: ["pendulum: suggestion", "hourglass"]})
    assert {"pass", "activate"} <= p.verbs
    assert "delay" not in p.verbs


def test_full_timers_are_dealt_with_in_any_order_M3_1() -> None:
    p = position(hands={0: "charge"}, timers={0: ["hourglass: suggestion", "metronome: flow"]})
    assert p.legal == ["activate t1", "activate t2", "delay t1 charge", "delay t2 charge"]
    p.do("delay t2 charge")
    assert p.legal == ["activate t1"]  # no card is left


def test_a_timer_delayed_may_still_be_activated_this_turn_M3_1() -> None:
    p = position(hands={0: "charge convergence"}, timers={0: ["hourglass: suggestion"]})
    p.do("delay t1 convergence", "activate t1")
    assert p.freed == "suggestion"
    assert p.discards(0) == "hourglass convergence"


def test_activating_discards_the_timer_and_frees_its_spells_M6_1() -> None:
    p = position(timers={0: ["pendulum: flow spark / ebb"]}).do("activate t1")
    assert (p.freed, p.discards(0), p.timers(0)) == ("spark flow", "pendulum ebb", [])


def test_a_timer_is_activated_in_the_turn_it_was_played_M4_2() -> None:
    p = position(hands={0: "hourglass charge"})
    p.do("set hourglass", "place charge t1", "activate t1", "release charge")
    assert (p.chain, p.tokens(0), p.ke(0)) == ("charge", "-1", "3/4")


def test_a_timer_that_holds_no_spell_cannot_be_activated_M4_2() -> None:
    assert "activate" not in position(timers={0: ["hourglass"]}).verbs


def test_a_half_filled_timer_can_be_activated_M4_2() -> None:
    assert position(timers={0: ["pendulum: flow"]}).do("activate t1").freed == "flow"


def test_spells_set_free_must_be_cast_before_the_end_M4_3() -> None:
    p = position(timers={0: ["pendulum: flow spark"]}).do("activate t1")
    assert p.legal == ["release spark", "release flow"]
    p.do("release flow")
    assert "done" not in p.legal
    p.do("release spark")
    assert "done" in p.legal


def test_a_spell_set_free_counts_even_if_it_can_do_nothing_M4_3() -> None:
    p = position(timers={0: ["hourglass: flow"]}).do("activate t1", "release flow", "done")
    assert p.legal == ["done", "take 1"]


def test_discarding_a_timer_discards_what_is_on_it_and_under_it_M6_2() -> None:
    p = position(hands={0: "charge"}, timers={0: ["chronograph: flow spark / ebb"]})
    p.do("delay t1 charge", "drop t1")
    assert (p.freed, p.chain, p.timers(0)) == ("", "", [])
    assert sorted(p.discards(0).split()) == ["charge", "chronograph", "ebb", "flow", "spark"]


def test_only_a_timer_whose_card_says_so_can_be_discarded_M4_2() -> None:
    p = position(timers={0: ["hourglass", "trapped-dial", "chronograph", "astrolabe"]})
    assert [text for text in p.legal if text.startswith("drop")] == ["drop t2", "drop t3"]


def test_a_timer_set_later_takes_the_place_that_is_free() -> None:
    p = position(hands={0: "hourglass"}, timers={0: ["pendulum: flow", "metronome"]})
    p.do("activate t1", "release flow", "set hourglass")
    assert p.timers(0) == ["hourglass", "metronome"]


def test_a_hand_is_refilled_to_3_because_of_two_delayed_timers_M5_2() -> None:
    p = position(
        hands={0: "charge convergence"},
        decks={0: "suggestion " * 6},
        timers={0: ["hourglass: suggestion", "metronome: flow"]},
    )
    p.do("delay t1 charge", "delay t2 convergence", "done")
    assert p.hand(0) == "suggestion suggestion suggestion"


def test_a_placing_effect_happens_when_a_spell_is_put_on_the_timer_M4_2() -> None:
    p = position(hands={0: "charge"}, timers={0: ["metronome"]}, ke={0: "2/4"}).do("place charge t1")
    assert p.ke(0) == "2/4"  # 1 paid, 1 recovered
    assert (p.tokens(0), p.chain) == ("", "")  # the spell itself has done nothing and does not count


def test_only_spells_go_on_timers_M4_2() -> None:
    p = position(hands={0: "charge convergence hourglass"}, timers={0: ["pendulum"]})
    assert [text for text in p.legal if text.startswith("place")] == ["place charge t1"]
