"""Whole matches: records that must replay to the byte, and counts of positions that must not change.

If the rules change on purpose, raise `rules_version` in meta.py and run this file as a program to record again.
"""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tempolude.engine.data import unpinned
from tempolude.engine.match import UNDO, Match
from tempolude.engine.perft import perft
from tempolude.games.masters.meta import GAME

from .positions import NAMES, WAY

RECORDS = Path(__file__).parent / "records"
MATCHES = {  # name to seats, seed and spheres
    "two": (2, 1984, "random"),
    "three": (3, 3961, "peace"),
    "four": (4, 6257, "random"),
    "four-in-a-storm": (4, 8053, "storm"),
}
START = 60  # decisions before positions are counted
PERFT = {2: [4, 11, 23], 3: [6, 41, 168], 4: [10, 52, 270]}  # by seats: positions after one, two, three more


@pytest.mark.parametrize("name", MATCHES)
def test_a_recorded_match_replays_to_the_same_result(name: str) -> None:
    match = Match.load(RECORDS / f"{name}.json")  # compares scores, ranks and the position
    assert match.over
    assert not match.at_limit
    assert (match.seats, unpinned(match.options["spheres"])) == (MATCHES[name][0], MATCHES[name][2])


def test_a_record_keeps_what_was_taken_back() -> None:
    assert UNDO in [action for _, action in Match.load(RECORDS / "four.json").log]


@pytest.mark.parametrize("seats", PERFT)
def test_the_number_of_positions_stays_what_it_was(seats: int) -> None:
    assert [perft(WAY, start(seats), depth) for depth in range(1, 4)] == PERFT[seats]


def start(seats: int) -> Any:
    s = GAME.rules.STATE.new()
    WAY.setup(s, seats, GAME.encode(seats, GAME.settle(seats)), seats)
    for step in range(START):
        seat = list(s.waiting).index(1)
        legal = WAY.legal(s, seat)
        WAY.play(s, seat, legal[step % len(legal)])
    return s


def record(name: str) -> None:
    seats, seed, spheres = MATCHES[name]
    match = Match(GAME, seats=seats, seed=seed, options={"spheres": spheres}, names=NAMES[:seats])
    chance = Random(seed)
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, eager(match, seat, chance))
        if match.can_undo(seat) and chance.random() < 0.05:
            match.undo(seat)
    match.save(RECORDS / f"{name}.json")


def eager(match: Match, seat: int, chance: Random) -> int:
    """A player who prefers playing to ending, discarding or passing, and takes the most expensive card."""
    actions = match.legal(seat)
    for verbs, share in ((("take",), 0.9), (("cast", "release", "place", "focus", "set", "activate"), 0.9)):
        wanted = [action.number for action in actions if action.notation.split()[0] in verbs]
        if wanted and chance.random() < share:
            return wanted[-1] if verbs == ("take",) else chance.choice(wanted)
    return chance.choice(actions).number


if __name__ == "__main__":
    for match_name in MATCHES:
        record(match_name)
    for number in PERFT:
        print(number, [perft(WAY, start(number), depth) for depth in range(1, 4)])
