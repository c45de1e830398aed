"""Typography: the texts of a game follow the conventions of their language."""

from __future__ import annotations

import dataclasses
import pkgutil
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any

from tempolude.engine.game import Game
from tempolude.engine.rulebook import LANGUAGES

from ..law import law_of_games

COMPILES = False
NO_BREAK = "\u00a0\u202f"
SPACING = re.compile(rf"[^{NO_BREAK}\s:][:;!?»](?=\s|$)|[^{NO_BREAK}][»%]|«[^{NO_BREAK}]| [:;!?»%]")
STRAIGHT = re.compile(r"""['"]|\.\.\.""")
MARKUP = re.compile(r"\{[^{}]*\}|\[/?[a-z]*\]|`[^`]*`|!\[|\]\([^)]*\)|<[^<>]+>")  # fields, styles, code, links, tags
TABLE_RULE = re.compile(r"^ *\|[-| :]+\|$", re.MULTILINE)


def said(value: Any, lang: str, seen: set[int] | None = None) -> Iterator[str]:
    """Every text of a language in a value, at any depth: whatever is under `lang` beside the other language."""
    seen = set() if seen is None else seen
    if id(value) in seen or isinstance(value, str | int | float | bytes | FunctionType | ModuleType | type | None):
        return
    seen.add(id(value))
    if isinstance(value, Mapping):
        if set(LANGUAGES) <= value.keys():
            yield from texts(value[lang])
        else:
            for each in value.values():
                yield from said(each, lang, seen)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from said(each, lang, seen)
    elif dataclasses.is_dataclass(value):
        for part in dataclasses.fields(value):
            yield from said(getattr(value, part.name, None), lang, seen)


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts(each)


def modules(game: Game) -> Iterator[ModuleType]:
    package = import_module(game.package)
    for found in pkgutil.iter_modules(package.__path__):
        if not found.ispkg:
            yield import_module(f"{game.package}.{found.name}")


def words_of(game: Game, lang: str) -> list[str]:
    """The texts of a game's modules and its rulebook. Its cards are locked data, checked by its own checker."""
    book = game.rulebook[lang]
    found = [text for module in modules(game) for value in vars(module).values() for text in said(value, lang)]
    return [*found, book.text, book.summary, book.preface, *book.reasons.values()]


def bare(text: str) -> str:
    """A text without its markup; a placeholder becomes a letter."""
    return TABLE_RULE.sub("", MARKUP.sub("x", text)).replace("*", "")


def badly_set(text: str, lang: str) -> list[str]:
    """The typographic faults of a text.

    >>> badly_set("Où ? L'ère est vide:", "fr")
    [' ?', "'", 'e:']
    """
    plain = bare(text)
    found = [match[0] for match in SPACING.finditer(plain)] if lang == "fr" else re.findall(r"[\u00a0] *[:;!?]", plain)
    return sorted({*found, *STRAIGHT.findall(plain)}, key=plain.index)


@law_of_games
def words_are_set_as_their_language_sets_them(game: Game) -> Iterator[str]:
    """Typographic apostrophes and quotation marks; in French a no-break space before : ; ? !"""
    for lang in LANGUAGES:
        for text in words_of(game, lang):
            if wrong := badly_set(text, lang):
                near = (
                    text[max(0, text.find(wrong[0]) - 30) : text.find(wrong[0]) + 20] if wrong[0] in text else text[:60]
                )
                yield f"{wrong[0]!r} is a typographic fault in {lang!r}, in “{' '.join(near.split())}”"


@law_of_games
def french_names_elide(game: Game) -> Iterator[str]:
    """French "de" and "que" elide before names, as in "d’Ada": use `engine.wording.de`."""
    for text in words_of(game, "fr"):
        if re.search(r"\b[Dd]e \{(who|name|host|other|loser)\}", text):
            yield f"“{text[:60]}” puts a bare “de” before a name: use engine.wording.de"


@law_of_games
def both_languages_are_there(game: Game) -> Iterator[str]:
    """What lists and lobbies show exists in both languages."""
    for name in ("title", "tagline", "score"):
        words = getattr(game, name)
        yield from (f"meta.py: {name} says nothing in {lang!r}" for lang in LANGUAGES if not words.get(lang))
