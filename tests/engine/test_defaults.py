"""What a game leaves out gets a default, unless it cannot be derived."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tempolude.engine.defaults import complete
from tempolude.engine.errors import BadGame
from tempolude.engine.options import File, Number, first_player
from tempolude.engine.state import ALL, NOBODY, OWNER, Field, field, flag, int8, layout

from .tiny.meta import GAME


def rules(*fields: Field, **more: Any) -> ModuleType:
    """The least that a game must have, with these fields."""
    module = ModuleType("least")
    given = dict.fromkeys(("setup", "legal", "play", "score", "longest"), lambda *_: 0)
    vars(module).update({"ACTIONS": 3, "STATE": layout(*fields), "EVENTS": ("done",), **given, **more})
    return module


def test_what_is_missing_is_named() -> None:
    least = rules(field("coins", int8, sees=ALL))
    del least.score, least.longest
    with pytest.raises(BadGame, match=r"rules\.py has no score, longest"):
        complete(GAME, least)


def test_a_game_that_hides_something_must_say_how_it_is_guessed() -> None:
    with pytest.raises(BadGame, match=r"deck is hidden, so rules\.py needs guess"):
        complete(GAME, rules(field("deck", int8, 4, sees=NOBODY)))


def test_observations_are_given_whole_or_not_at_all() -> None:
    with pytest.raises(BadGame, match="has FEATURES, so it needs SEEN, observe too"):
        complete(GAME, rules(field("coins", int8, sees=ALL), FEATURES=4))


def test_what_a_game_gives_is_left_as_it_is() -> None:
    given = rules(field("coins", int8, sees=ALL), QUIET=(0,), census=lambda s: [])
    before = given.census
    assert complete(GAME, given).QUIET == (0,)
    assert given.census is before


def test_options_encode_themselves() -> None:
    goal = GAME.options[0]
    assert isinstance(goal, Number)
    game = replace(GAME, options=(goal, first_player(3)))
    least = complete(game, rules(field("coins", int8, sees=ALL)))
    assert least.encode(3, {"goal": 7, "first_player": "2"}) == [7, 1]
    assert least.encode(3, {"goal": 7, "first_player": "lot"}) == [7]
    prices = File(name="prices", title=goal.title, meaning=goal.meaning, default="house")
    least = complete(replace(GAME, options=(prices,)), rules(field("coins", int8, sees=ALL)))
    with pytest.raises(BadGame, match="option prices"):
        least.encode(3, {"prices": "house"})


def test_an_observation_begins_with_the_seat_that_looks_and_has_nothing_of_other_hands() -> None:
    fields = (
        field("coins", int8, 3, sees=ALL, by_seat=True),
        field("hand", int8, (3, 2), sees=OWNER),
        field("deck", int8, 4, sees=NOBODY),
        field("lit", flag, (2, 2), sees=ALL),
    )
    least = complete(GAME, rules(*fields, guess=lambda s, seat: None))
    s = least.STATE.new()
    s.players = 3
    s.coins[0], s.coins[1], s.hand[1][0], s.hand[0][1], s.lit[1][0] = 8, 24, -8, 100, 1
    out = np.zeros(least.FEATURES, np.float32)
    least.observe(s, 1, out)
    seen = dict(zip(least.SEEN.names, out.tolist(), strict=True))
    assert [seen[f"seat {n}: coins"] for n in range(3)] == [0.75, 0, 0.5]
    assert [seen["own hand 0"], seen["own hand 1"]] == [-0.5, 0]
    assert [seen[f"lit {n}"] for n in range(4)] == [0, 0, 1, 0]
    assert [seen[f"number {n}"] for n in range(3)] == [0, 1, 0]
    assert not any("deck" in name for name in seen)


def test_rows_by_seat_must_be_enough() -> None:
    with pytest.raises(BadGame, match="coins is declared by seat and has 2 rows, but there are up to 3 seats"):
        complete(GAME, rules(field("coins", int8, 2, sees=ALL, by_seat=True)))
