"""The server benchmarks in a short form: their output, not the speed."""

from __future__ import annotations

import asyncio
import json
from random import Random

import pytest

from tempolude.cli import pagebench
from tempolude.cli.serverbench import BenchConnection, BenchTable, Driver
from tempolude.engine.game import Game, games
from tempolude.server import wire
from tempolude.server.view.pages import playable
from tests.forks import tempolude


def test_the_server_is_measured_with_everything_kept() -> None:
    done = tempolude("bench", "--server", "--tables", "2", "--seconds", "1", "--pace", "0.05", "--in-turn", "--json")
    assert done.returncode == 0, done.stderr
    measured = json.loads(done.stdout)
    assert measured["sockets"] == 8
    assert measured["in_turn"]
    assert measured["moves"] > 0
    assert 0 < measured["p50_ms"] <= measured["p99_ms"]
    assert measured["bytes_per_update"] > 0
    assert measured["bytes_per_move"] > 0
    assert "committed before it is shown" in measured["storage"]


class Player(BenchConnection):
    """A seat of the driver that is asked, without a server."""

    def __init__(self, table: BenchTable) -> None:
        super().__init__(table, "")
        self.done: list[wire.Do] = []

    def send(self, message: wire.Do, due: float | None = None) -> None:
        self.done.append(message)

    def hear(self, version: int, **changed: object) -> None:
        self.read(json.dumps({"t": "update", "version": version, **changed}).encode())


async def two_players(in_turn: bool) -> list[Player]:
    driver = Driver("", {}, 0.0, in_turn, 0)
    driver.dice = Random(1)
    table = BenchTable(driver, "a")
    table.begun = True
    return [Player(table), Player(table)]


def test_the_driver_moves_again_if_it_is_asked_the_same_as_before() -> None:
    async def play() -> None:
        one, _ = await two_players(in_turn=False)
        one.hear(1, actions=[[5]])
        one.hear(2)  # of somebody who chose at the same time
        assert [move.at for move in one.done] == [1]
        one.hear(3, id=one.done[0].id)
        assert [move.at for move in one.done] == [1, 3]

    asyncio.run(play())


def test_in_turn_one_seat_of_those_asked_moves_and_the_next_when_it_has_the_update() -> None:
    async def play() -> None:
        one, two = await two_players(in_turn=True)
        for each in one, two:
            each.hear(1, actions=[[5]])
        assert (len(one.done), len(two.done)) == (1, 0)
        two.hear(2)
        one.hear(2, id=one.done[0].id, actions=[])
        assert (len(one.done), len(two.done)) == (1, 1)

    asyncio.run(play())


def test_in_turn_the_clock_stands_once_all_matches_of_a_pass_are_over() -> None:
    async def play() -> None:
        driver = Driver("", {}, 0.0, True, 0)
        one, two = (BenchTable(driver, code) for code in "ab")
        one.connections = two.connections = []
        driver.left = 2
        one.end()
        one.end()  # every seat says so
        assert not driver.stopped.done()
        two.end()
        assert driver.stopped.done()

    asyncio.run(play())


@pytest.mark.parametrize("game", [game for game in games() if playable(game)], ids=lambda game: game.name)
def test_a_first_visit_to_a_table_is_at_most_160_kilobytes_and_a_second_40(game: Game) -> None:
    measured = pagebench.measure(game)
    assert 50 < measured.page_kb <= 330  # nothing compressed
    assert measured.first_visit_kb <= 160
    assert measured.second_visit_kb <= 40
    assert measured.moves > 10
    assert 0 < measured.update_bytes <= measured.update_bytes_most
