"""The state of a match: one NumPy record of fixed layout, with a declaration of who may see each field.

    >>> from tempolude.engine.state import ALL, OWNER, field, int8, layout
    >>> TINY = layout(field("coins", int8, 2, sees=ALL), field("hand", int8, (2, 3), sees=OWNER))
    >>> s = TINY.new()
    >>> s.hand[0][1] = 7
    >>> view = TINY.hide(s, seat=1)
    >>> view.hand[0][1], s.hand[0][1]
    (-1, 7)

A `State` is what interpreted rules read and write: every field is an attribute, every row a `memoryview`, so numbers
are plain Python integers and one that does not fit its field is an error. Compiled rules work on `state.array[0]`,
the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from dataclasses import field as attribute
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

int8, int16, int32, int64, uint32 = np.int8, np.int16, np.int32, np.int64, np.uint32
flag = np.uint8  # 0 or 1; numba does not support rows of booleans in a record

NONE = -1  # no card, no seat, nothing; also the value of a hidden number

# Who may see a field.
ALL = "everyone"
OWNER = "its owner"  # the first axis is the seat
NOBODY = "nobody"
PARTLY = "the game's own hide decides"

SEATS = 8  # the most seats of any game
EVENTS = 96  # the most events recorded for one action
EVENT_SIZE = 5  # kind, who may see it, and three numbers

RECORD_ALIGNMENT = 8  # bytes; the size of a record is a multiple of it

EVERYONE = -1  # a set of seats as bits; the sign bit stands for spectators
SPECTATOR = -1  # the seat of a spectator


@dataclass(frozen=True)
class Field:
    """One field of the layout: its name, type and shape, who may see it, what others see instead, and its meaning."""

    name: str
    kind: type[np.generic]
    shape: tuple[int, ...]
    sees: str
    hidden: int
    doc: str = attribute(default="", compare=False)
    by_seat: bool = False  # whether its first axis is the seat

    @property
    def hides(self) -> bool:
        return self.sees in (OWNER, NOBODY)


def field(
    name: str,
    kind: type[np.generic],
    shape: int | tuple[int, ...] = (),
    *,
    sees: str,
    hidden: int | None = None,
    doc: str = "",
    by_seat: bool = False,
) -> Field:
    """Declare a field.

    `hidden` replaces a value that may not be seen: -1 by default, 0 for a flag. `doc` says what the field means, with
    the number of its rule; the API shows it. `by_seat` says that the first axis is the seat, as it always is for fields
    that only their owner sees: an observation derived from the layout then starts with the observing seat.
    """
    shape = (shape,) if isinstance(shape, int) else shape
    if (sees == OWNER or by_seat) and not shape:
        whose = "seen by its owner" if sees == OWNER else "by seat"
        raise ValueError(f"{name}: a field {whose} needs a first axis, the seat")
    blank = (0 if kind is flag else NONE) if hidden is None else hidden
    return Field(name, kind, shape, sees, blank, doc, by_seat or sees == OWNER)


HEADER = (
    field("rng_drawn", int64, sees=NOBODY, hidden=0, doc="how many numbers have been drawn (`chance.py`)"),
    field("players", int8, sees=ALL, doc="number of seats"),
    field("over", int8, sees=ALL, doc="0 while the match goes on, then ENDED (1) or LIMIT (2)"),
    field("waiting", flag, SEATS, sees=ALL, doc="who must decide now"),
    field("happened", int16, sees=ALL, doc="how many events the last action caused"),
    field("rng_block", uint32, 16, sees=NOBODY, hidden=0, doc="random bits for the next draws"),
    field("rng_key", uint32, 8, sees=NOBODY, hidden=0, doc="the seed"),
    field("events", int16, (EVENTS, EVENT_SIZE), sees=PARTLY, doc="the events the last action caused (`events.py`)"),
)

NO_NUMBERS = ("rng_drawn", "rng_block", "rng_key", "happened", "events")

ENDED, LIMIT = 1, 2  # values of `over`: ended by the rules, or at the limit on the length of a match (G3)


class State:
    """The fields of one record as attributes. Created by `Layout.new`; every layout has its own subclass.

    A copy is a `Glimpse`, which creates attributes on first access, since few fields of most copies are read. The state
    of a match and its views are read all the time, and Python finds attributes faster in a class that does not do so.
    """

    __slots__ = ("array", "cells", "numbers", "raw")
    layout: ClassVar[Layout]

    raw: Any  # the bytes, as an array
    array: Any  # the same bytes as a structured array of length 1
    numbers: dict[str, memoryview]  # the same bytes as numbers of each kind
    cells: tuple[memoryview, ...]

    def __init__(self, raw: Any) -> None:
        self.raw = raw
        for name in ("numbers", "cells", "array", *self.layout.array_places):
            setattr(self, name, self._made(name))

    def copy(self) -> Glimpse:
        return self.layout.glimpse_class(self.raw.copy())

    def become(self, other: State) -> None:
        """Copy every byte of `other`."""
        self.raw[:] = other.raw

    def tobytes(self) -> bytes:
        data: bytes = self.raw.tobytes()
        return data

    def __reduce__(self) -> Any:
        return _read, (self.layout.fields[len(HEADER) :], self.tobytes())

    def standing_bytes(self) -> bytes:
        """The bytes without the event list: the position alone."""
        bare = self.copy()
        bare.array["events"] = 0
        bare.array["happened"] = 0
        return bare.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and other.layout is self.layout and self.tobytes() == other.tobytes()

    __hash__ = None  # type: ignore[assignment]  # mutable

    def _made(self, name: str) -> Any:
        """An attribute as it is on first access."""
        place = self.layout.array_places.get(name)
        if place is not None:
            return place.rows(self.numbers[place.code])
        if name == "cells":
            numbers = self.numbers
            return tuple([numbers[place.code][place.cut] for place in self.layout.scalar_places])
        if name == "numbers":
            data = memoryview(self.raw)
            return {code: data.cast(code) for code in self.layout.codes}  # type: ignore[call-overload]
        if name == "array":
            return np.ndarray(1, self.layout.dtype, self.raw)
        raise AttributeError(f"the state has no field {name!r}")

    if TYPE_CHECKING:  # a game's fields are known only to its layout

        def __getattr__(self, name: str) -> Any: ...

        def __setattr__(self, name: str, value: Any) -> None: ...

    def __repr__(self) -> str:
        return f"<state of {int(self.array['players'][0])} seats, {len(self.tobytes())} bytes>"


class Glimpse(State):
    """A state that creates its attributes on first access."""

    __slots__ = ()

    def __init__(self, raw: Any) -> None:
        self.raw = raw

    def __getattr__(self, name: str) -> Any:
        value = self._made(name)
        setattr(self, name, value)
        return value


class _Place(NamedTuple):
    """The position of a field in a record, counted in numbers of the field's kind."""

    code: str  # of the kind
    cut: slice
    shape: tuple[int, ...]

    def rows(self, numbers: memoryview) -> Any:
        """Nested tuples of one-dimensional memoryviews: `rows[seat][i]` reads and writes a plain integer."""
        found = numbers[self.cut]
        if len(self.shape) == 1:
            return found
        if len(self.shape) == 2 and self.shape[0] == EVENTS:  # few of which are ever used
            return _Rows(found, self.shape[1])
        return _split(found, self.shape)


def _split(numbers: memoryview, shape: tuple[int, ...]) -> Any:
    if len(shape) == 1:
        return numbers
    step = len(numbers) // shape[0]
    parts = [numbers[at : at + step] for at in range(0, len(numbers), step)]
    return tuple(parts if len(shape) == 2 else [_split(part, shape[1:]) for part in parts])


class _Rows(Sequence[memoryview]):
    """Many rows, each created on first access."""

    def __init__(self, numbers: memoryview, size: int) -> None:
        self._numbers, self._size = numbers, size
        self._made: dict[int, memoryview] = {}

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        row = self._made.get(index)
        if row is None:
            start = range(len(self))[index] * self._size
            row = self._made[index] = self._numbers[start : start + self._size]
        return row

    def column(self, i: int, count: int) -> list[int]:
        """Column `i` of the first `count` rows."""
        return self._numbers[i : count * self._size : self._size].tolist()

    def clear(self, count: int) -> None:
        """Set the first rows to zero."""
        size = count * self._size
        self._numbers[:size] = memoryview(bytes(size * self._numbers.itemsize)).cast(self._numbers.format)  # type: ignore[call-overload]

    def first(self, count: int) -> list[list[int]]:
        """A copy of the first rows as lists, cheaper than the rows."""
        size = self._size
        numbers = self._numbers[: count * size].tolist()
        return [numbers[start : start + size] for start in range(0, len(numbers), size)]

    def __len__(self) -> int:
        return len(self._numbers) // self._size


def _scalar(index: int) -> property:
    def read(self: State) -> Any:
        return self.cells[index][0]

    def write(self: State, value: int) -> None:
        self.cells[index][0] = value

    return property(read, write)


def _without_holes(fields: tuple[Field, ...]) -> list[tuple[str, type[np.generic], tuple[int, ...]]]:
    """The fields for a dtype, with named fillers for alignment, since copying unnamed padding is undefined."""
    described: list[tuple[str, type[np.generic], tuple[int, ...]]] = []
    offset = 0
    for f in (*fields, None):
        size = np.dtype(f.kind).itemsize if f else RECORD_ALIGNMENT
        if missing := -offset % size:
            described.append((f"filler{offset}", np.uint8, (missing,)))
            offset += missing
        if f:
            described.append((f.name, f.kind, f.shape))
            offset += size * prod(f.shape)
    return described


class Layout:
    """The fields of a game's state, in order, after the header every game shares."""

    def __init__(self, fields: tuple[Field, ...]) -> None:
        self.fields = HEADER + fields
        names = [f.name for f in self.fields]
        if len(set(names)) < len(names):
            raise ValueError(f"field named twice: {sorted({n for n in names if names.count(n) > 1})}")
        self.dtype = np.dtype(_without_holes(self.fields), align=True)
        self.scalars = tuple(f for f in self.fields if not f.shape)
        self.arrays = tuple(f for f in self.fields if f.shape)
        places = {f.name: self._place(f) for f in self.fields}
        self.array_places = {f.name: places[f.name] for f in self.arrays}
        self.scalar_places = tuple(places[f.name] for f in self.scalars)
        self.codes = frozenset(place.code for place in places.values())
        self._masks: dict[int, tuple[Any, Any]] = {}
        body: dict[str, Any] = {"__slots__": tuple(f.name for f in self.arrays), "layout": self}
        body |= {f.name: _scalar(i) for i, f in enumerate(self.scalars)}
        self.state_class: type[State] = type("State", (State,), body)
        self.glimpse_class: type[Glimpse] = type("Glimpse", (Glimpse,), body)

    def new(self, of: State | None = None) -> Any:
        """A state of zeros, or one to play on with from another."""
        return self.state_class(np.zeros(len(self), np.uint8) if of is None else of.raw.copy())

    def read(self, data: bytes) -> Any:
        """The state with these bytes."""
        return self.glimpse_class(np.frombuffer(data, np.uint8, len(self)).copy())

    def hide(self, s: State, seat: int) -> Any:
        """A copy without the fields declared hidden from `seat`. Games hide what a declaration cannot express."""
        view = s.copy()
        self.erase(view, seat)
        return view

    def erase(self, view: State, seat: int, of: State | None = None) -> None:
        """Erase the fields declared hidden from `seat`; with `of`, write that state's bytes into `view` first."""
        keep, fill = self.masks(seat)
        raw = view.raw
        np.bitwise_and(raw if of is None else of.raw, keep, raw)
        np.bitwise_or(raw, fill, raw)
        _hide_events(view, seat)

    def masks(self, seat: int) -> tuple[Any, Any]:
        """A byte mask of what `seat` may see, and the fill values for the rest."""
        found = self._masks.get(seat)
        if found is None:
            found = self._masks[seat] = self._mask(seat)
        return found

    def _mask(self, seat: int) -> tuple[Any, Any]:
        keep, fill = np.frombuffer(b"\xff" * len(self), self.dtype, 1).copy(), np.zeros(1, self.dtype)
        for f in self.fields:
            if f.sees in (NOBODY, OWNER):
                mine = np.zeros((1, *f.shape), bool)
                if f.sees == OWNER and seat >= 0:
                    mine[0, seat] = True
                blank = np.zeros((1, *f.shape), np.int64)
                kept = keep[f.name].view(np.uint8).reshape(*mine.shape, -1)
                kept[~mine] = 0
                keep[f.name] = kept.view(f.kind).reshape(keep[f.name].shape)
                fill[f.name] = np.where(mine, blank, f.hidden)
        return keep.view(np.uint8), fill.view(np.uint8)

    def _place(self, f: Field) -> _Place:
        kind, offset = np.dtype(f.kind), self.dtype.fields[f.name][1]  # type: ignore[index]
        start = offset // kind.itemsize
        return _Place(kind.char, slice(start, start + prod(f.shape)), f.shape)

    # --- Everything as numbers ---------------------------------------------------

    @property
    def whole(self) -> tuple[Field, ...]:
        """The fields of `numbers`: all but future chance and the events of the last action."""
        return tuple(f for f in self.fields if f.name not in NO_NUMBERS)

    @property
    def numbers_size(self) -> int:
        """The length of a row of `numbers`."""
        return sum(prod(f.shape) for f in self.whole)

    def numbers(self, records: Any) -> Any:
        """Records as rows of float32: every number of every field of `whole`, hidden or not."""
        rows = [records[f.name].reshape(len(records), -1) for f in self.whole]
        return np.concatenate(rows, axis=1, dtype=np.float32, casting="unsafe")

    def numbers_table(self) -> list[str]:
        """The description of the numbers, as lines of a Markdown table."""
        lines, begin = ["| from | how many | field | seen by |", "|---:|---:|---|---|"], 0
        for f in self.whole:
            shape = " × ".join(str(n) for n in f.shape) or "1"
            lines.append(f"| {begin} | {shape} | {f.name} | {f.sees} |")
            begin += prod(f.shape)
        return lines

    def __len__(self) -> int:
        return self.dtype.itemsize

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields)

    def describe(self) -> str:
        """The fields as a readable table."""
        return "\n".join(
            f"{f.name:12} {np.dtype(f.kind).name:6} {prod(f.shape):5}  seen by {f.sees:27}  {f.doc}" for f in self
        )


_layouts: dict[tuple[Field, ...], Layout] = {}


def layout(*fields: Field) -> Layout:
    """The layout of a game's state: the engine's header, then these fields. Equal fields give the same layout."""
    if fields not in _layouts:
        _layouts[fields] = Layout(fields)
    return _layouts[fields]


def _read(fields: tuple[Field, ...], data: bytes) -> Any:
    return layout(*fields).read(data)


class Views:
    """The views of all seats and of spectators, written together: one pass over all is cheaper than one for each."""

    def __init__(self, layout: Layout, seats: int) -> None:
        readers = (SPECTATOR, *range(seats))
        self._keep, self._fill = (np.stack(masks) for masks in zip(*map(layout.masks, readers), strict=True))
        self._raw = np.zeros_like(self._keep)
        self._views = {reader: layout.state_class(raw) for reader, raw in zip(readers, self._raw, strict=True)}

    def __getitem__(self, seat: int) -> Any:
        return self._views[seat]

    def write(self, s: State) -> None:
        """Make them the views on this state, without the fields declared hidden."""
        np.bitwise_and(s.raw, self._keep, self._raw)
        np.bitwise_or(self._raw, self._fill, self._raw)
        if not _all_public(s):
            for seat, view in self._views.items():
                _hide_events(view, seat)


def may_see(seats: int, seat: int) -> bool:
    """Whether `seat` is in a set of seats given as bits. The sign bit stands for spectators."""
    return seats < 0 if seat < 0 else bool(seats >> seat & 1)


def _hide_events(view: Any, seat: int) -> None:
    """Keep the events that `seat` may see, close the gaps, and clear the rest."""
    if _all_public(view):
        return
    rows = view.events[: view.happened]
    kept = [row.tolist() for row in rows if may_see(row[1], seat)]
    view.array["events"] = 0
    for row, values in zip(rows, kept, strict=False):
        for i, value in enumerate(values):
            row[i] = value
    view.happened = len(kept)


def _all_public(s: Any) -> bool:
    """Whether everyone may see every event of the last action."""
    happened: int = s.happened
    return not happened or s.events.column(1, happened).count(EVERYONE) == happened
