"""Who sits at which table in a round, and where. A pure function: the same players and seed give the same tables.

All tables have the same number of seats, because points by rank compare only between tables of one size; bots take the
seats that are left over, never more than one more at one table than at another. What matters, in this order:

1. as few meetings as possible of people who have met before;
2. nobody meets bots again while others have met none;
3. in the Swiss system, people with about the same points play each other.

Whoever was first at the fewest tables is first; the other seats are evened out in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

MOST = 64  # players of a tournament
STARTS = 6  # from which better tables are looked for, where people would meet again
BUDGET = 30_000  # steps of the search for tables where fewer do; all tables of up to twelve people are tried within it
FIRST = 1000  # how much more the first seat counts than the others
Tables = list[list[int]]  # positions in the list of players


@dataclass(frozen=True)
class Player:
    """Somebody who plays in the next round, and what they played so far."""

    number: int
    points: float = 0.0
    met: Mapping[int, int] = field(default_factory=dict)  # how often they sat with each other player
    bots: int = 0  # how many bots they sat with
    seats: Mapping[int, int] = field(default_factory=dict)  # how often they had each seat


def pair(players: Sequence[Player], size: int, seed: str, swiss: bool = True) -> list[list[int | None]]:
    """The tables of a round: the number of the player at each seat, none for a bot.

    >>> ada, blaise, cleo = Player(1, 3, {2: 1}), Player(2, 3, {1: 1}), Player(3, 1)
    >>> sorted(sorted(table, key=str) for table in pair([ada, blaise, cleo], 2, "a seed"))
    [[1, None], [2, 3]]
    """
    if len({player.number for player in players}) != len(players):
        raise ValueError("a player is there twice")
    if not players or size < 2:
        raise ValueError(f"{len(players)} players cannot sit at tables of {size}")
    chance = Random(seed)
    order = sorted(players, key=lambda player: player.number)
    chance.shuffle(order)
    if swiss:
        order.sort(key=lambda player: -player.points)
    costs = Costs(order, size, swiss)
    tables = better(costs, chance, apart(costs) if size == 2 and not swiss else [])
    return [seated([order[i] for i in table], size, chance) for table in tables]


def table_sizes(players: int, size: int) -> list[int]:
    """How many people sit at each table: as evenly as can be, the fullest first.

    >>> table_sizes(9, 4)
    [3, 3, 3]
    >>> table_sizes(5, 4)
    [3, 2]
    """
    count = -(-players // size)
    least, more = divmod(players, count)
    return [least + (n < more) for n in range(count)]


class Costs:
    """What a table costs that some people sit at; all in whole numbers, so that no rounding decides."""

    def __init__(self, players: Sequence[Player], size: int, swiss: bool) -> None:
        self.players, self.size = players, size
        self.sizes = table_sizes(len(players), size)
        count = len(players)
        gaps = [[int(2 * abs(a.points - b.points)) ** 2 if swiss else 0 for b in players] for a in players]
        self.met = [[a.met.get(b.number, 0) for b in players] for a in players]
        again = 1 + sum(map(sum, gaps))  # one bot more outweighs all gaps together, one meeting more all bots
        self.bots = [player.bots * again for player in players]
        meeting = 1 + sum(map(sum, gaps)) + size * sum(self.bots)
        self.pairs = [[self.met[i][j] * meeting + gaps[i][j] for j in range(count)] for i in range(count)]

    def of(self, tables: Tables) -> int:
        return sum(self.table(table) for table in tables)

    def table(self, table: Sequence[int]) -> int:
        bots = self.size - len(table)
        return sum(self.pairs[i][j] for i, j in combinations(table, 2)) + bots * sum(self.bots[i] for i in table)

    def repeats(self, tables: Tables) -> int:
        """How many meetings would not be the first."""
        return sum(self.met[i][j] for table in tables for i, j in combinations(table, 2))


def better(costs: Costs, chance: Random, given: list[Tables]) -> Tables:
    """The best tables found: those given, in the order of the players, and where people meet again, some at random."""
    starts = [*given, cut(list(range(len(costs.players))), costs.sizes)]
    best = min((swapped(costs, tables) for tables in starts), key=costs.of)
    for _ in range(STARTS if costs.repeats(best) else 0):
        order = list(range(len(costs.players)))
        chance.shuffle(order)
        best = min(best, swapped(costs, cut(order, costs.sizes)), key=costs.of)
        if not costs.repeats(best):
            return best
    if fewest := Search(costs, costs.repeats(best)).found:
        best = swapped(costs, fewest)
    return best


def cut(order: Sequence[int], sizes: Sequence[int]) -> Tables:
    tables, start = [], 0
    for size in sizes:
        tables.append(list(order[start : start + size]))
        start += size
    return tables


def swapped(costs: Costs, tables: Tables) -> Tables:
    """The tables once no two people could change places for the better. Every swap lowers the cost, so it ends."""
    tables = [list(table) for table in tables]
    improved = True
    while improved:
        improved = False
        for one, other in combinations(range(len(tables)), 2):
            for a in range(len(tables[one])):
                for b in range(len(tables[other])):
                    if _gain(costs, tables[one], a, tables[other], b) < 0:
                        tables[one][a], tables[other][b] = tables[other][b], tables[one][a]
                        improved = True
    return tables


def _gain(costs: Costs, one: list[int], a: int, other: list[int], b: int) -> int:
    """What it costs more if two people change tables."""
    i, j = one[a], other[b]
    mine, theirs = costs.pairs[i], costs.pairs[j]
    change = (len(other) - len(one)) * (costs.bots[j] - costs.bots[i])
    for at, k in enumerate(one):
        if at != a:
            change += theirs[k] - mine[k]
    for at, k in enumerate(other):
        if at != b:
            change += mine[k] - theirs[k]
    return change


def apart(costs: Costs) -> list[Tables]:
    """Rounds of a schedule by which everyone plays everyone once, in pairs: one stays, the others move round."""
    count = len(costs.players)
    order = sorted(range(count), key=lambda i: costs.players[i].number)
    ring: list[int | None] = [*order, *[None] * (count % 2)]  # who would play nobody plays a bot
    half, rounds = len(ring) // 2, []
    for _ in range(len(ring) - 1):
        pairs = [[i for i in (ring[n], ring[-1 - n]) if i is not None] for n in range(half)]
        rounds.append(sorted(pairs, key=len, reverse=True))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


class Search:
    """Tables where fewer people meet again than `most`, by trying all of them, as long as the budget lasts."""

    def __init__(self, costs: Costs, most: int) -> None:
        self.met, self.best, self.steps = costs.met, most, 0
        self.found: Tables | None = None
        if most:
            self._next([], list(range(len(costs.players))), costs.sizes, 0)

    def _next(self, tables: Tables, free: list[int], sizes: list[int], cost: int) -> None:
        """Seat the first who has no table, at each size of table that is left."""
        if not free:
            self.best, self.found = cost, [list(table) for table in tables]
            return
        for size in sorted(set(sizes), reverse=True):
            rest = list(sizes)
            rest.remove(size)
            self._fill(tables, [free[0]], free[1:], size, rest, cost)

    def _fill(
        self, tables: Tables, table: list[int], free: list[int], size: int, sizes: list[int], cost: int, since: int = 0
    ) -> None:
        self.steps += 1
        if self.steps > BUDGET or cost >= self.best or not self.best:
            return
        if len(table) == size:
            # The tables of one size are alike, and the first who has none opens the next: none is tried twice.
            self._next([*tables, table], free, sizes, cost)
            return
        for n in range(since, len(free)):
            more = sum(self.met[free[n]][i] for i in table)
            self._fill(tables, [*table, free[n]], free[:n] + free[n + 1 :], size, sizes, cost + more, n)


def seated(players: Sequence[Player], size: int, chance: Random) -> list[int | None]:
    """The seats of a table: each has a seat they had least often, the first before all; bots sit behind at no cost.

    The cheapest of all ways to sit down, found seat by seat for every set of those who sit already.
    """
    order = list(players)
    chance.shuffle(order)
    cheapest: dict[int, tuple[int, list[int | None]]] = {0: (0, [])}
    for seat in range(size):
        reached: dict[int, tuple[int, list[int | None]]] = {}
        for there, (cost, seats) in cheapest.items():
            ways: list[tuple[int, int, int | None]] = []
            if seat - there.bit_count() < size - len(order):  # a bot more
                ways.append((there, cost + (FIRST**2 if seat == 0 else 0), None))
            for n, player in enumerate(order):
                if not there >> n & 1:
                    had = 2 * player.seats.get(seat, 0) + 1
                    ways.append((there | 1 << n, cost + had * (FIRST if seat == 0 else 1), player.number))
            for now, price, number in ways:
                if now not in reached or price < reached[now][0]:
                    reached[now] = price, [*seats, number]
        cheapest = reached
    return cheapest[2 ** len(order) - 1][1]
