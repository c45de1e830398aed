"""The advice that a bot gives to a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

TRIES = 5  # visits of an action before its share of victories means anything


@dataclass(frozen=True)
class Hint:
    """The advice of a bot, and its confidence. Only a search says how often it tried what."""

    action: int
    wins: float | None = None  # the seat's expected share of victories after it, if the bot estimates it
    visits: float = 0.0  # the share of all iterations that tried it
    iterations: int = 0
    others: Mapping[int, tuple[float, float]] = field(default_factory=dict)  # best first, with their visits and wins

    def best(self, most: int) -> list[tuple[int, float | None]]:
        """At most `most` actions worth considering, best first, with their expected shares of victories.

        Actions that were hardly tried are left out, since their shares mean little. If there was no time to try any of
        them often, only the bot's choice is returned.

        >>> Hint(7, 0.5, 0.6, 1000, {3: (0.3, 0.52), 9: (0.09, 0.25), 4: (0.01, 1.0)}).best(3)
        [(3, 0.52), (7, 0.5), (9, 0.25)]
        >>> Hint(7).best(3)
        [(7, None)]
        """
        tried = [(self.action, (self.visits, self.wins or 0.0)), *self.others.items()]
        proved = [(action, wins) for action, (visits, wins) in tried[:most] if visits * self.iterations >= TRIES]
        return [*sorted(proved, key=lambda each: -each[1])] or [(self.action, self.wins)]


@runtime_checkable
class Advisor(Protocol):
    """A bot that can give advice."""

    def hint(self, view: Any, seat: int) -> Hint: ...
