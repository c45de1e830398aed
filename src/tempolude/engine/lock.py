"""The lock on what a game has published: its data files and the golden records of its tests never change.

A stored match continues with the files it began with, so a new price is a new version of its set, `house@2.csv`, and
rules that replay an old record differently need a new `rules_version`. `locked.sha256` in a game's folder lists these
files in the format of `sha256sum`; `tempolude check` checks a game against its list.

    python -m tempolude.engine.lock             # add the new files of all games
    python -m tempolude.engine.lock mygame      # of one
    python -m tempolude.engine.lock --again     # rewrite the whole list: only before a release
"""

from __future__ import annotations

import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from .data import VERSIONED
from .game import Game, game, games

LIST = "locked.sha256"
DATA = (".csv", ".toml")
RECORDS = "tests/records"


def folder_of(of: Game) -> Path:
    """The folder of a game's sources and data."""
    spec = find_spec(of.package)
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return Path(next(iter(spec.submodule_search_locations)))


def published(folder: Path) -> dict[str, str]:
    """The files of a game that must not change, each with its SHA-256."""
    data = [path for path in folder.rglob("*") if path.suffix in DATA and "tests" not in path.relative_to(folder).parts]
    files = sorted([*data, *(folder / RECORDS).glob("*.json")])
    return {path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest() for path in files}


def listed(folder: Path) -> dict[str, str]:
    """The files in the list, each with its SHA-256."""
    path = folder / LIST
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return {name: digest for digest, _, name in (line.partition("  ") for line in lines)}


def broken(folder: Path) -> list[str]:
    """The forbidden changes to listed files and how to fix them, a sentence each."""
    there = published(folder)
    return [_sentence(name, name in there) for name, digest in listed(folder).items() if there.get(name) != digest]


def _sentence(name: str, there: bool) -> str:
    done = f"{name} was {'changed' if there else 'taken away'}; put it back as it was"
    stem, suffix = Path(name).stem, Path(name).suffix
    if named := VERSIONED.fullmatch(stem):
        return f"{done}, and make a new version of what is new: {named[1]}@{int(named[2]) + 1}{suffix}"
    return f"{done}: records are only ever added, and rules that play one otherwise need a new rules_version"


def unlisted(folder: Path) -> list[str]:
    """The files that are not in the list yet."""
    return [name for name in published(folder) if name not in listed(folder)]


def unversioned(folder: Path) -> list[str]:
    """The data files without a version in their names."""
    data = [name for name in published(folder) if not name.startswith(RECORDS)]
    return [name for name in data if not VERSIONED.fullmatch(Path(name).stem)]


def write(folder: Path) -> None:
    """Write the list of all current files."""
    lines = [f"{digest}  {name}\n" for name, digest in sorted(published(folder).items())]
    (folder / LIST).write_text("".join(lines), "utf-8")


def main(arguments: list[str]) -> int:
    again = "--again" in arguments
    names = [name for name in arguments if name != "--again"]
    folders = {one.name: folder_of(one) for one in (map(game, names) if names else games())}
    wrong = [f"{name}: {sentence}" for name, folder in folders.items() for sentence in broken(folder)]
    if wrong and not again:
        print("\n".join(wrong), file=sys.stderr)
        print("Nothing was written. --again lists everything as it is now.", file=sys.stderr)
        return 1
    for folder in folders.values():
        write(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
