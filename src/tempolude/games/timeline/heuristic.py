"""How a player who roughly knows the dates plays Timeline: the card and the gap most likely to be correct.

A bot must not look up a hidden date (rulebook, What is hidden). It remembers each year with an error that is always the
same for the same card and bot, and proportional to how long ago the year is. Years are stored as the logarithm of their
age, a scale on which such an error is the same everywhere.

Its knowledge is an array: the error; the number of cards in the decks; the remembered age of each card; the true age of
each, read only for cards whose date is revealed; and scratch space.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random
from typing import Any

import numpy as np

from tempolude.engine.chance import rand
from tempolude.engine.rule import rule
from tempolude.engine.state import State

from .components import mix
from .rules import CARDS, GAPS

NOW = 2040  # ages are counted back from here, a little after the latest card
FIRST = 2  # where the remembered ages begin
SURE, UNSURE = 0.01, 1e6  # the smallest error, and an age beyond any other
ROOT_2, ROOT_3 = sqrt(2), sqrt(3)
FAR = 12.0  # in standard deviations: the tail beyond is negligible, and powers would overflow
FINE = 1 << 15
A1, A2, A3, A4, A5, A6 = 0.0705230784, 0.0422820123, 0.0092705272, 0.0001520143, 0.0002765672, 0.0000430638

NO_NET = "dates are knowledge, not skill, and it would only learn them by heart"
SETTINGS = {"draws": 48, "widen": 3.0, "power": 0.4}


def know(options: Any, error: float, name: str) -> Any:
    """What the bot of that name remembers."""
    cards = mix(options["decks"], options["level"])
    true = [age_of(card.year) for card in cards]
    remembered = [age + error * Random(f"{name} {card.id}").gauss(0, 1) for card, age in zip(cards, true, strict=True)]
    return np.array([max(error, SURE), len(cards), *remembered, *true, *[0] * (2 * CARDS)], float)


def age_of(year: int) -> float:
    """The age of a year on the scale of memory: distant years are close together, in the future too.

    >>> age_of(-60) > age_of(1960) > age_of(2039) == 0.0 > age_of(2100)
    True
    """
    return log(NOW - year) if year < NOW else -log(year - NOW + 2)


@rule
def remembered_age(s: State, card: int, knowledge: Any) -> float:
    """The age of a card, as remembered."""
    return knowledge[FIRST + s.catalogue[card]]


@rule
def shown_age(s: State, card: int, knowledge: Any) -> float:
    """The age of a card whose date is revealed."""
    return knowledge[FIRST + int(knowledge[1]) + s.catalogue[card]]


@rule
def weigh(s: State, seat: int, action: int, knowledge: Any) -> float:
    """How likely the card is correct there (T3.2), in percent."""
    slot = action // GAPS
    gap = action - slot * GAPS
    age = remembered_age(s, s.hand[seat][slot], knowledge)
    oldest = shown_age(s, s.line[gap - 1], knowledge) if gap > 0 else UNSURE
    youngest = shown_age(s, s.line[gap], knowledge) if gap < s.lined else -UNSURE
    return 100 * (share_below(oldest - age, knowledge[0]) - share_below(youngest - age, knowledge[0]))


@rule
def share_below(distance: float, error: float) -> float:
    """The normal distribution function with this standard deviation, at `distance` from the mean.

    Accurate to 2e-7 (Abramowitz and Stegun, 7.1.28), with operations that round the same on every machine, which `erf`
    on a GPU does not.
    """
    x = min(abs(distance) / (error * ROOT_2), FAR)
    root = 1 + x * (A1 + x * (A2 + x * (A3 + x * (A4 + x * (A5 + x * A6)))))
    root = root * root * root * root
    beyond = 0.5 / (root * root * root * root)
    return beyond if distance < 0 else 1 - beyond


@rule
def recall(s: State, seat: int, knowledge: Any) -> None:
    """Draw the age of each hidden card around what is remembered, and hand out the hidden dates in that order."""
    ages = FIRST + 2 * int(knowledge[1])
    hidden = ages + CARDS  # 1 for each place in time whose card is hidden
    for place in range(s.cards):
        knowledge[hidden + place] = 1
    for i in range(s.lined):
        knowledge[hidden + s.date[s.line[i]]] = 0
    for i in range(s.discarded):
        knowledge[hidden + s.date[s.discard[i]]] = 0
    count = 0
    for other in range(s.players):
        for i in range(s.held[other]):
            count = sort_in(s, s.hand[other][i], count, knowledge, ages)
    for i in range(s.piled):
        count = sort_in(s, s.pile[i], count, knowledge, ages)
    place = 0
    for i in range(count):
        while knowledge[hidden + place] == 0:
            place += 1
        s.date[s.spare[i]] = place
        s.spare[i] = 0
        place += 1


@rule
def sort_in(s: State, card: int, count: int, knowledge: Any, ages: int) -> int:
    """Insert a card into `spare` among `count` others, the oldest first; return their new number."""
    draws = rand(s, FINE) + rand(s, FINE) + rand(s, FINE) + rand(s, FINE)
    age = remembered_age(s, card, knowledge) + knowledge[0] * ROOT_3 * (draws / FINE - 2)
    knowledge[ages + card] = age
    place = count
    while place > 0 and knowledge[ages + s.spare[place - 1]] < age:
        s.spare[place] = s.spare[place - 1]
        place -= 1
    s.spare[place] = card
    return count + 1
