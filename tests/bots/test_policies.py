"""Bots in compiled code decide by what their seat may see."""

from __future__ import annotations

from array import array
from random import Random

import pytest

from tempolude.bots.policies import compiled_player
from tempolude.engine.game import Game, games
from tempolude.engine.match import Match
from tempolude.engine.policy import first_whim


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
@pytest.mark.parametrize("name", ["greedy", "apprentice"])
def test_a_compiled_player_decides_the_same_from_the_whole_state_as_from_its_view(game: Game, name: str) -> None:
    match, dice = Match(game, seats=game.seats[-1], seed=5, compiled=True), Random(1)
    player = compiled_player(name, game, match.options)
    room = memoryview(array("q", bytes(8 * (game.rules.ACTIONS + 1))))
    asked = 0
    while not match.over and asked < 60:
        seat = dice.choice(match.waiting)
        legal = match.way.legal(match.state, seat)
        if asked % 3 == 0 and len(legal) < 200:  # weighing thousands of actions takes seconds when interpreted
            chosen = set()
            for state in (match.state, match.view(seat)):
                room[: len(legal)] = array("q", legal)
                whims = [first_whim(asked)]
                chosen.add(player.decide(state, seat, room, len(legal), 0, player.draws, player.knowledge, whims))
            assert len(chosen) == 1
            assert chosen <= set(legal)
        match.play(seat, dice.choice(legal))
        asked += 1
    assert asked > 10
