"""The chairs of a table: who sits where, in which colour."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from tempolude.bots import levels

from ..storage.rows import ChairRow, Kept, Standing
from ..translation import say

BOTS = (
    "Vaucanson",
    "Hypatie",
    "Harrison",
    "Janvier",
    "Lépine",
    "Huygens",
    "Breguet",
    "Hooke",
)  # watchmakers, mostly
COLOURS = 8
USUAL = "regular"  # the default level of bots
STAND_IN = "regular"  # the level that plays for a player who is away or has left


@dataclass(frozen=True)
class Chair:
    """A seat: a person's, a bot's, or free."""

    seat: int
    colour: int
    name: str = ""
    person: str | None = None
    bot: str | None = None
    left: bool = False  # its player, of this name, left for good, and the bot plays on
    leaver: str | None = None  # that player

    @property
    def free(self) -> bool:
        return self.person is None and self.bot is None

    def row(self, code: str) -> ChairRow:
        """The chair as a row of the database."""
        return ChairRow(
            code, self.seat, self.name, self.colour, self.person, self.bot, left=self.left, leaver=self.leaver
        )


def chairs_of(kept: Kept | Standing) -> list[Chair]:
    """The stored chairs of a table."""
    return [Chair(row.seat, row.colour, row.name, row.person, row.bot, row.left, row.leaver) for row in kept.chairs]


def level_name(bot: str, lang: str) -> str:
    """The level of a bot, shown beside its name."""
    return next((level.name[lang].lower() for level in levels() if level.key == bot), say(lang, "bot"))


def taken(chairs: Iterable[Chair], seat: int, **changes: Any) -> list[Chair]:
    """The chairs with one changed."""
    return [replace(chair, **changes) if chair.seat == seat else chair for chair in chairs]


def bot_chair(chair: Chair, taken: set[str], bot: str = USUAL) -> Chair:
    """The chair with a bot under an unused name."""
    name = next(name for name in BOTS if name not in taken)
    return Chair(chair.seat, chair.colour, name, None, bot)


def with_bots(chairs: list[Chair], bot: str = USUAL) -> list[Chair]:
    """The chairs with a bot on every free one."""
    seated: list[Chair] = []
    for chair in chairs:
        names = {c.name for c in seated} | {c.name for c in chairs}
        seated.append(bot_chair(chair, names, bot) if chair.free else chair)
    return seated
