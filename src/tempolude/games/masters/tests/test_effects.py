"""The words of effects that concern the caster alone."""

from .positions import position


def test_recover_turns_spent_ke_and_no_more_than_are_spent() -> None:
    assert position(hands={0: "ebb"}, ke={0: "2/4"}).do("cast ebb").ke(0) == "2/4"
    assert position(hands={0: "inspiration"}, ke={0: "3/4"}).do("focus inspiration").ke(0) == "4/4"


def test_recover_all() -> None:
    assert position(hands={0: "transcendence"}, ke={0: "0/9"}).do("focus transcendence").ke(0) == "9/9"


def test_gain_brings_a_new_available_ke_up_to_12() -> None:
    assert position(hands={0: "augmentation"}).do("cast augmentation").ke(0) == "3/5"
    assert position(hands={0: "augmentation"}, ke={0: "4/12"}).do("cast augmentation").ke(0) == "2/12"


def test_there_are_never_more_than_4_ephemeral_ke_M1_4() -> None:
    assert position(hands={0: "wellspring"}, ke={0: "2/4+3"}).do("cast wellspring 2+0").ke(0) == "0/4+4"


def test_draw_takes_what_there_is() -> None:
    p = position(hands={0: "mastery"}, decks={0: "charge"}, discards={0: "flow"}).do("cast mastery")
    assert p.hand(0) == "charge flow"


def test_fetch_takes_a_card_of_choice_from_the_discards() -> None:
    p = position(hands={0: "recollection"}, discards={0: "flow charge flow"}).do("cast recollection")
    assert p.legal == ["fetch charge", "fetch flow"]
    p.do("fetch flow")
    assert (p.hand(0), p.discards(0)) == ("flow", "charge flow")


def test_fetch_takes_all_there_are_without_asking() -> None:
    p = position(hands={0: "return"}, discards={0: "flow charge"}).do("cast return")
    assert (p.hand(0), p.discards(0)) == ("charge flow", "")


def test_fetch_2_asks_twice() -> None:
    p = position(hands={0: "return"}, discards={0: "flow charge spark"}).do("cast return", "fetch spark")
    assert p.legal == ["fetch charge", "fetch flow"]
    assert p.do("fetch flow").discards(0) == "charge"


def test_the_spell_that_fetches_is_not_in_the_discards() -> None:
    assert position(hands={0: "recollection"}).do("cast recollection").hand(0) == ""


def test_remove_must_be_done() -> None:
    p = position(hands={0: "brain-cleansing charge flow spark"}).do("cast brain-cleansing")
    assert p.legal == ["remove charge", "remove spark", "remove flow"]
    p.do("remove spark", "remove charge")
    assert (p.hand(0), p.removed, p.verbs) == ("flow", "charge spark", {"done", "cast"})


def test_brain_cleansing_with_one_card_in_hand_removes_it() -> None:
    p = position(hands={0: "brain-cleansing charge"}).do("cast brain-cleansing")
    assert (p.hand(0), p.removed, p.discards(0)) == ("", "charge", "")


def test_brain_cleansing_with_an_empty_hand_does_nothing_and_counts() -> None:
    assert position(hands={0: "brain-cleansing"}).do("cast brain-cleansing").access == 1


def test_remove_looks_only_at_cards_in_hand_M5_2() -> None:
    p = position(hands={0: "oblivion"}, timers={0: ["pendulum: flow / charge"]}).do("cast oblivion")
    assert (p.removed, p.timers(0)) == ("", ["pendulum: flow / charge"])


def test_remove_up_to_may_stop_at_any_time() -> None:
    p = position(hands={0: "great-clearing charge flow spark ebb"}).do("cast great-clearing")
    assert p.legal[0] == "done"
    p.do("remove charge", "done")
    assert (p.removed, p.ke(0)) == ("charge", "2/4+1")  # and the next word is done


def test_remove_up_to_3_with_two_cards_ends_with_the_last() -> None:
    p = position(hands={0: "great-clearing charge flow"}).do("cast great-clearing", "remove charge", "remove flow")
    assert (p.removed, p.ke(0)) == ("charge flow", "2/4+1")


def test_remove_up_to_with_an_empty_hand_asks_nothing() -> None:
    assert position(hands={0: "great-clearing"}).do("cast great-clearing").ke(0) == "2/4+1"


def test_insight_adds_access_points() -> None:
    assert position(hands={0: "perfect-clarity"}).do("cast perfect-clarity").access == 3


def test_renew_puts_the_revealed_card_at_the_bottom() -> None:
    p = position(hands={0: "clairvoyance"}, spheres={1: "spark ebb intuition", 2: ""}).do("cast clairvoyance")
    assert p.legal == ["renew 1", "renew 3", "renew 4", "renew 5"]  # sphere 2 is empty
    p.do("renew 1")
    assert p.sphere(1) == "ebb intuition spark"
    assert "revealed" in p.happened


def test_renew_with_one_card_left_shows_it_again() -> None:
    assert (
        position(hands={0: "clairvoyance"}, spheres={1: "spark"}).do("cast clairvoyance", "renew 1").sphere(1)
        == "spark"
    )


def test_convert_makes_an_ephemeral_ke_last() -> None:
    assert position(hands={0: "conversion"}, ke={0: "2/4+1"}).do("cast conversion 2+0").ke(0) == "1/5"


def test_convert_needs_an_ephemeral_ke() -> None:
    assert position(hands={0: "conversion"}).do("cast conversion").ke(0) == "2/4"


def test_convert_needs_a_pool_under_12() -> None:
    assert position(hands={0: "conversion"}, ke={0: "2/12+1"}).do("cast conversion 2+0").ke(0) == "0/12+1"


def test_words_are_done_in_the_order_written() -> None:
    p = position(hands={0: "sorting flow"}, decks={0: "charge spark"}).do("cast sorting")
    assert (p.removed, p.hand(0)) == ("flow", "charge spark")  # removed before drawing


# --- Echoes ----------------------------------------------------------------------


def test_an_echo_does_the_last_spell_again_with_new_choices() -> None:
    p = position(hands={0: "recollection echo"}, discards={0: "flow charge spark"})
    p.do("cast recollection", "fetch flow", "cast echo")
    assert p.legal == ["fetch charge", "fetch spark"]
    p.do("fetch spark")
    assert (p.hand(0), p.access) == ("spark flow", 2)


def test_an_echo_of_an_echo_is_one_of_the_spell_before_both() -> None:
    p = position(hands={0: "spark echo faint-echo"}, ke={0: "9/9"})
    p.do("cast spark", "cast echo 1+0", "cast faint-echo 2+0")
    assert p.ke(0) == "5/9+3"


def test_paradox_does_it_twice_after_echoes_too() -> None:
    p = position(hands={0: "intuition echo paradox"}, decks={0: "charge " * 9}, ke={0: "9/9"})
    p.do("cast intuition", "cast echo", "cast paradox")
    assert p.hand(0) == "charge charge charge charge"


def test_an_echo_with_nothing_before_it_does_nothing() -> None:
    p = position(hands={0: "echo paradox"}, ke={0: "9/9"}).do("cast echo", "cast paradox")
    assert (p.access, p.ke(0), "echoed" in p.happened) == (2, "5/9", True)


def test_an_echo_does_not_reach_back_into_the_turn_before() -> None:
    p = position(hands={0: "spark echo"}).do("cast spark", "done", "done", "pass", "cast echo 1+0")
    assert p.ke(0) == "2/4+1"


def test_an_echo_leaves_out_attacks() -> None:
    p = position(hands={0: "stolen-moment echo"}, ke={1: "4/4"})
    p.do("cast stolen-moment", "cast echo 1+0")
    assert (p.ke(0), p.ke(1)) == ("1/4+2", "3/4")


def test_a_focus_between_a_spell_and_its_echo_changes_nothing() -> None:
    p = position(hands={0: "spark harmony echo"}).do("cast spark", "focus harmony", "cast echo 1+0")
    assert p.ke(0) == "3/4+3"


def test_a_spell_put_on_a_timer_is_not_the_last_one_cast() -> None:
    p = position(hands={0: "spark dynamo echo"}, timers={0: ["hourglass"]}, ke={0: "9/9"})
    p.do("cast spark", "place dynamo t1 2+0", "cast echo 1+0")
    assert p.ke(0) == "5/9+2"
