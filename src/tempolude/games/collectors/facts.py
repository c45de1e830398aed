"""What a seat did in a match of Time Collectors, and had at its end, for studies."""

from __future__ import annotations

from tempolude.engine.state import State

from .components import COUNTED
from .scoring import SHEET, sheet_line
from .state import FEATS, FIRST_BOOK_KIND, kind_of, type_of

TYPES = ("wonders", "plants", "animals", "minerals", "books")
BOOKS = tuple(f"book of {what}s" for what in COUNTED)


def facts(s: State, seat: int) -> dict[str, int]:
    cards = [card for card in s.board[seat] if card >= 0]
    kinds = [kind_of(card) for card in cards]
    found = {name: sum(type_of(card) == t for card in cards) for t, name in enumerate(TYPES)}
    found |= {f"points: {name}": sheet_line(s, seat, line) for line, name in enumerate(SHEET)}
    found |= {name: kinds.count(FIRST_BOOK_KIND + i) for i, name in enumerate(BOOKS)}
    found |= {f"feat: {name}": int(s.feat[i] == seat) for i, name in enumerate(FEATS)}
    return found | {"treasures": len(cards), "crystals": s.crystals[seat]}


def deed(event: str, seat: int, a: int, b: int) -> tuple[str, int] | None:
    match event:
        case "travelled" | "stayed":
            return event, 1
        case "rift":
            return "rifts", 1
        case "toll":
            return "tolls paid", 1
        case "collected":
            return f"treasures of era {b + 1}", 1
        case "crystal found":
            return "crystals found on the board", b
        case _:
            return None


WORDS = {
    "wonders": {"en": "Wonders", "fr": "Merveilles"},
    "plants": {"en": "Plants", "fr": "Plantes"},
    "animals": {"en": "Animals", "fr": "Animaux"},
    "minerals": {"en": "Minerals", "fr": "Minéraux"},
    "books": {"en": "Books", "fr": "Livres"},
}
ERA = {"en": "Treasures of era {n}", "fr": "Trésors de l’époque {n}"}


def fact_name(name: str, lang: str) -> str | None:
    """What the treasure of a fact is called on a player's page; None if the fact is not about one."""
    if name in WORDS:
        return WORDS[name][lang]
    start, _, era = name.rpartition(" ")
    return ERA[lang].format(n=era) if start == "treasures of era" else None
