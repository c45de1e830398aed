"""The table of any game in a terminal, drawn from its scene, for games without a `terminal.py`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from .drawing import BRASS, LAMP, SHADE, mark, person, tray
from .state import SPECTATOR
from .table import Action, Chip, People, Piece, Scene, Table

WORDS = {
    "en": {"seats": "at the table", "hand": "your hand", "empty": "nothing"},
    "fr": {"seats": "à la table", "hand": "votre main", "empty": "rien"},
}
SUITS = {  # of the default faces, with their colours
    "heart": ("♥", "#ff7f66"), "diamond": ("♦", "#f0a04b"), "club": ("♣", "#63c48a"), "spade": ("♠", "#8fb4ff"),
    "star": ("★", "#8fb4ff"), "moon": ("☾", "#c9a6f5"), "leaf": ("❧", "#63c48a"), "sun": ("☀", "#f0a04b"),
}  # fmt: skip
BACK = "▒"
DICE = "⚀⚁⚂⚃⚄⚅"


def chip(part: Chip) -> Text:
    """Draw a chip of a sentence."""
    return Text(part.text, style=f"bold {BRASS}")


def title(s: Any, lang: str) -> str:
    """Nothing: the table shows everything there is to say."""
    return ""


def draw(s: Any, seat: int, people: People, lang: str, legal: list[Action], table: Table) -> RenderableType:
    """The table as `seat` sees it; `legal` are its legal actions."""
    scene = table.scene(table.game.hide(s, SPECTATOR), lang, people)
    own = table.own(s, seat, lang, people) if seat >= 0 else []
    taken = {piece.at for piece in own}
    pieces = sorted([*(p for p in scene.pieces if p.at not in taken), *own], key=lambda piece: piece.order)
    lit = {handle for action in legal for handle in action.handles}
    shared = shared_counts(scene, table, lang)
    trays: list[RenderableType] = [shared] if shared else []
    for at, name in table.places(lang).items():
        there = lying(pieces, at)
        trays.append(tray(name, row(there, lit, lang), lit=at in lit or any(_handle(p) in lit for p in there)))
    trays.append(tray(WORDS[lang]["seats"], seats(s, scene, pieces, people, lang, table)))
    if hand := lying(pieces, f"hand-{seat}"):
        trays.append(tray(WORDS[lang]["hand"], row(hand, lit, lang), lit=any(_handle(p) in lit for p in hand)))
    return Group(*trays)


def lying(pieces: Iterable[Piece], at: str) -> list[Piece]:
    return [piece for piece in pieces if piece.at == at]


def row(pieces: list[Piece], lit: set[str], lang: str) -> Text:
    """Pieces side by side; those that can be chosen are lit."""
    if not pieces:
        return Text(WORDS[lang]["empty"], style=SHADE)
    return Text("  ").join(face(piece, alight=_handle(piece) in lit) for piece in pieces)


def face(piece: Piece, *, alight: bool = False) -> Text:
    """A piece in a few letters: its face, or its name."""
    kind, *of = piece.face.split(":")
    first = of[0] if of else ""
    match kind:
        case "card" | "tile":
            sign, ink = SUITS.get(of[1] if len(of) > 1 else "", ("", ""))
            text = Text(f"{first}{sign}", style=f"bold {ink}".strip())
        case "back":
            text = Text(BACK, style=SHADE)
        case "token" | "coin":
            text = Text(f"({first})" if first else "●", style=f"bold {BRASS}")
        case "pawn" | "disc" if first.isdecimal():
            text = mark(int(first) - 1)
        case "die" if first in "123456":
            text = Text(DICE[int(first) - 1])
        case "slip":
            text = Text(first)
        case _:
            text = Text(piece.label or first or kind)
    if alight:
        text.stylize(f"underline {LAMP}")
    return text


def shared_counts(scene: Scene, table: Table, lang: str) -> Text | None:
    """The counts that belong to no seat, in one line."""
    labels = table.labels(lang)
    found = [f"{words} {scene.counts[name]}" for name, words in labels.items() if name in scene.counts]
    return Text(" · ".join(found), style=f"italic {BRASS}") if found else None


def seats(s: Any, scene: Scene, pieces: list[Piece], people: People, lang: str, table: Table) -> Grid:
    """The players: their counts, the pieces in their trays, and the size of their hands."""
    labels = {
        name: words
        for name, words in table.labels(lang).items()
        if any(f"{name}-{n}" in scene.counts for n in range(8))
    }
    grid = Grid(box=None, header_style=f"italic {SHADE}", pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("")
    for words in labels.values():
        grid.add_column(words, justify="right")
    grid.add_column("")
    for seat in range(s.players):
        name = Text.assemble(("▸ " if s.waiting[seat] else "  ", LAMP), person(people, seat))
        counts = [Text(str(scene.counts.get(f"{each}-{seat}", "")), style="bold") for each in labels]
        held = [piece for piece in lying(pieces, f"hand-{seat}") if seat != people.reader]
        lies = Text(" ").join(face(piece) for piece in [*held, *lying(pieces, f"tray-{seat}")])
        grid.add_row(name, *counts, lies)
    return grid


def _handle(piece: Piece) -> str:
    return piece.handle or piece.id
