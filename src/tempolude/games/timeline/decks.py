"""Decks: files of cards (T1.2), read with every mistake named by file and line."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import lru_cache
from io import StringIO
from pathlib import Path
from unicodedata import category

from tempolude.engine.errors import BadData, BadOption

COLUMNS = ("id", "year", "approximate", "name_en", "name_fr", "icon", "text_en", "text_fr")
FOLDER = Path(__file__).parent / "decks"
FEWEST = 55  # T1.2, of all decks of a match together
MOST = 2**15  # what a match can number
LONGEST_NAME, LONGEST_TEXT = 60, 300
OLDEST, NEWEST = -(10**12), 10**6  # far enough back for the universe
WORD = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Card:
    """One card of a deck (T1.1)."""

    id: str
    year: int
    approximate: bool
    name: dict[str, str]
    icon: str
    text: dict[str, str]


def deck_names() -> list[str]:
    """The decks that come with the game."""
    return sorted(path.stem for path in FOLDER.glob("*.csv"))


def deck_path(name: str) -> Path:
    """The file of a deck: one of ours by its name, or any by its path."""
    if name in deck_names():
        return FOLDER / f"{name}.csv"
    if name.endswith(".csv"):
        return Path(name)
    raise BadOption(f"no deck is called {name!r}; there are: {', '.join(deck_names())} (or the path of a .csv file)")


def read_deck(path: Path) -> tuple[Card, ...]:
    """The cards of a file, or BadData with file, line and reason."""
    try:
        found = path.stat()
        return _read(path, (found.st_mtime_ns, found.st_size))
    except (OSError, ValueError) as error:  # ValueError: no file can have such a name, or it is not UTF-8
        if isinstance(error, UnicodeDecodeError):
            raise BadData(path, error.object[: error.start].count(b"\n") + 1, "is not UTF-8 text") from error
        raise BadData(path, 1, f"cannot be read: {getattr(error, 'strerror', error)}") from error


@lru_cache(maxsize=32)
def _read(path: Path, stamp: tuple[int, int]) -> tuple[Card, ...]:
    rows = csv.reader(StringIO(path.read_text("utf-8-sig")), strict=True)
    cards: list[Card] = []
    lines: dict[str, int] = {}  # where an id or a name was first seen
    start = 1  # the line in which a row begins; it may go over several
    try:
        header = next(rows, [])
        if missing := [column for column in COLUMNS if column not in header]:
            raise BadData(path, 1, f"missing column: {', '.join(missing)}")
        if double := [column for column in COLUMNS if header.count(column) > 1]:
            raise BadData(path, 1, f"column there twice: {', '.join(double)}")
        start = rows.line_num + 1
        for row in rows:
            if row:
                if len(row) != len(header):
                    raise BadData(path, start, f"{len(row)} columns where the header has {len(header)}")
                card = _card(path, start, dict(zip(header, map(_on_one_line, row), strict=True)))
                for mark in (card.id, *(f"{name} ({lang})" for lang, name in card.name.items())):
                    if mark.casefold() in lines:
                        raise BadData(path, start, f"duplicate: {mark!r} is already in line {lines[mark.casefold()]}")
                    lines[mark.casefold()] = start
                cards.append(card)
            start = rows.line_num + 1
    except csv.Error as error:
        raise BadData(path, start, f"is not well-formed CSV: {error}") from error
    if not cards:
        raise BadData(path, 1, "has no cards")
    return tuple(cards)


def _on_one_line(value: str) -> str:
    return re.sub(r"\s*\n\s*", " ", value.strip())


def _card(path: Path, line: int, row: dict[str, str]) -> Card:
    """One row, checked."""

    def refuse(reason: str) -> BadData:
        return BadData(path, line, reason)

    for column in ("id", "icon"):
        if not WORD.fullmatch(row[column]):
            raise refuse(f"{column} {row[column]!r}: lower-case letters, digits and hyphens are expected")
    if not re.fullmatch(r"[+-]?[0-9]{1,13}", row["year"]):
        raise refuse(f"year {row['year']!r}: a whole number is expected, negative before year 1")
    year = int(row["year"])
    if year == 0:
        raise refuse("there was no year 0: 1 BC is -1")
    if not OLDEST <= year <= NEWEST:
        raise refuse(f"year {year} is out of range")
    if row["approximate"].lower() not in ("true", "false"):
        raise refuse(f"approximate {row['approximate']!r}: true or false is expected")
    for column, longest in (("name", LONGEST_NAME), ("text", LONGEST_TEXT)):
        for lang in ("en", "fr"):
            words = row[f"{column}_{lang}"]
            if not words or len(words) > longest:
                raise refuse(f"{column}_{lang} has {len(words)} characters: from 1 to {longest} are expected")
            if strange := [sign for sign in words if category(sign) in ("Cc", "Zl", "Zp")]:
                raise refuse(f"{column}_{lang} has a character that cannot be shown: {strange[0]!r}")
    return Card(
        id=row["id"],
        year=year,
        approximate=row["approximate"].lower() == "true",
        name={"en": row["name_en"], "fr": row["name_fr"]},
        icon=row["icon"],
        text={"en": row["text_en"], "fr": row["text_fr"]},
    )


def mix(names: list[str]) -> tuple[Card, ...]:
    """T1.2: the cards of these decks together; a card found in two is used once.

    They come in order of their ids: decks are written in order of time, which a card's number must not give away.
    """
    cards: dict[str, Card] = {}
    for name in names:
        for card in read_deck(deck_path(name)):
            if card.id in cards and cards[card.id].year != card.year:
                raise BadOption(f"card {card.id!r} has another year in deck {name!r} than in the one before")
            cards.setdefault(card.id, card)
    if len(cards) < FEWEST:
        path = deck_path(names[-1])
        raise BadData(path, 1, f"too few cards: {len(cards)} in all where at least {FEWEST} are needed")
    if len(cards) > MOST:
        raise BadOption(f"decks = {'+'.join(names)}: {len(cards)} cards in all where at most {MOST} can be mixed")
    return tuple(cards[number] for number in sorted(cards))
