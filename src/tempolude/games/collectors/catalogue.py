"""The data files: the treasure cards (L1.1) and the boards (L1.3), read with every mistake named by file and line."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tempolude.engine.errors import BadData

from .components import COLUMNS, EACH, EACH_BOOK, EACH_MINERAL, MINERALS, ROWS

CARDS_FILE = Path(__file__).parent / "cards.csv"
BOARDS_FILE = Path(__file__).parent / "boards.csv"

TYPE_NAMES = ("wonder", "plant", "animal", "mineral", "book")
COUNTED = ("wonder", "plant", "animal", "mineral", "type", "book", "crystal")  # L6.5: by the seven kinds of book
BOARDS = ("red", "blue", "green", "yellow")
CARD_COLUMNS = ("id", "type", "copies", "counts", "name_en", "name_fr", "text_en", "text_fr")
BOARD_COLUMNS = ("board", "row", "first", "second", "third", "fourth")
CRYSTAL = "crystal"
KEPT_PLACES, CRYSTAL_PLACES = 2, 3  # L1.3
LONGEST_NAME, LONGEST_TEXT = 40, 200

Row = tuple[int, dict[str, str]]  # the line of the file, and its columns


@dataclass(frozen=True)
class Card:
    """One treasure card. Several cards may be alike."""

    id: str
    type: str
    counts: str  # what a book counts, "" for other types
    name: dict[str, str]
    text: dict[str, str]


@dataclass(frozen=True)
class Board:
    """A board, place by place: the type it is kept for, CRYSTAL, or nothing."""

    places: tuple[str, ...]

    @property
    def room(self) -> tuple[int, ...]:
        """For each type the places that may take it, as bits."""
        return tuple(self._set_of("", CRYSTAL, name) for name in TYPE_NAMES)

    @property
    def gems(self) -> int:
        """The places that bring a crystal, as bits."""
        return self._set_of(CRYSTAL)

    def _set_of(self, *marks: str) -> int:
        return sum(1 << place for place, what in enumerate(self.places) if what in marks)


# --- Cards -----------------------------------------------------------------------


@lru_cache(maxsize=8)
def read_cards(path: Path) -> tuple[Card, ...]:
    """The 50 cards in the order of their numbers, or BadData with file, line and reason."""
    found: dict[str, list[tuple[Card, int]]] = {name: [] for name in TYPE_NAMES}
    lines: dict[str, int] = {}  # where an id or a name was first seen
    line = 1
    for line, row in _rows(path, CARD_COLUMNS):
        card, copies = _card(path, line, row)
        for mark in (card.id, *(f"{name} ({lang})" for lang, name in card.name.items())):
            if mark.casefold() in lines:
                raise BadData(path, line, f"duplicate: {mark!r} is already in line {lines[mark.casefold()]}")
            lines[mark.casefold()] = line
        if card.counts and any(card.counts == other.counts for other, _ in found["book"]):
            raise BadData(path, line, f"a second kind of book counts {card.counts!r}")
        found[card.type].append((card, copies))
    for name in ("wonder", "plant", "animal", "mineral"):  # L1.1
        count = sum(copies for _, copies in found[name])
        if count != EACH:
            raise BadData(path, line, f"{count} cards of type {name!r} in all where {EACH} are expected")
    if len(found["mineral"]) != MINERALS:
        raise BadData(path, line, f"{len(found['mineral'])} types of mineral where {MINERALS} are expected")
    if missing := [what for what in COUNTED if all(card.counts != what for card, _ in found["book"])]:
        raise BadData(path, line, f"no book counts {missing[0]!r}")
    found["book"].sort(key=lambda pair: COUNTED.index(pair[0].counts))
    return tuple(card for name in TYPE_NAMES for card, copies in found[name] for _ in range(copies))


def _card(path: Path, line: int, row: dict[str, str]) -> tuple[Card, int]:
    """One row, checked: the card, and how many there are of it."""

    def refuse(reason: str) -> BadData:
        return BadData(path, line, reason)

    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", row["id"]):
        raise refuse(f"id {row['id']!r}: lower-case letters, digits and hyphens are expected")
    if row["type"] not in TYPE_NAMES:
        raise refuse(f"type {row['type']!r}: one of {', '.join(TYPE_NAMES)} is expected")
    if not re.fullmatch(r"[1-9]", row["copies"]):
        raise refuse(f"copies {row['copies']!r}: a number from 1 to 9 is expected")
    expected = {"mineral": EACH_MINERAL, "book": EACH_BOOK}.get(row["type"])
    if expected and int(row["copies"]) != expected:
        raise refuse(f"copies {row['copies']}: there are {expected} of each {row['type']}")
    if row["type"] == "book" and row["counts"] not in COUNTED:
        raise refuse(f"counts {row['counts']!r}: one of {', '.join(COUNTED)} is expected")
    if row["type"] != "book" and row["counts"]:
        raise refuse(f"counts {row['counts']!r}: only books count something")
    for column, longest in (("name", LONGEST_NAME), ("text", LONGEST_TEXT)):
        for lang in ("en", "fr"):
            words = row[f"{column}_{lang}"]
            if not words or len(words) > longest:
                raise refuse(f"{column}_{lang} has {len(words)} characters: from 1 to {longest} are expected")
    name, text = ({lang: row[f"{column}_{lang}"] for lang in ("en", "fr")} for column in ("name", "text"))
    return Card(row["id"], row["type"], row["counts"], name, text), int(row["copies"])


# --- Boards ----------------------------------------------------------------------


@lru_cache(maxsize=8)
def read_boards(path: Path) -> dict[str, Board]:
    """The four boards by name, or BadData with file, line and reason."""
    found: dict[str, dict[int, list[str]]] = {name: {} for name in BOARDS}
    last = dict.fromkeys(BOARDS, 1)  # the last line of each
    line = 1
    for line, row in _rows(path, BOARD_COLUMNS):
        name = row["board"]
        if name not in BOARDS:
            raise BadData(path, line, f"board {name!r}: one of {', '.join(BOARDS)} is expected")
        if row["row"] not in map(str, range(ROWS)):
            raise BadData(path, line, f"row {row['row']!r}: a number from 0 to {ROWS - 1} is expected")
        if int(row["row"]) in found[name]:
            raise BadData(path, line, f"row {row['row']} of the {name} board stands there twice")
        places = [row[column] for column in BOARD_COLUMNS[-COLUMNS:]]
        for what in places:
            if what not in ("", CRYSTAL, *TYPE_NAMES):
                raise BadData(path, line, f"place {what!r}: nothing, crystal, {', '.join(TYPE_NAMES)} are expected")
        found[name][int(row["row"])] = places
        last[name] = line
    for name, rows in found.items():
        if len(rows) < ROWS:
            raise BadData(path, line, f"the {name} board has {len(rows)} rows where {ROWS} are expected")
    return {name: _board(path, last[name], name, rows) for name, rows in found.items()}


def _board(path: Path, line: int, name: str, rows: dict[int, list[str]]) -> Board:
    board = Board(tuple(what for number in range(ROWS) for what in rows[number]))
    kept = sum(what in TYPE_NAMES for what in board.places)
    if kept != KEPT_PLACES:
        raise BadData(path, line, f"the {name} board keeps {kept} places for one type where {KEPT_PLACES} are expected")
    crystals = board.places.count(CRYSTAL)
    if crystals != CRYSTAL_PLACES:
        raise BadData(path, line, f"the {name} board has {crystals} crystal places where {CRYSTAL_PLACES} are expected")
    return board


# --- Reading ---------------------------------------------------------------------


def _rows(path: Path, columns: tuple[str, ...]) -> Iterator[Row]:
    """The rows of a file with the line each begins in."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise BadData(path, 0, f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadData(path, path.read_bytes()[: error.start].count(b"\n") + 1, "is not UTF-8 text") from error
    rows = csv.reader(text.splitlines(keepends=True), strict=True)
    try:
        header = next(rows, [])
        if missing := [column for column in columns if column not in header]:
            raise BadData(path, 1, f"missing column: {', '.join(missing)}")
        start = rows.line_num + 1
        for row in rows:
            if row:
                if len(row) != len(header):
                    raise BadData(path, start, f"{len(row)} columns where the header has {len(header)}")
                yield start, dict(zip(header, (value.strip() for value in row), strict=True))
            start = rows.line_num + 1
    except csv.Error as error:
        raise BadData(path, rows.line_num, f"is not well-formed CSV: {error}") from error
