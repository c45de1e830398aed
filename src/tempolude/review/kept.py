"""Functions over a game's states that are compiled once and kept on disk, with a note that all of it is there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tempolude.engine.cache import cache_folder
from tempolude.engine.compiler import compile_kept, digest
from tempolude.engine.game import Game


class Kept:
    """A function made for each game, and where it is kept when compiled."""

    def __init__(self, make: Callable[[Game], Callable[..., Any]]) -> None:
        self._make = make
        self._functions: dict[str, Callable[..., Any]] = {}  # by the game's package
        self._digests: dict[str, str] = {}

    def compiled(self, game: Game) -> Callable[..., Any]:
        """The function, compiled on its first call."""
        (found,) = compile_kept(self._folder(game), self._function(game))
        return found

    def note_ready(self, game: Game) -> None:
        """Note that everything is compiled."""
        folder = self._folder(game)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "ready").touch()

    def is_ready(self, game: Game) -> bool:
        """Whether it is compiled on this machine as the game is now."""
        return (self._folder(game) / "ready").exists()

    def _function(self, game: Game) -> Callable[..., Any]:
        if game.package not in self._functions:
            self._functions[game.package] = self._make(game)
        return self._functions[game.package]

    def _folder(self, game: Game) -> Path:
        if game.package not in self._digests:
            self._digests[game.package] = digest(game, self._function(game))
        return cache_folder(game, self._digests[game.package])
