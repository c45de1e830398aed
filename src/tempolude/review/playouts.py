"""Playouts in compiled code: a position is played to its end, many times, and each seat's share of victory noted.

Before each playout everything that the viewer may not know is guessed again: for a seat or a spectator by the game's
`guess`; for `EVERYTHING`, which sees all hands, by its `reshuffle`. All future chance is new. Every seat does what the
game's heuristic likes best, except in lapses, when it sees only a few of its actions, or what its net likes best. A
playout may be cut short: the net then says how it would have ended. Playout number n of every job has the same seed, so
that two actions are compared on the same guesses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from tempolude.bots.advice import advice
from tempolude.bots.compiled_net import compiled_net, make_net_look
from tempolude.bots.net import has_net, net_of
from tempolude.bots.tree import draw, heaviest
from tempolude.engine.chance import GUESS, seed_small
from tempolude.engine.defaults import nothing_to_reshuffle
from tempolude.engine.game import Game, game
from tempolude.engine.policy import draw_whim, first_whim
from tempolude.engine.seats import first_waiting
from tempolude.engine.state import EVENTS, NONE, SEATS
from tempolude.engine.ways import Interpreted

from .kept import Kept

EVERYTHING = -2  # a viewer who sees all hands; -1 is a spectator, and 0 and more a seat
NO_ACTION = -1
WHOLE = 256  # lapses are so many in this number of decisions
LAPSES, GLANCE, NET = range(3)  # of a seat: its lapses, the actions drawn at random in a lapse, whether the net decides


@dataclass(frozen=True)
class Job:
    """A position to be played out, as a viewer sees it, and after which action, if any."""

    state: Any  # the whole state for EVERYTHING, else a view
    viewer: int  # a seat, -1 for a spectator, or EVERYTHING
    seat: int = 0  # who does the action
    action: int = NO_ACTION


def reshuffle_of(rules: Any) -> Callable[..., None]:
    """The rule that puts what nobody knows in another order."""
    found: Callable[..., None] = getattr(rules, "reshuffle", nothing_to_reshuffle)
    return found


def make_playouts(rules: Any, weigh: Callable[..., Any], recall: Callable[..., Any]) -> Callable[..., Any]:
    """Playouts of a game, ready to be compiled."""
    legal, play, guess, score, reshuffle = rules.legal, rules.play, rules.guess, rules.score, reshuffle_of(rules)
    look = make_net_look(rules)

    def playouts(  # type: ignore[no-untyped-def]
        states, viewers, seats, actions, work, numbers, picks, whims, knowledge, net, manners, weights, first_seed,
        horizon, shares,
    ):  # fmt: skip
        s = work[0]
        decisions = 0
        for job in range(len(states)):
            for n in range(shares.shape[1]):
                work[0] = states[job]
                seed_small(s, first_seed + n, GUESS)
                whims[0] = first_whim(first_seed + n)
                if viewers[job] == EVERYTHING:
                    reshuffle(s)
                else:
                    guess(s, viewers[job])
                    recall(s, viewers[job], knowledge)
                s.happened = EVENTS  # nobody will read what happens here, and a full list takes no more
                if actions[job] != NO_ACTION:
                    play(s, seats[job], actions[job])
                steps = 0
                while s.over == 0 and steps < horizon:
                    seat = first_waiting(s)
                    count = legal(s, seat, numbers)
                    action = numbers[0]
                    if count > 1:
                        if manners[seat, NET] != 0:
                            look(s, seat, numbers, count, net)
                            best = 0
                            for i in range(1, count):
                                if net.policy[i] > net.policy[best]:
                                    best = i
                            action = numbers[best]
                        elif draw_whim(whims, WHOLE) < manners[seat, LAPSES]:
                            draw(whims, numbers, count, manners[seat, GLANCE], picks)
                            action = heaviest(s, seat, picks, weigh, knowledge, whims)
                        else:
                            numbers[count] = NONE
                            action = heaviest(s, seat, numbers, weigh, knowledge, whims)
                    play(s, seat, action)
                    steps += 1
                decisions += steps
                looks = s.over == 0 and len(net.win) > 0
                score(s, numbers, numbers[SEATS:])
                total = 0.0
                for seat in range(s.players):
                    won = 1.0 if numbers[SEATS + seat] == 1 else 0.0
                    share = weights[seat] * look(s, seat, picks, 0, net) if looks else won
                    shares[job, n, seat] = share
                    total += share
                for seat in range(s.players):
                    shares[job, n, seat] /= total
        return decisions

    return playouts


def _of(game: Game) -> Callable[..., Any]:
    given = advice(game)
    return make_playouts(game.rules, given.weigh, given.recall)


PLAYOUTS = Kept(_of)


class Playouts:
    """The compiled playouts of one game."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules, self.advice = game, game.rules, advice(game)
        self._run = PLAYOUTS.compiled(game)
        size = max(self.rules.ACTIONS + 1, 2 * SEATS)  # all actions, and NONE behind them
        self._work = np.zeros(1, self.rules.STATE.dtype)
        self._numbers, self._picks = np.zeros(size, np.int64), np.zeros(size, np.int64)
        self._whims = np.zeros(1, np.int64)
        self._net = compiled_net(game, net_of(game) if has_net(game) else None)
        self.decisions = 0  # of all playouts so far

    def shares(
        self, jobs: Sequence[Job], count: int, seed: int, *, knowledge: Any, manners: Any, horizon: int, weights: Any
    ) -> Any:
        """Each seat's share of victory in `count` playouts of each job: an array by job, playout and seat.

        `manners` has a row for each seat. After `horizon` decisions the net says who wins, if the game has one: the
        odds of a seat are what it says times the seat's weight.
        """
        players = int(jobs[0].state.players) if jobs else 0
        shares = np.zeros((len(jobs), count, players), np.float32)
        if jobs:
            states = np.concatenate([job.state.array for job in jobs])
            viewers, seats, actions = (np.array([getattr(job, name) for job in jobs], np.int64) for name in COLUMNS)
            self.decisions += self._run(
                states, viewers, seats, actions, self._work, self._numbers, self._picks, self._whims, knowledge,
                self._net, manners, weights, seed, horizon, shares,
            )  # fmt: skip
        return shares

    def warm(self) -> None:
        """Compile (or load) everything now, and note on disk that it is done."""
        seats = self.game.seats[0]
        options = self.game.settle(seats)
        s = self.rules.STATE.new()
        Interpreted(self.game).setup(s, seats, self.game.encode(seats, options), 0)
        self.shares(
            [Job(s, EVERYTHING)], 1, 0, knowledge=self.advice.know(options, 0.5, ""),
            manners=np.zeros((seats, NET + 1), np.int64), horizon=1, weights=np.ones(seats),
        )  # fmt: skip
        PLAYOUTS.note_ready(self.game)


COLUMNS = ("viewer", "seat", "action")


@cache
def compiled(name: str) -> Playouts:
    """The compiled playouts of the game of that name, loaded once a process."""
    return Playouts(game(name))
