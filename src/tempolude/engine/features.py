"""Features: one declaration of an observation's numbers, from which sizes, offsets and documentation follow.

    >>> SEEN = features(
    ...     block("hand", 5, "1 for each card held"),
    ...     each("seat", 3, block("there", 1, "1 if somebody sits there"), block("coins", 1, "coins / 10")),
    ... )
    >>> SEEN.size, SEEN.at("seat"), SEEN.span("seat")
    (11, 5, 2)
    >>> SEEN.names[5:8]
    ('seat 0: there', 'seat 0: coins', 'seat 1: there')

A game declares them in `observation.py` and writes them in `observe`. Actions are declared the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

BOUND = 4  # numbers are scaled to about 0 to 1; no absolute value exceeds this


@dataclass(frozen=True)
class Block:
    """Consecutive numbers of one kind. For actions they can be the product of several `axes`."""

    name: str
    size: int
    meaning: str
    axes: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Each:
    """The same blocks repeated for each of several seats, events or places."""

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
    left_out: Mapping[str, str]  # visible fields of the state that the observation leaves out, and why
    seldom: Mapping[str, str]  # blocks that random play with built-in data may never use, and why

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts)

    def at(self, name: str) -> int:
        """The offset of a part."""
        begin = 0
        for part in self.parts:
            if part.name == name:
                return begin
            begin += part.size
        raise KeyError(name)

    def span(self, name: str) -> int:
        """The length of a part; of a repeated part, the length of one repetition."""
        part = next(part for part in self.parts if part.name == name)
        return part.size // part.count if isinstance(part, Each) else part.size

    @property
    def names(self) -> tuple[str, ...]:
        """A name for every number."""
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
        """The components of each action, as a row of numbers below `vocabulary`, padded with `vocabulary` itself.

        The first is its block, the others are its index on each axis; axes of the same name share their numbers.

        >>> DOES = features(block("pass", 1, ""), block("play", 6, "", card=3, coins=2), block("drop", 3, "", card=3))
        >>> DOES.vocabulary, DOES.components[[0, 4, 9]].tolist()
        (9, [[0, 3, 9], [1, 5, 8], [2, 6, 9]])
        """
        return self._vocabulary[1]

    @property
    def vocabulary(self) -> int:
        """The number of different components of actions."""
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
    """Declare consecutive numbers of one kind; `card=3, coins=2` if they are pairs of a card and a number of coins."""
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
