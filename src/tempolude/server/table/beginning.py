"""What a table stores when its match begins, so that it always continues under the same rules, cards and boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tempolude.engine.errors import BadData, BadOption
from tempolude.engine.game import Game

from ..now import now
from .option_form import clash


def begun(game: Game, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """The stored values of a match that begins now: the newest versions of its data sets, and their hashes."""
    try:
        pinned = game.pin(game.settle(seats, game.unpin(options)))
        data = game.pins(pinned, game.encode(seats, pinned))
    except (BadOption, BadData) as error:
        raise clash(error) from None
    return {
        "phase": "playing",
        "begun": now(),
        "rules_version": game.rules_version,
        "options": pinned,
        "data": data,
    }
