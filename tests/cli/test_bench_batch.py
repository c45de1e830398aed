"""The batch benchmark in a short form: its output, not the speed."""

from __future__ import annotations

import pytest

from tempolude.cli import bench, bench_batch
from tempolude.cli.bench_batch import OPPONENTS, WAYS, measure, measure_against, second_start, under_way
from tempolude.engine.game import game
from tests.warming import AGAINST


@pytest.fixture(autouse=True)
def _briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (bench, bench_batch):
        monkeypatch.setattr(module, "SECONDS", 0.02)


def test_a_batch_is_measured_in_every_way_beside_plain_play() -> None:
    done: list[bool] = []
    row = measure(under_way(game("timeline")), 2, lambda: done.append(True))
    assert len(done) == 2 * len(WAYS)
    assert all(row[f"steps_per_second{way}"] > 0 for way in WAYS)
    least, most = row["share_of_plain_range"]
    assert 0 < least <= row["share_of_plain"] <= most


def test_a_batch_is_measured_against_opponents_and_its_second_start_writes_nothing() -> None:
    found = game(AGAINST)  # its batches against bots are compiled before the tests
    row = measure_against({name: under_way(found, name) for name in OPPONENTS}, 1, lambda: None)
    assert row["steps_per_second_against_random"] > row["steps_per_second_against_greedy"] > 0
    start = second_start(found, "greedy")
    assert start["bytes_written"] == 0
    assert start["seconds"] > 0
