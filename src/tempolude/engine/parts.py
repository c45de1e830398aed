"""The parts of a scene, each cached while its arguments stay the same.

Most actions change little of the table. So a game draws it in parts: methods that take everything their pieces depend
on as arguments. Called again with the same arguments, a part returns the identical tuple, which need not be compared,
packed or sent again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar

from .table import Piece

Made = TypeVar("Made")
Part = tuple[Piece, ...]


class Parts:
    """Base class of objects with methods marked as parts. Whatever else these methods read must never change."""

    def __init__(self) -> None:
        self._kept: dict[Any, tuple[tuple[Any, ...], Any]] = {}  # the last arguments of each part, and the part


def part(make: Callable[..., Iterable[Piece]]) -> Callable[..., Part]:
    """Mark a method as a part. Its arguments are positional.

    >>> class Tray(Parts):
    ...     @part
    ...     def coins(self, n):
    ...         return (Piece(f"coin-{i}", "coin", "tray") for i in range(n))
    >>> tray = Tray()
    >>> tray.coins(3) is tray.coins(3), len(tray.coins(2))
    (True, 2)
    """

    @wraps(make)
    def pieces(*given: Any) -> Part:
        return tuple(make(*given))

    return kept(pieces)


def kept(make: Callable[..., Made]) -> Callable[..., Made]:
    """Like `part`, for results that are not pieces, such as several parts that depend on the same arguments."""
    name = make.__name__

    @wraps(make)
    def found(self: Parts, *given: Any) -> Made:
        last = self._kept.get(name)
        if last is None or last[0] != given:
            last = self._kept[name] = given, make(self, *given)
        result: Made = last[1]
        return result

    return found


def part_of_each(make: Callable[..., Iterable[Piece]]) -> Callable[..., Part]:
    """Mark a method as a part that is cached separately for each value of its first argument: a seat, an event."""

    @wraps(make)
    def pieces(*given: Any) -> Part:
        return tuple(make(*given))

    return kept_of_each(pieces)


def kept_of_each(make: Callable[..., Made]) -> Callable[..., Made]:
    """Like `part_of_each`, for results that are not pieces, such as the counts of a tray."""
    name = make.__name__

    @wraps(make)
    def kept(self: Parts, *given: Any) -> Made:
        key = name, given[0]
        last = self._kept.get(key)
        if last is None or last[0] != given:
            last = self._kept[key] = given, make(self, *given)
        found: Made = last[1]
        return found

    return kept
