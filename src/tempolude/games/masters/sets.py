"""Sets of cards and tables of spheres: files, ours or a player's, read with every mistake named by file and line.

A set is a CSV file with a row for each kind of card:

    id          in notation: lower-case letters, digits, hyphens
    type        spell, focus or timer (M1.1)
    level       0 for the base deck, 1 to 5 for the spheres
    copies      in a base deck, ten in all (M1.2), or in the set of a sphere, twenty in all (M1.3)
    name_en, name_fr
    mage, cost  of a spell
    slots       of a timer, 1 or 2
    when        of a timer with an effect: placing or discarded
    effect      up to four words of the rulebook, with commas between them

A table (M2.1) has the columns sphere, card and copies, and names ten cards of each sphere.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tempolude.engine.errors import BadData

from . import components as m

SETS, TABLES = (Path(__file__).parent / folder for folder in ("sets", "tables"))
SET_COLUMNS = ("id", "type", "level", "copies", "name_en", "name_fr", "mage", "cost", "slots", "when", "effect")
TABLE_COLUMNS = ("sphere", "card", "copies")

SORTS = {"spell": m.SPELL, "focus": m.FOCUS, "timer": m.TIMER}
PLACING, DISCARDED = "placing", "discarded"  # when the effect of a timer is done
DEAREST = 9
LONGEST_NAME = 24  # so that it fits on a card

# Every word with the amounts it may have; the names of some say the amount themselves.
AMOUNT = {
    "recover": (m.RECOVER, 1, 9),
    "recover all": (m.RECOVER_ALL, 0, 0),
    "gain": (m.GAIN, 1, 4),
    "spark": (m.SPARK, 1, 4),
    "draw": (m.DRAW, 1, 5),
    "fetch": (m.FETCH, 1, 5),
    "remove": (m.REMOVE, 1, 5),
    "remove up to": (m.REMOVE_UP_TO, 1, 5),
    "discount": (m.DISCOUNT, 1, 2),  # M1.5: there are tokens for these two
    "insight": (m.INSIGHT, 1, 5),
    "renew": (m.RENEW, 0, 0),
    "echo": (m.ECHO, 1, 3),
    "convert": (m.CONVERT, 0, 0),
    "surcharge": (m.SURCHARGE, 0, 0),
    "limit": (m.LIMITATION, 0, 0),
    "drain": (m.DRAIN, 0, 0),
    "discard": (m.DISCARD, 1, 5),
    "discard half": (m.DISCARD_HALF, 0, 0),
    "break": (m.BREAK, 0, 0),
}
WORD_NAMES = {number: name for name, (number, _, _) in AMOUNT.items()}


@dataclass(frozen=True)
class Word:
    """One word of an effect, with its amount (0 for a word that has none)."""

    number: int
    amount: int

    @property
    def name(self) -> str:
        return WORD_NAMES[self.number]

    @property
    def attacks(self) -> bool:
        return self.number >= m.ATTACKS

    def __str__(self) -> str:
        return f"{self.name} {self.amount}" if self.amount else self.name


@dataclass(frozen=True)
class Kind:
    """One kind of card (M1.1)."""

    id: str
    sort: int
    level: int
    copies: int  # per base deck (level 0), or in its sphere's set
    name: dict[str, str]
    mage: str
    cost: int
    slots: int
    when: str  # of a timer's effect
    effect: tuple[Word, ...]

    @property
    def parts(self) -> bool:
        """Whether it is a timer that may be discarded for its effect."""
        return self.when == DISCARDED

    @property
    def echoes(self) -> bool:
        return any(word.number == m.ECHO for word in self.effect)

    @property
    def attacks(self) -> bool:
        return any(word.attacks for word in self.effect)


Row = tuple[int, dict[str, str]]  # the line where it begins, and its values by column


def read_set(name: str) -> tuple[Kind, ...]:
    """The kinds of card of one of our sets, or of a file, in its order; BadData with file, line and reason.

    >>> kinds = read_set("house")
    >>> len(kinds), kinds[1].id, str(kinds[1].effect[0])
    (55, 'charge', 'discount 1')
    """
    path = Path(name) if name.endswith(".csv") else SETS / f"{name}.csv"
    return _read_set(path, _stamp(path))


def read_table(name: str, kinds: tuple[Kind, ...]) -> tuple[int, ...]:
    """M2.1: how many of each kind a table puts into its sphere, ten in all in each."""
    path = Path(name) if name.endswith(".csv") else TABLES / f"{name}.csv"
    ids = {kind.id: number for number, kind in enumerate(kinds)}
    chosen = [0] * len(kinds)
    last = dict.fromkeys(range(1, m.LEVELS + 1), 1)  # the last line about each sphere
    for line, row in _rows(path, TABLE_COLUMNS):
        sphere = _number(path, line, row, "sphere", 1, m.LEVELS)
        copies = _number(path, line, row, "copies", 1, m.SPHERE)
        if row["card"] not in ids:
            raise BadData(path, line, f"card {row['card']!r} is not in the set of cards")
        number = ids[row["card"]]
        kind = kinds[number]
        if kind.level != sphere:
            raise BadData(path, line, f"{kind.id} is a card of level {kind.level}, not of sphere {sphere}")
        chosen[number] += copies
        last[sphere] = line
        if chosen[number] > kind.copies:
            raise BadData(path, line, f"{chosen[number]} copies of {kind.id}, of which the set has {kind.copies}")
    for sphere, line in last.items():
        count = sum(n for n, kind in zip(chosen, kinds, strict=True) if kind.level == sphere)
        if count != m.SPHERE:
            raise BadData(path, line, f"sphere {sphere} has {count} cards where {m.SPHERE} are needed")
    return tuple(chosen)


def _stamp(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError as error:
        raise BadData(path, 0, f"cannot be read: {error.strerror}") from error


def _rows(path: Path, columns: tuple[str, ...]) -> Iterator[Row]:
    """The rows of a file after its header, each with the line where it begins."""
    _stamp(path)
    try:
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise BadData(path, line, "is not UTF-8 text") from error
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


@lru_cache(maxsize=32)
def _read_set(path: Path, stamp: int) -> tuple[Kind, ...]:
    kinds: list[Kind] = []
    lines: dict[str, int] = {}  # where an id or a name was first seen
    last = dict.fromkeys(range(m.LEVELS + 1), 1)  # the last line with a card of each level
    for line, row in _rows(path, SET_COLUMNS):
        kind = _kind(path, line, row)
        for mark in (kind.id, *(f"{name} ({lang})" for lang, name in kind.name.items())):
            if mark.casefold() in lines:
                raise BadData(path, line, f"duplicate: {mark!r} is already in line {lines[mark.casefold()]}")
            lines[mark.casefold()] = line
        last[kind.level] = line
        kinds.append(kind)
        if len(kinds) > m.KINDS:
            raise BadData(path, line, f"more than {m.KINDS} kinds of card")
    for level, line in last.items():
        count = sum(kind.copies for kind in kinds if kind.level == level)
        needed = m.BASE if level == 0 else m.SPHERE_SET
        if count != needed:
            raise BadData(path, line, f"level {level} has {count} cards where {needed} are needed")
    timers = sum(kind.copies for kind in kinds if kind.sort == m.TIMER)
    if timers > m.TIMERS:
        line = max(lines[kind.id] for kind in kinds if kind.sort == m.TIMER)
        raise BadData(path, line, f"{timers} timers, of which a player could have at most {m.TIMERS}")
    return tuple(kinds)


def _number(path: Path, line: int, row: dict[str, str], column: str, low: int, high: int) -> int:
    value = row[column]
    if not re.fullmatch(r"\d{1,3}", value) or not low <= int(value) <= high:
        raise BadData(path, line, f"{column} {value!r}: a whole number from {low} to {high} is expected")
    return int(value)


def _kind(path: Path, line: int, row: dict[str, str]) -> Kind:
    """One row, checked."""

    def refuse(reason: str) -> BadData:
        return BadData(path, line, reason)

    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", row["id"]):
        raise refuse(f"id {row['id']!r}: lower-case letters, digits and hyphens are expected")
    if row["type"] not in SORTS:
        raise refuse(f"type {row['type']!r}: spell, focus or timer is expected")
    sort = SORTS[row["type"]]
    for lang in ("en", "fr"):
        name = row[f"name_{lang}"]
        if not name:
            raise refuse(f"name_{lang} is missing")
        if len(name) > LONGEST_NAME:
            raise refuse(f"name_{lang} has {len(name)} characters: at most {LONGEST_NAME} are expected")
    if (sort == m.SPELL) != bool(row["mage"]):
        raise refuse("a spell needs a mage" if sort == m.SPELL else f"a {row['type']} has no mage")
    for column, owner in (("cost", m.SPELL), ("slots", m.TIMER)):
        if sort != owner and row[column]:
            raise refuse(f"a {row['type']} has no {column}")
    return Kind(
        id=row["id"],
        sort=sort,
        level=_number(path, line, row, "level", 0, m.LEVELS),
        copies=_number(path, line, row, "copies", 1, m.SPHERE_SET),
        name={"en": row["name_en"], "fr": row["name_fr"]},
        mage=row["mage"],
        cost=_number(path, line, row, "cost", 0, DEAREST) if sort == m.SPELL else 0,
        slots=_number(path, line, row, "slots", 1, m.SLOTS) if sort == m.TIMER else 0,
        when=_when(path, line, row),
        effect=_effect(path, line, row),
    )


def _when(path: Path, line: int, row: dict[str, str]) -> str:
    when = row["when"]
    if row["type"] != "timer":
        if when:
            raise BadData(path, line, f"when {when!r}: only the effect of a timer waits")
    elif when not in ((PLACING, DISCARDED) if row["effect"] else ("",)):
        expected = f"{PLACING} or {DISCARDED} is expected" if row["effect"] else "a timer without effect has none"
        raise BadData(path, line, f"when {when!r}: {expected}")
    return when


def _effect(path: Path, line: int, row: dict[str, str]) -> tuple[Word, ...]:
    parts = [part.strip() for part in row["effect"].split(",") if part.strip()]
    if not parts and row["type"] != "timer":
        raise BadData(path, line, f"a {row['type']} needs an effect")
    if len(parts) > m.WORDS:
        raise BadData(path, line, f"the effect has {len(parts)} words: at most {m.WORDS} are expected")
    words = tuple(_word(path, line, part) for part in parts)
    for word in words:
        # Played again and again in one turn, these would never end it (G3).
        if word.number in (m.DRAW, m.FETCH) and (row["type"] == "focus" or row["when"] == DISCARDED):
            what = "a focus" if row["type"] == "focus" else "a discarded timer"
            raise BadData(path, line, f"{word}: {what} may not give cards, for two of them could go on for ever")
        if word.number == m.ECHO and row["type"] != "spell":
            raise BadData(path, line, f"{word}: only a spell can echo")
    return words


def _word(path: Path, line: int, text: str) -> Word:
    found = re.fullmatch(r"(\D+?)(?: (\d{1,3}))?", " ".join(text.split()))
    if not found or found[1] not in AMOUNT:
        raise BadData(path, line, f"unknown effect {text!r}; there are: {', '.join(AMOUNT)}")
    number, low, high = AMOUNT[found[1]]
    if high == 0 and found[2]:
        raise BadData(path, line, f"effect {text!r}: {found[1]!r} has no amount")
    if high and not (found[2] and low <= int(found[2]) <= high):
        raise BadData(path, line, f"effect {text!r}: {found[1]!r} needs an amount from {low} to {high}")
    return Word(number, int(found[2] or 0))
