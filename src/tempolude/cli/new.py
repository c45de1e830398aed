"""`tempolude new`: a package with a tiny game that passes every law, as a starting point."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import typer

from tempolude.engine.errors import BadOption
from tempolude.engine.game import games

SKELETON = Path(__file__).parent / "skeleton"
SUFFIX = ".in"  # so that the skeleton's files are not collected as modules or tests
NAME = re.compile(r"[a-z][a-z0-9]{1,29}")


def new_game(name: str, folder: Path | None) -> None:
    check_name(name)
    made = write_game(name, folder or Path(name))
    typer.echo(f"{made}: a game that passes every law. Next:")
    typer.echo(f"  pip install -e {made}\n  tempolude check {name}\n  tempolude play {name}")


def check_name(name: str) -> None:
    """Raise BadOption unless a new game can have this name."""
    if not NAME.fullmatch(name):
        raise BadOption(
            f"{name!r} cannot be the name of a game: it takes 2 to 30 small letters and digits, a letter first"
        )
    if name in {game.name for game in games()}:
        raise BadOption(f"there is a game called {name!r} already")
    if keyword.iskeyword(name) or name in sys.stdlib_module_names or find_spec(name) is not None:
        raise BadOption(f"{name!r} is the name of something in Python: a game called so could not be imported")


def write_game(name: str, folder: Path) -> Path:
    """Write the skeleton under that name into a new folder, atomically."""
    if folder.exists() or folder.is_symlink():
        raise BadOption(f"{folder} is there already; nothing was written")
    if not folder.absolute().parent.is_dir():
        raise BadOption(f"{folder.absolute().parent} is no folder; nothing was written")
    filled = {"@NAME@": name, "@TITLE@": name.capitalize(), "@LETTER@": name[0].upper()}
    unfinished = Path(mkdtemp(prefix=f".{name}-", dir=folder.absolute().parent))
    try:
        for source in sorted(SKELETON.rglob(f"*{SUFFIX}")):
            path = unfinished / written_as(source, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(fill(source.read_text("utf-8"), filled), "utf-8")
        unfinished.chmod(0o755)
        unfinished.rename(folder)
    except BaseException:
        rmtree(unfinished, ignore_errors=True)
        raise
    return folder


def written_as(source: Path, name: str) -> Path:
    """The path for a file of the skeleton: `src/NAME/rules.py` for `src/game/rules.py.in`."""
    parts = source.relative_to(SKELETON).with_suffix("").parts
    path = Path(*(name if part == "game" else part for part in parts))
    return path.with_name(".gitignore") if path.name == "gitignore" else path


def fill(text: str, values: dict[str, str]) -> str:
    for gap, value in values.items():
        text = text.replace(gap, value)
    return text
