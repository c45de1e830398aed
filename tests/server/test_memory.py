"""The garbage collector stays out of the way during play, and still frees unloaded tables."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from weakref import ref

import pytest

from tempolude.server import memory
from tempolude.server.table import tables

from .keeping import apart
from .serving import sqlite
from .test_log import play_on, playing


@pytest.fixture
def sparing() -> Iterator[None]:
    before = gc.get_threshold()
    memory.look_at_new_objects_only()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.mark.usefixtures("sparing")
def test_tables_that_were_let_go_are_freed_once_there_are_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "IDLE", -1.0)
    monkeypatch.setattr(memory, "FEW", 1)
    runs: list[int] = []

    def count(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            runs.append(info["generation"])

    async def work() -> None:
        async with playing(sqlite(tmp_path), "timeline") as (services, table, _):
            chairs, options, code = table.chairs, table.kept.options, table.code
            gc.callbacks.append(count)
            for _ in range(3):
                await play_on(await services.tables.get(code))
            await services.tables.sweep()
            assert not set(runs) - {0}, "for one table it does not look at everything"
            others = [await services.tables.make(table.game, options, chairs, "person 0") for _ in range(2)]
            gone = [ref(other) for other in others]
            del others
            await services.tables.sweep()
            assert 2 in runs
            assert [table() for table in gone] == [None, None]

    try:
        apart(work)
    finally:
        gc.callbacks.remove(count)
