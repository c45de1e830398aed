"""Guides: a first match with a fixed deal, and lessons that appear when their subject first comes up.

A game's `guide.py` defines a `GUIDE`. The lessons shown follow from the match alone, so they are the same after a
reload, a restart and an undo.

>>> import tempolude
>>> guide = tempolude.game("contretemps").guide
>>> match = tempolude.Match("contretemps", seats=guide.seats, seed=guide.seed, options=guide.options)
>>> progress = GuideProgress(guide, match)
>>> progress.update()
True
>>> [said.lesson.name for said in progress.said]
['aim', 'constant', 'lead']
>>> progress.said[-1].lesson.rules, progress.said[-1].at
(('C3.2', 'C3.3'), ('card-S13',))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .events import Event
from .options import Words
from .state import may_see
from .table import Chip, Line, Table, line

if TYPE_CHECKING:
    from .match import Match

Subject = Any  # of a lesson: a card, an action, a seat
When = Callable[["Moment"], Subject]
At = Callable[["Moment", Subject], Iterable[str]]
Fill = Callable[["Moment", Subject, str], Mapping[str, Any]]


@dataclass(frozen=True)
class Moment:
    """What a lesson may depend on: what its seat sees and may do after an action."""

    number: int  # the number of actions so far
    view: Any
    seat: int
    legal: tuple[int, ...]  # what the seat may do; empty if it is not its turn
    events: tuple[Event, ...]  # the events of the last action that the seat may see
    mine: bool  # whether that action was the seat's own
    table: Table
    names: tuple[str, ...]
    said: frozenset[str] = frozenset()  # the lessons shown before this moment

    def happened(self, name: str, *numbers: int) -> Event | None:
        """The last event of the last action with that name and these first numbers, if any."""
        found = (e for e in reversed(self.events) if e.name == name and e.numbers[: len(numbers)] == numbers)
        return next(found, None)

    def click(self, action: int) -> tuple[str, ...]:
        """What to click for an action."""
        return self.table.handles(self.view, self.seat, action)

    def who(self, seat: int) -> Chip:
        return Chip("seat", seat, self.names[seat])

    @cached_property
    def others(self) -> list[int]:
        return [seat for seat in range(len(self.names)) if seat != self.seat]


def nothing(moment: Moment, subject: Subject, lang: str) -> Mapping[str, Any]:
    """The default `fill`: no placeholders."""
    return {}


@dataclass(frozen=True)
class Lesson:
    """A text shown once, at the first moment for which `when` returns a subject (anything but None and False)."""

    name: str
    rules: tuple[str, ...]  # the numbers of the rules it explains
    when: When
    says: Words  # one to three sentences in each language, with placeholders for `fill`
    at: At | tuple[str, ...] = ()  # the pieces, places or handles to point at
    fill: Fill = nothing
    mistake: bool = False  # shown only if the player does not follow the advice


@dataclass(frozen=True)
class Guide:
    """A first match: its setup, the beginner's opponents and the lessons."""

    seed: int
    seats: int
    lessons: tuple[Lesson, ...]
    seat: int = 0  # the beginner's
    bot: str = "apprentice"
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Said:
    """A lesson that has been shown, with its moment and subject."""

    lesson: Lesson
    moment: Moment
    subject: Subject

    @property
    def at(self) -> tuple[str, ...]:
        at = self.lesson.at
        return tuple(at if isinstance(at, tuple) else at(self.moment, self.subject))

    def words(self, lang: str) -> Line:
        return line(self.lesson.says[lang], **self.lesson.fill(self.moment, self.subject, lang))


class GuideProgress:
    """The lessons shown so far in a match; `update` catches up with the match."""

    def __init__(self, guide: Guide, match: Match) -> None:
        self.guide, self.match = guide, match
        self.said: list[Said] = []
        self._seen = 0  # moments
        self._taken_back = 0  # actions

    def update(self) -> bool:
        """Catch up with the match; returns whether the lessons changed."""
        before = [said.lesson.name for said in self.said]
        taken_back = len(self.match.log) - len(self.match.steps)
        if taken_back != self._taken_back:
            self.said, self._seen, self._taken_back = [], 0, taken_back
        for number in range(self._seen, len(self.match.steps) + 1):
            self._at(moment(self.match, self.guide.seat, number, frozenset(said.lesson.name for said in self.said)))
        self._seen = len(self.match.steps) + 1
        return before != [said.lesson.name for said in self.said]

    def _at(self, now: Moment) -> None:
        for lesson in self.guide.lessons:
            if lesson.name in now.said:
                continue
            subject = lesson.when(now)
            if subject is not None and subject is not False:
                self.said.append(Said(lesson, now, subject))


def moment(match: Match, seat: int, number: int, said: frozenset[str] = frozenset()) -> Moment:
    """The moment of a seat after `number` actions."""
    steps, game = match.steps, match.game
    state = game.rules.STATE.read(steps[number].before) if number < len(steps) else match.state
    view = game.hide(state, seat)
    return Moment(
        number=number,
        view=view,
        seat=seat,
        legal=tuple(match.way.legal(view, seat)) if view.waiting[seat] else (),
        events=tuple(event for event in match.events_of(number) if may_see(event.seen_by, seat)),
        mine=number > 0 and steps[number - 1].seat == seat,
        table=match.table,
        names=tuple(match.names),
        said=said,
    )
