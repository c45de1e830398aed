"""What a game has published stays: data files of which matches were begun, and records of whole matches."""

from __future__ import annotations

from collections.abc import Iterator

from tempolude.engine.game import Game
from tempolude.engine.lock import broken, folder_of, unlisted, unversioned

from ..law import law_of_games

COMPILES = False


@law_of_games
def nothing_published_has_changed(game: Game) -> Iterator[str]:
    """Every data file says its version and is listed in locked.sha256, as it was."""
    folder = folder_of(game)
    yield from broken(folder)
    yield from (f"{name} says no version: call it NAME@1" for name in unversioned(folder))
    for name in unlisted(folder):
        yield f"{name} is not listed: run python -m tempolude.engine.lock {game.name}"
