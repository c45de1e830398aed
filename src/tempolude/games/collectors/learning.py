"""What a seat sees as numbers for learning: itself first, then the others clockwise.

Each block is a function that returns where the next begins.
"""

from tempolude.engine.rule import rule
from tempolude.engine.state import NONE

from .components import (
    CARDS,
    CRYSTALS,
    DICE,
    EACH,
    ERAS,
    FACES,
    FEATS,
    IN_BOX,
    KINDS,
    ON_OFFER,
    PHASES,
    PLACES,
    ROUNDS,
    SEATS,
    STOPS,
    TYPES,
    kind_of,
)
from .dates import DATES

FEATURES = (
    SEATS * (6 + STOPS + PLACES * (KINDS + TYPES + 1))  # seats: 6 counts; stop; places: card, types allowed, crystal
    + (ERAS + 1 + 2 + 1) * KINDS  # cards: in the line, next, to be placed; discards
    + len(FEATS) * (1 + SEATS)  # feats: on offer, taken by whom
    + DICE * FACES + PHASES + 3  # own dice; phase; round, reserve, pile
)  # fmt: skip


@rule
def observe(s, seat, out):
    at = 0
    for step in range(SEATS):
        at = observe_seat(s, seat, step, out, at)
    at = observe_cards(s, out, at)
    for feat in range(len(FEATS)):
        out[at] = s.feat[feat] == ON_OFFER
        if s.feat[feat] != ON_OFFER and s.feat[feat] != IN_BOX:
            out[at + 1 + (s.feat[feat] - seat) % s.players] = 1
        at += 1 + SEATS
    for i in range(DICE):
        if s.roll[seat][i] != NONE:
            out[at + FACES * i + s.roll[seat][i]] = 1
    at += DICE * FACES
    if s.phase < PHASES:
        out[at + s.phase] = 1
    at += PHASES
    out[at] = s.round / ROUNDS
    out[at + 1] = s.reserve / CRYSTALS
    out[at + 2] = s.piled / CARDS


@rule
def observe_seat(s, seat, step, out, at):
    if step < s.players:
        other = (seat + step) % s.players
        out[at] = 1
        out[at + 1] = s.crystals[other] / CRYSTALS
        out[at + 2] = s.owned[other] / PLACES
        out[at + 3] = s.gone[other]
        out[at + 4] = s.turn == other
        out[at + 5] = (s.date[other] + 1) / DATES
        out[at + 6 + s.at[other]] = 1
        for place in range(PLACES):
            here = at + 6 + STOPS + place * (KINDS + TYPES + 1)
            observe_card(s.board[other][place], out, here)
            for t in range(TYPES):
                out[here + KINDS + t] = s.room[other][t] >> place & 1
            out[here + KINDS + TYPES] = s.gems[other] >> place & 1
    return at + 6 + STOPS + PLACES * (KINDS + TYPES + 1)


@rule
def observe_cards(s, out, at):
    for era in range(ERAS):
        observe_card(s.line[era], out, at + era * KINDS)
    at += ERAS * KINDS
    observe_card(s.next, out, at)
    observe_card(s.collected[0], out, at + KINDS)
    observe_card(s.collected[1], out, at + 2 * KINDS)
    at += 3 * KINDS
    for i in range(s.discarded):
        out[at + kind_of(s.discard[i])] += 1 / EACH
    return at + KINDS


@rule
def observe_card(card, out, at):
    if card != NONE:
        out[at + kind_of(card)] = 1
