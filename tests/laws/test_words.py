"""Typography of the terminal's texts and the bots' descriptions, as for the games' texts."""

from __future__ import annotations

import pytest

from tempolude.bots.levels import LEVELS
from tempolude.check.laws.words import badly_set, said, texts
from tempolude.cli import words as cli_words
from tempolude.engine.rulebook import LANGUAGES


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_terminal_says_and_how_bots_are_introduced_is_set_well(lang: str) -> None:
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
