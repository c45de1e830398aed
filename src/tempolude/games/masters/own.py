"""Custom sets of cards and tables of spheres (M1.3, M2.1) in the workshop."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from io import StringIO
from typing import Any

from tempolude.engine.component import Component, Face, Group, Look, Pick, PickGroup
from tempolude.engine.data import Source, separator
from tempolude.engine.errors import BadData

from . import state
from .cards import effect_text, look
from .components import AMOUNT, MOST_KINDS, SETS, TABLES, Kind, read_set, read_table
from .meta import SET_NAMES, TABLE_NAMES

SPHERE = {"en": "Sphere {n}", "fr": "Sphère {n}"}
BASE = {"en": "Base deck", "fr": "Deck de base"}
COUNTS = {"en": ("cards", "kinds of card", "attacks"), "fr": ("cartes", "sortes de cartes", "attaques")}
WIDTH = 144


class Album:
    """What the faces of cards need from a table."""

    def __init__(self, kinds: tuple[Kind, ...]) -> None:
        self.kinds = kinds

    def look(self, card: Any, lang: str) -> Any:
        return look(self.kinds[int(card)], lang)


class Cards(Look):
    """Cards with the number of copies of each: all of a set, or those that a table put into its spheres."""

    width = WIDTH

    def __init__(self, kinds: tuple[Kind, ...], copies: tuple[int, ...], advice: tuple[BadData, ...] = ()) -> None:
        super().__init__()
        self.kinds, self.copies, self.advice, self.album = kinds, copies, advice, Album(kinds)
        self.size = sum(copies)
        self.alone = len(kinds) <= state.KINDS

    def figures(self, lang: str) -> list[tuple[str, str]]:
        attacks = sum(n for n, kind in zip(self.copies, self.kinds, strict=True) if kind.attacks)
        there = sum(n > 0 for n in self.copies)
        return list(zip(COUNTS[lang], map(str, (self.size, there, attacks)), strict=True))

    def groups(self, lang: str, told: bool) -> list[Group]:
        return [
            Group(level_name(level, lang), [face(self.kinds, n, self.copies[n], lang) for n in self.of(level)])
            for level in range(state.LEVELS + 1)
            if self.of(level)
        ]

    def of(self, level: int) -> list[int]:
        return [n for n, kind in enumerate(self.kinds) if kind.level == level and self.copies[n]]


def level_name(level: int, lang: str) -> str:
    return SPHERE[lang].format(n=level) if level else BASE[lang]


def face(kinds: tuple[Kind, ...], number: int, copies: int, lang: str) -> Face:
    kind, colon = kinds[number], "\u00a0: " if lang == "fr" else ": "
    label = f"{kind.name[lang]}{colon}{effect_text(kind, lang)}"
    return Face(f"card:{number}", label, f"× {copies}" if copies > 1 else "")


class OwnCards(Component):
    """Sets of cards. Of one, the table may choose the ten cards of each sphere (M2.1)."""

    def picks(self, shown: Look, lang: str) -> list[PickGroup]:
        assert isinstance(shown, Cards)
        return [
            PickGroup(
                level_name(level, lang),
                state.SPHERE,
                [
                    Pick(shown.kinds[n].id, face(shown.kinds, n, shown.copies[n], lang), shown.copies[n])
                    for n in shown.of(level)
                ],
            )
            for level in range(1, state.LEVELS + 1)
        ]

    def picked(self, name: str, text: str, counts: Mapping[str, int]) -> tuple[str, str]:
        """From our set, a table of spheres; from another, that set cut down to ten cards per sphere."""
        written = StringIO()
        sheet = csv.writer(written, lineterminator="\n")
        if name:
            kinds = read_set(name)
            sheet.writerow(("sphere", "card", "copies"))
            sheet.writerows((kind.level, kind.id, counts[kind.id]) for kind in kinds if counts.get(kind.id))
            return "spheres", written.getvalue()
        header, *rows = csv.reader(StringIO(text, newline="\n"), delimiter=separator(text))
        columns = {column.strip(): i for i, column in enumerate(header)}
        sheet.writerow(header)
        for row in rows:
            if not any(cell.strip() for cell in row):
                continue
            if int(row[columns["level"]]):
                row[columns["copies"]] = str(counts.get(row[columns["id"]].strip(), 0))
            if row[columns["copies"]] != "0":
                sheet.writerow(row)
        return "cards", written.getvalue()


def read_cards(source: Source) -> Look:
    kinds = read_set(source)
    return Cards(kinds, tuple(kind.copies for kind in kinds))


def read_spheres(source: Source) -> Look:
    """M2.1: a table of spheres of our set."""
    kinds = read_set("house")
    return Cards(kinds, read_table(source, kinds))


EFFECTS = ", ".join(f"{word} n" if high else word for word, (_, _, high) in AMOUNT.items())
OWN_CARDS = OwnCards(
    option="cards",
    what="set",
    folder=SETS,
    names=SET_NAMES,
    needed=("id", "type", "level", "copies", "name", "mage", "cost", "slots", "when", "effect"),
    picks_for="spheres",
    title={"en": "Sets of cards", "fr": "Jeux de cartes"},
    vacant={
        "en": "The printed cards of your box, its extensions, or spells of your own.",
        "fr": "Les cartes imprimées de votre boîte, ses extensions, ou des sorts à vous.",
    },
    bounds={
        "en": f"{state.BASE} cards of level 0 and at least {state.SPHERE} of each sphere (the box has "
        f"{state.SPHERE_SET}), at most {MOST_KINDS} kinds. With more than {state.KINDS} kinds, ten cards of "
        "each sphere must be chosen.",
        "fr": f"{state.BASE} cartes de niveau 0 et au moins {state.SPHERE} de chaque sphère (la boîte en a "
        f"{state.SPHERE_SET}), {MOST_KINDS} sortes au plus. Au-delà de {state.KINDS} sortes, il faut "
        "choisir dix cartes par sphère.",
    },
    help={
        "en": {
            "id": "a short name in lower-case letters, for records",
            "type": "spell, focus or timer",
            "level": "0 for the base deck, 1 to 5 for the spheres",
            "copies": "how many there are of it",
            "name": "the name, at most 24 characters; name_en and name_fr for two languages",
            "mage": "of a spell, whose it is",
            "cost": "of a spell, 0 to 9",
            "slots": "of a timer, 1 or 2",
            "when": "of a timer with an effect: placing or discarded",
            "effect": "up to four of these, with commas: " + EFFECTS,
        },
        "fr": {
            "id": "un nom court en minuscules, pour les enregistrements",
            "type": "spell (sort), focus (concentration) ou timer (temporisateur)",
            "level": "0 pour le deck de base, de 1 à 5 pour les sphères",
            "copies": "combien il y en a",
            "name": "le nom, 24 caractères au plus\u00a0; name_en et name_fr pour deux langues",
            "mage": "d’un sort, à qui il est",
            "cost": "d’un sort, de 0 à 9",
            "slots": "d’un temporisateur, 1 ou 2",
            "when": "d’un temporisateur qui a un effet\u00a0: placing (à la pose) ou discarded (si défaussé)",
            "effect": "jusqu’à quatre de ces mots, avec des virgules\u00a0: " + EFFECTS,
        },
    },
    read=read_cards,
)
OWN_SPHERES = Component(
    option="spheres",
    what="table",
    folder=TABLES,
    names=TABLE_NAMES,
    needed=("sphere", "card", "copies"),
    title={"en": "Chosen spheres", "fr": "Sphères choisies"},
    vacant={
        "en": "Ten cards of each sphere, as your table likes them.",
        "fr": "Dix cartes par sphère, au goût de votre table.",
    },
    bounds={"en": "Ten cards of each of the five spheres.", "fr": "Dix cartes de chacune des cinq sphères."},
    help={
        "en": {
            "sphere": "1 to 5",
            "card": "the id of a card of the house set",
            "copies": "how many of it, at most as many as the set has",
        },
        "fr": {
            "sphere": "de 1 à 5",
            "card": "l’id d’une carte du jeu maison",
            "copies": "combien, au plus ce que le jeu en a",
        },
    },
    read=read_spheres,
)
COMPONENTS: tuple[Component, ...] = (OWN_SPHERES, OWN_CARDS)
