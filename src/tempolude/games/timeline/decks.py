"""Decks: files of cards (T1.2), read with every mistake named by file and line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tempolude.engine.data import Once, Row, Sheet, find, reads
from tempolude.engine.errors import BadData, BadOption

COLUMNS = ("id", "year", "approximate", "name_en", "name_fr", "icon", "text_en", "text_fr")
FOLDER = Path(__file__).parent / "decks"
FEWEST = 55  # T1.2, of all decks of a match together
MOST = 2**15  # what a match can number
LONGEST_NAME, LONGEST_TEXT = 60, 300
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


@reads(*COLUMNS)
def read_deck(sheet: Sheet) -> tuple[Card, ...]:
    """The cards of a file, or BadData with file, line and reason."""
    cards: list[Card] = []
    once = Once()
    for row in sheet.rows:
        card = _card(row)
        once.add(row, card.id, card.name)
        cards.append(card)
    if not cards:
        raise sheet.refuse("has no cards")
    return tuple(cards)


def _card(row: Row) -> Card:
    """One row, checked."""
    year = row.number("year", OLDEST, NEWEST)
    if year == 0:
        raise row.refuse("there was no year 0: 1 BC is -1")
    if row["approximate"].lower() not in ("true", "false"):
        raise row.refuse(f"approximate {row['approximate']!r}: true or false is expected")
    return Card(
        id=row.slug("id"),
        year=year,
        approximate=row["approximate"].lower() == "true",
        name=row.texts("name", LONGEST_NAME),
        icon=row.slug("icon"),
        text=row.texts("text", LONGEST_TEXT),
    )


def mix(names: list[str]) -> tuple[Card, ...]:
    """T1.2: the cards of these decks together; a card found in two is used once.

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
    return tuple(cards[number] for number in sorted(cards))
