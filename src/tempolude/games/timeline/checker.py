"""A thorough check of decks (T1.2): every fault of every card, by file and line.

The reader stops at the first mistake that makes a deck unplayable. This looks at all of it, and at what makes a deck
good to play: names that fit on a card and do not give the year away, well-formed sentences, years not too close.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from tempolude.engine.data import Row, Source, called, find, look, ours
from tempolude.engine.errors import BadData
from tempolude.engine.rulebook import LANGUAGES

from .components import FOLDER, NEEDED, NO_CARDS, NOT_NEEDED, Card, read_card, with_ids

NAME, TEXT = 32, 180  # characters that fit on a card
TOGETHER = 3  # cards of one year in one deck

A_YEAR = re.compile(r"[0-9]{3}")
SENTENCE_END = re.compile(r"[.!?…]([”]|\u00a0»)?$")
TYPED = re.compile(r"""['"]|\.\.\.|  """)
FRENCH_SPACING = re.compile(r"[^\u00a0\u202f][:;!?»%]|«[^\u00a0\u202f]|[0-9] [0-9]{3}")


@dataclass(frozen=True)
class Report:
    """The readable cards of a deck, and its faults in line order."""

    path: Path
    cards: tuple[Card, ...]
    errors: tuple[BadData, ...]  # which make it unplayable
    advice: tuple[BadData, ...] = ()  # what would make it better to play
    disorder: tuple[BadData, ...] = ()  # untidiness that only readers of the file see
    lines: tuple[int, ...] = ()  # the line of each card

    @property
    def faults(self) -> tuple[BadData, ...]:
        """All faults, in line order."""
        return _in_order([*self.errors, *self.advice, *self.disorder])

    @property
    def known(self) -> int:
        """How many cards are marked as best known (T1.4)."""
        return sum(card.known for card in self.cards)

    @property
    def icons(self) -> int:
        return len({card.icon for card in self.cards})

    @property
    def fullest_century(self) -> tuple[int, int]:
        """The century with the most cards, and their number: 19 is 1801 to 1900, -1 is 100 to 1 BC."""
        centuries = Counter(century(card.year) for card in self.cards)
        return max(centuries.items(), key=lambda item: (item[1], item[0])) if centuries else (0, 0)


def century(year: int) -> int:
    """
    >>> [century(year) for year in (-101, -100, -1, 1, 100, 101, 2000)]
    [-2, -1, -1, 1, 1, 2, 20]
    """
    return (year + 99) // 100 if year > 0 else -((99 - year) // 100)


def our_deck(name: str) -> Path:
    """The file of a deck that comes with the game, its newest version."""
    return called(find("deck", FOLDER, name))


def our_decks() -> list[Path]:
    """The files of the decks that come with the game."""
    return [our_deck(name) for name in ours(FOLDER)]


def check_decks(sources: Sequence[Source]) -> list[Report]:
    """A report on each deck. A card may be in only one of them."""
    first: dict[str, Row] = {}
    return [_check(source, first) for source in sources]


def _check(source: Source, first: dict[str, Row]) -> Report:
    path = called(source)
    try:
        sheet = look(source, *NEEDED, **NOT_NEEDED)
    except BadData as fault:  # of the whole file: missing, not CSV, or without a column
        return Report(path, (), (fault,))
    errors = list(sheet.faults)
    if not sheet.rows and not errors:
        errors.append(sheet.refuse(*NO_CARDS))
    cards: list[tuple[Row, Card]] = []
    for written, row in zip(sheet.rows, with_ids(sheet.rows), strict=True):
        try:
            cards.append((written, read_card(row)))
        except BadData as fault:
            errors.append(fault)
    errors += _doubles(cards, first)
    advice = [row.refuse(*reason) for row, card in cards for reason in _wrong_with(row, card)]
    advice += _crowded(cards)
    found = (_in_order(errors), _in_order(advice), tuple(_out_of_order(cards)))
    return Report(path, tuple(card for _, card in cards), *found, tuple(row.line for row, _ in cards))


def _in_order(faults: Iterable[BadData]) -> tuple[BadData, ...]:
    return tuple(sorted(faults, key=lambda fault: fault.line))


# --- One card --------------------------------------------------------------------


def _wrong_with(row: Row, card: Card) -> Iterator[tuple[str, str]]:
    """What could be improved in a card, in English and French. A text shared by both is checked once."""
    if row["id"] and A_YEAR.search(card.id):
        yield (
            f"id {card.id!r} seems to give away the year",
            f"id {card.id!r} semble révéler l’année",
        )
    for column, lang, name in _written(row, "name", card.name):
        if len(name) > NAME:
            yield _too_long(column, name, NAME)
        if A_YEAR.search(name):
            yield (
                f"{column} {name!r} seems to give away the year",
                f"{column} {name!r} semble révéler l’année",
            )
        yield from _wrong_writing(column, lang, name)
    for column, lang, text in _written(row, "text", card.text):
        if len(text) > TEXT:
            yield _too_long(column, text, TEXT)
        if not SENTENCE_END.search(text):
            yield (
                f"{column} does not end like a sentence",
                f"{column} ne finit pas comme une phrase",
            )
        yield from _wrong_writing(column, lang, text)
    if card.text["en"] == card.text["fr"] and {"text_en", "text_fr"} <= row.values.keys():
        yield "text_en and text_fr are the same", "text_en et text_fr sont identiques"


def _written(row: Row, what: str, words: dict[str, str]) -> Iterator[tuple[str, str, str]]:
    """The columns that give a name or a sentence, their language (“” if none), and the text."""
    there = [(f"{what}_{lang}", lang) for lang in LANGUAGES if f"{what}_{lang}" in row]
    for column, lang in there or [(what, "")]:
        yield column, lang, words[lang or LANGUAGES[0]]


def _too_long(column: str, text: str, most: int) -> tuple[str, str]:
    return (
        f"{column} has {len(text)} characters: at most {most} fit on a card",
        f"{column} a {len(text)} caractères\u00a0: {most} au plus tiennent sur une carte",
    )


def _wrong_writing(column: str, lang: str, words: str) -> Iterator[tuple[str, str]]:
    if found := TYPED.search(words):
        yield (
            f"{column} has {found[0]!r}: write ’ “ ” « » … and single spaces",
            f"{column} a {found[0]!r}\u00a0: écrivez ’ “ ” « » … et des espaces simples",
        )
    if lang == "fr" and (found := FRENCH_SPACING.search(words)):
        yield (
            f"{column} lacks a no-break space at {found[0]!r}",
            f"il manque à {column} une espace insécable à {found[0]!r}",
        )
    if lang == "en" and "\u00a0" in words:
        yield f"{column} has a no-break space", f"{column} a une espace insécable"


# --- All of them -----------------------------------------------------------------


def _doubles(cards: list[tuple[Row, Card]], first: dict[str, Row]) -> Iterator[BadData]:
    """Ids and names that are already in this deck or an earlier one."""
    for row, card in cards:
        for mark in (card.id, *(f"{name} ({lang})" for lang, name in card.name.items())):
            other = first.setdefault(mark.casefold(), row)
            if other is not row:
                elsewhere = other.path != row.path
                where = f"in line {other.line}" + (f" of {other.path.name}" if elsewhere else "")
                french = f"à la ligne {other.line}" + (f" de {other.path.name}" if elsewhere else "")
                yield row.refuse(
                    f"duplicate: {mark!r} is already {where}", f"en double\u00a0: {mark!r} est déjà {french}"
                )
                break  # one report per row


def _out_of_order(cards: list[tuple[Row, Card]]) -> Iterator[BadData]:
    for (_, before), (row, card) in pairwise(cards):
        if card.year < before.year:
            yield row.refuse(
                f"year {card.year} comes after {before.year}: a deck is written in order of time",
                f"l’année {card.year} suit {before.year}\u00a0: un paquet s’écrit dans l’ordre du temps",
            )


def _crowded(cards: list[tuple[Row, Card]]) -> Iterator[BadData]:
    many = Counter(card.year for _, card in cards)
    seen: Counter[int] = Counter()
    for row, card in cards:
        seen[card.year] += 1
        if seen[card.year] == TOGETHER + 1:
            yield row.refuse(
                f"{many[card.year]} cards of the year {card.year}: more than {TOGETHER} make a poor game",
                f"{many[card.year]} cartes de l’année {card.year}\u00a0: au-delà de {TOGETHER}, le jeu en souffre",
            )
