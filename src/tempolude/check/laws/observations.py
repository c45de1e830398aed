"""Observations: all that a seat may know, itself first, of the same length for every number of seats.

`hidden.a_seat_goes_by_its_view_alone` checks that they contain nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from tempolude.engine import defaults
from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tempolude.engine.state import NOBODY
from tempolude.engine.ways import Interpreted

from ..cases import Case, at, cases, play_at_random
from ..law import law_of_cases, law_of_games

COMPILES = {"every_part_is_used", "every_field_is_observed"}
TOLD_OTHERWISE = {"players", "over", "happened", "events"}  # seats that are occupied; the end; the last events
TRIES = 3000


def snapshots(game: Game, seeds: int = 1) -> Iterator[tuple[int, Any]]:
    """States of random matches with every number of seats and every option, with the number of seats."""
    for case in cases(game):
        for seed in range(seeds):
            match, dice = case.match(seed, compiled=True), Random(seed)
            while not match.over:
                play_at_random(match, dice, 2)
                yield case.seats, match.state.copy()


def part_of(name: str) -> str:
    """The name of the block that a number belongs to: its name without indices."""
    return re.sub(r" \d+", "", name)


@law_of_games
def declarations_are_as_long_as_what_they_declare(game: Game) -> Iterator[str]:
    """`SEEN` has a name for every feature, `DOES` a meaning for every action."""
    rules = game.rules
    if not rules.SEEN.size == rules.FEATURES == len(rules.SEEN.names):
        yield f"SEEN declares {rules.SEEN.size} numbers and FEATURES says {rules.FEATURES}"
    if rules.DOES.size != rules.ACTIONS:
        yield f"DOES declares {rules.DOES.size} actions and ACTIONS says {rules.ACTIONS}"
    fields = {field.name for field in rules.STATE.fields}
    yield from (f"SEEN leaves out {name}, which is no field" for name in rules.SEEN.left_out if name not in fields)


@law_of_games
def every_part_is_used(game: Game) -> Iterator[str]:
    """Over many matches each block of an observation is non-zero at some time, unless declared `seldom`."""
    seen = game.rules.SEEN
    if game.rules.observe.__module__ == defaults.__name__:
        return  # derived, so its blocks were not chosen
    most = np.zeros(game.rules.FEATURES, np.float32)
    for seats, state in snapshots(game, seeds=3):
        for seat in range(seats):
            np.maximum(most, np.abs(game.compiled.observe(state, seat)), out=most)
    used = {part_of(name) for name, value in zip(seen.names, most, strict=True) if value > 0}
    for name in dict.fromkeys(map(part_of, seen.names)):
        if name not in used and name not in seen.seldom:
            yield f"the block {name!r} of SEEN is 0 in every random match; if it is seldom used, declare it in seldom="


@law_of_games
def every_field_is_observed(game: Game) -> Iterator[str]:
    """If a field of a view is replaced by its value in another position, the observation changes."""
    found, dice, plain = list(snapshots(game)), Random(0), Interpreted(game)
    for field in game.rules.STATE.fields:
        if field.sees == NOBODY or field.name in TOLD_OTHERWISE | game.rules.SEEN.left_out.keys():
            continue
        if len({state.array[field.name].tobytes() for _, state in found}) == 1:
            continue  # the same in all matches with built-in data
        tries = (
            tell_apart(game, plain, field.name, dice.choice(found), dice.choice(found), dice) for _ in range(TRIES)
        )
        if not any(tries):
            yield f"the observation does not depend on {field.name}; if that is intended, say why in left_out="


def tell_apart(game: Game, plain: Interpreted, name: str, one: Any, two: Any, dice: Random) -> bool:
    """Whether a seat's observation changes if this field of its view is replaced by another position's."""
    seat = dice.randrange(min(one[0], two[0]))
    view = game.hide(one[1], seat)
    other = view.copy()
    other.array[name] = game.hide(two[1], seat).array[name]
    if other == view:
        return False
    try:
        return not np.array_equal(plain.observe(view, seat), plain.observe(other, seat))
    except (IndexError, ValueError):  # not a possible position, so it was told apart
        return True


@law_of_cases
def a_seat_sees_itself_first(case: Case) -> Iterator[str]:
    """The seats to decide are listed from the observing seat on, in the block `deciding` of the part `seat`."""
    seen = case.game.rules.SEEN
    part = next((part for part in seen.parts if part.name == "seat" and hasattr(part, "count")), None)
    names = [block.name for block in part.blocks] if part else []
    if part is None or "deciding" not in names or part.count != case.game.seats[-1]:
        yield f'SEEN needs each("seat", {case.game.seats[-1]}, …) with block("deciding", 1, …)'
        return
    first = seen.at("seat") + sum(block.size for block in part.blocks[: names.index("deciding")])
    match = at(case.played(0), 10)
    for seat in range(case.seats):
        features = match.way.observe(match.state, seat)
        told = [features[first + seen.span("seat") * step] for step in range(part.count)]
        expected = [float(match.state.waiting[(seat + step) % case.seats]) for step in range(case.seats)]
        if told != expected + [0.0] * (part.count - case.seats):
            yield f"observe shows seat {seat} that {told} decide, itself first; expected {expected}"
            return


@law_of_games
def the_length_is_the_same_for_all_numbers_of_seats(game: Game) -> Iterator[str]:
    """A learner needs one shape of input, so observations have one length."""
    matches = [Match(game, seats=seats, seed=0) for seats in game.seats]
    lengths = {len(match.way.observe(match.state, 0)) for match in matches}
    if lengths != {game.rules.FEATURES}:
        yield f"observations are {sorted(lengths)} numbers long, and FEATURES says {game.rules.FEATURES}"
