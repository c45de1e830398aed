"""Decks: files of cards (T1.2), read with every mistake named by file and line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tempolude.engine.data import Once, Row, Sheet, find, reads
from tempolude.engine.errors import BadData, BadOption

COLUMNS = ("id", "year", "approximate", "name_en", "name_fr", "icon", "text_en", "text_fr")
FOLDER = Path(__file__).parent / "decks"
FEWEST = 55  # T1.2, of all decks of a match together
MOST = 2**15  # what a match can number
LONGEST_NAME, LONGEST_TEXT = 60, 300
APART, FEWEST_KNOWN = 10, 18  # T1.4; with 18 cards eight can still have one each (T2.1)
OLDEST, NEWEST = -(10**12), 10**6  # far enough back for the universe


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


@reads(*COLUMNS, known="false")
def read_deck(sheet: Sheet) -> tuple[Card, ...]:
    """The cards of a file, or BadData with file, line and reason."""
    cards: list[Card] = []
    once = Once()
    for row in sheet.rows:
        card = read_card(row)
        once.add(row, card.id, card.name)
        cards.append(card)
    if not cards:
        raise sheet.refuse("has no cards")
    return tuple(cards)


def read_card(row: Row) -> Card:
    """One row, checked."""
    year = row.number("year", OLDEST, NEWEST)
    if year == 0:
        raise row.refuse("there was no year 0: 1 BC is -1")
    return Card(
        id=row.slug("id"),
        year=year,
        approximate=row.flag("approximate"),
        name=row.texts("name", LONGEST_NAME),
        icon=row.slug("icon"),
        text=row.texts("text", LONGEST_TEXT),
        known=row.flag("known"),
    )


def mix(names: list[str], level: str = "full") -> tuple[Card, ...]:
    """T1.2: the cards of these decks together; a card found in two is used once. T1.4: for children, some of them.

    They come in order of their ids: decks are written in order of time, which a card's number must not give away.
    """
    cards: dict[str, Card] = {}
    for name in names:
        for card in read_deck(find("deck", FOLDER, name)):
            if card.id in cards and cards[card.id].year != card.year:
                raise BadOption(f"card {card.id!r} has another year in deck {name!r} than in the one before")
            cards.setdefault(card.id, card)
    if len(cards) < FEWEST:
        path = find("deck", FOLDER, names[-1])
        raise BadData(path, 1, f"too few cards: {len(cards)} in all where at least {FEWEST} are needed")
    if len(cards) > MOST:
        raise BadOption(f"decks = {'+'.join(names)}: {len(cards)} cards in all where at most {MOST} can be mixed")
    chosen = far_apart(cards.values()) if level == "children" else cards
    return tuple(cards[number] for number in sorted(chosen))


def far_apart(cards: Iterable[Card]) -> list[str]:
    """T1.4: the ids of the best-known cards, without those too soon after another."""
    kept: list[Card] = []
    for card in sorted(cards, key=lambda card: (card.year, card.id)):
        if card.known and (not kept or card.year - kept[-1].year >= APART):
            kept.append(card)
    if len(kept) < FEWEST_KNOWN:
        found = f"{len(kept)} best-known cards that lie {APART} years apart"
        raise BadOption(f"level = children: {found} where at least {FEWEST_KNOWN} are needed")
    return [card.id for card in kept]
