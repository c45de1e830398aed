"""The view of a seat as numbers for learning: itself first, the others clockwise.

A card of a kind counts a half: most come in pairs. Each function writes a block and returns where the next begins.
"""

# ruff: noqa: F403, F405  # the names of all cards, actions and events come from components

from tempolude.engine.rule import rule
from tempolude.engine.state import NONE

from .components import *

ASKS = ASK_BREAK + 1
SEAT = 14  # numbers about a seat, beside its cards
TIMER_SIZE = 4  # numbers about one of its timers, beside the kinds on it
TIMERS_SHOWN = 4

FEATURES = (
    KINDS * 4  # own hand, own deck, set free, cast this turn
    + LEVELS * (KINDS + 3)  # spheres: the revealed card; cards left, affordable, taken from
    + SEATS * (SEAT + KINDS * 2 + TIMERS_SHOWN * (TIMER_SIZE + 2 * KINDS))  # discards, hidden; timers, spells on them
    + ASKS + 5
)  # fmt: skip


@rule
def observe(s, seat, out):
    at = 0
    observe_pile(s.hand[seat], s.held[seat], out, at)
    observe_pile(s.deck[seat], s.decked[seat], out, at + KINDS)
    observe_pile(s.freed, s.freeds, out, at + 2 * KINDS)
    observe_pile(s.chain, s.casts, out, at + 3 * KINDS)
    at += 4 * KINDS
    for sphere in range(LEVELS):
        at = observe_sphere(s, sphere, out, at)
    for step in range(SEATS):
        at = observe_seat(s, seat, step, out, at)
    out[at + s.asks] = 1
    at += ASKS
    out[at] = s.access / 10
    out[at + 1] = s.spent / 10
    out[at + 2] = s.left / 4
    out[at + 3] = s.acted
    out[at + 4] = s.turns / (TURNS * s.players)


@rule
def observe_pile(pile, count, out, at):
    for i in range(count):
        out[at + pile[i]] += 0.5


@rule
def observe_sphere(s, sphere, out, at):
    left = s.remaining[sphere]
    if left > 0:
        out[at + s.sphere[sphere][left - 1]] = 1
    at += KINDS
    out[at] = left / SPHERE
    out[at + 1] = s.access > sphere
    out[at + 2] = s.took[sphere]
    return at + 3


@rule
def observe_seat(s, seat, step, out, at):
    size = SEAT + KINDS * 2 + TIMERS_SHOWN * (TIMER_SIZE + 2 * KINDS)
    if step >= s.players:
        return at + size
    other = (seat + step) % s.players
    out[at] = 1
    out[at + 1] = other == s.turn
    out[at + 2] = other == s.struck
    out[at + 3] = s.waiting[other]
    out[at + 4] = s.ke[other] / KE_MOST
    out[at + 5] = s.ready[other] / KE_MOST
    out[at + 6] = s.sparks[other] / SPARKS_MOST
    out[at + 7] = s.discount[other] / 2
    out[at + 8] = s.surcharge[other]
    out[at + 9] = s.limited[other]
    out[at + 10] = s.points[other] / 50
    out[at + 11] = s.held[other] / 10
    out[at + 12] = s.decked[other] / CARDS
    out[at + 13] = s.unders[other] / 5
    observe_pile(s.discard[other], s.discarded[other], out, at + SEAT)
    for kind in range(s.kinds):
        out[at + SEAT + KINDS + kind] = s.counted[other][kind] / 2
    observe_timers(s, other, out, at + SEAT + 2 * KINDS)
    return at + size


@rule
def observe_timers(s, seat, out, at):
    """The first few timers: which each is, what is on it, how many cards are under it."""
    shown = 0
    for place in range(s.zone[seat]):
        timer = s.timer[seat][place]
        if timer != NONE and shown < TIMERS_SHOWN:
            out[at] = 1
            out[at + 1] = s.slots[timer] / SLOTS
            out[at + 2] = s.due[place] and seat == s.turn
            for i in range(s.unders[seat]):
                out[at + 3] += (s.beneath[seat][i] == place) / 5
            out[at + 4 + timer] = 1
            for slot in range(SLOTS):
                spell = s.on[seat][place * SLOTS + slot]
                if spell != NONE:
                    out[at + 4 + KINDS + spell] += 0.5
            at += TIMER_SIZE + 2 * KINDS
            shown += 1
