"""The steps of the kernels on the CPU: they match those of `Batch`, which can be tested without a GPU."""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
import numpy as np
import pytest
from numba.extending import register_jitable

from tempolude.engine import kernels
from tempolude.engine.batch import STAY, Batch
from tempolude.engine.kernels import BEGINNING, COUNTERS, FINE, FOLLOWING, POINTS, WRONG, make_steps, room
from tempolude.engine.opponents import Opponents
from tempolude.engine.policy import BITS, next_whim, whim_below
from tempolude.engine.rule import rule

from .tiny.meta import GAME

MATCHES, SEATS = 24, 3
BLANK = np.zeros(1, GAME.rules.STATE.dtype)


@register_jitable
def clear(states, i):
    for k in range(len(BLANK)):
        states[i] = BLANK[k]


@register_jitable
def copy(target, source, i):
    target[i] = source[i]


@register_jitable
def append(listed, counters, which, i):
    listed[counters[which]] = i
    counters[which] += 1


@register_jitable
def least(counters, which, i):
    counters[which] = min(counters[which], i)


@cache
def compiled() -> dict[str, Any]:
    steps = make_steps(GAME.rules, clear, copy, append, least)
    return {name: numba.njit(step) for name, step in steps.items()}


class OnProcessor:
    """The steps of a GPU's batch, one match after the other."""

    def __init__(self, seed: int, learner: Any, others: Any) -> None:
        self.run = compiled()
        self.options = GAME.encode(SEATS, GAME.settle(SEATS))
        self.states, self.last = (np.zeros(MATCHES, GAME.rules.STATE.dtype) for _ in range(2))
        self.seat, self.random, self.counts, self.chosen, self.beginning, self.following = (
            np.zeros(MATCHES, np.int32) for _ in range(6)
        )
        self.numbers = np.zeros((MATCHES, room(GAME.rules)), np.int16)
        self.rewards, self.ended = np.zeros((MATCHES, SEATS), np.float32), np.zeros(MATCHES, np.uint8)
        self.scores, self.ranks = (np.zeros((MATCHES, SEATS), np.int64) for _ in range(2))
        self.seeds, self.whims = np.arange(seed, seed + MATCHES), np.zeros(MATCHES, np.int64)
        self.learner, self.points = learner, np.zeros(POINTS, np.int32)
        self.players = Opponents(others, GAME, SEATS, GAME.settle(SEATS))
        self.opponent = np.zeros((MATCHES, SEATS), np.int32)
        self.counters = np.zeros(COUNTERS, np.int32)
        self.fresh_counters()
        self.begin(range(MATCHES))
        self.ask(range(MATCHES))
        self.follow()

    def fresh_counters(self) -> None:
        self.counters[:] = FINE, 0, 0

    def begin(self, matches: Any) -> None:
        for i in matches:
            self.run["begin"](
                i, self.states, self.options, SEATS, self.seeds, self.whims, self.opponent, self.players.shares,
            )  # fmt: skip

    def ask(self, matches: Any) -> None:
        for i in matches:
            self.run["ask"](
                i, self.states, self.seat, self.numbers, self.counts, self.whims, self.random,
                self.learner, self.following, self.counters,
            )  # fmt: skip

    def act(self, matches: Any, asked: int) -> None:
        for i in matches:
            self.run["act"](
                i, self.states, SEATS, asked, MATCHES, self.seeds, self.whims, self.seat, self.chosen, self.points,
                self.rewards, self.ended, self.scores, self.ranks, self.last, self.beginning, self.counters,
            )  # fmt: skip
        self.begin(self.beginning[: self.counters[BEGINNING]].tolist())
        self.ask(matches)

    def follow(self) -> None:
        while self.counters[FOLLOWING]:
            listed = self.following[: self.counters[FOLLOWING]].tolist()
            self.fresh_counters()
            for i in listed:
                self.chosen[i] = self.decide(i)
            self.act(listed, 0)

    def decide(self, i: int) -> int:
        """As the kernel `choose` does."""
        player, count = self.opponent[i, self.seat[i]], int(self.counts[i])
        chance = whim_below(int(self.whims[i]), 1 << BITS)
        self.whims[i] = next_whim(int(self.whims[i]))
        which, draws, knowledge = self.players.which[player], self.players.draws[player], self.players.knowledge[player]
        whims = self.whims[i : i + 1]
        return self.players.decide(
            which, self.states[i], self.seat[i], self.numbers[i], count, chance, draws, knowledge, whims
        )

    def step(self, actions: Any) -> int:
        self.fresh_counters()
        for i in range(MATCHES):
            self.run["check"](i, actions, self.chosen, self.random, self.numbers, self.counts, self.counters)
        if self.counters[WRONG] == FINE:
            self.act(range(MATCHES), 1)
            self.follow()
        return int(self.counters[WRONG])


@rule
def highest(s, seat, legal, count, chance):
    """A policy for the tests: the highest action."""
    return legal[count - 1]


@pytest.mark.parametrize(
    ("learner", "others"),
    [(None, "random"), ("turns", "random"), (1, [{"random": 1, highest: 2}, "random", highest])],
)
def test_the_steps_of_a_gpu_are_those_of_a_batch(learner: Any, others: Any) -> None:
    batch = Batch(GAME, MATCHES, seats=SEATS, seed=4, keep_last=True, learner=learner, others=others)
    steps = OnProcessor(4, batch.learner, others)
    ended = 0
    for number in range(150):
        assert steps.states.tobytes() == batch.states.tobytes()
        for name in ("seat", "seeds", "random", "rewards", "ended", "scores", "ranks", "opponent"):
            assert getattr(steps, name).tolist() == getattr(batch, name).tolist(), name
        for i in range(MATCHES):
            assert steps.numbers[i, : steps.counts[i]].tolist() == batch.legal_actions(i).tolist()
        actions = batch.random.copy()
        actions[number % MATCHES] = STAY
        batch.step(actions)
        assert steps.step(actions) == FINE
        ended += int(batch.ended.sum())
    assert steps.last.tobytes() == batch.last.tobytes()
    assert ended > MATCHES


@pytest.mark.parametrize("reopen", [False, True])
def test_a_gpu_imagines_what_a_batch_imagines(reopen: bool) -> None:
    source, copies = Batch(GAME, MATCHES, seats=SEATS, seed=4), Batch(GAME, MATCHES, seats=SEATS)
    for _ in range(10):
        source.step(source.random)
    seats, seeds = np.arange(MATCHES, dtype=np.int32) % SEATS, np.arange(MATCHES)
    copies.imagine(source, np.arange(MATCHES), seats, seeds, reopen=reopen)
    states = source.states.copy()
    keep, fill = (np.stack(part) for part in zip(*map(GAME.rules.STATE.masks, range(SEATS)), strict=True))
    for i in range(MATCHES):
        rows = states.view(np.uint8).reshape(MATCHES, -1)
        compiled()["imagine"](i, states, rows, keep, fill, seats, seeds, int(reopen))
    assert states.tobytes() == copies.states.tobytes() != source.states.tobytes()


def test_the_first_match_with_an_illegal_action_is_found() -> None:
    steps = OnProcessor(0, np.full(MATCHES, -1, np.int32), "random")
    actions = steps.random.astype(np.int64)
    actions[[7, 5]] = 4, 2**40
    before = steps.states.tobytes()
    assert steps.step(actions) == 5
    assert steps.states.tobytes() == before


def test_all_that_kernels_call_is_part_of_what_they_are_found_by() -> None:
    """A cached kernel must not outlive a change of what it was compiled from."""
    named = {
        name for name in vars(kernels) if getattr(vars(kernels)[name], "__module__", "").startswith("tempolude.engine.")
    }
    own = {name for name in named if vars(kernels)[name].__module__ == kernels.__name__}
    assert {vars(kernels)[name] for name in named - own} <= {one for one in kernels.MADE_OF if callable(one)}
