"""Timeline as numbers for learning: what a seat sees, itself first and the others clockwise, and the actions.

A date is given as the fraction of the match's cards that are not later. Names are public (T2.1), so a learner can get
to know the cards, as people do: every card of the match has its own numbers.
"""

from __future__ import annotations

from typing import Any

from tempolude.engine.features import block, each, features
from tempolude.engine.rule import rule
from tempolude.engine.state import State

from .state import CARDS, GAPS, HAND, ROUNDS, SEATS

DECKS = 1000  # cards of all decks that scale to 1; larger decks exceed it

SEEN = features(
    each(
        "seat",
        SEATS,
        block("there", 1, "1 if somebody sits there"),
        block("deciding", 1, "1 if it must decide now"),
        block("cards", 1, "cards in hand / 10"),
        block("right", 1, "1 if it placed a card right this round"),
        block("out", 1, "the round in which it was put out / 60"),
        block("first", 1, "1 if it is the first player"),
    ),
    block("line", CARDS, "the dates of the line from its beginning: (place in time + 1) / cards of the match"),
    each(
        "card",
        CARDS,
        block("number", 1, "which card of the decks it is: (number + 1) / 1000"),
        block("mine", 1, "(slot + 1) / 10 if it is in the own hand"),
        block("theirs", 1, "in another hand: how many seats on / 8; 1 if it is the next of the pile"),
        block("date", 1, "(place in time + 1) / cards of the match in the line; the same, negative, in the discards"),
    ),
    block("lined", 1, "cards in the line / 240"),
    block("piled", 1, "cards in the pile / 240"),
    block("discarded", 1, "cards in the discards / 240"),
    block("cards", 1, "cards of the match / 240"),
    block("round", 1, "round / 60"),
    block("play-off", 1, "1 in a play-off"),
    left_out={"year": "which places in time are of one year, which the decks fix"},
)
FEATURES = SEEN.size

DOES = features(
    block(
        "place",
        HAND * GAPS,
        "slot × 256 + gap: put that card of the hand into that gap; gap 0 is before the first card",
    ),
)

LINE, CARD, LINED = (SEEN.at(name) for name in ("line", "card", "lined"))
SEAT_SPAN, CARD_SPAN = SEEN.span("seat"), SEEN.span("card")


@rule
def observe(s: State, seat: int, out: Any) -> None:
    for step in range(s.players):
        observe_seat(s, (seat + step) % s.players, step, out)
    for i in range(s.cards):
        out[CARD + CARD_SPAN * i] = (s.catalogue[i] + 1) / DECKS
    if s.piled > 0:
        out[CARD + CARD_SPAN * s.pile[s.piled - 1] + 2] = 1
    for i in range(s.lined):
        date = (s.date[s.line[i]] + 1) / s.cards
        out[LINE + i] = date
        out[CARD + CARD_SPAN * s.line[i] + 3] = date
    for i in range(s.discarded):
        out[CARD + CARD_SPAN * s.discard[i] + 3] = -(s.date[s.discard[i]] + 1) / s.cards
    out[LINED] = s.lined / CARDS
    out[LINED + 1] = s.piled / CARDS
    out[LINED + 2] = s.discarded / CARDS
    out[LINED + 3] = s.cards / CARDS
    out[LINED + 4] = s.round / ROUNDS
    out[LINED + 5] = s.playoff


@rule
def observe_seat(s: State, other: int, step: int, out: Any) -> None:
    at = SEAT_SPAN * step
    out[at] = 1
    out[at + 1] = s.waiting[other]
    out[at + 2] = s.held[other] / HAND
    out[at + 3] = s.right[other]
    out[at + 4] = s.out[other] / ROUNDS
    out[at + 5] = other == s.first
    for i in range(s.held[other]):
        at = CARD + CARD_SPAN * s.hand[other][i]
        if step == 0:
            out[at + 1] = (i + 1) / HAND
        else:
            out[at + 2] = step / SEATS
