"""How far a match is: what was done, and since which action each seat has had its decision before it."""

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
    """A match, and what each seat is asked."""

    def __init__(self, match: Match, asked: list[int] | None = None) -> None:
        self.match = match
        self.asked = asked or [0] * match.seats  # since which action a seat has had its decision before it

    @property
    def version(self) -> int:
        return len(self.match.log)

    def fork(self) -> Course:
        """The same once more, to be gone on with while this one stays as it is."""
        return Course(self.match.fork(), list(self.asked))

    def share(self, other: Course) -> None:
        """Keep what came before only once, where another course has come as far."""
        self.match.steps = list(other.match.steps)

    def follow(self, seat: int, action: int, ahead: Course | None = None) -> None:
        """Do an entry of the log, as a fork has done it that is `ahead` if there is one."""
        before = self.match.waiting
        if action == UNDO:
            self.match.undo(seat)
        elif ahead:
            self.match.follow(seat, action, ahead.match)
        else:
            self.match.play(seat, action)
        self._note(seat, before)

    def current(self, seat: int, at: Any) -> Match:
        """The match, if what this seat saw after `at` actions is what it is asked about now."""
        if self.match.over:
            raise Refusal(N_("The game is over."), code="over")
        if not self.match.state.waiting[seat]:
            raise Refusal(N_("It is not your turn. Nothing has changed."), code="not_asked")
        if isinstance(at, bool) or not isinstance(at, int) or not self.asked[seat] <= at <= self.version:
            raise Refusal(N_("Too late: the table has changed since. Nothing has been done."), code="too_late")
        return self.match

    def act(self, seat: int, action: int | str, at: Any) -> None:
        """Do what a player wishes who saw `at` actions."""
        self.current(seat, at)
        before = self.match.waiting
        try:
            self.match.play(seat, action)
        except BadAction:
            raise Refusal(N_("That cannot be done now. Nothing has changed."), code="not_legal") from None
        self._note(seat, before)

    def undo(self, seat: int) -> None:
        """Take back the last action of a seat."""
        if not self.match.can_undo(seat):
            raise Refusal(N_("There is nothing to undo."), code="no_undo")
        self.follow(seat, UNDO)

    def _note(self, seat: int, before: list[int]) -> None:
        """Note whose decision is a new one: of those who were asked at the same time, nobody's."""
        for other in self.match.waiting:
            if other == seat or other not in before:
                self.asked[other] = self.version
