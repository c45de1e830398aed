"""A rulebook as a web page: every rule's number is an anchor, every cited number a link, marks are labels, and figures
are drawn from the game itself."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from tempolude.engine.game import Game
from tempolude.engine.rulebook import MARKS, NO_CODE, Rulebook, Term

from ..refusal import N_
from ..translation import say
from ..view.pages import Pages
from .figures import Pictures

MEANS = {
    "ruling": N_("the original rulebook leaves it open; this is how we play it"),
    "house": N_("not in the original rulebook; ours"),
    "variant": N_("not in the original rulebook; played only if the table chooses it"),
}
NUMBER = r"\b[A-Z]\d+(?:\.\d+)?\b"
SPECIAL = re.compile(f"( ?(?:{'|'.join(map(re.escape, [*NO_CODE.values(), *MARKS]))})|{NUMBER})")
DRAWN = re.compile(r"(figure|example):([\w-]+)")
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")

Draw = Callable[[str, str, Markup, list[Markup]], Markup]  # (figure or example, name, caption, notes) -> HTML


@dataclass(frozen=True)
class Reason:
    """The reason for a rule that departs from the original."""

    number: str
    marks: list[str]
    html: Markup


@dataclass(frozen=True)
class RulePage:
    """The rules as HTML, their headings (level, anchor, text), the summary, and our rulings."""

    html: Markup
    contents: list[tuple[int, str, str]]
    summary: Markup
    reasons: list[Reason]
    preface: Markup
    overview: Markup  # the figure that explains the table, for the summary
    to_here: list[Term]  # the glossary: the box's words to ours, and back
    to_box: list[Term]


def leading_to(address: str, html: Markup) -> Markup:
    """A part of the rules for another page: its links to rules point to that address."""
    return Markup(re.sub(rf'<a href="#(?={NUMBER})', f'<a href="{address}#', str(html)))


class RulePages:
    """The rules of every game, each page rendered once per language."""

    def __init__(self, pages: Pages) -> None:
        self._pages, self._pictures = pages, Pictures(pages)
        self._known: dict[tuple[str, str], RulePage] = {}

    def of(self, game: Game, lang: str) -> RulePage:
        key = game.name, lang
        if key not in self._known:
            self._known[key] = rule_page(game.rulebook[lang], partial(self._draw, game, lang))
        return self._known[key]

    def _draw(self, game: Game, lang: str, kind: str, name: str, caption: Markup, words: list[Markup]) -> Markup:
        pictures = list(self._pictures.draw(game, game.figures[name], lang))
        return Markup(
            self._pages.render(lang, f"{kind}.html", name=name, caption=caption, words=words, pictures=pictures)
        )


def rule_page(book: Rulebook, draw: Draw | None = None) -> RulePage:
    """The page of a rulebook. Without `draw`, figures are left out."""
    tokens = MARKDOWN.parse(book.text)
    if tokens and tokens[0].tag == "h1":  # the page has its own title
        del tokens[:3]
    tokens = list(figures(tokens, book, draw))
    explained = (token.content for token in tokens if token.type == "html_block" and 'class="callout"' in token.content)
    contents: list[tuple[int, str, str]] = []
    for i, token in enumerate(tokens):
        if token.type == "heading_open":
            anchor = f"part-{len(contents) + 1}"
            token.attrSet("id", anchor)
            contents.append((int(token.tag[1]), anchor, tokens[i + 1].content))
        elif token.type == "list_item_open" and (number := opening_number(tokens[i + 2])) in book.rules:
            token.attrSet("id", number)
            token.attrSet("class", "rule")
    reasons = [
        Reason(number, book.marks(number), rendered(MARKDOWN.parseInline(text), book))
        for number, text in book.reasons.items()
    ]
    summary, preface = (rendered(MARKDOWN.parse(text), book) for text in (book.summary, book.preface))
    to_here, to_box = (sorted(book.glossary, key=lambda term: in_order(term[by])) for by in (0, 1))
    overview = Markup(next(explained, ""))
    return RulePage(rendered(tokens, book), contents, summary, reasons, preface, overview, to_here, to_box)


def in_order(word: str) -> str:
    """The sort key of a word, ignoring accents.

    >>> in_order("Événement") < in_order("frise")
    True
    """
    return "".join(c for c in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(c))


def rendered(tokens: list[Token], book: Rulebook) -> Markup:
    """Tokens as HTML, with links from every number of a rule to the rule."""
    for token in tokens:
        if token.type == "inline" and token.children:
            token.children = list(set_apart(link(token.children, book)))
    return Markup(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))


def figures(tokens: list[Token], book: Rulebook, draw: Draw | None) -> Iterator[Token]:
    """Replace each paragraph that only names a figure, and the list below it, by the figure."""
    left = iter(range(len(tokens)))
    for i in left:
        named = tokens[i + 1].children if tokens[i].type == "paragraph_open" else None
        found = DRAWN.fullmatch(str(named[0].attrs.get("src"))) if named and len(named) == 1 else None
        if not found or not named:
            yield tokens[i]
            continue
        end = i + 2
        if tokens[end + 1].type == "ordered_list_open":
            end = next(j for j in range(end, len(tokens)) if tokens[j].type == "ordered_list_close")
        words = [rendered([token], book) for token in tokens[i + 2 : end] if token.type == "inline"]
        for _ in range(i, end):
            next(left)
        if draw:
            caption = rendered([Token("inline", "", 0, children=named[0].children)], book)
            yield Token("html_block", "", 0, content=draw(found[1], found[2], caption, words))


def opening_number(inline: Token) -> str:
    """The bold number at the start of a rule, or an empty string."""
    found = re.match(r"\*\*([A-Z]\d+(?:\.\d+)?)\*\* ", inline.content)
    return found[1] if found else ""


def link(children: list[Token], book: Rulebook) -> Iterator[Token]:
    """The text of a paragraph, with links for rule numbers and labels for marks."""
    for child in children:
        if child.type != "text":
            yield child
            continue
        for part in SPECIAL.split(child.content):
            mark = part.strip()
            if mark in NO_CODE.values():
                continue
            if mark in MARKS:
                kind, meaning = MARKS[mark], escape(say(book.lang, MEANS[MARKS[mark]]))
                yield raw(f'&nbsp;<span class="stamp {kind}" title="{meaning}">{escape(mark[1:-1])}</span>')
            elif part in book.rules:
                yield raw(f'<a href="#{part}">{part}</a>')
            elif part:
                yield Token("text", "", 0, content=part)


def set_apart(children: Iterator[Token]) -> Iterator[Token]:
    """Put each example, which starts with an emphasised word on a new line, in its own block."""
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
    """Trusted HTML. HTML in a rulebook is shown as text."""
    return Token("html_inline", "", 0, content=html)
