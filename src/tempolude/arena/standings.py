"""The standings of a tournament: shares of wins with confidence intervals, and ratings."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from tempolude.bots.ratings import wilson

from .matches import Hall, Outcome

Z_SETTLED = 3.29  # 99.9%, stricter because it is tested repeatedly


@dataclass
class Entrant:
    """The results of one bot. Each seat it had counts as a match; a shared victory counts in part."""

    bot: str
    matches: int = 0
    wins: float = 0.0
    share: float = 0.0
    low: float = 0.0
    high: float = 1.0
    rating: float = 0.0
    sigma: float = 0.0  # the uncertainty of the rating

    def add(self, wins: float) -> None:
        """Count a match; `wins` is its share of the victory."""
        self.matches += 1
        self.wins += wins
        self.share = self.wins / self.matches
        self.low, self.high = wilson(self.wins, self.matches)


class Standings:
    """The running standings; outcomes are added one by one."""

    def __init__(self, hall: Hall) -> None:
        from openskill.models import PlackettLuce

        self.hall = hall
        self.entrants = [Entrant(name) for name in hall.bots]
        self.outcomes: list[Outcome] = []
        self._model = PlackettLuce()
        self._ratings: list[Any] = [self._model.rating() for _ in hall.bots]

    @property
    def fair(self) -> float:
        """The share of wins of an average entrant."""
        return 1 / self.hall.seats

    def add(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)
        for number, wins in zip(outcome.pairing.lineup, outcome.wins, strict=True):
            self.entrants[number].add(wins)
        self._rate(outcome)

    def _rate(self, outcome: Outcome) -> None:
        """Update the ratings. A bot with several seats is rated in each, and changes by the mean."""
        lineup = outcome.pairing.lineup
        before = [[self._model.rating(self._ratings[n].mu, self._ratings[n].sigma)] for n in lineup]
        after = self._model.rate(before, ranks=[float(rank) for rank in outcome.ranks])
        for number in set(lineup):
            mine = [team[0] for team, n in zip(after, lineup, strict=True) if n == number]
            self._ratings[number] = self._model.rating(fmean(r.mu for r in mine), fmean(r.sigma for r in mine))
            self.entrants[number].rating = self._ratings[number].mu
            self.entrants[number].sigma = self._ratings[number].sigma

    def against(self, alone: int, table: int) -> Entrant:
        """The results of one bot alone against copies of another."""
        found = Entrant(self.hall.bots[alone])
        for outcome in self.outcomes:
            lineup = outcome.pairing.lineup
            if lineup.count(alone) == 1 and lineup.count(table) == len(lineup) - 1:
                found.add(outcome.wins[lineup.index(alone)])
        return found

    def settled(self) -> bool:
        """Whether every bot clearly wins more, or less, than its fair share."""
        bounds = [wilson(e.wins, e.matches, Z_SETTLED) for e in self.entrants if e.matches]
        return all(low > self.fair or high < self.fair for low, high in bounds)

    def as_json(self) -> dict[str, Any]:
        rounded = [
            {name: round(value, 4) if isinstance(value, float) else value for name, value in asdict(entrant).items()}
            for entrant in self.entrants
        ]
        return {"game": self.hall.game, "seats": self.hall.seats, "matches": len(self.outcomes), "entrants": rounded}
