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

import re
from dataclasses import dataclass
from pathlib import Path

from tempolude.engine.data import Once, Row, Sheet, Source, find, reads

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


# --- Sets ------------------------------------------------------------------------


def read_set(name: str | Source) -> tuple[Kind, ...]:
    """The kinds of card of one of our sets, or of a file, in its order; BadData with file, line and reason.

    >>> kinds = read_set("house")
    >>> len(kinds), kinds[1].id, str(kinds[1].effect[0])
    (55, 'charge', 'discount 1')
    """
    return _set(find("set", SETS, name))


@reads(*SET_COLUMNS)
def _set(sheet: Sheet) -> tuple[Kind, ...]:
    kinds: list[Kind] = []
    once = Once()
    last: dict[int, Row] = {}  # with a card of each level
    for row in sheet.rows:
        kind = _kind(row)
        once.add(row, kind.id, kind.name)
        last[kind.level] = row
        kinds.append(kind)
        if len(kinds) > m.KINDS:
            raise row.refuse(f"more than {m.KINDS} kinds of card")
    for level in range(m.LEVELS + 1):
        count = sum(kind.copies for kind in kinds if kind.level == level)
        needed = m.BASE if level == 0 else m.SPHERE_SET
        if count != needed:
            raise last.get(level, sheet).refuse(f"level {level} has {count} cards where {needed} are needed")
    timers = sum(kind.copies for kind in kinds if kind.sort == m.TIMER)
    if timers > m.TIMERS:
        at = [row for row, kind in zip(sheet.rows, kinds, strict=True) if kind.sort == m.TIMER][-1]
        raise at.refuse(f"{timers} timers, of which a player could have at most {m.TIMERS}")
    return tuple(kinds)


def _kind(row: Row) -> Kind:
    """One row, checked."""
    if row["type"] not in SORTS:
        raise row.refuse(f"type {row['type']!r}: expected spell, focus or timer")
    sort = SORTS[row["type"]]
    if (sort == m.SPELL) != bool(row["mage"]):
        raise row.refuse("a spell needs a mage" if sort == m.SPELL else f"a {row['type']} has no mage")
    for column, owner in (("cost", m.SPELL), ("slots", m.TIMER)):
        if sort != owner and row[column]:
            raise row.refuse(f"a {row['type']} has no {column}")
    return Kind(
        id=row.slug("id"),
        sort=sort,
        level=row.number("level", 0, m.LEVELS),
        copies=row.number("copies", 1, m.SPHERE_SET),
        name=row.texts("name", LONGEST_NAME),
        mage=row["mage"],
        cost=row.number("cost", 0, DEAREST) if sort == m.SPELL else 0,
        slots=row.number("slots", 1, m.SLOTS) if sort == m.TIMER else 0,
        when=_when(row),
        effect=_effect(row),
    )


def _when(row: Row) -> str:
    when = row["when"]
    if row["type"] != "timer":
        if when:
            raise row.refuse(f"when {when!r}: only the effect of a timer waits")
    elif when not in ((PLACING, DISCARDED) if row["effect"] else ("",)):
        expected = f"expected {PLACING} or {DISCARDED}" if row["effect"] else "a timer without effect has none"
        raise row.refuse(f"when {when!r}: {expected}")
    return when


def _effect(row: Row) -> tuple[Word, ...]:
    parts = [part.strip() for part in row["effect"].split(",") if part.strip()]
    if not parts and row["type"] != "timer":
        raise row.refuse(f"a {row['type']} needs an effect")
    if len(parts) > m.WORDS:
        raise row.refuse(f"the effect has {len(parts)} words: expected at most {m.WORDS}")
    words = tuple(_word(row, part) for part in parts)
    for word in words:
        # Played again and again in one turn, these would never end it (G3).
        if word.number in (m.DRAW, m.FETCH) and (row["type"] == "focus" or row["when"] == DISCARDED):
            what = "a focus" if row["type"] == "focus" else "a discarded timer"
            raise row.refuse(f"{word}: {what} may not give cards: two of them could loop forever")
        if word.number == m.ECHO and row["type"] != "spell":
            raise row.refuse(f"{word}: only a spell can echo")
    return words


def _word(row: Row, text: str) -> Word:
    found = re.fullmatch(r"(\D+?)(?: (\d{1,3}))?", " ".join(text.split()))
    if not found or found[1] not in AMOUNT:
        raise row.refuse(f"unknown effect {text!r}; there are: {', '.join(AMOUNT)}")
    number, low, high = AMOUNT[found[1]]
    if high == 0 and found[2]:
        raise row.refuse(f"effect {text!r}: {found[1]!r} has no amount")
    if high and not (found[2] and low <= int(found[2]) <= high):
        raise row.refuse(f"effect {text!r}: {found[1]!r} needs an amount from {low} to {high}")
    return Word(number, int(found[2] or 0))


# --- Tables ----------------------------------------------------------------------


def read_table(name: str | Source, kinds: tuple[Kind, ...]) -> tuple[int, ...]:
    """M2.1: how many of each kind a table puts into its sphere, ten in all in each."""
    sheet = _table(find("table", TABLES, name))
    ids = {kind.id: number for number, kind in enumerate(kinds)}
    chosen = [0] * len(kinds)
    last: dict[int, Row] = {}  # about each sphere
    for row in sheet.rows:
        sphere = row.number("sphere", 1, m.LEVELS)
        copies = row.number("copies", 1, m.SPHERE)
        if row["card"] not in ids:
            raise row.refuse(f"card {row['card']!r} is not in the set of cards")
        number = ids[row["card"]]
        kind = kinds[number]
        if kind.level != sphere:
            raise row.refuse(f"{kind.id} is a card of level {kind.level}, not of sphere {sphere}")
        chosen[number] += copies
        last[sphere] = row
        if chosen[number] > kind.copies:
            raise row.refuse(f"{chosen[number]} copies of {kind.id}, of which the set has {kind.copies}")
    for sphere in range(1, m.LEVELS + 1):
        count = sum(n for n, kind in zip(chosen, kinds, strict=True) if kind.level == sphere)
        if count != m.SPHERE:
            raise last.get(sphere, sheet).refuse(f"sphere {sphere} has {count} cards where {m.SPHERE} are needed")
    return tuple(chosen)


@reads(*TABLE_COLUMNS)
def _table(sheet: Sheet) -> Sheet:
    return sheet
