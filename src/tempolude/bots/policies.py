"""Bots in compiled code, by the names that a batch takes for its other seats.

A compiled bot is given the whole state instead of a view, but a heuristic's `weigh` reads only what its seat may see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tempolude.engine.errors import BadOption
from tempolude.engine.game import Game
from tempolude.engine.opponents import CompiledPlayer, by_policy
from tempolude.engine.policy import at_random, draw_whim
from tempolude.engine.rule import rule
from tempolude.engine.state import NONE

from .advice import advice
from .levels import LEVELS
from .specs import read_spec
from .tree import NO_WEIGHT, heaviest

_greedy: dict[str, Callable[..., int]] = {}  # by the game's package


def compiled_player(text: str, game: Game, options: Mapping[str, Any]) -> CompiledPlayer:
    """The bot of that name for compiled code, or BadOption.

    >>> from tempolude.engine.game import game
    >>> compiled_player("apprentice", game("contretemps"), {}).draws
    3
    """
    spec = read_spec(text, game)
    if spec.kind == "random":
        return CompiledPlayer(text, by_policy(at_random))
    if spec.kind != "greedy":
        levels = ", ".join(key for key in LEVELS if read_spec(key, game).kind in ("random", "greedy"))
        known = f"random, greedy, greedy:draws=3, greedy:error=0.3, {levels}"
        raise BadOption(f"{text!r} does not play in compiled code; there are: {known}")
    knowledge = advice(game).know(options, spec.error, spec.text)
    return CompiledPlayer(text, greedy(game), int(dict(spec.settings).get("draws", 0)), knowledge)


def greedy(game: Game) -> Callable[..., int]:
    """The `decide` of a player that follows the heuristic, among `draws` random actions, or all if `draws` is 0."""
    if game.package not in _greedy:
        weigh = advice(game).weigh

        @rule
        def decide(s, seat, legal, count, chance, draws, knowledge, whims):  # type: ignore[no-untyped-def]
            if draws == 0:
                legal[count] = NONE
                return heaviest(s, seat, legal, weigh, knowledge, whims)
            action = legal[0]
            most = NO_WEIGHT
            for _ in range(draws):
                drawn = legal[draw_whim(whims, count)]
                weight = float(weigh(s, seat, drawn, knowledge))
                if weight > most:
                    most = weight
                    action = drawn
            return action

        _greedy[game.package] = decide
    return _greedy[game.package]
