"""What a review asks of whatever estimates chances: samples of each seat's share of victory in a position.

Compiled playouts say how likely each seat is to win, from what a viewer knows. Luck is weighed with all hands open, by
playouts in which every bot plays as it does; those of a stroke are cut short where a game has a net, which is less
noisy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Protocol

import numpy as np

from tempolude.bots.advice import advice, nothing_to_know
from tempolude.bots.net import has_net
from tempolude.bots.specs import read_spec
from tempolude.engine.errors import BadOption
from tempolude.engine.game import Game
from tempolude.engine.state import SEATS

from .playouts import WHOLE, Job, compiled

ERROR = 0.15  # how badly the players of a playout remember dates, as `bots.specs.ERROR`
FACTS = 0.0  # the error of players who know every date
MEMORY = "greedy"  # whose memory they have
HORIZON = 5000  # decisions of a playout at most
AHEAD = 16  # decisions that a stroke of luck is followed for, before the net says what it was worth
LEAST = 1e-3  # the weight of a seat that never wins
WARM, TRIAL = 8, 64  # playouts before and while the speed is measured


class Estimator(Protocol):
    """Whatever can say how likely each seat is to win."""

    def shares(self, jobs: Sequence[Job], count: int, seed: int) -> Any:
        """An array by job, sample and seat; the mean over the samples is the estimate.

        Sample n of every job begins from the same seed, so that differences between jobs are less noisy than each.
        """


@dataclass(frozen=True)
class Manner:
    """How a player of playouts plays: its memory, its lapses in 256 decisions, and what it sees then.

    >>> Manner(ERROR, 0)  # the heuristic's favourite
    Manner(error=0.15, lapses=0, glance=3, net=False)
    """

    error: float
    lapses: int
    glance: int = 3  # actions, drawn at random, that are considered in a lapse
    net: bool = False  # whether it follows the game's net instead of the heuristic


# Fitted to matches of `greedy` (docs/review.md). Where there are dates to know, all players of playouts remember them
# alike, and lapses make up for it.
FORETELLING, FORETELLING_FACTS = Manner(ERROR, 0), Manner(ERROR, 64)
# A better action should be better against any sensible play, so nobody is quite predictable. Dates are not hidden from
# a person who knows them: nobody is blamed for a card in its right place because players of playouts mistake its date.
JUDGING, JUDGING_FACTS = Manner(ERROR, 16), Manner(FACTS, 160)
# When luck is weighed, people are taken to play like this. Luck is nothing on average by any manner. By this one it has
# about the size that leaves the least noise in results when it is taken away (docs/review.md): sharper estimates
# exaggerate what a deal is worth to whoever holds it.
WEIGHING = Manner(ERROR, 192)


def foretelling(game: Game) -> Manner:
    """The manner that foretells how matches of this game end."""
    return FORETELLING_FACTS if _has_facts(game) else FORETELLING


def judging(game: Game) -> Manner:
    """The manner by which decisions are judged."""
    return JUDGING_FACTS if _has_facts(game) else JUDGING


def _has_facts(game: Game) -> bool:
    return advice(game).know is not nothing_to_know


def sitting(game: Game, players: Sequence[str]) -> tuple[Manner, ...]:
    """The manner of each seat when luck is weighed: that of its bot, or of people.

    Bots that search are taken to follow the net, or else the heuristic. Where there are dates to know, bots differ in
    what they remember above all, and all are taken to play like people.

    >>> from tempolude.engine.game import game
    >>> [each.glance for each in sitting(game("contretemps"), ["you", "random", "greedy:draws=8"])]
    [3, 1, 8]
    """
    if _has_facts(game):
        return (WEIGHING,) * len(players)
    return tuple(_manner(game, player) for player in players)


def _manner(game: Game, player: str) -> Manner:
    try:
        spec = read_spec(player, game)
    except BadOption:  # a person
        return WEIGHING
    if spec.kind == "random":
        return Manner(ERROR, WHOLE, 1)
    if spec.kind == "greedy":
        draws = int(dict(spec.settings).get("draws", 0))
        return Manner(ERROR, WHOLE, min(draws, game.rules.ACTIONS)) if draws else Manner(ERROR, 0)
    if spec.kind in ("net", "search"):
        return Manner(ERROR, 0, net=has_net(game))
    return WEIGHING


class PlayoutEstimator:
    """Plays positions out, each seat in its manner or all in the same.

    After `horizon` decisions the net says who wins, if the game has one. It takes all for equals; `weights` multiply
    the odds of each seat.
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any],
        manner: Manner | Sequence[Manner] | None = None,
        *,
        horizon: int = HORIZON,
        weights: Sequence[float] | None = None,
    ) -> None:
        manners = [manner or foretelling(game)] * SEATS if manner is None or isinstance(manner, Manner) else manner
        self._playouts = compiled(game.name)
        self._knowledge = self._playouts.advice.know(options, manners[0].error, MEMORY)
        self._manners = np.array([[each.lapses, each.glance, each.net] for each in manners], np.int64)
        self._weights = np.ones(len(manners)) if weights is None else np.maximum(weights, LEAST)
        self._horizon = horizon

    def shares(self, jobs: Sequence[Job], count: int, seed: int) -> Any:
        return self._playouts.shares(
            jobs, count, seed, knowledge=self._knowledge, manners=self._manners, horizon=self._horizon,
            weights=self._weights,
        )  # fmt: skip


def speed(estimator: Estimator, job: Job) -> float:
    """Playouts per second from a position, on this machine as busy as it is."""
    estimator.shares([job], WARM, 0)
    begin = perf_counter()
    estimator.shares([job], TRIAL, 0)
    return TRIAL / max(1e-6, perf_counter() - begin)
