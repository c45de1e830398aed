"""What a game has published never changes: data files that matches began with, and golden records."""

from __future__ import annotations

from collections.abc import Iterator

from tempolude.engine.game import Game
from tempolude.engine.lock import broken, folder_of, unlisted, unversioned

from ..law import law_of_games

COMPILES = False


@law_of_games
def nothing_published_has_changed(game: Game) -> Iterator[str]:
    """Every data file has a version and is listed, unchanged, in locked.sha256."""
    folder = folder_of(game)
    yield from broken(folder)
    yield from (f"{name} says no version: call it NAME@1" for name in unversioned(folder))
    for name in unlisted(folder):
        yield f"{name} is not listed: run python -m tempolude.engine.lock {game.name}"
