"""The standings of a tournament, from what was played. A pure function of the tables.

At a table of four the ranks are worth 4, 3, 2 and 1 points; who shares a rank shares its points. Whoever left a table
gets nothing for it. Of those with equal points, who met the stronger people is ahead (the average of the points of all
people they sat with; bots do not count), then who won more tables; who is still equal shares a rank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .pairing import Player

BLOCKED = 1000  # meetings that a block counts for


@dataclass(frozen=True)
class Played:
    """A table of a round: who sat there, and how it ended."""

    round: int
    seats: Sequence[int | None]  # the number of the player at each seat; none: a bot
    ranks: Sequence[int] | None = None  # none while it is played; empty if it never ended
    left: Collection[int] = ()  # the seats whose players left

    @property
    def people(self) -> list[int]:
        return [number for number in self.seats if number is not None]

    def points(self) -> dict[int, float]:
        """What each player gets."""
        if not self.ranks:
            return {}
        worth = [points(self.ranks, seat) for seat in range(len(self.ranks))]
        return {n: 0.0 if seat in self.left else worth[seat] for seat, n in enumerate(self.seats) if n is not None}


@dataclass(frozen=True)
class Standing:
    """How a player stands."""

    number: int
    rank: int
    points: float
    met: Fraction  # the average of the points of the people they sat with
    won: int  # tables
    tables: int  # that they played to the end
    gained: int = 0  # ranks, since the round before


def points(ranks: Sequence[int], seat: int) -> float:
    """What a rank is worth at a table.

    >>> [points([1, 2, 2, 4], seat) for seat in range(4)]
    [4.0, 2.5, 2.5, 1.0]
    """
    shared = sum(rank == ranks[seat] for rank in ranks)
    return len(ranks) - ranks[seat] + 1 - (shared - 1) / 2


def standings(players: Collection[int], tables: Sequence[Played]) -> list[Standing]:
    """All players, the first first; how far they rose or fell is measured from before the last round."""
    last = max((table.round for table in tables), default=0)
    before = {line.number: line.rank for line in _ranked(players, [t for t in tables if t.round < last])}
    played = last > 1
    return [
        Standing(s.number, s.rank, s.points, s.met, s.won, s.tables, before[s.number] - s.rank if played else 0)
        for s in _ranked(players, tables)
    ]


def _ranked(players: Collection[int], tables: Iterable[Played]) -> list[Standing]:
    total: Counter[int] = Counter()
    won, played = Counter[int](), Counter[int]()
    met: dict[int, list[int]] = {number: [] for number in players}
    for table in tables:
        got = table.points()
        for number, worth in got.items():
            total[number] += int(2 * worth)
            played[number] += 1
            won[number] += worth == len(table.seats)
            met.setdefault(number, []).extend(other for other in table.people if other != number)
    strength = {n: Fraction(sum(total[m] for m in met[n]), 2 * len(met[n])) if met[n] else Fraction(0) for n in players}
    keys = {number: (-total[number], -strength[number], -won[number]) for number in players}
    places = sorted(keys.values())
    return [
        Standing(n, places.index(keys[n]) + 1, total[n] / 2, strength[n], won[n], played[n])
        for n in sorted(players, key=lambda n: (keys[n], n))
    ]


def players(active: Iterable[int], tables: Sequence[Played], apart: Iterable[tuple[int, int]] = ()) -> list[Player]:
    """Those who play in the next round, with what they played so far. Two of whom one has blocked the other are paired
    as if they had met very often: at one table only if there is no other."""
    numbers = set(active)
    kept_apart = {pair for a, b in apart for pair in ((a, b), (b, a))}
    stand = {standing.number: standing.points for standing in _ranked(numbers, tables)}
    found = []
    for number in sorted(numbers):
        mine = [table for table in tables if number in table.people]
        met = Counter(other for table in mine for other in table.people if other != number)
        met.update({other: BLOCKED for one, other in kept_apart if one == number})
        bots = sum(len(table.seats) - len(table.people) for table in mine)
        seats = Counter(table.seats.index(number) for table in mine)
        found.append(Player(number, stand[number], met, bots, seats))
    return found


def all_met(active: Collection[int], tables: Iterable[Played]) -> bool:
    """Whether everyone who still plays has sat with everyone else."""
    met = {frozenset((a, b)) for table in tables for a in table.people for b in table.people if a != b}
    return all(frozenset((a, b)) in met for a in active for b in active if a < b)


def rounds_needed(people: int, size: int) -> int:
    """How many rounds everyone in turn takes at least: at a table one meets all others who sit there.

    >>> rounds_needed(8, 2), rounds_needed(12, 4)
    (7, 4)
    """
    return max(1, -(-(people - 1) // (size - 1)))
