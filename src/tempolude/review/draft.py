"""A review while it is made: what to find next, the most telling first, and what has been found so far.

What is found are numbers, by action and seat; sentences are made of them where they are read. The draft's `content` is
plain data, so it can be kept and shown half made.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

import numpy as np

from tempolude.engine.match import Match

from .estimate import Estimator, speed
from .parts import CLOSER, PLACES, Reviewed
from .playouts import EVERYTHING

FORMAT = 1
CHUNK = 0.3  # seconds that one task may take, so that others have their turn
SECONDS = 75.0  # of one quiet core that a whole review may take
POINT, LUCK, DECISION, DEAL = (64, 512), (64, 4096), (48, 512), (512, 8192)  # the fewest and most playouts of each
GLIMPSE, COARSE = 0.5, 32  # seconds for the curves that are shown first, and the playouts of each of their points
SEARCH = 3  # iterations of a search for each playout of a decision
CONTESTED = 3  # one decision in so many is looked at more closely
MOMENTS, NEAR = 3, 8  # the moments that decided the match, and those looked at again to find them
FIRST = 6  # decisions that are judged before luck and skill are weighed
TOGETHER = 4  # tasks that may be done at the same time

Task = tuple[Any, ...]  # its name and numbers
Tasks = Generator[list[Task], list[Any], None]


@dataclass(frozen=True)
class Rates:
    """Playouts in a second, on this machine as busy as it is."""

    played: float  # from the midst of the match
    followed: float  # of a stroke of luck there
    dealt: float  # of the deal


@dataclass(frozen=True)
class Budget:
    """How many playouts a point of a curve, a stroke of luck, a decision and the deal are worth."""

    point: int
    luck: int
    decision: int
    deal: int = DEAL[1]  # playouts of this deal, and of others

    @classmethod
    def within(cls, seconds: float, rates: Rates, *, points: int, chances: int, decisions: int) -> Budget:
        """What can be done in a time: a fifth each for the curves and strokes of luck, two fifths for decisions.

        >>> Budget.within(75, Rates(4000, 8000, 1000), points=500, chances=60, decisions=130)
        Budget(point=120, luck=1000, decision=113, deal=3750)
        """
        one_decision = 4 + SEARCH / 2 + 2 * CLOSER / CONTESTED
        return cls(
            _between(seconds / 5 * rates.played / max(1, points), POINT),
            _between(seconds / 5 * rates.followed / max(1, 2 * chances), LUCK),
            _between(seconds * 2 / 5 * rates.played / max(1, decisions) / one_decision, DECISION),
            _between(seconds / 20 * rates.dealt, DEAL),
        )


def _between(number: float, limits: tuple[int, int]) -> int:
    return max(limits[0], min(limits[1], int(number)))


class Draft:
    """One review in the making, for the seats of `readers`."""

    def __init__(self, match: Match, readers: Iterable[int], budget: Budget | None = None, seed: int = 0) -> None:
        self.seats, self.actors, self.readers = match.seats, [step.seat for step in match.steps], [*readers]
        self.last, self.budget, self.rate = len(self.actors), budget, 0.0
        self.content: dict[str, Any] = {
            "format": FORMAT,
            "game": match.game.name,
            "rules": match.rules,
            "seed": seed,
            "actors": self.actors,  # the seat of each action
            "budget": None,
            "result": [],  # each seat's share of victory
            "prior": [],  # each seat's chance before the deal, among equals
            "luck": [],
            "noise": [],  # the standard error of `luck`, and so of `skill`
            "skill": [],
            "deal": [],  # the part of `luck` that the deal was
            "strokes": {},  # the luck of actions in which chance had a say, by number
            "eyes": {str(seat): {"chances": [], "moments": [], "decisions": {}} for seat in self.readers},
            "done": 0,
            "tasks": 1,
        }

    @property
    def finished(self) -> bool:
        return bool(self.content["done"] >= self.content["tasks"])

    def tasks(self) -> Tasks:
        """What to find, in order, as tasks that can be done at once. What was found is sent back in, and kept."""
        chance = self._start((yield [("start",)])[0])
        assert self.budget
        point, content = self.budget.point, self.content
        step = max(1, int(CHUNK * self.rate / point))
        stretches = [[*range(first, min(first + step, self.last + 1))] for first in range(0, self.last + 1, step)]
        many = sum(self.actors.count(seat) for seat in self.readers)
        content["tasks"] += (len(stretches) + 2) * len(self.readers) + many + len(chance) + 2
        yield from self._glimpse()
        for viewer in self.readers:
            found = yield from self._all([("chances", viewer, moments, point) for moments in stretches])
            self._seen(viewer)["chances"] = [shares for each in found for shares in each]
            yield from self._look_closer(viewer)
        telling = self._telling()
        yield from self._judge(telling[:FIRST])
        strokes = yield from self._all([("expected", n, self.budget.luck) for n in chance])
        asked: list[Task] = [("prior", self.budget.deal), ("chances", EVERYTHING, [0], self.budget.deal)]
        prior, (dealt,) = yield from self._all(asked)
        self._weigh(prior, dealt, dict(zip(chance, strokes, strict=True)))
        yield from self._judge(telling[FIRST:])

    def _all(self, tasks: list[Task]) -> Generator[list[Task], list[Any], list[Any]]:
        """What several tasks find, a few at the same time."""
        found: list[Any] = []
        for first in range(0, len(tasks), TOGETHER):
            found += yield tasks[first : first + TOGETHER]
            self.content["done"] += len(tasks[first : first + TOGETHER])
        return found

    def _start(self, found: dict[str, Any]) -> list[int]:
        """Take the measure of the match; returns the actions in which chance had a say."""
        self.rate, chance = found["rates"][0], found["chance"]
        decisions = sum(self.actors.count(seat) for seat in self.readers)
        points = self.last * len(self.readers)
        self.budget = self.budget or Budget.within(
            SECONDS, Rates(*found["rates"]), points=points, chances=len(chance), decisions=decisions
        )
        self.content |= {"budget": asdict(self.budget), "result": found["result"], "done": 1}
        return [int(n) for n in chance]

    def _seen(self, viewer: int) -> dict[str, Any]:
        found: dict[str, Any] = self.content["eyes"][str(viewer)]
        return found

    def _glimpse(self) -> Tasks:
        """Something to be seen at once: curves of a few points, straight in between."""
        points = max(2, int(GLIMPSE * self.rate / COARSE / max(1, len(self.readers))))
        step = max(1, -(-self.last // points))
        moments = [*range(0, self.last, step), self.last]
        found = yield from self._all([("chances", viewer, moments, COARSE) for viewer in self.readers])
        for viewer, chances in zip(self.readers, found, strict=True):
            columns = zip(*chances, strict=True)
            filled = [np.interp(range(self.last + 1), moments, column).round(PLACES).tolist() for column in columns]
            self._seen(viewer)["chances"] = [list(shares) for shares in zip(*filled, strict=True)]

    def _look_closer(self, viewer: int) -> Tasks:
        """Find the moments that decided the match: those that seem to have are looked at again."""
        assert self.budget
        chances = self._seen(viewer)["chances"]
        steps = sorted(range(1, self.last + 1), key=lambda n: -change(chances, n))[:NEAR]
        near = sorted({m for n in steps for m in (n - 1, n)})
        (again,) = yield from self._all([("chances", viewer, near, CLOSER * self.budget.point)])
        for n, shares in zip(near, again, strict=True):
            chances[n] = shares
        moments = sorted(steps, key=lambda n: -change(chances, n))[:MOMENTS]
        self._seen(viewer)["moments"] = [n for n in moments if change(chances, n) > 0]

    def _telling(self) -> list[int]:
        """The decisions of all readers, those first that changed their player's chance the most."""

        def changed(n: int) -> float:
            seat = self.actors[n - 1]
            chances = self._seen(seat)["chances"]
            return abs(float(chances[n][seat] - chances[n - 1][seat]))

        return sorted((n for n, actor in enumerate(self.actors, 1) if actor in self.readers), key=changed, reverse=True)

    def _judge(self, decisions: list[int]) -> Tasks:
        assert self.budget
        for first in range(0, len(decisions), TOGETHER):
            some = decisions[first : first + TOGETHER]
            tasks: list[Task] = [("judge", n, self.budget.decision, SEARCH * self.budget.decision) for n in some]
            for found in (yield from self._all(tasks)):
                self._seen(found["seat"])["decisions"][str(found["at"])] = found

    def _weigh(self, prior: dict[str, Any], dealt: list[float], strokes: dict[int, dict[str, Any]]) -> None:
        """Luck and skill of every seat. They add up to the result, less what a seat could expect before the deal."""
        assert self.budget
        seats, content, expected, equal = range(self.seats), self.content, prior["expected"], prior["prior"]
        content["prior"] = equal
        content["deal"] = [round(dealt[i] - expected[i], PLACES) for i in seats]
        lucky = {
            str(n): [round(stroke["after"][i] - stroke["expected"][i], PLACES) for i in seats]
            for n, stroke in strokes.items()
        }
        content["strokes"] = lucky
        content["luck"] = [round(content["deal"][i] + sum(each[i] for each in lucky.values()), PLACES) for i in seats]
        content["skill"] = [round(content["result"][i] - equal[i] - content["luck"][i], PLACES) for i in seats]
        noise = [prior["noise"][i] + dealt[i] * (1 - dealt[i]) / self.budget.deal for i in seats]
        content["noise"] = [
            round(sqrt(noise[i] + sum(stroke["noise"][i] for stroke in strokes.values())), PLACES) for i in seats
        ]


def change(chances: list[list[float]], n: int) -> float:
    """How much the n-th action changed: the most that anybody won or lost."""
    return max(abs(after - before) for before, after in zip(chances[n - 1], chances[n], strict=True))


def find(reviewed: Reviewed, task: Task) -> Any:
    """What a task asks for, as plain data."""
    match task:
        case ("start",):
            midst = reviewed.job(EVERYTHING, reviewed.last // 3)
            rates = [
                speed(reviewed.estimator, midst),
                speed(reviewed.following, midst),
                speed(reviewed.dealing, reviewed.job(EVERYTHING, 0)),
            ]
            return {"rates": rates, "result": reviewed.result, "chance": reviewed.with_chance()}
        case ("prior", count):
            return reviewed.prior(count)
        case ("chances", viewer, moments, count):
            return reviewed.chances(viewer, moments, count)
        case ("expected", n, count):
            return reviewed.expected(n, count)
        case ("judge", n, count, iterations):
            return reviewed.judge(n, count, iterations)
    raise ValueError(f"no task: {task!r}")


def review(
    match: Match,
    readers: Iterable[int],
    budget: Budget | None = None,
    seed: int = 0,
    estimator: Estimator | None = None,
) -> Iterator[dict[str, Any]]:
    """The review of a match while it is made; the last is the whole.

    The same match, readers, budget and seed give the same review. Without a budget it depends on the machine.
    """
    draft, reviewed = Draft(match, readers, budget, seed), Reviewed(match, estimator, seed)
    tasks = draft.tasks()
    asked = next(tasks)
    while True:
        try:
            asked = tasks.send([find(reviewed, task) for task in asked])
        except StopIteration:
            yield draft.content
            return
        yield draft.content
