"""Compiled code on disk: where it lies, how it is found again, and when it is thrown away.

A folder is named after a hash of everything that the code in it is made of (`fingerprint.py`), so what lies there is
never out of date. numba's own cache would also compare the closure of a function, pickled. Some of what compiled
functions close over is pickled differently in every process (numba's intrinsics carry a random number), and nothing
would ever be found again; here only the signature and the processor count.
"""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import Game

DAY = 24 * 60 * 60
UNUSED = 30 * DAY  # a folder that nobody has used for so long is removed
LARGEST = 2**29  # bytes of all folders; beyond that those go that were not used for the longest time, a day at least
FOLDER = re.compile(r".+-[0-9a-f]{20}")  # nothing else in the cache is ours to remove


def cache_root() -> Path:
    """Where compiled code is kept: $TEMPOLUDE_CACHE, or the user's cache folder."""
    from platformdirs import user_cache_path

    return Path(os.environ.get("TEMPOLUDE_CACHE") or user_cache_path("tempolude"))


def cache_folder(game: Game, made_of: str) -> Path:
    """The folder for what is compiled of a game from functions with this digest."""
    return cache_root() / f"{game.name}-{made_of[:20]}"


def note_use(folder: Path) -> None:
    """Remember that compiled code of this folder was asked for; to the day, so that most starts write nothing."""
    with suppress(OSError):  # not there yet, or not ours to write to
        if time() - folder.stat().st_mtime > DAY:
            os.utime(folder)


def remove_unused(root: Path) -> None:
    """Remove the folders that nobody has used for long, and more of them if all together are too large."""
    used = {}
    for folder in root.iterdir():
        with suppress(OSError):  # somebody else is removing it
            if FOLDER.fullmatch(folder.name) and folder.is_dir() and not folder.is_symlink():
                used[folder] = time() - folder.stat().st_mtime, _size(folder)
    total = sum(size for _, size in used.values())
    for folder, (age, size) in sorted(used.items(), key=lambda entry: -entry[1][0]):
        if age > UNUSED or (total > LARGEST and age > DAY):
            with suppress(OSError):
                (folder / "ready").unlink(missing_ok=True)  # first: nobody shall take what is left for complete
            shutil.rmtree(folder, ignore_errors=True)
            total -= size


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def keep(compiled: Any, folder: Path) -> None:
    """Keep what numba compiles of a function in this folder, and look there first."""
    from numba.core.caching import FunctionCache

    class Kept(FunctionCache):
        def _index_key(self, sig: Any, codegen: Any) -> Any:
            return sig, codegen.magic_tuple()

        def _save_overload(self, sig: Any, data: Any) -> None:
            super()._save_overload(sig, data)  # type: ignore[no-untyped-call]
            with suppress(OSError):  # a cache that cannot be tidied is no reason to fail
                remove_unused(folder.parent)

    numba: Any = import_module("numba")
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        compiled._cache = Kept(compiled.py_func)  # type: ignore[no-untyped-call]
    finally:
        numba.config.CACHE_DIR = before
    note_use(folder)
