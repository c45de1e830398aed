"""Piles: rows of numbers filled from the front; the game stores their lengths."""

from __future__ import annotations

from typing import Any

from .rule import rule
from .state import NONE


@rule
def fill(pile: Any, count: int, value: int) -> None:
    """Write `value` into the first `count` places."""
    for i in range(count):
        pile[i] = value


@rule
def find(pile: Any, count: int, value: int) -> int:
    """The index of `value`, or NONE."""
    for i in range(count):
        if pile[i] == value:
            return i
    return NONE


@rule
def insert(pile: Any, count: int, place: int, value: int) -> None:
    """Insert `value` at `place`, moving what follows up by one."""
    for i in range(count, place, -1):
        pile[i] = pile[i - 1]
    pile[place] = value


@rule
def insert_in_order(pile: Any, count: int, value: int) -> None:
    """Insert `value` into an ascending pile."""
    place = count
    while place > 0 and pile[place - 1] > value:
        place -= 1
    insert(pile, count, place, value)


@rule
def remove(pile: Any, count: int, place: int) -> Any:
    """Remove and return the value at `place`; close the gap, and leave NONE past the end."""
    value = pile[place]
    for i in range(place, count - 1):
        pile[i] = pile[i + 1]
    pile[count - 1] = NONE
    return value


@rule
def take(pile: Any, count: int, value: int) -> None:
    """Remove `value` from a pile that has it; close the gap, and leave NONE past the end."""
    kept = 0
    for i in range(count):
        found = pile[i]
        pile[kept] = found
        kept += found != value
    pile[count - 1] = NONE


@rule
def list_distinct(pile: Any, size: int, first: int, out: Any, count: int) -> int:
    """Append the action `first` + card to the `count` actions in `out` for each distinct card of an ascending pile.

    Returns the new number of actions.

    >>> out = [0] * 5
    >>> list_distinct([2, 2, 5], 3, 10, out, 0), out[:2]
    (2, [12, 15])
    """
    before = NONE
    for i in range(size):
        card = pile[i]
        out[count] = first + card
        count += card != before
        before = card
    return count
