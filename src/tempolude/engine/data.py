"""Data files: CSV files, built-in or a player's. Every fault is reported with file, line and reason (BadData).

A game declares the columns of its file and parses the rows:

    @reads("id", "name_en", "name_fr")
    def read_ships(sheet: Sheet) -> tuple[Ship, ...]:
        return tuple(sheet.each(lambda row: Ship(row.slug("id"), row.texts("name", 40))))

    ships = read_ships(find("fleet", FOLDER, "house"))

Built-in files have a version in their name, `house@1.csv`, and are never edited: a change is a new file,
`house@2.csv`. "house" means the newest version, "house@1" exactly that one, so a match keeps the version it began with.
A player's own file is enclosed in an option, `{"name": "My ships", "csv": "id,name…"}`, and read the same way. A text
never names a file on disk, so untrusted input cannot make us open one.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, wraps
from hashlib import sha256
from io import StringIO
from pathlib import Path
from stat import S_ISREG
from typing import TypeVar

from .errors import BadData, BadOption, cut
from .rulebook import LANGUAGES

T = TypeVar("T")
Enclosed = Mapping[str, str]  # a file inside an option: its "name" and its "csv"
Source = Path | Enclosed

FILES_KEPT = 32  # cached by each reader
SLUG, LONGEST_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*"), 80
VERSIONED = re.compile(r"([^@]+)@([1-9][0-9]{0,5})")  # a built-in name and its version
WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
LINE_BREAK = re.compile(rb"\r\n?|\n")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]")  # bidirectional controls included
FLAGS = {"true": True, "false": False, "vrai": True, "faux": False}
SEPARATORS = ",;\t"
FRENCH_CSV = {"unexpected end of data": "un guillemet ouvert n’est jamais refermé"}


@dataclass(frozen=True)
class Row:
    """One row of a file: its values by column, and its line number.

    >>> row = Row(Path("ships.csv"), 3, {"id": "nina", "guns": "many"})
    >>> row["id"], str(row.refuse("has sunk"))
    ('nina', 'ships.csv, line 3: has sunk')
    """

    path: Path
    line: int
    values: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.values[column]

    def __contains__(self, column: str) -> bool:
        return column in self.values

    def refuse(self, reason: str, french: str = "") -> BadData:
        """The error to raise for this row."""
        return BadData(self.path, self.line, reason, french)

    def slug(self, column: str) -> str:
        """A value that is safe in notation and in file names."""
        value = self[column]
        if len(value) > LONGEST_SLUG:
            raise self.refuse(
                f"{column} has {len(value)} characters: expected at most {LONGEST_SLUG}",
                f"{column} a {len(value)} caractères\u00a0: il en faut {LONGEST_SLUG} au plus",
            )
        if not SLUG.fullmatch(value):
            raise self.refuse(
                f"{column} {value!r}: expected lower-case letters, digits and hyphens",
                f"{column} {value!r}\u00a0: il faut des minuscules sans accent, des chiffres et des traits d’union",
            )
        return value

    def number(self, column: str, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        value = self[column]
        if not WHOLE_NUMBER.fullmatch(value) or not low <= int(value) <= high:
            raise self.refuse(
                f"{column} {value!r}: expected a whole number from {low} to {high}",
                f"{column} {value!r}\u00a0: il faut un nombre entier de {low} à {high}",
            )
        return int(value)

    def flag(self, column: str) -> bool:
        """True or false, as spreadsheets in either language write it."""
        value = self[column]
        if value.lower() not in FLAGS:
            raise self.refuse(
                f"{column} {value!r}: expected true or false",
                f"{column} {value!r}\u00a0: il faut true (oui) ou false (non)",
            )
        return FLAGS[value.lower()]

    def text(self, column: str, longest: int) -> str:
        """A text that is not empty and not too long."""
        value = self[column]
        if not 1 <= len(value) <= longest:
            raise self.refuse(
                f"{column} has {len(value)} characters: expected 1 to {longest}",
                f"{column} a {len(value)} caractères\u00a0: il en faut de 1 à {longest}",
            )
        return value

    def texts(self, column: str, longest: int) -> dict[str, str]:
        """The same text by language, from the columns `column_en` and `column_fr`.

        A file in one language has only one of them, or a column without a language, which then serves for both.
        """
        written = [name for name in (*(f"{column}_{lang}" for lang in LANGUAGES), column) if name in self]
        return {
            lang: self.text(min(written, key=lambda name: name != f"{column}_{lang}"), longest) for lang in LANGUAGES
        }


@dataclass(frozen=True)
class Sheet:
    """The parsed rows, and the faults of rejected ones."""

    path: Path
    rows: tuple[Row, ...]
    faults: tuple[BadData, ...] = ()

    def each(self, read: Callable[[Row], T]) -> list[T]:
        """Apply `read` to every row; BadData with the faults of all rows if any has one."""
        found, faults = [], list(self.faults)
        for row in self.rows:
            try:
                found.append(read(row))
            except BadData as fault:
                faults += fault.all
        refuse_all(faults)
        return found

    def refuse(self, reason: str, french: str = "") -> BadData:
        """The error to raise for the file as a whole; it names the last line, where missing rows would be added."""
        return BadData(self.path, self.rows[-1].line if self.rows else 1, reason, french)


def refuse_all(faults: Iterable[BadData]) -> None:
    """Raise the faults, if any, as one error: the first in the file, with the others attached."""
    if found := sorted(dict.fromkeys(faults), key=lambda fault: fault.line):
        found[0].others = tuple(found[1:])
        raise found[0]


class Once:
    """Check that ids and names are unique in a file, ignoring case."""

    def __init__(self) -> None:
        self._lines: dict[str, int] = {}

    def add(self, row: Row, mark: str, names: Mapping[str, str] | None = None) -> None:
        """Add a row's mark and its names by language; BadData if another row has one of them already."""
        for each in (mark, *(f"{name} ({lang})" for lang, name in (names or {}).items())):
            line = self._lines.setdefault(each.casefold(), row.line)
            if line != row.line:
                raise row.refuse(
                    f"duplicate: {each!r} is already in line {line}",
                    f"en double\u00a0: {each!r} est déjà à la ligne {line}",
                )


# --- Which file ------------------------------------------------------------------


def versions(folder: Path) -> dict[str, list[int]]:
    """The built-in files: every name with its versions, oldest first."""
    found: dict[str, list[int]] = {}
    for path in folder.glob("*.csv"):
        if named := VERSIONED.fullmatch(path.stem):
            found.setdefault(named[1], []).append(int(named[2]))
    return {name: sorted(numbers) for name, numbers in sorted(found.items())}


def ours(folder: Path) -> list[str]:
    """The names of the built-in files."""
    return list(versions(folder))


def pinned(folder: Path, name: T) -> T | str:
    """A built-in name with its version, by default the newest; anything else unchanged."""
    numbers = versions(folder).get(name) if isinstance(name, str) else None
    return f"{name}@{numbers[-1]}" if numbers else name


def unpinned(name: T) -> T | str:
    """The name without its version, which means the newest.

    >>> unpinned("world@1"), unpinned("world")
    ('world', 'world')
    """
    return name.partition("@")[0] if isinstance(name, str) else name


def find(what: str, folder: Path, name: str | Source) -> Source:
    """Look up a built-in file of this folder by name, by default its newest version; a file is returned unchanged.

    `what` names the kind of file in errors: "deck", "board".
    """
    if not isinstance(name, str):
        return name
    there, (bare, at, number) = versions(folder), name.partition("@")
    if bare not in there:
        known = ", ".join(there)
        raise BadOption(
            f"unknown {what} {cut(bare)}; available: {known}",
            f"{what} = {cut(bare)}\u00a0: nom inconnu\u00a0; disponibles\u00a0: {known}",
        )
    if at and (not VERSIONED.fullmatch(name) or int(number) not in there[bare]):
        numbers = ", ".join(map(str, there[bare]))
        raise BadOption(f"version {cut(number)} of the {what} {bare!r} is not installed here; available: {numbers}")
    return folder / f"{name if at else pinned(folder, name)}.csv"


def content_hashes(folder: Path, names: Iterable[object]) -> dict[str, str]:
    """The SHA-256 of each built-in file among pinned names, by folder and file name."""
    there = {f"{name}@{number}" for name, numbers in versions(folder).items() for number in numbers}
    files = [name for name in names if isinstance(name, str) and name in there]
    return {f"{folder.name}/{name}": sha256(content(folder / f"{name}.csv")).hexdigest() for name in files}


def called(source: Source) -> Path:
    """The name of a file in error messages."""
    return source if isinstance(source, Path) else Path(source["name"])


# --- Reading ---------------------------------------------------------------------


def reads(*columns: str, **may_lack: str | None) -> Callable[[Callable[[Sheet], T]], Callable[[Source], T]]:
    """Decorate a parser of such a file so that it takes a path; results are cached by content.

    Of alternatives such as "name_en|name_fr" at least one column must be present. `may_lack` lists optional columns,
    each with the value that rows get if it is missing, or None for no value.
    """

    def decorate(make: Callable[[Sheet], T]) -> Callable[[Source], T]:
        @lru_cache(maxsize=FILES_KEPT)
        def made(path: Path, content: bytes) -> T:
            sheet = _sheet(path, content, columns, may_lack)
            try:
                result = make(sheet)
            except BadData as fault:
                refuse_all((*sheet.faults, *fault.all))
                raise
            refuse_all(sheet.faults)
            return result

        @wraps(make)
        def read(source: Source) -> T:
            return made(called(source), content(source))

        return read

    return decorate


def look(source: Source, *columns: str, **may_lack: str | None) -> Sheet:
    """Like `reads`, but collect every fault instead of stopping at the first."""
    return _sheet(called(source), content(source), columns, may_lack)


def content(source: Source) -> bytes:
    """The bytes of a file, enclosed or on disk."""
    if not isinstance(source, Path):
        return source["csv"].encode("utf-8", "replace")
    try:
        if not S_ISREG(source.stat().st_mode):
            raise BadData(source, 1, "cannot be read: it is not a file")
        return source.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: not a valid file name
        raise BadData(source, 1, f"cannot be read: {getattr(error, 'strerror', None) or error}") from error


def decoded(path: Path, content: bytes) -> str:
    """The text of a file with normalized line endings; BadData if it is not text."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = len(LINE_BREAK.findall(error.object[: error.start])) + 1
        raise BadData(path, line, "is not UTF-8 text", "n’est pas du texte en UTF-8") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _sheet(path: Path, content: bytes, columns: tuple[str, ...], may_lack: Mapping[str, str | None]) -> Sheet:
    rows: list[Row] = []
    faults: list[BadData] = []
    for found in _rows(path, decoded(path, content), columns, may_lack):
        rows.append(found) if isinstance(found, Row) else faults.append(found)
    return Sheet(path, tuple(rows), tuple(faults))


def _rows(
    path: Path, text: str, columns: tuple[str, ...], may_lack: Mapping[str, str | None]
) -> Iterator[Row | BadData]:
    """Yield each row in order, or a BadData for a row that cannot be parsed."""
    # StringIO ends a line only at a line break; splitlines would do so at a form feed, NEL or U+2028 too.
    found = csv.reader(StringIO(text, newline="\n"), strict=True, delimiter=separator(text))
    always = {column: value for column, value in may_lack.items() if value is not None}
    start = 1
    try:
        header = [_on_one_line(value) for value in next(found, [])]
        places = _places(path, header, columns, tuple(may_lack))
        start = found.line_num + 1
        for values in found:
            if not any(value.strip() for value in values):
                pass  # spreadsheets leave empty lines at the end
            elif len(values) != len(header):
                yield BadData(
                    path,
                    start,
                    f"{len(values)} columns where the header has {len(header)}",
                    f"{len(values)} colonnes là où l’en-tête en a {len(header)}",
                )
            else:
                written = {column: _on_one_line(values[place]) for column, place in places.items()}
                yield _row(path, start, {**always, **written})
            start = found.line_num + 1
    except csv.Error as error:
        french = FRENCH_CSV.get(str(error), str(error))
        yield BadData(path, start, f"is not well-formed CSV: {error}", f"n’est pas du CSV bien formé\u00a0: {french}")


def separator(text: str) -> str:
    """The column separator of a file, found from its header: a comma, or the semicolon of French spreadsheets.

    >>> separator("year;name\\n-776;Games, the first")
    ';'
    """
    header = text.partition("\n")[0]
    return max(SEPARATORS, key=header.count)


def _places(path: Path, header: list[str], columns: tuple[str, ...], more: tuple[str, ...]) -> dict[str, int]:
    """The index of each column. Other columns are ignored."""
    if missing := [column for column in columns if not set(column.split("|")) & set(header)]:
        named = [column.split("|") for column in missing]
        raise BadData(
            path,
            1,
            f"missing column: {', '.join(' or '.join(names) for names in named)}",
            f"colonne manquante\u00a0: {', '.join(' ou '.join(names) for names in named)}",
        )
    there = [name for column in (*columns, *more) for name in column.split("|") if name in header]
    if double := [column for column in there if header.count(column) > 1]:
        raise BadData(
            path,
            1,
            f"duplicate column: {', '.join(double)}",
            f"colonne en double\u00a0: {', '.join(double)}",
        )
    return {column: header.index(column) for column in there}


def _row(path: Path, line: int, values: dict[str, str]) -> Row | BadData:
    for column, value in values.items():
        if strange := CONTROL.search(value):
            return BadData(
                path,
                line,
                f"{column} has a character that cannot be shown: {strange[0]!r}",
                f"{column} a un caractère qui ne peut pas être montré\u00a0: {strange[0]!r}",
            )
    return Row(path, line, values)


def _on_one_line(value: str) -> str:
    return " ".join(part for part in map(str.strip, value.split("\n")) if part)
