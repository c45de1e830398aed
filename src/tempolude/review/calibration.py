"""How far a review can be trusted, measured on matches of bots: docs/review.md has the figures.

- `calibrate`: of positions in which a seat was said to win with a chance of 30 to 40 %, how many did it win?
- `agree`: how often do two reviews of the same decision, with other seeds, call it the same?
- `weigh`: what is left of the noise of a result when luck is taken from it?

Each match is a task of its own, so that they can be spread over processes; the n-th depends on the seed and n alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from random import Random
from typing import Any, TypeVar

import numpy as np

from tempolude.bots import Setting, bot
from tempolude.bots.player import Bot
from tempolude.bots.processes import in_processes
from tempolude.bots.ratings import wilson
from tempolude.engine.game import game
from tempolude.engine.match import Match
from tempolude.engine.ways import Interpreted

from .draft import SEARCH
from .estimate import WEIGHING, Manner, PlayoutEstimator, foretelling
from .parts import Reviewed
from .playouts import EVERYTHING, Job
from .policies import policy
from .verdicts import VERDICTS

T = TypeVar("T")
BINS = 10
DEAL = 512  # playouts of each deal when luck is weighed
DEALS = 8192  # other deals that it is compared with, each played out once
DRAWS = 2000  # perfect estimators that an estimator is compared with


@dataclass(frozen=True)
class Trial:
    """What all matches of a measurement share. It can be pickled."""

    game: str
    seats: int
    options: Mapping[str, Any]  # settled
    bots: tuple[str, ...]
    playouts: int
    seed: int = 0
    lapses: int | None = None  # of the players of playouts, if not as many as reviews give them
    policies: bool = False  # whether the lots that bots draw are luck, too

    def sitting(self, n: int) -> list[str]:
        """The bot of each seat in the n-th match: they move on by one seat in every match."""
        return [self.bots[(seat + n) % len(self.bots)] for seat in range(self.seats)]

    def seated(self, n: int) -> list[Bot]:
        """The bots of the n-th match."""
        table, seed = game(self.game), self.seed + n
        settings = [Setting(table, self.seats, self.options, seed + seat, compiled=True) for seat in range(self.seats)]
        return [bot(spec, setting) for spec, setting in zip(self.sitting(n), settings, strict=True)]

    def match(self, n: int) -> Match:
        """The n-th match."""
        table, bots = game(self.game), self.seated(n)
        match = Match(table, seats=self.seats, seed=self.seed + n, options=self.options, players=self.sitting(n))
        while not match.over:
            seat = match.waiting[0]
            match.play(seat, bots[seat].choose(match.view(seat), seat))
        return match

    def dice(self, n: int) -> Random:
        return Random(f"{self.seed} {n}")

    def estimator(self, manner: Manner) -> PlayoutEstimator:
        manner = manner if self.lapses is None else replace(manner, lapses=self.lapses)
        return PlayoutEstimator(game(self.game), self.options, manner)


def measured(work: Callable[[Trial, int], T], trial: Trial, count: int, processes: int) -> Iterator[T]:
    """The work of the first `count` matches, in order."""
    if processes == 1:
        yield from (work(trial, n) for n in range(count))
        return
    yield from in_processes(partial(work, trial), range(count), processes)


# --- Chances ---------------------------------------------------------------------


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
    chance: float  # how often a perfect estimator would be at least as far off, over all bins

    @property
    def fit(self) -> int:
        """How many bins fit. Of a perfect estimator's, one in twenty does not."""
        return sum(each.fits for each in self.bins)


def calibrate(trial: Trial, n: int) -> tuple[float, float]:
    """A position of the n-th match, drawn at random, as a seat saw it: what it was said to win, and what it won."""
    match, dice = trial.match(n), trial.dice(n)
    seat, at = dice.randrange(trial.seats), dice.randrange(len(match.steps))
    view = match.game.hide(match.game.rules.STATE.read(match.steps[at].before), seat)
    shares = trial.estimator(foretelling(match.game)).shares([Job(view, seat)], trial.playouts, dice.randrange(1 << 40))
    return float(shares[0, :, seat].mean()), (match.ranks[seat] == 1) / match.ranks.count(1)


def scored(said: Sequence[float], won: Sequence[float], fair: float) -> Calibration:
    """Estimates beside what came of them.

    >>> scored([0.05, 0.95, 0.95], [0, 1, 1], 0.5).brier
    0.0025
    """
    expected, real = np.array(said), np.array(won, float)
    tenths = np.minimum(BINS - 1, (expected * BINS).astype(int))
    bins = []
    for tenth in range(BINS):
        inside = tenths == tenth
        if count := int(inside.sum()):
            wins = float(real[inside].sum())
            bins.append(Bin(count, float(expected[inside].mean()), wins / count, *wilson(wins, count)))
    brier, naive = float(((expected - real) ** 2).mean()), float(((fair - real) ** 2).mean())
    return Calibration(bins, round(brier, 6), round(naive, 6), _chance(expected, real, tenths))


def _chance(said: Any, won: Any, tenths: Any) -> float:
    """How often results drawn from the estimates themselves are as far from them as the real ones (Hosmer-Lemeshow).

    The distance is the sum over bins of the squared difference between wins and estimates, over its variance. To draw
    results needs no approximation where a bin has few positions.
    """
    member = np.eye(BINS)[tenths]
    sums, variance = said @ member, np.maximum((said * (1 - said)) @ member, 0.25)

    def distance(results: Any) -> Any:
        return (((results @ member - sums) ** 2) / variance).sum(axis=-1)

    drawn = np.random.default_rng(0).random((DRAWS, len(said))) < said
    return float((distance(drawn) >= distance(won)).mean())


# --- Verdicts --------------------------------------------------------------------


@dataclass(frozen=True)
class Agreement:
    """How two reviews of the same decisions compare."""

    decisions: int
    same: float  # the share with the same verdict
    near: float  # the share with the same verdict or its neighbour
    mistakes: float  # of those that either calls a mistake, the share that the other calls at least hesitant
    calls: dict[str, float]  # how often each verdict is given


def agree(trial: Trial, n: int) -> tuple[str, str] | None:
    """What two reviews call a decision of the n-th match, drawn at random; None if nobody had a choice in it."""
    match, way = trial.match(n), Interpreted(game(trial.game))
    read = match.game.rules.STATE.read
    open_ones = [at for at, step in enumerate(match.steps, 1) if len(way.legal(read(step.before), step.seat)) > 1]
    if not open_ones:
        return None
    at = trial.dice(n).choice(open_ones)
    reviews = (Reviewed(match, seed=2 * n), Reviewed(match, seed=2 * n + 1))
    one, other = (each.judge(at, trial.playouts, SEARCH * trial.playouts) for each in reviews)
    return one["verdict"], other["verdict"]


def agreement(pairs: Sequence[tuple[str, str] | None]) -> Agreement:
    """How often two verdicts agree.

    >>> agreement([("right", "right"), ("misstep", "good"), None]).same
    0.5
    """
    places = [(VERDICTS.index(one), VERDICTS.index(other)) for one, other in filter(None, pairs)]
    mistake, hesitant = VERDICTS.index("misstep"), VERDICTS.index("hesitant")
    mistakes = [min(both) >= hesitant for both in places if max(both) >= mistake]
    every = [place for both in places for place in both]
    return Agreement(
        len(places),
        _share([one == other for one, other in places]),
        _share([abs(one - other) <= 1 for one, other in places]),
        _share(mistakes),
        {verdict: _share([each == place for each in every]) for place, verdict in enumerate(VERDICTS)},
    )


def _share(each: Sequence[bool]) -> float:
    return round(sum(each) / max(1, len(each)), 4)


# --- Luck ------------------------------------------------------------------------


@dataclass(frozen=True)
class Weighed:
    """What matches came to for one bot over a fair share: with luck, and without. Errors are standard errors.

    Playouts take all players for equals. Where one bot is far better, luck decides less than they say, and only a part
    of it should be taken away: `part` is the one that leaves the least noise. On average luck is nothing, so neither
    way favours anybody.
    """

    bot: str
    matches: int
    won: float
    won_error: float
    skill: float  # all luck taken away, as reviews do
    skill_error: float
    part: float
    fitted: float  # that part taken away
    fitted_error: float
    apart: float  # the mean luck in standard errors, which should be about nothing

    @property
    def fewer(self) -> float:
        """How many times fewer matches say the same once luck is taken away."""
        return _ratio(self.won_error, self.skill_error)

    @property
    def fewest(self) -> float:
        """The same, with the best part of luck taken away."""
        return _ratio(self.won_error, self.fitted_error)


def weigh(trial: Trial, n: int) -> tuple[list[float], list[float], list[float]]:
    """The result of the n-th match by seat, the same without luck, and the squared error of what could be expected.

    Luck is that of the deal, compared with what each seat could expect at this table, and that of all strokes.
    """
    reviewed = Reviewed(trial.match(n), None if trial.lapses is None else trial.estimator(WEIGHING), seed=n)
    (dealt,) = reviewed.chances(EVERYTHING, [0], DEAL)
    fair = np.full(trial.seats, 1 / trial.seats)  # seats differ, but bots move on from one to the next
    expected, error = (fair, 0 * fair) if reviewed.alike else reviewed.expectation(DEALS)
    luck = np.array(dealt) - expected
    lots = dict(_lots(trial, n, reviewed)) if trial.policies else {}
    for at in sorted({*lots, *reviewed.with_chance()}):
        stroke = reviewed.expected(at, trial.playouts, lots.get(at))
        luck += np.array(stroke["after"]) - np.array(stroke["expected"])
    return reviewed.result, [float(each) for each in np.array(reviewed.result) - luck], [float(each) for each in error]


def _lots(trial: Trial, n: int, reviewed: Reviewed) -> Iterator[tuple[int, dict[int, float]]]:
    """The actions of the n-th match for which bots drew lots, and how likely they were to choose each other one."""
    bots = trial.seated(n)
    for at, step in enumerate(reviewed.match.steps, 1):
        view = reviewed.game.hide(reviewed.state(at - 1), step.seat)
        found = policy(bots[step.seat], view, step.seat)
        if found and len(found) > 1:
            yield at, found


def weighed(trial: Trial, found: Sequence[tuple[list[float], list[float], list[float]]]) -> list[Weighed]:
    """What each bot won and its skill, both over a fair share.

    A seat's chance among equals is not subtracted: bots move on from seat to seat, and together the seats have 1.
    """
    told = []
    for spec in trial.bots:
        rows, errors = [], {}
        for n, (result, rest, error) in enumerate(found):
            seats = [seat for seat, each in enumerate(trial.sitting(n)) if each == spec]
            rows.append([sum(each[seat] for seat in seats) / len(seats) for each in (result, rest)])
            errors[n % len(trial.bots)] = sum(error[seat] for seat in seats) / len(seats)
        won, skill = np.array(rows).T - 1 / trial.seats
        luck = won - skill
        shared = sum(errors.values()) / len(errors) ** 2  # of what could be expected, once for each table
        parts = _parts(won, luck)
        apart, luck_error = _mean(luck, shared)
        sure = round(apart / luck_error if luck_error else 0.0, 2)
        part = round(float(parts.mean()), 3)
        fitted = _mean(won - parts * luck, part**2 * shared)
        told.append(Weighed(spec, len(rows), *_mean(won), *_mean(skill, shared), part, *fitted, sure))
    return told


def _parts(won: Any, luck: Any) -> Any:
    """The part of luck to take away from each match. It is fitted to matches that it is not used for, every other one,
    so that luck remains nothing on average."""
    parts = np.zeros(len(won))
    for half in (0, 1):
        x, y = luck[1 - half :: 2], won[1 - half :: 2]
        if len(x) and float(x.var()) > 1e-12:
            parts[half::2] = float(((y - y.mean()) * (x - x.mean())).mean() / x.var())
    return parts


def _mean(values: Any, shared: float = 0.0) -> tuple[float, float]:
    """The mean and its standard error; `shared` is a squared error that all values have in common."""
    n = len(values)
    return round(float(values.mean()), 5), round(sqrt(float(values.var(ddof=min(1, n - 1))) / n + shared), 5)


def _ratio(error: float, smaller: float) -> float:
    return round((error / smaller) ** 2, 2) if smaller else 1.0
