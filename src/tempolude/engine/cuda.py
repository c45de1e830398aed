"""The rules of a game on a GPU: random play, and batches whose states, observations and masks never leave the device.

    batch = tempolude.Batch("contretemps", matches=65536, seats=4, device="cuda")
    seen, masks = torch.from_dlpack(batch.observations()), torch.from_dlpack(batch.masks())
    rewards, ended = batch.step(actions)  # a tensor on the same GPU

All arrays are CuPy's, which torch and JAX share without copying. The kernels are in `kernels.py`; compiled ones are
cached on disk, so that the compiler is loaded only when needed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, cast

import numpy as np

from . import kernels
from .batch import Batch
from .cache import cache_folder, note_use
from .compiler import Tally
from .errors import BadOption, IllegalAction, NoGpu
from .fingerprint import COMPILER, fingerprint
from .game import Game
from .kernels import AT_LIMIT, BEGINNING, COUNTERS, DECISIONS, FINE, FOLLOWING, TOTALS, VICTORIES, WARP
from .opponents import Others
from .policy import first_whim
from .state import SEATS

NEEDS = 'device = "cuda" needs an NVIDIA GPU, its driver, and `pip install "tempolude[cuda]"`'
PLAYERS = 512  # threads per block of random play; one block per multiprocessor
THREADS = 64  # per block; more are slower
OBSERVERS = 10  # observing warps per multiprocessor; with more, their output no longer fits the cache
DTYPES = ("float32", "float16")
HIDDEN = {"whims": "_whims", "ended": "_ended"}  # rows of a batch stored under another name, or as bytes


def load_cupy() -> Any:
    """Import CuPy and find a GPU; NoGpu says what is missing."""
    try:
        cupy = import_module("cupy")
        count = cupy.cuda.runtime.getDeviceCount()
    except ImportError as error:
        raise NoGpu(f"{NEEDS}; CuPy cannot be loaded: {error}") from None
    except Exception as error:  # CuPy has a separate class for every missing library
        raise NoGpu(f"{NEEDS}; no GPU was found: {error}") from None
    if count == 0:
        raise NoGpu(f"{NEEDS}; no GPU was found")
    return cupy


class Cuda:
    """The rules of a game on the GPU that CuPy uses now: `game.cuda`."""

    def __init__(self, game: Game) -> None:
        self.cupy = load_cupy()
        self.game, self.rules = game, game.rules
        device = self.cupy.cuda.Device()
        self.capability = divmod(int(device.compute_capability), 10)
        self.multiprocessors = int(device.attributes["MultiProcessorCount"])
        self._functions: dict[Any, Callable[..., None]] = {}

    def folder(self, *more: Callable[..., Any]) -> Path:
        """The cache folder of a game's current kernels; `more` are the functions they call besides its rules."""
        rules = self.rules
        names = ("setup", "legal", "play", "score", "observe", "guess", "reopen", "hide")
        functions = [getattr(rules, name) for name in names if hasattr(rules, name)] + [kernels.MADE_OF, *more]
        versions = [sys.version, *(f"{package} {_version(package)}" for package in (*COMPILER, "numba-cuda"))]
        made_of = (functions, rules.STATE.dtype, versions, kernels.room(rules), Path(kernels.__file__).read_bytes())
        return cache_folder(self.game, fingerprint(*made_of))

    def warm(self) -> None:
        """Compile (or load) the common kernels now."""
        for name in kernels.NAMES:
            self.function(name)

    def function(self, name: str, decide: Callable[..., int] | None = None) -> Callable[..., None]:
        """A kernel, ready to run; compiled if it is not cached for this kind of GPU. `choose` needs `decide`."""
        if (name, decide) not in self._functions:
            folder = self._folder if decide is None else self.folder(decide)
            path = folder / f"{name}-sm{self.capability[0]}{self.capability[1]}.cubin"
            if not path.exists():
                _write(path, self._compile(name, decide))
            note_use(folder)
            self._functions[name, decide] = self.cupy.RawModule(path=str(path)).get_function(name)
        return self._functions[name, decide]

    @cached_property
    def _folder(self) -> Path:
        return self.folder()

    def _compile(self, name: str, decide: Callable[..., int] | None) -> bytes:
        try:
            kernel = (self._kernels if decide is None else kernels.make_kernels(self.rules, decide))[name]
            ptx = kernels.to_ptx(kernel, name, self.capability)
            return kernels.to_machine_code(kernel, ptx, self.capability)
        except ImportError as error:
            raise NoGpu(f"{NEEDS}; the compiler cannot be loaded: {error}") from None

    @cached_property
    def _kernels(self) -> Mapping[str, kernels.Kernel]:
        return kernels.make_kernels(self.rules)

    def run(self, name: str, count: int, *arguments: Any, threads: int = THREADS) -> None:
        """Run a kernel with `count` threads."""
        self.function(name)((-(-count // threads),), (threads,), flat(arguments))

    def matches(self, seats: int, options: Any, *, first_seed: int, count: int) -> Tally:
        """Play `count` matches of random legal actions, with seeds from `first_seed` on: the same as `Compiled`'s."""
        totals, given = self.cupy.zeros(TOTALS, np.int64), self.cupy.asarray(options, np.int64)
        players = min(count, PLAYERS * self.multiprocessors)
        self.run("matches", players, given, seats, first_seed, count, totals, threads=PLAYERS)
        found = totals.get()
        shared = found[VICTORIES:].reshape(-1, SEATS)
        wins = [float(sum(shared[n][seat] / n for n in range(1, SEATS + 1))) for seat in range(seats)]
        return Tally(count, int(found[DECISIONS]), int(found[AT_LIMIT]), wins)


def flat(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Arguments as kernels take them: arrays are flattened into numba's array fields, record arrays by record."""
    found: list[Any] = []
    for given in arguments:
        if isinstance(given, Records):
            size = given.data.shape[1]
            found += (0, 0, len(given.data), size, given.data, len(given.data), size)
        elif hasattr(given, "strides"):
            found += (0, 0, given.size, given.itemsize, given, *given.shape, *given.strides)
        else:
            found.append(given)
    return tuple(found)


class Records:
    """Rows of bytes that a kernel takes as records."""

    def __init__(self, data: Any) -> None:
        self.data = data


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _write(path: Path, data: bytes) -> None:
    """Write a file atomically, even if another process writes it too."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(data)
    os.replace(file.name, path)


class CudaBatch(Batch):
    """A `Batch` on a GPU: the same matches, seeds and rewards, in arrays on the device.

    `states` are rows of bytes, each the record of a match. The legal actions are in `numbers`, a row for each match, of
    which the first `counts` are valid; `legal` and `first` are computed from them on access. With `events` the states
    also hold the events of the last action, as those of `Match` do.
    """

    device = "cuda"

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
        device: str = "cuda",
        events: bool = False,
    ) -> None:
        self._settle(game_or_name, matches, seats, options, others)
        self._cuda = self.game.cuda
        cupy = self._cuda.cupy
        rules, players = self.game.rules, self._players
        self._loud = "_loud" if events else ""
        size = len(rules.STATE)
        self.states = cupy.zeros((matches, size), np.uint8)
        self.seeds = cupy.zeros(matches, np.int64)
        self.seat, self.random, self.counts = (cupy.zeros(matches, np.int32) for _ in range(3))
        self.numbers = cupy.zeros((matches, kernels.room(rules)), np.int16)
        self.rewards = cupy.zeros((matches, self.seats), np.float32)
        self._ended = cupy.zeros(matches, np.uint8)
        self.ended = self._ended.view(np.bool_)
        self.scores, self.ranks = (cupy.zeros((matches, self.seats), np.int64) for _ in range(2))
        self.last = cupy.zeros((matches if keep_last else 0, size), np.uint8)
        self.learner = cupy.asarray(self._learners(learner))
        self.opponents = players.names
        self.opponent = cupy.zeros((matches, self.seats), np.int32)
        self._whims = cupy.zeros(matches, np.int64)
        self._stride = 1
        self._options = cupy.asarray(self._encoded, np.int64)
        self._which, self._draws = cupy.asarray(players.which), cupy.asarray(players.draws)
        self._shares, self._knowledge = cupy.asarray(players.shares), cupy.asarray(players.knowledge)
        self._chosen, self._beginning, self._following = (cupy.zeros(matches, np.int32) for _ in range(3))
        self._everyone, self._count = cupy.arange(matches, dtype=np.int32), cupy.full(1, matches, np.int32)
        self._none = cupy.asarray([FINE, 0, 0], np.int32)
        self._counters = cupy.zeros(COUNTERS, np.int32)
        self._observed: dict[str, Any] = {}
        self._masks: Any = None
        self.reset(seed)

    # --- Playing -----------------------------------------------------------------

    def reset(self, seed: int | Sequence[int] | None = None, matches: Any = None) -> None:
        """Restart all matches, or those in `matches` (indices or a mask): with seeds from `seed` on, with a list of
        seeds, or with the next seed of each."""
        places = self._places(_here(matches))
        self._put("seeds", places, np.asarray(self._new_seeds(seed, places), np.int64))
        self.rewards.fill(0)
        self._ended.fill(0)
        listed = self._cuda.cupy.asarray(places, np.int32)
        self._counters[:] = self._none
        self._begin(listed, self._cuda.cupy.full(1, len(listed), np.int32), 0)
        self._look_again()

    def step(self, actions: Any) -> tuple[Any, Any]:
        """Take one action in every match (STAY skips one); returns `rewards` and `ended`.

        `actions` may be an array of CuPy, torch, JAX or NumPy. If any action is illegal, no match changes.
        """
        given = self._given(actions)
        self._counters[:] = self._none
        self._cuda.run(
            "check" if given.dtype == np.int32 else "check_long", self.matches, self.matches, given, self._chosen,
            self.random, self.numbers, self.counts, self._counters,
        )  # fmt: skip
        self._act(self._everyone, self._count, asked=1)
        wrong, _, following = self._counters.tolist()  # waits for the GPU; an illegal action has changed nothing
        if wrong != FINE:
            raise IllegalAction(
                f"action {given[wrong]} is not legal for seat {self.seat[wrong]} in match {wrong}; "
                f"it may: {', '.join(str(n) for n in self.legal_actions(wrong)[:6])}…"
            )
        self._follow(following)
        return self.rewards, self.ended

    def _given(self, actions: Any) -> Any:
        """The actions as an array on the GPU, 32 or 64 bits each."""
        given = self._cuda.cupy.asarray(actions)
        if given.shape != (self.matches,) or given.dtype.kind not in "iu":
            raise IllegalAction(f"{self.matches} whole numbers are expected, not {given.dtype} {given.shape}")
        if given.dtype == np.uint64:
            given = given.clip(0, 2**63 - 1)
        return self._cuda.cupy.ascontiguousarray(given, np.int32 if given.dtype == np.int32 else np.int64)

    def _act(self, listed: Any, counts: Any, *, asked: int) -> None:
        """Take the chosen actions of the listed matches, restart those that end, and find who decides next."""
        self._cuda.run(
            f"act{self._loud}", len(listed), listed, counts, 0, Records(self.states), self.seats, asked, self._stride,
            self.seeds, self._whims, self.seat, self._chosen, self.rewards, self._ended, self.scores, self.ranks,
            Records(self.last), self._beginning, self._counters,
        )  # fmt: skip
        self._begin(self._beginning, self._counters, BEGINNING)
        self._ask(listed, counts)

    def _begin(self, listed: Any, counts: Any, which: int) -> None:
        self._cuda.run(
            f"begin{self._loud}", len(listed), listed, counts, which, Records(self.states), self._options, self.seats,
            self.seeds, self._whims, self.opponent, self._shares,
        )  # fmt: skip

    def _ask(self, listed: Any, counts: Any) -> None:
        self._cuda.run(
            "ask", len(listed), listed, counts, 0, Records(self.states), self.seat, self.numbers, self.counts,
            self._whims, self.random, self.learner, self._following, self._counters,
        )  # fmt: skip

    def _look_again(self) -> None:
        self._counters[:] = self._none
        self._ask(self._everyone, self._count)
        self._follow(int(self._counters[FOLLOWING]))

    def _follow(self, count: int) -> None:
        """Play the other seats, first in `count` matches, until it is the learner's turn in every match."""
        while count:
            listed, counts = self._following[:count].copy(), self._counters[FOLLOWING : FOLLOWING + 1].copy()
            self._counters[:] = self._none
            self._decide(listed, self._whims, self._chosen)
            self._act(listed, counts, asked=0)
            count = int(self._counters[FOLLOWING])

    def _decide(self, listed: Any, whims: Any, out: Any) -> None:
        choose = self._cuda.function("choose", self._players.decide)
        choose((-(-len(listed) // THREADS),), (THREADS,), flat((
            listed, len(listed), Records(self.states), self.seat, self.numbers, self.counts, whims, self.opponent,
            self._which, self._draws, self._knowledge, out,
        )))  # fmt: skip

    # --- Saving ------------------------------------------------------------------

    def imagine(self, source: Batch, matches: Any, seats: Any, seeds: Any, *, reopen: bool = False) -> None:
        """Become copies of those matches of another batch, each as its seat in `seats` could imagine it."""
        cupy = self._cuda.cupy
        places, seats, seeds = self._imagined(source, matches, seats, seeds)
        self.states[:] = cast(CudaBatch, source).states[places]
        self.opponent[:] = source.opponent[places]
        masks = [self.game.rules.STATE.masks(seat) for seat in range(self.seats)]
        keep, fill = (cupy.asarray(np.stack(part)) for part in zip(*masks, strict=True))
        given = Records(self.states), self.states, keep, fill, seats, seeds, int(reopen)
        self._cuda.run("imagine", self.matches, *given)
        self._look_again()

    def _imagined(self, source: Batch, matches: Any, seats: Any, seeds: Any) -> tuple[Any, Any, Any]:
        cupy = self._cuda.cupy
        super()._imagined(source, _here(cupy.asarray(matches)), _here(cupy.asarray(seats)), _here(cupy.asarray(seeds)))
        return cupy.asarray(matches), cupy.asarray(seats, np.int32), cupy.asarray(seeds, np.int64)

    def __reduce__(self) -> Any:
        made, (game, matches, settings, *rest) = super().__reduce__()
        return made, (game, matches, settings | {"events": bool(self._loud)}, *rest)

    def _row(self, name: str) -> Any:
        """A copy of the array of that name as a NumPy array."""
        found = getattr(self, HIDDEN.get(name, name)).get()
        kinds = {"states": self.game.rules.STATE.dtype, "last": self.game.rules.STATE.dtype, "ended": np.bool_}
        return found.view(kinds[name]).reshape(-1) if name in kinds else found

    def _put(self, name: str, places: Any, values: Any) -> None:
        array = getattr(self, HIDDEN.get(name, name))
        rows = (
            np.ascontiguousarray(values).view(np.uint8).reshape(len(places), -1) if array.dtype == np.uint8 else values
        )
        array[self._cuda.cupy.asarray(places)] = self._cuda.cupy.asarray(rows, array.dtype).reshape(
            -1, *array.shape[1:]
        )

    # --- Looking -----------------------------------------------------------------

    def observations(self, dtype: Any = np.float32, *, seats: Any = None) -> Any:
        """The observations of the seats to decide, or of `seats`, one per match: float32, or float16 for half the
        memory."""
        if seats is None:
            return self._look(self._observed, self.states, self.seat, dtype)
        return self._look({}, self.states, self._cuda.cupy.asarray(seats).astype(np.int32), dtype)

    def last_observations(self, matches: Any, seats: Any, dtype: Any = np.float32) -> Any:
        """The final observations of those seats in those matches, one row per match; needs `keep_last`."""
        if not self.last.size:
            raise BadOption("keep_last = False: the ends of matches are not kept")
        cupy = self._cuda.cupy
        seats = cupy.ascontiguousarray(cupy.asarray(seats), np.int32)
        return self._look({}, self.last[cupy.asarray(matches)], seats, dtype)

    def _look(self, kept: dict[str, Any], states: Any, seats: Any, dtype: Any) -> Any:
        name = np.dtype(dtype).name
        if name not in DTYPES:
            raise BadOption(f"dtype = {name}: observations are {' or '.join(DTYPES)}")
        if name not in kept:
            rows = -(-len(seats) // WARP) * WARP  # a warp writes all of its rows
            kept[name] = self._cuda.cupy.empty((rows, self.game.rules.FEATURES), dtype)
        threads = min(len(seats), OBSERVERS * WARP * self._cuda.multiprocessors)
        self._cuda.run(f"observe_{name}", threads, Records(states), seats, kept[name].ravel(), threads=WARP)
        return kept[name][: len(seats)]

    def whole_states(self) -> Any:
        """The complete states, hidden fields included, for a critic: float32, one row per match.

        Computed on the CPU, so it is slow.
        """
        return self._cuda.cupy.asarray(self.game.rules.STATE.numbers(self._row("states")))

    def masks(self) -> Any:
        """The legal actions as booleans, one row per match. `legal` and `first` hold the same in less memory."""
        if self._masks is None:
            self._masks = self._cuda.cupy.empty((self.matches, self.game.rules.ACTIONS), np.uint8)
        self._masks.fill(0)
        self._cuda.run("mask", self.matches, self.numbers, self.counts, self._masks)
        return self._masks.view(np.bool_)

    def choices(self, matches: Any = None) -> Any:
        """The actions that the players of `others` would take for the seats to decide, in all matches or in those of
        `matches` (indices).

        Nothing changes, and the same position always gives the same actions.
        """
        cupy = self._cuda.cupy
        listed = self._everyone if matches is None else cupy.asarray(matches).astype(np.int32)
        chosen = cupy.zeros(self.matches, np.int32)
        if len(listed):
            self._decide(listed, cast(Any, first_whim)(self._whims), chosen)  # of all at once
        return chosen if matches is None else chosen[listed]

    def legal_actions(self, match: int) -> Any:
        """The legal actions of the seat to decide in that match, ascending."""
        return self.numbers[match, : int(self.counts[match])]

    @property
    def first(self) -> Any:  # type: ignore[override]
        """The index in `legal` of the first legal action of each match."""
        return self._cuda.cupy.concatenate((self._cuda.cupy.zeros(1, np.int64), self.counts.cumsum(dtype=np.int64)))

    @property
    def legal(self) -> Any:  # type: ignore[override]
        """The legal actions of all matches, one after the other."""
        places = self._cuda.cupy.arange(self.numbers.shape[1])
        return self.numbers[places < self.counts[:, None]].astype(np.int32)

    def _read(self, record: Any) -> Any:
        s = self.game.rules.STATE.read(record.tobytes())
        if not self._loud:
            s.happened = 0
        return s


def _here(given: Any) -> Any:
    """A GPU array copied to the CPU; anything else unchanged."""
    return given.get() if hasattr(given, "get") and hasattr(given, "dtype") else given
