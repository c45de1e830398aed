"""Compiled code is loaded by the next process, and unused code is removed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import time

import pytest

from tempolude.engine import cache
from tempolude.engine.game import games

ROOT = Path(__file__).parents[2]

# A script that defines a policy, which therefore has no importable module.
SCRIPT = """
from tempolude.engine.batch import Batch
from tempolude.engine.rule import rule
from tests.engine.tiny.meta import GAME

LAST = 1

@rule
def highest(s, seat, legal, count, chance):
    return legal[count - LAST]

batch = Batch(GAME, 4, learner=0, others=highest)
batch.step(batch.random)
"""

TIMED = """
import sys
from time import process_time
from numba.core.caching import IndexDataCacheFile
import tempolude

saved, save = [], IndexDataCacheFile.save
IndexDataCacheFile.save = lambda self, key, data: saved.append(key) or save(self, key, data)
for name in sys.argv[1:]:
    begin = process_time()
    batch = tempolude.Batch(name, 4)
    batch.observations()
    batch.masks()
    batch.step(batch.random)
    print(name, process_time() - begin, len(saved))
"""


def run(code: str, folder: Path | None = None, *arguments: str) -> str:
    here = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    where = {"TEMPOLUDE_CACHE": str(folder)} if folder else {}
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, env=here | where, capture_output=True, text=True, check=True).stdout


def files(folder: Path) -> dict[str, tuple[int, int]]:
    found = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): (path.stat().st_mtime_ns, path.stat().st_size) for path in found}


def test_a_second_process_writes_nothing_even_for_a_policy_of_its_own(tmp_path: Path) -> None:
    run(SCRIPT, tmp_path)
    before = files(tmp_path)
    assert before
    run(SCRIPT, tmp_path)
    assert files(tmp_path) == before
    run(SCRIPT.replace("LAST = 1", "LAST = 2"), tmp_path)
    assert files(tmp_path) != before


def test_a_second_process_has_a_batch_of_every_game_within_two_seconds() -> None:
    names = [game.name for game in games()]
    run(TIMED, None, *names)
    for line in run(TIMED, None, *names).splitlines():
        name, seconds, saved = line.split()
        assert float(seconds) < 2, f"{name} took {seconds} s"
        assert saved == "0", f"{name} was compiled again"


def test_what_nobody_used_for_long_is_removed_and_nothing_that_is_not_ours(tmp_path: Path) -> None:
    def put(name: str, days: float) -> Path:
        (tmp_path / name / "inside").mkdir(parents=True)
        (tmp_path / name / "inside" / "code.nbc").write_bytes(b"code")
        os.utime(tmp_path / name, (time() - days * cache.DAY,) * 2)
        return tmp_path / name

    old, young, theirs = put(f"timeline-{'0' * 20}", 31), put(f"timeline-{'1' * 20}", 29), put("holiday-pictures", 400)
    (tmp_path / f"link-{'2' * 20}").symlink_to(theirs)
    cache.remove_unused(tmp_path)
    assert not old.exists()
    assert (young / "inside" / "code.nbc").exists()
    assert (theirs / "inside" / "code.nbc").exists()
    cache.note_use(young)
    assert time() - young.stat().st_mtime < cache.DAY


def test_beyond_its_size_the_cache_loses_what_was_not_used_for_the_longest_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "LARGEST", 250)
    for i, days in enumerate((5, 3, 0.5)):
        folder = tmp_path / f"timeline-{i:020}"
        folder.mkdir()
        (folder / "code.nbc").write_bytes(bytes(100))
        os.utime(folder, (time() - days * cache.DAY,) * 2)
    cache.remove_unused(tmp_path)
    assert sorted(folder.name[-1] for folder in tmp_path.iterdir()) == ["1", "2"]
    monkeypatch.setattr(cache, "LARGEST", 0)
    cache.remove_unused(tmp_path)
    assert [folder.name[-1] for folder in tmp_path.iterdir()] == ["2"]  # used today
