"""The games that come with Tempolude. What is asked of them beyond the laws is asked of no other installed game."""

from __future__ import annotations

from tempolude.engine.game import Game, games


def ours() -> list[Game]:
    return [game for game in games() if game.package.startswith("tempolude.games.")]
