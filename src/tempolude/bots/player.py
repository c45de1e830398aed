"""What every bot is: somebody at a table who is shown a seat's view and names an action.

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
    """The table a bot sits down at. The same seed makes it choose the same from the same views.

    `compiled` lets a bot load compiled code even if it could do without, which is worth it for many matches.
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
    """A bot to begin from: it has the game, dice of its own, and knows what is legal."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.game, self.dice = setting, setting.game, Random(setting.seed)
        self._way = Interpreted(setting.game)

    def legal(self, view: Any, seat: int) -> list[int]:
        """The numbers of the actions that `seat` may take now."""
        return self._way.legal(view, seat)

    def choose(self, view: Any, seat: int) -> int:
        """The number of an action; the view is all a bot ever gets to see."""
        raise NotImplementedError


class RandomBot(Player):
    """Does anything it may, each thing as likely."""

    def choose(self, view: Any, seat: int) -> int:
        return self.dice.choice(self.legal(view, seat))
