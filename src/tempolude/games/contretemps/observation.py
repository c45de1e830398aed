"""Contre-Temps as numbers for learning: what a seat sees, itself first and the others clockwise, and the actions."""

from __future__ import annotations

from typing import Any

from tempolude.engine.features import block, each, features
from tempolude.engine.rule import rule
from tempolude.engine.state import NONE, State

from .state import (  # isort: skip
    ACTIONS, BACK, CARDS, DISCS, HAND, ROUNDS, SEATS, SOME_STRENGTH, SUITS, TOKENS, VALUES, strength, suit, value,
)  # fmt: skip

CARD = SUITS + 1  # a card as numbers: its suit, one of five, and its value / 13; zeros for none
RICH = 20  # crystals that scale to 1; more exceed it
JOURNEYS = ACTIONS - BACK

SEEN = features(
    block("hand", CARDS, "1 for each card in hand; a card is suit × 13 + value − 1"),
    block("discards", CARDS, "1 for each card discarded"),
    block("constant", CARDS, "1 for the card that is the constant, if there is one"),
    block("takes", CARDS, "1 for each card it may play now that takes the event being resolved, as it stands"),
    block("earns", CARDS, "1 for each card it may play now that brings a crystal there"),
    block("offer", CARD, "the card it chose for the constant, not yet shown: suit (5), value / 13"),
    block("journey", 1, "the journey it chose, not yet shown: (action − 64) / 21"),
    each(
        "event",
        TOKENS,
        block("laid", 1, "1 if it lies in the line"),
        block("present", 1, "1 if it is the newest"),
        block("resolved", 1, "1 if it is being resolved"),
        block("lead", CARD, "the card first led there: suit (5), value / 13"),
        block("best", CARD, "the card that holds it: suit (5), value / 13"),
        block("holder", SEATS, "1 for who controls it, counted from the seat that looks"),
        block("takers", 1, "cards in hand that it could play there and that beat the one that holds it / 10"),
        block("taker", 1, "the highest value among them / 13"),
    ),
    each(
        "seat",
        SEATS,
        block("there", 1, "1 if somebody sits there"),
        block("deciding", 1, "1 if it must decide now"),
        block("crystals", 1, "crystals / 20"),
        block("events", 1, "events it controls / 3"),
        block("cards", 1, "cards in hand / 10"),
        block("first", 1, "1 if it has the first-player marker"),
        block("void", SUITS, "1 for each suit it has shown not to have"),
        block("played", CARD, "the card it played to the event being resolved: suit (5), value / 13"),
        block("place", TOKENS + 1, "1 for where its pawn stands: the constant, then the events"),
    ),
    block("phase", 3, "1 for the phase: resolution, constant, travel"),
    block("round", 1, "round / 10"),
    block("mode", 1, "1 with temporal paradoxes"),
    left_out={
        "before": "the events laid before the present, counted",
        "tokens_left": "the events not laid, counted",
        "highest": "the highest card of the suit asked for among those shown at the event",
    },
)
FEATURES = SEEN.size

DOES = features(
    block("play", CARDS, "play that card, or offer it as the constant"),
    block("back", TOKENS + 1, "travel back 0 to 10 events"),
    block("forward", TOKENS, "travel forward 1 to 10 events"),
)

TAKES, EARNS, OFFER, JOURNEY, EVENT, SEAT, PHASE = (
    SEEN.at(name) for name in ("takes", "earns", "offer", "journey", "event", "seat", "phase")
)
EVENT_SPAN, SEAT_SPAN = SEEN.span("event"), SEEN.span("seat")


@rule
def observe(s: State, seat: int, out: Any) -> None:
    observe_cards(s, seat, out)
    if s.event != NONE and s.at[seat] == s.event and s.played[seat] == NONE:
        observe_plays(s, seat, out)
    for event in range(TOKENS):
        observe_event(s, seat, event, out, EVENT + EVENT_SPAN * event)
    for step in range(s.players):
        observe_seat(s, (seat + step) % s.players, out, SEAT + SEAT_SPAN * step)
    out[PHASE + s.phase] = 1
    out[PHASE + 3] = s.round / ROUNDS
    out[PHASE + 4] = s.mode


@rule
def observe_cards(s: State, seat: int, out: Any) -> None:
    for i in range(s.held[seat]):
        out[s.hand[seat][i]] = 1
    for i in range(s.discarded):
        out[CARDS + s.discard[i]] = 1
    if s.constant != NONE:
        out[2 * CARDS + s.constant] = 1
    observe_card(s.offer[seat], out, OFFER)
    if s.journey[seat] != NONE:
        out[JOURNEY] = (s.journey[seat] - BACK + 1) / JOURNEYS


@rule
def observe_plays(s: State, seat: int, out: Any) -> None:
    """What each card would do at the event being resolved (C3.3 to C3.6)."""
    lead = s.lead[s.event]
    most = SOME_STRENGTH - 1
    if lead != NONE:
        most = max(most, strength(s, s.best[s.event], suit(lead)))
        for other in range(s.players):
            if s.played[other] != NONE:
                most = max(most, strength(s, s.played[other], suit(lead)))
    follows = lead != NONE and holds(s, seat, suit(lead))
    for i in range(s.held[seat]):
        card = s.hand[seat][i]
        asked = suit(card) if lead == NONE else suit(lead)
        if not follows or suit(card) == asked:
            out[TAKES + card] = strength(s, card, asked) > most
            out[EARNS + card] = lead != NONE and suit(card) == suit(s.highest) and card < s.highest


@rule
def holds(s: State, seat: int, a: int) -> bool:
    """Whether the hand has a card of that suit."""
    found = False
    for i in range(s.held[seat]):
        found = found or suit(s.hand[seat][i]) == a
    return found


@rule
def observe_takers(s: State, seat: int, event: int, out: Any, at: int) -> None:
    """The cards that would take an event from its holder if nobody else went there (C3.3, C3.6)."""
    asked = suit(s.lead[event])
    most = max(strength(s, s.best[event], asked), SOME_STRENGTH - 1)
    follows = holds(s, seat, asked)
    count = 0
    highest = 0
    for i in range(s.held[seat]):
        card = s.hand[seat][i]
        if (not follows or suit(card) == asked) and strength(s, card, asked) > most:
            count += 1
            highest = max(highest, value(card))
    out[at] = count / HAND
    out[at + 1] = highest / VALUES


@rule
def observe_card(card: int, out: Any, at: int) -> None:
    if card != NONE:
        out[at + suit(card)] = 1
        out[at + SUITS] = value(card) / VALUES


@rule
def observe_event(s: State, seat: int, event: int, out: Any, at: int) -> None:
    out[at] = s.laid[event]
    out[at + 1] = event == s.present
    out[at + 2] = event == s.event
    observe_card(s.lead[event], out, at + 3)
    observe_card(s.best[event], out, at + 3 + CARD)
    if s.holder[event] != NONE:
        out[at + 3 + 2 * CARD + (s.holder[event] - seat) % s.players] = 1
        observe_takers(s, seat, event, out, at + 3 + 2 * CARD + SEATS)


@rule
def observe_seat(s: State, other: int, out: Any, at: int) -> None:
    out[at] = 1
    out[at + 1] = s.waiting[other]
    out[at + 2] = s.crystals[other] / RICH
    out[at + 3] = s.discs[other] / DISCS
    out[at + 4] = s.held[other] / HAND
    out[at + 5] = other == s.first
    for a in range(SUITS):
        out[at + 6 + a] = s.void[other][a]
    observe_card(s.played[other], out, at + 6 + SUITS)
    out[at + 6 + SUITS + CARD + 1 + s.at[other]] = 1
