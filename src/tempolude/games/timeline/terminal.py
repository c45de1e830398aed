"""Timeline in a terminal: the line with its gaps, the hands, the piles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from math import ceil
from string import ascii_lowercase
from typing import Any

from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tempolude.engine.drawing import BRASS, LAMP, SEAL, SHADE, person, tray
from tempolude.engine.table import Action, Chip, People

from . import words
from .table import Table

WORDS = {
    "en": {
        "title": "Round {round}", "play-off": "Round {round} · play-off", "line": "the line: gap ▸ card",
        "hand": "your cards", "seats": "at the table", "pile": "draw pile: {n}", "next": "next: {card}",
        "discards": "discards: {n}", "out": "out",
    },
    "fr": {
        "title": "Manche {round}", "play-off": "Manche {round} · départage", "hand": "vos cartes",
        "line": "la frise : intervalle ▸ carte", "seats": "à la table",
        "pile": "pioche : {n}", "next": "prochaine : {card}", "discards": "défausse : {n}",
        "out": "hors course",
    },
}  # fmt: skip

LISTED = 14  # the command numbers up to this many choices; if there are more, it gives each of several cards a letter
ROWS = 10  # a longer line gets another column
FEWEST_LETTERS = 10  # unless names would be cut shorter than this
BESIDE = 10  # beside year and name: the gap's number, and space
FEW = 20  # up to this many cards of other players are shown by name


def chip(part: Chip) -> Text:
    return Text(part.text, style="bold" if part.kind == "card" else f"bold {BRASS}")


def title(s: Any, lang: str) -> str:
    return WORDS[lang]["play-off" if s.playoff else "title"].format(round=s.round)


def draw(s: Any, seat: int, people: People, lang: str, legal: list[Action], table: Table) -> RenderableType:
    """The table as `seat` sees it; `legal` is what it may do now."""
    say = WORDS[lang]
    cards = [table.card(number) for number in s.line[: s.lined]]
    line = LineOfTime([(words.year(card, lang), card.name[lang]) for card in cards], lit=bool(legal))
    parts = [
        tray(say["line"], line, lit=bool(legal)),
        tray(say["seats"], _seats(s, seat, people, lang, table)),
    ]
    if seat >= 0 and s.held[seat]:
        lettered = len(legal) > LISTED and s.held[seat] > 1
        parts.append(tray(say["hand"], _hand(s, seat, lang, table, lettered=lettered), lit=bool(legal)))
    return Group(*parts)


class LineOfTime:
    """T3.1: the cards in columns from top to bottom, each after the number of the gap before it."""

    def __init__(self, cards: list[tuple[str, str]], *, lit: bool) -> None:
        self.cards = [*cards, ("", "")]  # the last gap has no card after it
        self.lit = lit

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        width, count = options.max_width, 1
        while ceil(len(self.cards) / count) > ROWS and sum(self._widths(count + 1, FEWEST_LETTERS)) <= width:
            count += 1
        letters = max(cell_len(name) for _, name in self.cards)
        while letters > 1 and sum(self._widths(count, letters)) > width:
            letters -= 1
        columns = [
            [self._entry(gap, width) for gap in column]
            for column, width in zip(self._columns(count), self._widths(count, letters), strict=True)
        ]
        grid = Grid.grid()
        for row in zip_longest(*columns):
            grid.add_row(*row)
        yield grid

    def _columns(self, count: int) -> list[range]:
        """The gaps in each column."""
        rows = ceil(len(self.cards) / count)
        return [range(i, min(i + rows, len(self.cards))) for i in range(0, len(self.cards), rows)]

    def _widths(self, count: int, letters: int) -> list[int]:
        """The width of each column if names may have that many letters."""
        lengths = [cell_len(year) + min(cell_len(name), letters) for year, name in self.cards]
        return [BESIDE + max(lengths[gap] for gap in column) for column in self._columns(count)]

    def _entry(self, gap: int, width: int) -> Text:
        year, name = self.cards[gap]
        number = (f"{gap:>3} ▸ ", f"bold {LAMP}" if self.lit else SHADE)
        text = Text.assemble(number, (year, BRASS), "  ", (name, "bold"), no_wrap=True)
        text.truncate(width - 1, overflow="ellipsis")
        text.pad_right(width - text.cell_len)
        return text


def _hand(s: Any, seat: int, lang: str, table: Table, *, lettered: bool) -> RenderableType:
    """The cards, with the letters that the command gives them when there are many choices."""
    found = []
    for i in range(s.held[seat]):
        letter = f"{ascii_lowercase[i]}  " if lettered else ""
        found.append(Text.assemble((letter, f"bold {LAMP}"), (table.card(s.hand[seat][i]).name[lang], "bold")))
    return Columns(found, padding=(0, 3))


def _seats(s: Any, reader: int, people: People, lang: str, table: Table) -> RenderableType:
    """Everybody’s cards except the reader’s own, which are shown below; by name as long as they are few."""
    say = WORDS[lang]
    few = sum(s.held[other] for other in range(s.players) if other != reader) <= FEW
    grid = Grid.grid(padding=(0, 2, 0, 0), expand=True)
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=not few, overflow="fold" if few else "ellipsis", ratio=1)
    for seat in range(s.players):
        style = SHADE if s.out[seat] else ""
        hand = [] if seat == reader else s.hand[seat][: s.held[seat]]
        cards = Text(" · ").join(Text(table.card(number).name[lang], style) for number in hand)
        state = Text(say["out"], style=SEAL) if s.out[seat] else Text("▮" * s.held[seat], style=BRASS)
        grid.add_row(Text.assemble(("▸ " if s.waiting[seat] else "  ", LAMP), person(people, seat)), state, cards)
    top = table.card(s.pile[s.piled - 1]).name[lang] if s.piled else "—"
    piles = [say["pile"].format(n=s.piled), say["next"].format(card=top), say["discards"].format(n=s.discarded)]
    return Group(grid, Text(" · ".join(piles), style=SHADE))
