"""Nets: neural networks trained by self-play, evaluated once per decision on a seat's view.

`tempolude train` writes the file; a game may have one as `net.npz` in its folder. The net reads an observation
(`rules.SEEN`) and scores each legal action by its components (`rules.DOES`): the kind of action, the card, the place.

    hidden = relu(observation @ first)            then for each layer: hidden += relu(hidden @ layer)
    scores = (hidden @ query) · (relu(sum of an action's parts) @ mix)
    win    = sigmoid(hidden @ win)                the share of a victory that the seat can expect

Weights are stored in half precision and used in double precision, so that machines that sum in another order still
choose the same: their sums differ by about 1e-13, and of scores closer than 1e-9 the first action is chosen. They would
choose differently only if the difference of two scores were within 1e-13 of those 1e-9.

A game with a net may also have an `others.npz`, which foresees what another bot chooses: a second head (`query`,
`parts`, `mix`) on the same layers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import IO, Any
from zipfile import BadZipFile

import numpy as np

from tempolude.engine.errors import BadOption
from tempolude.engine.game import Game

from .advice import advice
from .hint import Hint
from .player import Player, Setting

FILE, CARD = "net.npz", "net.md"  # in the game's folder: the net, and how it was made and how strong it is
OTHERS = "others.npz"  # there: the head that foresees what others choose
LAYERS, HEAD = ("first", "first_bias", "layers", "layers_bias"), ("query", "query_bias", "parts", "mix")
TIE = 1e-9  # scores closer than this are equal
MADE_FOR = "made_for"  # the key in the file for the game, rules and features that the weights are for


@dataclass(frozen=True)
class Weights:
    """The arrays of a net, as stored in its file."""

    first: Any  # (observation, width)
    first_bias: Any
    layers: Any  # (how many, width, width)
    layers_bias: Any
    query: Any  # (width, action)
    query_bias: Any
    parts: Any  # (parts of actions, action)
    mix: Any  # (action, action)
    win: Any  # (width,)
    win_bias: Any  # ()


class Net:
    """A game's net, ready for use."""

    def __init__(self, game: Game, weights: Weights) -> None:
        rules = game.rules
        given = Weights(*(np.asarray(getattr(weights, f.name), np.float64) for f in fields(weights)))
        if given.first.shape[0] != rules.FEATURES or given.parts.shape[0] != rules.DOES.vocabulary:
            raise BadOption(f"the net was made for other observations or actions than {game.name} has now")
        self.weights = given
        # The mix of every action's parts is a part of the question, so that actions need no table.
        scale = np.sqrt(given.mix.shape[1])
        self.query, self.query_bias = given.query @ given.mix.T / scale, given.query_bias @ given.mix.T / scale
        self.parts = np.vstack((given.parts, np.zeros(given.parts.shape[1])))  # the last row pads missing parts
        self.components = rules.DOES.components

    def look(self, observation: Any, legal: Any) -> tuple[Any, float]:
        """The score of each legal action, and the seat's expected share of the victory."""
        w = self.weights
        seen = np.flatnonzero(observation)  # at most about a tenth of the numbers
        hidden = np.maximum(through(observation[seen], w.first[seen]) + w.first_bias, 0)
        for layer, bias in zip(w.layers, w.layers_bias, strict=True):
            hidden = hidden + np.maximum(through(hidden, layer) + bias, 0)
        actions = np.maximum(self.parts[self.components[legal]].sum(axis=1), 0)
        scores = through(through(hidden, self.query) + self.query_bias, actions.T)
        return scores, float(1 / (1 + np.exp(-(through(hidden, w.win[:, None])[0] + w.win_bias))))


def through(values: Any, matrix: Any) -> Any:
    """`values @ matrix` in this thread: a BLAS with threads can wait 20 ms for another core of a busy machine."""
    return np.einsum("i,ij->j", values, matrix)


class NetBot(Player):
    """Plays the legal action that its net scores highest."""

    def __init__(self, setting: Setting, net: Net) -> None:
        super().__init__(setting)
        self.net = net
        self._seen = np.zeros(self.game.rules.FEATURES, np.float32)

    def choose(self, view: Any, seat: int) -> int:
        return self.hint(view, seat).action

    def hint(self, view: Any, seat: int) -> Hint:
        """The action that its net scores highest, and the share of the victory that the seat can expect."""
        legal = self.legal(view, seat)
        if len(legal) == 1:
            return Hint(legal[0])
        scores, wins = self.look(view, seat, legal)
        return Hint(legal[first_of_best(scores)], wins)

    def look(self, view: Any, seat: int, legal: list[int]) -> tuple[Any, float]:
        """The scores of these actions, and the share of the victory that the seat can expect."""
        self._seen[:] = 0
        self.game.rules.observe(view, seat, self._seen)
        return self.net.look(self._seen, legal)


def first_of_best(scores: Any) -> int:
    """The first score that is the highest, or so close to it that another machine might have summed it higher.

    >>> first_of_best(np.array([0.3, 0.7, 0.7 + 1e-12]))
    1
    """
    return int(np.flatnonzero(scores >= scores.max() - TIE)[0])


# --- Files -----------------------------------------------------------------------


_nets: dict[tuple[str, str], Net] = {}  # by the game's package and the file


def has_net(game: Game) -> bool:
    """Whether the game comes with a net."""
    return (files(game.package) / FILE).is_file()


def net_of(game: Game) -> Net:
    """The net that comes with the game, or BadOption."""
    if not has_net(game):
        raise BadOption(f"{game.name} comes with no net: {advice(game).no_net}")
    key = game.package, FILE
    if key not in _nets:
        with (files(game.package) / FILE).open("rb") as file:
            _nets[key] = Net(game, read_weights(game, file))
    return _nets[key]


def others_of(game: Game) -> Net | None:
    """The net that foresees what others choose, if the game comes with one."""
    key, path = (game.package, OTHERS), files(game.package) / OTHERS
    if key not in _nets and path.is_file():
        weights = net_of(game).weights
        with path.open("rb") as file:
            _nets[key] = Net(game, replace(weights, **read_arrays(file, HEAD, head_made_for(game, weights))))
    return _nets.get(key)


def net_from(game: Game, path: Path) -> Net:
    """The net in a file, or BadOption."""
    try:
        with path.open("rb") as file:
            return Net(game, read_weights(game, file))
    except OSError as error:
        raise BadOption(f"the net {str(path)!r} cannot be read: {error.strerror}") from None


def read_weights(game: Game, file: IO[bytes]) -> Weights:
    """The arrays in a net's file, or BadOption."""
    return Weights(**read_arrays(file, [f.name for f in fields(Weights)], made_for(game)))


def read_arrays(file: IO[bytes], names: Sequence[str], here: str) -> dict[str, Any]:
    """Arrays that were made for what is here, or BadOption."""
    try:
        with np.load(file, allow_pickle=False) as kept:
            if str(kept[MADE_FOR]) != here:
                raise BadOption(f"the net is for {kept[MADE_FOR]}; here is {here}")
            return {name: kept[name] for name in names}
    except (KeyError, ValueError, EOFError, BadZipFile) as error:
        raise BadOption(f"this is no net of tempolude: {error}") from None


def write_weights(game: Game, weights: Weights, path: Path) -> None:
    """Write a net in half precision, atomically."""
    write_arrays(weights, [f.name for f in fields(weights)], made_for(game), path)


def write_head(game: Game, weights: Weights, path: Path) -> None:
    """Write the head of a net in half precision, atomically; it fits nets with the same layers alone."""
    write_arrays(weights, HEAD, head_made_for(game, weights), path)


def write_arrays(weights: Weights, names: Sequence[str], here: str, path: Path) -> None:
    arrays: dict[str, Any] = {name: np.asarray(getattr(weights, name), np.float16) for name in names}
    arrays[MADE_FOR] = np.array(here)
    beside = path.with_suffix(".part")
    with beside.open("wb") as file:
        np.savez_compressed(file, **arrays)
    beside.replace(path)


def made_for(game: Game) -> str:
    """A description of the rules, observations and actions that a net is for."""
    rules = game.rules
    return f"{game.name}, rules version {game.rules_version}, {rules.FEATURES} features, {rules.ACTIONS} actions"


def head_made_for(game: Game, weights: Weights) -> str:
    """The same for a head, with the layers on which it was made."""
    layers = sha256()
    for name in LAYERS:
        layers.update(np.ascontiguousarray(getattr(weights, name), np.float16).tobytes())
    return f"{made_for(game)}, layers {layers.hexdigest()[:16]}"
