"""What the pieces of Contre-Temps are called: in notation and in sentences."""

from __future__ import annotations

import re
from functools import cache

from tempolude.engine.table import Chip
from tempolude.engine.wording import plural

from . import state, words

LETTERS = "CSMQF"  # C1.1


@cache
def code(card: int) -> str:
    """A card in notation.

    >>> code(0), code(64)
    ('C1', 'F13')
    """
    return f"{LETTERS[state.suit(card)]}{state.value(card)}"


def card_of(text: str) -> int | None:
    """The card that a code stands for, or None.

    >>> card_of("Q7")
    45
    """
    found = re.fullmatch(r"([CSMQF])(1[0-3]|[1-9])", text.upper())
    return LETTERS.index(found[1]) * state.VALUES + int(found[2]) - 1 if found else None


@cache
def card_chip(card: int, lang: str) -> Chip:
    suit = state.suit(card)
    return Chip("card", card, words.CARD[lang][suit].format(value=state.value(card), suit=words.SUITS[lang][suit]))


@cache
def suit_chip(suit: int, lang: str) -> Chip:
    return Chip("suit", suit, words.SUITS[lang][suit])


@cache
def crystals_chip(n: int, lang: str) -> Chip:
    return Chip("crystals", n, plural(words.CRYSTALS, n, lang))
