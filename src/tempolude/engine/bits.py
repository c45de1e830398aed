"""Sets of small numbers as the bits of one integer: bit i is set if i is in the set."""

from __future__ import annotations

from typing import Any

from .chance import rand
from .rule import rule


@rule
def count_bits(bits: int, size: int) -> int:
    """How many of the lowest `size` bits are set.

    >>> count_bits(0b1101, 3)
    2
    """
    count = 0
    for i in range(size):
        count += bits >> i & 1
    return count


@rule
def random_bit(s: Any, bits: int, size: int) -> int:
    """One of the numbers below `size` in a set that is not empty, uniformly distributed."""
    skip = rand(s, count_bits(bits, size))
    i = 0
    while skip > 0 or not bits >> i & 1:
        skip -= bits >> i & 1
        i += 1
    return i


@rule
def list_bits(bits: int, size: int, first: int, out: Any, count: int) -> int:
    """Append the action `first` + i to the `count` actions in `out` for each i below `size` in a set.

    Returns the new number of actions.

    >>> out = [7, 0, 0, 0, 0]
    >>> list_bits(0b1101, 4, 20, out, 1), out[:4]
    (4, [7, 20, 22, 23])
    """
    for i in range(size):
        out[count] = first + i
        count += bits >> i & 1
    return count
