"""The record of a match for download."""

from __future__ import annotations

import json
from typing import Any

from tempolude.engine.errors import TempoludeError
from tempolude.engine.game import Game
from tempolude.engine.record import to_record

from ..refusal import N_, Refusal
from ..storage.rows import Kept
from .course import Course, first_match
from .live_table import LiveTable


def record_of(table: LiveTable) -> dict[str, Any]:
    """The record of a finished match, or of one with a damaged log, up to the damage."""
    if table.match is None:
        table.check_log()
    if not table.over and not table.damage:
        raise Refusal(N_("The record is available once the game is over."), 403, code="not_over")
    if table.sealed:
        raise Refusal(N_("The record is available once nobody can play this deal any more."), 403, code="sealed")
    return to_record(table.playing)


def record_text(found: Kept, games: dict[str, Game]) -> str | None:
    """The record of a finished match from its log; None if it can no longer be replayed."""
    try:
        match = first_match(games[found.table.game], found.table, found.chairs)
        course = Course(match)
        for row in found.actions:
            course.follow(row.seat, row.action)
        return json.dumps(to_record(match), ensure_ascii=False, indent=1) if match.over else None
    except (TempoludeError, KeyError, ValueError, TypeError):
        return None
