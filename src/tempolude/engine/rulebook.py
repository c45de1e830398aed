"""The rulebooks of a game as data: numbered rules in both languages, shown to people and cited by code and tests."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from importlib.resources import files

LANGUAGES = ("en", "fr")
NO_CODE = {"en": "[no code]", "fr": "[sans code]"}
MARKS = {
    "[ruling]": "ruling",
    "[arbitrage]": "ruling",
    "[house]": "house",
    "[maison]": "house",
    "[variant]": "variant",
    "[variante]": "variant",
}

RULE = re.compile(r"^- \*\*([A-Z]\d+(?:\.\d+)?)\*\* (.*)$")

FIGURE = re.compile(r"^ *!\[(.+)\]\((figure|example):([\w-]+)\)$")  # a caption and a name, see `figures.py`


@dataclass(frozen=True)
class Rulebook:
    """One language's rulebook: its whole text, and every rule's own text by number.

    With it, where the game has them, the rules on one page, and why each rule of ours is as it is, by its number.
    """

    lang: str
    text: str
    rules: dict[str, str]
    summary: str = ""
    reasons: dict[str, str] = field(default_factory=dict)
    preface: str = ""  # to the reasons: why of what has no number

    def marks(self, number: str) -> list[str]:
        """What of a rule is not the original's: "ruling", "house", "variant"; each once."""
        return list(dict.fromkeys(kind for mark, kind in MARKS.items() if mark in self.rules[number]))

    def needs_no_code(self, number: str) -> bool:
        """Whether the rulebook marks this rule as one that no code carries out."""
        return NO_CODE[self.lang] in self.rules[number]


def read_rulebook(lang: str, text: str) -> Rulebook:
    """Find the numbered rules: bullets that open with a bold number, with the lines indented below, but for figures."""
    rules: dict[str, str] = {}
    number, drawn = None, False
    for row in text.splitlines():
        drawn = bool(FIGURE.match(row)) or (drawn and row.startswith("  "))
        if drawn:
            continue
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
    """`rulebook.en.md` and `rulebook.fr.md` of a package, and its `summary` and `reasons` if it has any."""
    folder = files(package)

    def read(name: str, lang: str) -> str:
        path = folder / f"{name}.{lang}.md"
        return path.read_text("utf-8") if path.is_file() else ""

    books = {}
    for lang in LANGUAGES:
        book, reasons = read_rulebook(lang, read("rulebook", lang)), read("reasons", lang)
        books[lang] = replace(
            book,
            summary=read("summary", lang),
            reasons=read_rulebook(lang, reasons).rules,
            preface=reasons.partition("- **")[0].strip(),
        )
    return books
