"""Sets of cards and tables of spheres: files, ours or a player's, whose mistakes are reported by file and line.

A set is a CSV file with a row for each kind of card:

    id          in notation: lower-case letters, digits, hyphens
    type        spell, focus or timer (M1.1)
    level       0 for the base deck, 1 to 5 for the spheres
    copies      in a base deck, ten in all (M1.2), or in the set of a sphere, ten or more in all (M1.3)
    name_en, name_fr
    mage, cost  of a spell
    slots       of a timer, 1 or 2
    when        of a timer with an effect: placing or discarded
    effect      up to four words of the rulebook, with commas between them

A table (M2.1) has the columns sphere, card and copies, and names ten cards of each sphere. A set may have more kinds
than a match can number; it can still be played with a table, or cut down to ten cards per sphere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tempolude.engine.data import Once, Row, Sheet, Source, find, reads, refuse_all
from tempolude.engine.errors import BadData, BadOption

from . import state

SETS, TABLES = (Path(__file__).parent / folder for folder in ("sets", "tables"))
SET_COLUMNS = ("id", "type", "level", "copies", "name_en", "name_fr", "mage", "cost", "slots", "when", "effect")
TABLE_COLUMNS = ("sphere", "card", "copies")

SORTS = {"spell": state.SPELL, "focus": state.FOCUS, "timer": state.TIMER}
PLACING, DISCARDED = "placing", "discarded"  # when the effect of a timer happens
DEAREST = 9
LONGEST_NAME = 24  # so that it fits on a card
MOST_KINDS = 300  # of a set
RANDOM = "random"  # spheres dealt at random, without a table of spheres

# Every word with the amounts it may have; some words include theirs.
AMOUNT = {
    "recover": (state.RECOVER, 1, 9),
    "recover half": (state.RECOVER, 0, 0),
    "recover all": (state.RECOVER_ALL, 0, 0),
    "gain": (state.GAIN, 1, 4),
    "spark": (state.SPARK, 1, 4),
    "draw": (state.DRAW, 1, 5),
    "fetch": (state.FETCH, 1, 5),
    "remove": (state.REMOVE, 1, 5),
    "remove up to": (state.REMOVE_UP_TO, 1, 5),
    "discount": (state.DISCOUNT, 1, 2),  # M1.5: there are tokens for these two
    "insight": (state.INSIGHT, 1, 5),
    "renew": (state.RENEW, 0, 0),
    "echo": (state.ECHO, 1, 3),
    "convert": (state.CONVERT, 0, 0),
    "surcharge": (state.SURCHARGE, 0, 0),
    "limit": (state.LIMITATION, 0, 0),
    "drain": (state.DRAIN, 0, 0),
    "discard": (state.DISCARD, 1, 5),
    "discard half": (state.DISCARD_HALF, 0, 0),
    "break": (state.BREAK, 0, 0),
}
WORD_NAMES = {(number, high > 0): name for name, (number, _, high) in AMOUNT.items()}


@dataclass(frozen=True)
class Word:
    """One word of an effect, with its amount (0 if it has none)."""

    number: int
    amount: int

    @property
    def name(self) -> str:
        return WORD_NAMES[self.number, self.amount > 0]

    @property
    def attacks(self) -> bool:
        return self.number >= state.ATTACKS

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
        return any(word.number == state.ECHO for word in self.effect)

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


@reads("id", "type", "level", "copies", "name_en|name_fr|name", "mage", "cost", "slots", "when", "effect")
def _set(sheet: Sheet) -> tuple[Kind, ...]:
    once = Once()
    kinds = sheet.each(lambda row: _kind(row, once))
    if len(kinds) > MOST_KINDS:
        raise sheet.rows[MOST_KINDS].refuse(
            f"more than {MOST_KINDS} kinds of card", f"plus de {MOST_KINDS} sortes de cartes"
        )
    refuse_all(_miscounted(sheet, kinds))
    return tuple(kinds)


def _miscounted(sheet: Sheet, kinds: list[Kind]) -> Iterator[BadData]:
    """M1.2, M1.3: levels with a wrong number of cards, reported where they end in the file."""
    last = {kind.level: row for row, kind in zip(sheet.rows, kinds, strict=True)}
    for level in range(state.LEVELS + 1):
        count = sum(kind.copies for kind in kinds if kind.level == level)
        needed = state.SPHERE if level else state.BASE
        if count < needed or (count > needed and not level):
            at, least = last.get(level, sheet), ("at least ", "au moins ") if level else ("", "")
            yield at.refuse(
                f"level {level} has {count} cards where {least[0]}{needed} are needed",
                f"le niveau {level} a {count} cartes là où il en faut {least[1]}{needed}",
            )
    timers = most_timers(kinds, [kind.copies for kind in kinds])
    if timers > state.TIMERS:
        at = [row for row, kind in zip(sheet.rows, kinds, strict=True) if kind.sort == state.TIMER][-1]
        yield at.refuse(
            f"{timers} timers, of which a player could have at most {state.TIMERS}",
            f"{timers} temporisateurs, dont un joueur pourrait avoir {state.TIMERS} au plus",
        )


def most_timers(kinds: Sequence[Kind], copies: Sequence[int]) -> int:
    """The most timers that a player can have with these copies of each kind."""
    by_level = [0] * (state.LEVELS + 1)
    for kind, count in zip(kinds, copies, strict=True):
        by_level[kind.level] += count * (kind.sort == state.TIMER)
    return sum(min(count, state.SPHERE) for count in by_level)


def _kind(row: Row, once: Once) -> Kind:
    """One row, validated."""
    if row["type"] not in SORTS:
        raise row.refuse(
            f"type {row['type']!r}: expected spell, focus or timer",
            f"type {row['type']!r}\u00a0: il faut spell (sort), focus (concentration) ou timer (temporisateur)",
        )
    sort = SORTS[row["type"]]
    if sort == state.SPELL and not row["mage"]:
        raise row.refuse("a spell needs a mage", "un sort a un mage")
    for column, owner in (("mage", state.SPELL), ("cost", state.SPELL), ("slots", state.TIMER)):
        if sort != owner and row[column]:
            raise row.refuse(
                f"a {row['type']} has no {column}", f"{row['type']}\u00a0: cette carte n’a pas de {column}"
            )
    kind = Kind(
        id=row.slug("id"),
        sort=sort,
        level=row.number("level", 0, state.LEVELS),
        copies=row.number("copies", 1, state.SPHERE_SET),
        name=row.texts("name", LONGEST_NAME),
        mage=row.text("mage", LONGEST_NAME) if sort == state.SPELL else "",
        cost=row.number("cost", 0, DEAREST) if sort == state.SPELL else 0,
        slots=row.number("slots", 1, state.SLOTS) if sort == state.TIMER else 0,
        when=_when(row),
        effect=_effect(row),
    )
    once.add(row, kind.id, kind.name)
    return kind


def _when(row: Row) -> str:
    when = row["when"]
    if row["type"] != "timer":
        if when:
            raise row.refuse(
                f"when {when!r}: only the effect of a timer waits",
                f"when {when!r}\u00a0: seul l’effet d’un temporisateur attend",
            )
    elif when not in ((PLACING, DISCARDED) if row["effect"] else ("",)):
        expected = f"expected {PLACING} or {DISCARDED}" if row["effect"] else "a timer without effect has none"
        french = f"il faut {PLACING} ou {DISCARDED}" if row["effect"] else "un temporisateur sans effet n’en a pas"
        raise row.refuse(f"when {when!r}: {expected}", f"when {when!r}\u00a0: {french}")
    return when


def _effect(row: Row) -> tuple[Word, ...]:
    parts = [part.strip() for part in row["effect"].split(",") if part.strip()]
    if not parts and row["type"] != "timer":
        raise row.refuse(f"a {row['type']} needs an effect", f"{row['type']}\u00a0: il faut un effet")
    if len(parts) > state.WORDS:
        raise row.refuse(
            f"the effect has {len(parts)} words: expected at most {state.WORDS}",
            f"l’effet a {len(parts)} mots\u00a0: il en faut {state.WORDS} au plus",
        )
    return tuple(_word(row, part) for part in parts)


def _word(row: Row, text: str) -> Word:
    found = re.fullmatch(r"(\D+?)(?: (\d{1,3}))?", " ".join(text.split()))
    if not found or found[1] not in AMOUNT:
        known = ", ".join(AMOUNT)
        raise row.refuse(
            f"unknown effect {text!r}; there are: {known}", f"effet inconnu {text!r}\u00a0; il y a\u00a0: {known}"
        )
    number, low, high = AMOUNT[found[1]]
    if high == 0 and found[2]:
        raise row.refuse(
            f"effect {text!r}: {found[1]!r} has no amount", f"effet {text!r}\u00a0: {found[1]!r} n’a pas de nombre"
        )
    if high and not (found[2] and low <= int(found[2]) <= high):
        raise row.refuse(
            f"effect {text!r}: {found[1]!r} needs an amount from {low} to {high}",
            f"effet {text!r}\u00a0: {found[1]!r} veut un nombre de {low} à {high}",
        )
    return Word(number, int(found[2] or 0))


# --- Tables ----------------------------------------------------------------------


def read_table(name: str | Source, kinds: tuple[Kind, ...]) -> tuple[int, ...]:
    """M2.1: how many of each kind a table puts into its sphere, ten in all in each."""
    sheet = _table(find("table", TABLES, name))
    ids = {kind.id: number for number, kind in enumerate(kinds)}
    chosen = [0] * len(kinds)
    rows = dict(zip(sheet.each(lambda row: _choose(row, kinds, ids, chosen)), sheet.rows, strict=False))
    refuse_all(_missing(sheet, kinds, chosen, rows))
    return tuple(chosen)


def _choose(row: Row, kinds: tuple[Kind, ...], ids: dict[str, int], chosen: list[int]) -> int:
    """One row of a table, validated and counted; returns its sphere."""
    sphere = row.number("sphere", 1, state.LEVELS)
    copies = row.number("copies", 1, state.SPHERE)
    if row["card"] not in ids:
        raise row.refuse(
            f"card {row['card']!r} is not in the set of cards",
            f"la carte {row['card']!r} n’est pas dans le jeu de cartes",
        )
    number = ids[row["card"]]
    kind = kinds[number]
    if kind.level != sphere:
        raise row.refuse(
            f"{kind.id} is a card of level {kind.level}, not of sphere {sphere}",
            f"{kind.id} est une carte de niveau {kind.level}, pas de la sphère {sphere}",
        )
    chosen[number] += copies
    if chosen[number] > kind.copies:
        raise row.refuse(
            f"{chosen[number]} copies of {kind.id}, of which the set has {kind.copies}",
            f"{chosen[number]} exemplaires de {kind.id}, dont le jeu a {kind.copies}",
        )
    return sphere


def _missing(sheet: Sheet, kinds: tuple[Kind, ...], chosen: list[int], last: Mapping[int, Row]) -> Iterator[BadData]:
    """Spheres without exactly ten cards, reported at the last row about one."""
    for sphere in range(1, state.LEVELS + 1):
        count = sum(n for n, kind in zip(chosen, kinds, strict=True) if kind.level == sphere)
        if count != state.SPHERE:
            yield last.get(sphere, sheet).refuse(
                f"sphere {sphere} has {count} cards where {state.SPHERE} are needed",
                f"la sphère {sphere} a {count} cartes là où il en faut {state.SPHERE}",
            )


@reads(*TABLE_COLUMNS)
def _table(sheet: Sheet) -> Sheet:
    return sheet


# --- What a match is played with -------------------------------------------------


def in_match(options: Mapping[str, Any]) -> tuple[tuple[Kind, ...], tuple[int, ...]]:
    """The kinds of card of a match, by number, and the copies of each that its sphere is dealt from (0: base deck).

    Of a set with more kinds than can be numbered, the table must choose ten cards per sphere; the others are left out.
    """
    kinds = read_set(options["cards"])
    copies = tuple(kind.copies if kind.level else 0 for kind in kinds)
    if options["spheres"] != RANDOM:
        copies = read_table(options["spheres"], kinds)
    if len(kinds) > state.KINDS:
        if options["spheres"] == RANDOM:
            raise BadOption(
                f"{len(kinds)} kinds of card; with more than {state.KINDS} the table must choose ten of each "
                "sphere (M2.1)",
                f"{len(kinds)} sortes de cartes\u00a0; au-delà de {state.KINDS}, la table en choisit dix par "
                "sphère (M2.1)",
            )
        kept = [number for number, kind in enumerate(kinds) if copies[number] or not kind.level]
        kinds, copies = tuple(kinds[number] for number in kept), tuple(copies[number] for number in kept)
    return kinds, copies
