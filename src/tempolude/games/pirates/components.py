"""The board and the contracts, which owners of the box can type in; mistakes are reported by file and line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tempolude.engine.data import Once, Row, Sheet, Source, find, reads, refuse_all
from tempolude.engine.errors import BadData

FOLDER = Path(__file__).parent
COLOURS = ("blue", "orange", "red", "green", "violet", "white")  # P1.1
EPOCHS, MOST_SITES = 7, 7  # P1.4
CONTRACTS, WHITE_CONTRACTS, WHITE_COPIES = 5, 3, 12  # P1.3 per colour; kinds of white ones; white ones in all
DEAREST, DEAREST_WHITE, MOST_POINTS = 6, 5, 20  # P4.1 a white contract cannot ask for more colours than there are
LONGEST = 40  # characters of a name


@dataclass(frozen=True)
class Epoch:
    """One epoch (P1.4). `gates` holds the numbers of the epochs that its two gates lead to."""

    id: str
    name: dict[str, str]
    place: dict[str, str]  # as written in sentences: "the Pyramids", "aux Pyramides"
    years: dict[str, str]
    sites: int
    gates: tuple[int, int]
    police: bool  # P2.1 the police start here


@dataclass(frozen=True)
class Contract:
    """One kind of contract (P1.3): five of each colour, one copy each, and three white ones with several copies."""

    colour: int
    cost: int
    points: int
    copies: int


def read_board(name: str | Source) -> tuple[Epoch, ...]:
    """The board of that name, or the enclosed one."""
    return _board(find("board", FOLDER / "boards", name))


def read_contracts(name: str | Source) -> tuple[Contract, ...]:
    """The contracts of that name, or the enclosed ones: by colour, white last, and by cost."""
    return _contracts(find("list of contracts", FOLDER / "contracts", name))


# --- The board -------------------------------------------------------------------

BOARD = ("id", "name_en|name_fr|name", "years_en|years_fr|years", "sites", "gate_1", "gate_2", "police")
PLACE = {"place_en": None, "place_fr": None, "place": None}  # by default its name


@reads(*BOARD, **PLACE)
def _board(sheet: Sheet) -> tuple[Epoch, ...]:
    once = Once()
    sheet.each(lambda row: once.add(row, row.slug("id")))
    rows = sheet.rows
    if len(rows) != EPOCHS:
        at = rows[EPOCHS] if len(rows) > EPOCHS else sheet
        raise at.refuse(
            f"{len(rows)} epochs where there are {EPOCHS} (P1.4)",
            f"{len(rows)} époques là où il y en a {EPOCHS} (P1.4)",
        )
    numbers = {row["id"]: number for number, row in enumerate(rows)}
    board = tuple(sheet.each(lambda row: _epoch(row, numbers)))
    refuse_all([*_police(sheet, board), *_out_of_reach(sheet, board)])
    return board


def _epoch(row: Row, numbers: dict[str, int]) -> Epoch:
    """One row, validated."""
    for column in ("gate_1", "gate_2"):
        if row[column] not in numbers:
            raise row.refuse(
                f"{column} leads to {row[column]!r}, which is no epoch of this board",
                f"{column} mène à {row[column]!r}, qui n’est pas une époque de ce plateau",
            )
        if row[column] == row["id"]:
            raise row.refuse(
                f"{column} leads back to {row[column]!r} itself", f"{column} ramène à {row[column]!r} même"
            )
    return Epoch(
        id=row["id"],
        name=row.texts("name", LONGEST),
        place=row.texts("place" if any(column in row for column in PLACE) else "name", LONGEST),
        years=row.texts("years", LONGEST),
        sites=row.number("sites", 1, MOST_SITES),
        gates=(numbers[row["gate_1"]], numbers[row["gate_2"]]),
        police=row.flag("police"),
    )


def _police(sheet: Sheet, board: tuple[Epoch, ...]) -> Iterator[BadData]:
    """P2.1: the police start in one epoch."""
    starts = [number for number in range(EPOCHS) if board[number].police]
    if len(starts) != 1:
        at = sheet.rows[starts[1]] if starts else sheet
        yield at.refuse(
            f"the police start in {len(starts)} epochs; exactly one row must say true (P2.1)",
            f"la police part de {len(starts)} époques\u00a0; une ligne et une seule doit dire true (P2.1)",
        )


def _out_of_reach(sheet: Sheet, board: tuple[Epoch, ...]) -> Iterator[BadData]:
    """Every epoch must be reachable through gates from every other; the first that fails is reported."""
    for start in range(EPOCHS):
        reached, fresh = {start}, {start}
        while fresh:
            fresh = {gate for epoch in fresh for gate in board[epoch].gates} - reached
            reached |= fresh
        if missed := set(range(EPOCHS)) - reached:
            lost = min(missed)
            yield sheet.rows[lost].refuse(
                f"{board[lost].id!r} cannot be reached from {board[start].id!r} through gates",
                f"aucune suite de portes ne mène de {board[start].id!r} à {board[lost].id!r}",
            )
            return


# --- The contracts ---------------------------------------------------------------

CONTRACT = ("colour", "cost", "points", "copies")


@reads(*CONTRACT)
def _contracts(sheet: Sheet) -> tuple[Contract, ...]:
    once = Once()
    contracts = sheet.each(lambda row: _contract(row, once))
    refuse_all(_miscounted(sheet, contracts))
    return tuple(sorted(contracts, key=lambda each: (each.colour, each.cost)))


def _contract(row: Row, once: Once) -> Contract:
    """One row, validated."""
    if row["colour"] not in COLOURS:
        known = ", ".join(COLOURS)
        raise row.refuse(
            f"unknown colour {row['colour']!r}: expected one of {known}",
            f"couleur inconnue {row['colour']!r}\u00a0: il faut une de {known}",
        )
    contract = Contract(
        colour=COLOURS.index(row["colour"]),
        cost=row.number("cost", 1, DEAREST_WHITE if row["colour"] == "white" else DEAREST),
        points=row.number("points", 1, MOST_POINTS),
        copies=row.number("copies", 1, WHITE_COPIES),
    )
    once.add(row, f"{row['colour']} {contract.cost}")
    return contract


def _miscounted(sheet: Sheet, contracts: list[Contract]) -> Iterator[BadData]:
    """P1.3: colours with a wrong number of contracts, reported where the colour ends."""
    for colour, name in enumerate(COLOURS):
        group = [
            (row, contract) for row, contract in zip(sheet.rows, contracts, strict=True) if contract.colour == colour
        ]
        at = group[-1][0] if group else sheet
        kinds, copies = (WHITE_CONTRACTS, WHITE_COPIES) if name == "white" else (CONTRACTS, CONTRACTS)
        count = sum(contract.copies for _, contract in group)
        if len(group) != kinds:
            yield at.refuse(
                f"{len(group)} kinds of {name} contracts where there are {kinds} (P1.3)",
                f"{len(group)} sortes de contrats {name} là où il y en a {kinds} (P1.3)",
            )
        elif count != copies:
            yield at.refuse(
                f"{count} {name} contracts where there are {copies} (P1.3)",
                f"{count} contrats {name} là où il y en a {copies} (P1.3)",
            )
