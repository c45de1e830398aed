"""Ratings: openskill's Plackett-Luce model for several players, in the numbers that pages show.

A strength is a mean and a standard deviation. Pages show it as a range, two standard deviations either way: 95 times in
100 the true strength is in it. Bots have the ratings that the arena measured and never move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from tempolude.bots.ratings import Rating, level_ratings

PEOPLE, BOTS = "people", "bots"  # the scales: at tables of several people, and alone against bots
SCALE, ZERO = 20, 1000  # what one unit of the model is in the numbers that are shown, and where they begin
WIDE = 2  # standard deviations either way
SETTLED = 10  # rated matches until a rating is provisional no more
A_DAY = 5  # rated matches of the same people that count
LAST = 99  # the rank of somebody who left


@dataclass(frozen=True)
class Shown:
    """A rating as it is shown.

    >>> shown(Rating())
    Shown(middle=1500, low=1167, high=1833)
    """

    middle: int
    low: int
    high: int


def number(mu: float) -> int:
    return round(ZERO + SCALE * mu)


def shown(rating: Rating) -> Shown:
    half = WIDE * rating.sigma
    return Shown(number(rating.mu), number(rating.mu - half), number(rating.mu + half))


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce()


def moved(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a match in which the players came in these ranks; equal ones are ties.

    >>> winner, loser = moved([Rating(), Rating()], [1, 2])
    >>> winner.mu > 25 > loser.mu
    True
    """
    model = _model()
    teams = [[model.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    after = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(team[0].mu, team[0].sigma) for team in after]


def chance(mine: Rating, other: Rating) -> float:
    """How likely one comes in ahead of another, by what was known before.

    >>> chance(Rating(), Rating())
    0.5
    """
    model = _model()
    teams = [[model.rating(mu=each.mu, sigma=each.sigma)] for each in (mine, other)]
    return float(model.predict_win(teams)[0])


def on_dial(game: str, mu: float) -> float | None:
    """Where a strength is among the levels: 1 is the weakest, 2 the next; between them in proportion. None if the
    levels were not measured in this game.

    >>> on_dial("a game nobody measured", 25) is None
    True
    """
    marks = [rating.mu for rating in level_ratings(game).values()]
    if len(marks) < 2:
        return None
    rising = [max(marks[: i + 1]) + 0.01 * i for i in range(len(marks))]  # a level that measured below a weaker one
    if mu <= rising[0]:
        return max(0.5, 1 - (rising[0] - mu) / 10)
    for i, (low, high) in enumerate(pairwise(rising), 1):
        if mu <= high:
            return i + (mu - low) / (high - low)
    return min(len(rising) + 0.5, len(rising) + (mu - rising[-1]) / 10)
