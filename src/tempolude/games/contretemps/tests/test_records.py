"""Whole matches replay to exactly their recorded result, interpreted and compiled. `write` writes new ones."""

import json
import random
from pathlib import Path

import pytest

from tempolude.engine.match import UNDO, Match
from tempolude.games.contretemps.meta import GAME

from .positions import NAMES

RECORDS = Path(__file__).parent / "records"
MATCHES = {  # seats, mode, seed, how often a choice is undone, after how many actions the match is abandoned
    "3-seats": (3, "classic", 1003, 0, None),
    "4-seats": (4, "classic", 1004, 0.2, None),
    "4-seats-paradoxes": (4, "paradoxes", 1014, 0, None),
    "5-seats-paradoxes": (5, "paradoxes", 1005, 0.1, None),
    "6-seats": (6, "classic", 1006, 0, None),
    "6-seats-paradoxes": (6, "paradoxes", 1016, 0, None),
    "5-seats-unfinished": (5, "classic", 1025, 0, 19),
}


def test_the_records_are_those_named_here():
    assert {path.stem for path in RECORDS.glob("*.json")} == set(MATCHES)
    assert {seats for seats, *_ in MATCHES.values()} == set(GAME.seats)


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("name", MATCHES)
def test_a_recorded_match_replays_to_its_result(name, compiled):
    match = Match.load(RECORDS / f"{name}.json", compiled=compiled)  # compares scores, ranks and the position
    seats, mode, seed, _, broken_off = MATCHES[name]
    assert (match.seats, match.options["mode"], match.seed) == (seats, mode, seed)
    assert match.over == (broken_off is None)
    assert match.ranks.count(1) == 1


@pytest.mark.parametrize("name", MATCHES)
def test_written_again_it_says_the_same(name, tmp_path):
    Match.load(RECORDS / f"{name}.json").save(tmp_path / "again.json")
    again, before = (
        json.loads(path.read_text("utf-8")) for path in (tmp_path / "again.json", RECORDS / f"{name}.json")
    )
    later = {"first_player": "lot"}  # an option added after these records, and the value they were played with
    assert again | {"seal": ""} == before | {"options": before["options"] | later, "seal": ""}


@pytest.mark.parametrize("name", ["4-seats", "5-seats-paradoxes"])
def test_a_record_keeps_what_was_taken_back(name):
    match = Match.load(RECORDS / f"{name}.json")
    assert UNDO in [action for _, action in match.log]


def test_together_they_show_every_kind_of_action():
    verbs = set()
    for name in MATCHES:
        record = json.loads((RECORDS / f"{name}.json").read_text("utf-8"))
        verbs |= {entry.split(" ", 1)[1].rstrip("0123456789CSMQF") for entry in record["actions"]}
    assert verbs == {"play ", "offer ", "travel ", "travel +", "undo"}


def write(name):
    seats, mode, seed, undone, broken_off = MATCHES[name]
    match = Match(GAME, seats=seats, seed=seed, options={"mode": mode}, names=NAMES[:seats])
    chance = random.Random(seed)
    while not match.over and len(match.log) != broken_off:
        seat = chance.choice(match.waiting)
        match.play(seat, chance.choice(match.legal(seat)).number)
        if match.can_undo(seat) and chance.random() < undone:
            match.undo(seat)
    match.save(RECORDS / f"{name}.json")


if __name__ == "__main__":
    for which in MATCHES:
        write(which)
