"""The parts that a review is made of, each found by itself from the match, in any process.

The chances of a seat and the judgement of its decisions depend only on what it sees of a position. The parts of luck
and play are seen from above, with every hand open.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any

import numpy as np

from tempolude.bots.advice import advice
from tempolude.bots.net import has_net
from tempolude.bots.player import Setting
from tempolude.bots.thinking import Budget, GreedyBot, SearchBot
from tempolude.engine.match import Match
from tempolude.engine.ways import Interpreted

from .estimate import AHEAD, ERROR, FACTS, MEMORY, WEIGHING, Estimator, PlayoutEstimator, judging, sitting
from .playouts import EVERYTHING, Job
from .probes import probes_of
from .verdicts import ONLY, RIGHT, verdict

CANDIDATES = 3  # actions that a decision is compared with, those the search tried most
CLOSER = 4  # times as many playouts where another action seems better
LINE = 6  # actions of the line that follows, at most
LINE_SEED, DEAL_SEED, TABLE_SEED, CHECK_SEED = 23, 1 << 40, 1 << 41, 1 << 30  # apart from one another
APART = 1 << 20  # more than the playouts of anything: reviews with other seeds have none in common
PLACES = 4  # decimals that are kept
DEALS = 512  # other deals that a match is compared with
WEIGHTS = 1024  # deals, each played out once, that say how much better a seat is than an equal; with nets fewer

TABLES = 64  # whose expectations are remembered

Shares = list[float]  # by seat

_expectations: dict[tuple[Any, ...], tuple[Any, Any]] = {}  # by table: game, options, seats, and how they play


class Reviewed:
    """A finished match, to be reviewed. With the same seed every part is the same."""

    def __init__(self, match: Match, estimator: Estimator | None = None, seed: int = 0) -> None:
        if not match.over:
            raise ValueError("a match is reviewed when it is over")
        self.match, self.game, self.seed = match, match.game, seed
        self.first = seed * APART  # the seed of the first playout of everything
        self.estimator = estimator or PlayoutEstimator(match.game, match.options)
        self.judging = estimator or PlayoutEstimator(match.game, match.options, judging(match.game))
        manners = sitting(match.game, match.players)
        self.dealing = self.following = estimator or PlayoutEstimator(match.game, match.options, manners)
        if has_net(match.game) and estimator is None:
            self.following = PlayoutEstimator(match.game, match.options, manners, horizon=AHEAD)
        self.alike = estimator is not None or len({*manners}) == 1  # then nobody can expect more than another
        self.equals = self.dealing if self.alike else PlayoutEstimator(match.game, match.options, WEIGHING)
        self._manners = manners
        self.last = len(match.steps)
        self._way = Interpreted(match.game)  # fast enough here, and there at once
        read = match.game.rules.STATE.read
        self._states = [*(read(step.before) for step in match.steps), match.state]
        winners = match.ranks.count(1)
        self.result = _kept(1 / winners if rank == 1 else 0 for rank in match.ranks)

    def state(self, n: int) -> Any:
        """The state after the n-th action."""
        return self._states[n]

    # --- Chances -----------------------------------------------------------------

    def prior(self, count: int) -> dict[str, Any]:
        """Each seat's chance before anything is dealt: among equals, and as those play who sit there.

        The deal is compared with the second, since it is estimated in the same way; `noise` is its squared standard
        error.
        """
        deals = min(DEALS, count)
        seeds = deals, count // deals, DEAL_SEED + DEALS * self.seed, self.first
        means = self._dealt(self.dealing, *seeds)
        equal = means if self.alike else self._dealt(self.equals, *seeds)
        return {
            "prior": _kept(equal.mean(axis=0)),
            "expected": _kept(means.mean(axis=0)),
            "noise": [float(each) for each in means.var(axis=0) / deals],
        }

    def _dealt(self, estimator: Estimator, deals: int, each: int, first_deal: int, first_seed: int) -> Any:
        """The estimates of so many other deals than that of the match, with no course of chance in common."""
        found = []
        for n in range(deals):
            state = self.game.rules.STATE.new()
            self._way.setup(state, self.match.seats, self.match.encoded, first_deal + n)
            found.append(_mean(estimator.shares([Job(state, EVERYTHING)], each, first_seed + n * each))[0])
        return np.array(found)

    def expectation(self, deals: int) -> tuple[Any, Any]:
        """What each seat can expect at this table, and its squared standard error: the same for all of its matches."""
        return self._expectation(self.dealing, self._manners, deals)

    def _expectation(self, estimator: Estimator, manners: Any, deals: int) -> tuple[Any, Any]:
        key = self.game.name, tuple(self.match.encoded), self.match.seats, manners, deals
        if key not in _expectations:
            if len(_expectations) >= TABLES:
                _expectations.clear()
            found = self._dealt(estimator, deals, 1, TABLE_SEED, TABLE_SEED)
            _expectations[key] = found.mean(axis=0), found.var(axis=0) / deals
        return _expectations[key]

    @cached_property
    def weighing(self) -> Estimator:
        """The estimator of strokes of luck: it follows them, and knows who is strong."""
        if self.alike or not has_net(self.game):
            return self.following
        deals = WEIGHTS // max(1, sum(each.net for each in self._manners))  # a net takes a hundred times as long
        weights = self.expectation(deals)[0] / self._expectation(self.equals, WEIGHING, deals)[0]
        return PlayoutEstimator(self.game, self.match.options, self._manners, horizon=AHEAD, weights=weights)

    def chances(self, viewer: int, moments: list[int], count: int) -> list[Shares]:
        """Each seat's chance after each of these numbers of actions, as `viewer` sees the table."""
        open_ones = [n for n in moments if n < self.last]
        jobs = [self.job(viewer, n) for n in open_ones]
        estimator = self.dealing if viewer == EVERYTHING else self.estimator
        means = dict(zip(open_ones, _mean(estimator.shares(jobs, count, self.first)), strict=True)) if jobs else {}
        return [_kept(means[n]) if n in means else self.result for n in moments]

    def job(self, viewer: int, n: int, seat: int = 0, action: int = -1) -> Job:
        state = self.state(n)
        return Job(state if viewer == EVERYTHING else self.game.hide(state, viewer), viewer, seat, action)

    # --- Luck and play -----------------------------------------------------------

    def expected(self, n: int, count: int, policy: Mapping[int, float] | None = None) -> dict[str, Any]:
        """Each seat's chance after the n-th action, and what could be expected of it before chance had its say.

        What could be expected is the mean over all that chance could have brought; the difference is luck. On average
        that is nothing, whatever the estimates are worth. With a policy, the choice of the action was up to chance too.
        """
        step = self.match.steps[n - 1]
        likely = {step.action: 1.0} if policy is None else policy
        jobs = [self.job(EVERYTHING, n - 1, step.seat, action) for action in likely]
        before = np.tensordot(np.array([*likely.values()]), self.weighing.shares(jobs, count, self.first), axes=1)
        after = self.weighing.shares([self.job(EVERYTHING, n)], count, self.first)[0]
        return {
            "expected": _kept(before.mean(axis=0, dtype=np.float64)),
            "after": _kept(after.mean(axis=0, dtype=np.float64)),
            "noise": [float(each) for each in (after - before).var(axis=0) / count],
        }

    def with_chance(self) -> list[int]:
        """The numbers of the actions in which chance had a say: numbers were drawn, or something new was seen.

        This depends on other courses of chance alone. If what really happened decided whether it counts as luck, luck
        would not be nothing on average.
        """
        steps = enumerate(self.match.steps, 1)
        found = probes_of(self.game.name).has_chance([self.job(EVERYTHING, n - 1, s.seat, s.action) for n, s in steps])
        return [n for n, chance in enumerate(found, 1) if chance]

    # --- Decisions ---------------------------------------------------------------

    def decisions(self, seat: int) -> list[int]:
        """The numbers of the actions of a seat."""
        return [n for n, step in enumerate(self.match.steps, 1) if step.seat == seat]

    def judge(self, n: int, count: int, iterations: int) -> dict[str, Any]:
        """The n-th action, judged by what its player knew then."""
        step = self.match.steps[n - 1]
        view = self.game.hide(self.state(n - 1), step.seat)
        found = {"at": n, "seat": step.seat, "action": step.action}
        legal = self._way.legal(view, step.seat)
        if len(legal) == 1:
            return found | {"verdict": ONLY, "best": step.action, "given": 0.0, "error": 0.0, "wins": None, "line": []}
        return found | self._compared(view, step.seat, step.action, count, iterations)

    def _compared(self, view: Any, seat: int, action: int, count: int, iterations: int) -> dict[str, Any]:
        """An action and the best that a search finds, on the same guesses.

        A first look decides which seems best. Only if that is another does a closer look say by how much: so the luck
        of the one that was chosen is not counted for it.
        """
        others = [other for other in self._candidates(view, seat, iterations) if other != action][:CANDIDATES]
        jobs = [Job(view, seat, seat, each) for each in (action, *others)]
        shares = self.judging.shares(jobs, count, self.first)[:, :, seat]
        best, wins, given, error = int(shares.mean(axis=1).argmax()), float(shares[0].mean()), 0.0, 0.0
        if best:
            count *= CLOSER
            mine, better = self.judging.shares([jobs[0], jobs[best]], count, self.first + CHECK_SEED)[:, :, seat]
            apart = better - mine
            wins, given, error = float(mine.mean()), float(apart.mean()), float(apart.std() / count**0.5)
        called = verdict(given, error)
        if called == RIGHT:  # nothing is better that the closer look does not confirm
            best, given, error = 0, 0.0, 0.0
        chosen = jobs[best].action
        return {
            "verdict": called,
            "best": chosen,
            "given": round(given, PLACES),
            "error": round(error, PLACES),
            "wins": round(wins, PLACES),
            "line": self._line(view, seat, chosen) if best else [],
        }

    def _candidates(self, view: Any, seat: int, iterations: int) -> list[int]:
        self._searcher.dice, self._searcher.budget = Random(self.seed), Budget(iterations)
        found = self._searcher.hint(view, seat)
        return [found.action, *(action for action, (visits, _) in found.others.items() if visits > 0)]

    @cached_property
    def _searcher(self) -> SearchBot:
        return SearchBot(self._setting, budget=Budget(1), error=FACTS, name=MEMORY)

    @cached_property
    def _heuristic(self) -> GreedyBot:
        return GreedyBot(self._setting, error=ERROR, name=MEMORY)

    @property
    def _setting(self) -> Setting:
        return Setting(self.game, self.match.seats, self.match.options, self.seed)

    def _line(self, view: Any, seat: int, action: int) -> list[list[int]]:
        """What could have followed: the action, then what each would do by the game's heuristic."""
        state, line = guessed(self.match, view, seat, self.seed), [[seat, action]]
        self._heuristic.dice = Random(self.seed)
        self._way.play(state, seat, action)
        while not state.over and len(line) < LINE:
            now = next(each for each in range(self.match.seats) if state.waiting[each])
            choice = self._heuristic.choose(self.game.hide(state, now), now)
            line.append([now, choice])
            self._way.play(state, now, choice)
        return line


def guessed(match: Match, view: Any, seat: int, seed: int) -> Any:
    """The table as the seat may have imagined it: a line that follows is played there."""
    state, given = view.copy(), advice(match.game)
    Interpreted(match.game).guess(state, seat, seed + LINE_SEED)
    given.recall(state, seat, given.know(match.options, FACTS, MEMORY))
    return state


def _mean(shares: Any) -> Any:
    """The estimates of an array of samples, by job and seat."""
    return shares.mean(axis=1, dtype=np.float64)


def _kept(shares: Any) -> Shares:
    return [round(float(share), PLACES) for share in shares]
