"""Hearts in a terminal: the players and the cards they have played, the last trick, the hand."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tempolude.engine.drawing import LAMP, SEAL, SHADE, person, tray
from tempolude.engine.state import NONE
from tempolude.engine.table import Action, Chip, People

from . import words
from .scene import void_suits
from .state import HAND, PASSING, QUEEN_OF_SPADES, SEATS, rank, suit
from .table import Table

EMBLEMS = "♣♦♠♥"
INKS = ("#63c48a", "#f0a04b", "#8fb4ff", "#ff7f66")

WORDS = {
    "en": {
        "title": "Deal {deal} · {direction} · {hearts}",
        "seats": "at the table",
        "hand": "your hand",
        "pass": "you pass",
        "last": "last trick",
        "points": "points",
        "total": "total",
        "cards": "cards",
        "void": "has no",
        "played": "played",
        "ready": "has chosen",
    },
    "fr": {
        "title": "Donne {deal} · {direction} · {hearts}",
        "seats": "à la table",
        "hand": "votre main",
        "pass": "vous passez",
        "last": "dernier pli",
        "points": "points",
        "total": "total",
        "cards": "cartes",
        "void": "sans",
        "played": "jouée",
        "ready": "a choisi",
    },
}


def card_text(card: int, lang: str, *, shaded: bool = False) -> Text:
    """A card: emblem and rank in its colour, so that both shape and colour show the suit."""
    if card == NONE:
        return Text("·", style=SHADE)
    style = SHADE if shaded else f"bold {INKS[suit(card)]}"
    return Text(f"{words.INDICES[lang][rank(card)]}{EMBLEMS[suit(card)]}", style=style)


def chip(part: Chip) -> Text:
    """Draw cards and suits in sentences."""
    of = suit(part.value) if part.kind == "card" else part.value
    return Text(f"{EMBLEMS[of]} {part.text}", style=f"bold {INKS[of]}")


def title(s: Any, lang: str) -> str:
    page = words.PAGE[lang]
    hearts = page["broken" if s.broken else "unbroken"]
    return WORDS[lang]["title"].format(deal=s.deal, direction=page["directions"][s.direction], hearts=hearts)


def draw(s: Any, seat: int, people: People, lang: str, legal: list[Action], table: Table) -> RenderableType:
    """The table as `seat` sees it; `legal` are its legal actions."""
    say = WORDS[lang]
    parts = [tray(say["seats"], _seats(s, people, lang))]
    if any(card != NONE for card in s.last):
        parts.append(tray(say["last"], row(s.last, lang)))
    if seat >= 0:
        if s.phase == PASSING and s.held[seat] < HAND:
            parts.append(tray(say["pass"], row(s.passed[seat], lang)))
        parts.append(tray(say["hand"], _hand(s, seat, lang, legal), lit=bool(legal)))
    return Group(*parts)


def row(cards: Any, lang: str) -> Text:
    return Text("  ").join(card_text(card, lang) for card in cards if card != NONE)


def _seats(s: Any, people: People, lang: str) -> Grid:
    """H3.2, H3.5: what each has played, who is winning the trick, what each has shown to lack, the points."""
    say = WORDS[lang]
    grid = Grid(box=None, header_style=f"italic {SHADE}", pad_edge=False, padding=(0, 2, 0, 0))
    for column in ("", "played", "cards", "points", "total", "void"):
        grid.add_column(say.get(column, ""), justify="right" if column in ("cards", "points", "total") else "left")
    for seat in range(SEATS):
        name = Text.assemble(("▸ " if s.waiting[seat] else "  ", LAMP), person(people, seat))
        played = card_text(s.trick[seat], lang)
        if s.best == seat:
            played.append(" ★", style=LAMP)
        if s.phase == PASSING and not s.waiting[seat]:
            played = Text(say["ready"], style=SHADE)
        taken = Text(str(s.points[seat]), style=SEAL if s.points[seat] else "")
        if s.queen == seat:
            taken = Text.assemble(card_text(QUEEN_OF_SPADES, lang), " ", taken)
        voids = Text(" ").join(Text(EMBLEMS[of], style=INKS[of]) for of in void_suits(s, seat))
        grid.add_row(name, played, str(s.held[seat]), taken, str(s.total[seat]), voids)
    return grid


def _hand(s: Any, seat: int, lang: str, legal: list[Action]) -> Text:
    """The hand, with a gap between suits; cards that cannot be played are dimmed."""
    playable, shown, before = {action.number for action in legal}, Text(), NONE
    for card in s.hand[seat]:
        if card != NONE:
            shown.append("" if before == NONE else "   " if suit(card) != suit(before) else " ")
            shown.append_text(card_text(card, lang, shaded=bool(legal) and card not in playable))
            before = card
    return shown
