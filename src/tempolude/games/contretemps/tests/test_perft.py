"""Perft: the number of continuations from fixed seeds. The counts change only with the rules version."""

import pytest

from tempolude.engine.match import Match
from tempolude.engine.perft import perft
from tempolude.games.contretemps.meta import GAME

COUNTS = {  # seed, seats, mode, actions played first: the counts after 1, 2, 3 actions and more
    (1, 3, "classic", 0): (10, 21, 25, 200, 1050, 2700),
    (2, 3, "classic", 9): (11, 80, 288, 1602, 3828),
    (3, 4, "classic", 28): (17, 214, 1770, 7200),
    (4, 4, "paradoxes", 36): (20, 292, 2760, 12600),
    (5, 5, "paradoxes", 25): (23, 420, 5700),
    (6, 6, "classic", 17): (9, 207, 3960),
    (7, 6, "paradoxes", 30): (28, 650, 12000),
    (8, 3, "paradoxes", 12): (3, 24, 192, 2112, 15360),
    (9, 5, "classic", 21): (2, 4, 32, 256),
}


def begun(seed, seats, mode, actions):
    """The match after that many actions, chosen by a fixed rule."""
    match = Match(GAME, seats=seats, seed=seed, options={"mode": mode}, compiled=True)
    for number in range(actions):
        seat = match.waiting[0]
        legal = match.way.legal(match.state, seat)
        match.play(seat, legal[number * 7 % len(legal)])
    return match


@pytest.mark.parametrize(("seed", "seats", "mode", "actions"), COUNTS)
def test_the_number_of_ways_to_play_on_stays_what_it_was(seed, seats, mode, actions):
    match = begun(seed, seats, mode, actions)
    counts = COUNTS[seed, seats, mode, actions]
    assert tuple(perft(match.way, match.state, depth) for depth in range(1, len(counts) + 1)) == counts
