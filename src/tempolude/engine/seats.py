"""Seats: who comes next, and who must decide now."""

from __future__ import annotations

from typing import Any

from .rule import rule


@rule
def clockwise(s: Any, seat: int) -> int:
    """The seat after this one."""
    return seat + 1 if seat + 1 < s.players else 0


@rule
def wait_for(s: Any, seat: int) -> None:
    """This seat, and no other, must decide now."""
    for other in range(s.players):
        s.waiting[other] = other == seat


@rule
def wait_for_nobody(s: Any) -> None:
    for seat in range(s.players):
        s.waiting[seat] = False


@rule
def anybody_waiting(s: Any) -> bool:
    for seat in range(s.players):
        if s.waiting[seat]:
            return True
    return False


@rule
def first_waiting(s: Any) -> int:
    """The lowest seat that must decide, or the number of players if none must."""
    for seat in range(s.players):
        if s.waiting[seat]:
            return seat
    return s.players
