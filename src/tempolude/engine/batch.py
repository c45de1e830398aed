"""Thousands of matches of one game stepped together by compiled code, over one array of records.

    >>> import tempolude
    >>> batch = tempolude.Batch("contretemps", matches=64, seats=4, seed=0)
    >>> for _ in range(100):
    ...     rewards, ended = batch.step(batch.random)
    >>> batch.observations().shape, batch.masks().shape
    ((64, 735), (64, 86))

Every match waits for one seat, `batch.seat`; simultaneous decisions are taken one after the other, and none sees what
another seat chose. A match that ends restarts at once with another seed. Matches are independent: each follows from its
seed and its actions alone.

    >>> saved = batch.save()  # or some: batch.save([3, 5])
    >>> rewards, ended = batch.step(batch.random)
    >>> batch.restore(saved)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from .errors import BadOption, BadSeat, IllegalAction, OtherRules, cut
from .game import Game, game
from .opponents import Opponents, Others
from .state import SEATS
from .stepping import ANY_SEAT, BEGIN, FINE, LAST_SEED, STAY, compiled_steps, next_seed

__all__ = ["ANY_SEAT", "STAY", "Batch", "Saved"]


@dataclass(frozen=True)
class Saved:
    """A snapshot of matches of a batch, one row per match; `saved[rows]` selects some of them.

    It can be pickled, and restored into any batch of the same game, seats and options.
    """

    game: str
    rules_version: int
    seats: int
    encoded: Any  # the options, as the rules read them
    opponents: tuple[str, ...]  # the names that `opponent` indexes
    place: Any  # the index of each match in its batch
    states: Any
    seeds: Any
    whims: Any
    learner: Any
    opponent: Any
    rewards: Any
    ended: Any
    scores: Any
    ranks: Any
    last: Any  # None unless the batch has `keep_last`

    def __len__(self) -> int:
        return len(self.place)

    def __getitem__(self, rows: Any) -> Saved:
        rows = np.atleast_1d(np.arange(len(self))[rows])
        names = [f.name for f in fields(self) if f.name in ("place", *ROWS) and getattr(self, f.name) is not None]
        return replace(self, **{name: getattr(self, name)[rows] for name in names})


ROWS = ("states", "seeds", "whims", "learner", "opponent", "rewards", "ended", "scores", "ranks", "last")


class Batch:
    """Many matches of one game at once. The arrays are reused by the next step: copy what you keep.

    With `learner` you decide for that seat only (`"turns"`: for another seat in every match). The others are played in
    compiled code by `others`: the name of a bot ("random", "greedy"), a rule like `policy.at_random`, a mixture of them
    ({"greedy": 3, "random": 1}, drawn for every seat when a match begins), or a list with one of these for each seat.
    With `keep_last` the final state of each match stays in `last` until that match ends again.

    The matches start with consecutive seeds from `seed` on, or with those of a list. When a match ends, the width of
    that range of seeds is added to its seed, so no seed is used twice.
    """

    device = "cpu"

    def __new__(cls, *arguments: Any, device: str = "cpu", **settings: Any) -> Batch:
        """With `device="cuda"`, a batch on a GPU (`cuda.py`)."""
        if device not in ("cpu", "cuda"):
            raise BadOption(f"device = {cut(device)}: 'cpu' or 'cuda' is expected")
        if device == "cuda":
            from .cuda import CudaBatch

            return super().__new__(CudaBatch)
        return super().__new__(cls)

    def __init__(
        self,
        game_or_name: Game | str,
        matches: int,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | Sequence[int] = 0,
        learner: int | str | None = None,
        others: Others = "random",
        keep_last: bool = False,
        device: str = "cpu",
    ) -> None:
        self._settle(game_or_name, matches, seats, options, others)
        rules = self.game.rules
        self._states = np.zeros(matches, rules.STATE.dtype)
        self.states = self._states.view()  # read-only; see `restore` for writing
        self.states.flags.writeable = False
        self.seeds = np.zeros(matches, np.int64)  # the current seed of each match
        self.seat = np.zeros(matches, np.int32)  # who must decide
        self.random = np.zeros(matches, np.int32)  # a random legal action of that seat
        self.first = np.zeros(matches + 1, np.int64)  # where the legal actions of each match begin in `legal`
        self.legal = np.empty(matches * rules.ACTIONS + 1, np.int32)  # only the part in use takes memory
        self.rewards = np.zeros((matches, self.seats), np.float32)  # of the matches that have just ended; else zeros
        self.ended = np.zeros(matches, np.bool_)
        self.scores = np.zeros((matches, self.seats), np.int64)  # of every match when it last ended; zeros before
        self.ranks = np.zeros((matches, self.seats), np.int64)
        self.last = np.zeros(matches if keep_last else 0, rules.STATE.dtype)
        self.learner = self._learners(learner)
        self.opponents = self._players.names
        self.opponent = np.zeros((matches, self.seats), np.int32)  # the player of each seat, as an index of `opponents`
        self._whims = np.zeros(matches, np.int64)
        self._stride = 1
        self._actions = np.zeros(matches, np.int32)
        self._scratch = np.zeros(1, np.int64)
        self._blank = np.zeros(1, rules.STATE.dtype)
        self._points = np.zeros(2 * SEATS, np.int64)
        self._observations: Any = None
        self._masks: Any = None
        self._masked = (np.zeros(0, np.int32), self.first.copy())
        self._advance, self._choose, self._observe, self._mask = compiled_steps(self.game, self._players.decide)
        self.reset(seed)

    def _settle(
        self,
        game_or_name: Game | str,
        matches: int,
        seats: int | None,
        options: Mapping[str, Any] | None,
        others: Others,
    ) -> None:
        """Check and store the game, seats, options and opponents."""
        self.game = game(game_or_name) if isinstance(game_or_name, str) else game_or_name
        self.seats = self.game.seats[0] if seats is None else seats
        self.options = self.game.settle(self.seats, options)
        if isinstance(matches, bool) or not isinstance(matches, int) or matches < 1:
            raise BadOption(f"matches = {matches!r}: a whole number from 1 on is expected")
        self.matches, self._encoded = matches, self.game.encode(self.seats, self.options)
        self.others, self._players = others, Opponents(others, self.game, self.seats, self.options)

    def _learners(self, learner: int | str | None) -> Any:
        if learner is None:
            return np.full(self.matches, ANY_SEAT, np.int32)
        if learner == "turns":
            return np.arange(self.matches, dtype=np.int32) % self.seats
        if isinstance(learner, bool) or not isinstance(learner, int) or not 0 <= learner < self.seats:
            raise BadSeat(f"learner = {learner!r}: a seat from 0 to {self.seats - 1}, or 'turns', is expected")
        return np.full(self.matches, learner, np.int32)

    # --- Playing -----------------------------------------------------------------

    def reset(self, seed: int | Sequence[int] | None = None, matches: Any = None) -> None:
        """Restart all matches, or those in `matches` (indices or a mask): with seeds from `seed` on, with a list of
        seeds, or with the next seed of each."""
        places = self._places(matches)
        self._put("seeds", places, self._new_seeds(seed, places))
        self._actions[:] = STAY
        self._actions[places] = BEGIN
        self._run(trusted=True)

    def _new_seeds(self, seed: int | Sequence[int] | None, places: Any) -> Any:
        """The seeds of the matches at these indices."""
        seeds = _seeds(seed, len(places))
        if seeds is None:
            return [next_seed(int(number), self._stride) for number in self._row("seeds")[places]]
        if len(places) == self.matches:
            self._stride = int(seeds.max() - seeds.min()) + 1
        return seeds

    def step(self, actions: Any) -> tuple[Any, Any]:
        """Take one action in every match (STAY skips one); returns `rewards` and `ended`.

        If any action is illegal, an error is raised and no match changes.
        """
        given = np.asarray(actions)
        if given.shape != (self.matches,) or given.dtype.kind not in "iu":
            raise IllegalAction(f"{self.matches} whole numbers are expected, not {given.dtype} {given.shape}")
        self._actions[:] = given
        if given.dtype != np.int32 and (given != self._actions).any():
            wrong = given[given != self._actions][0]
            raise IllegalAction(f"actions are 0 to {self.game.rules.ACTIONS - 1}, not {wrong}")
        refused = self._run(trusted=False)
        if refused != FINE:
            raise IllegalAction(
                f"action {given[refused]} is not legal for seat {self.seat[refused]} in match {refused}; "
                f"it may: {', '.join(str(n) for n in self.legal_actions(refused)[:6])}…"
            )
        return self.rewards, self.ended

    def _run(self, *, trusted: bool) -> int:
        """Take the chosen actions; returns FINE, or the first match whose action is illegal, having changed nothing."""
        players = self._players
        refused: int = self._advance(
            self._states, self._blank, self._encoded, self._actions, trusted, self.seats, self.learner, self._stride,
            self.seeds, self._whims, self.seat, self.random, self.first, self.legal, self.rewards, self.ended,
            self.scores, self.ranks, self.last, self._points, self.opponent, players.which, players.draws,
            players.knowledge, players.shares,
        )  # fmt: skip
        return refused

    # --- Saving ------------------------------------------------------------------

    def save(self, matches: Any = None) -> Saved:
        """A snapshot of all matches, or of those in `matches` (indices, which may repeat, or a mask)."""
        places = self._places(matches)
        rows = {name: self._row(name)[places] for name in ROWS if len(self._row(name))}
        version, encoded = self.game.rules_version, self._encoded.copy()
        return Saved(self.game.name, version, self.seats, encoded, self.opponents, places, **({"last": None} | rows))

    def restore(self, saved: Saved, matches: Any = None) -> None:
        """Restore matches to where they were saved from, or to the indices `matches`, one for each.

        The learner of a match, the players of its other seats, its rewards and the other results of `step` are restored
        too. If this batch has other players, they are drawn again.
        """
        if (saved.game, saved.rules_version) != (self.game.name, self.game.rules_version):
            ours = f"{self.game.name}, rules version {self.game.rules_version}"
            raise OtherRules(f"it was saved from {saved.game}, rules version {saved.rules_version}; this is {ours}")
        if saved.seats != self.seats or not np.array_equal(saved.encoded, self._encoded):
            raise BadOption("it was saved from matches with other seats or options")
        places = self._places(saved.place if matches is None else matches)
        if len(places) != len(saved) or len(set(places.tolist())) != len(places):
            raise BadOption(f"{len(saved)} matches were saved: as many different places are expected")
        if saved.opponents != self.opponents:
            dice = np.random.default_rng(saved.whims)
            drawn = dice.integers(self._players.shares[:, -1], size=(len(places), self.seats))
            chosen = (drawn[:, :, None] >= self._players.shares[None]).sum(axis=2).astype(np.int32)
            saved = replace(saved, opponent=chosen)
        for name in ROWS:
            if len(self._row(name)) and getattr(saved, name) is not None:
                self._put(name, places, getattr(saved, name))
        self._look_again()

    def imagine(self, source: Batch, matches: Any, seats: Any, seeds: Any, *, reopen: bool = False) -> None:
        """Become copies of those matches of another batch (indices, which may repeat), each as one of its seats could
        imagine it: what the seat in `seats` does not know is guessed, and the guess and all chance to come follow from
        `seeds`.

        For looking ahead: copies of a match with the same seed differ only in the actions taken in them. Both batches
        must have the same game, seats, options, players and device. What others have chosen in secret is guessed too;
        with `reopen` they choose it again, so another seat may be the first to decide.
        """
        places, seats, seeds = self._imagined(source, matches, seats, seeds)
        layout, own, guess = self.game.rules.STATE, getattr(self.game.rules, "hide", None), self.game.compiled.guess
        self._states[:] = source._states[places]
        self.opponent[:] = source.opponent[places]
        for row, seat, seed in zip(self._states.view(np.uint8).reshape(self.matches, -1), seats, seeds, strict=True):
            s = layout.glimpse_class(row)
            if own is not None:
                own(s, int(seat))
            keep, fill = layout.masks(int(seat))
            np.bitwise_or(s.raw & keep, fill, s.raw)
            guess(s, int(seat), int(seed))
            if reopen:
                self.game.rules.reopen(s, int(seat))
        self._look_again()

    def _imagined(self, source: Batch, matches: Any, seats: Any, seeds: Any) -> tuple[Any, Any, Any]:
        """The arguments of `imagine` as arrays, or BadOption."""
        ours, theirs = ((b.game.package, b.seats, b.opponents, b.device) for b in (self, source))
        if ours != theirs or not np.array_equal(self._encoded, source._encoded):
            raise BadOption("matches are imagined in a batch of the same game, seats, options, players and device")
        given = source._places(matches), np.asarray(seats, np.int32), np.asarray(seeds, np.int64)
        if any(array.shape != (self.matches,) for array in given):
            raise BadOption(f"{self.matches} matches, seats and seeds are expected, one for each match of this batch")
        if not ((given[1] >= 0) & (given[1] < self.seats)).all():
            raise BadSeat(f"seats from 0 to {self.seats - 1} are expected")
        if not (given[2] >= 0).all():
            raise BadOption("seeds are whole numbers from 0 on")
        return given

    def _put(self, name: str, places: Any, values: Any) -> None:
        self._row(name)[places] = values

    def _look_again(self) -> None:
        """Find who decides and what is legal after states were restored."""
        kept = self.rewards.copy(), self.ended.copy()
        self._actions[:] = STAY
        self._run(trusted=True)
        self.rewards[:], self.ended[:] = kept

    def _row(self, name: str) -> Any:
        return {"states": self._states, "whims": self._whims}.get(name, getattr(self, name, None))

    def _places(self, matches: Any) -> Any:
        if matches is None:
            return np.arange(self.matches)
        given = np.atleast_1d(np.asarray(matches))
        if given.dtype == np.bool_ and given.shape == (self.matches,):
            return np.flatnonzero(given)
        whole = given.ndim == 1 and (given.dtype.kind in "iu" or not given.size)
        if not whole or not ((given >= 0) & (given < self.matches)).all():
            raise BadOption(f"matches = {cut(matches)}: numbers from 0 to {self.matches - 1} are expected, or a mask")
        return given.astype(np.int64)

    def __reduce__(self) -> Any:
        settings = {"seats": self.seats, "options": self.options, "others": self.others}
        settings["keep_last"] = self.last.size > 0
        settings["device"] = self.device
        return _restored, (self.game, self.matches, settings, self.save(), self._stride)

    # --- Looking -----------------------------------------------------------------

    def observations(self, *, seats: Any = None) -> Any:
        """The observations of the seats to decide, or of `seats`, one per match: float32, one row per match
        (`rules.SEEN` describes the numbers)."""
        if seats is not None:
            seen = np.zeros((self.matches, self.game.rules.FEATURES), np.float32)
            self._observe(self._states, np.ascontiguousarray(seats, np.int32), seen)
            return seen
        if self._observations is None:
            self._observations = np.zeros((self.matches, self.game.rules.FEATURES), np.float32)
        self._observe(self._states, self.seat, self._observations)
        return self._observations

    def last_observations(self, matches: Any, seats: Any) -> Any:
        """The final observations of those seats in those matches, one row per match; needs `keep_last`."""
        if not self.last.size:
            raise BadOption("keep_last = False: the ends of matches are not kept")
        seen = np.zeros((len(matches), self.game.rules.FEATURES), np.float32)
        self._observe(self.last[matches], np.ascontiguousarray(seats, np.int32), seen)
        return seen

    def whole_states(self) -> Any:
        """The complete states, hidden fields included, for a critic: float32, one row per match.

        `rules.STATE.whole` describes the numbers; they are not scaled.
        """
        return self.game.rules.STATE.numbers(self._states)

    def masks(self) -> Any:
        """The legal actions as booleans, one row per match. `legal` and `first` hold the same in less memory."""
        if self._masks is None:
            self._masks = np.zeros((self.matches, self.game.rules.ACTIONS), np.bool_)
        self._mask(*self._masked, self._masks, False)
        self._mask(self.legal, self.first, self._masks, True)
        self._masked = (self.legal[: self.first[-1]].copy(), self.first.copy())
        return self._masks

    def choices(self, matches: Any = None) -> Any:
        """The actions that the players of `others` would take for the seats to decide, in all matches or in those of
        `matches` (indices).

        Nothing changes, and the same position always gives the same actions.
        """
        players, chosen = self._players, np.zeros(self.matches, np.int32)
        self._choose(
            self._states, self.seat, self.first, self.legal, self._whims, self._scratch, self.opponent,
            players.which, players.draws, players.knowledge, chosen,
        )  # fmt: skip
        return chosen if matches is None else chosen[matches]

    def legal_actions(self, match: int) -> Any:
        """The legal actions of the seat to decide in that match, ascending."""
        return self.legal[self.first[match] : self.first[match + 1]]

    def state(self, match: int) -> Any:
        """A copy of the state of one match, like `Match.state` but without events."""
        return self._read(self.states[match])

    def last_state(self, match: int) -> Any:
        """The final state of that match when it last ended; needs `keep_last`."""
        if not self.last.size:
            raise BadOption("keep_last = False: the ends of matches are not kept")
        return self._read(self.last[match])

    def _read(self, record: Any) -> Any:
        s = self.game.rules.STATE.read(record.tobytes())
        s.happened = 0
        return s

    def view(self, match: int, seat: int) -> Any:
        """The state of one match as `seat` may know it; -1 for a spectator."""
        return self.game.hide(self.state(match), seat)


def _seeds(seed: Any, count: int) -> Any:
    """`count` consecutive seeds, or those of a list; None for None."""
    if seed is None:
        return None
    last = LAST_SEED - count
    numbers = [seed] if isinstance(seed, (int, np.integer)) else list(seed)
    wrong = [n for n in numbers if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or not 0 <= n <= last]
    if wrong:
        raise BadOption(f"seed {cut(wrong[0])}: a whole number from 0 to {last} is expected")
    if isinstance(seed, (int, np.integer)):
        return np.arange(int(seed), int(seed) + count, dtype=np.int64)
    if len(numbers) != count:
        raise BadOption(f"{len(numbers)} seeds for {count} matches")
    return np.array([int(n) for n in numbers], np.int64)


def _restored(game: Game, matches: int, settings: dict[str, Any], saved: Saved, stride: int) -> Batch:
    batch = Batch(game, matches, **settings)
    batch.restore(saved)
    batch._stride = stride
    return batch
