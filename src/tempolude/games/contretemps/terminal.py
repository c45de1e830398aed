"""Contre-Temps in a terminal: the timeline with the cards at each event, the seats, the hand."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.align import Align
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tempolude.engine.drawing import BRASS, CRYSTAL, LAMP, SEAL, SHADE, mark, person, tray
from tempolude.engine.state import NONE
from tempolude.engine.table import Action, Chip, People

from . import state, words
from .names import code
from .table import Table

EMBLEMS = "⚙✦☾✎▲"  # cog, star, moon, quill, and the alchemists' sign of fire
INKS = ("#d9a85c", "#6aa5ff", "#b48cf2", "#63c48a", "#ff7f66")

WORDS = {
    "en": {
        "title": "Round {round} of 10 · {phase}",
        "line": "timeline", "hand": "your hand", "seats": "at the table",
        "constant": "constant", "none": "none", "winning": "winning", "lead": "lead", "held by": "control",
        "pawns": "pawns", "name": "", "crystals": "crystals", "cards": "cards", "discs": "discs", "at": "at",
        "void": "has no", "played": "played", "ready": "has chosen", "event": "event {n}",
        "unseen": "4 unseen · discards: {n}",
    },
    "fr": {
        "title": "Manche {round} sur 10 · {phase}",
        "line": "la ligne du temps", "hand": "votre main", "seats": "à la table",
        "constant": "constante", "none": "aucune", "winning": "gagnante", "lead": "entame", "held by": "contrôle",
        "pawns": "pions", "name": "", "crystals": "cristaux", "cards": "cartes", "discs": "disques", "at": "lieu",
        "void": "sans", "played": "jouée", "ready": "a choisi", "event": "év. {n}",
        "unseen": "4 cachées · défausse : {n}",
    },
}  # fmt: skip


def card_text(card: int, *, shaded: bool = False) -> Text:
    """A card: emblem and value in its colour, so that both shape and colour show the suit."""
    if card == NONE:
        return Text("·", style=SHADE)
    style = SHADE if shaded else f"bold {INKS[state.suit(card)]}"
    return Text(f"{EMBLEMS[state.suit(card)]}{state.value(card)}", style=style)


def chip(part: Chip) -> Text:
    """Cards, suits and crystals as they appear in sentences."""
    if part.kind == "card":
        return Text(f"{EMBLEMS[state.suit(part.value)]} {part.text}", style=f"bold {INKS[state.suit(part.value)]}")
    if part.kind == "suit":
        return Text(f"{EMBLEMS[part.value]} {part.text}", style=f"bold {INKS[part.value]}")
    return Text(f"◈ {part.text}", style=CRYSTAL)


def draw(s: Any, seat: int, people: People, lang: str, legal: list[Action], table: Table) -> RenderableType:
    """The table as `seat` sees it; `legal` is what it may do now."""
    say = WORDS[lang]
    parts = [tray(say["line"], _line(s, lang)), tray(say["seats"], _seats(s, people, lang))]
    if seat >= 0:
        parts.append(tray(say["hand"], _hand(s, seat, legal), lit=any(a.number < state.BACK for a in legal)))
    return Group(*parts)


def title(s: Any, lang: str) -> str:
    return WORDS[lang]["title"].format(round=s.round, phase=words.PHASES[lang][s.phase])


def _line(s: Any, lang: str) -> RenderableType:
    """C3.5: one column per event, with the winning card, the lead card below, the controller’s disc and the pawns."""
    say = WORDS[lang]
    grid = Grid(
        box=box.SIMPLE_HEAD, header_style=f"bold {BRASS}", show_edge=False, pad_edge=False, collapse_padding=True
    )
    grid.add_column("", style=SHADE)
    grid.add_column(say["constant"], justify="center")
    events = [event for event in range(state.TOKENS) if s.laid[event]]
    for event in events:
        number = f"[{event + 1}]" if event == s.present else str(event + 1)
        grid.add_column(Text(number, style=f"bold {LAMP if event == s.event else BRASS}"), justify="center")
    constant = card_text(s.constant) if s.constant != NONE else Text(say["none"], style=SEAL)
    grid.add_row(say["winning"], constant, *(card_text(s.best[e]) for e in events))
    grid.add_row(say["lead"], "", *(card_text(s.lead[e], shaded=s.lead[e] == s.best[e]) for e in events))
    grid.add_row(say["held by"], "", *(mark(s.holder[e]) if s.holder[e] != NONE else card_text(NONE) for e in events))
    grid.add_row(say["pawns"], _pawns(s, NONE), *(_pawns(s, e) for e in events))
    return Group(grid, Align.right(Text(say["unseen"].format(n=s.discarded), style=SHADE)))


def _pawns(s: Any, place: int) -> Text:
    return Text().join(mark(seat) for seat in range(s.players) if s.at[seat] == place)


def _seats(s: Any, people: People, lang: str) -> RenderableType:
    say = WORDS[lang]
    grid = Grid(box=None, header_style=f"italic {SHADE}", pad_edge=False, padding=(0, 2, 0, 0))
    for column in ("name", "crystals", "cards", "discs", "at", "played", "void"):
        grid.add_column(say[column], no_wrap=column != "name")
    for seat in range(s.players):
        place = say["constant"] if s.at[seat] == NONE else say["event"].format(n=s.at[seat] + 1)
        doing = card_text(s.played[seat]) if s.played[seat] != NONE else Text(_choice(s, seat, say), style=SHADE)
        laid = s.discs[seat]
        discs = Text("●" * laid, style=SEAL if laid == state.DISCS else "") + Text(
            "○" * (state.DISCS - laid), style=SHADE
        )
        voids = Text(" ").join(Text(EMBLEMS[a], style=INKS[a]) for a in range(state.SUITS) if s.void[seat][a])
        name = Text.assemble(("▸ " if s.waiting[seat] else "  ", LAMP), person(people, seat))
        grid.add_row(name, Text(f"◈ {s.crystals[seat]}", style=CRYSTAL), str(s.held[seat]), discs, place, doing, voids)
    return grid


def _choice(s: Any, seat: int, say: dict[str, str]) -> str:
    """In a simultaneous decision, whether this seat has chosen."""
    asked = s.phase == state.TRAVEL or (s.phase == state.CONSTANT and s.at[seat] == NONE)
    return say["ready"] if asked and not s.waiting[seat] and not s.over else ""


def _hand(s: Any, seat: int, legal: list[Action]) -> Columns:
    """Cards that cannot be played are dimmed."""
    playable = {action.number for action in legal}
    shown = []
    for card in s.hand[seat]:
        if card != NONE:
            style = "" if card in playable else SHADE
            shown.append(Text.assemble(card_text(card, shaded=card not in playable), (f" {code(card)}", style)))
    return Columns(shown, padding=(0, 3))
