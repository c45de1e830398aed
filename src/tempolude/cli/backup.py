"""`tempolude backup` and `tempolude restore`."""

from __future__ import annotations

from pathlib import Path

from tempolude.engine.errors import BadOption
from tempolude.server.settings import Settings
from tempolude.server.storage.backup import back_up, restore


def make_backup(target: str, database: str) -> None:
    if target.endswith("/") and not Path(target).is_dir():
        raise BadOption(f"{target} is no folder that exists; without the / at its end it names a new file")
    print(f"Saved {back_up(Settings(database).url, Path(target))}")


def restore_backup(source: Path, database: str, *, replace: bool) -> None:
    copy, aside = restore(Settings(database).url, source, replace=replace)
    print(f"Restored {copy}")
    if aside:
        print(f"The previous database is now {aside}")
