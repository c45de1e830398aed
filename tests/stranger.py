"""A third-party game, installed as a package: Time Pirates under another name."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree, ignore_patterns

from tempolude.engine.lock import folder_of, write
from tempolude.games.pirates.meta import GAME as PIRATES

NAME = "strangers"


def install(site: Path) -> Path:
    """Create the game in a folder where Python finds packages; return the game's folder."""
    folder = site / NAME
    copytree(folder_of(PIRATES), folder, ignore=ignore_patterns("tests", "__pycache__"))
    meta = folder / "meta.py"
    meta.write_text(meta.read_text("utf-8").replace('name="pirates"', f'name="{NAME}"'), "utf-8")
    about = site / f"{NAME}-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[tempolude.games]\n{NAME} = {NAME}.meta:GAME\n")
    write(folder)
    return folder


@contextmanager
def importable(site: Path) -> Iterator[None]:
    """Make packages installed there importable in this process and in those forked meanwhile."""
    sys.path.insert(0, str(site))
    try:
        yield
    finally:
        sys.path.remove(str(site))
        for name in [name for name in sys.modules if name.partition(".")[0] == NAME]:
            del sys.modules[name]


def contracts(folder: Path, version: int) -> Path:
    return folder / "contracts" / f"house@{version}.csv"


def dearer(folder: Path, version: int) -> None:
    """Write that version of the contracts with another price: that for six blue objects brings 20 points, not 7."""
    text = contracts(folder, 1).read_text("utf-8")
    assert "blue,6,7,1" in text
    contracts(folder, version).write_text(text.replace("blue,6,7,1", "blue,6,20,1"), "utf-8")


BLUE_SIX = 4  # the number of that contract
