"""Time Masters as numbers for learning: what a seat sees, itself first and the others clockwise, and the actions.

A copy of a card counts as a half, since most come in pairs.
"""

from __future__ import annotations

from typing import Any

from tempolude.engine.features import block, each, features
from tempolude.engine.rule import rule
from tempolude.engine.state import NONE, State

from .state import (  # isort: skip
    AMOUNTS, ASK_SURCHARGE, BREAK, CARDS, KE_MOST, KINDS, LEVELS, PAYMENTS, SEATS, SLOTS, SPARKS_MOST, SPHERE, STACK,
    TIMERS, TURNS,
)  # fmt: skip

ASKS = ASK_SURCHARGE + 1
PLACE = 6  # numbers about one place of a timer zone
LAST_WORD = BREAK

SEEN = features(
    block("hand", KINDS, "cards of each kind in hand / 2; a kind is its line in the set"),
    block("deck", KINDS, "cards of each kind in its deck / 2"),
    block("under", KINDS, "cards of each kind it put under timers / 2"),
    block("freed", KINDS, "spells of each kind set free, not yet cast / 2"),
    block("chain", KINDS, "spells of each kind cast this turn / 2"),
    block("removed", KINDS, "cards of each kind removed from the game / 2"),
    block("last", KINDS, "1 for the last spell cast this turn that is no echo"),
    block("focus", KINDS, "1 for the focus whose effect is being done"),
    block("revealed", KINDS, "1 for the revealed card of each sphere; a kind is of one sphere only"),
    block("bottom", KINDS, "cards of each kind that all know to lie at the bottom of their sphere / 2"),
    each(
        "sphere",
        LEVELS,
        block("left", 1, "cards left / 10"),
        block("affordable", 1, "1 if the access points suffice"),
        block("taken", 1, "1 if a card was taken from it this turn"),
    ),
    each(
        "seat",
        SEATS,
        block("there", 1, "1 if somebody sits there"),
        block("turn", 1, "1 if it is its turn"),
        block("struck", 1, "1 if the effect being done has reached it"),
        block("deciding", 1, "1 if it must decide now"),
        block("first", 1, "1 if it was the first player"),
        block("Kè", 1, "recurring Kè / 12"),
        block("available", 1, "recurring Kè available / 12"),
        block("ephemeral", 1, "ephemeral Kè / 4"),
        block("discount", 1, "discount / 2"),
        block("surcharge", 1, "1 if it has a surcharge"),
        block("limited", 1, "1 if it is limited"),
        block("points", 1, "points / 50"),
        block("cards", 1, "cards in hand / 10"),
        block("deck", 1, "cards in the deck / 60"),
        block("under", 1, "cards under timers / 5"),
        block("secret", LEVELS, "cards of each sphere taken unseen, not shown since / 2"),
        block("discards", KINDS, "cards of each kind in its discards / 2"),
        block("known", KINDS, "cards of each kind that all know to be in its deck, hand or under timers / 2"),
        block("timers", KINDS, "timers of each kind / 2"),
        block("spells", KINDS, "spells of each kind on timers / 2"),
        block(
            "zone",
            TIMERS * PLACE,
            "24 places of the timer zone: (kind + 1) / 60, slots / 2, 1 if due, cards under it / 5, and of both slots "
            "(kind of the spell + 1) / 60",
        ),
    ),
    block(
        "asked",
        ASKS,
        "1 for: timers, main phase, spheres, second card, fetch, remove, remove up to, renew, discard, break, "
        "surcharge",
    ),
    block("access", 1, "access points / 10"),
    block("spent", 1, "Kè paid this turn / 10"),
    block("left", 1, "choices still to be made / 4"),
    block("acted", 1, "1 if it did something other than delay"),
    block("turns", 1, "turns over / 100 for each player"),
    block("effect", 2 * STACK, "what is still to be done, the next thing last: word / 19, amount / 16"),
    seldom={"focus": "no focus of the set that comes with the game asks for a choice"},
    left_out={
        "kinds": "the set of cards, which the options fix",
        "sort": "the set of cards, which the options fix",
        "level": "the set of cards, which the options fix",
        "cost": "the set of cards, which the options fix",
        "slots": "the set of cards, which the options fix",
        "parting": "the set of cards, which the options fix",
        "echoes": "the set of cards, which the options fix",
        "copies": "the set of cards, which the options fix",
        "effect": "the set of cards, which the options fix",
        "agreed": "what the match is played by, which the options fix",
    },
)
FEATURES = SEEN.size

DOES = features(
    block("done", 1, "end the main phase, take no more cards, remove no more, keep a discount token"),
    block("pass", 1, "pass, or give up a discount token"),
    block("take", LEVELS, "the revealed card of that sphere: take it, or put it at the bottom", sphere=LEVELS),
    block("unseen", LEVELS, "take the next card of that sphere unseen", sphere=LEVELS),
    block("choose", KINDS, "the card asked for: to fetch, remove, discard", card=KINDS),
    block("trade", KINDS, "discard that card and another for a Kè", card=KINDS),
    block("release", KINDS, "cast that spell that a timer set free", card=KINDS),
    block(
        "play",
        KINDS * PAYMENTS,
        "card × 5 + ephemeral Kè paid: play that card of the hand",
        card=KINDS,
        payment=PAYMENTS,
    ),
    block("activate", TIMERS, "activate that timer", timer=TIMERS),
    block("drop", TIMERS, "discard that timer", timer=TIMERS),
    block(
        "delay",
        TIMERS * KINDS,
        "timer × 60 + card: put that card of the hand under that timer",
        timer=TIMERS,
        card=KINDS,
    ),
    block(
        "place",
        TIMERS * KINDS * PAYMENTS,
        "(timer × 60 + card) × 5 + ephemeral Kè paid: put that spell on it",
        timer=TIMERS,
        card=KINDS,
        payment=PAYMENTS,
    ),
)

UNDER, LAST, FOCUSED, REVEALED_AT, BOTTOM, SPHERE_AT, SEAT_AT, ASKED, ACCESS, EFFECT = (
    SEEN.at(name)
    for name in ("under", "last", "focus", "revealed", "bottom", "sphere", "seat", "asked", "access", "effect")
)
SEAT_SPAN = SEEN.span("seat")
PILES = 15 + LEVELS  # where in a seat's numbers its cards begin
ZONE = PILES + 4 * KINDS


@rule
def observe(s: State, seat: int, out: Any) -> None:
    observe_pile(s.hand[seat], s.held[seat], out, 0)
    observe_pile(s.deck[seat], s.decked[seat], out, KINDS)
    observe_pile(s.under[seat], s.unders[seat], out, UNDER)
    observe_pile(s.freed, s.freeds, out, 3 * KINDS)
    observe_pile(s.chain, s.casts, out, 4 * KINDS)
    for kind in range(s.kinds):
        out[5 * KINDS + kind] = s.removed[kind] / 2
    if s.last != NONE:
        out[LAST + s.last] = 1
    if s.focus != NONE:
        out[FOCUSED + s.focus] = 1
    for sphere in range(LEVELS):
        observe_sphere(s, sphere, out)
    for step in range(s.players):
        observe_seat(s, (seat + step) % s.players, out, SEAT_AT + SEAT_SPAN * step)
    observe_turn(s, out)


@rule
def observe_pile(pile: Any, count: int, out: Any, at: int) -> None:
    for i in range(count):
        out[at + pile[i]] += 0.5


@rule
def observe_sphere(s: State, sphere: int, out: Any) -> None:
    left = s.remaining[sphere]
    if left > 0:
        out[REVEALED_AT + s.sphere[sphere][left - 1]] = 1
    observe_pile(s.sphere[sphere], s.bottom[sphere], out, BOTTOM)
    at = SPHERE_AT + 3 * sphere
    out[at] = left / SPHERE
    out[at + 1] = s.access > sphere
    out[at + 2] = s.took[sphere]


@rule
def observe_seat(s: State, other: int, out: Any, at: int) -> None:
    out[at] = 1
    out[at + 1] = other == s.turn
    out[at + 2] = other == s.struck
    out[at + 3] = s.waiting[other]
    out[at + 4] = other == s.first
    out[at + 5] = s.ke[other] / KE_MOST
    out[at + 6] = s.ready[other] / KE_MOST
    out[at + 7] = s.sparks[other] / SPARKS_MOST
    out[at + 8] = s.discount[other] / 2
    out[at + 9] = s.surcharge[other]
    out[at + 10] = s.limited[other]
    out[at + 11] = s.points[other] / 50
    out[at + 12] = s.held[other] / 10
    out[at + 13] = s.decked[other] / CARDS
    out[at + 14] = s.unders[other] / 5
    for sphere in range(LEVELS):
        out[at + 15 + sphere] = s.secret[other][sphere] / 2
    observe_pile(s.discard[other], s.discarded[other], out, at + PILES)
    for kind in range(s.kinds):
        out[at + PILES + KINDS + kind] = s.counted[other][kind] / 2
    observe_zone(s, other, out, at)


@rule
def observe_zone(s: State, other: int, out: Any, at: int) -> None:
    """By place, since an action names a timer by its place; and by kind."""
    for place in range(s.zone[other]):
        timer = s.timer[other][place]
        if timer != NONE:
            out[at + PILES + 2 * KINDS + timer] += 0.5
            here = at + ZONE + PLACE * place
            out[here] = (timer + 1) / KINDS
            out[here + 1] = s.slots[timer] / SLOTS
            out[here + 2] = s.due[place] and other == s.turn
            for slot in range(SLOTS):
                spell = s.on[other][place * SLOTS + slot]
                if spell != NONE:
                    out[at + PILES + 3 * KINDS + spell] += 0.5
                    out[here + 4 + slot] = (spell + 1) / KINDS
    for i in range(s.unders[other]):  # whole numbers first: adding fifths would round differently when compiled
        out[at + ZONE + PLACE * s.beneath[other][i] + 3] += 1
    for place in range(s.zone[other]):
        out[at + ZONE + PLACE * place + 3] = out[at + ZONE + PLACE * place + 3] / 5


@rule
def observe_turn(s: State, out: Any) -> None:
    out[ASKED + s.asks] = 1
    out[ACCESS] = s.access / 10
    out[ACCESS + 1] = s.spent / 10
    out[ACCESS + 2] = s.left / 4
    out[ACCESS + 3] = s.acted
    out[ACCESS + 4] = s.turns / (TURNS * s.players)
    for i in range(s.pendings):
        out[EFFECT + 2 * i] = s.pending[i] // AMOUNTS / LAST_WORD
        out[EFFECT + 2 * i + 1] = s.pending[i] % AMOUNTS / AMOUNTS
