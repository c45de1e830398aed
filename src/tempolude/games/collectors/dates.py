"""Dice and dates (L3.1), the stops of the timeline that they lead to (L1.4), and changing dice (L4.1, L4.2)."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations, product
from typing import Any

import numpy as np

from tempolude.engine.chance import rand
from tempolude.engine.rule import rule
from tempolude.engine.state import State

from .state import DICE, FACES, ORDERS

KEYS = (1984, 3961, 6257, 8053)  # L1.4
DATES = FACES**DICE
MOST_CHANGES = 2  # L4.1

# L3.1: the orders of four dice that lie in ascending order, numbered from the earliest date to the latest.
PERMUTATIONS = tuple(permutations(range(DICE)))
WORTH = np.array([[10 ** (DICE - 1 - order.index(die)) for die in range(DICE)] for order in PERMUTATIONS])  # by die
CROSSED = tuple(  # as bits, the orders in which a die comes after the next one
    sum(1 << number for number, order in enumerate(PERMUTATIONS) if order.index(die) > order.index(die + 1))
    for die in range(DICE - 1)
)


@rule
def roll_dice(s: State, seat: int) -> None:
    """L3.1: four dice, in ascending order."""
    a = rand(s, FACES)
    b = rand(s, FACES)
    c = rand(s, FACES)
    d = rand(s, FACES)
    low, high = max(min(a, b), min(c, d)), min(max(a, b), max(c, d))  # the middle two
    dice = s.roll[seat]
    dice[0] = min(min(a, b), min(c, d))
    dice[1] = min(low, high)
    dice[2] = max(low, high)
    dice[3] = max(max(a, b), max(c, d))


@rule
def orders(s: State, seat: int) -> int:
    """L3.1: as bits, the orders of the dice that give different dates: equal dice keep their order."""
    dice = s.roll[seat]
    left = (1 << ORDERS) - 1
    for i in range(DICE - 1):
        if dice[i] == dice[i + 1]:
            left &= ~CROSSED[i]
    return left


@rule
def date_of(s: State, seat: int, order: int) -> int:
    """L3.1: the date that the dice make in an order."""
    date = 0
    for i in range(DICE):
        date += s.roll[seat][i] * int(WORTH[order, i])
    return date


@rule
def stop_of(date: int) -> int:
    """L1.4: the stop of the timeline that a date leads to.

    >>> [stop_of(date) for date in (0, 1983, 1984, 1985, 8053, 9999)]
    [0, 0, 1, 2, 7, 8]
    """
    stop = 0
    for key in KEYS:
        stop += (date >= key) + (date > key)
    return stop


def _reach() -> Any:
    """L4.1: for every date, one octal digit per stop: bit n is set if changing exactly n dice can lead there."""
    here = np.array([1 << 3 * stop_of(date) for date in range(DATES)], np.int32).reshape((FACES,) * DICE)
    reach = [here, np.zeros_like(here), np.zeros_like(here)]
    for die in range(DICE):
        one = _or_changed(here, die)
        reach[1] |= one
        for other in range(die):
            reach[2] |= _or_changed(one, other)
    return (reach[0] | reach[1] << 1 | reach[2] << 2).reshape(DATES)


def _or_changed(table: Any, die: int) -> Any:
    """The union of a table over the other values of one die."""
    changed = np.zeros_like(table)
    for step in range(1, FACES):
        changed |= np.roll(table, step, axis=die)
    return changed


REACH = _reach()
AFFORD = (0o111111111, 0o333333333, 0o777777777)  # the bits of REACH that 0, 1, 2 crystals pay for


@rule
def reachable(date: int, crystals: int) -> int:
    """L4.1, L4.2: bit 3 * stop + n is set if changing n dice leads there and can be paid, one crystal each.

    >>> oct(reachable(3841, 1))  # the future, D, C and A for one crystal; B as it is, or with a die changed
    '0o202020302'
    """
    return int(REACH[date]) & AFFORD[min(crystals, MOST_CHANGES)]


def date_text(date: int) -> str:
    """A date as four dice show it.

    >>> date_text(984)
    '0984'
    """
    return f"{date:04}"


@cache
def changed_date(date: int, stop: int, changes: int) -> int:
    """The date to show for a journey with that many dice changed: of the possible ones, the nearest in time.

    >>> changed_date(3841, 3, 2), changed_date(3841, 8, 1), changed_date(3841, 2, 0)
    (3961, 8841, 3841)
    """
    digits = [date // 10**i % FACES for i in range(DICE)]
    found = []
    for dice in combinations(range(DICE), changes):
        for faces in product(range(FACES), repeat=changes):
            other = date + sum((face - digits[die]) * 10**die for die, face in zip(dice, faces, strict=True))
            if stop_of(other) == stop and all(digits[die] != face for die, face in zip(dice, faces, strict=True)):
                found.append(other)
    return min(found, key=lambda other: (abs(other - date), other))
