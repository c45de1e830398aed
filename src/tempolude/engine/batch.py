"""Thousands of matches of one game stepped together by compiled code, over one array of records.

    >>> import tempolude
    >>> batch = tempolude.Batch("contretemps", matches=64, seats=4, seed=0)
    >>> for _ in range(100):
    ...     rewards, ended = batch.step(batch.random)
    >>> batch.observations().shape, batch.masks().shape
    ((64, 579), (64, 86))

Every match waits for one seat, `batch.seat`; where several decide at once they are asked one after the other, and none
sees what another chose. A match that ends is begun anew at once, with the next seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import numpy as np

from .chance import MATCH, SMALL_SEEDS, seed_small
from .errors import BadOption, BadSeat, IllegalAction
from .game import Game, game
from .policy import BITS, Policy, at_random, first_whim, next_whim, whim_below
from .seats import first_waiting, payoff
from .state import EVENTS, SEATS

STAY = -1  # instead of an action: this match is left as it is
ANY_SEAT = -1  # in the place of a learner: every decision is asked for
FINE = -1  # no action of a step is illegal


class Batch:
    """Many matches of one game at once. All arrays are the batch's own and change at the next step: copy what you keep.

    With `learner` only the decisions of that seat are asked for, and the others follow the compiled policy `others`: a
    rule like `at_random`, which is handed the whole state and must look at no more than its seat may see.
    `learner="turns"` gives every match another seat to learn in, match by match. With `keep_last` the state in which
    each match ended stays in `last` until that match, begun anew, ends again.
    """

    def __init__(
        self,
        game_or_name: Game | str,
        matches: int,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        learner: int | str | None = None,
        others: Policy = at_random,
        keep_last: bool = False,
    ) -> None:
        self.game = game(game_or_name) if isinstance(game_or_name, str) else game_or_name
        self.seats = self.game.seats[0] if seats is None else seats
        self.options = self.game.settle(self.seats, options)
        if isinstance(matches, bool) or not isinstance(matches, int) or matches < 1:
            raise BadOption(f"matches = {matches!r}: a whole number from 1 on is expected")
        self.matches, self._encoded = matches, self.game.encode(self.seats, self.options)
        rules = self.game.rules
        self.states = np.zeros(matches, rules.STATE.dtype)
        self.seeds = np.zeros(matches, np.int64)  # what each match began from
        self.seat = np.zeros(matches, np.int32)  # who must decide
        self.random = np.zeros(matches, np.int32)  # a legal action of that seat, drawn at random
        self.first = np.zeros(matches + 1, np.int64)  # where the legal actions of each match begin in `legal`
        self.legal = np.empty(matches * rules.ACTIONS, np.int32)  # only as much of it as is used takes memory
        self.rewards = np.zeros((matches, self.seats), np.float32)  # of the matches that have just ended; else zeros
        self.ended = np.zeros(matches, np.bool_)
        self.last = np.zeros(matches if keep_last else 0, rules.STATE.dtype)
        self.learner = self._learners(learner)
        self._blank = np.zeros(1, rules.STATE.dtype)
        self._ranks = np.zeros(2 * SEATS, np.int64)
        self._counters = np.zeros(2, np.int64)  # the next seed, and the whim that comes next
        self._observations: Any = None
        self._masks: Any = None
        self._masked = (np.zeros(0, np.int32), self.first.copy())
        self._advance, self._observe, self._mask = _compile(self.game, others)
        self.reset(seed)

    def _learners(self, learner: int | str | None) -> Any:
        if learner is None:
            return np.full(self.matches, ANY_SEAT, np.int32)
        if learner == "turns":
            return np.arange(self.matches, dtype=np.int32) % self.seats
        if isinstance(learner, bool) or not isinstance(learner, int) or not 0 <= learner < self.seats:
            raise BadSeat(f"learner = {learner!r}: a seat from 0 to {self.seats - 1}, or 'turns', is expected")
        return np.full(self.matches, learner, np.int32)

    # --- Playing -----------------------------------------------------------------

    def reset(self, seed: int | None = None) -> None:
        """Begin all matches anew: with seeds from `seed` on, or with the seeds that come next."""
        if seed is not None:
            if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed < SMALL_SEEDS // 2:
                raise BadOption(f"seed {seed!r}: a whole number from 0 to {SMALL_SEEDS // 2 - 1} is expected")
            self._counters[:] = int(seed), first_whim(int(seed))
        self._run(self.random, begin=True)

    def step(self, actions: Any) -> tuple[Any, Any]:
        """Do one action in every match (STAY leaves one as it is); returns `rewards` and `ended`.

        An illegal action is refused and nothing changes, in no match.
        """
        actions = np.asarray(actions)
        if actions.shape != (self.matches,) or actions.dtype.kind not in "iu":
            raise IllegalAction(f"{self.matches} whole numbers are expected, not {actions.dtype} {actions.shape}")
        given, actions = actions, np.ascontiguousarray(actions, np.int32)
        if given.dtype != np.int32 and (given != actions).any():
            raise IllegalAction(f"actions are 0 to {self.game.rules.ACTIONS - 1}, not {given[given != actions][0]}")
        wrong = self._run(actions, begin=False)
        if wrong != FINE:
            raise IllegalAction(
                f"action {actions[wrong]} is not legal for seat {self.seat[wrong]} in match {wrong}; "
                f"it may: {', '.join(str(n) for n in self.legal_actions(wrong)[:6])}…"
            )
        return self.rewards, self.ended

    def _run(self, actions: Any, *, begin: bool) -> int:
        """Returns the first match whose action is illegal, and then nothing has been done; or FINE."""
        wrong: int = self._advance(
            self.states, self._blank, self._encoded, actions, begin, self.seats, self.learner, self._counters,
            self.seeds, self.seat, self.random, self.first, self.legal, self.rewards, self.ended, self.last,
            self._ranks,
        )  # fmt: skip
        return wrong

    # --- Looking -----------------------------------------------------------------

    def observations(self) -> Any:
        """What every seat that must decide sees: float32, one row a match (`rules.SEEN` says what the numbers mean)."""
        if self._observations is None:
            self._observations = np.zeros((self.matches, self.game.rules.FEATURES), np.float32)
        self._observe(self.states, self.seat, self._observations)
        return self._observations

    def last_observations(self, matches: Any, seats: Any) -> Any:
        """What those seats saw when those matches ended, one row a match; needs `keep_last`."""
        if not self.last.size:
            raise BadOption("keep_last = False: the ends of matches are not kept")
        seen = np.zeros((len(matches), self.game.rules.FEATURES), np.float32)
        self._observe(self.last[matches], np.ascontiguousarray(seats, np.int32), seen)
        return seen

    def masks(self) -> Any:
        """Which actions are legal: booleans, one row a match. `legal` and `first` say the same in less memory."""
        if self._masks is None:
            self._masks = np.zeros((self.matches, self.game.rules.ACTIONS), np.bool_)
        self._mask(*self._masked, self._masks, False)
        self._mask(self.legal, self.first, self._masks, True)
        self._masked = (self.legal[: self.first[-1]].copy(), self.first.copy())
        return self._masks

    def legal_actions(self, match: int) -> Any:
        """What the seat that must decide in that match may do, ascending."""
        return self.legal[self.first[match] : self.first[match + 1]]

    def state(self, match: int) -> Any:
        """A copy of the state of one match, as `Match.state`; what happened last is not kept in a batch."""
        s = self.game.rules.STATE.read(self.states[match].tobytes())
        s.happened = 0
        return s

    def view(self, match: int, seat: int) -> Any:
        """The state of one match as `seat` may know it; -1 for a spectator."""
        return self.game.hide(self.state(match), seat)


def _compile(game: Game, others: Policy) -> tuple[Any, ...]:
    from . import prefetch
    from .cache import cache_folder
    from .compiler import compile_kept, digest

    rules = game.rules
    setup, legal, play, score, observe = rules.setup, rules.legal, rules.play, rules.score, rules.observe

    fetch = cast(Any, prefetch.prefetch)
    ahead = np.array(prefetch.places(rules), np.int64)

    def advance(  # type: ignore[no-untyped-def]
        states, blank, options, actions, begin, seats, learner, counters,
        seeds, seat, random, first, numbers, rewards, ended, last, ranks,
    ):  # fmt: skip
        for i in range(len(actions)):
            action = actions[i]
            if begin or action == random[i]:  # known to be legal
                continue
            found = action == STAY
            for legal_one in numbers[first[i] : first[i + 1]]:  # to its end, so that many are compared at once
                found += legal_one == action
            if found == 0:
                return i
        rewards[:] = 0
        ended[:] = False
        number = counters[0]
        whim = counters[1]
        at = 0
        for i in range(len(states)):
            if i + 1 < len(states):  # the next match, which was last looked at a whole step ago
                for offset in ahead:
                    fetch(states, i + 1, offset)
            s = states[i]
            now = seat[i]
            action = actions[i]
            anew = begin
            acts = action != STAY and not begin
            while True:
                if acts:
                    play(s, now, action)
                    if s.over != 0:
                        score(s, ranks, ranks[SEATS:])
                        for other in range(seats):
                            rewards[i, other] = payoff(ranks[SEATS:], seats, other)
                        ended[i] = True
                        if len(last) > 0:
                            last[i] = states[i]
                        anew = True
                if anew:
                    anew = False
                    states[i] = blank[0]
                    s.players = seats
                    s.happened = EVENTS  # nobody will read what happens here, and a full list takes no more
                    seed_small(s, number, MATCH)
                    seeds[i] = number
                    number += 1
                    setup(s, options)
                now = first_waiting(s)
                room = numbers[at:]
                count = legal(s, now, room)
                chance = whim_below(whim, 1 << BITS)
                whim = next_whim(whim)
                if learner[i] == ANY_SEAT or learner[i] == now:
                    break
                action = others(s, now, room, count, chance)
                acts = True
            seat[i] = now
            random[i] = numbers[at + ((chance * count) >> BITS)]
            first[i] = at
            at += count
        first[len(states)] = at
        counters[0] = number
        counters[1] = whim
        return FINE

    def look(states, seat, out):  # type: ignore[no-untyped-def]
        for i in range(len(states)):
            row = out[i]
            row[:] = 0
            observe(states[i], seat[i], row)

    def mask(numbers, first, out, value):  # type: ignore[no-untyped-def]
        for i in range(len(out)):
            for k in range(first[i], first[i + 1]):
                out[i, numbers[k]] = value

    functions = advance, look, mask
    return compile_kept(cache_folder(game, digest(game, *functions)), *functions)
