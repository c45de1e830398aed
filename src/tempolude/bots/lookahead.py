"""Looking ahead with a net: the likely actions of a decision are tried in the same guesses, and each is played on.

In every copy the seat plays on as its net would, and the others as the heuristic would or, if the game comes with a
head of the net that foresees what others choose, as that says: few of those at a table play like the net. After some
decisions the net estimates the share of the victory; if the match has ended, it is known.
All actions are tried with the same guesses and the same chance, so that few copies tell them apart; an action that is
clearly worse than another is dropped.

In a tree the others find the best answers they can; here they play on as they usually do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tempolude.engine.chance import GUESS, seed_small
from tempolude.engine.policy import draw_whim, first_whim
from tempolude.engine.rule import rule
from tempolude.engine.seats import first_waiting
from tempolude.engine.state import EVENTS, NONE, SEATS

from .compiled_net import make_net_look
from .tree import heaviest

MOST = 6  # actions of a decision that are tried
FAINT = 0.01  # an action is not tried if the policy gives it less than this share of what it gives its favourite
TRUST = 0.02  # what an action gains, in shares of the victory, if the policy thinks it e times as likely
CLEAR = 4.0  # standard errors by which an action must be worse to be dropped: it is compared again and again
FEW = 32  # guesses before any is dropped
FINE = 1 << 20  # the steps in which a chance is drawn


@rule
def favourite_of(policy: Any, count: int) -> int:
    """The index of the action that the policy thinks most likely."""
    best = 0
    for i in range(1, count):
        if policy[i] > policy[best]:
            best = i
    return best


@rule
def drawn_from(policy: Any, count: int, chance: float) -> int:
    """The index of an action, drawn as likely as the policy thinks it."""
    i = 0
    while i < count - 1 and chance >= policy[i]:
        chance -= policy[i]
        i += 1
    return i


def make_trials(rules: Any, weigh: Callable[..., Any], recall: Callable[..., Any]) -> Callable[..., Any]:
    """The function that tries actions and plays on, ready to be compiled."""
    legal, play, score, guess, reopen = rules.legal, rules.play, rules.score, rules.guess, rules.reopen
    net_look = make_net_look(rules)

    def trials(  # type: ignore[no-untyped-def]
        view, work, numbers, whims, knowledge, me, first_seed, tried, horizon, net, others, foreseen, shares,
    ):  # fmt: skip
        """Write to `shares` what `me` has of the victory in each guess (a row) after each action (a column). In each
        guess, `foreseen` is the chance of every other seat to choose as the net `others` says."""
        s = work[0]
        for row in range(len(shares)):
            for column in range(len(tried)):
                work[0] = view[0]
                seed_small(s, first_seed + row, GUESS)
                whims[0] = first_whim(first_seed + row)
                by_net = 0  # the seats that choose as the net says, as bits
                for seat in range(SEATS):
                    by_net |= (draw_whim(whims, FINE) < foreseen * FINE) << seat
                guess(s, me)
                reopen(s, me)
                recall(s, me, knowledge)
                s.happened = EVENTS  # nobody reads these events, and a full list takes no more
                play(s, me, tried[column])
                steps = 1
                while s.over == 0 and steps < horizon:
                    steps += 1
                    seat = first_waiting(s)
                    count = legal(s, seat, numbers)
                    action = numbers[0]
                    if count > 1 and seat == me:
                        net_look(s, seat, numbers, count, net)
                        action = numbers[favourite_of(net.policy, count)]
                    elif count > 1 and by_net >> seat & 1:
                        net_look(s, seat, numbers, count, others)
                        action = numbers[drawn_from(others.policy, count, draw_whim(whims, FINE) / FINE)]
                    elif count > 1:
                        numbers[count] = NONE
                        action = heaviest(s, seat, numbers, weigh, knowledge, whims)
                    play(s, seat, action)
                if s.over == 0:
                    shares[row][column] = net_look(s, np.int64(me), numbers, 0, net)
                else:
                    score(s, numbers, numbers[SEATS:])
                    winners = 0
                    for seat in range(np.int64(s.players)):
                        winners += numbers[SEATS + seat] == 1
                    shares[row][column] = 1 / winners if numbers[SEATS + me] == 1 else 0.0

    return trials


@dataclass
class Trials:
    """What came of trying actions so far, the one that the policy prefers first."""

    tried: Any
    log_policy: Any
    shares: list[Any] = field(default_factory=list)  # of the victory, by guess and action; NaN for one that was dropped
    guesses: int = 0
    left: Any = None  # the columns that are still tried

    def __post_init__(self) -> None:
        self.left = np.arange(len(self.tried))

    def note(self, shares: Any) -> None:
        """Add what came of some more guesses for the actions that are left."""
        rows = np.full((len(shares), len(self.tried)), np.nan)
        rows[:, self.left] = shares
        self.shares.append(rows)
        self.guesses += len(rows)

    def best(self) -> int:
        """The column of the action to take."""
        if not self.guesses:
            return 0
        return int(self.left[np.argmax(self._scores(np.vstack(self.shares)[:, self.left]))])

    def drop(self) -> None:
        """Drop the actions that are clearly worse than the best."""
        if self.guesses < FEW:
            return
        shares = np.vstack(self.shares)[:, self.left]
        scores = self._scores(shares)
        best = int(np.argmax(scores))
        behind = shares[:, best, None] - shares
        error = behind.std(axis=0) / np.sqrt(self.guesses) + 1e-3  # few guesses may all be alike
        self.left = self.left[scores[best] - scores <= CLEAR * error]

    def _scores(self, shares: Any) -> Any:
        return shares.mean(axis=0) + TRUST * self.log_policy[self.left]

    def found(self) -> Mapping[int, tuple[int, float]]:
        """For each action that was tried: how often, and the mean share of the victory."""
        shares = np.vstack(self.shares) if self.shares else np.empty((0, len(self.tried)))
        counts, sums = np.count_nonzero(~np.isnan(shares), axis=0), np.nansum(shares, axis=0)
        rows = zip(self.tried, counts, sums, strict=True)
        return {int(action): (int(count), float(total) / max(1, int(count))) for action, count, total in rows}


def likely(legal: Any, scores: Any) -> Trials:
    """The actions that a net's scores make worth trying."""
    log_policy = scores - scores.max()
    log_policy = log_policy - np.log(np.exp(log_policy).sum())
    order = np.argsort(-log_policy, kind="stable")[:MOST]
    order = order[log_policy[order] >= log_policy[order[0]] + np.log(FAINT)]
    return Trials(np.asarray(legal, np.int64)[order], log_policy[order])
