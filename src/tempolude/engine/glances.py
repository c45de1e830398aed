"""Views of a match in play that are reused: updating them in place after an action is cheaper than making new ones."""

from __future__ import annotations

from typing import Any

from .game import Game
from .state import SPECTATOR, Views


class Glances:
    """The reused views of one match. Those that the layout declares are written all at once; a game that hides more
    (`hide` in its rules) does so view by view."""

    def __init__(self, game: Game, seats: int) -> None:
        self._game = game
        self._one = getattr(game.rules, "ONE_VIEW", False)
        self._declared = None if hasattr(game.rules, "hide") else Views(game.rules.STATE, seats)
        self._own: dict[int, Any] = {}  # by seat, if the game hides more
        self._of: Any = None  # the state that the views are of
        self._n = -1  # its number of log entries
        self._current: set[int] = set()  # the seats of `_own` whose views are of it

    def view(self, s: Any, n: int, seat: int) -> Any:
        """The view of `seat` on a state after `n` entries of the log."""
        seat = SPECTATOR if self._one else seat
        if n != self._n or s is not self._of:
            self._n, self._of = n, s
            self._current.clear()
            if self._declared:
                self._declared.write(s)
        if self._declared:
            return self._declared[seat]
        if seat not in self._current:
            self._own[seat] = self._game.hide(s, seat, self._own.get(seat))
            self._current.add(seat)
        return self._own[seat]
