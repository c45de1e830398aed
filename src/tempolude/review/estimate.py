"""What a review asks of whatever estimates chances: samples of each seat's share of victory in a position.

Compiled playouts do it today. A net that says how likely each seat is to win can take their place: it gives the same
numbers for every sample of a position, and needs fewer of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any, Protocol

from tempolude.engine.game import Game

from .playouts import Job, compiled

ERROR = 0.15  # how badly the players of a playout remember dates, as `bots.specs.ERROR`
MEMORY = "greedy"  # whose memory they have
LAPSES = 64  # of 256 decisions
HORIZON = 5000  # decisions of a playout at most
WARM, TRIAL = 8, 64  # playouts before and while the speed is measured


class Estimator(Protocol):
    """Whatever can say how likely each seat is to win."""

    def shares(self, jobs: Sequence[Job], count: int, seed: int) -> Any:
        """An array by job, sample and seat; the mean over the samples is the estimate.

        Sample n of every job begins from the same seed, so that differences between jobs are less noisy than each.
        """


class PlayoutEstimator:
    """Plays positions out: every seat does what the game's heuristic likes best, with lapses."""

    def __init__(self, game: Game, options: Mapping[str, Any], *, lapses: int = LAPSES) -> None:
        self._playouts = compiled(game.name)
        self._knowledge = self._playouts.advice.know(options, ERROR, MEMORY)
        self._lapses = lapses

    def shares(self, jobs: Sequence[Job], count: int, seed: int) -> Any:
        return self._playouts.shares(jobs, count, seed, self._knowledge, self._lapses, HORIZON)


def speed(estimator: Estimator, job: Job) -> float:
    """Playouts per second from a position, on this machine as busy as it is."""
    estimator.shares([job], WARM, 0)
    begin = perf_counter()
    estimator.shares([job], TRIAL, 0)
    return TRIAL / max(1e-6, perf_counter() - begin)
