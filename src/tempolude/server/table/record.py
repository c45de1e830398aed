"""The record of a match as it is given out."""

from __future__ import annotations

from typing import Any

from tempolude.engine.record import to_record

from ..refusal import N_, Refusal
from .room import Room


def record_of(room: Room) -> dict[str, Any]:
    """The record of a match that is over, or whose log is damaged: up to there."""
    if room.match is None:
        room.check_log()
    if not room.over and not room.damage:
        raise Refusal(N_("The record is given out when the match is over."), 403, code="not_over")
    return to_record(room.playing)
