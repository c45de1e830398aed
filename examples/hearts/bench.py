"""The race: Hearts here and in OpenSpiel, the same deals, in the same run, on one core.

    python bench.py             # needs this package and open_spiel installed
    python bench.py --json

Every row is a median over runs in which all rows take turns, so that they see the same load. Times are CPU times. What
each row measures:

- *rollouts*: random play from dealt positions (the same cards, the same direction) to the end of the deal, copying the
  position each time. OpenSpiel's run in its C++ `RandomRolloutEvaluator`, thousands for each node of a two-node tree,
  so that the cost of its search is negligible. Ours run in a compiled loop over the rules (`make_rollouts`).
- *deals*: random play with dealing, whatever drives it. Ours compiled; ours as a batch stepped from Python; OpenSpiel
  driven from Python.
- *search*: iterations per second with one random playout each, from the same positions. OpenSpiel's `MCTSBot` searches
  with all cards open and `ISMCTSBot` deals the unseen cards again in every iteration; both are C++. Ours deals them
  again too, respecting who has shown to lack a suit.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import numpy as np
import pyspiel

try:
    from hearts.meta import GAME
except ImportError:  # not installed: use this folder
    sys.path.insert(0, str(Path(__file__).parent / "src"))
    from hearts.meta import GAME

from referee import begin_theirs

from tempolude import Batch
from tempolude.bots.compiled_search import CompiledSearch, Tree
from tempolude.engine.cache import cache_folder
from tempolude.engine.compiler import compile_kept, digest
from tempolude.engine.policy import first_whim, next_whim, whim_below
from tempolude.engine.seats import first_waiting
from tempolude.engine.state import EVENTS

SEATS, DEALS = 4, 8
DEAL = {"length": "deal"}
ROLLOUTS, NODES = 1_000, 2  # of OpenSpiel, per measurement of one position
ITERATIONS = 1_000
MATCHES = 1024
SECONDS = 0.25


def positions() -> list[Any]:
    """States in which all cards are dealt, with every direction of passing."""
    encoded = GAME.encode(SEATS, GAME.settle(SEATS, DEAL))
    found: dict[int, list[Any]] = {direction: [] for direction in range(4)}
    seed = 0
    while sum(map(len, found.values())) < DEALS:
        s = GAME.rules.STATE.new()
        GAME.compiled.setup(s, SEATS, encoded, seed)
        if len(found[s.direction]) < DEALS // 4:
            found[s.direction].append(s)
        seed += 1
    return [s for states in found.values() for s in states]


def decisions_left(s: Any) -> int:
    """In a deal that has just begun: 52 cards played and, where there is passing, 12 passed."""
    return 52 + 12 * (s.direction != 0)


# --- Rollouts --------------------------------------------------------------------


def make_rollouts() -> Callable[..., int]:
    """A compiled function that plays at random from a position to the end, `count` times."""
    rules = GAME.rules
    legal, play = rules.legal, rules.play

    def rollouts(start, work, count, seed, numbers):  # type: ignore[no-untyped-def]
        s = work[0]
        whim = first_whim(seed)
        decisions = 0
        for _ in range(count):
            work[0] = start[0]
            s.happened = EVENTS  # nobody reads these events, and a full list accepts no more
            while s.over == 0:
                seat = first_waiting(s)
                action = numbers[whim_below(whim, legal(s, seat, numbers))]
                whim = next_whim(whim)
                play(s, seat, action)
                decisions += 1
        return decisions

    (compiled,) = compile_kept(cache_folder(GAME, digest(GAME, rollouts)), rollouts)
    return compiled


class Race:
    """The measurements, each a method that returns one speed."""

    def __init__(self) -> None:
        self.ours = positions()
        self.spiel = pyspiel.load_game("hearts")
        self.theirs = [begin_theirs(self.spiel, s) for s in self.ours]
        self.dice = Random(0)
        self.rollouts = make_rollouts()
        self.work, self.numbers = np.zeros(1, GAME.rules.STATE.dtype), np.zeros(64, np.int64)
        self.batch = Batch(GAME, MATCHES, seats=SEATS, options=DEAL)
        self.search = CompiledSearch(GAME)
        self.seed = 0

    def our_rollouts(self) -> float:
        decisions, begin = 0, process_time()
        for s in self.ours:
            self.seed += 1
            decisions += self.rollouts(s.array, self.work, NODES * ROLLOUTS, self.seed, self.numbers)
        return decisions / (process_time() - begin)

    def their_rollouts(self) -> float:
        """The first node is the position itself, the second one decision later."""
        decisions, seconds = 0, 0.0
        for s, state in zip(self.ours, self.theirs, strict=True):
            self.seed += 1
            bot = self._bot(ROLLOUTS, NODES)
            begin = process_time()
            bot.step(state)
            seconds += process_time() - begin
            decisions += ROLLOUTS * (2 * decisions_left(s) - 1)
        return decisions / seconds

    def our_deals(self) -> float:
        encoded = GAME.encode(SEATS, GAME.settle(SEATS, DEAL))
        self.seed += 10_000
        begin = process_time()
        tally = GAME.compiled.matches(SEATS, encoded, first_seed=self.seed, count=10_000)
        return tally.decisions / (process_time() - begin)

    def our_batch(self) -> float:
        begin, steps = process_time(), 0
        while process_time() - begin < SECONDS:
            self.batch.step(self.batch.random)
            steps += MATCHES
        return steps / (process_time() - begin)

    def their_deals(self) -> float:
        """Cards are dealt all at once, from a shuffled list; only the players' decisions are counted."""
        begin, decisions = process_time(), 0
        while process_time() - begin < SECONDS:
            state = self.spiel.new_initial_state()
            state.apply_action(self.dice.randrange(4))
            for card in self.dice.sample(range(52), 52):
                state.apply_action(card)
            while not state.is_terminal():
                state.apply_action(self.dice.choice(state.legal_actions()))
                decisions += 1
        return decisions / (process_time() - begin)

    # --- Search ------------------------------------------------------------------

    def our_search(self, **settings: float) -> float:
        manner = {**self.search.advice.settings, **settings}
        knowledge = self.search.advice.know(GAME.settle(SEATS, DEAL), 0.15, "race")
        seconds = 0.0
        for s in self.ours:
            seat = next(seat for seat in range(SEATS) if s.waiting[seat])
            self.seed += ITERATIONS
            view, tree = GAME.hide(s, seat), Tree(ITERATIONS)
            begin = process_time()
            self.search.search(tree, view, seat, knowledge, ITERATIONS, self.seed, manner)
            seconds += process_time() - begin
        return DEALS * ITERATIONS / seconds

    def their_search(self, make: Callable[[], Any]) -> float:
        seconds = 0.0
        for state in self.theirs:
            self.seed += 1
            bot = make()
            begin = process_time()
            bot.step(state)
            seconds += process_time() - begin
        return DEALS * ITERATIONS / seconds

    def _bot(self, rollouts: int, iterations: int) -> Any:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, self.seed)
        return pyspiel.MCTSBot(self.spiel, evaluator, 2.0, iterations, 1000, False, self.seed, False)

    def _blind_bot(self) -> Any:
        return pyspiel.ISMCTSBot(self.seed, pyspiel.RandomRolloutEvaluator(1, self.seed), 2.0, ITERATIONS)

    def rows(self) -> Iterator[tuple[str, str, str, Callable[[], float]]]:
        yield "rollouts", "decisions/s", "Tempolude, compiled", self.our_rollouts
        yield "rollouts", "decisions/s", "OpenSpiel, C++", self.their_rollouts
        yield "deals", "decisions/s", "Tempolude, compiled", self.our_deals
        yield "deals", "decisions/s", f"Tempolude, batch of {MATCHES} from Python", self.our_batch
        yield "deals", "decisions/s", "OpenSpiel, from Python", self.their_deals
        yield "search", "iterations/s", "Tempolude, cards hidden, random playouts", lambda: self.our_search(draws=1)
        yield "search", "iterations/s", "Tempolude, as its bots search", self.our_search
        yield (
            "search",
            "iterations/s",
            "OpenSpiel, ISMCTSBot, C++, cards hidden",
            lambda: self.their_search(self._blind_bot),
        )
        yield (
            "search",
            "iterations/s",
            "OpenSpiel, MCTSBot, C++, cards open",
            lambda: self.their_search(lambda: self._bot(1, ITERATIONS)),
        )


def race(runs: int) -> list[dict[str, Any]]:
    rows = list(Race().rows())
    for *_, measure in rows:  # warm up whatever is created at the first call
        measure()
    speeds: list[list[float]] = [[] for _ in rows]
    for _ in range(runs):
        for found, (*_, measure) in zip(speeds, rows, strict=True):
            found.append(measure())
    return [
        {"what": what, "unit": unit, "who": who, "median": median(found), "least": min(found), "most": max(found)}
        for found, (what, unit, who, _) in zip(speeds, rows, strict=True)
    ]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--runs", type=int, default=9)
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    rows = race(given.runs)
    if given.json:
        print(json.dumps({"open_spiel": pyspiel_version(), "runs": given.runs, "rows": rows}, indent=1))
        return
    print(f"OpenSpiel {pyspiel_version()}; medians of {given.runs} runs, least and most beside them")
    for row in rows:
        first = next(other for other in rows if other["what"] == row["what"])
        times = "" if row is first else f"{first['median'] / row['median']:6.1f}x"
        print(
            f"{row['what']:9} {row['who']:42} {row['median']:>12,.0f} {row['unit']:12} "
            f"{row['least']:>12,.0f} {row['most']:>12,.0f} {times}"
        )


def pyspiel_version() -> str:
    from importlib.metadata import version

    return version("open_spiel")


if __name__ == "__main__":
    main()
