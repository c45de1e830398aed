"""`tempolude check`: all laws for one game, with progress, and a sentence for each failure."""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import typer
from rich.console import Console

from tempolude.check.explain import explained
from tempolude.check.law import Law, breaches, laws_of
from tempolude.engine.errors import BadOption, TempoludeError
from tempolude.engine.game import GROUP, Game
from tempolude.engine.game import game as find_game

from .waiting import console, progress

BROKEN = 1  # the exit code
out = Console(emoji=False, soft_wrap=True, highlight=False, markup=False)


def check_game(name: str, only: list[str], *, fast: bool, show: bool) -> None:
    laws = [law for law in laws_of(only) if not (fast and law.compiles)]
    if show:
        for law in laws:
            typer.echo(f"{law.name}: {(law.check.__doc__ or '').strip().splitlines()[0]}")
        return
    with registered(name) as known:
        game = loaded(known)
        failures = [game] if isinstance(game, str) else run(game, laws)
    if failures:
        typer.echo(f"{known}: {len(failures)} {'failure' if len(failures) == 1 else 'failures'}", err=True)
        raise SystemExit(BROKEN)
    skipped = " (those that need compiled rules were left out)" if fast else ""
    typer.echo(f"{known}: {len(laws)} laws hold{skipped}")


@contextmanager
def registered(name: str) -> Iterator[str]:
    """The name of a game; a folder that is not installed is registered for the duration."""
    folder = Path(name)
    if not (folder / "pyproject.toml").is_file():
        yield name
        return
    about = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
    found = about.get("project", {}).get("entry-points", {}).get(GROUP, {})
    if len(found) != 1:
        raise BadOption(f'{folder / "pyproject.toml"} names {len(found)} games under [project.entry-points."{GROUP}"]')
    ((game, entry),) = found.items()
    sources = (folder / "src" if (folder / "src").is_dir() else folder).resolve()
    with TemporaryDirectory() as site:
        described = Path(site) / f"{game}-0.dist-info"
        described.mkdir()
        (described / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {game}\nVersion: 0\n", "utf-8")
        (described / "entry_points.txt").write_text(f"[{GROUP}]\n{game} = {entry}\n", "utf-8")
        paths = [site, str(sources)]
        before = os.environ.get("PYTHONPATH")
        sys.path[:0] = paths
        os.environ["PYTHONPATH"] = os.pathsep.join(
            [*paths, *([before] if before else [])]
        )  # for separate compiler processes
        try:
            yield game
        finally:
            for path in paths:
                sys.path.remove(path)
            os.environ.pop("PYTHONPATH") if before is None else os.environ.update(PYTHONPATH=before)


def loaded(name: str) -> Game | str:
    """A game with its rules, texts and rulebook loaded; or, in one sentence, why it cannot be."""
    try:
        game = find_game(name)
        for part in (game.rules, game.rulebook, game.drawing(), game.table(game.seats[0], game.settle(game.seats[0]))):
            assert part is not None
        return game
    except Exception as error:
        entry = next((entry for entry in entry_points(group=GROUP) if entry.name == name), None)
        if entry is None and isinstance(error, TempoludeError):
            raise
        told = f"{name}: {explained(error, folder=home(entry) if entry else None)}"
        out.print(told)
        return told


def home(entry: EntryPoint) -> Path | None:
    """The folder of a game that cannot be imported."""
    try:
        spec = find_spec(entry.module.rpartition(".")[0])
    except Exception:
        return None
    return Path(spec.origin).parent if spec and spec.origin else None


def run(game: Game, laws: list[Law]) -> list[str]:
    """Check all laws, printing every breach as it is found."""
    if any(law.compiles for law in laws):
        try:
            with console.status(f"Compiling {game.title['en']}…"):
                game.compiled.warm()
        except Exception as error:
            told = f"{game.name}: {explained(error, game)}"
            out.print(told)
            return [told]
    work = [(law, subject) for law in laws for subject in law.subjects(game)]
    failures: list[str] = []
    said: set[str] = set()
    with progress() as bar:
        task = bar.add_task(game.name, total=len(work))
        for law, subject in work:
            bar.update(task, description=f"{law.name}")
            for sentence in breaches(law, subject):
                about = re.sub(r"\[\d+\]| \(in .*", "", sentence.partition(": ")[2])
                if about not in said:  # one mistake breaks many laws, in many cases
                    said.add(about)
                    failures.append(sentence)
                    out.print(f"{sentence} [{law.name}]")
            bar.advance(task)
    return failures
