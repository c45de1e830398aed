"""What a review asks of whatever estimates chances: samples of each seat's share of victory in a position.

Compiled playouts say how likely each seat is to win, from what a viewer knows. Strokes of luck are weighed with all
hands open, and there a game's net takes their place: it says the same of every sample of a position, and needs fewer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Protocol

import numpy as np

from tempolude.bots.advice import advice, nothing_to_know
from tempolude.bots.net import has_net
from tempolude.engine.game import Game

from .looks import looks_of
from .playouts import EVERYTHING, NO_ACTION, Job, compiled

ERROR = 0.15  # how badly the players of a playout remember dates, as `bots.specs.ERROR`
FACTS = 0.0  # the error of players who know every date
MEMORY = "greedy"  # whose memory they have
HORIZON = 5000  # decisions of a playout at most
TRUST = 0.5  # the part of what a net says that leaves the least noise in results when luck is taken away
WARM, TRIAL = 8, 64  # playouts before and while the speed is measured


class Estimator(Protocol):
    """Whatever can say how likely each seat is to win."""

    def shares(self, jobs: Sequence[Job], count: int, seed: int) -> Any:
        """An array by job, sample and seat; the mean over the samples is the estimate.

        Sample n of every job begins from the same seed, so that differences between jobs are less noisy than each.
        """


@dataclass(frozen=True)
class Manner:
    """How the players of playouts play: their memory, and their lapses in 256 decisions."""

    error: float
    lapses: int


# Fitted to matches of `greedy` (docs/review.md). Where there are dates to know, all players of playouts remember them
# alike, and lapses make up for it.
FORETELLING, FORETELLING_FACTS = Manner(ERROR, 0), Manner(ERROR, 64)
# A better action should be better against any sensible play, so nobody is quite predictable. Dates are not hidden from
# a person who knows them: nobody is blamed for a card in its right place because players of playouts mistake its date.
JUDGING, JUDGING_FACTS = Manner(ERROR, 16), Manner(FACTS, 160)
# The deal is weighed by playouts, as is all luck in a game without a net. It is nothing on average by any manner. By
# this one it has about the size that leaves the least noise in results when it is taken away (docs/review.md): sharper
# estimates exaggerate what a deal is worth to whoever holds it.
WEIGHING = Manner(ERROR, 192)


def foretelling(game: Game) -> Manner:
    """The manner that foretells how matches of this game end."""
    return FORETELLING_FACTS if _has_facts(game) else FORETELLING


def judging(game: Game) -> Manner:
    """The manner by which decisions are judged."""
    return JUDGING_FACTS if _has_facts(game) else JUDGING


def _has_facts(game: Game) -> bool:
    return advice(game).know is not nothing_to_know


class PlayoutEstimator:
    """Plays positions out: every seat does what the game's heuristic likes best, with lapses."""

    def __init__(self, game: Game, options: Mapping[str, Any], manner: Manner | None = None) -> None:
        manner = manner or foretelling(game)
        self._playouts = compiled(game.name)
        self._knowledge = self._playouts.advice.know(options, manner.error, MEMORY)
        self._lapses = manner.lapses

    def shares(self, jobs: Sequence[Job], count: int, seed: int) -> Any:
        return self._playouts.shares(jobs, count, seed, self._knowledge, self._lapses, HORIZON)


class NetEstimator:
    """Looks at positions with the game's net, for the viewer who sees everything."""

    def __init__(self, game: Game) -> None:
        self._looks = looks_of(game.name)

    def shares(self, jobs: Sequence[Job], count: int, seed: int) -> Any:
        if any(job.viewer != EVERYTHING for job in jobs):
            raise ValueError("a net estimates chances with all hands open")
        once = all(job.action == NO_ACTION for job in jobs)  # then there is no chance, and all samples are the same
        found = self._looks.shares(jobs, 1 if once else count, seed)
        fair = 1 / found.shape[2]
        return fair + TRUST * ((np.repeat(found, count, axis=1) if once else found) - fair)


def weighing(game: Game, options: Mapping[str, Any]) -> Estimator:
    """The estimator by which strokes of luck are weighed."""
    return NetEstimator(game) if has_net(game) else PlayoutEstimator(game, options, WEIGHING)


def speed(estimator: Estimator, job: Job) -> float:
    """Playouts per second from a position, on this machine as busy as it is."""
    estimator.shares([job], WARM, 0)
    begin = perf_counter()
    estimator.shares([job], TRIAL, 0)
    return TRIAL / max(1e-6, perf_counter() - begin)
