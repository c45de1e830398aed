"""What a seat sees as numbers for learning, itself first and the others clockwise."""

# ruff: noqa: F403, F405  # the names of all pieces and places come from components

from tempolude.engine.rule import rule
from tempolude.engine.state import NONE

from .components import *

# What a seat sees, itself first and the others clockwise. Each block is a function that returns where the next begins.

FEATURES = (
    CARDS + CARDS + CARDS  # own hand; discards; the constant
    + TOKENS * (4 + 2 * (SUITS + 1) + SEATS)  # events: laid, present, being resolved, age; lead; winning card; holder
    + SEATS * (4 + SUITS + (SUITS + 1) + TOKENS + 1)  # seats: there, crystals, cards, first; voids; card played; place
    + 3 + 2  # phase; round, mode
)  # fmt: skip


@rule
def observe(s, seat, out):
    at = observe_cards(s, seat, out)
    for event in range(TOKENS):
        at = observe_event(s, seat, event, out, at)
    for step in range(SEATS):
        at = observe_seat(s, seat, step, out, at)
    out[at + s.phase] = 1
    out[at + 3] = s.round / ROUNDS
    out[at + 4] = s.mode


@rule
def observe_cards(s, seat, out):
    for i in range(s.held[seat]):
        out[s.hand[seat][i]] = 1
    for i in range(s.discarded):
        out[CARDS + s.discard[i]] = 1
    if s.constant != NONE:
        out[2 * CARDS + s.constant] = 1
    return 3 * CARDS


@rule
def observe_card(card, out, at):
    """Suit, one of five, and value, up to 1."""
    if card != NONE:
        out[at + suit(card)] = 1
        out[at + SUITS] = value(card) / VALUES
    return at + SUITS + 1


@rule
def observe_event(s, seat, event, out, at):
    out[at] = s.laid[event]
    out[at + 1] = event == s.present
    out[at + 2] = event == s.event
    out[at + 3] = (event + 1) / TOKENS
    at = observe_card(s.lead[event], out, at + 4)
    at = observe_card(s.best[event], out, at)
    if s.holder[event] != NONE:
        out[at + (s.holder[event] - seat) % s.players] = 1
    return at + SEATS


@rule
def observe_seat(s, seat, step, out, at):
    if step < s.players:
        other = (seat + step) % s.players
        out[at] = 1
        out[at + 1] = s.crystals[other] / 20
        out[at + 2] = s.held[other] / HAND
        out[at + 3] = other == s.first
        for a in range(SUITS):
            out[at + 4 + a] = s.void[other][a]
        observe_card(s.played[other], out, at + 4 + SUITS)
        out[at + 5 + 2 * SUITS + 1 + s.at[other]] = 1
    return at + 5 + 2 * SUITS + TOKENS + 1
