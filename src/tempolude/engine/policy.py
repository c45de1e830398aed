"""How a seat decides in compiled code: a policy is a rule that picks one of the legal actions.

A player's whims are no chance of the match, so they come from a small generator of their own, deterministic too: it
multiplies with carry (the low 32 bits are the value, the high ones the carry), which takes one multiplication and never
leaves 63 bits. A few of its numbers give away the rest, so nothing that the rules decide may come from it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .chance import LOW
from .rule import rule

BITS = 31  # of the random number that a policy can decide by
MULTIPLIER = 2094651699  # MULTIPLIER * 2**32 - 1 is a safe prime, so the period is near 2**62

Policy = Callable[..., int]  # (state, seat, legal actions, how many, a number below 2**BITS) -> action


@rule
def at_random(s: Any, seat: int, legal: Any, count: int, chance: int) -> int:
    """Any legal action, each as likely."""
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
    """Where whims begin for a seed below 2**63, so that seeds next to each other begin far apart."""
    low = scatter((number & LOW) ^ 0x5BD1E995)
    high = scatter(scatter(number >> 32) ^ low)
    return ((1 + high % (MULTIPLIER - 2)) << 32) | low


@rule
def next_whim(whim: int) -> int:
    return (whim & LOW) * MULTIPLIER + (whim >> 32)


@rule
def whim_below(whim: int, n: int) -> int:
    """What a whim says when a number from 0 to n - 1 is asked for."""
    return (((whim & LOW) ^ (whim >> 32)) * n) >> 32


@rule
def draw_whim(whims: Any, n: int) -> int:
    """The same of the whim kept in `whims[0]`, which becomes the next."""
    whim = whims[0]
    whims[0] = next_whim(whim)
    return whim_below(whim, n)
