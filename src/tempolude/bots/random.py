"""A player that does anything it may, each thing as likely."""

from __future__ import annotations

from random import Random
from typing import Any

from tempolude.engine.game import Game
from tempolude.engine.ways import Interpreted


class RandomBot:
    """Chooses evenly among the legal actions of a view."""

    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.way = Interpreted(game)
        self.dice = Random(seed)

    def choose(self, view: Any, seat: int) -> int:
        """The number of an action; `view` is all a bot ever gets to see."""
        return self.dice.choice(self.way.legal(view, seat))
