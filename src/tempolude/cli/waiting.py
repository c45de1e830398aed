"""Progress indicators, on standard error, so that output can be piped."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tempolude.engine.game import Game

console = Console(emoji=False, stderr=True)


def progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )


def compile_with_notice(game: Game) -> None:
    """Make sure that the rules are compiled, with a notice the first time on a machine, which takes a while."""
    from tempolude.engine.compiler import is_ready, prepare

    if not is_ready(game):
        with console.status(f"Compiling {game.title['en']}, once for this machine…"):
            prepare(game)


def compile_bots_with_notice(game: Game) -> None:
    """Like `compile_with_notice`, for bots that search."""
    from tempolude.bots.compiled_search import is_ready, prepare

    if not is_ready(game):
        with console.status(f"Compiling the bots of {game.title['en']}, once for this machine…"):
            prepare(game)
