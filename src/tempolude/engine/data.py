"""Data files: CSV files, ours or a player's, in which every mistake is told with file, line and reason (BadData).

A game says which columns its file has and makes of the rows what it needs:

    @reads("id", "name_en", "name_fr")
    def read_ships(sheet: Sheet) -> tuple[Ship, ...]:
        return tuple(Ship(row.slug("id"), row.texts("name", 40)) for row in sheet.rows)

    ships = read_ships(find("fleet", FOLDER, "house"))
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, wraps
from io import StringIO
from pathlib import Path
from typing import TypeVar

from .errors import BadData, BadOption
from .rulebook import LANGUAGES

T = TypeVar("T")

FILES_KEPT = 32  # of each reader
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
LINE_BREAK = re.compile(rb"\r\n?|\n")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


@dataclass(frozen=True)
class Row:
    """One row of a file: its values by column, and the line in which it begins.

    >>> row = Row(Path("ships.csv"), 3, {"id": "nina", "guns": "many"})
    >>> row["id"], str(row.refuse("has sunk"))
    ('nina', 'ships.csv, line 3: has sunk')
    """

    path: Path
    line: int
    values: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.values[column]

    def refuse(self, reason: str) -> BadData:
        """What to raise because of this row."""
        return BadData(self.path, self.line, reason)

    def slug(self, column: str) -> str:
        """A value that can stand in notation and in names of files."""
        if not SLUG.fullmatch(self[column]):
            raise self.refuse(f"{column} {self[column]!r}: lower-case letters, digits and hyphens are expected")
        return self[column]

    def number(self, column: str, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        value = self[column]
        if not WHOLE_NUMBER.fullmatch(value) or not low <= int(value) <= high:
            raise self.refuse(f"{column} {value!r}: a whole number from {low} to {high} is expected")
        return int(value)

    def flag(self, column: str) -> bool:
        """True or false."""
        if self[column].lower() not in ("true", "false"):
            raise self.refuse(f"{column} {self[column]!r}: true or false is expected")
        return self[column].lower() == "true"

    def text(self, column: str, longest: int) -> str:
        """A text that is there and not too long."""
        value = self[column]
        if not 1 <= len(value) <= longest:
            raise self.refuse(f"{column} has {len(value)} characters: from 1 to {longest} are expected")
        return value

    def texts(self, column: str, longest: int) -> dict[str, str]:
        """The same text by language, from the columns `column_en` and `column_fr`."""
        return {lang: self.text(f"{column}_{lang}", longest) for lang in LANGUAGES}


@dataclass(frozen=True)
class Sheet:
    """A file that was read: its rows, which may be none."""

    path: Path
    rows: tuple[Row, ...]

    def refuse(self, reason: str) -> BadData:
        """What to raise because of all rows together: it names the last, where what is missing would be added."""
        return BadData(self.path, self.rows[-1].line if self.rows else 1, reason)


class Once:
    """What may stand in a file only once: ids, names. Capitals make no difference."""

    def __init__(self) -> None:
        self._lines: dict[str, int] = {}

    def add(self, row: Row, mark: str, names: Mapping[str, str] | None = None) -> None:
        """This row has this mark, and these names by language; BadData if another row has one of them."""
        for each in (mark, *(f"{name} ({lang})" for lang, name in (names or {}).items())):
            line = self._lines.setdefault(each.casefold(), row.line)
            if line != row.line:
                raise row.refuse(f"duplicate: {each!r} is already in line {line}")


# --- Which file ------------------------------------------------------------------


def ours(folder: Path) -> list[str]:
    """The names of the files that come with the game."""
    return sorted(path.stem for path in folder.glob("*.csv"))


def find(what: str, folder: Path, name: str) -> Path:
    """The file meant by a name: one of ours, in this folder, or any by its path, which ends in .csv.

    `what` is the word for such a file: "deck", "board".
    """
    names = ours(folder)
    if name in names:
        return folder / f"{name}.csv"
    if name.endswith(".csv"):
        return Path(name)
    raise BadOption(f"no {what} is called {name!r}; there are: {', '.join(names)} (or the path of a .csv file)")


# --- Reading ---------------------------------------------------------------------


def reads(*columns: str, **may_lack: str) -> Callable[[Callable[[Sheet], T]], Callable[[Path], T]]:
    """Make a function of a file with these columns one of its path. A file is read again when its content changed.

    `may_lack` names columns that a file may do without, each with the value that all its rows then have.
    """

    def decorate(make: Callable[[Sheet], T]) -> Callable[[Path], T]:
        @lru_cache(maxsize=FILES_KEPT)
        def made(path: Path, content: bytes) -> T:
            return make(Sheet(path, tuple(_rows(path, _text(path, content), columns, may_lack))))

        @wraps(make)
        def read(path: Path) -> T:
            return made(path, _content(path))

        return read

    return decorate


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: no file can have such a name
        raise BadData(path, 1, f"cannot be read: {getattr(error, 'strerror', None) or error}") from error


def _text(path: Path, content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start]
        raise BadData(path, len(LINE_BREAK.findall(before)) + 1, "is not UTF-8 text") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _rows(path: Path, text: str, columns: tuple[str, ...], may_lack: Mapping[str, str]) -> Iterator[Row]:
    # StringIO ends a line only at a line break; splitlines would do so at a form feed, NEL or U+2028 too.
    found = csv.reader(StringIO(text, newline="\n"), strict=True)
    start = 1
    try:
        header = [_on_one_line(value) for value in next(found, [])]
        places = _places(path, header, (*columns, *(column for column in may_lack if column in header)))
        start = found.line_num + 1
        for values in found:
            if values:
                if len(values) != len(header):
                    raise BadData(path, start, f"{len(values)} columns where the header has {len(header)}")
                written = {column: _on_one_line(values[place]) for column, place in places.items()}
                yield _row(path, start, {**may_lack, **written})
            start = found.line_num + 1
    except csv.Error as error:
        raise BadData(path, start, f"is not well-formed CSV: {error}") from error


def _places(path: Path, header: list[str], columns: tuple[str, ...]) -> dict[str, int]:
    """Where each column stands. Others may stand between them."""
    if missing := [column for column in columns if column not in header]:
        raise BadData(path, 1, f"missing column: {', '.join(missing)}")
    if double := [column for column in columns if header.count(column) > 1]:
        raise BadData(path, 1, f"column there twice: {', '.join(double)}")
    return {column: header.index(column) for column in columns}


def _row(path: Path, line: int, values: dict[str, str]) -> Row:
    row = Row(path, line, values)
    for column, value in values.items():
        if strange := CONTROL.search(value):
            raise row.refuse(f"{column} has a character that cannot be shown: {strange[0]!r}")
    return row


def _on_one_line(value: str) -> str:
    return " ".join(part for part in map(str.strip, value.split("\n")) if part)
