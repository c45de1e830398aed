"""Bots in another process: arguments and results are numbers, text and bytes."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Mapping
from threading import Thread
from typing import Any

from tempolude.engine.errors import BadOption
from tempolude.engine.game import game

from .compiled_search import is_ready
from .hint import Advisor, Hint
from .player import Setting
from .specs import bot, read_spec


def choose(name: str, options: Mapping[str, Any], view: bytes, seat: int, spec: str, seed: int | None = None) -> int:
    """The action that the bot of that spec (or level) chooses for a seat, from the bytes of its view.

    >>> import tempolude
    >>> match = tempolude.Match("contretemps", seats=3, seed=1)
    >>> view = match.view(2).tobytes()
    >>> choose("contretemps", match.options, view, 2, "greedy", seed=1) in match.way.legal(match.state, 2)
    True
    """
    state, found = game(name).rules.STATE.read(view), game(name)
    playing = read_spec(spec, found, compiled=is_ready(found))
    return bot(playing, Setting(found, int(state.players), options, seed)).choose(state, seat)


def hint(name: str, options: Mapping[str, Any], view: bytes, seat: int, spec: str, seed: int | None = None) -> Hint:
    """The advice of a bot, and its confidence."""
    state, found = game(name).rules.STATE.read(view), game(name)
    playing = read_spec(spec, found, compiled=is_ready(found))
    advisor = bot(playing, Setting(found, int(state.players), options, seed))
    if not isinstance(advisor, Advisor):
        raise BadOption(f"{spec!r} gives no advice")
    return advisor.hint(state, seat)


def end_with_parent() -> None:
    """End this process when its parent ends, even if the parent is killed."""
    parent = multiprocessing.parent_process()
    assert parent

    def watch() -> None:
        parent.join()
        os._exit(0)

    Thread(target=watch, daemon=True).start()
