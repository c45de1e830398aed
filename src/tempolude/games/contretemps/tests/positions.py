"""Positions by name, for tests: cards as in notation ("Q7 M12"), events by number ("Q8 Q11 by 1"), seats from 0."""

import random

from tempolude.engine.match import Match
from tempolude.engine.state import NONE
from tempolude.games.contretemps import rules, state
from tempolude.games.contretemps.meta import GAME
from tempolude.games.contretemps.names import LETTERS, card_of, code

NAMES = ("Ada", "Blaise", "Camille", "Dora", "Émile", "Fanny")
CONSTANT = 0  # the place of a pawn at the constant


def position(
    seats=3, *, mode="classic", round=4, first=0, constant="C13", hands=None, events=None, present=None, at=None,
    crystals=None, voids=None, unseen=None, pile="", travel=False,
):  # fmt: skip
    """A match at the beginning of a round, with the pawns in place; or at the travel before it.

    An event is "lead winning by seat", "lead by seat" if the lead card won, or "" if it is open. The last one given is
    the present, where every pawn is unless `at` puts it elsewhere. Hands not given are as large as the largest one
    given. All remaining cards are discards.
    """
    match = Match(GAME, seats=seats, seed=1, options={"mode": mode}, names=NAMES[:seats])
    s = match.state
    rules.clear_table(s)
    lay_events(s, events or {1: ""}, pile)
    s.present = (present or max(events or {1: ""})) - 1
    s.before = sum(s.laid[: s.present])
    s.first, s.round, s.constant = first, round - 1, card_of(constant) if constant else NONE
    put_cards(s, hands or {}, unseen)
    for seat in range(seats):
        s.at[seat] = (at or {}).get(seat, s.present + 1) - 1
        s.crystals[seat] = (crystals or {}).get(seat, 0)
        for letter in (voids or {}).get(seat, ""):
            s.void[seat][LETTERS.index(letter)] = True
    s.happened = 0
    if travel:
        rules.wait_for_nobody(s)
        rules.begin_travel(s)
    else:
        rules.begin_round(s)
    match.opening = match._happened()
    match.known_discards = s.discarded
    return match


def cards(text):
    """The cards that a text names."""
    return [card_of(word) for word in text.split()]


def lay_events(s, events, pile):
    for event in range(state.TOKENS):
        s.laid[event] = event + 1 in events
    for number, text in events.items():
        lying, _, holder = text.partition(" by ")
        if lying:
            s.lead[number - 1], s.best[number - 1] = cards(lying)[0], cards(lying)[-1]
            s.holder[number - 1] = int(holder)
    for seat in range(state.SEATS):
        s.discs[seat] = sum(holder == seat for holder in s.holder)
    rules.stack_tokens(s)
    above = [int(word) - 1 for word in pile.split()]
    beneath = [token for token in s.tokens[: s.tokens_left] if token not in above]
    for i, token in enumerate([*beneath, *reversed(above)]):
        s.tokens[i] = token
    for i in range(s.tokens_left, state.TOKENS):
        s.tokens[i] = NONE


def put_cards(s, hands, unseen):
    """Put every card in play somewhere."""
    left = [card for card in range(state.CARDS) if state.value(card) >= state.lowest(s.players)]
    lying = {*s.lead, *s.best, s.constant} - {NONE}
    named = [card for text in (*hands.values(), unseen or "") for card in cards(text)]
    assert len({*lying, *named}) == len(lying) + len(named), "a card stands twice"
    assert {*lying, *named} <= {*left}, "a card is not in play with so few players"
    left = [card for card in left if card not in {*lying, *named}]
    size = max((len(text.split()) for text in hands.values()), default=0)
    for seat in range(s.players):
        hand = sorted(cards(hands[seat])) if seat in hands else [left.pop() for _ in range(size)][::-1]
        s.held[seat] = len(hand)
        for i in range(state.HAND):
            s.hand[seat][i] = hand[i] if i < len(hand) else NONE
    hidden = sorted(cards(unseen)) if unseen else [left.pop(0) for _ in range(state.UNSEEN)]
    for i, card in enumerate(hidden):
        s.unseen[i] = card
    s.discarded = 0
    for card in left:
        rules.discard(s, card)


# --- Going on from there ---------------------------------------------------------


def play(match, texts):
    """Seats play (or offer) cards, in this order."""
    for seat, text in texts.items():
        verb = "offer" if match.state.phase == state.CONSTANT else "play"
        match.play(seat, f"{verb} {text}")


def travel(match, texts):
    """Seats choose journeys, in this order: "2" back, "+1" forward."""
    for seat, text in texts.items():
        match.play(seat, f"travel {text}")


# --- Looking ---------------------------------------------------------------------


def named(numbers):
    """Cards as a text."""
    return " ".join(code(card) for card in numbers if card != NONE)


def hand(match, seat):
    return named(match.state.hand[seat])


def lying(match, number):
    """The cards at an event, in the form that `position` takes."""
    s, event = match.state, number - 1
    both = named(dict.fromkeys([s.lead[event], s.best[event]]))
    return f"{both} by {s.holder[event]}" if s.holder[event] != NONE else both


def constant(match):
    return named([match.state.constant])


def discarded(match):
    """What has been discarded since the position was set up."""
    s = match.state
    return named(sorted(s.discard[match.known_discards : s.discarded]))


def line_of_time(match):
    return " ".join(str(event + 1) for event in range(state.TOKENS) if match.state.laid[event])


def present(match):
    return match.state.present + 1


def resolving(match):
    """The number of the event being resolved."""
    return match.state.event + 1


def places(match):
    """Where the pawns are."""
    return [place + 1 for place in match.state.at[: match.seats]]


def crystals(match):
    return list(match.state.crystals[: match.seats])


def may(match, seat):
    """What `seat` may do now: cards, or journeys."""
    return " ".join(action.notation.split()[1] for action in match.legal(seat))


def match_events(match, name):
    """The numbers of the last events of that name, with events of the timeline counted from 1."""
    return [(a, b + 1, c) for event in match.events if event.name == name for a, b, c in [event.numbers]]


def happened(match):
    """The names of the last events."""
    return [event.name for event in match.events]


def random_match(seats, mode, seed, *, compiled=False):
    """A match of random actions, yielded with a seat that must act before each of them, and at its end."""
    match = Match(GAME, seats=seats, seed=seed, options={"mode": mode}, names=NAMES[:seats], compiled=compiled)
    chance = random.Random(seed)
    while not match.over:
        seat = chance.choice(match.waiting)
        yield match, seat
        match.play(seat, chance.choice(match.way.legal(match.state, seat)))
    yield match, 0
