"""How far a review can be trusted, measured on matches of bots: docs/review.md has the figures.

- `calibrate`: of positions in which a seat was said to win with a chance of 30 to 40 %, how many did it win?
- `agree`: how often do two reviews of the same decision, with other seeds, call it the same?
- `weigh`: what is left of the noise of a result when luck is taken from it?
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from tempolude.bots import Setting, bot
from tempolude.engine.game import Game
from tempolude.engine.match import Match

from .draft import Budget, review
from .estimate import PlayoutEstimator
from .parts import Reviewed
from .playouts import Job
from .verdicts import ONLY, VERDICTS

BINS = 10
Z = 1.96  # standard errors of a 95 % interval
Done = Callable[[], None]


@dataclass(frozen=True)
class Bin:
    """Positions whose estimates lie in the same tenth."""

    positions: int
    said: float  # the mean estimate
    won: float  # the share that was won
    low: float  # its 95 % interval
    high: float

    @property
    def fits(self) -> bool:
        return self.low <= self.said <= self.high


@dataclass(frozen=True)
class Calibration:
    bins: list[Bin]
    brier: float
    naive: float  # the Brier score of whoever always says a fair share


@dataclass(frozen=True)
class Weighed:
    """What matches came to for one bot, with luck and without."""

    bot: str
    seats: int
    wins: float
    wins_error: float
    skill: float  # over a fair share
    skill_error: float

    @property
    def fewer(self) -> float:
        """How many times fewer matches say the same once luck is taken away."""
        return (self.wins_error / self.skill_error) ** 2 if self.skill_error else 1.0


def wilson(wins: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a share.

    >>> [round(x, 3) for x in wilson(5, 10)]
    [0.237, 0.763]
    """
    share, z2 = wins / n, Z * Z
    middle, width = share + z2 / (2 * n), Z * sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    return max(0.0, (middle - width) / (1 + z2 / n)), min(1.0, (middle + width) / (1 + z2 / n))


def played(game: Game, seats: int, options: Mapping[str, Any], specs: Sequence[str], seed: int) -> Match:
    """A match of bots, one a seat."""
    match = Match(game, seats=seats, seed=seed, options=options)
    bots = [bot(spec, Setting(game, seats, match.options, seed + i, compiled=True)) for i, spec in enumerate(specs)]
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, bots[seat].choose(match.view(seat), seat))
    return match


def calibrate(
    game: Game, seats: int, options: Mapping[str, Any], spec: str, positions: int, playouts: int, seed: int, done: Done
) -> Calibration:
    """One position of each match, drawn at random, as one seat saw it: what it was said to win, and what it won."""
    dice, said, won = Random(seed), [], []
    for n in range(positions):
        match = played(game, seats, options, [spec] * seats, seed + n)
        seat, at = dice.randrange(seats), dice.randrange(len(match.steps))
        view = game.hide(game.rules.STATE.read(match.steps[at].before), seat)
        estimator = PlayoutEstimator(game, match.options)
        said.append(float(estimator.shares([Job(view, seat)], playouts, n * playouts)[0, :, seat].mean()))
        won.append((match.ranks[seat] == 1) / match.ranks.count(1))
        done()
    return scored(said, won, 1 / seats)


def scored(said: Sequence[float], won: Sequence[float], fair: float) -> Calibration:
    """Estimates beside what came of them.

    >>> scored([0.05, 0.95, 0.95], [0, 1, 1], 0.5).brier
    0.0025
    """
    bins = []
    for tenth in range(BINS):
        inside = [(p, w) for p, w in zip(said, won, strict=True) if min(BINS - 1, int(p * BINS)) == tenth]
        if inside:
            wins = sum(w for _, w in inside)
            bins.append(Bin(len(inside), sum(p for p, _ in inside) / len(inside), wins / len(inside),
                            *wilson(wins, len(inside))))  # fmt: skip
    n = len(said)
    brier = sum((p - w) ** 2 for p, w in zip(said, won, strict=True)) / n
    return Calibration(bins, round(brier, 6), round(sum((fair - w) ** 2 for w in won) / n, 6))


def agree(
    game: Game,
    seats: int,
    options: Mapping[str, Any],
    spec: str,
    decisions: int,
    budget: Budget,
    seed: int,
    done: Done,
) -> tuple[float, float]:
    """The share of decisions, one a match, that two reviews call the same, and that they call nearly the same."""
    dice, same, near, judged = Random(seed), 0, 0, 0
    for n in range(100 * decisions):
        match = played(game, seats, options, [spec] * seats, seed + n)
        at = dice.randrange(1, len(match.steps) + 1)
        first, second = (Reviewed(match, seed=s).judge(at, budget.decision, 3 * budget.decision) for s in (0, 1))
        if first["verdict"] == ONLY:
            continue
        apart = abs(VERDICTS.index(first["verdict"]) - VERDICTS.index(second["verdict"]))
        same, near, judged = same + (apart == 0), near + (apart <= 1), judged + 1
        done()
        if judged == decisions:
            break
    return same / max(1, judged), near / max(1, judged)


def weigh(
    game: Game,
    seats: int,
    options: Mapping[str, Any],
    specs: Sequence[str],
    matches: int,
    budget: Budget,
    seed: int,
    done: Done,
) -> list[Weighed]:
    """What each bot won over matches with the seats rotated, and its skill, luck taken away."""
    wins: dict[str, list[float]] = {spec: [] for spec in specs}
    skills: dict[str, list[float]] = {spec: [] for spec in specs}
    for n in range(matches):
        sitting = [specs[(seat + n) % len(specs)] for seat in range(seats)]
        match = played(game, seats, options, sitting, seed + n // len(specs))
        *_, found = review(match, [], budget, seed=n)
        for spec in specs:
            theirs = [seat for seat in range(seats) if sitting[seat] == spec]
            wins[spec].append(sum(found["result"][seat] for seat in theirs))
            skills[spec].append(sum(found["skill"][seat] for seat in theirs))
        done()
    return [
        Weighed(spec, len(specs), *_mean(wins[spec]), *_mean(skills[spec]))  # both for all the seats it had
        for spec in specs
    ]


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    n = len(values)
    mean = sum(values) / n
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / max(1, n - 1) / n)
