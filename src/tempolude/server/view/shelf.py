"""The shelf: our five boxes in their order, whether they can be played yet or not, then any other registered game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tempolude.engine.game import Game
from tempolude.engine.options import Words

from .pages import folder, playable

FIVE = {  # what is known of a game before it is there: its name and who made it
    "collectors": ("Time Collectors", ("Maréva Beauchamps", "Florian Sirieix")),
    "timeline": ("Timeline", ("Frédéric Henry",)),
    "contretemps": ("Contre-Temps", ("Jonathan Woodard",)),
    "pirates": ("Time Pirates", ("Alan R. Moon", "Aaron Weissblum")),
    "masters": ("Time Masters", ("Pierre-Emmanuel Legrain",)),
}


@dataclass(frozen=True)
class Box:
    """A box on the shelf. Without a game it is only a cover: not yet there."""

    name: str
    title: Words
    designers: tuple[str, ...]
    cover: str | None  # its `cover.svg`, if it has one
    game: Game | None
    playable: bool = False  # whether there is a table for it in the browser


def shelf(found: Iterable[Game]) -> list[Box]:
    """Every box, in the order of the shelf.

    >>> [box.name for box in shelf([])]
    ['collectors', 'timeline', 'contretemps', 'pirates', 'masters']
    """
    there = {game.name: game for game in found}
    return [box(name, there.get(name)) for name in [*FIVE, *sorted(there.keys() - FIVE.keys())]]


def box(name: str, game: Game | None) -> Box:
    """The box of a game, or of one of our five that is not there yet."""
    if game:
        cover = f"{name}/cover.svg" if (folder(game) / "cover.svg").exists() else None
        return Box(name, game.title, game.designers, cover, game, playable(game))
    title, designers = FIVE[name]
    return Box(name, {"en": title, "fr": title}, designers, None, None)
