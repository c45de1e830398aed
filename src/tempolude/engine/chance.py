"""Chance: a small generator whose whole state is one field of the record, `rng`.

It multiplies with carry (the low 32 bits are the value, the high ones the carry), which never leaves 63 bits: so it
gives the same numbers from Python's integers, from compiled 64-bit ones and on a GPU, with nothing wrapping round.
The multiplier makes `MULTIPLIER * 2**32 - 1` a safe prime, so the period is near 2**62.
"""

from __future__ import annotations

from typing import Any

from .rule import rule

MULTIPLIER = 2094651699
LOW = 0xFFFFFFFF  # the low 32 bits
SEEDS = 2**63  # seeds are 0 to SEEDS - 1


@rule
def scatter(x: int) -> int:
    """Spread the bits of a 32-bit number; no two numbers meet."""
    x = ((x ^ (x >> 16)) * 0x45D9F3B) & LOW
    x = ((x ^ (x >> 16)) * 0x45D9F3B) & LOW
    return x ^ (x >> 16)


@rule
def seed(s: Any, number: int) -> None:
    """Start the generator from a seed, so that seeds next to each other begin far apart."""
    low = scatter((number & LOW) ^ 0x5BD1E995)
    high = scatter(scatter(number >> 32) ^ low)
    s.rng = ((1 + high % (MULTIPLIER - 2)) << 32) | low


@rule
def following(rng: int) -> int:
    """The next state of the generator."""
    return (rng & LOW) * MULTIPLIER + (rng >> 32)


@rule
def scaled(rng: int, n: int) -> int:
    """What a state of the generator says when a number from 0 to n - 1 is asked for."""
    return (((rng & LOW) ^ (rng >> 32)) * n) >> 32


@rule
def rand(s: Any, n: int) -> int:
    """A number from 0 to n - 1, each as likely."""
    rng = s.rng
    s.rng = following(rng)
    return scaled(rng, n)


@rule
def shuffle(s: Any, pile: Any, count: int) -> None:
    """Put the first `count` of a pile in a random order, each order as likely."""
    rng = s.rng  # in a local variable: writing to the pile could touch a field, as far as the compiler knows
    for i in range(count - 1, 0, -1):
        j = scaled(rng, i + 1)
        rng = following(rng)
        swap = pile[i]
        pile[i] = pile[j]
        pile[j] = swap
    s.rng = rng
