"""Perft: the number of ways to continue. A game's counts change only if its rules do."""

from __future__ import annotations

from typing import Any

from .ways import Way


def perft(way: Way, s: Any, depth: int) -> int:
    """The number of sequences of `depth` actions from a state; a sequence that ends the match earlier counts too."""
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
