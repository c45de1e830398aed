"""Attacks: opponents lose something, clockwise from the caster, and choose what."""

from .positions import position


def test_surcharge_and_limit_reach_every_opponent() -> None:
    p = position(4, turn=2, hands={2: "stasis"}).do("cast stasis")
    assert [p.tokens(seat) for seat in range(4)] == ["+1 limit", "+1 limit", "", "+1 limit"]
    assert p.happened.count("surcharged") == 3


def test_each_word_strikes_all_before_the_next_word() -> None:
    p = position(3, hands={0: "stasis"}).do("cast stasis")
    assert p.happened[-4:] == ["surcharged", "surcharged", "limited", "limited"]


def test_drain_takes_an_ephemeral_ke_or_else_spends_a_recurring_one() -> None:
    p = position(4, hands={0: "stolen-moment"}, ke={1: "4/4+2", 2: "3/4", 3: "0/4"}).do("cast stolen-moment")
    assert [p.ke(seat) for seat in range(4)] == ["2/4+1", "4/4+1", "2/4", "0/4"]


def test_an_attack_is_answered_by_three_opponents_clockwise() -> None:
    hands = dict.fromkeys(range(4), "charge flow") | {2: "fog"}
    p = position(4, turn=2, hands=hands).do("cast fog")
    assert p.waiting == 3
    assert p.legal == ["discard charge", "discard flow"]
    assert p.do("discard charge").waiting == 0
    assert p.do("discard flow").waiting == 1
    assert p.do("discard charge").waiting == 2
    assert [p.hand(seat) for seat in range(4)] == ["charge", "flow", "", "flow"]
    assert p.legal == ["done"]  # back in the main phase


def test_who_has_too_few_loses_what_they_have_and_is_not_asked() -> None:
    p = position(3, hands={0: "fog", 1: "charge", 2: "charge flow"}).do("cast fog")
    assert (p.hand(1), p.discards(1), p.waiting) == ("", "charge", 2)


def test_who_has_none_is_not_asked() -> None:
    assert position(3, hands={0: "fog", 2: "charge flow"}).do("cast fog").waiting == 2


def test_half_of_five_is_three_M6_7() -> None:
    p = position(hands={0: "amnesia", 1: "charge flow spark ebb suggestion"}).do("cast amnesia")
    p.do("discard charge", "discard ebb")
    assert p.waiting == 1
    p.do("discard flow")
    assert (p.waiting, p.hand(1)) == (0, "suggestion spark")


def test_half_of_one_is_one_M6_7() -> None:
    assert position(hands={0: "amnesia", 1: "charge"}).do("cast amnesia").hand(1) == ""


def test_half_is_of_the_cards_in_hand_alone_M5_2() -> None:
    p = position(hands={0: "amnesia", 1: "charge flow"}, timers={1: ["hourglass: flow / spark spark"]})
    assert p.do("cast amnesia", "discard flow").waiting == 0


def test_break_discards_a_timer_of_the_opponents_choice_with_all_on_it_M6_2() -> None:
    p = position(hands={0: "broken-hourglass"}, timers={1: ["hourglass: flow / spark", "pendulum"]})
    p.do("cast broken-hourglass")
    assert (p.waiting, p.legal) == (1, ["drop t1", "drop t2"])
    p.do("drop t1")
    assert (p.timers(1), sorted(p.discards(1).split())) == (["pendulum"], ["flow", "hourglass", "spark"])


def test_break_takes_an_only_timer_without_asking() -> None:
    p = position(3, hands={0: "broken-hourglass"}, timers={2: ["pendulum: flow"]}).do("cast broken-hourglass")
    assert (p.waiting, p.timers(2), p.discards(2)) == (0, [], "flow pendulum")


def test_a_broken_timer_with_an_effect_for_being_discarded_has_none_M6_2() -> None:
    p = position(hands={0: "broken-hourglass charge"}, timers={1: ["trapped-dial"]}).do("cast broken-hourglass")
    assert (p.timers(1), p.hand(0), p.waiting) == ([], "charge", 0)


def test_time_storm_breaks_everywhere_before_anyone_discards() -> None:
    p = position(3, hands={0: "time-storm", 1: "charge flow", 2: "charge flow"}, timers={2: ["hourglass", "pendulum"]})
    p.do("cast time-storm")
    assert (p.waiting, p.legal) == (2, ["drop t1", "drop t2"])
    p.do("drop t2")
    assert (p.waiting, p.legal) == (1, ["discard charge", "discard flow"])
    p.do("discard charge", "discard charge")
    assert p.waiting == 0


def test_a_trapped_dial_is_discarded_for_its_attack() -> None:
    p = position(hands={1: "charge flow"}, timers={0: ["trapped-dial"]}).do("drop t1", "discard flow")
    assert (p.discards(0), p.discards(1), p.waiting) == ("trapped-dial", "flow", 0)


def test_an_attack_in_the_middle_of_an_effect_lets_the_rest_wait() -> None:
    p = position(hands={0: "stolen-moment"}, ke={1: "0/4"}).do("cast stolen-moment")
    assert p.ke(0) == "2/4+1"
