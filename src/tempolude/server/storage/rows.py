"""The rows of the database as dataclasses, with a field for every column, and their conversion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from datetime import date
from functools import cache
from typing import Any, ClassVar, Literal, Protocol, TypeVar

from sqlalchemy import CursorResult

DAY = 24 * 3600.0
Phase = Literal["gathering", "playing", "over"]
Changes = Mapping[str, Any]  # new values of a row, by field


@dataclass(frozen=True, slots=True)
class TableRow:
    """The stored table; schema.py describes the columns."""

    code: str
    game: str
    rules_version: int
    options: dict[str, Any]
    seed: str
    phase: Phase
    host: str
    created: float
    changed: float
    open: bool = False
    data: dict[str, str] | None = None
    result: dict[str, Any] | None = None
    rematch: str | None = None
    clock: str = ""
    begun: float | None = None
    due: float | None = None
    one_device: bool = False
    guided: bool = False
    rated: bool = False
    friends: bool = False
    tournament: str | None = None
    day: str | None = None

    @property
    def strict(self) -> bool:
        """Whether everybody plays alone and by hand: no hints, no programs."""
        return self.rated or self.tournament is not None or self.day is not None

    def sealed(self, when: float) -> bool:
        """Whether others can still play the same deal: then not even the end shows what its player did not see."""
        return self.day is not None and when < opens(self.day)

    @property
    def readable(self) -> bool:
        """Whether its JSON is valid: a file may be damaged, and `read_json` passes invalid JSON through."""
        return isinstance(self.options, dict) and isinstance(self.result or {}, dict)


@dataclass(frozen=True, slots=True)
class ChairRow:
    """A seat of a table."""

    code: str
    seat: int
    name: str
    colour: int
    person: str | None = None
    bot: str | None = None
    seen: int = 0
    left: bool = False
    put_away: bool = False
    leaver: str | None = None


@dataclass(frozen=True, slots=True)
class ActionRow:
    """An entry of a table's log."""

    code: str
    n: int
    seat: int
    action: int
    at: float
    move: str | None = None
    stood_in: bool = False


@dataclass(frozen=True, slots=True)
class SayRow:
    """A chat message at a table."""

    code: str
    seat: int
    text: str
    at: float
    id: int | None = None  # set by the database


@dataclass(frozen=True, slots=True)
class ComponentRow:
    """A custom deck, board or set of cards, with its text."""

    code: str
    game: str
    option: str
    owner: str
    name: str
    csv: str
    key: str
    made: float = 0.0
    used: float = 0.0


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token of the API."""

    hash: str
    person: str
    name: str
    made: float
    used: float | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """A table with its chairs, log and chat, as stored."""

    table: TableRow
    chairs: list[ChairRow]
    actions: list[ActionRow] = field(default_factory=list)
    says: list[SayRow] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Standing:
    """The current state of a table in short: its row and chairs, the last number of its log and of its chat."""

    table: TableRow
    chairs: list[ChairRow]
    last: int
    said: int


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament; schema.py says what each column means."""

    code: str
    name: str
    game: str
    options: dict[str, Any]
    seats: int
    swiss: bool
    rounds: int
    level: str
    clock: str
    pause: int | None
    seed: str
    organizer: str
    phase: Phase
    round: int
    created: float
    changed: float
    due: float | None = None


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """Somebody who takes part in a tournament."""

    code: str
    number: int
    person: str | None
    name: str
    colour: int
    since: int
    left: bool = False


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A table of a round."""

    code: str
    round: int
    number: int
    at: str
    seats: list[int | None]
    result: dict[str, list[int]] | None = None


@dataclass(frozen=True, slots=True)
class DealRow:
    """A daily deal, but for its seed."""

    day: str
    game: str
    seats: int
    level: str
    begun: dict[str, Any]


@dataclass(frozen=True, slots=True)
class TryRow:
    """Somebody's one try at a daily deal."""

    day: str
    person: str
    at: str
    name: str
    rank: int | None = None
    score: int | None = None
    ended: float | None = None


def opens(day: str) -> float:
    """When a daily deal is shown to all: a day after its own, which whoever began at midnight has to finish.

    >>> opens("1970-01-01") / 3600
    48.0
    """
    return (date.fromisoformat(day) - date(1970, 1, 1)).days * DAY + 2 * DAY


class Dataclass(Protocol):
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


Row = TypeVar("Row", bound=Dataclass)


def rows(kind: type[Row], found: CursorResult[Any]) -> list[Row]:
    """The rows of a result as dataclasses."""
    return [kind(**row) for row in found.mappings()]


def first(kind: type[Row], found: CursorResult[Any]) -> Row | None:
    """The first row of a result, if there is one."""
    row = found.mappings().first()
    return None if row is None else kind(**row)


@cache
def columns(kind: type[Dataclass]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


def values(row: Dataclass) -> dict[str, Any]:
    """The values of a row for writing, without those that the database sets."""
    found = {name: getattr(row, name) for name in columns(type(row))}
    if found.get("id", 0) is None:
        del found["id"]
    return found
