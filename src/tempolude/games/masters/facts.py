"""What a seat did in a match of Time Masters, and had at its end, for studies. Cards are numbered as in the set."""

from __future__ import annotations

from tempolude.engine.state import State

from .components import read_set
from .state import KINDS, LEVELS

CARDS = read_set("house")  # studies use the house set
DEEDS = {
    "turn": "turns",
    "passed": "passes",
    "cast": "spells cast from hand",
    "released": "spells cast from timers",
    "delayed": "timers delayed",
    "focused": "focuses",
}


def facts(s: State, seat: int) -> dict[str, int]:
    cards = [0] * KINDS
    for pile in (s.deck[seat], s.hand[seat], s.discard[seat], s.under[seat], s.timer[seat], s.on[seat]):
        for card in pile:
            if card >= 0:
                cards[card] += 1
    found = {
        f"cards of level {level}": sum(n for n, kind in zip(cards, CARDS, strict=False) if kind.level == level)
        for level in range(1, LEVELS + 1)
    }
    found |= {f"{kind.level} {kind.name['en']}": n for n, kind in zip(cards, CARDS, strict=False) if kind.level}
    return found | {"Kè in the pool": s.ke[seat]}


def deed(event: str, seat: int, a: int, b: int) -> tuple[str, int] | None:
    return (DEEDS[event], 1) if event in DEEDS else None


def fact_name(name: str, lang: str) -> str | None:
    """What the card of a fact is called on a player's page; None if the fact is not about one."""
    return next((k.name[lang] for k in CARDS if k.level and name == f"{k.level} {k.name['en']}"), None)
