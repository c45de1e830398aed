"""Figures of a rulebook: positions reached through the engine, and the part of the table they show.

A game's `figures.py` lists them as `FIGURES`; its rulebooks refer to them as `![caption](figure:name)`, followed by a
numbered list of what there is to see. A figure with steps is an example that the reader plays through,
`![caption](example:name)`, and its list explains each step.
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

Doing = str | Callable[[Match], str]  # actions in notation, "play Q7; play Q9", or a function that returns them


@dataclass(frozen=True)
class Tray:
    """The pieces of some places side by side, with a width in pixels, under a label, beside a count of the scene."""

    label: Words
    places: tuple[str, ...]
    size: int = 64
    count: str = ""
    columns: int = 0  # places per row; 0: as many as fit


@dataclass(frozen=True)
class Figure:
    """A position, what is shown of it (the whole board, rows of trays, or both), and the seat whose view it is."""

    name: str
    position: Callable[[Game], Match]
    show: tuple[tuple[Tray, ...], ...] = ()
    notes: tuple[str, ...] = ()  # numbered in the rulebook's list: a piece, or the first (or `place.n`) of a place
    steps: tuple[Doing, ...] = ()  # of an example, each action by the first seat to decide
    seat: int = SPECTATOR
    board: bool = False  # whether to show it above the trays; without trays it is always shown
    ratio: str = "16 / 9"  # width to height of the board

    def moments(self, game: Game) -> Iterator[Match]:
        """Yield the match at its start and after each step: the same object, played on."""
        match = self.position(game)
        yield match
        for step in self.steps:
            play(match, step)
            yield match


class Stacked:
    """A generator's block with a fixed deal: the text of a figure names its cards, so they must not depend on how
    chance is computed. Every draw of the rules reads half a word (`chance.draw_bits`); here both halves are the next
    whim, and the cipher's output is dropped."""

    def __init__(self, seed: int) -> None:
        self.whim = first_whim(seed)

    def __getitem__(self, place: int) -> int:
        bits, self.whim = whim_below(self.whim, HALF + 1), next_whim(self.whim)
        return bits << 16 | bits

    def __setitem__(self, place: int, word: int) -> None:
        pass


def played(game: Game, seats: int, seed: int, actions: str = "", options: Mapping[str, Any] | None = None) -> Match:
    """A match of Ada, Blaise and others with a fixed deal, after these actions."""
    match = Match(game, seats=seats, seed=seed, options=options, names=NAMES[:seats])
    match.state.rng_block = Stacked(seed)
    match.begin()
    play(match, actions)
    return match


def play(match: Match, actions: Doing) -> None:
    """Take some actions, each for the first seat to decide."""
    text = actions if isinstance(actions, str) else actions(match)
    for action in filter(None, map(str.strip, text.split(";"))):
        match.play(match.waiting[0], action)
