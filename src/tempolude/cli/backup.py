"""`tempolude backup` and `tempolude restore`."""

from __future__ import annotations

from pathlib import Path

from tempolude.server.settings import Settings
from tempolude.server.storage.backup import back_up, restore


def make_backup(target: Path, database: str) -> None:
    print(f"Saved {back_up(Settings(database).url, target)}")


def restore_backup(source: Path, database: str, *, replace: bool) -> None:
    copy, aside = restore(Settings(database).url, source, replace=replace)
    print(f"Restored {copy}")
    if aside:
        print(f"The previous database is now {aside}")
