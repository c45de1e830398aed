"""Timeline in a terminal: the line of time with its gaps, the hands, the piles."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from tempolude.engine.drawing import BRASS, LAMP, SEAL, SHADE, person, tray
from tempolude.engine.table import Action, Chip, People

from .table import Table, year_text

WORDS = {
    "en": {
        "title": "Round {round}", "play-off": "Round {round} · play-off", "line": "the line of time", "hand": "your cards",
        "seats": "at the table", "pile": "pile {n}", "next": "next: {card}", "discards": "discards {n}", "out": "out",
        "gap": "gap",
    },
    "fr": {
        "title": "Tour {round}", "play-off": "Tour {round} · départage", "line": "la ligne du temps", "hand": "vos cartes",
        "seats": "à la table", "pile": "pioche {n}", "next": "prochaine : {card}", "discards": "défausse {n}", "out": "hors jeu",
        "gap": "intervalle",
    },
}  # fmt: skip


def chip(part: Chip) -> Text:
    return Text(part.text, style="bold" if part.kind == "card" else f"bold {BRASS}")


def title(s: Any, lang: str) -> str:
    return WORDS[lang]["play-off" if s.playoff else "title"].format(round=s.round)


def draw(s: Any, seat: int, people: People, lang: str, legal: list[Action], table: Table) -> RenderableType:
    """The table as `seat` sees it; `legal` is what it may do now."""
    say = WORDS[lang]
    parts = [
        tray(say["line"], _line(s, lang, table, lit=bool(legal)), lit=bool(legal)),
        tray(say["seats"], _seats(s, people, lang, table)),
    ]
    if seat >= 0:
        parts.append(tray(say["hand"], _hand(s, seat, lang, table), lit=bool(legal)))
    return Group(*parts)


def _line(s: Any, lang: str, table: Table, *, lit: bool) -> RenderableType:
    """T3.1: the cards in order, and the number of the gap before, between and after them."""
    grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column(justify="right", style=LAMP if lit else SHADE)
    grid.add_column(justify="right", style=f"bold {BRASS}")
    grid.add_column()
    for i in range(s.lined):
        card = table.card(s.line[i])
        grid.add_row(f"{WORDS[lang]['gap']} {i} ▸", "", "")
        grid.add_row("", year_text(card, lang), Text(card.name[lang], style="bold"))
    grid.add_row(f"{WORDS[lang]['gap']} {s.lined} ▸", "", "")
    return grid


def _hand(s: Any, seat: int, lang: str, table: Table) -> RenderableType:
    cards = [table.card(number) for number in s.hand[seat][: s.held[seat]]]
    return Columns(
        [Panel(Text(card.name[lang], style="bold"), title=chr(ord("a") + i), box=box.ROUNDED, border_style=BRASS) for i, card in enumerate(cards)]
    )


def _seats(s: Any, people: People, lang: str, table: Table) -> RenderableType:
    say = WORDS[lang]
    grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for seat in range(s.players):
        names = [table.card(number).name[lang] for number in s.hand[seat][: s.held[seat]]]
        cards = Text(" · ").join(Text(name, style=SHADE if s.out[seat] else "") for name in names)
        state = Text(say["out"], style=SEAL) if s.out[seat] else Text("▮" * s.held[seat], style=BRASS)
        grid.add_row(Text.assemble(("▸ " if s.waiting[seat] else "  ", LAMP), person(people, seat)), state, cards)
    top = table.card(s.pile[s.piled - 1]).name[lang] if s.piled else "—"
    piles = [say["pile"].format(n=s.piled), say["next"].format(card=top), say["discards"].format(n=s.discarded)]
    return Group(grid, Text(" · ".join(piles), style=SHADE))
