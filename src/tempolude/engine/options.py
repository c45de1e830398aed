"""The options of a table: what can be chosen before a match, described in both languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .data import content, content_hashes, decoded, find, pinned, unpinned
from .errors import BadData, BadGame, BadOption, cut

Words = Mapping[str, str]  # the same text by language: {"en": …, "fr": …}
LONGEST_NAME, LARGEST_FILE = 60, 2**18  # of an enclosed file, in characters
LOT = "lot"  # the first player is drawn at random
MOST_FILES, LARGEST_FILES = 40, 2**20  # of one option


@dataclass(frozen=True)
class Option:
    """One option. Subclasses define which values it takes."""

    name: str
    title: Words
    meaning: Words
    default: Any

    def check(self, value: Any) -> Any:
        """The value in canonical form, or BadOption."""
        raise NotImplementedError

    def values(self) -> Iterable[Any]:
        """Values worth testing, extremes included: the laws are checked for each."""
        raise NotImplementedError

    def described(self) -> str:
        """Which values it takes, in words."""
        raise NotImplementedError

    def encode(self, players: int, value: Any) -> list[int]:
        """A checked value as numbers for `setup`, for games without their own `encode`."""
        raise BadGame(f"the option {self.name} is no number or choice: rules.py needs encode(players, options)")

    def pin(self, value: Any) -> Any:
        """A checked value with the version of every built-in file that it names."""
        return value

    def unpin(self, value: Any) -> Any:
        """The value without versions."""
        return value

    def contents(self, value: Any) -> dict[str, str]:
        """The SHA-256 of every built-in file that a pinned value names."""
        return {}


@dataclass(frozen=True)
class Number(Option):
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def check(self, value: Any) -> int:
        try:
            number = int(value)
        except (TypeError, ValueError, OverflowError):
            number = None
        if number is None or isinstance(value, bool) or (isinstance(value, float) and value != number):
            raise BadOption(
                f"{self.name} = {cut(value)}: expected a whole number from {self.low} to {self.high}",
                f"{self.name} = {cut(value)}\u00a0: il faut un nombre entier de {self.low} à {self.high}",
            )
        if not self.low <= number <= self.high:
            raise BadOption(
                f"{self.name} = {cut(number)}: must be from {self.low} to {self.high}",
                f"{self.name} = {cut(number)}\u00a0: doit aller de {self.low} à {self.high}",
            )
        return number

    def values(self) -> Iterable[int]:
        return sorted({self.low, self.default, self.high})

    def described(self) -> str:
        return f"{self.low} to {self.high}"

    def encode(self, players: int, value: Any) -> list[int]:
        return [int(value)]


@dataclass(frozen=True)
class Choice(Option):
    """One of a few words; `choices` gives each its title."""

    choices: Mapping[str, Words]

    def check(self, value: Any) -> str:
        if not isinstance(value, str) or value not in self.choices:
            names = ", ".join(self.choices)
            raise BadOption(
                f"{self.name} = {cut(value)}: choose one of {names}",
                f"{self.name} = {cut(value)}\u00a0: choisissez parmi {names}",
            )
        return value

    def values(self) -> Iterable[str]:
        return list(self.choices)

    def described(self) -> str:
        return _quoted(self.choices)

    def encode(self, players: int, value: Any) -> list[int]:
        return [list(self.choices).index(value)]


@dataclass(frozen=True)
class FirstPlayer(Choice):
    """G1: who begins, drawn by lot or chosen by the table. Players are numbered from 1."""

    def values(self) -> Iterable[str]:
        return [LOT, "2"]  # a player in every match

    def seat(self, players: int, value: str) -> list[int]:
        """The chosen seat as `setup` reads it; empty if it is drawn by lot."""
        if value == LOT:
            return []
        if int(value) > players:
            raise BadOption(
                f"{self.name} = {value}: there are only {players} players",
                f"premier joueur {value}\u00a0: il n’y a que {players} joueurs",
            )
        return [int(value) - 1]

    def encode(self, players: int, value: Any) -> list[int]:
        return self.seat(players, value)


def first_player(most: int, rulebook: Words | None = None) -> FirstPlayer:
    """The option of a game for at most `most` players; `rulebook` is what the printed rules say, if anything."""
    said = {lang: f" {words}" for lang, words in (rulebook or {}).items()}
    choices = {str(n): {"en": f"player {n}", "fr": f"joueur {n}"} for n in range(1, most + 1)}
    return FirstPlayer(
        name="first_player",
        title={"en": "First player", "fr": "Premier joueur"},
        meaning={
            "en": "Drawn by lot, or named by the table (G1)." + said.get("en", ""),
            "fr": "Tiré au sort, ou désigné par la table (G1)." + said.get("fr", ""),
        },
        default=LOT,
        choices={LOT: {"en": "drawn by lot", "fr": "tiré au sort"}, **choices},
    )


@dataclass(frozen=True)
class File(Option):
    """A data file: a built-in one by name, or a player's, enclosed or as a `Path` (never as a string).

    `choices` gives the titles of the built-in files. Without it, the game checks the names when it encodes the option.
    `folder` has the built-in files, so that a match can keep the versions it began with.
    """

    choices: Mapping[str, Words] = field(default_factory=dict)
    folder: Path | None = None
    own: bool = True  # whether players may bring their own

    def check(self, value: Any) -> str | dict[str, str]:
        return _file(self, value)

    def values(self) -> Iterable[str]:
        return list(self.choices) or [self.default]

    def described(self) -> str:
        return _quoted(self.values()) + (", or the `Path` of a .csv file" if self.own else "")

    def pin(self, value: Any) -> Any:
        return pinned(self.folder, value) if self.folder else value

    def unpin(self, value: Any) -> Any:
        return unpinned(value) if self.folder else value

    def contents(self, value: Any) -> dict[str, str]:
        return content_hashes(self.folder, [value]) if self.folder else {}


@dataclass(frozen=True)
class Several(Option):
    """One or more names, as a list or joined by `+`.

    `choices` gives the titles of the built-in files; a player's files, as for `File`, can be added to them. Without it,
    only names are allowed, and the game checks them when it encodes the option.
    """

    choices: Mapping[str, Words] = field(default_factory=dict)
    folder: Path | None = None

    @property
    def own(self) -> bool:
        return bool(self.choices)

    def check(self, value: Any) -> list[str | dict[str, str]]:
        names = value.split("+") if isinstance(value, str) else [value] if isinstance(value, Path) else value
        kinds = (str, dict, Path) if self.own else str
        if not isinstance(names, (list, tuple)) or not names or not all(isinstance(n, kinds) and n for n in names):
            raise BadOption(
                f"{self.name} = {cut(value)}: give one or more names, joined by +",
                f"{self.name} = {cut(value)}\u00a0: donnez un ou plusieurs noms, joints par +",
            )
        if len(names) > MOST_FILES:
            raise BadOption(
                f"{self.name}: {len(names)} names; at most {MOST_FILES} are allowed",
                f"{self.name}\u00a0: {len(names)} noms, {MOST_FILES} au plus sont permis",
            )
        files = [_file(self, name) for name in names]
        if sum(len(file["csv"]) for file in files if isinstance(file, dict)) > LARGEST_FILES:
            raise BadOption(
                f"{self.name}: the enclosed files have more than {LARGEST_FILES} characters in total",
                f"{self.name}\u00a0: les fichiers joints ont plus de {LARGEST_FILES} caractères en tout",
            )
        if any(file in files[:i] for i, file in enumerate(files)):
            given = "+".join(map(titled, files))
            raise BadOption(f"{self.name} = {given}: duplicate name", f"{self.name} = {given}\u00a0: nom en double")
        return files

    def values(self) -> Iterable[list[str]]:
        return [self.default, list(self.choices)] if self.choices else [self.default]

    def described(self) -> str:
        names = _quoted(self.choices or self.default)
        return f"a list of {names}" + (", and the `Path` of .csv files" if self.own else "")

    def pin(self, value: Any) -> Any:
        return [pinned(self.folder, name) for name in value] if self.folder else value

    def unpin(self, value: Any) -> Any:
        return [unpinned(name) for name in value] if self.folder else value

    def contents(self, value: Any) -> dict[str, str]:
        return content_hashes(self.folder, value) if self.folder else {}


def options_table(options: Iterable[Option]) -> list[str]:
    """The declarations as lines of a Markdown table."""
    lines = ["| option | values | default | meaning |", "|---|---|---|---|"]
    for o in options:
        default = _quoted(o.default if isinstance(o.default, list) else [o.default])
        lines.append(f"| `{o.name}` | {o.described()} | {default} | {o.meaning['en']} |")
    return lines


def _quoted(values: Iterable[Any]) -> str:
    return ", ".join(f"`{value!r}`".replace("'", '"') for value in values)


def enclosed(name: str, csv: str) -> dict[str, str]:
    """A file enclosed in an option, so that a match is self-contained."""
    return {"name": name, "csv": csv}


def titled(value: str | Mapping[str, str]) -> str:
    """The name of a file in an option."""
    return value["name"] if isinstance(value, Mapping) else value


def _file(option: File | Several, value: Any) -> str | dict[str, str]:
    """Check one file: one of the choices (any name if there are none), an enclosed file, or a path to enclose."""
    name, choices = option.name, option.choices
    if option.own and isinstance(value, Path):
        value = enclose(value)
    if option.own and isinstance(value, dict) and value.keys() == {"name", "csv"}:
        if not all(isinstance(v, str) for v in value.values()):
            raise BadOption(f"{name}: an enclosed file has a name and a text")
        if not 1 <= len(value["name"]) <= LONGEST_NAME or len(value["csv"]) > LARGEST_FILE:
            limits = f"1 to {LONGEST_NAME} characters in its name and at most {LARGEST_FILE} in all"
            raise BadOption(f"{name}: an enclosed file has {limits}")
        return dict(value)
    free = not choices and not option.folder  # the game knows the names
    if isinstance(value, str) and (value in choices or (free and 1 <= len(value) <= LONGEST_NAME)):
        return value
    if isinstance(value, str) and option.folder and (unpinned(value) in choices or not choices):
        find(name, option.folder, value)  # raises if it does not exist
        return value
    ours = f"one of {', '.join(choices)}" if choices else "a name"
    french = f"un nom parmi {', '.join(choices)}" if choices else "un nom"
    raise BadOption(
        f"{name} = {cut(value)}: expected {ours}{' or a .csv file' if option.own else ''}",
        f"{name} = {cut(value)}\u00a0: il faut {french}{' ou un fichier .csv' if option.own else ''}",
    )


def enclose(path: Path) -> dict[str, str]:
    """Read a file from disk and enclose it."""
    text = decoded(path, content(path))
    if len(text) > LARGEST_FILE:
        raise BadData(path, 1, f"is too large: at most {LARGEST_FILE} characters are read")
    return enclosed(path.name[-LONGEST_NAME:], text)


def settle(options: Iterable[Option], given: Mapping[str, Any] | None) -> dict[str, Any]:
    """Every option with its value: the given ones, checked, and defaults for the rest."""
    given = dict(given or {})
    settled = {o.name: o.check(given.pop(o.name, o.default)) for o in options}
    if given:
        known = ", ".join(settled) or "none"
        name = cut(sorted(given)[0])
        raise BadOption(
            f"unknown option {name}; this game has: {known}", f"option inconnue {name}\u00a0; ce jeu a\u00a0: {known}"
        )
    return settled
