"""The observation of a seat for learning, itself first and the others clockwise; the meaning of actions."""

from __future__ import annotations

from typing import Any

from tempolude.engine.features import block, each, features
from tempolude.engine.rule import rule
from tempolude.engine.state import NONE, State

from .state import ALL_POINTS, CARDS, HAND, KINDS, PASS, SEATS, TRICKS

LONG = 100  # points that scale to 1; more exceed it
DEALS = 16  # the most of any match

SEEN = features(
    block("hand", CARDS, "1 for each card in hand; a card is suit × 13 + rank: clubs, diamonds, spades, hearts"),
    block("passed", CARDS, "1 for each card it has passed, or chosen to pass"),
    block("received", CARDS, "1 for each card it was passed"),
    each(
        "seat",
        SEATS,
        block("deciding", 1, "1 if it must decide now"),
        block("cards", 1, "cards in hand / 13"),
        block("trick", CARDS, "1 for the card it has played to the trick"),
        block("last", CARDS, "1 for the card it played to the trick before"),
        block("gone", CARDS, "1 for each card it has played in this deal"),
        block("lacks", KINDS, "1 for what it has shown not to have: clubs, diamonds, other spades, hearts, the queen"),
        block("leads", 1, "1 if it led to the trick"),
        block("best", 1, "1 if its card would take the trick"),
        block("tricks", 1, "tricks taken in this deal / 13"),
        block("points", 1, "points taken in this deal / 26"),
        block("queen", 1, "1 if it has taken the queen of spades"),
        block("total", 1, "points of the deals before / 100"),
        block("moons", 1, "how often it has shot the moon / 16"),
    ),
    block("direction", 4, "1 for where cards are passed: nowhere, left, across, right"),
    block("playing", 1, "0 while cards are passed, 1 afterwards"),
    block("broken", 1, "1 if hearts are broken"),
    block("deal", 1, "number of the deal / 16"),
    block("target", 1, "the points that end the match / 100; 0 for a single deal"),
    block("passes", 1, "1 if cards are passed in some deals"),
)
FEATURES = SEEN.size

DOES = features(block("card", CARDS, "pass or play that card"))

PASSED, RECEIVED, SEAT, DIRECTION = (SEEN.at(name) for name in ("passed", "received", "seat", "direction"))
SEAT_SPAN = SEEN.span("seat")
IN_TRICK, IN_LAST, IS_GONE = 2, 2 + CARDS, 2 + 2 * CARDS
IS_LACKED = IS_GONE + CARDS
COUNTED = IS_LACKED + KINDS


@rule
def observe(s: State, seat: int, out: Any) -> None:
    for i in range(HAND):
        if s.hand[seat][i] != NONE:
            out[s.hand[seat][i]] = 1
    for i in range(PASS):
        if s.passed[seat][i] != NONE:
            out[PASSED + s.passed[seat][i]] = 1
        if s.received[seat][i] != NONE:
            out[RECEIVED + s.received[seat][i]] = 1
    for step in range(SEATS):
        observe_seat(s, seat + step & 3, out, SEAT + SEAT_SPAN * step)
    for c in range(CARDS):
        if s.gone[c] != NONE:
            out[SEAT + SEAT_SPAN * (s.gone[c] - seat & 3) + IS_GONE + c] = 1
    out[DIRECTION + s.direction] = 1
    out[DIRECTION + 4] = s.phase
    out[DIRECTION + 5] = s.broken
    out[DIRECTION + 6] = s.deal / DEALS
    out[DIRECTION + 7] = s.target / LONG
    out[DIRECTION + 8] = s.passes


@rule
def observe_seat(s: State, other: int, out: Any, at: int) -> None:
    out[at] = s.waiting[other]
    out[at + 1] = s.held[other] / HAND
    if s.trick[other] != NONE:
        out[at + IN_TRICK + s.trick[other]] = 1
    if s.last[other] != NONE:
        out[at + IN_LAST + s.last[other]] = 1
    for k in range(KINDS):
        out[at + IS_LACKED + k] = s.lacks[other][k]
    out[at + COUNTED] = s.led != NONE and s.trick[other] == s.led
    out[at + COUNTED + 1] = other == s.best
    out[at + COUNTED + 2] = s.tricks[other] / TRICKS
    out[at + COUNTED + 3] = s.points[other] / ALL_POINTS
    out[at + COUNTED + 4] = other == s.queen
    out[at + COUNTED + 5] = s.total[other] / LONG
    out[at + COUNTED + 6] = s.moons[other] / DEALS
