"""The names of cards, in notation (H1.2) and in sentences."""

from __future__ import annotations

import re
from functools import cache

from tempolude.engine.table import Chip
from tempolude.engine.wording import plural

from . import words
from .state import RANKS, rank, suit

RANK_CODES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUIT_CODES = "CDSH"


@cache
def code(card: int) -> str:
    """A card in notation.

    >>> code(0), code(36), code(51)
    ('2C', 'QS', 'AH')
    """
    return f"{RANK_CODES[rank(card)]}{SUIT_CODES[suit(card)]}"


def card_of(text: str) -> int | None:
    """The card that a code means, or None.

    >>> card_of("10d"), card_of("1d")
    (21, None)
    """
    found = re.fullmatch(r"(10|[2-9JQKA])([CDSH])", text.upper())
    return SUIT_CODES.index(found[2]) * RANKS + RANK_CODES.index(found[1]) if found else None


@cache
def card_chip(card: int, lang: str) -> Chip:
    named = words.CARD[lang].format(rank=words.RANKS[lang][rank(card)], suit=words.SUITS[lang][suit(card)])
    return Chip("card", card, named)


@cache
def suit_chip(of: int, lang: str) -> Chip:
    return Chip("suit", of, words.SUITS[lang][of])


def points(n: int, lang: str) -> str:
    return plural(words.POINTS, n, lang)
