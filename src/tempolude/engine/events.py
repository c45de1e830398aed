"""Events: what has just happened, as small tuples in the state. Log, animations and sounds come from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from .rule import rule
from .state import EVENT_SIZE, EVENTS, EVERYONE


class Event(NamedTuple):
    """One event: its kind (a number the game names), and up to three numbers whose meaning the kind decides."""

    kind: int
    name: str
    numbers: tuple[int, int, int]
    seen_by: int = EVERYONE


def happened(s: Any, names: Sequence[str]) -> tuple[Event, ...]:
    """The events caused by the last action; `names` are those of the game's events."""
    rows = s.events[: s.happened]
    return tuple([Event(kind, names[kind], (a, b, c), seen_by) for kind, seen_by, a, b, c in rows])


@rule
def whisper(s: Any, seats: int, kind: int, a: int, b: int, c: int) -> None:
    """Something happened that only these seats (as bits) may see."""
    i = s.happened
    if i < EVENTS:
        event = s.events[i]
        event[0] = kind
        event[1] = seats
        event[2] = a
        event[3] = b
        event[4] = c
        s.happened = i + 1


@rule
def tell(s: Any, kind: int, a: int, b: int, c: int) -> None:
    """Something happened that everyone sees."""
    whisper(s, EVERYONE, kind, a, b, c)


@rule
def clear_events(s: Any) -> None:
    """Forget what happened; every action begins with this."""
    for i in range(s.happened):
        for j in range(EVENT_SIZE):
            s.events[i][j] = 0
    s.happened = 0
