"""Specs of bots: `random`, `greedy`, `net`, `search:2000`, `search:500ms`, a level, or `module:Class`."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from tempolude.engine.errors import BadOption
from tempolude.engine.game import Game

from .advice import SETTINGS, advice
from .levels import LEVELS
from .net import Net, NetBot, has_net, net_from, net_of
from .player import Bot, RandomBot, Setting
from .thinking import Budget, GreedyBot, SearchBot

KINDS = ("random", "greedy", "net", "search")
DEFAULT = Budget(iterations=2000)
ERROR = 0.15  # the default error of a bot's memory


@dataclass(frozen=True)
class Spec:
    """A parsed spec of a bot."""

    text: str
    kind: str  # one of KINDS, or a class as module:Class
    budget: Budget = DEFAULT
    error: float = ERROR
    settings: tuple[tuple[str, float], ...] = ()
    file: Path | None = None  # of a net; None for the game's own
    guided: bool | None = None  # whether a search follows a net; None if the game's settings decide

    @property
    def compiles(self) -> bool:
        """Whether it needs the compiled search of its game."""
        return self.kind == "search"

    def plays(self, game: Game, *, compiled: bool) -> bool:
        """Whether it can play this game, if its search is compiled or not."""
        return (compiled or not self.compiles) and (self.kind != "net" or self.file is not None or has_net(game))


def read_spec(text: str, game: Game, *, compiled: bool = True) -> Spec:
    """Parse a spec for a game, or BadOption. `compiled` is whether a level may play with a search.

    >>> from tempolude.engine.game import game
    >>> read_spec("search:500ms:error=0.3", game("contretemps")).budget.milliseconds
    500
    """
    if text in LEVELS:
        return replace(read_spec(level_bot(text, game, compiled=compiled), game), text=text)
    kind, *parts = text.split(":")
    if kind not in KINDS:
        if len(parts) != 1 or not all(part.isidentifier() for part in (*kind.split("."), parts[0])):
            known = ", ".join((*KINDS, *LEVELS))
            raise BadOption(
                f"unknown bot {text!r}; available: {known}, search:2000, search:500ms, net:FILE, module:Class"
            )
        return Spec(text, text)
    spec = Spec(text, kind)
    for part in parts:
        name, equals, value = part.partition("=")
        if equals and name == "net" and kind == "search":
            spec = replace(spec, guided=value != "0", file=None if value in ("0", "1") else Path(value))
        elif equals:
            spec = _with_setting(spec, name, value)
        elif kind == "search":
            spec = replace(spec, budget=_budget(text, part))
        elif kind == "net" and spec.file is None:
            spec = replace(spec, file=Path(part))
        else:
            raise BadOption(f"{text!r}: {kind} has no budget")
    return spec


def level_bot(key: str, game: Game, *, compiled: bool = True) -> str:
    """The bot that a level plays with: the first of its bots that can play this game.

    >>> from tempolude.engine.game import game
    >>> [level_bot("master", game("timeline"), compiled=compiled) for compiled in (True, False)]
    ['search:1000ms:error=0.05', 'greedy:error=0.05']
    """
    return next(text for text in LEVELS[key].bots if read_spec(text, game).plays(game, compiled=compiled))


def _with_setting(spec: Spec, name: str, value: str) -> Spec:
    try:
        number = float(value)
    except ValueError:
        raise BadOption(f"{spec.text!r}: {name} = {value!r} is no number") from None
    if name == "error" and 0 <= number <= 10 and spec.kind in ("greedy", "search"):
        return replace(spec, error=number)
    known = {"search": tuple(SETTINGS), "greedy": ("draws",), "net": (), "random": ()}[spec.kind]
    if name in known and 0 <= number <= 1e6:
        return replace(spec, settings=(*spec.settings, (name, number)))
    names = ", ".join(("error", *known)) if spec.kind in ("greedy", "search") else "nothing"
    raise BadOption(f"{spec.text!r}: {name} = {value} cannot be set; what can, and not below 0: {names}")


def _budget(text: str, part: str) -> Budget:
    found = re.fullmatch(r"([1-9]\d{0,8})(ms|s)?", part)
    if not found:
        raise BadOption(f"{text!r}: a budget is a number of iterations (2000) or a time (500ms, 2s), not {part!r}")
    number = int(found[1])
    return Budget(milliseconds=number * (1000 if found[2] == "s" else 1)) if found[2] else Budget(iterations=number)


def bot(spec: str | Spec, setting: Setting) -> Bot:
    """Create the bot of a spec for a table."""
    spec = read_spec(spec, setting.game) if isinstance(spec, str) else spec
    if spec.kind == "random":
        return RandomBot(setting)
    if spec.kind == "greedy":
        return GreedyBot(setting, error=spec.error, name=spec.text, draws=int(dict(spec.settings).get("draws", 0)))
    if spec.kind == "net":
        return NetBot(setting, net_from(setting.game, spec.file) if spec.file else net_of(setting.game))
    if spec.kind == "search":
        settings = dict(spec.settings)
        return SearchBot(
            setting,
            budget=spec.budget,
            error=spec.error,
            name=spec.text,
            settings=settings,
            net=_guide(spec, setting.game),
        )
    made: Bot = _strangers_class(spec.kind)(setting)
    return made


def _guide(spec: Spec, game: Game) -> Net | None:
    """The net that a search follows, if any."""
    if spec.file:
        return net_from(game, spec.file)
    if spec.guided is None:
        return net_of(game) if has_net(game) and advice(game).settings["net"] else None
    return net_of(game) if spec.guided else None


def _strangers_class(name: str) -> Any:
    module, _, attribute = name.partition(":")
    if os.getcwd() not in sys.path:  # for modules in the current folder
        sys.path.insert(0, os.getcwd())
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise BadOption(f"the bot {name!r} cannot be loaded: {error}") from None
    if not callable(getattr(found, "choose", None)):
        raise BadOption(f"{name!r} is no bot: it has no method choose(view, seat)")
    return found
