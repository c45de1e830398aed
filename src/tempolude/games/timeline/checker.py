"""Checking decks beyond what the reader asks (T1.2): every fault of every card, told by file and line.

The reader refuses a deck it cannot play with at the first mistake. This looks at all of it, and at what makes a deck
good to play: names that fit on a card and do not tell the year, sentences in due form, years not too close.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from tempolude.engine.data import Row, Sheet, ours, reads
from tempolude.engine.errors import BadData

from .decks import COLUMNS, FOLDER, Card, read_card

NAME, TEXT = 32, 180  # characters that fit on a card
TOGETHER = 3  # cards of one year in one deck

A_YEAR = re.compile(r"[0-9]{3}")
SENTENCE_END = re.compile(r"[.!?…]([”]|\u00a0»)?$")
TYPED = re.compile(r"""['"]|\.\.\.|  """)
FRENCH_SPACING = re.compile(r"[^\u00a0\u202f][:;!?»%]|«[^\u00a0\u202f]|[0-9] [0-9]{3}")


@dataclass(frozen=True)
class Report:
    """What was found in a deck: its cards that can be read, and its faults in order of lines."""

    path: Path
    cards: tuple[Card, ...]
    faults: tuple[BadData, ...]

    @property
    def known(self) -> int:
        """How many cards are marked as best known (T1.4)."""
        return sum(card.known for card in self.cards)

    @property
    def icons(self) -> int:
        return len({card.icon for card in self.cards})

    @property
    def fullest_century(self) -> tuple[int, int]:
        """The century with the most cards, and how many: the years 1801 to 1900 are 19, 100 to 1 BC are -1."""
        centuries = Counter(century(card.year) for card in self.cards)
        return max(centuries.items(), key=lambda item: (item[1], item[0])) if centuries else (0, 0)


def century(year: int) -> int:
    """
    >>> [century(year) for year in (-101, -100, -1, 1, 100, 101, 2000)]
    [-2, -1, -1, 1, 1, 2, 20]
    """
    return (year + 99) // 100 if year > 0 else -((99 - year) // 100)


def our_decks() -> list[Path]:
    """The files of the decks that come with the game."""
    return [FOLDER / f"{name}.csv" for name in ours(FOLDER)]


def check_decks(paths: list[Path]) -> list[Report]:
    """A report on each deck. A card may stand in only one of them."""
    first: dict[str, Row] = {}
    return [_check(path, first) for path in paths]


def _check(path: Path, first: dict[str, Row]) -> Report:
    try:
        rows, faults = _rows(path)
    except BadData as fault:  # the file as a whole: not there, not CSV, a column missing
        return Report(path, (), (fault,))
    cards: list[tuple[Row, Card]] = []
    found = list(faults)
    for row in rows:
        try:
            cards.append((row, read_card(row)))
        except BadData as fault:
            found.append(fault)
    found += [row.refuse(reason) for row, card in cards for reason in _wrong_with(card)]
    found += _doubles(cards, first)
    found += _out_of_order(cards)
    return Report(path, tuple(card for _, card in cards), tuple(sorted(found, key=lambda fault: fault.line)))


@reads(*COLUMNS, known="false")
def _rows(sheet: Sheet) -> tuple[tuple[Row, ...], tuple[BadData, ...]]:
    return sheet.rows, () if sheet.rows else (sheet.refuse("has no cards"),)


# --- One card --------------------------------------------------------------------


def _wrong_with(card: Card) -> Iterator[str]:
    if A_YEAR.search(card.id):
        yield f"id {card.id!r} looks like it tells a year"
    for lang, name in card.name.items():
        if len(name) > NAME:
            yield f"name_{lang} has {len(name)} characters: at most {NAME} fit on a card"
        if A_YEAR.search(name):
            yield f"name_{lang} {name!r} looks like it tells a year"
        yield from _wrong_writing(f"name_{lang}", lang, name)
    for lang, text in card.text.items():
        if len(text) > TEXT:
            yield f"text_{lang} has {len(text)} characters: at most {TEXT} fit on a card"
        if not SENTENCE_END.search(text):
            yield f"text_{lang} does not end like a sentence"
        yield from _wrong_writing(f"text_{lang}", lang, text)
    if card.text["en"] == card.text["fr"]:
        yield "text_en and text_fr are the same"


def _wrong_writing(column: str, lang: str, words: str) -> Iterator[str]:
    if found := TYPED.search(words):
        yield f"{column} has {found[0]!r}: write ’ “ ” « » … and single spaces"
    if lang == "fr" and (found := FRENCH_SPACING.search(words)):
        yield f"{column} lacks a no-break space at {found[0]!r}"
    if lang == "en" and "\u00a0" in words:
        yield f"{column} has a no-break space"


# --- All of them -----------------------------------------------------------------


def _doubles(cards: list[tuple[Row, Card]], first: dict[str, Row]) -> Iterator[BadData]:
    """No id and no name twice, in this deck or those before."""
    for row, card in cards:
        for mark in (card.id, *(f"{name} ({lang})" for lang, name in card.name.items())):
            other = first.setdefault(mark.casefold(), row)
            if other is not row:
                where = f"in line {other.line}" + (f" of {other.path.name}" if other.path != row.path else "")
                yield row.refuse(f"duplicate: {mark!r} is already {where}")


def _out_of_order(cards: list[tuple[Row, Card]]) -> Iterator[BadData]:
    for (_, before), (row, card) in pairwise(cards):
        if card.year < before.year:
            yield row.refuse(f"year {card.year} comes after {before.year}: a deck is written in order of time")
    many = Counter(card.year for _, card in cards)
    seen: Counter[int] = Counter()
    for row, card in cards:
        seen[card.year] += 1
        if seen[card.year] == TOGETHER + 1:
            yield row.refuse(f"{many[card.year]} cards of the year {card.year}: at most {TOGETHER} are good to play")
