"""The compiled part of the bots: heuristic and search of one game, cached separately from its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tempolude.engine.cache import cache_folder
from tempolude.engine.compiler import compile_apart, compile_kept, digest
from tempolude.engine.game import Game
from tempolude.engine.policy import first_whim
from tempolude.engine.state import SEATS

from .advice import advice
from .compiled_net import CompiledNet, compiled_net
from .lookahead import make_trials
from .net import has_net
from .tree import DEPTH, EDGE, SETTINGS, make_look, make_prefer, make_search

SEEDS = 2**62  # the seed of a search is below this, so that the seeds of its iterations fit too


@dataclass(frozen=True)
class Functions:
    """The functions compiled for a game's bots besides its rules, and the digest of all that they reach."""

    functions: tuple[Callable[..., Any], ...]
    digest: str


_made: dict[str, Functions] = {}  # by the game's package; cached, since every decision needs the digest


def made(game: Game) -> Functions:
    """The functions of a game's bots, ready to be compiled."""
    if game.package not in _made:
        rules, given = game.rules, advice(game)
        advised = rules, given.weigh, given.recall
        functions = make_search(*advised), make_prefer(rules, given.weigh), make_look(rules), make_trials(*advised)
        _made[game.package] = Functions(functions, digest(game, *functions))
    return _made[game.package]


def search_folder(game: Game) -> Path:
    """The cache folder of a game's current bots."""
    return cache_folder(game, made(game).digest)


def is_ready(game: Game) -> bool:
    """Whether the game's current bots are compiled on this machine."""
    return (search_folder(game) / "ready").exists()


def prepare(game: Game) -> None:
    """Compile the bots of a game in a separate process; returns when done."""
    if not is_ready(game):
        compile_apart(
            game, f"from tempolude.bots.compiled_search import compiled_search; compiled_search({game.name!r}).warm()"
        )


class Tree:
    """The tree of one search: its edges, and the number of iterations so far."""

    def __init__(self, iterations: int) -> None:
        self.edges = np.zeros(1 << max(8, (2 * iterations).bit_length()), EDGE)
        self.iterations = 0
        self.decisions = 0
        self.used = np.zeros(1, np.int64)

    @property
    def room(self) -> int:
        """The number of iterations that still fit; each adds one edge at most."""
        return len(self.edges) * 3 // 4 - self.iterations


class CompiledSearch:
    """The compiled functions of a game's bots."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules, self.advice = game, game.rules, advice(game)
        compiled = compile_kept(search_folder(game), *made(game).functions)
        self._search, self._prefer, self._look, self._trials = compiled
        size = max(self.rules.ACTIONS + 1, 2 * SEATS)  # all actions, followed by NONE
        self._work = np.zeros(1, self.rules.STATE.dtype)
        self._numbers, self._picks = np.zeros(size, np.int64), np.zeros(size, np.int64)
        self._found = np.zeros((size, 3))
        self._path = np.zeros((DEPTH, 2), np.int64)
        self._own = np.zeros(SEATS, np.int64)
        self._rewards = np.zeros((2, SEATS))
        self._values = np.zeros(SEATS)
        self._no_net = compiled_net(game, None)
        self._whims = np.zeros(1, np.int64)

    def __reduce__(self) -> Any:
        return compiled_search, (self.game.name,)

    def warm(self) -> None:
        """Compile (or load) everything now, and mark it as done on disk."""
        seats = self.game.seats[0]
        options = self.game.settle(seats)
        s = self.rules.STATE.new()
        self.game.compiled.setup(s, seats, self.game.encode(seats, options), 0)
        seat = next(seat for seat in range(seats) if s.waiting[seat])
        view, knowledge = self.game.hide(s, seat), self.advice.know(options, 0.5, "")
        tree = Tree(1)
        self.prefer(view, seat, knowledge, 0)
        self.search(tree, view, seat, knowledge, 1, 0, self.advice.settings)
        self.look(tree, view, seat)
        if has_net(self.game) and self.advice.settings["ahead"]:
            self.try_actions(view, seat, knowledge, np.zeros(0, np.int64), 1, 0, 1, None)
        folder = search_folder(self.game)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "ready").touch()

    def search(
        self,
        tree: Tree,
        view: Any,
        seat: int,
        knowledge: Any,
        iterations: int,
        seed: int,
        settings: Mapping[str, float],
        net: CompiledNet | None = None,
    ) -> None:
        """Add iterations to the tree, as far as it has room."""
        count = min(iterations, tree.room)
        draws, spread = min(max(1, settings["draws"]), self.rules.ACTIONS), max(0.01, settings["spread"])
        numbers = [{**settings, "draws": draws, "spread": spread}[name] for name in SETTINGS]
        tree.decisions += self._search(
            view.array, self._work, tree.edges, self._path, self._numbers, self._picks, self._own, self._rewards,
            self._whims, knowledge, seat, seed + tree.iterations, count, np.array(numbers, float), net or self._no_net,
            self._values, tree.used,
        )  # fmt: skip
        tree.iterations += count

    def try_actions(
        self,
        view: Any,
        seat: int,
        knowledge: Any,
        tried: Any,
        guesses: int,
        seed: int,
        horizon: int,
        net: CompiledNet | None,
        others: CompiledNet | None = None,
        share: float = 1.0,
    ) -> Any:
        """The seat's share of the victory in each guess (a row) after each action (a column); a `share` of the others
        choose as a net foresees, if it is given."""
        shares = np.zeros((guesses, len(tried)))
        self._trials(
            view.array, self._work, self._numbers, self._whims, knowledge, seat, seed, tried, horizon,
            net or self._no_net, others or self._no_net, share if others else 0.0, shares,
        )  # fmt: skip
        return shares

    def prefer(self, view: Any, seat: int, knowledge: Any, seed: int) -> int:
        """The action that the heuristic prefers."""
        self._whims[0] = first_whim(seed)
        return int(self._prefer(view.array, self._numbers, knowledge, seat, self._whims))

    def look(self, tree: Tree, view: Any, seat: int) -> dict[int, tuple[int, float, float]]:
        """For each legal action: visits, sum of rewards, sum of victories."""
        count = self._look(view.array, tree.edges, self._numbers, self._found, seat)
        rows = zip(self._numbers[:count], self._found[:count], strict=True)
        return {int(action): (int(visits), float(reward), float(wins)) for action, (visits, reward, wins) in rows}


@cache
def compiled_search(name: str) -> CompiledSearch:
    """The compiled search of the game of that name, loaded once per process."""
    from tempolude.engine.game import game

    return CompiledSearch(game(name))
