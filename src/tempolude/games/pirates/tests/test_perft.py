"""Perft: the number of continuations from fixed seeds. The counts change only with the rules version."""

import pytest

from tempolude.engine.match import Match
from tempolude.engine.perft import perft
from tempolude.games.pirates.meta import GAME

COUNTS = {  # seed and seats: the counts after 1, 2, 3, 4 actions, once the pawns are placed
    (1, 3): (6, 35, 221, 1516),
    (2, 4): (6, 31, 225, 1617),
    (3, 6): (8, 61, 430, 3347),
}


@pytest.mark.parametrize(("seed", "seats"), COUNTS)
def test_the_number_of_ways_to_play_on_stays_what_it_was(seed, seats):
    match = Match(GAME, seats=seats, seed=seed)
    for _ in range(seats):
        match.play(match.waiting[0], match.legal(match.waiting[0])[0].number)
    assert tuple(perft(match.way, match.state, depth) for depth in (1, 2, 3, 4)) == COUNTS[seed, seats]
