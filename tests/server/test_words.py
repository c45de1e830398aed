"""Both languages are complete: every sentence of the pages has a French translation with the same placeholders."""

from __future__ import annotations

import re

from babel.messages.extract import extract_from_dir

from tempolude.server import translation

METHODS = [("**.py", "python"), ("templates/**.html", "jinja2")]
KEYWORDS = {"_": None, "gettext": None, "say": (2,), "N_": None}
GAP = re.compile(r"%\(\w+\)s|\{\w+\}")


def written() -> set[str]:
    """Every sentence in the code and the templates."""
    folder = translation.LOCALE.parent
    found = extract_from_dir(folder, METHODS, keywords=KEYWORDS)
    return {message if isinstance(message, str) else message[0] for _, _, message, *_ in found}


def french() -> dict[str, str]:
    return {str(message.id): str(message.string) for message in translation.words("fr")}


def test_every_sentence_has_its_french_and_none_is_left_over() -> None:
    assert written() == french().keys()
    assert [message for message, text in french().items() if not text] == []


def test_a_translation_fills_the_same_gaps() -> None:
    for message, text in french().items():
        assert sorted(GAP.findall(message)) == sorted(GAP.findall(text)), message


def test_french_is_set_as_the_french_do() -> None:
    for text in french().values():
        assert "'" not in text, f"a typographic apostrophe is wanted: {text}"
        assert not re.search(r" [:;?!]", text), f"a no-break space is wanted: {text}"
