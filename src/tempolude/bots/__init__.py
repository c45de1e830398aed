"""Players that see only what a seat may see."""

from __future__ import annotations

from typing import Any, Protocol

from tempolude.engine.errors import BadOption
from tempolude.engine.game import Game


class Bot(Protocol):
    """Anything that can choose an action for a seat from the seat's view."""

    def choose(self, view: Any, seat: int) -> int: ...


NAMES = ("random",)


def bot(name: str, game: Game, seed: int | None = None) -> Bot:
    """The bot of that name for a game."""
    from .random import RandomBot

    if name not in NAMES:
        raise BadOption(f"no bot is called {name!r}; there are: {', '.join(NAMES)}")
    return RandomBot(game, seed)
