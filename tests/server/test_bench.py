"""The server benchmarks in a short form: their output, not the speed."""

from __future__ import annotations

import json

import pytest

from tempolude.cli import pagebench
from tempolude.engine.game import Game, games
from tempolude.server.view.pages import playable
from tests.forks import tempolude


def test_the_server_is_measured_with_everything_kept() -> None:
    done = tempolude("bench", "--server", "--tables", "2", "--seconds", "1", "--pace", "0.05", "--json")
    assert done.returncode == 0, done.stderr
    measured = json.loads(done.stdout)
    assert measured["sockets"] == 8
    assert measured["moves"] > 0
    assert 0 < measured["p50_ms"] <= measured["p99_ms"]
    assert measured["bytes_per_update"] > 0
    assert measured["bytes_per_move"] > 0
    assert "committed before it is shown" in measured["storage"]


@pytest.mark.parametrize("game", [game for game in games() if playable(game)], ids=lambda game: game.name)
def test_a_first_visit_to_a_table_is_at_most_160_kilobytes_and_a_second_40(game: Game) -> None:
    measured = pagebench.measure(game)
    assert 50 < measured.page_kb <= 330  # nothing compressed
    assert measured.first_visit_kb <= 160
    assert measured.second_visit_kb <= 40
    assert measured.moves > 10
    assert 0 < measured.update_bytes <= measured.update_bytes_most
