"""Whole matches replay to exactly their recorded result. New ones are written by `write` below."""

import random
from pathlib import Path

import pytest

from tempolude.engine.match import UNDO, Match
from tempolude.games.pirates.meta import GAME

from .positions import NAMES

RECORDS = Path(__file__).parent / "records"


def test_there_is_a_record_for_every_number_of_seats():
    assert [path.stem for path in sorted(RECORDS.glob("*.json"))] == [f"{seats}-seats" for seats in GAME.seats]


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_recorded_match_replays_to_its_result(seats):
    match = Match.load(RECORDS / f"{seats}-seats.json")  # compares scores, ranks and the position
    assert match.over
    assert not match.at_limit
    assert (0 in match.ranks, 1 in match.ranks) == (False, True)


def test_a_record_keeps_what_was_taken_back():
    match = Match.load(RECORDS / "3-seats.json")
    assert UNDO in [action for _, action in match.log]


def eager(match, seat, chance):
    """A player who sells when possible, and prefers taking objects to travelling."""
    legal = [action.number for action in match.legal(seat)]
    texts = {action.number: action.notation.split()[0] for action in match.legal(seat)}
    for verb, share in (("sell", 0.9), ("restock", 0.4), ("take", 0.7), ("end", 0.8)):
        wanted = [number for number in legal if texts[number] == verb]
        if wanted and chance.random() < share:
            return wanted[-1] if verb == "sell" else chance.choice(wanted)
    return chance.choice(legal)


def write(seats):
    match = Match(GAME, seats=seats, seed=1000 + seats, names=NAMES[:seats])
    chance = random.Random(seats)
    while not match.over:
        seat = chance.choice(match.waiting)
        match.play(seat, eager(match, seat, chance))
        if match.can_undo(seat) and chance.random() < 0.02:
            match.undo(seat)
    match.save(RECORDS / f"{seats}-seats.json")


if __name__ == "__main__":
    for number in GAME.seats:
        write(number)
