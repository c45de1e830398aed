"""The options of a table: what can be chosen before a match, with what it means, in both languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .errors import BadOption

Words = Mapping[str, str]  # the same text by language: {"en": …, "fr": …}
LONGEST_NAME, LARGEST_FILE = 60, 2**18  # of an enclosed file, in characters


@dataclass(frozen=True)
class Option:
    """One option. Subclasses say which values it takes."""

    name: str
    title: Words
    meaning: Words
    default: Any

    def check(self, value: Any) -> Any:
        """The value in its proper form, or BadOption."""
        raise NotImplementedError

    def values(self) -> Iterable[Any]:
        """Values worth trying, the extremes among them: the laws hold for each."""
        raise NotImplementedError


@dataclass(frozen=True)
class Number(Option):
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def check(self, value: Any) -> int:
        try:
            number = int(value)
        except (TypeError, ValueError):
            number = None
        if number is None or isinstance(value, bool) or (isinstance(value, float) and value != number):
            raise BadOption(f"{self.name} = {value!r}: a whole number from {self.low} to {self.high} is expected")
        if not self.low <= number <= self.high:
            raise BadOption(f"{self.name} = {number}: must be from {self.low} to {self.high}")
        return number

    def values(self) -> Iterable[int]:
        return sorted({self.low, self.default, self.high})


@dataclass(frozen=True)
class Choice(Option):
    """One of a few words; `choices` gives each its title."""

    choices: Mapping[str, Words]

    def check(self, value: Any) -> str:
        if value not in self.choices:
            raise BadOption(f"{self.name} = {value!r}: choose one of {', '.join(self.choices)}")
        return str(value)

    def values(self) -> Iterable[str]:
        return list(self.choices)


@dataclass(frozen=True)
class File(Option):
    """A data file: one of ours by its name, or a CSV file by its path or enclosed.

    `choices` gives each of ours its title. Without, the game says which names there are when it encodes the option.
    """

    choices: Mapping[str, Words] = field(default_factory=dict)

    def check(self, value: Any) -> str | dict[str, str]:
        return _file(self.name, self.choices, value)

    def values(self) -> Iterable[str]:
        return list(self.choices) or [self.default]


@dataclass(frozen=True)
class Several(Option):
    """One or more names, as a list or joined by `+`.

    `choices` gives each of ours its title; a CSV file, by its path or enclosed, can stand beside them. Without, they
    are names only, and the game says which there are when it encodes them.
    """

    choices: Mapping[str, Words] = field(default_factory=dict)

    def check(self, value: Any) -> list[str | dict[str, str]]:
        names = value.split("+") if isinstance(value, str) else value
        kinds = (str, dict) if self.choices else str
        if not isinstance(names, (list, tuple)) or not names or not all(isinstance(n, kinds) and n for n in names):
            raise BadOption(f"{self.name} = {value!r}: give one or more names, joined by +")
        files = [_file(self.name, self.choices, name) for name in names]
        if any(file in files[:i] for i, file in enumerate(files)):
            raise BadOption(f"{self.name} = {'+'.join(map(titled, files))}: a name stands there twice")
        return files

    def values(self) -> Iterable[list[str]]:
        return [self.default, list(self.choices)] if self.choices else [self.default]


def enclosed(name: str, csv: str) -> dict[str, str]:
    """A file as an option can hold it, so that a match with it is complete in itself."""
    return {"name": name, "csv": csv}


def titled(value: str | Mapping[str, str]) -> str:
    """What a file of an option is called."""
    return value if isinstance(value, str) else value["name"]


def _file(option: str, choices: Mapping[str, Words], value: Any) -> str | dict[str, str]:
    """One of the choices, or any name where there are none; or else the path of a CSV file, or an enclosed one."""
    if isinstance(value, dict) and value.keys() == {"name", "csv"} and all(isinstance(v, str) for v in value.values()):
        if not 1 <= len(value["name"]) <= LONGEST_NAME or len(value["csv"]) > LARGEST_FILE:
            limits = f"1 to {LONGEST_NAME} characters in its name and at most {LARGEST_FILE} in all"
            raise BadOption(f"{option}: an enclosed file has {limits}")
        return dict(value)
    if isinstance(value, str) and value and (value in (choices or [value]) or value.endswith(".csv")):
        return value
    ours = f"one of {', '.join(choices)}" if choices else "a name"
    raise BadOption(f"{option} = {value!r}: {ours} or the path of a .csv file is expected")


def settle(options: Iterable[Option], given: Mapping[str, Any] | None) -> dict[str, Any]:
    """Every option with its value: what was given, checked, and the defaults for the rest."""
    given = dict(given or {})
    settled = {o.name: o.check(given.pop(o.name, o.default)) for o in options}
    if given:
        known = ", ".join(settled) or "none"
        raise BadOption(f"unknown option {sorted(given)[0]!r}; this game has: {known}")
    return settled
