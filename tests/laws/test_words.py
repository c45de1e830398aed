"""Laws of the words: what a game says to people is set as their language sets it."""

from __future__ import annotations

import dataclasses
import pkgutil
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any

import pytest

from tempolude.bots.levels import LEVELS
from tempolude.cli import words as cli_words
from tempolude.engine.game import Game
from tempolude.engine.rulebook import LANGUAGES

from .cases import every_game

NO_BREAK = "\u00a0\u202f"
SPACING = re.compile(rf"[^{NO_BREAK}\s:][:;!?»](?=\s|$)|[^{NO_BREAK}][»%]|«[^{NO_BREAK}]| [:;!?»%]")
STRAIGHT = re.compile(r"""['"]|\.\.\.""")
MARKUP = re.compile(r"\{[^{}]*\}|\[/?[a-z]*\]|`[^`]*`|!\[|\]\([^)]*\)|<[^<>]+>")  # gaps, styles, code, links, tags
TABLE_RULE = re.compile(r"^ *\|[-| :]+\|$", re.MULTILINE)


def said(value: Any, lang: str, seen: set[int] | None = None) -> Iterator[str]:
    """Every text of a language in a value: whatever stands under `lang` beside the other language, however deep."""
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
    """What the modules of a game say, and its rulebook. Its cards are locked data, which the decks' checker reads."""
    book = game.rulebook[lang]
    found = [text for module in modules(game) for value in vars(module).values() for text in said(value, lang)]
    return [*found, book.text, book.summary, book.preface, *book.reasons.values()]


def bare(text: str) -> str:
    """A text without what is no part of its sentences; a gap is a letter."""
    return TABLE_RULE.sub("", MARKUP.sub("x", text)).replace("*", "")


def badly_set(text: str, lang: str) -> list[str]:
    """The places of a text that are not set as its language sets them.

    >>> badly_set("Où ? L'ère est vide:", "fr")
    [' ?', "'", 'e:']
    """
    plain = bare(text)
    found = [match[0] for match in SPACING.finditer(plain)] if lang == "fr" else re.findall(r"[\u00a0] *[:;!?]", plain)
    return sorted({*found, *STRAIGHT.findall(plain)}, key=plain.index)


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_game_says_is_set_as_its_language_sets_it(game: Game, lang: str) -> None:
    words = words_of(game, lang)
    assert len(words) > 20
    wrong = {text[:80]: found for text in words if (found := badly_set(text, lang))}
    assert not wrong


@pytest.mark.parametrize("lang", LANGUAGES)
def test_so_is_what_the_terminal_says_and_how_bots_are_introduced(lang: str) -> None:
    about = [text for level in LEVELS.values() for text in said(level, lang)]
    words = [*texts(cli_words.WORDS[lang]), *about]
    assert {text: found for text in words if (found := badly_set(text, lang))} == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Où\u00a0? Ici\u00a0: «\u00a0là\u00a0» ; non", [" ;"]),
        ("Vous jouez : passez", [" :"]),
        ("Un titre:", ["e:"]),
        ("« là »", ["« ", " »"]),
        ("25 %, 12:30", [" %"]),
        ("L'ère...", ["'", "..."]),
        ("Vous placez «\u00a0{card}\u00a0»\u00a0: bonne place.", []),
    ],
)
def test_what_is_badly_set_in_french_is_found(text: str, found: list[str]) -> None:
    assert badly_set(text, "fr") == found


@every_game
def test_no_french_sentence_puts_a_bare_de_before_a_name(game: Game) -> None:
    """A name elides: "d’Ada". Whoever needs it takes `engine.wording.de`."""
    wrong = [text for text in words_of(game, "fr") if re.search(r"\b[Dd]e \{(who|name|host|other|loser)\}", text)]
    assert wrong == []
