"""How a sensible club player plays Contre-Temps: win cheaply, lose usefully, travel where a card in hand wins.

Weights only compare the actions of one decision, and depend on nothing that `seat` may not see.
"""

from __future__ import annotations

from typing import Any

from tempolude.engine.rule import rule
from tempolude.engine.state import NONE, State

from .line import destination, distance
from .state import (
    CONSTANT,
    DISCS,
    SOME_STRENGTH,
    SUITS,
    TRAVEL,
    VALUES,
    lowest,
    strength,
    suit,
    value,
)

WIN, DECISIVE, CRYSTAL = 40, 60, 7

SETTINGS = {"draws": 3, "spread": 2, "ahead": 24, "others": 1}


@rule
def weigh(s: State, seat: int, action: int, knowledge: Any) -> float:
    if s.phase == TRAVEL:
        return weigh_journey(s, seat, action)
    if s.phase == CONSTANT:
        return weigh_offer(s, seat, action)
    return weigh_card(s, seat, action)


@rule
def dearness(s: State, card: int) -> float:
    """What a card is worth in hand: its value, and more if it is of the constant’s suit."""
    return value(card) + (8 if s.constant != NONE and suit(card) == suit(s.constant) else 0)


# --- Playing a card --------------------------------------------------------------


@rule
def weigh_card(s: State, seat: int, card: int) -> float:
    """Prefer a card that takes the event, as cheaply as is safe; then one that earns a crystal; then a low one."""
    event = s.event
    new = s.lead[event] == NONE
    asked = suit(card) if new else suit(s.lead[event])
    most = max(strength(s, s.best[event], asked), SOME_STRENGTH - 1)
    leader = s.holder[event]
    after = 0  # participants still to play
    for other in range(s.players):
        if s.at[other] == event and other != seat:
            if s.played[other] == NONE:
                after += 1
            elif strength(s, s.played[other], asked) > most:
                most = strength(s, s.played[other], asked)
                leader = other
    cost = dearness(s, card)
    if leader != seat and strength(s, card, asked) > most:
        return stakes(s, seat, leader) * safety(s, card, asked, after) - 2 * cost
    lower = not new and suit(card) == suit(s.highest) and card < s.highest  # C3.4
    return CRYSTAL * lower - 2 * cost


@rule
def stakes(s: State, seat: int, leader: int) -> float:
    """What taking an event is worth: the match if it is the third, and more from somebody who is close to that."""
    worth = WIN + 10 * s.discs[seat]
    if s.discs[seat] == DISCS - 1:
        worth += DECISIVE
    if leader != NONE and s.discs[leader] >= DISCS - 1:
        worth += DECISIVE // 2
    return worth


@rule
def safety(s: State, card: int, asked: int, after: int) -> float:
    """Roughly how likely it is that a card that wins now still does after `after` others have played."""
    trump = s.constant != NONE and suit(card) == suit(s.constant)
    low = lowest(s.players)
    height = (value(card) - low + 1) / (VALUES - low + 1)
    one = 0.55 + 0.45 * height if trump else 0.35 + 0.5 * height
    safe = 1.0
    for _ in range(after):
        safe *= one
    return safe


# --- Travelling ------------------------------------------------------------------


@rule
def weigh_journey(s: State, seat: int, action: int) -> float:
    """Go where a card in hand beats the one that holds an opponent’s event; otherwise stay in the present."""
    place = destination(s, action)
    cost = 3 * distance(action)
    if place == NONE:
        return constant_hope(s, seat) - cost
    if s.holder[place] == NONE:
        return present_hope(s, seat) - cost
    if s.holder[place] == seat:
        return -10 - cost
    return stakes(s, seat, s.holder[place]) * taking_hope(s, seat, place) - cost


@rule
def taking_hope(s: State, seat: int, event: int) -> float:
    """How likely it is that the best legal card of the hand takes an old event, where few others will go."""
    asked = suit(s.lead[event])
    follows = False
    for i in range(s.held[seat]):
        follows = follows or suit(s.hand[seat][i]) == asked
    most = max(strength(s, s.best[event], asked), SOME_STRENGTH - 1)
    hope = 0.0
    for i in range(s.held[seat]):
        card = s.hand[seat][i]
        if (not follows or suit(card) == asked) and strength(s, card, asked) > most:
            hope = max(hope, safety(s, card, asked, 1))
    return hope


@rule
def present_hope(s: State, seat: int) -> float:
    """A new event is open to everybody: the high cards of the hand decide."""
    best = 0.0
    for i in range(s.held[seat]):
        card = s.hand[seat][i]
        best = max(best, safety(s, card, suit(card), s.players - 1))
    return stakes(s, seat, NONE) * (0.3 * best + 0.7 / s.players) + 5


@rule
def constant_hope(s: State, seat: int) -> float:
    """Changing the constant pays off with many cards of another suit."""
    most = 0.0
    for a in range(SUITS):
        most = max(most, wealth(s, seat, a))
    now = wealth(s, seat, suit(s.constant)) if s.constant != NONE else 0
    return most - now - 14


@rule
def wealth(s: State, seat: int, a: int) -> float:
    """How strong the hand would be with the constant in this suit."""
    total = 0
    for i in range(s.held[seat]):
        if suit(s.hand[seat][i]) == a:
            total += 2 + value(s.hand[seat][i]) // 2
    return total


@rule
def weigh_offer(s: State, seat: int, card: int) -> float:
    """C4.1: the highest value wins, and should be of a suit that the hand has many of."""
    return 2 * wealth(s, seat, suit(card)) + value(card) - dearness(s, card) // 2
