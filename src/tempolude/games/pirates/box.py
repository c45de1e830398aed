"""What an owner of the box can type in, the board and the contracts, with every mistake named by file and line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tempolude.engine.data import Once, Row, Sheet, Source, find, reads

FOLDER = Path(__file__).parent
COLOURS = ("blue", "orange", "red", "green", "violet", "white")  # P1.1
EPOCHS, MOST_SITES = 7, 7  # P1.4
CONTRACTS, WHITE_CONTRACTS, WHITE_COPIES = 5, 3, 12  # P1.3 of each colour; kinds of white ones; white ones in all
DEAREST, DEAREST_WHITE, MOST_POINTS = 6, 5, 20  # P4.1 a white contract has no more colours to ask for than there are
LONGEST = 40  # characters of a name


@dataclass(frozen=True)
class Epoch:
    """One epoch (P1.4). `gates` are the numbers of the epochs that its two gates lead to."""

    id: str
    name: dict[str, str]
    place: dict[str, str]  # as it stands in sentences: "the Pyramids", "aux Pyramides"
    years: dict[str, str]
    sites: int
    gates: tuple[int, int]
    police: bool  # P2.1 the police begins here


@dataclass(frozen=True)
class Contract:
    """One kind of contract (P1.3): five of each colour, each there once, and three white ones, there several times."""

    colour: int
    cost: int
    points: int
    copies: int


def read_board(name: str | Source) -> tuple[Epoch, ...]:
    """The board of that name, or the one enclosed."""
    return _board(find("board", FOLDER / "boards", name))


def read_contracts(name: str | Source) -> tuple[Contract, ...]:
    """The contracts of that name, or those enclosed: by colour, white last, and by cost."""
    return _contracts(find("list of contracts", FOLDER / "contracts", name))


# --- The board -------------------------------------------------------------------

WORDS = ("name", "place", "years")
BOARD = ("id", *(f"{word}_{lang}" for word in WORDS for lang in ("en", "fr")), "sites", "gate_1", "gate_2", "police")


@reads(*BOARD)
def _board(sheet: Sheet) -> tuple[Epoch, ...]:
    rows = sheet.rows
    if len(rows) != EPOCHS:
        at = rows[EPOCHS] if len(rows) > EPOCHS else sheet
        raise at.refuse(f"{len(rows)} epochs where there are {EPOCHS} (P1.4)")
    once = Once()
    for row in rows:
        once.add(row, row.slug("id"))
    numbers = {row["id"]: number for number, row in enumerate(rows)}
    board = tuple(_epoch(row, numbers) for row in rows)
    starts = [number for number in range(EPOCHS) if board[number].police]
    if len(starts) != 1:
        at = rows[starts[1]] if starts else sheet
        raise at.refuse(f"the police start in {len(starts)} epochs; exactly one row must say true (P2.1)")
    _check_reach(board, rows)
    return board


def _epoch(row: Row, numbers: dict[str, int]) -> Epoch:
    """One row, checked."""
    for column in ("gate_1", "gate_2"):
        if row[column] not in numbers:
            raise row.refuse(f"{column} leads to {row[column]!r}, which is no epoch of this board")
        if row[column] == row["id"]:
            raise row.refuse(f"{column} leads back to {row[column]!r} itself")
    if row["police"].lower() not in ("true", "false"):
        raise row.refuse(f"police {row['police']!r}: expected true or false")
    return Epoch(
        id=row["id"],
        **{word: row.texts(word, LONGEST) for word in WORDS},
        sites=row.number("sites", 1, MOST_SITES),
        gates=(numbers[row["gate_1"]], numbers[row["gate_2"]]),
        police=row["police"].lower() == "true",
    )


def _check_reach(board: tuple[Epoch, ...], rows: tuple[Row, ...]) -> None:
    """Every epoch must be reached through gates from every other."""
    for start in range(EPOCHS):
        reached, fresh = {start}, {start}
        while fresh:
            fresh = {gate for epoch in fresh for gate in board[epoch].gates} - reached
            reached |= fresh
        if missed := set(range(EPOCHS)) - reached:
            lost = min(missed)
            raise rows[lost].refuse(f"{board[lost].id!r} cannot be reached from {board[start].id!r} through gates")


# --- The contracts ---------------------------------------------------------------

CONTRACT = ("colour", "cost", "points", "copies")


@reads(*CONTRACT)
def _contracts(sheet: Sheet) -> tuple[Contract, ...]:
    found: list[tuple[Row, Contract]] = []
    once = Once()
    for row in sheet.rows:
        found.append((row, _contract(row)))
        once.add(row, f"{row['colour']} {found[-1][1].cost}")
    for colour, name in enumerate(COLOURS):
        group = [(row, contract) for row, contract in found if contract.colour == colour]
        at = group[-1][0] if group else sheet
        white = name == "white"
        kinds, copies = (WHITE_CONTRACTS, WHITE_COPIES) if white else (CONTRACTS, CONTRACTS)
        if len(group) != kinds:
            raise at.refuse(f"{len(group)} kinds of {name} contracts where there are {kinds} (P1.3)")
        if (count := sum(contract.copies for _, contract in group)) != copies:
            raise at.refuse(f"{count} {name} contracts where there are {copies} (P1.3)")
    return tuple(sorted((contract for _, contract in found), key=lambda each: (each.colour, each.cost)))


def _contract(row: Row) -> Contract:
    """One row, checked."""
    if row["colour"] not in COLOURS:
        raise row.refuse(f"unknown colour {row['colour']!r}: expected one of {', '.join(COLOURS)}")
    return Contract(
        colour=COLOURS.index(row["colour"]),
        cost=row.number("cost", 1, DEAREST_WHITE if row["colour"] == "white" else DEAREST),
        points=row.number("points", 1, MOST_POINTS),
        copies=row.number("copies", 1, WHITE_COPIES),
    )
