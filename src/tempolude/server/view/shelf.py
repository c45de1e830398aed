"""The shelf: a box for every registered game, our own first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tempolude.engine.game import Game
from tempolude.engine.options import Words

from .pages import folder, playable

FIRST = ("collectors", "timeline", "contretemps", "pirates", "masters")  # in this order; other games follow by name


@dataclass(frozen=True)
class Box:
    """A game on the shelf."""

    game: Game
    cover: str | None  # its `cover.svg`, if it has one
    playable: bool  # whether there is a table for it in the browser

    @property
    def name(self) -> str:
        return self.game.name

    @property
    def title(self) -> Words:
        return self.game.title

    @property
    def designers(self) -> tuple[str, ...]:
        return self.game.designers


def shelf(found: Iterable[Game]) -> list[Box]:
    """The boxes of these games, in the order of the shelf.

    >>> from tempolude.engine.game import game
    >>> [box.name for box in shelf([game("masters"), game("timeline")])]
    ['timeline', 'masters']
    """
    return [box(game) for game in sorted(found, key=place)]


def place(game: Game) -> tuple[int, str]:
    """The sort key of a game on the shelf."""
    return FIRST.index(game.name) if game.name in FIRST else len(FIRST), game.name


def box(game: Game) -> Box:
    """The box of a game."""
    cover = f"{game.name}/cover.svg" if (folder(game) / "cover.svg").exists() else None
    return Box(game, cover, playable(game))
