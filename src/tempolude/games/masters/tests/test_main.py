"""M4: passing and playing."""

from tempolude.engine.options import enclosed
from tempolude.engine.table import People
from tempolude.games.masters.components import SETS

from .positions import NAMES, position


def test_a_pass_brings_back_all_ke_and_draws_nothing_M4_1() -> None:
    p = position(hands={0: "charge"}, decks={0: "suggestion " * 5}, ke={0: "1/4"}).do("pass")
    assert (p.ke(0), p.hand(0), p.waiting) == ("4/4", "charge", 1)


def test_a_pass_brings_back_no_ephemeral_ke_M4_1() -> None:
    assert position(ke={0: "0/5+1"}).do("pass").ke(0) == "5/5+1"


def test_after_delaying_one_may_pass_M4_1() -> None:
    p = position(hands={0: "charge"}, timers={0: ["hourglass: flow"]}).do("delay t1 charge")
    assert "pass" in p.legal


def test_after_anything_else_one_may_not_pass_M4_1() -> None:
    before = {"hands": {0: "charge hourglass convergence flow"}, "ke": {0: "3/4"}, "timers": {0: ["pendulum: flow"]}}
    for action in ("cast charge", "set hourglass", "focus convergence", "place charge t1", "activate t1"):
        assert "pass" not in position(**before).do(action).legal, action  # type: ignore[arg-type]
    assert "pass" not in position(**before).do("trade flow", "discard charge").legal  # type: ignore[arg-type]
    full = position(hands={0: "charge"}, timers={0: ["hourglass: flow"]})
    assert "pass" not in full.do("activate t1", "release flow").legal


def test_a_turn_without_playing_is_no_pass_and_refills_the_hand_M4_2() -> None:
    p = position(hands={0: "charge"}, decks={0: "suggestion " * 5}, ke={0: "1/4"}).do("done")
    assert (p.ke(0), p.hand(0), p.waiting) == ("1/4", "suggestion suggestion suggestion suggestion charge", 1)


def test_a_timer_is_set_for_nothing_M4_2() -> None:
    p = position(hands={0: "pendulum"}, ke={0: "0/4"}).do("set pendulum")
    assert p.timers(0) == ["pendulum"]


def test_a_spell_is_paid_has_its_effect_and_counts_M4_2() -> None:
    p = position(hands={0: "suggestion"}, decks={0: "charge"}).do("cast suggestion")
    assert (p.ke(0), p.hand(0), p.chain, p.access) == ("1/4", "charge", "suggestion", 1)


def test_a_spell_that_cannot_be_paid_cannot_be_cast_M4_2() -> None:
    p = position(hands={0: "suggestion charge"}, ke={0: "2/4"})
    assert [text for text in p.legal if text.startswith("cast")] == ["cast charge"]


def test_a_spell_on_a_timer_is_paid_but_does_not_count_M4_2() -> None:
    p = position(hands={0: "suggestion"}, decks={0: "charge"}, timers={0: ["hourglass"]}).do("place suggestion t1")
    assert (p.ke(0), p.hand(0), p.chain, p.access) == ("1/4", "", "", 0)
    assert p.timers(0) == ["hourglass: suggestion"]


def test_a_focus_has_its_effect_and_is_discarded_M4_2() -> None:
    p = position(hands={0: "convergence"}, ke={0: "1/4"}).do("focus convergence")
    assert (p.ke(0), p.discards(0), p.chain, p.access) == ("3/4", "convergence", "", 0)


def test_two_cards_are_discarded_for_one_ke_M4_2() -> None:
    p = position(hands={0: "suggestion charge convergence"}, ke={0: "0/4"})
    p.do("trade charge")
    assert p.legal == ["discard suggestion", "discard convergence"]
    p.do("discard suggestion")
    assert (p.ke(0), p.discards(0), p.hand(0)) == ("1/4", "charge suggestion", "convergence")


def test_two_cards_are_discarded_as_often_as_one_likes_M4_2() -> None:
    p = position(hands={0: "charge charge charge charge"}, ke={0: "0/4"})
    p.do("trade charge", "discard charge", "trade charge", "discard charge")
    assert (p.ke(0), p.hand(0)) == ("2/4", "")


def test_two_cards_are_not_discarded_when_no_ke_is_spent_M4_2() -> None:
    assert "trade" not in position(hands={0: "charge charge"}).verbs
    assert "trade" in position(hands={0: "charge charge"}, ke={0: "3/4"}).verbs


def test_one_card_is_not_enough_to_trade_even_with_cards_under_timers_M5_2() -> None:
    p = position(hands={0: "charge"}, timers={0: ["pendulum: flow / charge charge"]}, ke={0: "0/4"})
    assert "trade" not in p.verbs


def test_a_focus_is_not_in_the_discards_while_its_effect_is_done_M4_2() -> None:
    p = position(hands={0: "harmony"}, ke={0: "3/4"}).do("focus harmony")
    assert p.happened[-1] == "sparked"
    assert (p.ke(0), p.discards(0)) == ("4/4+1", "harmony")


def own(card: str, effect: str, when: str = "") -> dict[str, str]:
    """The house set with a card's effect replaced."""
    header, *rows = (SETS / "house@1.csv").read_text("utf-8").splitlines()
    columns = header.split(",")
    found = []
    for row in rows:
        values = row.split(",", len(columns) - 1)
        if values[0] == card:
            values[-2:] = [when, f'"{effect}"']
        found.append(",".join(values))
    return enclosed("mine", "\n".join([header, *found]))


def test_two_focuses_that_draw_do_not_play_each_other_for_ever_M4_4() -> None:
    cards = {"cards": own("inspiration", "draw 1, recover 1")}
    p = position(options=cards, hands={0: "inspiration inspiration"}, ke={0: "0/4"})
    p.do("focus inspiration", "focus inspiration")
    assert (p.ke(0), p.hand(0), p.discards(0), p.chain) == ("2/4", "", "", "inspiration inspiration")
    p.do("done")  # no spell was cast, so there is no access point and the turn closes
    assert sorted(p.hand(0).split()) == ["inspiration", "inspiration"]
    assert p.waiting == 1


def test_a_spell_after_a_focus_that_draws_is_the_first_of_the_turn_M4_4() -> None:
    p = position(options={"cards": own("inspiration", "draw 1")}, hands={0: "inspiration charge"}, decks={0: "spark"})
    p.do("focus inspiration", "cast charge")
    pieces = [piece.face for group in p.table.scene(p.s, "en", People(NAMES[:2])).groups for piece in group]
    assert p.access == 1
    assert [face.split(":")[0] for face in pieces if face.startswith("cast:")] == ["cast"]
    assert next(face for face in pieces if face.startswith("cast:")).endswith(":1")
    assert p.chain == "inspiration charge"


def test_a_timer_that_draws_when_it_is_discarded_lies_aside_M4_4() -> None:
    cards = {"cards": own("trapped-dial", "fetch 2", "discarded")}
    p = position(options=cards, timers={0: ["trapped-dial"]}, discards={0: "charge spark"})
    p.do("drop t1")
    assert (p.hand(0), p.discards(0), p.chain, p.access) == ("charge spark", "", "trapped-dial", 0)


def test_a_focus_echoes_the_last_spell_and_lies_aside_M4_4() -> None:
    p = position(options={"cards": own("inspiration", "echo 1")}, hands={0: "inspiration spark"})
    p.do("cast spark", "focus inspiration")
    assert (p.ke(0), p.chain) == ("3/4+2", "spark inspiration")


def test_half_of_the_spent_ke_is_rounded_up_M6_7() -> None:
    p = position(options={"cards": own("inspiration", "recover half")}, hands={0: "inspiration"}, ke={0: "1/4"})
    assert p.do("focus inspiration").ke(0) == "3/4"
