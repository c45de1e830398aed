"""M6.3-M6.6: prices, payments and tokens."""

import pytest

from .positions import position


def casts(p: object) -> list[str]:
    return [text for text in p.legal if text.startswith("cast")]  # type: ignore[attr-defined]


def test_a_price_is_paid_in_any_mix_M6_3() -> None:
    p = position(hands={0: "suggestion"}, ke={0: "2/4+2"})
    assert casts(p) == ["cast suggestion 2+1", "cast suggestion 1+2"]
    assert p.do("cast suggestion 1+2").ke(0) == "1/4"


def test_where_there_is_one_way_to_pay_none_is_chosen_M6_3() -> None:
    p = position(hands={0: "suggestion"}, ke={0: "1/4+2"})
    assert casts(p) == ["cast suggestion"]
    assert p.do("cast suggestion").ke(0) == "0/4"


def test_a_spell_on_a_timer_is_paid_in_any_mix_too_M6_3() -> None:
    p = position(hands={0: "charge"}, ke={0: "1/4+1"}, timers={0: ["hourglass"]})
    assert p.legal[-2:] == ["place charge t1 1+0", "place charge t1 0+1"]
    assert p.do("place charge t1 0+1").ke(0) == "1/4"


@pytest.mark.parametrize(("tokens", "price"), [("", 3), ("-1", 2), ("-2", 1), ("+1", 4), ("-2 +1", 2), ("-1 +1", 3)])
def test_the_price_is_cost_less_discount_plus_surcharge_M6_4(tokens: str, price: int) -> None:
    p = position(hands={0: "suggestion"}, ke={0: "9/9"}, tokens={0: tokens}).do("cast suggestion")
    assert (p.ke(0), p.tokens(0)) == (f"{9 - price}/9", "")


def test_accumulation_a_pass_and_a_spell_of_1_that_costs_nothing_and_gives_nothing_back_M6_4() -> None:
    p = position(hands={0: "accumulation charge spark"})
    p.do("cast accumulation", "done", "done", "pass")  # no card taken; the opponent passes
    assert p.tokens(0) == "-2"
    p.do("pass", "pass")
    assert (p.tokens(0), p.ke(0)) == ("-2", "4/4")
    p.do("cast spark")
    assert (p.tokens(0), p.ke(0)) == ("", "4/4+1")  # the 1 is Spark's own effect


def test_a_spell_set_free_is_not_paid_and_uses_no_token_M6_4() -> None:
    p = position(timers={0: ["hourglass: spark"]}, tokens={0: "-2 +1"}).do("activate t1", "release spark")
    assert (p.tokens(0), p.ke(0)) == ("-2 +1", "4/4+1")


def test_a_larger_discount_replaces_a_smaller_M6_4() -> None:
    p = position(timers={0: ["pendulum: charge accumulation"]}).do("activate t1", "release charge")
    assert p.tokens(0) == "-1"
    assert p.do("release accumulation").tokens(0) == "-2"


def test_a_smaller_discount_does_not_replace_a_larger_M6_4() -> None:
    p = position(timers={0: ["hourglass: charge"]}, tokens={0: "-2"}).do("activate t1", "release charge")
    assert p.tokens(0) == "-2"


def test_at_most_one_surcharge_and_one_limit_are_held_M6_4() -> None:
    p = position(hands={0: "stasis"}, tokens={1: "+1 limit"}).do("cast stasis")
    assert p.tokens(1) == "+1 limit"


def test_who_holds_minus_2_takes_the_surcharge_beside_it_M6_4() -> None:
    assert position(hands={0: "temporal-gravity"}, tokens={1: "-2"}).do("cast temporal-gravity").tokens(1) == "-2 +1"


def test_a_player_who_holds_minus_1_may_give_it_up_instead_of_taking_the_surcharge_M6_5() -> None:
    p = position(hands={0: "temporal-gravity"}, tokens={1: "-1"}).do("cast temporal-gravity")
    assert (p.waiting, p.legal) == (1, ["take it", "give up"])
    p.do("give up")
    assert (p.tokens(1), p.waiting) == ("", 0)
    assert "discount lost" in p.happened


def test_a_player_who_refuses_holds_both_and_no_second_surcharge_reaches_them_M6_4_M6_5() -> None:
    p = position(hands={0: "temporal-gravity temporal-gravity"}, ke={0: "9/9"}, tokens={1: "-1"})
    p.do("cast temporal-gravity", "take it")
    assert (p.tokens(1), p.waiting) == ("-1 +1", 0)
    assert "surcharged" in p.happened
    assert p.do("cast temporal-gravity").waiting == 0  # they are not asked again
    assert p.tokens(1) == "-1 +1"


def test_every_opponent_who_holds_minus_1_is_asked_clockwise_M6_5() -> None:
    p = position(4, turn=1, hands={1: "temporal-gravity"}, tokens={0: "-1", 2: "-1", 3: "-2"})
    assert p.do("cast temporal-gravity").waiting == 2
    assert p.do("take it").waiting == 0  # seat 3 holds -2 and takes the +1 beside it, unasked (M6.4)
    assert p.do("give up").waiting == 1
    assert [p.tokens(seat) for seat in range(4)] == ["", "", "-1 +1", "-2 +1"]


def test_under_the_first_version_of_the_rules_minus_1_is_given_up_unasked_M6_5() -> None:
    p = position(hands={0: "temporal-gravity"}, tokens={1: "-1"}, rules=1).do("cast temporal-gravity")
    assert (p.tokens(1), p.waiting) == ("", 0)
    assert "discount lost" in p.happened


def test_who_holds_a_surcharge_already_keeps_minus_1_beside_it_M6_4_M6_5() -> None:
    assert position(hands={0: "temporal-gravity"}, tokens={1: "-1 +1"}).do("cast temporal-gravity").tokens(1) == "-1 +1"


def test_with_the_limit_3_ke_are_spent_in_all_M6_6() -> None:
    p = position(hands={0: "charge charge charge suggestion"}, ke={0: "9/9"}, tokens={0: "limit"})
    p.do("cast charge")
    assert casts(p) == ["cast suggestion", "cast charge"]  # 2 left, and -1 on the next
    p.do("cast charge", "cast charge")
    assert (p.ke(0), casts(p)) == ("8/9", ["cast suggestion"])
    p.do("cast suggestion")
    assert p.ke(0) == "6/9"


def test_the_limit_counts_ephemeral_ke_too_M6_6() -> None:
    p = position(hands={0: "dynamo dynamo"}, ke={0: "4/4+4"}, tokens={0: "limit"}).do("cast dynamo 0+2")
    assert casts(p) == []


def test_the_limit_token_goes_at_the_end_of_the_turn_M6_6() -> None:
    assert position(tokens={0: "limit"}).do("done").tokens(0) == ""


def test_a_pass_is_a_turn_for_the_limit_M6_6() -> None:
    assert position(tokens={0: "limit"}).do("pass").tokens(0) == ""


def test_tokens_wait_through_turns_M6_4() -> None:
    assert position(tokens={0: "-1 +1"}).do("done", "done", "done").tokens(0) == "-1 +1"
