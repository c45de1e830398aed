"""A first match with a guide: a fixed deal, and lessons that are said when what they speak of first comes up.

A game's `guide.py` has a `GUIDE` made of these. What has been said follows from the match alone, so that it is the same
after a reload, a restart and an undo.

>>> import tempolude
>>> guide = tempolude.game("contretemps").guide
>>> match = tempolude.Match("contretemps", seats=guide.seats, seed=guide.seed, options=guide.options)
>>> telling = Telling(guide, match)
>>> telling.listen()
True
>>> [said.lesson.name for said in telling.said]
['aim', 'constant', 'lead']
>>> telling.said[-1].lesson.rules, telling.said[-1].at
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

Subject = Any  # what a lesson is about: a card, an action, a seat
When = Callable[["Moment"], Subject]
At = Callable[["Moment", Subject], Iterable[str]]
Fill = Callable[["Moment", Subject, str], Mapping[str, Any]]


@dataclass(frozen=True)
class Moment:
    """What a lesson may depend on: what its seat sees and may do after an action."""

    number: int  # of the actions so far
    view: Any
    seat: int
    legal: tuple[int, ...]  # what the seat may do; nothing if it is not asked
    events: tuple[Event, ...]  # what the last action caused, as far as the seat may see it
    mine: bool  # whether that action was the seat's own
    table: Table
    names: tuple[str, ...]
    said: frozenset[str] = frozenset()  # the lessons before this moment

    def happened(self, name: str, *numbers: int) -> Event | None:
        """The last event of that name that begins with these numbers, if the last action caused one."""
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
    """Something said once, at the first moment that `when` finds a subject for it (anything but None and False)."""

    name: str
    rules: tuple[str, ...]  # the numbers of what it explains
    when: When
    says: Words  # one to three sentences in each language, with gaps that `fill` fills
    at: At | tuple[str, ...] = ()  # the pieces, places or handles to point at
    fill: Fill = nothing
    mistake: bool = False  # only whoever plays otherwise than advised comes to need it


@dataclass(frozen=True)
class Guide:
    """A first match: how it is set up, who plays against the beginner, and what there is to say."""

    seed: int
    seats: int
    lessons: tuple[Lesson, ...]
    seat: int = 0  # the beginner's
    bot: str = "apprentice"
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Said:
    """A lesson that has been said, when, and of what."""

    lesson: Lesson
    moment: Moment
    subject: Subject

    @property
    def at(self) -> tuple[str, ...]:
        at = self.lesson.at
        return tuple(at if isinstance(at, tuple) else at(self.moment, self.subject))

    def words(self, lang: str) -> Line:
        return line(self.lesson.says[lang], **self.lesson.fill(self.moment, self.subject, lang))


class Telling:
    """The lessons of a match as they have been said so far; it keeps up with the match."""

    def __init__(self, guide: Guide, match: Match) -> None:
        self.guide, self.match = guide, match
        self.said: list[Said] = []
        self._heard = 0  # moments
        self._taken_back = 0  # actions

    def listen(self) -> bool:
        """Take in what has happened; whether there is something new to say, or less than before."""
        before = [said.lesson.name for said in self.said]
        taken_back = len(self.match.log) - len(self.match.steps)
        if taken_back != self._taken_back:
            self.said, self._heard, self._taken_back = [], 0, taken_back
        for number in range(self._heard, len(self.match.steps) + 1):
            self._at(moment(self.match, self.guide.seat, number, frozenset(said.lesson.name for said in self.said)))
        self._heard = len(self.match.steps) + 1
        return before != [said.lesson.name for said in self.said]

    def _at(self, now: Moment) -> None:
        for lesson in self.guide.lessons:
            if lesson.name in now.said:
                continue
            subject = lesson.when(now)
            if subject is not None and subject is not False:
                self.said.append(Said(lesson, now, subject))


def moment(match: Match, seat: int, number: int, said: frozenset[str] = frozenset()) -> Moment:
    """How things stood for a seat after so many actions."""
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
