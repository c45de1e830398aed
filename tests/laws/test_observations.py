"""Laws of observations: all that a seat may know and nothing else, itself first, whatever the number of seats.

That nothing else is in them, `test_hidden.py` holds: a state and any guess at it give the same observation.
"""

from __future__ import annotations

from random import Random

import numpy as np

from tempolude.engine.features import BOUND
from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tempolude.engine.state import ALL, OWNER, PARTLY

from .cases import Case, cases, every_case, every_game, play_at_random, positions

TOLD_OTHERWISE = {"players", "over", "happened", "events"}  # seats that are there; the end; what has just happened


def snapshots(game: Game) -> list[Match]:
    return [match for case in cases() if case.game is game for match in positions(case, 11, every=25)]


@every_game
def test_the_declaration_is_as_long_as_the_observation_and_the_actions(game: Game) -> None:
    rules = game.rules
    assert rules.SEEN.size == rules.FEATURES == len(rules.SEEN.names)
    assert rules.DOES.size == rules.ACTIONS
    assert all(name in {f.name for f in rules.STATE.fields} for name in rules.SEEN.left_out)


@every_game
def test_every_part_of_an_observation_is_used_and_scaled(game: Game) -> None:
    """Over many matches each declared block is different from zero at some time, and nothing is far from 0 to 1."""
    most = np.zeros(game.rules.FEATURES, np.float32)
    for case in cases():
        if case.game is game:
            for seed in range(4):
                match, dice = case.match(seed, compiled=True), Random(seed)
                while not match.over:
                    play_at_random(match, dice, 3)
                    for seat in range(case.seats):
                        np.maximum(most, np.abs(match.way.observe(match.state, seat)), out=most)
    assert most.max() <= BOUND
    used = {name.rstrip("0123456789 ") for name, value in zip(game.rules.SEEN.names, most, strict=True) if value > 0}
    declared = {name.rstrip("0123456789 ") for name in game.rules.SEEN.names}
    seats_on = {name for name in declared - used if name.startswith("card ")}  # cards beyond those of our decks
    assert declared - used - seats_on == set()


@every_game
def test_every_field_a_seat_sees_changes_what_it_observes_or_is_left_out_with_a_reason(game: Game) -> None:
    """Put into a view what a field is in another position: the observation must tell the difference."""
    found = snapshots(game)
    dice, told = Random(0), set()
    for field in game.rules.STATE.fields:
        if field.sees not in (ALL, OWNER, PARTLY) or field.name in TOLD_OTHERWISE:
            continue
        for _ in range(400):
            match, other = dice.choice(found), dice.choice(found)
            seat = dice.randrange(min(match.seats, other.seats))
            changed = match.view(seat)
            changed.array[field.name] = other.view(seat).array[field.name]
            try:
                seen = match.way.observe(changed, seat)
            except (IndexError, ZeroDivisionError, ValueError):  # a position that cannot be; it does make a difference
                told.add(field.name)
                break
            if not np.array_equal(seen, match.way.observe(match.view(seat), seat)):
                told.add(field.name)
                break
        else:
            assert field.name in game.rules.SEEN.left_out, f"no number is about {field.name}"


@every_case
def test_a_seat_sees_itself_first(case: Case) -> None:
    """Who must decide is told seat by seat from the one that looks; every game has that block."""
    seat_part = next(part for part in case.game.rules.SEEN.parts if part.name == "seat")
    inside = [block.name for block in seat_part.blocks].index("deciding")
    at = case.game.rules.SEEN.at("seat") + sum(block.size for block in seat_part.blocks[:inside])
    span = case.game.rules.SEEN.span("seat")
    match = case.match(3)
    play_at_random(match, Random(3), 10)
    for seat in range(case.seats):
        seen = match.way.observe(match.state, seat)
        told = [seen[at + span * step] for step in range(seat_part.count)]
        expected = [float(match.state.waiting[(seat + step) % case.seats]) for step in range(case.seats)]
        assert told == expected + [0.0] * (seat_part.count - case.seats)


@every_game
def test_the_length_is_the_same_for_all_numbers_of_seats(game: Game) -> None:
    assert next(part for part in game.rules.SEEN.parts if part.name == "seat").count == game.seats[-1]
    matches = [Match(game, seats=seats, seed=0) for seats in game.seats]
    assert {len(match.way.observe(match.state, 0)) for match in matches} == {game.rules.FEATURES}


@every_game
def test_only_games_that_say_so_ask_several_at_once(game: Game) -> None:
    several = False
    for seats in game.seats:
        match, dice = Match(game, seats=seats, seed=2, compiled=True), Random(2)
        while not match.over:
            several |= len(match.waiting) > 1
            play_at_random(match, dice, 1)
    assert several == game.simultaneous
