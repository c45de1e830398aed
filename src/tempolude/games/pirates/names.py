"""What the pieces of Time Pirates are called: in notation, in handles and in sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

from tempolude.engine.table import Chip, Line, both
from tempolude.engine.wording import capital, plural

from . import state, words
from .components import COLOURS, Contract

LETTERS = "BORGVW"  # P1.1 blue, orange, red, green, violet, white
MARKS = ("", "*", "<>")  # plain, atomic, double arrow
FORMS = ("", "-atomic", "-arrow")  # the same in handles


def code(kind: int) -> str:
    """A kind of object in notation.

    >>> code(0), code(1), code(2), code(15)
    ('B', 'B*', 'B<>', 'W')
    """
    return LETTERS[kind // state.FORMS] + MARKS[kind % state.FORMS]


def kind_of(text: str) -> int | None:
    """The kind that a code stands for, or None.

    >>> kind_of("g*"), kind_of("W*")
    (10, None)
    """
    found = re.fullmatch(r"([BORGV])(\*|<>)?|W", text.upper())
    if not found:
        return None
    return state.WHITE if not found[1] else LETTERS.index(found[1]) * state.FORMS + MARKS.index(found[2] or "")


@cache
def kind_name(kind: int) -> str:
    """A kind of object in handles.

    >>> kind_name(2), kind_name(15)
    ('blue-arrow', 'white')
    """
    return COLOURS[kind // state.FORMS] + FORMS[kind % state.FORMS]


def contract_name(contract: Contract) -> str:
    """A contract in handles."""
    return f"contract-{COLOURS[contract.colour]}-{contract.cost}"


def objects_chip(kind: int, count: int, lang: str) -> Chip:
    """Some objects of one kind.

    >>> str(objects_chip(4, 1, "en")), str(objects_chip(0, 3, "fr"))
    ('an atomic orange object', 'trois objets bleus')
    """
    colour = words.COLOURS[lang][kind // state.FORMS][count > 1]
    text = words.OBJECTS[lang][kind % state.FORMS][count > 1].format(colour=colour, n=words.NUMBERS[lang][count])
    return Chip("objects", (kind, count), text.replace("a orange", words.AN_ORANGE))


def objects_line(kinds: Iterable[int], lang: str) -> Line:
    """Objects in a row, equal ones together: “two blue objects and a white object”."""
    return both([objects_chip(kind, count, lang) for kind, count in Counter(kinds).items()], lang)


def gate_chip(gate: int) -> Chip:
    """A gate by its number."""
    return Chip("gate", gate, str(gate + 1))


@cache
def object_label(kind: int, lang: str) -> str:
    """An object for screen readers.

    >>> object_label(4, "fr"), object_label(15, "en")
    ('Objet orange, Afrique, atomique', 'White object, wild')
    """
    if kind == state.WHITE:
        return capital(words.JOKER[lang])
    colour, form = divmod(kind, state.FORMS)
    return capital(
        words.LABEL[lang][form].format(colour=words.COLOURS[lang][colour][0], land=words.CONTINENTS[lang][colour])
    )


@cache
def contract_label(contract: Contract, lang: str) -> str:
    """A contract for screen readers.

    >>> contract_label(Contract(colour=2, cost=5, points=6, copies=1), "en")
    'Red contract: 5 red objects, 6 points'
    """
    colour, colours = words.COLOURS[lang][contract.colour]
    return capital(
        words.DEAL[lang][contract.colour == state.COLOURS].format(
            colour=colour, colours=colours, n=contract.cost, points=points_text(contract.points, lang)
        )
    )


def points_text(points: int, lang: str) -> str:
    """A number of points in words."""
    return plural(words.POINTS, points, lang)
