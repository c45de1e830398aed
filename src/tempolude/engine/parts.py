"""The parts of a scene, each kept while what it is made from stays the same.

Most actions change little of what lies on a table. So a game draws it in parts: methods that are given all their pieces
depend on as arguments. Called again with the same arguments a part is the very same tuple, which nobody needs to
compare, pack or send again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar

from .table import Piece

Made = TypeVar("Made")
Part = tuple[Piece, ...]


class Parts:
    """What has methods marked as parts. All else they read must stay the same as long as it lives."""

    def __init__(self) -> None:
        self._kept: dict[Any, tuple[tuple[Any, ...], Any]] = {}  # what each part was made from last, and the part


def part(make: Callable[..., Iterable[Piece]]) -> Callable[..., Part]:
    """A part of which there is one. Its arguments are given by position.

    >>> class Tray(Parts):
    ...     @part
    ...     def coins(self, n):
    ...         return (Piece(f"coin-{i}", "coin", "tray") for i in range(n))
    >>> tray = Tray()
    >>> tray.coins(3) is tray.coins(3), len(tray.coins(2))
    (True, 2)
    """
    name = make.__name__

    @wraps(make)
    def kept(self: Parts, *given: Any) -> Part:
        last = self._kept.get(name)
        if last is None or last[0] != given:
            last = self._kept[name] = given, tuple(make(self, *given))
        found: Part = last[1]
        return found

    return kept


def part_of_each(make: Callable[..., Iterable[Piece]]) -> Callable[..., Part]:
    """A part of which there are several, told apart by the first argument: a seat, an event."""

    @wraps(make)
    def pieces(*given: Any) -> Part:
        return tuple(make(*given))

    return kept_of_each(pieces)


def kept_of_each(make: Callable[..., Made]) -> Callable[..., Made]:
    """The same for what is not a part: the numbers on a tray."""
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
