"""Custom decks: their appearance and their faults (T1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from tempolude.engine.component import Component, Face, Group, Look, written
from tempolude.engine.data import Source
from tempolude.engine.errors import BadData
from tempolude.engine.options import Several

from . import words
from .checker import Report, check_decks, our_decks
from .components import ART, FEWEST, FOLDER, Card, read_deck
from .meta import GAME
from .names import named
from .scene import Album

LEAST, MOST = 20, 400  # cards of a custom deck
BESIDE = "inventions"  # our deck that is mixed with a custom one too small to play alone
ERAS = (-3000, 1, 1001, 1501, 1801, 1901, 2001)  # where each period after the first begins

HELP = {
    "en": {
        "year": "the year, a whole number; before our era it is negative: -44",
        "name": "the name, at most 60 characters, without the year; name_en and name_fr for two languages",
        "text": "one sentence, shown when the card is revealed, at most 300 characters; or text_en and text_fr",
        "approximate": "true if the year is approximate; optional",
        "known": "true for the best-known cards, which children play with; optional",
        "icon": "the name of one of our drawings; optional: without it, we look for one by the card’s name",
        "id": "a short name in lower-case letters, for records; optional: without it, it is made from the name",
    },
    "fr": {
        "year": "l’année, un nombre entier\u00a0; avant notre ère, il est négatif\u00a0: -44",
        "name": "le nom, 60 caractères au plus, sans l’année\u00a0; name_en et name_fr pour deux langues",
        "text": "une phrase, affichée quand la carte est révélée, 300 caractères au plus\u00a0; ou text_en et text_fr",
        "approximate": "true si l’année est approximative\u00a0; facultatif",
        "known": "true pour les cartes les plus connues, celles des enfants\u00a0; facultatif",
        "icon": "le nom d’un de nos dessins\u00a0; facultatif\u00a0: à défaut, nous en cherchons un d’après le nom",
        "id": "un nom court en minuscules, pour les enregistrements\u00a0; facultatif\u00a0: à défaut, tiré du nom",
    },
}
FIGURES = {
    "en": ("cards", "first", "last", "best known", "with a drawing"),
    "fr": ("cartes", "première", "dernière", "les plus connues", "avec un dessin"),
}
SPREAD = {"en": ("before {end}", "since {start}"), "fr": ("avant {end}", "depuis {start}")}


class Deck(Look):
    """A deck in the workshop: its cards, its figures, its faults."""

    def __init__(self, report: Report) -> None:
        super().__init__(report.errors + tuple(_counted(report)))
        self.cards, self.advice, self.size = report.cards, report.advice + tuple(_namesakes(report)), len(report.cards)
        self.album, self.alone = Album(report.cards), len(report.cards) >= FEWEST

    def figures(self, lang: str) -> list[tuple[str, str]]:
        """The figures of a deck."""
        in_time = sorted(self.cards, key=lambda card: card.year)
        drawn = sum(map(is_drawn, self.cards))
        known = sum(card.known for card in self.cards)
        values = [len(self.cards), words.year(in_time[0], lang), words.year(in_time[-1], lang), known, drawn]
        return [(title, str(value)) for title, value in zip(FIGURES[lang], values, strict=True)]

    def spread(self, lang: str) -> list[tuple[str, int]]:
        """How many cards there are in each period."""
        before, since = SPREAD[lang]
        counts = [sum(start <= card.year < end for card in self.cards) for start, end in pairwise(ERAS)]
        first, last = (
            sum(card.year < ERAS[0] for card in self.cards),
            sum(card.year >= ERAS[-1] for card in self.cards),
        )
        titles = [f"{_in_words(start, lang)} – {_in_words(end - 1, lang)}" for start, end in pairwise(ERAS)]
        ends = before.format(end=_in_words(ERAS[0], lang)), since.format(start=_in_words(ERAS[-1], lang))
        return list(zip([ends[0], *titles, ends[1]], [first, *counts, last], strict=True))

    def groups(self, lang: str, told: bool) -> list[Group]:
        """Every card with its sentence; in chronological order if dates are shown, otherwise by name."""
        if told:
            in_time = sorted(self.cards, key=lambda card: (card.year, card.id))
            return [Group("", [Face(f"dated:{card.id}", named(card, lang), card.text[lang]) for card in in_time])]
        by_name = sorted(self.cards, key=lambda card: card.id)
        return [Group("", [Face(f"card:{card.id}", card.name[lang]) for card in by_name])]

    def sample(self, lang: str, count: int) -> list[Face]:
        """A few cards, dates hidden; well-known ones with a drawing, if possible."""
        by_picture = {card.icon: card for card in self.cards if card.known and is_drawn(card)}
        liked = list(by_picture.values()) if len(by_picture) >= count else list(self.cards)
        step = max(1, len(liked) // count)
        return [Face(f"card:{card.id}", card.name[lang]) for card in liked[step // 2 :: step][:count]]


def is_drawn(card: Card) -> bool:
    """Whether there is a drawing for it, rather than a generic poster."""
    return card.icon in drawn_names()


@cache
def drawn_names() -> frozenset[str]:
    return frozenset(path.stem for path in ART.glob("*.svg"))


def _in_words(year: int, lang: str) -> str:
    return words.year(Card("", year if year else -1, False, {}, "", {}), lang)


@cache
def our_names() -> dict[str, tuple[str, str]]:
    """The names of the cards of our decks, with their ids and decks."""
    found: dict[str, tuple[str, str]] = {}
    for deck in our_decks():
        for card in read_deck(deck):
            found |= {
                f"{name.casefold()} ({lang})": (card.id, deck.stem.partition("@")[0])
                for lang, name in card.name.items()
            }
    return found


def _namesakes(report: Report) -> Iterator[BadData]:
    """T1.2: cards that cannot be mixed with one of our decks because it has another card of that name."""
    for card, line in zip(report.cards, report.lines, strict=True):
        for lang, name in card.name.items():
            id, deck = our_names().get(f"{name.casefold()} ({lang})", (card.id, ""))
            if id != card.id:
                yield BadData(
                    report.path,
                    line,
                    f"our deck {deck!r} has a card called {name!r} too: with the id {id!r} here, both can be mixed",
                    f"notre paquet {deck!r} a aussi une carte {name!r}\u00a0: avec l’id {id!r} ici, ils se mélangent",
                )
                break


def _counted(report: Report) -> list[BadData]:
    count = len(report.cards)
    if report.errors or LEAST <= count <= MOST:
        return []
    reason = f"{count} cards: expected {LEAST} to {MOST}"
    return [BadData(report.path, count + 1, reason, f"{count} cartes\u00a0: il en faut de {LEAST} à {MOST}")]


class Decks(Component):
    """Decks of Timeline. Several can be mixed."""

    def template(self, lang: str) -> str:
        """The columns and three of our cards."""
        cards = [card for card in read_deck({"name": BESIDE, "csv": self.text_of(BESIDE)}) if card.known]
        rows: list[tuple[object, ...]] = [("year", "name", "text", "approximate", "known", "icon")]
        for card in (cards[0], cards[len(cards) // 2], cards[-1]):
            flags = (str(flag).lower() for flag in (card.approximate, card.known))
            rows.append((card.year, card.name[lang], card.text[lang], *flags, card.icon))
        return written(rows, lang)

    def options(self, value: Any, look: Look, beside: Iterable[str]) -> dict[str, Any]:
        """T1.2: a deck that is too small is mixed with one of ours."""
        others = [name for name in beside if name in self.names and name != value]
        return {self.option: [value, *(others or ([] if look.alone else [BESIDE]))]}


def read_look(source: Source) -> Look:
    return Deck(check_decks([source])[0])


COMPONENTS = (
    Decks(
        option="decks",
        what="deck",
        folder=FOLDER,
        help=HELP,
        needed=("year", "name", "text"),
        names=next(option.choices for option in GAME.options if isinstance(option, Several)),
        secrets=True,
        title={"en": "Decks", "fr": "Paquets"},
        vacant={
            "en": "Your family, your town, your lessons: any list of events with a year.",
            "fr": "Votre famille, votre ville, vos leçons\u00a0: toute liste d’événements datés.",
        },
        bounds={
            "en": f"{LEAST} to {MOST} cards. With {FEWEST} or more a deck can be played alone, with fewer beside one "
            "of ours.",
            "fr": f"De {LEAST} à {MOST} cartes. À partir de {FEWEST}, un paquet se joue seul\u00a0; avec moins, il se "
            "mêle à l’un des nôtres.",
        },
        read=read_look,
    ),
)
