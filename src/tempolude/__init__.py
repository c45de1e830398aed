"""Tempolude: five board games about time at one table.

    >>> import tempolude
    >>> match = tempolude.Match("contretemps", seats=3, seed=1)
    >>> match.play(match.waiting[0], match.legal(match.waiting[0])[0].notation)

Names are loaded when first used, so that importing this package costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .engine.batch import Batch
    from .engine.game import Game, game
    from .engine.match import Match

__version__ = "0.1.0"
__all__ = ["Batch", "Game", "Match", "errors", "game"]

_HOMES = {"Batch": "batch", "Game": "game", "game": "game", "Match": "match"}


def __getattr__(name: str) -> Any:
    if name == "errors":
        return import_module(f"{__name__}.engine.errors")
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.engine.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
