"""What a seat did in a match of Timeline, and had at its end, for studies."""

from __future__ import annotations

from tempolude.engine.state import State


def facts(s: State, seat: int) -> dict[str, int]:
    return {
        "cards left": s.held[seat],
        "reached a play-off": int(s.playoff and (s.out[seat] == 0 or s.held[seat] == 0)),
    }


def deed(event: str, seat: int, a: int, b: int) -> tuple[str, int] | None:
    return (event, 1) if event in ("placed right", "placed wrong") else None


WORDS = {
    "placed right": {"en": "Cards placed right", "fr": "Cartes bien placées"},
    "placed wrong": {"en": "Cards placed wrong", "fr": "Cartes mal placées"},
}


def fact_name(name: str, lang: str) -> str | None:
    """What a fact is called on a player's page; None if it is not shown there."""
    return WORDS[name][lang] if name in WORDS else None
