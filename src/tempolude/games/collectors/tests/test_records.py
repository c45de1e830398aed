"""Whole matches: records that must replay to the byte, and counts of positions that must not change.

If the rules change on purpose, raise `rules_version` in meta.py and run this file as a program to record again.
"""

from pathlib import Path
from random import Random

import pytest

from tempolude.engine.match import Match
from tempolude.games.collectors import rules
from tempolude.games.collectors.meta import GAME

from .positions import WAY, Position

RECORDS = Path(__file__).parent / "records"
MATCHES = {  # name to seats, seed and boards
    "two": (2, 1984, "red+blue"),
    "three": (3, 3961, "red+blue+green"),
    "four": (4, 6257, "red+blue+green+yellow"),
    "four-other-boards": (4, 8053, "yellow+red+blue+green"),
}
START = 42  # decisions before positions are counted
PERFT = {2: [12, 72, 288], 3: [5, 26, 156], 4: [12, 288, 6912]}  # by seats: positions after one, two, three more


@pytest.mark.parametrize("name", MATCHES)
def test_a_recorded_match_replays_to_the_same_result(name):
    match = Match.load(RECORDS / f"{name}.json")
    assert match.over
    assert not match.at_limit
    assert match.seats == MATCHES[name][0]


@pytest.mark.parametrize("seats", PERFT)
def test_the_number_of_positions_stays_what_it_was(seats):
    start = Position(seats, seed=seats).s
    for step in range(START):
        seat = list(start.waiting).index(1)
        legal = WAY.legal(start, seat)
        WAY.play(start, seat, legal[step % len(legal)])
    assert [count(start, depth) for depth in range(1, 4)] == PERFT[seats]


def count(s, depth):
    """The number of continuations of that many decisions, the lowest waiting seat first."""
    if depth == 0 or s.over:
        return 1
    seat = list(s.waiting).index(1)
    found = 0
    for action in WAY.legal(s, seat):
        following = rules.STATE.read(s.tobytes())
        WAY.play(following, seat, action)
        found += count(following, depth - 1)
    return found


def record(name):
    seats, seed, boards = MATCHES[name]
    match = Match(
        GAME, seats=seats, seed=seed, options={"boards": boards}, names=["Ada", "Blaise", "Camille", "Inès"][:seats]
    )
    chance = Random(seed)
    while not match.over:
        seat = chance.choice(match.waiting)
        match.play(seat, chance.choice(match.legal(seat)).number)
    match.save(RECORDS / f"{name}.json")


if __name__ == "__main__":
    for match_name in MATCHES:
        record(match_name)
