"""Perft: how many ways to play on there are from fixed seeds. The counts change only with the rules version."""

import pytest

from tempolude.engine.match import Match
from tempolude.engine.perft import perft
from tempolude.games.contretemps.meta import GAME

COUNTS = {  # seed, seats, mode, actions before: after 1, 2, 3 actions and more
    (1, 3, "classic", 0): (10, 19, 87, 696, 3654, 9396),
    (2, 3, "classic", 9): (10, 64, 192, 1212, 3378),
    (3, 4, "classic", 28): (19, 260, 2232, 8640),
    (4, 4, "paradoxes", 36): (18, 238, 2052, 8640),
    (5, 5, "paradoxes", 25): (24, 460, 6600),
    (6, 6, "classic", 17): (9, 198, 3618),
    (7, 6, "paradoxes", 30): (25, 508, 7980),
    (8, 3, "paradoxes", 12): (1, 16, 128, 1152, 6144),
    (9, 5, "classic", 21): (8, 64, 512, 2626),
}


def begun(seed, seats, mode, actions):
    """The match after so many actions, chosen by a fixed rule."""
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
