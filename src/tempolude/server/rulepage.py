"""A rulebook as a web page: every rule has its number as anchor, every number named is a link, marks are labels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from tempolude.engine.rulebook import NO_CODE, Rulebook

from .refusal import N_
from .speech import say

MARKS = {"[ruling]": "ruling", "[arbitrage]": "ruling", "[house]": "house", "[maison]": "house"}
MEANS = {
    "ruling": N_("the original rulebook leaves it open; this is how we play it"),
    "house": N_("what the original rulebook does not print; ours"),
}
NUMBER = r"\b[A-Z]\d+(?:\.\d+)?\b"
SPECIAL = re.compile(f"( ?(?:{'|'.join(map(re.escape, [*NO_CODE.values(), *MARKS]))})|{NUMBER})")
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True)
class RulePage:
    """The rules as HTML, and the headings that lead into them: level, anchor, text."""

    html: Markup
    contents: list[tuple[int, str, str]]


def rule_page(book: Rulebook) -> RulePage:
    """The page of a rulebook; worked out once."""
    return _page(book.lang, book.text, frozenset(book.rules))


@cache
def _page(lang: str, text: str, numbers: frozenset[str]) -> RulePage:
    tokens = MARKDOWN.parse(text)
    if tokens and tokens[0].tag == "h1":  # the page has its own title
        del tokens[:3]
    contents: list[tuple[int, str, str]] = []
    for i, token in enumerate(tokens):
        if token.type == "heading_open":
            anchor = f"part-{len(contents) + 1}"
            token.attrSet("id", anchor)
            contents.append((int(token.tag[1]), anchor, tokens[i + 1].content))
        elif token.type == "list_item_open" and (number := opening_number(tokens[i + 2])) in numbers:
            token.attrSet("id", number)
            token.attrSet("class", "rule")
        elif token.type == "inline" and token.children:
            token.children = list(set_apart(link(token.children, numbers, lang)))
    return RulePage(Markup(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})), contents)


def opening_number(inline: Token) -> str:
    """The bold number that a rule opens with, or an empty string."""
    found = re.match(r"\*\*([A-Z]\d+(?:\.\d+)?)\*\* ", inline.content)
    return found[1] if found else ""


def link(children: list[Token], numbers: frozenset[str], lang: str) -> Iterator[Token]:
    """The words of a paragraph, with links for rule numbers and labels for marks."""
    for child in children:
        if child.type != "text":
            yield child
            continue
        for part in SPECIAL.split(child.content):
            mark = part.strip()
            if mark in NO_CODE.values():
                continue
            if mark in MARKS:
                kind, meaning = MARKS[mark], escape(say(lang, MEANS[MARKS[mark]]))
                yield raw(f'&nbsp;<span class="stamp {kind}" title="{meaning}">{escape(mark[1:-1])}</span>')
            elif part in numbers:
                yield raw(f'<a href="#{part}">{part}</a>')
            elif part:
                yield Token("text", "", 0, content=part)


def set_apart(children: Iterator[Token]) -> Iterator[Token]:
    """The same with each example, an emphasised word on a new line, in a block of its own."""
    words, inside = list(children), False
    for i, child in enumerate(words):
        if child.type == "softbreak" and i + 1 < len(words) and words[i + 1].type == "em_open":
            yield raw('</span><span class="example">' if inside else '<span class="example">')
            inside = True
        else:
            yield child
    if inside:
        yield raw("</span>")


def raw(html: str) -> Token:
    """HTML of ours. What a rulebook writes as HTML is shown as text."""
    return Token("html_inline", "", 0, content=html)
