"""The rulebooks of a game as data: numbered rules in both languages, shown to people and cited by code and tests."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files

LANGUAGES = ("en", "fr")
NO_CODE = {"en": "[no code]", "fr": "[sans code]"}

RULE = re.compile(r"^- \*\*([A-Z]\d+(?:\.\d+)?)\*\* (.*)$")


@dataclass(frozen=True)
class Rulebook:
    """One language's rulebook: its whole text, and every rule's own text by number."""

    lang: str
    text: str
    rules: dict[str, str]

    def needs_no_code(self, number: str) -> bool:
        """Whether the rulebook marks this rule as one that no code carries out."""
        return NO_CODE[self.lang] in self.rules[number]


def read_rulebook(lang: str, text: str) -> Rulebook:
    """Find the numbered rules: bullets that open with a bold number, with the indented lines below them."""
    rules: dict[str, str] = {}
    number = None
    for row in text.splitlines():
        if found := RULE.match(row):
            number = found[1]
            if number in rules:
                raise ValueError(f"rule {number} stands twice in the {lang} rulebook")
            rules[number] = found[2]
        elif number and (row.startswith("  ") or not row.strip()):
            rules[number] += "\n" + row
        else:
            number = None
    return Rulebook(lang, text, {n: body.strip() for n, body in rules.items()})


def read_rulebooks(package: str) -> dict[str, Rulebook]:
    """`rulebook.en.md` and `rulebook.fr.md` of a game's package."""
    folder = files(package)
    return {lang: read_rulebook(lang, (folder / f"rulebook.{lang}.md").read_text("utf-8")) for lang in LANGUAGES}
