"""Ratings: openskill's Plackett-Luce model for several players, on the scale that pages show.

A rating is a mean and a standard deviation. Pages show it as a range of two standard deviations either way, which
contains the true strength with a probability of 95%. Bots have fixed ratings, measured in the arena.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from tempolude.bots.ratings import Rating, level_ratings

PEOPLE, BOTS = "people", "bots"  # the kinds of ratings: at tables of several people, and alone against bots
SCALE, ZERO = 20, 1000  # shown rating = ZERO + SCALE * strength
WIDE = 2  # standard deviations either way
SETTLED = 10  # rated matches until a rating is no longer provisional
A_DAY = 5  # rated matches per day of the same people that count
LAST = 99  # the rank of a player who left


@dataclass(frozen=True)
class Shown:
    """A rating on the shown scale.

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
    """The ratings after a match with these ranks; equal ranks are ties.

    >>> winner, loser = moved([Rating(), Rating()], [1, 2])
    >>> winner.mu > 25 > loser.mu
    True
    """
    model = _model()
    teams = [[model.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    after = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(team[0].mu, team[0].sigma) for team in after]


def chance(mine: Rating, other: Rating) -> float:
    """The probability of finishing ahead of another player, by their ratings.

    >>> chance(Rating(), Rating())
    0.5
    """
    model = _model()
    teams = [[model.rating(mu=each.mu, sigma=each.sigma)] for each in (mine, other)]
    return float(model.predict_win(teams)[0])


def on_dial(game: str, mu: float) -> float | None:
    """The position of a strength among the levels: 1 is the weakest, 2 the next; between them in proportion. None if
    the levels were not measured in this game.

    >>> on_dial("a game nobody measured", 25) is None
    True
    """
    marks = [rating.mu for rating in level_ratings(game).values()]
    if len(marks) < 2:
        return None
    rising = [max(marks[: i + 1]) + 0.01 * i for i in range(len(marks))]  # in case a level measured below a weaker one
    if mu <= rising[0]:
        return max(0.5, 1 - (rising[0] - mu) / 10)
    for i, (low, high) in enumerate(pairwise(rising), 1):
        if mu <= high:
            return i + (mu - low) / (high - low)
    return min(len(rising) + 0.5, len(rising) + (mu - rising[-1]) / 10)
