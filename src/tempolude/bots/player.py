"""The interface of bots: a bot is given a seat's view and returns an action.

>>> from tempolude.bots import Player, Setting
>>> class Last(Player):
...     def choose(self, view, seat):
...         return self.legal(view, seat)[-1]
>>> import tempolude
>>> match = tempolude.Match("timeline", seats=2, seed=1)
>>> seat = match.waiting[0]
>>> Last(Setting.of(match)).choose(match.view(seat), seat)
769
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tempolude.engine.ways import Interpreted


class Bot(Protocol):
    """Anything that can choose an action for a seat from the seat's view."""

    def choose(self, view: Any, seat: int) -> int: ...


@dataclass(frozen=True)
class Setting:
    """The table a bot plays at. With the same seed it chooses the same from the same views.

    `compiled` lets a bot load compiled code even if it does not need it, which pays off over many matches.
    """

    game: Game
    seats: int
    options: Mapping[str, Any]
    seed: int | None = None
    compiled: bool = False

    @classmethod
    def of(cls, match: Match, seed: int | None = None) -> Setting:
        return cls(match.game, match.seats, match.options, seed)


class Player:
    """A base class of bots, with the game, a random generator and the legal actions."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.game, self.dice = setting, setting.game, Random(setting.seed)
        self._way = Interpreted(setting.game)

    def legal(self, view: Any, seat: int) -> list[int]:
        """The numbers of the legal actions of `seat`."""
        return self._way.legal(view, seat)

    def choose(self, view: Any, seat: int) -> int:
        """The number of the chosen action; the view is all that a bot sees."""
        raise NotImplementedError


class RandomBot(Player):
    """Plays a legal action at random, uniformly."""

    def choose(self, view: Any, seat: int) -> int:
        return self.dice.choice(self.legal(view, seat))
