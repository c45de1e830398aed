"""Figures of a rulebook: positions reached through the engine, and what of the table they show.

A game's `figures.py` lists them as `FIGURES`; its rulebooks name them with a caption, `![caption](figure:name)`, and
say below in a numbered list what there is to see. A figure with steps is an example that the reader plays through,
`![caption](example:name)`, and its list says what each step teaches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .chance import HALF
from .game import Game
from .match import Match
from .options import Words
from .policy import first_whim, next_whim, whim_below
from .state import SPECTATOR

NAMES = ("Ada", "Blaise", "Camille", "Émile")

Doing = str | Callable[[Match], str]  # actions in notation, "play Q7; play Q9", or what says them of a position


@dataclass(frozen=True)
class Tray:
    """Pieces of some places side by side under a label, each so many pixels wide; beside it a number of the scene."""

    label: Words
    places: tuple[str, ...]
    size: int = 64
    count: str = ""
    columns: int = 0  # how many places lie beside each other; 0: as many as fit


@dataclass(frozen=True)
class Figure:
    """A position, what of it is shown (the whole board, rows of trays, or both), and through whose eyes."""

    name: str
    position: Callable[[Game], Match]
    show: tuple[tuple[Tray, ...], ...] = ()
    notes: tuple[str, ...] = ()  # what the rulebook speaks of: a piece, or the first (or `place.n`) of a place
    steps: tuple[Doing, ...] = ()  # what is done in an example, each action by the first seat that is asked
    seat: int = SPECTATOR
    board: bool = False  # above the trays; without trays it is always shown
    ratio: str = "16 / 9"  # of a board: its width to its height

    def moments(self, game: Game) -> Iterator[Match]:
        """The match as it begins, and again after each step: the same match, gone on."""
        match = self.position(game)
        yield match
        for step in self.steps:
            play(match, step)
            yield match


class Stacked:
    """The block of a generator whose deal never changes: a figure's text speaks of its cards by name, so they must not
    depend on how chance is computed. Every draw of the rules reads one half of one word (`chance.draw_bits`); here both
    halves are the next whim, and what the cipher would write is dropped."""

    def __init__(self, seed: int) -> None:
        self.whim = first_whim(seed)

    def __getitem__(self, place: int) -> int:
        bits, self.whim = whim_below(self.whim, HALF + 1), next_whim(self.whim)
        return bits << 16 | bits

    def __setitem__(self, place: int, word: int) -> None:
        pass


def played(game: Game, seats: int, seed: int, actions: str = "", options: Mapping[str, Any] | None = None) -> Match:
    """A match of Ada, Blaise and others with a known deal, in which these actions were done."""
    match = Match(game, seats=seats, seed=seed, options=options, names=NAMES[:seats])
    match.state.rng_block = Stacked(seed)
    match.begin()
    play(match, actions)
    return match


def play(match: Match, actions: Doing) -> None:
    """Do some actions, each for the first seat that is asked."""
    text = actions if isinstance(actions, str) else actions(match)
    for action in filter(None, map(str.strip, text.split(";"))):
        match.play(match.waiting[0], action)
