"""How a seat decides in compiled code: a policy is a rule that picks one of the legal actions.

A player's random choices ("whims") are not part of the match's chance, so they come from a small generator of their
own, deterministic too: multiply with carry (the low 32 bits are the value, the high ones the carry), which takes one
multiplication and stays within 63 bits. It is predictable from a few outputs, so the rules must not use it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .chance import LOW
from .rule import rule

BITS = 31  # of the random number that a policy is given
MULTIPLIER = 2094651699  # MULTIPLIER * 2**32 - 1 is a safe prime, so the period is near 2**62

Policy = Callable[..., int]  # (state, seat, legal actions, how many, a number below 2**BITS) -> action


@rule
def at_random(s: Any, seat: int, legal: Any, count: int, chance: int) -> int:
    """Any legal action, uniformly distributed."""
    chosen: int = legal[(chance * count) >> BITS]
    return chosen


# --- Whims -----------------------------------------------------------------------


@rule
def scatter(x: int) -> int:
    """Mix the bits of a 32-bit number; a bijection."""
    x = ((x ^ (x >> 16)) * 0x45D9F3B) & LOW
    x = ((x ^ (x >> 16)) * 0x45D9F3B) & LOW
    return x ^ (x >> 16)


@rule
def first_whim(number: int) -> int:
    """The first whim for a seed below 2**63; neighbouring seeds start far apart."""
    low = scatter((number & LOW) ^ 0x5BD1E995)
    high = scatter(scatter(number >> 32) ^ low)
    return ((1 + high % (MULTIPLIER - 2)) << 32) | low


@rule
def next_whim(whim: int) -> int:
    return (whim & LOW) * MULTIPLIER + (whim >> 32)


@rule
def whim_below(whim: int, n: int) -> int:
    """Map a whim to a number from 0 to n - 1."""
    return (((whim & LOW) ^ (whim >> 32)) * n) >> 32


@rule
def draw_whim(whims: Any, n: int) -> int:
    """A number from 0 to n - 1 from the whim in `whims[0]`, which is replaced by the next."""
    whim = whims[0]
    whims[0] = next_whim(whim)
    return whim_below(whim, n)
