"""The compiled parts of a batch: a step of all its matches, their observations, and the masks of legal actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from .cache import cache_folder
from .chance import MATCH, SMALL_SEEDS, seed_small
from .compiler import compile_kept, digest
from .game import Game
from .policy import BITS, first_whim, next_whim, whim_below
from .rule import long_rule, rule
from .seats import first_waiting, payoff
from .state import EVENTS, SEATS

STAY = -1  # instead of an action: skip this match
BEGIN = -2  # restart with the seed in `seeds`
ANY_SEAT = -1  # instead of a learner: you decide for every seat
FINE = -1  # no action of a step is illegal
LAST_SEED = SMALL_SEEDS // 2 - 1  # so that two of them can be added without overflow


@rule
def next_seed(seed: int, stride: int) -> int:
    """The seed of the next match at the same index."""
    return seed + stride if seed + stride <= LAST_SEED else seed + stride - LAST_SEED


# --- Steps of one match, which a GPU takes too (`kernels.py`) ---------------------


@long_rule
def begin_match(s: Any, setup: Any, options: Any, seats: int, seed: int, happened: int) -> int:
    """Set up the match of a seed in a blank record; returns the first whim of its players.

    `happened` is 0, or EVENTS if nobody reads the events: a full list takes no more.
    """
    s.players = seats
    s.happened = happened
    seed_small(s, seed, MATCH)
    setup(s, options)
    return first_whim(seed)


@rule
def draw_players(whim: int, seats: int, shares: Any, drawn: Any) -> int:
    """Draw the player of each seat by the cumulative shares, if there is a choice; returns the next whim."""
    last = shares.shape[1] - 1
    if last > 0:
        for seat in range(seats):
            chance = whim_below(whim, 1 << BITS)
            whim = next_whim(whim)
            player = 0
            while player < last and chance >= shares[seat, player]:
                player += 1
            drawn[seat] = player
    return whim


@rule
def settle(s: Any, score: Any, points: Any, seats: int, rewards: Any, scores: Any, ranks: Any) -> None:
    """Write the rewards, scores and ranks of a finished match; `points` is scratch memory for `score`."""
    score(s, points, points[SEATS:])
    for seat in range(seats):
        rewards[seat] = payoff(points[SEATS:], seats, seat)
        scores[seat] = points[seat]
        ranks[seat] = points[SEATS + seat]


# --- Steps of a batch ------------------------------------------------------------

_compiled: dict[tuple[str, Callable[..., int]], tuple[Any, ...]] = {}


def compiled_steps(game: Game, decide: Callable[..., int]) -> tuple[Any, ...]:
    """`advance`, `choose`, `look` and `mask` of a game, where `decide` plays the other seats; cached."""
    key = game.package, decide
    if key not in _compiled:
        functions = _functions(game.rules, decide)
        _compiled[key] = compile_kept(cache_folder(game, digest(game, *functions)), *functions)
    return _compiled[key]


def _functions(rules: Any, decide: Callable[..., int]) -> tuple[Callable[..., Any], ...]:
    from .prefetch import places, prefetch  # these import the compiler

    setup, legal, play, score, observe = rules.setup, rules.legal, rules.play, rules.score, rules.observe
    fetch = cast(Any, prefetch)
    wide = cast(Any, np.int64)  # rules are compiled for each type of number that they are given
    ahead = np.array(places(rules), np.int64)

    def advance(  # type: ignore[no-untyped-def]
        states, blank, options, actions, trusted, seats, learner, stride, seeds, whims, seat, random, first, numbers,
        rewards, ended, scores, ranks, last, points, opponent, which, draws, knowledge, shares,
    ):  # fmt: skip
        for i in range(len(actions)):
            action = actions[i]
            if trusted or action == random[i]:  # known to be legal
                continue
            found = action == STAY
            for legal_one in numbers[first[i] : first[i + 1]]:  # no early exit, so that the loop is vectorized
                found += legal_one == action
            if found == 0:
                return i
        rewards[:] = 0
        ended[:] = False
        at = 0
        for i in range(len(states)):
            if i + 1 < len(states):  # prefetch the next match, last used a whole step ago
                for offset in ahead:
                    fetch(states, i + 1, offset)
            s = states[i]
            now = wide(seat[i])
            action = wide(actions[i])
            whim = whims[i]
            anew = action == BEGIN
            acts = action >= 0
            if acts:
                whim = next_whim(whim)
            while True:
                if acts:
                    play(s, now, action)
                    if s.over != 0:
                        settle(s, score, points, seats, rewards[i], scores[i], ranks[i])
                        ended[i] = True
                        if len(last) > 0:
                            last[i] = states[i]
                        seeds[i] = next_seed(seeds[i], stride)
                        anew = True
                if anew:
                    anew = False
                    states[i] = blank[0]
                    whim = begin_match(s, setup, options, seats, seeds[i], EVENTS)
                    whim = draw_players(whim, seats, shares, opponent[i])
                now = first_waiting(s)
                room = numbers[at:]
                count = legal(s, now, room)
                chance = whim_below(whim, 1 << BITS)
                if learner[i] == ANY_SEAT or learner[i] == now:
                    break
                whims[i] = next_whim(whim)
                player = opponent[i, now]
                action = wide(
                    decide(
                        which[player], s, now, room, count, chance, draws[player], knowledge[player], whims[i : i + 1]
                    )
                )
                whim = whims[i]
                acts = True
            whims[i] = whim
            seat[i] = now
            random[i] = numbers[at + ((chance * count) >> BITS)]
            first[i] = at
            at += count
        first[len(states)] = at
        return FINE

    def choose(  # type: ignore[no-untyped-def]
        states, seat, first, numbers, whims, scratch, opponent, which, draws, knowledge, out
    ):  # fmt: skip
        for i in range(len(states)):
            count = first[i + 1] - first[i]
            room = numbers[first[i] :]
            after = room[count]  # belongs to the next match, and a player may overwrite it
            scratch[0] = first_whim(whims[i])  # a copy, so that nothing changes
            player = opponent[i, seat[i]]
            chance = whim_below(scratch[0], 1 << BITS)
            scratch[0] = next_whim(scratch[0])
            out[i] = decide(
                which[player],
                states[i],
                wide(seat[i]),
                room,
                count,
                chance,
                draws[player],
                knowledge[player],
                scratch,
            )
            room[count] = after

    def look(states, seat, out):  # type: ignore[no-untyped-def]
        for i in range(len(states)):
            row = out[i]
            row[:] = 0
            observe(states[i], wide(seat[i]), row)

    def mask(numbers, first, out, value):  # type: ignore[no-untyped-def]
        for i in range(len(out)):
            for k in range(first[i], first[i + 1]):
                out[i, numbers[k]] = value

    return advance, choose, look, mask
