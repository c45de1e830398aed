"""Decks: files of cards (T1.2), read so that every mistake is reported with its file and line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, count
from pathlib import Path

from tempolude.engine.data import Enclosed, Once, Row, Sheet, called, find, reads
from tempolude.engine.errors import BadData, BadOption
from tempolude.engine.options import titled

COLUMNS = ("id", "year", "approximate", "name_en", "name_fr", "icon", "text_en", "text_fr")  # of a full deck file
NEEDED = ("year", "name_en|name_fr|name", "text_en|text_fr|text")
NOT_NEEDED = {"id": "", "approximate": "", "known": "", "icon": ""}
FOLDER, ART = Path(__file__).parent / "decks", Path(__file__).parent / "art"
FEWEST = 55  # T1.2, of all decks of a match together
MOST = 2**15  # the most cards that a match can number
LONGEST_NAME, LONGEST_TEXT = 60, 300
APART, FEWEST_KNOWN = 10, 18  # T1.4; 18 cards are enough for eight players with one each (T2.1)
THINGS, TELLING = "inventions", 5  # the deck whose names match its drawings; the shortest word that is matched
A_THING = re.compile(r"(?:(?:the|le|la|les|l)-)?([a-z]+)(?:-(?:a|d|de|en)-.*)?")  # “L’horloge à pendule”: horloge
NO_CARDS = ("has no cards", "n’a aucune carte")
OLDEST, NEWEST = -(10**12), 10**6  # the universe is younger than that


@dataclass(frozen=True)
class Card:
    """One card of a deck (T1.1)."""

    id: str
    year: int
    approximate: bool
    name: dict[str, str]
    icon: str
    text: dict[str, str]
    known: bool = False  # T1.4: among the best known of its deck


@reads(*NEEDED, **NOT_NEEDED)
def read_deck(sheet: Sheet) -> tuple[Card, ...]:
    """The cards of a file, or BadData with file, line and reason."""
    cards: list[Card] = []
    once = Once()
    for row in with_ids(sheet.rows):
        card = read_card(row)
        once.add(row, card.id, card.name)
        cards.append(card)
    if not cards:
        raise sheet.refuse(*NO_CARDS)
    return tuple(cards)


def with_ids(rows: Iterable[Row]) -> Iterator[Row]:
    """Give cards without an id one made from their name: `the-telephone` for “The telephone”."""
    rows = list(rows)
    taken = {row["id"] for row in rows}
    for row in rows:
        if not row["id"]:
            name = next(row[column] for column in ("name_en", "name_fr", "name") if column in row)
            made = slug(name) or "card"
            free = next(each for each in chain([made], (f"{made}-{n}" for n in count(2))) if each not in taken)
            taken.add(free)
            row = replace(row, values={**row.values, "id": free})
        yield row


def slug(name: str) -> str:
    """A name in the form that notation uses.

    >>> slug("L’École de Charlemagne")
    'l-ecole-de-charlemagne'
    """
    whole = name.casefold().replace("œ", "oe").replace("æ", "ae")
    plain = "".join(c for c in unicodedata.normalize("NFKD", whole) if not unicodedata.combining(c))
    return "-".join(re.findall(r"[a-z0-9]+", plain))


def read_card(row: Row) -> Card:
    """One row, validated."""
    year = row.number("year", OLDEST, NEWEST)
    if year == 0:
        raise row.refuse("there was no year 0: 1 BC is -1", "il n’y a pas d’an 0\u00a0: 1 av. J.-C. s’écrit -1")
    return Card(
        id=row.slug("id"),
        year=year,
        approximate=bool(row["approximate"]) and row.flag("approximate"),
        name=row.texts("name", LONGEST_NAME),
        icon=row.slug("icon") if row["icon"] else drawing(row["id"]),
        text=row.texts("text", LONGEST_TEXT),
        known=bool(row["known"]) and row.flag("known"),
    )


# --- Pictures --------------------------------------------------------------------


@cache
def drawings() -> dict[str, str]:
    """Which drawing shows a thing, by the words for it, taken from the deck of inventions in both languages."""
    found = {path.stem: path.stem for path in ART.glob("*.svg") if not path.stem.startswith("poster-")}
    said: dict[str, set[str]] = {}
    for card in read_deck(find("deck", FOLDER, THINGS)):
        for name in card.name.values():
            thing = A_THING.fullmatch(slug(name))
            if thing and card.icon in found and len(thing[1]) >= TELLING:
                said.setdefault(thing[1], set()).add(card.icon)
    return {word: icons.pop() for word, icons in said.items() if len(icons) == 1} | found


def drawing(name: str) -> str:
    """The drawing for a card whose deck names none, found by its id or a word of it; or an empty string.

    >>> drawing("la-boussole"), drawing("the-new-telephone"), drawing("the-unknown")
    ('compass', 'telephone', '')
    """
    words = sorted(name.split("-"), key=len, reverse=True)
    return next((drawings()[word] for word in (name, *words) if word in drawings()), "")


# --- Several ---------------------------------------------------------------------


def mix(names: list[str | Enclosed], level: str = "full", names_once: bool = False) -> tuple[Card, ...]:
    """T1.2: the cards of these decks together; a card in two of them is used once. T1.4: for children, some of them.

    With `names_once`, two cards of the same name are refused; matches begun under the first rules may have them.

    Cards are ordered by id: decks are written in chronological order, which a card's number must not reveal.
    """
    cards: dict[str, Card] = {}
    for name in names:
        for card in read_deck(find("deck", FOLDER, name)):
            if card.id in cards and cards[card.id].year != card.year:
                raise BadOption(
                    f"card {card.id!r} has another year in deck {titled(name)!r} than in the one before",
                    f"la carte {card.id!r} a une autre année dans le paquet {titled(name)!r} que dans le précédent",
                )
            cards.setdefault(card.id, card)
    if names_once:
        refuse_namesakes(cards.values())
    if len(cards) < FEWEST:
        raise BadData(
            called(find("deck", FOLDER, names[-1])),
            1,
            f"too few cards: {len(cards)} in total; at least {FEWEST} are needed",
            f"trop peu de cartes\u00a0: {len(cards)} en tout, il en faut au moins {FEWEST}",
        )
    if len(cards) > MOST:
        all_names = "+".join(map(titled, names))
        raise BadOption(
            f"decks = {all_names}: {len(cards)} cards in total; at most {MOST} can be mixed",
            f"paquets {all_names}\u00a0: {len(cards)} cartes en tout, {MOST} au plus peuvent être mélangées",
        )
    chosen = far_apart(cards.values()) if level == "children" else cards
    return tuple(cards[number] for number in sorted(chosen))


def refuse_namesakes(cards: Iterable[Card]) -> None:
    """T1.2: one thing under two ids would be placed twice in the same match."""
    first: dict[str, Card] = {}
    for card in cards:
        for lang, name in card.name.items():
            other = first.setdefault(f"{name.casefold()} ({lang})", card)
            if other is not card:
                raise BadOption(
                    f"two decks have a card called {name!r}, under the ids {other.id!r} and {card.id!r}: give both the "
                    "same id, and it is used once, or another name",
                    f"deux paquets ont une carte nommée {name!r}, sous les id {other.id!r} et {card.id!r}\u00a0: "
                    "donnez le même id aux deux, et elle ne sert qu’une fois, ou un autre nom",
                )


def far_apart(cards: Iterable[Card]) -> list[str]:
    """T1.4: the ids of the best-known cards, leaving out those too close to another."""
    kept: list[Card] = []
    for card in sorted(cards, key=lambda card: (card.year, card.id)):
        if card.known and (not kept or card.year - kept[-1].year >= APART):
            kept.append(card)
    if len(kept) < FEWEST_KNOWN:
        found = f"{len(kept)} best-known cards at least {APART} years apart"
        raise BadOption(
            f"level = children: {found}; at least {FEWEST_KNOWN} are needed",
            f"niveau enfants\u00a0: {len(kept)} cartes parmi les plus connues à {APART} ans au moins l’une de l’autre, "
            f"il en faut au moins {FEWEST_KNOWN}",
        )
    return [card.id for card in kept]
