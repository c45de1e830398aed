"""The ways to run rules, all on the same bytes: interpreted (here) and compiled (`compiler.py`)."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, Protocol

from .chance import GUESS, seed_small
from .chance import seed as seed_generator

if TYPE_CHECKING:
    from .game import Game


class Way(Protocol):
    """The interface to a game's rules, however they run."""

    def setup(self, s: Any, seats: int, options: Any, seed: int) -> None: ...
    def legal(self, s: Any, seat: int) -> list[int]: ...
    def play(self, s: Any, seat: int, action: int) -> None: ...
    def guess(self, s: Any, seat: int, seed: int) -> None: ...
    def score(self, s: Any) -> tuple[list[int], list[int]]: ...
    def observe(self, s: Any, seat: int) -> Any: ...


class Interpreted:
    """The rules as plain Python: no compilation, slow, and easy to step through."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules = game, game.rules
        # The output of `legal`; a slice of a memoryview is a view, like that of a compiled array.
        self.numbers = memoryview(array("q", bytes(8 * self.rules.ACTIONS)))

    def __reduce__(self) -> Any:
        return Interpreted, (self.game,)

    def setup(self, s: Any, seats: int, options: Any, seed: int) -> None:
        """Set up a match in a blank state, up to the first decision."""
        s.array[:] = 0
        s.players = seats
        seed_generator(s, seed)
        self.rules.setup(s, [int(number) for number in options])

    def legal(self, s: Any, seat: int) -> list[int]:
        """The numbers of the legal actions of `seat`, ascending."""
        return self.numbers[: self.rules.legal(s, seat, self.numbers)].tolist()

    def play(self, s: Any, seat: int, action: int) -> None:
        """Take a legal action and resolve all that follows from it."""
        if happened := s.happened:  # like `clear_events`, without a loop
            s.events.clear(happened)
            s.happened = 0
        self.rules.play(s, seat, action)

    def guess(self, s: Any, seat: int, seed: int) -> None:
        """Complete a view of `seat` with a random state consistent with it, uniformly distributed."""
        seed_small(s, seed, GUESS)
        self.rules.guess(s, seat)

    def score(self, s: Any) -> tuple[list[int], list[int]]:
        """Points and ranks by seat."""
        points, ranks = [0] * s.players, [0] * s.players
        self.rules.score(s, points, ranks)
        return points, ranks

    def observe(self, s: Any, seat: int) -> Any:
        """The observation of `seat` for learning (float32)."""
        import numpy as np

        out = np.zeros(self.rules.FEATURES, np.float32)
        self.rules.observe(s, seat, out)
        return out
