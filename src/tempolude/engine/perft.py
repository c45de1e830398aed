"""Perft: counting the ways to play on. The counts of a game stay what they are until its rules change."""

from __future__ import annotations

from typing import Any

from .ways import Way


def perft(way: Way, s: Any, depth: int) -> int:
    """How many sequences of that many actions there are from a state; one that ends the match earlier counts too."""
    if depth == 0 or s.over:
        return 1
    total = 0
    for seat in range(s.players):
        if s.waiting[seat]:
            for action in way.legal(s, seat):
                after = s.copy()
                way.play(after, seat, action)
                total += perft(way, after, depth - 1)
    return total
