"""The record of a match as it is given out."""

from __future__ import annotations

from typing import Any

from tempolude.engine.record import to_record

from ..refusal import N_, Refusal
from .live_table import LiveTable


def record_of(table: LiveTable) -> dict[str, Any]:
    """The record of a match that is over, or whose log is damaged: up to there."""
    if table.match is None:
        table.check_log()
    if not table.over and not table.damage:
        raise Refusal(N_("The record is available once the game is over."), 403, code="not_over")
    return to_record(table.playing)
