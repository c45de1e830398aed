"""Compare players in OpenSpiel: its own ISMCTS against our bots, from the same deals.

pip install "tempolude[research]"
python examples/openspiel_bots.py contretemps --matches 10 --simulations 50
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from tempolude.adapters.openspiel import SpielBot, resample


def compare(name: str, matches: int, simulations: int, bot: str) -> float:
    """The mean return of ISMCTS in seat 0 against one of our bots in every other seat."""
    game = pyspiel.load_game(f"tempolude_{name}(turns=True)")
    dice, total = np.random.RandomState(0), 0.0
    for deal in range(matches):
        search = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, dice), 1.4, simulations, random_state=dice)
        search.set_resampler(resample)  # guesses what the player cannot know
        players = [search, *(SpielBot(game, player, bot, seed=player) for player in range(1, game.num_players()))]
        state = game.new_initial_state()
        state.apply_action(deal)
        while not state.is_terminal():
            state.apply_action(players[state.current_player()].step(state))
        total += state.returns()[0]
    return total / matches


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--bot", default="greedy")
    given = parser.parse_args()
    mean = compare(given.game, given.matches, given.simulations, given.bot)
    print(f"mean return of ISMCTS with {given.simulations} simulations against {given.bot}: {mean:+.2f}")


if __name__ == "__main__":
    main()
