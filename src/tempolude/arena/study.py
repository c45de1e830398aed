"""Studies of a game: statistics of matches with the same good bot in every seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev
from typing import Any

from tempolude.bots import read_spec
from tempolude.bots.ratings import wilson
from tempolude.engine.game import game as find_game

from .executors import Executor, on_all_cores
from .matches import Hall, Outcome, Pairing

COLUMNS = 24  # the most columns of a histogram


@dataclass(frozen=True)
class Place:
    """How often one place won."""

    name: str
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Fact:
    """How one thing differs between winners and the others."""

    name: str
    winners: float  # mean
    others: float
    owners: float  # the share of seats that had any
    share: float  # the share of wins of those that had any
    low: float
    high: float


@dataclass(frozen=True)
class Column:
    """One column of a histogram."""

    low: int
    high: int
    count: int


@dataclass(frozen=True)
class Study:
    """The results of a study."""

    game: str
    seats: int
    bot: str
    matches: int
    seed: int
    options: Mapping[str, Any]
    places: tuple[Place, ...]  # by turn order, or by seat if there is no first player
    by_turn: bool
    length: tuple[float, float]  # decisions: mean, standard deviation
    lengths: tuple[Column, ...]
    scores: tuple[Column, ...]
    winning: tuple[Column, ...]  # the scores of winners, in the same columns
    mean_score: float
    mean_winning: float
    shared: int  # matches with several winners
    at_limit: int
    facts: tuple[Fact, ...]


def run_study(
    name: str,
    spec: str,
    matches: int,
    *,
    seats: int,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    spread: Executor = on_all_cores,
    show: Callable[[int], None] = lambda done: None,
) -> Study:
    """Play the matches and collect the statistics."""
    game = find_game(name)
    settled = game.settle(seats, options)
    read_spec(spec, game)
    hall = Hall(name, seats, settled, (spec,), facts=True)
    outcomes: list[Outcome] = []
    for outcome in spread(hall, (Pairing(seed + i, (0,) * seats) for i in range(matches))):
        outcomes.append(outcome)
        show(len(outcomes))
    return summarize(hall, outcomes, seed)


def summarize(hall: Hall, outcomes: Sequence[Outcome], seed: int) -> Study:
    by_turn = outcomes[0].first is not None
    scores = [points for o in outcomes for points in o.points]
    winning = [points for o in outcomes for points, rank in zip(o.points, o.ranks, strict=True) if rank == 1]
    decisions = [o.decisions for o in outcomes]
    return Study(
        game=hall.game,
        seats=hall.seats,
        bot=hall.bots[0],
        matches=len(outcomes),
        seed=seed,
        options=hall.options,
        places=_places(hall, outcomes, by_turn),
        by_turn=by_turn,
        length=(fmean(decisions), pstdev(decisions)),
        lengths=histogram(decisions),
        scores=histogram(scores),
        winning=histogram(winning, min(scores), max(scores)),
        mean_score=fmean(scores),
        mean_winning=fmean(winning),
        shared=sum(o.ranks.count(1) > 1 for o in outcomes),
        at_limit=sum(o.at_limit for o in outcomes),
        facts=_facts(outcomes),
    )


def _places(hall: Hall, outcomes: Sequence[Outcome], by_turn: bool) -> tuple[Place, ...]:
    wins = [0.0] * hall.seats
    for o in outcomes:
        for seat, won in enumerate(o.wins):
            wins[(seat - (o.first or 0)) % hall.seats if by_turn else seat] += won
    names = [f"plays {i + 1}" if by_turn else f"seat {i}" for i in range(hall.seats)]
    count = len(outcomes)
    return tuple(Place(name, won / count, *wilson(won, count)) for name, won in zip(names, wins, strict=True))


def _facts(outcomes: Sequence[Outcome]) -> tuple[Fact, ...]:
    found = []
    for name in dict.fromkeys(name for o in outcomes for facts in o.facts for name in facts):
        rows = [(facts.get(name, 0), won) for o in outcomes for facts, won in zip(o.facts, o.wins, strict=True)]
        won, lost = sum(w for _, w in rows), sum(1 - w for _, w in rows)
        owners = [w for n, w in rows if n > 0]
        found.append(
            Fact(
                name,
                sum(n * w for n, w in rows) / won,
                sum(n * (1 - w) for n, w in rows) / lost,
                len(owners) / len(rows),
                fmean(owners) if owners else 0.0,
                *wilson(sum(owners), len(owners)),
            )
        )
    return tuple(found)


def histogram(numbers: Sequence[int], low: int | None = None, high: int | None = None) -> tuple[Column, ...]:
    """A histogram with columns of equal width, from `low` to `high` or from the least to the greatest number.

    >>> [column.count for column in histogram([1, 1, 2, 4])]
    [2, 1, 0, 1]
    """
    low = min(numbers) if low is None else low
    high = max(numbers) if high is None else high
    width = max(1, -(-(high - low + 1) // COLUMNS))
    counts = Counter((n - low) // width for n in numbers)
    return tuple(
        Column(low + i * width, low + (i + 1) * width - 1, counts[i]) for i in range((high - low) // width + 1)
    )
