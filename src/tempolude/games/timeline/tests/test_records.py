"""Whole matches replay to exactly their recorded result. New ones are written by `write` below."""

import random
from pathlib import Path

import pytest

from tempolude.engine.match import Match
from tempolude.games.timeline.meta import GAME
from tempolude.games.timeline.state import GAPS

from .positions import NAMES, made_deck

RECORDS = Path(__file__).parent / "records"
MATCHES = {  # name: seats, cards each, seed, the share of cards placed correctly, and the turns after which it stops
    "2-seats": (2, 4, 22, 0.5, None),
    "2-seats-play-off": (2, 1, 40, 0.7, None),
    "2-seats-limit": (2, 10, 41, 0.0, None),
    "4-seats": (4, 4, 53, 0.5, None),
    "4-seats-play-off": (4, 2, 64, 0.8, None),
    "8-seats": (8, 4, 71, 0.6, None),
    "8-seats-unfinished": (8, 10, 81, 0.4, 100),
}


def load(name, *, compiled=False):
    """Loading compares scores, ranks and the position with the file."""
    return Match.load(RECORDS / f"{name}.json", compiled=compiled)


def test_every_record_is_known():
    assert {path.stem for path in RECORDS.glob("*.json")} == set(MATCHES)


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("name", MATCHES)
def test_a_recorded_match_replays_to_its_result(name, compiled):
    match = load(name, compiled=compiled)
    assert match.over == ("unfinished" not in name)
    assert match.at_limit == ("limit" in name)
    assert bool(match.state.playoff) == ("play-off" in name)


@pytest.mark.parametrize("name", MATCHES)
def test_a_record_is_what_the_same_players_do_again(name):
    assert play(name).state == load(name).state


def test_a_record_holds_a_deck_of_the_player_s_own_and_is_verified_without_its_file(tmp_path):
    path = tmp_path / "our-town.csv"
    made_deck(path, range(1, 61))
    match = Match(GAME, seats=2, seed=5, options={"decks": [path]})
    match.play(match.waiting[0], match.legal(match.waiting[0])[0].number)
    match.save(tmp_path / "match.json")
    path.unlink()
    again = Match.load(tmp_path / "match.json")
    assert again.state == match.state
    assert again.options["decks"][0]["name"] == "our-town.csv"
    assert again.table.by_id["card-7"].name["fr"] == "Chose 7"


def test_an_unfinished_match_is_played_on():
    match = load("8-seats-unfinished")
    seat = match.waiting[0]
    match.play(seat, match.legal(seat)[0].number)
    assert len(match.log) == 101


def play(name):
    seats, cards, seed, skill, turns = MATCHES[name]
    match = Match(GAME, seats=seats, seed=seed, names=NAMES[:seats], options={"cards": cards})
    chance, rules = random.Random(seed), GAME.rules
    while not match.over and len(match.log) != turns:
        s, seat = match.state, match.waiting[0]
        legal = match.way.legal(s, seat)
        right = [a for a in legal if rules.fits(s, s.hand[seat][a // GAPS], a % GAPS)]
        wrong = [a for a in legal if a not in right]
        match.play(seat, chance.choice(right if right and chance.random() < skill else wrong or right))
    return match


if __name__ == "__main__":
    for name in MATCHES:
        play(name).save(RECORDS / f"{name}.json")
