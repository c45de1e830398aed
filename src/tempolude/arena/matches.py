"""One match between bots, and the pairings of a tournament: line-ups and deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations, count, permutations
from typing import Any

from tempolude.bots import Setting, bot
from tempolude.engine.errors import IllegalAction
from tempolude.engine.game import game
from tempolude.engine.state import LIMIT


@dataclass(frozen=True)
class Hall:
    """What all matches of a tournament share. It can be pickled."""

    game: str
    seats: int
    options: Mapping[str, Any]  # settled
    bots: tuple[str, ...]
    facts: bool = False  # whether to collect the game's facts and deeds


@dataclass(frozen=True)
class Pairing:
    """One match to play: the seed of its deal, and for each seat the number of its bot in the hall."""

    seed: int
    lineup: tuple[int, ...]


@dataclass(frozen=True)
class Outcome:
    """The result of one match."""

    pairing: Pairing
    points: tuple[int, ...]
    ranks: tuple[int, ...]
    decisions: int
    at_limit: bool
    first: int | None  # the first player, if the game has one
    facts: tuple[Mapping[str, int], ...] = field(default=())

    @property
    def wins(self) -> tuple[float, ...]:
        """Every seat's share of the victory."""
        winners = self.ranks.count(1)
        return tuple(1 / winners if rank == 1 else 0.0 for rank in self.ranks)


def own_seed(deal: int, seat: int) -> int:
    """The seed of the bot at a seat: determined by the deal, without revealing it."""
    return int.from_bytes(sha256(f"the bot at seat {seat} of deal {deal}".encode()).digest(), "little")


def play_match(hall: Hall, pairing: Pairing) -> Outcome:
    """Play a match. Each bot sees only its seat's view."""
    played = game(hall.game)
    rules, way = played.rules, played.compiled
    players = [
        bot(hall.bots[entrant], Setting(played, hall.seats, hall.options, own_seed(pairing.seed, seat), compiled=True))
        for seat, entrant in enumerate(pairing.lineup)
    ]
    s = rules.STATE.new()
    way.setup(s, hall.seats, played.encode(hall.seats, hall.options), pairing.seed)
    decisions = 0
    done: list[Counter[str]] = [Counter() for _ in range(hall.seats)]
    while not s.over:
        seat = next(seat for seat in range(hall.seats) if s.waiting[seat])
        action = players[seat].choose(played.hide(s, seat), seat)
        if action not in way.legal(s, seat):
            name = hall.bots[pairing.lineup[seat]]
            raise IllegalAction(
                f"the bot {name!r} chose {action!r}, which is not legal, in the match of seed {pairing.seed}"
            )
        way.play(s, seat, action)
        decisions += 1
        for doer, name, amount in played.deeds(s) if hall.facts else ():
            done[doer][name] += amount
    points, ranks = way.score(s)
    facts = tuple({**had, **did} for had, did in zip(played.facts(s), done, strict=True)) if hall.facts else ()
    first = int(s.first) if hasattr(s, "first") else None
    return Outcome(pairing, tuple(points), tuple(ranks), decisions, s.over == LIMIT, first, facts)


def lineups(bots: int, seats: int) -> list[tuple[int, ...]]:
    """The line-ups of bots for one deal, such that each bot has every seat equally often.

    >>> lineups(2, 2)
    [(0, 1), (1, 0)]
    >>> len(lineups(3, 4)), len(lineups(6, 4))
    (12, 60)
    """
    if bots <= seats:  # some play twice, in rotation
        groups = [tuple((first + place) % bots for place in range(seats)) for first in range(bots)]
        groups = groups[:1] if seats % bots == 0 else groups
    else:
        groups = list(combinations(range(bots), seats))
    rotated = [group[-turn:] + group[:-turn] for group in groups for turn in range(seats)]
    return list(dict.fromkeys(rotated))


def lineups_against(bots: int, seats: int) -> list[tuple[int, ...]]:
    """The line-ups of each bot alone, in every seat, against copies of the last one.

    >>> lineups_against(2, 3)
    [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    """
    table = bots - 1
    return [tuple(bot if s == seat else table for s in range(seats)) for bot in range(table) for seat in range(seats)]


def lineups_ladder(bots: int, seats: int) -> list[tuple[int, ...]]:
    """The line-ups of each bot alone, in every seat, against copies of every other.

    >>> lineups_ladder(2, 3)
    [(0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    >>> lineups_ladder(2, 2)
    [(0, 1), (1, 0)]
    """
    ways = (
        tuple(alone if s == seat else table for s in range(seats))
        for alone, table in permutations(range(bots), 2)
        for seat in range(seats)
    )
    return list(dict.fromkeys(ways))


def ladder_matches(bots: int, seats: int, each: int) -> int:
    """The number of matches of a ladder with `each` for every bot alone against every other.

    >>> ladder_matches(3, 4, 400), ladder_matches(3, 2, 400)
    (2400, 1200)
    """
    return each * len(lineups_ladder(bots, seats)) // seats


def pairings(ways: Sequence[tuple[int, ...]], first_seed: int, matches: int) -> Iterator[Pairing]:
    """`matches` pairings, with the same deals for all line-ups."""
    left = matches
    for seed in count(first_seed):
        for lineup in ways:
            if left == 0:
                return
            left -= 1
            yield Pairing(seed, lineup)
