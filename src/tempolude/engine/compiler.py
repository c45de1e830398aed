"""The rules compiled to machine code by numba and cached on disk (`cache.py`).

numba's own cache only notices changes in the file of the cached function. Ours calls into the whole game, so the cache
folder is named after a hash of every function and constant that is compiled (`fingerprint.py`) and of the compiler's
versions.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import chance, events
from . import seats as seating
from .cache import cache_folder, keep
from .fingerprint import COMPILER, fingerprint
from .policy import first_whim, next_whim, whim_below
from .rule import CALLED, MARKED
from .state import EVENTS, LIMIT, SEATS

if TYPE_CHECKING:
    from .game import Game

ADVICE = ("heuristic.py", "facts.py")  # in a game's folder, but not part of its rules
SETUP, LEGAL, PLAY, GUESS, SCORE, OBSERVE = range(6)
_registered: set[int] = set()
_digests: dict[str, str] = {}  # of each game's rules, by package; loaded code does not change


def digest(game: Game, *functions: Callable[..., Any]) -> str:
    """A hash of functions over a game's states that changes with anything they reach and with the compiler."""
    versions = [sys.version, *(f"{package} {version(package)}" for package in COMPILER)]
    here = Path(__file__)  # numba only looks at the folder of a function
    how = here.read_bytes(), here.with_name("linking.py").read_bytes() if is_quick() else b""
    return fingerprint(functions, game.rules.STATE.dtype, versions, str(here.parent), how)


def is_quick() -> bool:
    """Whether to compile in less than half the time for slower play, as tests do."""
    return bool(os.environ.get("TEMPOLUDE_QUICK_COMPILE"))


def rules_folder(game: Game) -> Path:
    """The cache folder of a game's current rules."""
    if game.package not in _digests:
        _digests[game.package] = digest(game, *_entry_points(game))
    return cache_folder(game, _digests[game.package])


def is_ready(game: Game) -> bool:
    """Whether the game's current rules are compiled on this machine."""
    return (rules_folder(game) / "ready").exists()


def prepare(game: Game) -> None:
    """Compile in a separate process, so that the caller can show progress; returns when done."""
    if is_ready(game):
        return
    compile_apart(game, f"import tempolude; tempolude.game({game.name!r}).compiled.warm()")


# The pipe ends when this process does, even if it is killed: nobody would wait for what is compiled then.
END_WITH_PARENT = """
import os, threading
threading.Thread(target=lambda: (os.read(0, 1), os._exit(1)), daemon=True).start()
"""


def compile_apart(game: Game, code: str) -> None:
    """Run Python code that compiles something of a game in a separate process; returns when done."""
    command = [sys.executable, "-c", END_WITH_PARENT + code]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        said = process.stderr.read()
    if process.returncode:
        raise RuntimeError(f"compiling {game.name} failed:\n{said}")


def compile_kept(folder: Path, *functions: Callable[..., Any]) -> tuple[Callable[..., Any], ...]:
    """Functions, which may call any rule, compiled on their first call and cached in a folder."""
    numba: Any = import_module("numba")
    register_jitable = import_module("numba.extending").register_jitable
    way: dict[str, Any] = {"no_cfunc_wrapper": True}
    whole: dict[str, Any] = {}
    if is_quick():
        linking = import_module("tempolude.engine.linking")  # imports numba too
        way |= {"no_cpython_wrapper": True, "pipeline_class": linking.Part}
        whole = {"pipeline_class": linking.Whole}
    for function in MARKED:
        if id(function) not in _registered:
            _registered.add(id(function))
            # Inlining rules is a fifth faster and takes a third longer to compile; advice is called from all over.
            advises = f"{function.__module__.rpartition('.')[2]}.py" in ADVICE
            inlined = not (is_quick() or advises or function in CALLED)
            register_jitable(forceinline=inlined, **way)(function)
    # _nrt: rules allocate nothing, so no reference counting is needed
    compiled = tuple(numba.njit(nogil=True, _nrt=False, **whole)(function) for function in functions)
    for function in compiled:
        keep(function, folder)
    return compiled


@dataclass
class Tally:
    """The results of many random matches."""

    matches: int
    decisions: int
    at_limit: int
    wins: list[float]  # by seat; a shared victory counts in equal parts


class Compiled:
    """The rules of a game as machine code, behind the same methods as `Interpreted`."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules = game, game.rules
        self.numbers = np.zeros(max(self.rules.ACTIONS, 2 * SEATS), np.int64)
        self.features = np.zeros(self.rules.FEATURES, np.float32)
        self._call, self._matches = compile_kept(rules_folder(game), *_entry_points(game))
        self._no_options = np.zeros(1, np.int64)

    def warm(self) -> None:
        """Compile (or load) everything now, and mark it as done on disk."""
        seats = self.game.seats[0]
        s = self.rules.STATE.new()
        options = self.game.encode(seats, self.game.settle(seats))
        self.setup(s, seats, options, 0)
        self.matches(seats, options, first_seed=0, count=1)
        folder = rules_folder(self.game)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "ready").touch()

    def _run(self, what: int, s: Any, seat: int, number: int, options: Any = None) -> int:
        given = self._no_options if options is None else options
        done: int = self._call(what, s.array, seat, number, given, self.numbers, self.features)
        return done

    def setup(self, s: Any, seats: int, options: Any, seed: int) -> None:
        s.array[:] = 0
        s.players = seats
        chance.seed(s, seed)
        self._run(SETUP, s, 0, 0, options)

    def legal(self, s: Any, seat: int) -> list[int]:
        count = self._run(LEGAL, s, seat, 0)
        return [int(n) for n in self.numbers[:count]]

    def play(self, s: Any, seat: int, action: int) -> None:
        self._run(PLAY, s, seat, action)

    def guess(self, s: Any, seat: int, seed: int) -> None:
        self._run(GUESS, s, seat, seed)

    def score(self, s: Any) -> tuple[list[int], list[int]]:
        self._run(SCORE, s, 0, 0)
        points, ranks = self.numbers[: s.players], self.numbers[SEATS : SEATS + s.players]
        return [int(n) for n in points], [int(n) for n in ranks]

    def observe(self, s: Any, seat: int) -> Any:
        self.features[:] = 0
        self._run(OBSERVE, s, seat, 0)
        return self.features.copy()

    def matches(self, seats: int, options: Any, *, first_seed: int, count: int) -> Tally:
        """Play `count` matches of random legal actions, with seeds from `first_seed` on."""
        states = np.zeros(2, self.rules.STATE.dtype)
        wins = np.zeros(SEATS, np.float64)
        decisions, at_limit = self._matches(states, seats, options, first_seed, count, self.numbers, wins)
        return Tally(count, int(decisions), int(at_limit), [float(w) for w in wins[:seats]])


def _entry_points(game: Game) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """The compiled functions that Python calls; only two, since each takes seconds to compile."""
    rules = game.rules
    setup, legal, play = rules.setup, rules.legal, rules.play
    guess, score, observe = rules.guess, rules.score, rules.observe
    seed_small, clear_events, first_waiting = chance.seed_small, events.clear_events, seating.first_waiting

    def call(what, state, seat, number, options, numbers, features):  # type: ignore[no-untyped-def]
        s = state[0]
        if what == SETUP:
            setup(s, options)
        elif what == LEGAL:
            return legal(s, seat, numbers)
        elif what == PLAY:
            clear_events(s)
            play(s, seat, number)
        elif what == GUESS:
            seed_small(s, number, chance.GUESS)
            guess(s, seat)
        elif what == SCORE:
            score(s, numbers, numbers[SEATS:])
        elif what == OBSERVE:
            observe(s, seat, features)
        return 0

    def matches(states, seats, options, first_seed, count, numbers, wins):  # type: ignore[no-untyped-def]
        decisions = 0
        at_limit = 0
        s = states[0]
        for number in range(count):
            states[0] = states[1]
            s.players = seats
            s.happened = EVENTS  # nobody reads these events, and a full list takes no more
            seed_small(s, first_seed + number, chance.MATCH)
            whim = first_whim(first_seed + number)
            setup(s, options)
            while s.over == 0:
                seat = first_waiting(s)
                action = numbers[whim_below(whim, legal(s, seat, numbers))]
                whim = next_whim(whim)
                play(s, seat, action)
                decisions += 1
            at_limit += s.over == LIMIT
            score(s, numbers, numbers[SEATS:])
            winners = 0
            for seat in range(seats):
                winners += numbers[SEATS + seat] == 1
            for seat in range(seats):
                if numbers[SEATS + seat] == 1:
                    wins[seat] += 1 / winners
        return decisions, at_limit

    return call, matches
