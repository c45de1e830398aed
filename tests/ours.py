"""The games that come with Tempolude, for tests beyond the laws, which do not apply to other installed games."""

from __future__ import annotations

from tempolude.engine.game import Game, games


def ours() -> list[Game]:
    return [game for game in games() if game.package.startswith("tempolude.games.")]
