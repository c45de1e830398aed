"""Every card of the house set, alone in a hand, does what the rulebook's table says."""

from typing import Any

import pytest

from tempolude.games.masters.components import read_set

from .positions import Position, position

# Each is played with 6 of 9 Kè, a deck of Charges, four discards, and an opponent with two cards and a timer.
# Then the choices made, and what has changed: the hand, the Kè, anything else.
SPELLS: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    "suggestion": ("", "charge", "3/9", {}),
    "charge": ("", "", "5/9", {"tokens": "-1"}),
    "energy-loop": ("", "", "3/9+1", {}),
    "spark": ("", "", "5/9+1", {}),
    "recollection": ("fetch flow", "flow", "5/9", {}),
    "intuition": ("", "charge", "5/9", {}),
    "brain-cleansing": ("", "", "5/9", {}),
    "ebb": ("", "", "6/9", {}),
    "temporal-gravity": ("", "", "4/9", {"theirs": "+1"}),
    "faint-echo": ("", "", "4/9", {}),
    "accumulation": ("", "", "4/9", {"tokens": "-2"}),
    "flow": ("", "charge", "6/9", {}),
    "slowdown": ("", "", "4/9", {"theirs": "limit"}),
    "oblivion": ("", "", "5/9+1", {}),
    "stolen-moment": ("", "", "4/9+1", {"their ke": "3/4"}),
    "clairvoyance": ("renew 4", "charge", "5/9", {}),
    "vivid-memory": ("fetch ebb", "ebb", "5/9", {}),
    "conversion": ("", "", "4/9", {}),
    "whirl": ("", "charge charge", "4/9", {}),
    "fog": ("discard spark", "", "4/9", {"their hand": "charge"}),
    "broken-hourglass": ("", "", "4/9", {"their timers": []}),
    "dynamo": ("", "", "4/9+2", {}),
    "echo": ("", "", "5/9", {}),
    "sorting": ("", "charge charge", "4/9", {}),
    "augmentation": ("", "", "5/10", {}),
    "torrent": ("", "charge charge", "5/9", {}),
    "overload": ("", "", "3/9+1", {"tokens": "-2"}),
    "amnesia": ("discard charge", "", "3/9", {"their hand": "spark"}),
    "foresight": ("", "", "4/9", {"access": 2}),
    "return": ("fetch flow, fetch flow", "flow flow", "4/9", {}),
    "great-clearing": ("", "", "4/9+1", {}),
    "mastery": ("", "charge charge charge", "3/9", {}),
    "eternity": ("", "", "9/9", {}),
    "zenith": ("", "charge", "4/10", {}),
    "paradox": ("", "", "3/9", {}),
    "stasis": ("", "", "3/9", {"theirs": "+1 limit"}),
    "perfect-clarity": ("", "", "3/9", {"access": 3}),
    "time-storm": ("discard charge", "", "3/9", {"their hand": "spark", "their timers": []}),
    "wellspring": ("", "", "4/9+3", {}),
}
FOCUSES = {
    "convergence": "8/9",
    "inspiration": "9/9",
    "harmony": "8/9+1",
    "plenitude": "9/9+1",
    "transcendence": "9/9",
}
PLACED = {  # after a Charge is placed on each: the hand, the Kè, the tokens
    "hourglass": ("", "5/9", ""),
    "metronome": ("", "6/9", ""),
    "pendulum": ("", "5/9", ""),
    "water-clock": ("charge", "5/9", ""),
    "gnomon": ("", "5/9", "-1"),
    "astrolabe": ("", "6/9", ""),
    "trapped-dial": ("", "5/9", ""),
    "astronomical-clock": ("charge", "5/9", ""),
    "inverted-hourglass": ("", "5/9+1", ""),
    "great-clock": ("", "5/9+1", ""),
    "chronograph": ("", "5/9", ""),
}


def with_hand(cards: str) -> Position:
    return position(
        hands={0: cards, 1: "charge spark"},
        decks={0: "charge charge charge"},
        discards={0: "flow ebb flow whirl"},
        timers={1: ["hourglass"]},
        ke={0: "6/9"},
    )


@pytest.mark.parametrize("spell", SPELLS)
def test_a_spell(spell: str) -> None:
    choices, hand, ke, more = SPELLS[spell]
    p = with_hand(spell).do(f"cast {spell}", *filter(None, choices.split(", ")))
    assert (p.waiting, p.hand(0), p.ke(0), p.chain) == (0, hand, ke, spell)
    assert p.tokens(0) == more.get("tokens", "")
    assert p.access == more.get("access", 1)
    assert p.tokens(1) == more.get("theirs", "")
    assert p.ke(1) == more.get("their ke", "4/4")
    assert p.hand(1) == more.get("their hand", "charge spark")
    assert p.timers(1) == more.get("their timers", ["hourglass"])


@pytest.mark.parametrize("focus", FOCUSES)
def test_a_focus(focus: str) -> None:
    p = with_hand(focus).do(f"focus {focus}")
    assert (p.ke(0), p.hand(0), p.discards(0).split()[-1], p.access) == (FOCUSES[focus], "", focus, 0)


@pytest.mark.parametrize("timer", PLACED)
def test_a_timer(timer: str) -> None:
    hand, ke, tokens = PLACED[timer]
    p = with_hand(f"charge {timer}").do(f"set {timer}", "place charge t1")
    assert (p.hand(0), p.ke(0), p.tokens(0)) == (hand, ke, tokens)
    assert p.timers(0) == [f"{timer}: charge"]


@pytest.mark.parametrize(("timer", "slots"), [(k.id, k.slots) for k in read_set("house") if k.slots])
def test_a_timer_has_one_or_two_slots_M1_1(timer: str, slots: int) -> None:
    p = position(hands={0: "charge charge"}, ke={0: "9/9"}, timers={0: [timer]})
    for _ in range(slots):
        p.do("place charge t1")
    assert "place" not in p.verbs


def test_a_chronograph_is_discarded_for_insight() -> None:
    p = position(timers={0: ["chronograph"]}).do("drop t1")
    assert (p.access, p.discards(0)) == (1, "chronograph")


def test_no_card_of_the_set_is_left_out() -> None:
    assert {kind.id for kind in read_set("house")} == {*SPELLS, *FOCUSES, *PLACED}
