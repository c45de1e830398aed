"""Seats: who comes next, and who must decide now."""

from __future__ import annotations

from typing import Any

from .chance import rand
from .rule import rule
from .state import SEATS


@rule
def clockwise(s: Any, seat: int) -> int:
    """The seat after this one."""
    return seat + 1 if seat + 1 < s.players else 0


@rule
def first_player(s: Any, options: Any, at: int) -> int:
    """G1: the first player, at index `at` of the options if the table chose one, else drawn by lot."""
    return options[at] if len(options) > at else rand(s, s.players)


@rule
def wait_for(s: Any, seat: int) -> None:
    """Make this seat the only one to decide."""
    for other in range(SEATS):
        s.waiting[other] = other == seat


@rule
def wait_for_nobody(s: Any) -> None:
    for seat in range(SEATS):
        s.waiting[seat] = False


@rule
def anybody_waiting(s: Any) -> bool:
    count = 0
    for seat in range(SEATS):
        count += s.waiting[seat]
    return count > 0


@rule
def first_waiting(s: Any) -> int:
    """The lowest seat to decide, or SEATS if there is none."""
    found = SEATS
    for seat in range(SEATS - 1, -1, -1):
        if s.waiting[seat]:
            found = seat
    return found


@rule
def rank_of(s: Any, seat: int, standing: Any) -> int:
    """The rank of a seat by the rule `standing(s, seat)`, higher is better: 1 if nobody is better."""
    mine = standing(s, seat)
    ahead = 0
    for other in range(s.players):
        ahead += standing(s, other) > mine
    return 1 + ahead


@rule
def write_ranks(standings: Any, players: int, ranks: Any) -> None:
    """Rank the seats by their standings, higher is better: 1 if nobody is better.

    >>> ranks = [0, 0, 0]
    >>> write_ranks([7, 9, 7], 3, ranks)
    >>> ranks
    [2, 1, 2]
    """
    for seat in range(players):
        ahead = 0
        for other in range(players):
            ahead += standings[other] > standings[seat]
        ranks[seat] = 1 + ahead


@rule
def payoff(ranks: Any, players: int, seat: int) -> float:
    """The payoff of a seat: 1 for a sole first, -1 for a sole last; the payoffs add up to 0.

    >>> [payoff([1, 3, 1, 4], 4, seat) for seat in range(4)] == [2 / 3, -1 / 3, 2 / 3, -1]
    True
    """
    worse = 0
    better = 0
    for other in range(players):
        worse += ranks[other] > ranks[seat]
        better += ranks[other] < ranks[seat]
    return (worse - better) / (players - 1)


@rule
def winners(s: Any, standing: Any) -> int:
    """The number of winners; more than one share the victory (G2)."""
    count = 0
    for seat in range(s.players):
        count += rank_of(s, seat, standing) == 1
    return count
