"""What a review asks of whatever estimates chances: samples of each seat's share of victory in a position.

Compiled playouts do it today. A net that says how likely each seat is to win can take their place: it gives the same
numbers for every sample of a position, and needs fewer of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Protocol

from tempolude.bots.advice import advice, nothing_to_know
from tempolude.engine.game import Game

from .playouts import Job, compiled

ERROR = 0.15  # how badly the players of a playout remember dates, as `bots.specs.ERROR`
FACTS = 0.0  # the error of players who know every date
MEMORY = "greedy"  # whose memory they have
HORIZON = 5000  # decisions of a playout at most
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
# Luck is nothing on average by any manner. By this one it has about the size that leaves the least noise in results
# when it is taken away (docs/review.md): sharper estimates exaggerate what a deal is worth to whoever holds it.
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


def speed(estimator: Estimator, job: Job) -> float:
    """Playouts per second from a position, on this machine as busy as it is."""
    estimator.shares([job], WARM, 0)
    begin = perf_counter()
    estimator.shares([job], TRIAL, 0)
    return TRIAL / max(1e-6, perf_counter() - begin)
