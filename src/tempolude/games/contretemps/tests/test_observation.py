"""The numbers of an observation that say what cards can do (C3.3 to C3.6), against playing them."""

import pytest

from tempolude.engine.state import NONE
from tempolude.games.contretemps import observation, state
from tempolude.games.contretemps.meta import GAME
from tempolude.games.contretemps.names import card_of

from .positions import position
from .test_hidden import random_match

GAINED = GAME.rules.EVENTS.index("crystal gained")


def seen(match, seat, name, count=state.CARDS):
    """The cards whose number in a block is 1."""
    begin = observation.SEEN.at(name)
    found = match.way.observe(match.state, seat)[begin : begin + count]
    return {card for card in range(count) if found[card]}


def cards(text):
    return {card_of(code) for code in text.split()}


def test_takes_and_earns_follow_the_suit_led_C3_3():
    match = position(
        events={1: "Q8 Q11 by 1", 2: ""}, at={0: 1, 1: 2, 2: 2}, hands={0: "Q7 Q12 C8 M13"}, constant="C13"
    )
    while match.waiting != [0]:
        match.play(match.waiting[0], match.legal(match.waiting[0])[0].number)
    assert seen(match, 0, "takes") == cards("Q12")
    assert seen(match, 0, "earns") == cards("Q7")
    assert not seen(match, 1, "takes")  # it has played


def test_takers_are_the_cards_that_beat_an_event_C3_6():
    match = position(events={1: "Q8 Q11 by 1", 2: ""}, hands={0: "Q7 Q12 Q13 C9", 2: "M7 M8 C7 C8"}, travel=True)
    at = observation.EVENT + observation.EVENT_SPAN - 2
    for seat, takers, highest in ((0, 2, 13), (2, 2, 8)):
        found = match.way.observe(match.state, seat)
        assert found[at : at + 2].tolist() == pytest.approx([takers / 10, highest / 13])


def test_what_cards_are_said_to_do_is_what_they_do():
    """A card brings a crystal where it was said to; the last card of an event takes it where it was said to."""
    last = 0
    for match, seat in random_match(4, "classic", 7):
        event = match.state.event
        if event == NONE:
            continue
        takes, earns = seen(match, seat, "takes"), seen(match, seat, "earns")
        alone = sum(match.state.at[q] == event and match.state.played[q] == NONE for q in range(4)) == 1
        for action in match.legal(seat):
            ahead = match.fork()
            ahead.play(seat, action.number)
            assert (action.number in earns) == any(e.kind == GAINED and e.numbers[0] == seat for e in ahead.events)
            if alone:
                last += 1
                assert (action.number in takes) == (ahead.state.best[event] == action.number)
    assert last > 20
