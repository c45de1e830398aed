"""The course of a match: its actions, and since which action each seat has had its current decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tempolude.engine.errors import BadAction
from tempolude.engine.game import Game
from tempolude.engine.match import UNDO, Match

from ..refusal import N_, Refusal
from ..storage.rows import ChairRow, TableRow
from .chairs import Chair


def first_match(game: Game, table: TableRow, chairs: Sequence[Chair | ChairRow]) -> Match:
    """The match of a table before its first action."""
    return Match(
        game,
        seats=len(chairs),
        seed=int(table.seed),
        options=table.options,
        data=table.data,
        rules=table.rules_version,
        names=[chair.name for chair in chairs],
        players=["person" if chair.left else chair.bot or "person" for chair in chairs],
    )


class Course:
    """A match, and the age of each seat's decision."""

    def __init__(self, match: Match, asked: list[int] | None = None) -> None:
        self.match = match
        self.asked = asked or [0] * match.seats  # by seat: since which action it has had its current decision
        self.waiting = match.waiting  # the seats that must decide now

    @property
    def version(self) -> int:
        return len(self.match.log)

    @property
    def new(self) -> list[int]:
        """The seats that have their current decision since the last action."""
        version, asked = self.version, self.asked
        return [seat for seat in self.waiting if asked[seat] == version]

    def fork(self) -> Course:
        """An independent copy, to continue without changing this one."""
        return Course(self.match.fork(), list(self.asked))

    def share(self, other: Course) -> None:
        """Share the past states with another course that has reached the same point."""
        self.match.steps = list(other.match.steps)

    def follow(self, seat: int, action: int, ahead: Course | None = None) -> None:
        """Apply an entry of the log, copying from a fork that is `ahead` if given."""
        if action == UNDO:
            self.match.undo(seat)
        elif ahead:
            self.match.follow(seat, action, ahead.match)
        else:
            self.match.play(seat, action)
        self._note(seat)

    def current(self, seat: int, at: Any) -> Match:
        """The match, if the decision this seat saw after `at` actions is still the current one; else a Refusal."""
        if self.match.over:
            raise Refusal(N_("The game is over."), code="over")
        if not self.match.state.waiting[seat]:
            raise Refusal(N_("It is not your turn. Nothing has changed."), code="not_asked")
        if isinstance(at, bool) or not isinstance(at, int) or not self.asked[seat] <= at <= self.version:
            raise Refusal(N_("Too late: the table has changed since. Nothing has been done."), code="too_late")
        return self.match

    def act(self, seat: int, action: int | str, at: Any) -> None:
        """Take an action of a player who saw `at` actions."""
        self.current(seat, at)
        try:
            self.match.play(seat, action)
        except BadAction:
            raise Refusal(N_("That cannot be done now. Nothing has changed."), code="not_legal") from None
        self._note(seat)

    def undo(self, seat: int) -> None:
        """Undo the last action of a seat."""
        if not self.match.can_undo(seat):
            raise Refusal(N_("There is nothing to undo."), code="no_undo")
        self.follow(seat, UNDO)

    def _note(self, seat: int) -> None:
        """Record whose decision is new; a simultaneous decision that others still have is not."""
        before, self.waiting = self.waiting, self.match.waiting
        for other in self.waiting:
            if other == seat or other not in before:
                self.asked[other] = self.version
