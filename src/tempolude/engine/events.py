"""Events: what the last action caused, as small rows of the state, for the log, animations and sounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .rule import rule
from .state import EVENT_SIZE, EVENTS, EVERYONE


class Event(NamedTuple):
    """One event: its kind (a number the game names), and up to three numbers whose meaning the kind decides."""

    kind: int
    name: str
    numbers: tuple[int, int, int]
    seen_by: int = EVERYONE


class EventKind(NamedTuple):
    """The name of a kind of event, and what its numbers are."""

    name: str
    doc: str


class EventKinds(tuple[str, ...]):
    """The names of a game's kinds of events, by number; `docs` describes the numbers of each."""

    docs: Mapping[str, str]


def event(name: str, doc: str = "") -> EventKind:
    """Declare a kind of event; `doc` lists the numbers that come with it."""
    return EventKind(name, doc)


def events(*kinds: EventKind) -> EventKinds:
    """Declare the kinds of events of a game, in the order of their numbers.

    >>> EVENTS = events(event("card played", "seat, card"), event("round", "number"))
    >>> EVENTS, EVENTS.docs["round"]
    (('card played', 'round'), 'number')
    """
    declared = EventKinds(kind.name for kind in kinds)
    if len(set(declared)) < len(declared):
        raise ValueError(f"event named twice: {sorted({name for name in declared if declared.count(name) > 1})}")
    declared.docs = dict(kinds)
    return declared


def happened(s: Any, names: Sequence[str]) -> tuple[Event, ...]:
    """The events of the last action; `names` are the game's kinds of events."""
    rows = s.events.first(s.happened)
    return tuple([Event(kind, names[kind], (a, b, c), seen_by) for kind, seen_by, a, b, c in rows])


@rule
def whisper(s: Any, seats: int, kind: int, a: int, b: int, c: int) -> None:
    """Record an event that only these seats (as bits) may see."""
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
    """Record an event that everyone may see."""
    whisper(s, EVERYONE, kind, a, b, c)


@rule
def clear_events(s: Any) -> None:
    """Clear the events; every action starts with this."""
    for i in range(s.happened):
        for j in range(EVENT_SIZE):
            s.events[i][j] = 0
    s.happened = 0
