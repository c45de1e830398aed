"""Other engines, measured in the same run as ours, if they are installed (`make bench` installs them)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from statistics import mean, median
from time import process_time
from typing import Any

from .bench import per_second

Measurement = tuple[str, str, str, Callable[[], float]]  # name, game, way, and one run of it

OPENSPIEL_GAMES = ("hearts", "spades")
SIMULATIONS = 1_000
RLCARD_GAMES = ("leduc-holdem", "uno", "gin-rummy")


def measure_peers(runs: int, show: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure every peer that is installed."""
    found = []
    for measure in (openspiel, rlcard, catanatron):
        try:
            for name, game, way, run in measure():
                show(f"{name}, {game}, {way}")
                speed = median(run() for _ in range(runs))
                found.append({"name": name, "game": game, "way": way, "decisions_per_second": round(speed)})
        except ImportError:
            show(f"{measure.__name__} is not installed")
    return found


def openspiel() -> list[Measurement]:
    """OpenSpiel's C++ core, through its own tree search with random rollouts, and the same games driven from Python."""
    import pyspiel

    dice = Random(0)
    ways = {"C++ search, random rollouts": _openspiel_search, "driven from Python": _openspiel_python}
    return [
        ("OpenSpiel", name, way, partial(run, pyspiel.load_game(name), dice))
        for name in OPENSPIEL_GAMES
        for way, run in ways.items()
    ]


def openspiel_python() -> list[Measurement]:
    """OpenSpiel's games driven from Python, a decision at a time, like an environment."""
    return [measurement for measurement in openspiel() if measurement[2] == "driven from Python"]


def deal(game: Any, dice: Random) -> Any:
    """A position after the deal with more than one legal action."""
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        state.apply_action(_chance(state, dice) if state.is_chance_node() else state.legal_actions()[0])
    return state


def _chance(state: Any, dice: Random) -> int:
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    return int(dice.choices(actions, weights)[0])


def play_out(state: Any, dice: Random) -> int:
    """Play at random to the end; returns the number of decisions."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(_chance(state, dice))
        else:
            state.apply_action(dice.choice(state.legal_actions()))
            decisions += 1
    return decisions


def _openspiel_search(game: Any, dice: Random) -> float:
    """Decisions per second of the search; a simulation makes as many decisions as are left in the match."""
    import pyspiel

    begin_states = [deal(game, dice) for _ in range(20)]
    lengths = [mean(play_out(state.clone(), dice) for _ in range(20)) for state in begin_states]
    bots = [
        pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, seed), 2.0, SIMULATIONS, 1000, False, seed, False)
        for seed in range(len(begin_states))
    ]
    begin = process_time()
    for bot, state in zip(bots, begin_states, strict=True):
        bot.step(state)
    return SIMULATIONS * sum(lengths) / (process_time() - begin)


def _openspiel_python(game: Any, dice: Random) -> float:
    start = deal(game, dice)
    return per_second(lambda _: play_out(start.clone(), dice))


def rlcard() -> list[Measurement]:
    import rlcard as library
    from rlcard.agents import RandomAgent

    def run(name: str) -> float:
        env = library.make(name, config={"seed": 0})
        env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
        return per_second(lambda _: sum(len(trajectory) // 2 for trajectory in env.run(is_training=False)[0]))

    return [("RLCard", name, "Python", partial(run, name)) for name in RLCARD_GAMES]


def catanatron() -> list[Measurement]:
    from catanatron import Color, Game, RandomPlayer

    def one(seed: int) -> int:
        game = Game([RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=seed)
        game.play()
        return len(getattr(game.state, "actions", None) or game.state.action_records)

    return [("Catanatron", "catan", "Python", lambda: per_second(one))]
