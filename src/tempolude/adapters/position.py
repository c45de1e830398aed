"""A position together with what every seat remembers of its history."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from tempolude.engine.game import Game
from tempolude.engine.game import game as find_game
from tempolude.engine.state import NOBODY, NONE, OWNER

# Left out of the description of a position.
HEADER = ("rng_drawn", "rng_block", "rng_key", "over", "happened", "events")


class Position:
    """A state, and for every seat a digest of all it has seen and done: equal digests mean equal memories.

    The history is stored unhidden, and hidden only when a memory is computed. Copies share it.
    """

    def __init__(self, game: Game, state: Any) -> None:
        self.game, self.state = game, state
        self.trail: list[tuple[int, int, bytes]] = [(NONE, NONE, state.tobytes())]  # (seat, action, resulting state)
        self.digests: dict[int, tuple[int, str]] = {}  # by seat: how much of the trail it covers

    def __deepcopy__(self, memo: Any) -> Position:
        return _position(self.game, self.state.copy(), self.trail.copy(), self.digests.copy())

    def __reduce__(self) -> Any:
        return _unpickled, (self.game.name, self.state.tobytes(), self.trail, self.digests)

    def note(self, seat: int, action: int) -> None:
        """Record an action that led to the current state."""
        self.trail.append((seat, action, self.state.tobytes()))

    def memory(self, seat: int) -> str:
        """The digest of all that `seat` (-1: a spectator) has seen and done."""
        known, digest = self.digests.get(seat, (0, ""))
        for who, action, record in self.trail[known:]:
            view = self.game.hide(self.game.rules.STATE.read(record), seat)
            own = action if who == seat else NONE
            digest = blake2b(f"{digest} {own} ".encode() + view.tobytes(), digest_size=12).hexdigest()
        self.digests[seat] = (len(self.trail), digest)
        return digest

    def own_actions(self, seat: int) -> list[int]:
        """The actions of `seat`, in order."""
        return [action for who, action, _ in self.trail if who == seat]

    def imagined(self, seat: int, guess: Callable[[Any], None]) -> Position:
        """A guess at this position, consistent with what `seat` knows; the other seats remember only what they see."""
        digest = self.memory(seat)
        view = self.game.hide(self.state, seat)
        guess(view)
        view.happened = 0
        other = Position(self.game, view)
        other.trail = [*((who, action, b"") for who, action, _ in self.trail if who == seat), *other.trail]
        other.digests = {s: (len(other.trail) - 1, "") for s in range(-1, view.players)}
        other.digests[seat] = (len(other.trail), digest)
        return other


def _position(
    game: Game, state: Any, trail: list[tuple[int, int, bytes]], digests: dict[int, tuple[int, str]]
) -> Position:
    position = Position(game, state)
    position.trail, position.digests = trail, digests
    return position


def _unpickled(name: str, record: bytes, trail: Any, digests: Any) -> Position:
    game = find_game(name)
    return _position(game, game.rules.STATE.read(record), trail, digests)


def seen_fields(view: Any, seat: int | None) -> str:
    """The fields of a view that `seat` (-1: a spectator) may see, as text; None shows every field."""
    told = []
    for f in view.layout.fields:
        if f.name in HEADER or (f.sees == NOBODY and seat is not None) or (f.sees == OWNER and seat == -1):
            continue
        values = view.array[f.name][0]
        row = values[seat] if f.sees == OWNER and seat is not None else values
        told.append(f"{f.name}={str(row.tolist()).replace(' ', '')}")
    return " ".join(told)
