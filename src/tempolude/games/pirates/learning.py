"""What a seat sees, as numbers for learning: itself first, the others clockwise."""

# ruff: noqa: F403, F405  # the names of all pieces, places and events come from components

from tempolude.engine.rule import rule
from tempolude.engine.state import NONE

from .components import *
from .scoring import white_contract

FEATURES = (
    2 * KINDS + GATES + 1 + YEARS + EPOCHS  # bag, discards; counters in the bag, on the track; year; police
    + EPOCHS * (KINDS + 1) + CONTRACTS  # epochs: objects, empty sites; contracts still there
    + SEATS * (4 + EPOCHS + KINDS + CONTRACTS)  # seats: present, deciding, points, first; place; objects; contracts
    + PHASES + 2 + COLOURS  # phase; restock possible, actions due; arrows ready
    + CONTRACTS + KINDS  # contract being paid; objects handed in for it
    + WHITE_CONTRACT_KINDS + COLOURS  # white contract to decide about; points added to each colour
)  # fmt: skip


@rule
def observe(s, seat, out):
    at = observe_board(s, out)
    for step in range(SEATS):
        at = observe_seat(s, seat, step, out, at)
    at = observe_turn(s, out, at)
    if s.phase == ADDING:
        observe_choices(s, seat, out, at)


@rule
def observe_board(s, out):
    for kind in range(KINDS):
        out[kind] = s.bag[kind] / PLAINS
        out[KINDS + kind] = s.discard[kind] / PLAINS
    at = 2 * KINDS
    for gate in range(GATES):
        out[at + gate] = s.counters[gate] / COUNTERS
    at += GATES
    out[at] = s.tracked / TRACK
    out[at + s.year] = 1
    at += 1 + YEARS
    out[at + s.police] = 1
    at += EPOCHS
    for epoch in range(EPOCHS):
        for kind in range(KINDS):
            out[at + kind] = s.lying[epoch][kind] / PLAINS
        out[at + KINDS] = (s.sites[epoch] - s.filled[epoch]) / PLAINS
        at += KINDS + 1
    for contract in range(CONTRACTS):
        out[at + contract] = s.market[contract]
    return at + CONTRACTS


@rule
def observe_seat(s, seat, step, out, at):
    if step < s.players:
        other = (seat + step) % s.players
        out[at] = 1
        out[at + 1] = s.waiting[other]
        out[at + 2] = s.points[other] / 50
        out[at + 3] = other == s.first
        if s.at[other] != NONE:
            out[at + 4 + s.at[other]] = 1
        for kind in range(KINDS):
            out[at + 4 + EPOCHS + kind] = s.hand[other][kind] / PLAINS
        for contract in range(CONTRACTS):
            out[at + 4 + EPOCHS + KINDS + contract] = s.owned[other][contract]
    return at + 4 + EPOCHS + KINDS + CONTRACTS


@rule
def observe_turn(s, out, at):
    out[at + s.phase] = 1
    at += PHASES
    out[at] = s.fresh
    out[at + 1] = s.due / 2
    at += 2
    for colour in range(COLOURS):
        out[at + colour] = s.ready[colour]
    at += COLOURS
    if s.contract != NONE:
        out[at + s.contract] = 1
    at += CONTRACTS
    for kind in range(KINDS):
        out[at + kind] = s.paid[kind] / PLAINS
    return at + KINDS


@rule
def observe_choices(s, seat, out, at):
    if s.waiting[seat]:
        out[at + white_contract(s, seat, s.added[seat]) - WHITE_CONTRACTS] = 1
    for colour in range(COLOURS):
        points = 0
        for i in range(s.added[seat]):
            if s.choice[seat][i] == colour:
                points += s.worth[white_contract(s, seat, i)]
        out[at + WHITE_CONTRACT_KINDS + colour] = points / 10
