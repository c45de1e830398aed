"""What the numbers of an observation mean: one declaration, from which sizes, places and the documentation follow.

    >>> SEEN = features(
    ...     block("hand", 5, "1 for each card held"),
    ...     each("seat", 3, block("there", 1, "1 if somebody sits there"), block("coins", 1, "coins / 10")),
    ... )
    >>> SEEN.size, SEEN.at("seat"), SEEN.span("seat")
    (11, 5, 2)
    >>> SEEN.names[5:8]
    ('seat 0: there', 'seat 0: coins', 'seat 1: there')

A game declares them in `observation.py` and writes them in `observe`. The same words serve for what actions mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

BOUND = 4  # numbers are scaled to about 0 to 1, and never further from 0 than this


@dataclass(frozen=True)
class Block:
    """Numbers of one kind in a row. Those of actions may be pairs, triples and so on of numbers, listed as `axes`."""

    name: str
    size: int
    meaning: str
    axes: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Each:
    """The same blocks again for each of several: seats, events, places."""

    name: str
    count: int
    blocks: tuple[Block, ...]

    @property
    def size(self) -> int:
        return self.count * sum(block.size for block in self.blocks)


@dataclass(frozen=True)
class Features:
    """All the numbers of an observation, in order."""

    parts: tuple[Block | Each, ...]
    left_out: Mapping[str, str]  # fields of the state that a seat sees and that no number is about, and why
    seldom: Mapping[str, str]  # blocks that random play with what comes with the game may never use, and why

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts)

    def at(self, name: str) -> int:
        """Where a part begins."""
        begin = 0
        for part in self.parts:
            if part.name == name:
                return begin
            begin += part.size
        raise KeyError(name)

    def span(self, name: str) -> int:
        """The length of a part; of one of those that come several times, the length of one."""
        part = next(part for part in self.parts if part.name == name)
        return part.size // part.count if isinstance(part, Each) else part.size

    @property
    def names(self) -> tuple[str, ...]:
        """A name for every single number."""
        return tuple(self._names())

    def _names(self) -> Iterator[str]:
        for part in self.parts:
            if isinstance(part, Block):
                yield from _numbered(part.name, part.size)
            else:
                for i in range(part.count):
                    for block in part.blocks:
                        yield from _numbered(f"{part.name} {i}: {block.name}", block.size)

    @cached_property
    def components(self) -> Any:
        """What each action consists of, as a row of numbers below `vocabulary`, filled up with `vocabulary` itself.

        The first is its block, the others are its place on each axis; axes of the same name have the same numbers.

        >>> DOES = features(block("pass", 1, ""), block("play", 6, "", card=3, coins=2), block("drop", 3, "", card=3))
        >>> DOES.vocabulary, DOES.components[[0, 4, 9]].tolist()
        (9, [[0, 3, 9], [1, 5, 8], [2, 6, 9]])
        """
        return self._vocabulary[1]

    @property
    def vocabulary(self) -> int:
        """How many different parts actions have."""
        return self._vocabulary[0]

    @cached_property
    def _vocabulary(self) -> tuple[int, Any]:
        blocks = [part for part in self.parts if isinstance(part, Block)]
        first: dict[str, int] = {}
        size, sizes = len(blocks), dict[str, int]()
        for name, length in (axis for part in blocks for axis in part.axes):
            if sizes.setdefault(name, length) != length:
                raise ValueError(f"the axis {name!r} has {sizes[name]} places and {length}")
            if name not in first:
                first[name], size = size, size + length
        rows = np.full((self.size, 1 + max(len(part.axes) for part in blocks)), size)
        begin = 0
        for number, part in enumerate(blocks):
            there = rows[begin : begin + part.size]
            there[:, 0] = number
            places = np.unravel_index(np.arange(part.size), [length for _, length in part.axes])
            for column, ((name, _), place) in enumerate(zip(part.axes, places, strict=True), 1):
                there[:, column] = first[name] + place
            begin += part.size
        return size, rows

    def table(self) -> list[str]:
        """The declaration as lines of a Markdown table."""
        lines = ["| from | how many | what | meaning |", "|---:|---:|---|---|"]
        begin = 0
        for part in self.parts:
            if isinstance(part, Block):
                lines.append(f"| {begin} | {part.size} | {part.name} | {part.meaning} |")
            else:
                lines.append(f"| {begin} | {part.count} × {part.size // part.count} | **each {part.name}** | |")
                inside = 0
                for block in part.blocks:
                    lines.append(f"| +{inside} | {block.size} | · {block.name} | {block.meaning} |")
                    inside += block.size
            begin += part.size
        return lines


def block(name: str, size: int, meaning: str, **axes: int) -> Block:
    """Declare numbers of one kind in a row; `card=3, coins=2` if they are the pairs of a card and a number of coins."""
    if axes and prod(axes.values()) != size:
        raise ValueError(f"{name!r}: {' × '.join(map(str, axes.values()))} is not {size}")
    return Block(name, size, meaning, tuple(axes.items()) or ((name, size),))


def each(name: str, count: int, *blocks: Block) -> Each:
    """Declare the same blocks for each of several."""
    return Each(name, count, blocks)


def features(
    *parts: Block | Each, left_out: Mapping[str, str] | None = None, seldom: Mapping[str, str] | None = None
) -> Features:
    """Declare an observation (or the numbers of actions), part by part."""
    names = [part.name for part in parts]
    if len(set(names)) < len(names):
        raise ValueError(f"named twice: {sorted({n for n in names if names.count(n) > 1})}")
    return Features(parts, left_out or {}, seldom or {})


def _numbered(name: str, size: int) -> Iterator[str]:
    yield from (name,) if size == 1 else (f"{name} {i}" for i in range(size))
