"""Perft: the number of continuations from fixed seeds. The counts change only with the rules or the deck."""

import pytest

from tempolude.engine.match import Match
from tempolude.engine.perft import perft
from tempolude.games.timeline.meta import GAME

COUNTS = {  # seed, seats and cards each: after 1, 2, 3, 4 actions
    (1, 2, 4): (8, 80, 800, 9488),
    (2, 2, 1): (2, 5, 9, 25),
    (3, 4, 2): (4, 20, 120, 832),
    (4, 8, 3): (6, 45, 405, 4212),
}


@pytest.mark.parametrize(("seed", "seats", "cards"), COUNTS)
def test_the_number_of_ways_to_play_on_stays_what_it_was(seed, seats, cards):
    match = Match(GAME, seats=seats, seed=seed, options={"cards": cards})
    assert tuple(perft(match.way, match.state, depth) for depth in (1, 2, 3, 4)) == COUNTS[seed, seats, cards]


@pytest.mark.parametrize(("seed", "seats", "cards"), COUNTS)
def test_compiled_rules_count_the_same(seed, seats, cards):
    match = Match(GAME, seats=seats, seed=seed, options={"cards": cards})
    assert perft(GAME.compiled, match.state, 3) == COUNTS[seed, seats, cards][2]
