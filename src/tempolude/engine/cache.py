"""The cache of compiled code on disk: where it is, how it is found, and when it is removed.

A folder is named after a hash of everything that its code is compiled from (`fingerprint.py`), so it is never out of
date. numba's own cache would also compare the pickled closure of a function. Some closures are pickled differently in
every process (numba's intrinsics carry a random number), so it would never find anything; here only the signature and
the processor count.
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
UNUSED = 30 * DAY  # folders unused for this long are removed
LARGEST = 2**29  # bytes of all folders; beyond that, the least recently used go, if unused for a day
FOLDER = re.compile(r".+-[0-9a-f]{20}")  # remove nothing else


def cache_root() -> Path:
    """The root of the cache: $TEMPOLUDE_CACHE, or a folder in the user's cache directory."""
    from platformdirs import user_cache_path

    return Path(os.environ.get("TEMPOLUDE_CACHE") or user_cache_path("tempolude"))


def cache_folder(game: Game, made_of: str) -> Path:
    """The folder of a game's compiled code with this digest."""
    return cache_root() / f"{game.name}-{made_of[:20]}"


def note_use(folder: Path) -> None:
    """Record that this folder was used; once a day, so that most starts write nothing."""
    with suppress(OSError):  # missing or read-only
        if time() - folder.stat().st_mtime > DAY:
            os.utime(folder)


def remove_unused(root: Path) -> None:
    """Remove folders that have not been used for long, and more of them if the cache is too large."""
    used = {}
    for folder in root.iterdir():
        with suppress(OSError):  # another process is removing it
            if FOLDER.fullmatch(folder.name) and folder.is_dir() and not folder.is_symlink():
                used[folder] = time() - folder.stat().st_mtime, _size(folder)
    total = sum(size for _, size in used.values())
    for folder, (age, size) in sorted(used.items(), key=lambda entry: -entry[1][0]):
        if age > UNUSED or (total > LARGEST and age > DAY):
            with suppress(OSError):
                (folder / "ready").unlink(missing_ok=True)  # first, so that a partial folder is not taken for complete
            shutil.rmtree(folder, ignore_errors=True)
            total -= size


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def keep(compiled: Any, folder: Path) -> None:
    """Cache what numba compiles of a function in this folder."""
    from numba.core.caching import FunctionCache

    class Kept(FunctionCache):
        def _index_key(self, sig: Any, codegen: Any) -> Any:
            return sig, codegen.magic_tuple()

        def _save_overload(self, sig: Any, data: Any) -> None:
            super()._save_overload(sig, data)  # type: ignore[no-untyped-call]
            with suppress(OSError):  # a failed clean-up is not an error
                remove_unused(folder.parent)

    numba: Any = import_module("numba")
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        compiled._cache = Kept(compiled.py_func)  # type: ignore[no-untyped-call]
    finally:
        numba.config.CACHE_DIR = before
    note_use(folder)
