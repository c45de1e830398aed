"""The versioned names of the games: `contretemps_v1` is Contre-Temps under version 1 of its rules."""

from __future__ import annotations

from tempolude.engine.errors import UnknownGame
from tempolude.engine.game import Game, game, games


def versioned(found: Game, joint: str = "_v") -> str:
    """The name of a game with the version of its rules.

    >>> versioned(game("contretemps"))
    'contretemps_v1'
    """
    return f"{found.name}{joint}{found.rules_version}"


def find(name: str | Game) -> Game:
    """The game of that name, with or without its version; a version that is not installed is refused."""
    if isinstance(name, Game):
        return name
    bare, _, version = name.replace("-v", "_v").partition("_v")
    found = game(bare)
    if version and version != str(found.rules_version):
        raise UnknownGame(f"{name} is not here; the rules of {bare} are at version {found.rules_version}")
    return found


def all_versioned(joint: str = "_v") -> dict[str, Game]:
    """Every registered game by its versioned name."""
    return {versioned(found, joint): found for found in games()}
