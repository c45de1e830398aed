"""Time Pirates as numbers for learning: what a seat sees, itself first and the others clockwise, and the actions."""

from __future__ import annotations

from typing import Any

from tempolude.engine.features import block, each, features
from tempolude.engine.rule import rule
from tempolude.engine.state import NONE, State

from .scoring import white_contract

from .state import (  # isort: skip
    ADDING, COLOURS, CONTRACTS, COUNTERS, EPOCHS, GATES, KINDS, PHASES, PLAINS, SEATS, TRACK, TURNS,
    WHITE_CONTRACT_KINDS, WHITE_CONTRACTS, WHITE_COPIES, YEARS,
)  # fmt: skip

OWING = 6  # the cost of our most expensive contract; custom ones may exceed 1

SEEN = features(
    block("bag", KINDS, "objects of each kind in the bag / 8; a kind is colour × 3 + form, then white"),
    block("discards", KINDS, "objects of each kind discarded / 8"),
    block("counters", GATES, "police counters of each number in the bag / 5"),
    block("track", 1, "police counters drawn this year / 8"),
    block("year", YEARS, "1 for the year"),
    block("turns", 1, "turns finished / 600"),
    block("police", EPOCHS, "1 for the epoch where the police is"),
    each(
        "epoch",
        EPOCHS,
        block("objects", KINDS, "objects of each kind on its sites / 8"),
        block("empty", 1, "empty sites / 8"),
    ),
    block("market", CONTRACTS, "contracts of each kind still there; colour × 5 + cost, then white"),
    each(
        "seat",
        SEATS,
        block("there", 1, "1 if somebody sits there"),
        block("deciding", 1, "1 if it must decide now"),
        block("points", 1, "points / 50"),
        block("first", 1, "1 if it was the first player"),
        block("added", 1, "white contracts it has decided about / 12"),
        block("epoch", EPOCHS, "1 for where its pawn stands"),
        block("objects", KINDS, "objects of each kind it has / 8"),
        block("contracts", CONTRACTS, "contracts of each kind it owns"),
    ),
    block("phase", PHASES, "1 for: placing, losing, fleeing, acting, paying, landing, adding"),
    block("fresh", 1, "1 if nothing was done yet this turn, so that a restock is possible"),
    block("due", 1, "standard actions still to do / 2"),
    block("arrows", COLOURS, "double arrows of each colour that can be given this turn"),
    block("contract", CONTRACTS, "1 for the contract being paid"),
    block("owing", 1, "objects still to hand in for it / 6"),
    block("paid", KINDS, "objects of each kind handed in for it / 8"),
    block("white", WHITE_CONTRACT_KINDS, "1 for the white contract it must decide about"),
    block("chosen", COLOURS, "points it has added to each colour in secret / 10"),
    block("number", SEATS, "1 for its own number, for a swap names the opponent by number"),
    left_out={
        "sites": "the board, which the options fix",
        "gate": "the board, which the options fix",
        "cost": "the contracts, which the options fix",
        "worth": "the contracts, which the options fix",
        "earned": "points of past years, which are in the score",
        "track": "which counters were drawn: those no longer in the bag",
        "held": "the objects of a seat, counted",
        "shown": "the white contracts at the end, when nothing is left to decide",
    },
)
FEATURES = SEEN.size

DOES = features(
    block("put", EPOCHS, "put the pawn on that epoch: at the beginning, or after a sale", epoch=EPOCHS),
    block("restock", EPOCHS, "restock that epoch", epoch=EPOCHS),
    block("gate", GATES, "go through gate 1, 2"),
    block("take", KINDS, "take an object of that kind", kind=KINDS),
    block("sell", CONTRACTS, "sell, for that contract"),
    block("hand in", KINDS, "hand in an object of that kind: to the police, or for a contract", kind=KINDS),
    block(
        "jump",
        COLOURS * EPOCHS,
        "colour × 7 + epoch: jump there with an atomic object of that colour",
        colour=COLOURS,
        epoch=EPOCHS,
    ),
    block(
        "swap",
        COLOURS * SEATS * KINDS,
        "(colour × 6 + opponent) × 16 + kind: give that opponent a double arrow of that colour, take that kind",
        colour=COLOURS,
        opponent=SEATS,
        kind=KINDS,
    ),
    block("end", 1, "end the turn without further special actions"),
    block("add", COLOURS, "add the next white contract to that colour", colour=COLOURS),
)

(COUNTERS_AT, EPOCH_AT, MARKET, SEAT_AT, PHASE_AT, CONTRACT_AT, WHITE_AT, NUMBER) = (
    SEEN.at(name) for name in ("counters", "epoch", "market", "seat", "phase", "contract", "white", "number")
)
EPOCH_SPAN, SEAT_SPAN = SEEN.span("epoch"), SEEN.span("seat")
PLACE = 5  # where in a seat's numbers its place begins


@rule
def observe(s: State, seat: int, out: Any) -> None:
    observe_board(s, out)
    for step in range(s.players):
        observe_seat(s, (seat + step) % s.players, out, SEAT_AT + SEAT_SPAN * step)
    observe_turn(s, out)
    if s.phase == ADDING:
        observe_choices(s, seat, out)
    out[NUMBER + seat] = 1


@rule
def observe_board(s: State, out: Any) -> None:
    for kind in range(KINDS):
        out[kind] = s.bag[kind] / PLAINS
        out[KINDS + kind] = s.discard[kind] / PLAINS
    at = COUNTERS_AT
    for gate in range(GATES):
        out[at + gate] = s.counters[gate] / COUNTERS
    at += GATES
    out[at] = s.tracked / TRACK
    out[at + s.year] = 1
    out[at + 1 + YEARS] = s.turn / TURNS
    out[at + 2 + YEARS + s.police] = 1
    for epoch in range(EPOCHS):
        at = EPOCH_AT + EPOCH_SPAN * epoch
        for kind in range(KINDS):
            out[at + kind] = s.lying[epoch][kind] / PLAINS
        out[at + KINDS] = (s.sites[epoch] - s.filled[epoch]) / PLAINS
    for contract in range(CONTRACTS):
        out[MARKET + contract] = s.market[contract]


@rule
def observe_seat(s: State, other: int, out: Any, at: int) -> None:
    out[at] = 1
    out[at + 1] = s.waiting[other]
    out[at + 2] = s.points[other] / 50
    out[at + 3] = other == s.first
    out[at + 4] = s.added[other] / WHITE_COPIES
    if s.at[other] != NONE:
        out[at + PLACE + s.at[other]] = 1
    for kind in range(KINDS):
        out[at + PLACE + EPOCHS + kind] = s.hand[other][kind] / PLAINS
    for contract in range(CONTRACTS):
        out[at + PLACE + EPOCHS + KINDS + contract] = s.owned[other][contract]


@rule
def observe_turn(s: State, out: Any) -> None:
    at = PHASE_AT
    out[at + s.phase] = 1
    at += PHASES
    out[at] = s.fresh
    out[at + 1] = s.due / 2
    at += 2
    for colour in range(COLOURS):
        out[at + colour] = s.ready[colour]
    at = CONTRACT_AT
    if s.contract != NONE:
        out[at + s.contract] = 1
    at += CONTRACTS
    out[at] = s.owing / OWING
    for kind in range(KINDS):
        out[at + 1 + kind] = s.paid[kind] / PLAINS


@rule
def observe_choices(s: State, seat: int, out: Any) -> None:
    if s.waiting[seat]:
        out[WHITE_AT + white_contract(s, seat, s.added[seat]) - WHITE_CONTRACTS] = 1
    for colour in range(COLOURS):
        points = 0
        for i in range(s.added[seat]):
            if s.choice[seat][i] == colour:
                points += s.worth[white_contract(s, seat, i)]
        out[WHITE_AT + WHITE_CONTRACT_KINDS + colour] = points / 10
