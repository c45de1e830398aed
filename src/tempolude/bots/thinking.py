"""The bots that think: one follows its game's heuristic, the other searches."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from tempolude.engine.policy import first_whim

from .advice import advice
from .compiled_net import compiled_net
from .compiled_search import SEEDS, CompiledSearch, Tree, compiled_search
from .hint import Hint
from .lookahead import likely
from .net import Net, NetBot, others_of
from .player import Player, Setting
from .tree import make_favourite

FIRST, STEP = 32, 0.01  # iterations before the clock is first read; seconds between two readings
EDGES = 16  # that a tree with a net has room for, for each iteration; it adds all actions of a decision
HASTE = 1.1  # a search may be this much faster in the time left than so far
PER_SECOND, MOST = 400_000, 1 << 22  # iterations that a tree has room for
TOGETHER = 8  # guesses of a look ahead between two readings of the clock


@dataclass(frozen=True)
class Budget:
    """How long a search may take: a number of iterations, or milliseconds."""

    iterations: int = 0
    milliseconds: int = 0

    def __str__(self) -> str:
        return f"{self.milliseconds}ms" if self.milliseconds else str(self.iterations)


class Knowing(Player):
    """A bot that remembers what people know besides what is on the table; `error` says how badly."""

    def __init__(self, setting: Setting, *, error: float, name: str) -> None:
        super().__init__(setting)
        self.knowledge = advice(self.game).know(setting.options, error, name)


class GreedyBot(Knowing):
    """Plays what the heuristic prefers; with `draws`, only among that many random actions, for weaker levels.

    The choice is the same compiled and interpreted.
    """

    def __init__(self, setting: Setting, *, error: float, name: str = "greedy", draws: int = 0) -> None:
        super().__init__(setting, error=error, name=name)
        self.draws = draws
        self._mind = compiled_search(self.game.name) if setting.compiled else None
        self._favourite = self._make_favourite()
        self._numbers = array("q", bytes(8 * (self.game.rules.ACTIONS + 1)))  # all actions, followed by NONE

    def _make_favourite(self) -> Callable[..., int]:
        return make_favourite(self.game.rules, advice(self.game).weigh)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_favourite"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._favourite = self._make_favourite()

    def hint(self, view: Any, seat: int) -> Hint:
        return Hint(self.choose(view, seat))

    def choose(self, view: Any, seat: int) -> int:
        if self.draws:
            drawn = self.dice.choices(self.legal(view, seat), k=self.draws)
            return max(drawn, key=lambda action: advice(self.game).weigh(view, seat, action, self.knowledge))
        seed = self.dice.randrange(SEEDS)
        if self._mind:
            return self._mind.prefer(view, seat, self.knowledge, seed)
        return int(self._favourite(view, memoryview(self._numbers), self.knowledge, seat, [first_whim(seed)]))


class SearchBot(Knowing):
    """Searches from scratch for every decision, so that it cannot retain anything that it may not know."""

    def __init__(
        self,
        setting: Setting,
        *,
        budget: Budget,
        error: float,
        name: str = "search",
        settings: Mapping[str, float] = {},
        net: Net | None = None,
    ) -> None:
        super().__init__(setting, error=error, name=name)
        self.budget = budget
        self._mind: CompiledSearch = compiled_search(self.game.name)
        self._settings = {**self._mind.advice.settings, **settings}
        self._net = compiled_net(self.game, net) if net else None
        self._policy = NetBot(setting, net) if net and self._settings["ahead"] else None
        foreseen = others_of(self.game) if self._policy and self._settings["others"] else None
        self._others = compiled_net(self.game, foreseen) if foreseen else None

    def choose(self, view: Any, seat: int) -> int:
        legal = self.legal(view, seat)
        if len(legal) == 1:
            return legal[0]
        return self._hint(view, seat, until_settled=True).action

    def hint(self, view: Any, seat: int) -> Hint:
        """The most visited action, and how it compares with the others."""
        return self._hint(view, seat)

    def _hint(self, view: Any, seat: int, *, until_settled: bool = False) -> Hint:
        if self._policy:
            return self._look_ahead(self._policy, view, seat, until_settled=until_settled)
        tree = self._grow(view, seat, until_settled=until_settled)
        found = self._mind.look(tree, view, seat)
        order = sorted(found, key=lambda action: found[action][:2], reverse=True)
        total = max(1, sum(visits for visits, _, _ in found.values()))
        shares = {action: (found[action][0] / total, found[action][2] / max(1, found[action][0])) for action in order}
        best = order[0]
        visits, wins = shares.pop(best)
        return Hint(best, wins if visits else None, visits, tree.iterations, shares)  # a forced action is not searched

    def _look_ahead(self, policy: NetBot, view: Any, seat: int, *, until_settled: bool) -> Hint:
        """Try the likely actions until the budget is spent or, with `until_settled`, one of them is left."""
        seed, begin = self.dice.randrange(SEEDS), perf_counter()
        legal = self.legal(view, seat)
        scores, expected = policy.look(view, seat, legal)
        trials, spent = likely(legal, scores), 0
        while len(trials.left) > 1 or not until_settled:
            count = TOGETHER
            if self.budget.iterations:
                count = min(count, (self.budget.iterations - spent) // len(trials.left))
            if count == 0 or (self.budget.milliseconds and perf_counter() - begin >= self.budget.milliseconds / 1000):
                break
            tried = trials.tried[trials.left]
            trials.note(self._try(view, seat, tried, count, seed + trials.guesses))
            spent += count * len(tried)
            if until_settled:
                trials.drop()
        found, best = trials.found(), int(trials.tried[trials.best()])
        shares = {action: (count / max(1, spent), wins) for action, (count, wins) in found.items()}
        visits, wins = shares.pop(best)
        others = dict(sorted(shares.items(), key=lambda each: each[1], reverse=True))
        return Hint(best, wins if visits else expected, visits, spent, others)

    def _try(self, view: Any, seat: int, tried: Any, guesses: int, seed: int) -> Any:
        """What the seat has of the victory in each guess after each of these actions."""
        ahead, share = int(self._settings["ahead"]), self._settings["others"]
        return self._mind.try_actions(
            view, seat, self.knowledge, tried, guesses, seed, ahead, self._net, self._others, share
        )

    def _grow(self, view: Any, seat: int, *, until_settled: bool) -> Tree:
        """Search until the budget is spent; a search for a time may end once its choice is settled."""
        seed = self.dice.randrange(SEEDS)
        if self.budget.iterations:
            tree = Tree(self.budget.iterations * (EDGES if self._net else 1))
            self._mind.search(tree, view, seat, self.knowledge, self.budget.iterations, seed, self._settings, self._net)
            return tree
        begin, limit = perf_counter(), self.budget.milliseconds / 1000
        tree, count = Tree(min(MOST, int(PER_SECOND * limit))), FIRST
        while tree.room > 0:
            self._mind.search(tree, view, seat, self.knowledge, count, seed, self._settings, self._net)
            spent = perf_counter() - begin
            if spent >= limit:
                break
            if until_settled and self._is_settled(tree, view, seat, HASTE * tree.iterations * (limit / spent - 1)):
                break
            count = max(1, int(tree.iterations / spent * min(STEP, limit - spent)))
        return tree

    def _is_settled(self, tree: Tree, view: Any, seat: int, left: float) -> bool:
        """Whether `left` more iterations, each a visit of one action, cannot change which action is visited most."""
        visits = sorted((visits for visits, _, _ in self._mind.look(tree, view, seat).values()), reverse=True)
        return visits[0] - visits[1] > left
