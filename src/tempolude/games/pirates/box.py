"""What an owner of the box can type in, the board and the contracts, with every mistake named by file and line."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from tempolude.engine.errors import BadData, BadOption

FOLDER = Path(__file__).parent
COLOURS = ("blue", "orange", "red", "green", "violet", "white")  # P1.1
EPOCHS, MOST_SITES = 7, 7  # P1.4
CONTRACTS, WHITE_CONTRACTS, WHITE_COPIES = 5, 3, 12  # P1.3 of each colour; kinds of white ones; white ones in all
DEAREST, DEAREST_WHITE, MOST_POINTS = 6, 5, 20  # P4.1 a white contract has no more colours to ask for than there are
LONGEST = 40  # characters of a name

T = TypeVar("T")
Row = tuple[int, dict[str, str]]  # its line in the file, and its values by column


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


def read_board(name: str) -> tuple[Epoch, ...]:
    """The board of that name, or in the file with that path."""
    return _read(_path("boards", name), _board)


def read_contracts(name: str) -> tuple[Contract, ...]:
    """The contracts of that name, or in the file with that path: by colour, white last, and by cost."""
    return _read(_path("contracts", name), _contracts)


def _path(folder: str, name: str) -> Path:
    ours = sorted(path.stem for path in (FOLDER / folder).glob("*.csv"))
    if name in ours:
        return FOLDER / folder / f"{name}.csv"
    if name.endswith(".csv"):
        return Path(name)
    raise BadOption(f"{folder}: none is called {name!r}; there are: {', '.join(ours)} (or the path of a .csv file)")


def _read(path: Path, read: Callable[[Path, bytes], T]) -> T:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadData(path, 0, f"cannot be read: {error.strerror}") from error
    return read(path, content)


def _rows(path: Path, content: bytes, columns: tuple[str, ...]) -> Iterator[Row]:
    """The rows of a CSV file that has these columns."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadData(path, content[: error.start].count(b"\n") + 1, "is not UTF-8 text") from error
    rows = csv.reader(text.splitlines(keepends=True), strict=True)
    try:
        header = next(rows, [])
        if missing := [column for column in columns if column not in header]:
            raise BadData(path, 1, f"missing column: {', '.join(missing)}")
        line = rows.line_num + 1
        for row in rows:
            if row:
                if len(row) != len(header):
                    raise BadData(path, line, f"{len(row)} columns where the header has {len(header)}")
                yield line, dict(zip(header, (value.strip() for value in row), strict=True))
            line = rows.line_num + 1
    except csv.Error as error:
        raise BadData(path, rows.line_num, f"is not well-formed CSV: {error}") from error


def _number(path: Path, line: int, row: dict[str, str], column: str, most: int) -> int:
    if not re.fullmatch(r"\d{1,3}", row[column]) or not 1 <= int(row[column]) <= most:
        raise BadData(path, line, f"{column} {row[column]!r}: a number from 1 to {most} is expected")
    return int(row[column])


# --- The board -------------------------------------------------------------------

WORDS = ("name", "place", "years")
BOARD = ("id", *(f"{word}_{lang}" for word in WORDS for lang in ("en", "fr")), "sites", "gate_1", "gate_2", "police")


@lru_cache(maxsize=16)
def _board(path: Path, content: bytes) -> tuple[Epoch, ...]:
    rows = list(_rows(path, content, BOARD))
    last = rows[-1][0] if rows else 1
    if len(rows) != EPOCHS:
        at = rows[EPOCHS][0] if len(rows) > EPOCHS else last
        raise BadData(path, at, f"{len(rows)} epochs where there are {EPOCHS} (P1.4)")
    numbers: dict[str, int] = {}
    for number, (line, row) in enumerate(rows):
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", row["id"]):
            raise BadData(path, line, f"id {row['id']!r}: lower-case letters, digits and hyphens are expected")
        if row["id"] in numbers:
            raise BadData(path, line, f"duplicate: {row['id']!r} is already in line {rows[numbers[row['id']]][0]}")
        numbers[row["id"]] = number
    board = tuple(_epoch(path, line, row, numbers) for line, row in rows)
    starts = [number for number in range(EPOCHS) if board[number].police]
    if len(starts) != 1:
        at = rows[starts[1]][0] if starts else last
        raise BadData(path, at, f"the police begins at {len(starts)} epochs; exactly one must say true (P2.1)")
    _check_reach(path, board, [line for line, _ in rows])
    return board


def _epoch(path: Path, line: int, row: dict[str, str], numbers: dict[str, int]) -> Epoch:
    """One row, checked."""
    for column in (f"{word}_{lang}" for word in WORDS for lang in ("en", "fr")):
        if not 1 <= len(row[column]) <= LONGEST:
            raise BadData(path, line, f"{column} has {len(row[column])} characters: from 1 to {LONGEST} are expected")
    for column in ("gate_1", "gate_2"):
        if row[column] not in numbers:
            raise BadData(path, line, f"{column} leads to {row[column]!r}, which is no epoch of this board")
        if row[column] == row["id"]:
            raise BadData(path, line, f"{column} leads back to {row[column]!r} itself")
    if row["police"].lower() not in ("true", "false"):
        raise BadData(path, line, f"police {row['police']!r}: true or false is expected")
    return Epoch(
        id=row["id"],
        **{word: {lang: row[f"{word}_{lang}"] for lang in ("en", "fr")} for word in WORDS},
        sites=_number(path, line, row, "sites", MOST_SITES),
        gates=(numbers[row["gate_1"]], numbers[row["gate_2"]]),
        police=row["police"].lower() == "true",
    )


def _check_reach(path: Path, board: tuple[Epoch, ...], lines: list[int]) -> None:
    """Every epoch must be reached through gates from every other."""
    for start in range(EPOCHS):
        reached, fresh = {start}, {start}
        while fresh:
            fresh = {gate for epoch in fresh for gate in board[epoch].gates} - reached
            reached |= fresh
        if missed := set(range(EPOCHS)) - reached:
            lost = min(missed)
            raise BadData(
                path, lines[lost], f"{board[lost].id!r} cannot be reached from {board[start].id!r} through gates"
            )


# --- The contracts ---------------------------------------------------------------

CONTRACT = ("colour", "cost", "points", "copies")


@lru_cache(maxsize=16)
def _contracts(path: Path, content: bytes) -> tuple[Contract, ...]:
    found: dict[tuple[int, int], tuple[int, Contract]] = {}  # by colour and cost, with its line
    last = 1
    for last, row in _rows(path, content, CONTRACT):
        contract = _contract(path, last, row)
        key = contract.colour, contract.cost
        if key in found:
            raise BadData(path, last, f"duplicate: {row['colour']} {row['cost']} is already in line {found[key][0]}")
        found[key] = last, contract
    for colour, name in enumerate(COLOURS):
        group = [(line, contract) for line, contract in found.values() if contract.colour == colour]
        at = group[-1][0] if group else last
        white = name == "white"
        kinds, copies = (WHITE_CONTRACTS, WHITE_COPIES) if white else (CONTRACTS, CONTRACTS)
        if len(group) != kinds:
            raise BadData(path, at, f"{len(group)} kinds of {name} contracts where there are {kinds} (P1.3)")
        if (count := sum(contract.copies for _, contract in group)) != copies:
            raise BadData(path, at, f"{count} {name} contracts where there are {copies} (P1.3)")
    return tuple(found[key][1] for key in sorted(found))


def _contract(path: Path, line: int, row: dict[str, str]) -> Contract:
    """One row, checked."""
    if row["colour"] not in COLOURS:
        raise BadData(path, line, f"unknown colour {row['colour']!r}: one of {', '.join(COLOURS)} is expected")
    return Contract(
        colour=COLOURS.index(row["colour"]),
        cost=_number(path, line, row, "cost", DEAREST_WHITE if row["colour"] == "white" else DEAREST),
        points=_number(path, line, row, "points", MOST_POINTS),
        copies=_number(path, line, row, "copies", WHITE_COPIES),
    )
