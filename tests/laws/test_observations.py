"""Laws of observations: all that a seat may know and nothing else, itself first, whatever the number of seats.

That nothing else is in them, `test_hidden.py` holds: a state and any guess at it give the same observation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from tempolude.engine.features import BOUND
from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tempolude.engine.state import NOBODY
from tempolude.engine.ways import Interpreted

from .cases import Case, cases, every_case, every_game, play_at_random

ONLY_WITH_OTHER_CARDS = {"focus"}  # no focus of the set that comes with Time Masters asks for a choice
TOLD_OTHERWISE = {"players", "over", "happened", "events"}  # seats that are there; the end; what has just happened


def snapshots(game: Game, seeds: int = 1) -> Iterator[tuple[int, Any]]:
    """States of random matches with every number of seats and every option, with how many sit there."""
    for case in cases():
        if case.game is game:
            for seed in range(seeds):
                match, dice = case.match(seed, compiled=True), Random(seed)
                while not match.over:
                    play_at_random(match, dice, 2)
                    yield case.seats, match.state.copy()


def part_of(name: str) -> str:
    """The name of a number without the numbers in it: that of its block."""
    return re.sub(r" \d+", "", name)


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
    for seats, state in snapshots(game, seeds=3):
        for seat in range(seats):
            np.maximum(most, np.abs(game.compiled.observe(state, seat)), out=most)
    assert most.max() <= BOUND
    names = game.rules.SEEN.names
    unused = {part_of(n) for n in names} - {part_of(n) for n, value in zip(names, most, strict=True) if value > 0}
    assert unused <= ONLY_WITH_OTHER_CARDS


@every_game
def test_every_field_a_seat_sees_changes_what_it_observes_or_is_left_out_with_a_reason(game: Game) -> None:
    """Put into a view what a field is in another position: the observation must tell the difference."""
    found, dice, plain = list(snapshots(game)), Random(0), Interpreted(game)
    for field in game.rules.STATE.fields:
        if field.sees == NOBODY or field.name in TOLD_OTHERWISE | game.rules.SEEN.left_out.keys():
            continue
        if len({state.array[field.name].tobytes() for _, state in found}) == 1:
            continue  # the same in all matches with what comes with the game
        tries = (tell_apart(game, plain, field.name, dice.choice(found), dice.choice(found), dice) for _ in range(3000))
        assert any(tries), f"no number is about {field.name}"


def tell_apart(game: Game, plain: Interpreted, name: str, one: Any, two: Any, dice: Random) -> bool:
    """Whether a seat observes something else once this field of its view is as it is elsewhere."""
    seat = dice.randrange(min(one[0], two[0]))
    view = game.hide(one[1], seat)
    other = view.copy()
    other.array[name] = game.hide(two[1], seat).array[name]
    if other == view:
        return False
    try:
        return not np.array_equal(plain.observe(view, seat), plain.observe(other, seat))
    except (IndexError, ValueError):  # no position of any match, and not taken for the other either
        return True


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
