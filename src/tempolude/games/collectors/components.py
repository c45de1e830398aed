"""The treasure cards (L1.1) and the boards (L1.3): data files whose mistakes are reported by file and line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tempolude.engine.data import Once, Row, Sheet, Source, find, reads, refuse_all
from tempolude.engine.errors import BadData

from .state import COLUMNS, EACH, EACH_BOOK, EACH_MINERAL, MINERALS, ROWS

CARDS_FOLDER, BOARDS_FOLDER = (Path(__file__).parent / folder for folder in ("cards", "boards"))

TYPE_NAMES = ("wonder", "plant", "animal", "mineral", "book")
COUNTED = ("wonder", "plant", "animal", "mineral", "type", "book", "crystal")  # L6.5: what each kind of book counts
BOARDS = ("red", "blue", "green", "yellow")
CARD_COLUMNS = ("id", "type", "copies", "counts", "name_en", "name_fr", "text_en", "text_fr")
BOARD_COLUMNS = ("board", "row", "first", "second", "third", "fourth")
CRYSTAL = "crystal"
KEPT_PLACES, CRYSTAL_PLACES = 2, 3  # L1.3
LONGEST_NAME, LONGEST_TEXT = 40, 200


@dataclass(frozen=True)
class Card:
    """One treasure card. Several cards may be equal."""

    id: str
    type: str
    counts: str  # what a book counts; "" for other types
    name: dict[str, str]
    text: dict[str, str]


@dataclass(frozen=True)
class Board:
    """A board, place by place: the type it is reserved for, CRYSTAL, or nothing."""

    places: tuple[str, ...]

    @property
    def room(self) -> tuple[int, ...]:
        """For each type the places that may take it, as bits."""
        return tuple(self._set_of("", CRYSTAL, name) for name in TYPE_NAMES)

    @property
    def gems(self) -> int:
        """The places that bring a crystal, as bits."""
        return self._set_of(CRYSTAL)

    def _set_of(self, *marks: str) -> int:
        return sum(1 << place for place, what in enumerate(self.places) if what in marks)


def cards_called(name: str) -> tuple[Card, ...]:
    """The cards of the set of that name."""
    return read_cards(find("set of cards", CARDS_FOLDER, name))


def boards_called(name: str | Source) -> dict[str, Board]:
    """The boards of the layout of that name."""
    return read_boards(find("layout", BOARDS_FOLDER, name))


# --- Cards -----------------------------------------------------------------------


@reads(*CARD_COLUMNS)
def read_cards(sheet: Sheet) -> tuple[Card, ...]:
    """The 50 cards in the order of their numbers, or BadData with file, line and reason."""
    found: dict[str, list[tuple[Card, int]]] = {name: [] for name in TYPE_NAMES}
    once = Once()
    for row in sheet.rows:
        card, copies = _card(row)
        once.add(row, card.id, card.name)
        if card.counts and any(card.counts == other.counts for other, _ in found["book"]):
            raise row.refuse(f"a second kind of book counts {card.counts!r}")
        found[card.type].append((card, copies))
    for name in ("wonder", "plant", "animal", "mineral"):  # L1.1
        count = sum(copies for _, copies in found[name])
        if count != EACH:
            raise sheet.refuse(f"{count} cards of type {name!r} in all; expected {EACH}")
    if len(found["mineral"]) != MINERALS:
        raise sheet.refuse(f"{len(found['mineral'])} types of mineral; expected {MINERALS}")
    if missing := [what for what in COUNTED if all(card.counts != what for card, _ in found["book"])]:
        raise sheet.refuse(f"no book counts {missing[0]!r}")
    found["book"].sort(key=lambda pair: COUNTED.index(pair[0].counts))
    return tuple(card for name in TYPE_NAMES for card, copies in found[name] for _ in range(copies))


def _card(row: Row) -> tuple[Card, int]:
    """One row, validated: the card, and its number of copies."""
    if row["type"] not in TYPE_NAMES:
        raise row.refuse(f"type {row['type']!r}: expected one of {', '.join(TYPE_NAMES)}")
    copies = row.number("copies", 1, EACH)
    expected = {"mineral": EACH_MINERAL, "book": EACH_BOOK}.get(row["type"])
    if expected and copies != expected:
        raise row.refuse(f"copies {copies}: there are {expected} of each {row['type']}")
    if row["type"] == "book" and row["counts"] not in COUNTED:
        raise row.refuse(f"counts {row['counts']!r}: expected one of {', '.join(COUNTED)}")
    if row["type"] != "book" and row["counts"]:
        raise row.refuse(f"counts {row['counts']!r}: only books count something")
    card = Card(
        id=row.slug("id"),
        type=row["type"],
        counts=row["counts"],
        name=row.texts("name", LONGEST_NAME),
        text=row.texts("text", LONGEST_TEXT),
    )
    return card, copies


# --- Boards ----------------------------------------------------------------------


@reads(*BOARD_COLUMNS)
def read_boards(sheet: Sheet) -> dict[str, Board]:
    """The four boards by name, or BadData with file, line and reason."""
    found: dict[str, dict[int, Row]] = {name: {} for name in BOARDS}
    sheet.each(lambda row: _take_row(found, row))
    refuse_all(
        sheet.refuse(
            f"the {name} board has {len(rows)} rows; expected {ROWS}",
            f"la vitrine {name} a {len(rows)} rangées\u00a0; il en faut {ROWS}",
        )
        for name, rows in found.items()
        if len(rows) < ROWS
    )
    boards = {
        name: Board(tuple(what for number in range(ROWS) for what in _places(rows[number])))
        for name, rows in found.items()
    }
    refuse_all(
        fault for name, board in boards.items() for fault in _miscounted(name, board, list(found[name].values())[-1])
    )
    return boards


def _take_row(found: dict[str, dict[int, Row]], row: Row) -> None:
    """One row of a board, validated and added to that board."""
    name = row["board"]
    if name not in BOARDS:
        known = ", ".join(BOARDS)
        raise row.refuse(f"board {name!r}: expected one of {known}", f"board {name!r}\u00a0: il faut un de {known}")
    number = row.number("row", 0, ROWS - 1)
    if number in found[name]:
        raise row.refuse(
            f"row {number} of the {name} board is a duplicate",
            f"la rangée {number} de la vitrine {name} est en double",
        )
    for what in _places(row):
        if what not in ("", CRYSTAL, *TYPE_NAMES):
            known = ", ".join(TYPE_NAMES)
            raise row.refuse(
                f"place {what!r}: expected nothing, crystal, {known}",
                f"place {what!r}\u00a0: il faut rien, crystal, {known}",
            )
    found[name][number] = row


def _places(row: Row) -> list[str]:
    return [row[column] for column in BOARD_COLUMNS[-COLUMNS:]]


def _miscounted(name: str, board: Board, last: Row) -> Iterator[BadData]:
    """L1.3: boards with a wrong number of special places, reported where they end in the file."""
    kept, crystals = sum(what in TYPE_NAMES for what in board.places), board.places.count(CRYSTAL)
    if kept != KEPT_PLACES:
        yield last.refuse(
            f"the {name} board keeps {kept} places for one type; expected {KEPT_PLACES}",
            f"la vitrine {name} réserve {kept} places à un type\u00a0; il en faut {KEPT_PLACES}",
        )
    if crystals != CRYSTAL_PLACES:
        yield last.refuse(
            f"the {name} board has {crystals} crystal places; expected {CRYSTAL_PLACES}",
            f"la vitrine {name} a {crystals} places à cristal\u00a0; il en faut {CRYSTAL_PLACES}",
        )
