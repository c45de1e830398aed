"""How a sensible club player plays Time Masters: cast everything possible, in a good order, and waste no point.

An access point buys a point of the score in any sphere, so what counts is how many spells are cast. Weights only
compare the actions of one decision.
"""

from __future__ import annotations

from typing import Any

from tempolude.engine.rule import rule
from tempolude.engine.state import NONE, State

from .moves import spells_on
from .rules import price

from .state import (  # isort: skip
    ACTIVATE, AMOUNTS, ASK_BREAK, ASK_FETCH, ASK_MAIN, ASK_REMOVE, ASK_REMOVE_UP_TO, ASK_RENEW, ASK_SPHERES,
    ASK_SURCHARGE, ASK_TIMERS, CHOOSE, DELAY, DISCOUNT, DONE, DRAW, DROP, ECHO, FETCH, FOCUS, GAIN, INSIGHT, KINDS,
    NO_WORD, PASS, PAYMENTS, PLACE, PLAY, RECOVER, RECOVER_ALL, RELEASE, REMOVE, REMOVE_UP_TO, SPARK, SPELL, TAKE,
    TIMER, UNSEEN, WORDS,
)  # fmt: skip


@rule
def weigh(s: State, seat: int, action: int, knowledge: Any) -> float:
    if s.asks == ASK_MAIN or s.asks == ASK_TIMERS:
        return weigh_main(s, seat, action)
    if s.asks == ASK_SPHERES:
        return weigh_sphere(s, seat, action)
    if s.asks == ASK_SURCHARGE:
        return weigh_surcharge(s, seat, action)
    if action == DONE:
        return -1.5  # to stop removing: only cards worse than this should go
    if s.asks == ASK_RENEW:
        sphere = action - TAKE
        return -goodness(s, s.sphere[sphere][s.remaining[sphere] - 1])
    if s.asks == ASK_BREAK:
        return -3.0 * spells_on(s, seat, action - DROP) - goodness(s, s.timer[seat][action - DROP])
    worth = goodness(s, action - CHOOSE)
    if s.asks == ASK_FETCH:
        return worth + 0.5 * (s.sort[action - CHOOSE] == SPELL)
    if s.asks == ASK_REMOVE or s.asks == ASK_REMOVE_UP_TO:
        return -worth - 3.0 * s.level[action - CHOOSE]  # M7.1: its points go too
    return -worth


@rule
def weigh_surcharge(s: State, seat: int, action: int) -> float:
    """M6.5: -1 and +1 together cost nothing and keep a second surcharge away (M6.4); but beside a new discount the +1
    would still count, so a hand that holds one had better give the -1 up."""
    coming = False
    for i in range(s.held[seat]):
        for j in range(WORDS):
            coming = coming or s.effect[s.hand[seat][i]][j] // AMOUNTS == DISCOUNT
    return 1.0 if coming == (action == PASS) else 0.0


# --- Cards -----------------------------------------------------------------------


@rule
def goodness(s: State, card: int) -> float:
    """What a card does for its owner, less its cost, in Kè."""
    worth = 0.0
    for i in range(WORDS):
        word = s.effect[card][i] // AMOUNTS
        amount = s.effect[card][i] % AMOUNTS
        if word in (RECOVER, SPARK):
            worth += amount if amount > 0 else 2.0  # half of what is spent
        elif word == RECOVER_ALL:
            worth += 3.5
        elif word in (GAIN, INSIGHT):
            worth += 2.0 * amount
        elif word in (DRAW, FETCH):
            worth += 1.2 * amount
        elif word == DISCOUNT:
            worth += 0.9 * amount
        elif word in (REMOVE, REMOVE_UP_TO):
            worth += 0.6 * amount
        elif word == ECHO:
            worth += amount
        elif word != NO_WORD:
            worth += 0.6
    if s.sort[card] == SPELL:
        return worth + 1.5 - s.cost[card]
    return worth + (0.0 if s.sort[card] == FOCUS else 0.3 * s.slots[card])


@rule
def draws(s: State, card: int) -> float:
    """Whether a spell draws cards, and so should be cast early."""
    found = False
    for i in range(WORDS):
        word = s.effect[card][i] // AMOUNTS
        found = found or word in (DRAW, FETCH)
    return found


@rule
def recovers(s: State, seat: int, card: int) -> float:
    """How many Kè a focus would recover now, and how many at most."""
    most = 0
    for i in range(WORDS):
        word = s.effect[card][i] // AMOUNTS
        if word == RECOVER:
            amount = s.effect[card][i] % AMOUNTS
            most += amount if amount > 0 else (s.ke[seat] + 1) >> 1
        elif word == RECOVER_ALL:
            most += s.ke[seat]
    return most


# --- The main phase --------------------------------------------------------------


@rule
def weigh_main(s: State, seat: int, action: int) -> float:
    if action == DONE:
        return 0.0
    if action == PASS:  # M4.1
        return 3.0 * (s.ke[seat] - s.ready[seat]) - 4.0
    if action < RELEASE:  # two cards for a Kè: only when the hand is stuck
        return -6.0
    if action < PLAY:
        card = action - RELEASE
        return 90.0 + 5.0 * draws(s, card) - 4.0 * s.echoes[card]
    if action < ACTIVATE:
        card = (action - PLAY) // PAYMENTS
        return weigh_playing(s, seat, card, action - PLAY - card * PAYMENTS)
    if action < DROP:
        place = action - ACTIVATE
        full = spells_on(s, seat, place) == s.slots[s.timer[seat][place]]
        return 30.0 if full or s.asks == ASK_TIMERS else 12.0
    if action < DELAY:
        return 8.0 if spells_on(s, seat, action - DROP) == 0 else -8.0
    if action < PLACE:
        return -20.0
    which = (action - PLACE) // PAYMENTS
    sparks = action - PLACE - which * PAYMENTS
    place = which // KINDS
    timer = s.timer[seat][place]
    bonus = goodness(s, timer) if not s.parting[timer] else 0.0
    return 34.0 + 4.0 * bonus - 3.0 * price(s, seat, which - place * KINDS) - 1.0 * sparks


@rule
def weigh_playing(s: State, seat: int, card: int, sparks: int) -> float:
    """Timers at once; a focus when it recovers all it can; spells that draw first, cheap ones before expensive ones."""
    if s.sort[card] == TIMER:
        return 70.0
    if s.sort[card] == FOCUS:
        spent = s.ke[seat] - s.ready[seat]
        if recovers(s, seat, card) <= spent:
            return 60.0
        return 3.0 * spent - 1.0 if spent > 0 else -3.0
    due = price(s, seat, card)
    saved = s.cost[card] - due  # use a discount on an expensive spell
    order = 6.0 * draws(s, card) + 2.0 * goodness(s, card) - 3.0 * due + 4.0 * saved
    if s.echoes[card] and s.last == NONE:
        order -= 8.0
    return 40.0 + order - 1.0 * sparks


# --- Spheres ---------------------------------------------------------------------


@rule
def weigh_sphere(s: State, seat: int, action: int) -> float:
    """M5.1: the most expensive card first, so that little is left over; a hidden card costs a point extra."""
    if action == DONE:
        return 0.0
    if action >= UNSEEN:
        return 10.0 * (action - UNSEEN + 1) - 14.0
    sphere = action - TAKE
    return 10.0 * (sphere + 1) + goodness(s, s.sphere[sphere][s.remaining[sphere] - 1])
