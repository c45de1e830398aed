"""`tempolude train`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from tempolude.bots import read_spec
from tempolude.bots.net import FILE, OTHERS
from tempolude.engine.errors import BadOption
from tempolude.engine.game import game as find_game

from .waiting import compile_bots_with_notice, compile_with_notice, console

if TYPE_CHECKING:
    from tempolude.train.imitation import Foreseen
    from tempolude.train.run import Evaluation

NEEDS = 'training needs PyTorch: pip install "tempolude[train]"'


def run_imitation(name: str, folder: Path, bot: str, *, minutes: float, head: bool, **settings: Any) -> None:
    """Learn to play like a bot, showing how it goes; `settings` are those of `imitate_bot`."""
    try:
        from tempolude.train.imitation import imitate_bot
    except ModuleNotFoundError as error:
        raise BadOption(f"{NEEDS}; {error}") from None
    game = find_game(name)
    compile_with_notice(game)
    if read_spec(bot, game).compiles:
        compile_bots_with_notice(game)
    bar = _bar()
    with bar:
        task = bar.add_task("watching it play", total=1.0)

        def tell(share: float, words: str) -> None:
            bar.update(task, completed=min(share, 1.0), description=words)

        for found in imitate_bot(game, bot, folder, minutes=minutes, head=head, tell=tell, **settings):
            if found.kept:
                bar.console.print(_foreseen(found))
    if head:
        console.print(f"The head is {folder / OTHERS}; it goes beside the game's net")
    else:
        console.print(f"The net is {folder / FILE}; learn against it with --rival {folder / FILE}")


def run_training(name: str, folder: Path, *, minutes: float, **settings: Any) -> None:
    """Train, showing how it goes; `settings` are those of `Plan`."""
    try:
        from tempolude.train.run import Plan, Run
    except ModuleNotFoundError as error:
        raise BadOption(f"{NEEDS}; {error}") from None
    game = find_game(name)
    compile_with_notice(game)
    run = Run(Plan(game, folder, minutes=minutes, **settings))
    if run.seconds:
        console.print(f"Going on after {run.seconds / 60:.1f} minutes and {run.decisions:,} decisions.")
    if run.seconds >= 60 * minutes:
        raise BadOption(f"{folder} has trained for {run.seconds / 60:.1f} minutes: --minutes says for how long in all")
    bar = _bar()
    with bar:
        task = bar.add_task("compiling and setting out the matches", total=1.0)
        for found in run.go(lambda share, words: bar.update(task, completed=min(share, 1.0), description=words)):
            bar.console.print(_line(found, run.seats))
    console.print(f"The best net is {folder / 'net.npz'}; play it as net:{folder / 'net.npz'}")


def _bar() -> Progress:
    return Progress(TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn(), console=console)


def _foreseen(found: Foreseen) -> str:
    learned = f"learned from {found.decisions:,} choices, foresees {found.agreed:.1%} of others"
    return f"{found.seconds / 60:6.1f} min  {learned}"


def _line(found: Evaluation, seats: int) -> str:
    kept = "kept" if found.kept else "not kept"
    against = f"wins {found.heuristic:.1%} against {seats - 1} greedy, {found.best:.1%} against {seats - 1} of the best"
    if found.rival is not None:
        against += f", {found.rival:.1%} against {seats - 1} rivals"
    return f"{found.seconds / 60:6.1f} min  {found.decisions / 1e6:8.1f} million decisions  {against}  {kept}"
