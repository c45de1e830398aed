"""G1: the first player is drawn by lot, or named by the table where the game has that option."""

from __future__ import annotations

import pytest

from tempolude.engine.errors import BadOption
from tempolude.engine.game import Game, games
from tempolude.engine.match import Match
from tempolude.engine.options import LOT, FirstPlayer

NAMED = [game for game in games() if any(isinstance(option, FirstPlayer) for option in game.options)]


def option(game: Game) -> FirstPlayer:
    return next(option for option in game.options if isinstance(option, FirstPlayer))


def first(game: Game, seats: int, seed: int, named: str) -> int:
    return int(Match(game, seats=seats, seed=seed, options={option(game).name: named}).state.first)


@pytest.mark.parametrize("game", NAMED, ids=lambda game: game.name)
def test_the_player_whom_the_table_names_begins_G1(game: Game) -> None:
    for seats in game.seats:
        for number in range(1, seats + 1):
            assert first(game, seats, number, str(number)) == number - 1
        if seats < game.seats[-1]:
            with pytest.raises(BadOption, match=f"there are only {seats} players"):
                first(game, seats, 1, str(seats + 1))


@pytest.mark.parametrize("game", NAMED, ids=lambda game: game.name)
def test_otherwise_everybody_may_be_drawn_G1(game: Game) -> None:
    seats = game.seats[-1]
    assert {first(game, seats, seed, LOT) for seed in range(60)} == set(range(seats))
