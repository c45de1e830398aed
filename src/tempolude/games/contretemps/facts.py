"""What a seat did in a match of Contre-Temps, and had at its end, for studies."""

from __future__ import annotations

from tempolude.engine.state import State

from .state import DISCS, TOKENS


def facts(s: State, seat: int) -> dict[str, int]:
    held = [event for event in range(TOKENS) if s.holder[event] == seat]
    retaken = [event for event in held if s.best[event] != s.lead[event]]
    return {
        "events controlled": len(held),
        "three events": int(len(held) >= DISCS),
        "event 1 controlled": int(0 in held),
        "the present controlled": int(s.present in held),
        "events held by a card that was not the lead": len(retaken),
        "crystals left": s.crystals[seat],
    }


def deed(event: str, seat: int, a: int, b: int) -> tuple[str, int] | None:
    match event:
        case "travelled":
            return "crystals spent", b
        case "crystal gained":
            return "crystals gained by a lower card", 1
        case "event taken":
            return ("events taken from another" if b >= 0 else "new events taken"), 1
        case _:
            return None


WORDS = {
    "new events taken": {"en": "New events taken", "fr": "Nouveaux événements pris"},
    "events taken from another": {"en": "Events taken from others", "fr": "Événements repris à d’autres"},
    "crystals spent": {"en": "Crystals spent on journeys", "fr": "Cristaux dépensés en voyages"},
    "crystals gained by a lower card": {"en": "Crystals from low cards", "fr": "Cristaux gagnés par de petites cartes"},
}


def fact_name(name: str, lang: str) -> str | None:
    """What a fact is called on a player's page; None if it is not shown there."""
    return WORDS[name][lang] if name in WORDS else None
