"""The score sheet at the end of a match: ranks, points line by line, and the way to the next one."""

from __future__ import annotations

from tempolude.engine.match import Match

from .page import SeatedPlayer
from .pages import Pages


def end_sheet(pages: Pages, match: Match, players: list[SeatedPlayer], seat: int, lang: str, code: str) -> str:
    """The sheet in HTML as `seat` reads it."""
    ranks = match.ranks
    first = [player for player in players if ranks[player.number] == 1]
    return pages.render(
        lang,
        "end.html",
        game=match.game,
        players=sorted(players, key=lambda player: (ranks[player.number], player.number)),
        winners=first,
        ranks=ranks,
        rows=match.table.sheet(match.state, lang),
        at_limit=match.at_limit,
        me=seat,
        code=code,
        seed=match.seed,
    )
