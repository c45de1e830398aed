"""What cards and years of Timeline are called in sentences."""

from __future__ import annotations

from tempolude.engine.wording import plural

from . import words
from .components import Card

MILLION, MILLIARD = 10**6, 10**9


def named(card: Card, lang: str) -> str:
    """A card with its date."""
    return f"{card.name[lang]} ({words.year(card, lang)})"


def quoted(card: Card | None, lang: str) -> str:
    """A card with its date, in a sentence."""
    assert card
    return words.BOARD[lang]["quoted"].format(name=card.name[lang], date=words.year(card, lang))


def cards(number: int, lang: str) -> str:
    """A number of cards, in words."""
    return words.BOARD[lang]["none"] if number == 0 else plural(words.CARDS, number, lang)


def numerals(year: int, lang: str) -> tuple[str, str]:
    """A year as a plate shows it: the numerals, and the unit beside them.

    >>> numerals(-776, "en"), numerals(-1760000, "fr"), numerals(-13800000000, "en")
    (('-776', ''), ('-1,76', 'M'), ('-13.8', 'bn'))
    """
    for unit, sign in ((MILLIARD, "milliard"), (MILLION, "million")):
        if abs(year) >= unit:
            drawn = f"{year / unit:.2f}".rstrip("0").rstrip(".")
            return drawn.replace(".", words.BOARD[lang]["point"]), words.BOARD[lang][sign]
    return str(year), ""
