"""The rulebooks of a game as data: numbered rules in both languages, shown to people and cited by code and tests."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from importlib.resources import files
from typing import NamedTuple

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

FIGURE = re.compile(r"^ *!\[(.+)\]\((figure|example):([\w-]+)\)$")  # caption and name, see `figures.py`


class Term(NamedTuple):
    """A term of the French box, our name for it, and the rule about it."""

    box: str
    here: str
    rule: str


@dataclass(frozen=True)
class Rulebook:
    """The rulebook in one language: its whole text, and the text of every rule by number.

    If the game has them, also the rules on one page, and the reasons for our own rules, by number.
    """

    lang: str
    text: str
    rules: dict[str, str]
    summary: str = ""
    reasons: dict[str, str] = field(default_factory=dict)
    preface: str = ""  # to the reasons: those that have no number
    glossary: tuple[Term, ...] = ()  # for owners of the box

    def marks(self, number: str) -> list[str]:
        """How a rule departs from the original: "ruling", "house", "variant"; each once."""
        return list(dict.fromkeys(kind for mark, kind in MARKS.items() if mark in self.rules[number]))

    def needs_no_code(self, number: str) -> bool:
        """Whether the rulebook marks this rule as having no code."""
        return NO_CODE[self.lang] in self.rules[number]


def read_rulebook(lang: str, text: str) -> Rulebook:
    """Parse the numbered rules: bullets that start with a bold number, with the lines indented below; no figures."""
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


def read_table(text: str) -> list[dict[str, str]]:
    """The rows of a Markdown table, each by column title.

    >>> read_table("| a | b |\\n|---|---|\\n| 1 | 2 |")
    [{'a': '1', 'b': '2'}]
    """
    head, _, *rows = ([cell.strip() for cell in row.strip("|").split("|")] for row in text.strip().splitlines())
    return [dict(zip(head, row, strict=True)) for row in rows]


def read_rulebooks(package: str) -> dict[str, Rulebook]:
    """`rulebook.en.md` and `rulebook.fr.md` of a package, and its `summary`, `reasons` and `glossary.md` if any."""
    folder = files(package)

    def read(name: str, lang: str) -> str:
        path = folder / f"{name}.{lang}.md"
        return path.read_text("utf-8") if path.is_file() else ""

    books, terms = {}, folder / "glossary.md"
    words = read_table(terms.read_text("utf-8")) if terms.is_file() else []
    for lang in LANGUAGES:
        book, reasons = read_rulebook(lang, read("rulebook", lang)), read("reasons", lang)
        books[lang] = replace(
            book,
            summary=read("summary", lang),
            reasons=read_rulebook(lang, reasons).rules,
            preface=reasons.partition("- **")[0].strip(),
            glossary=tuple(Term(row["box"], row[lang], row["rule"]) for row in words),
        )
    return books
