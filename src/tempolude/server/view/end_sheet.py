"""The end of a match: the verdict in two sentences, the score sheet, and the link to the next match."""

from __future__ import annotations

from dataclasses import replace

from tempolude.engine.record import seed_hash
from tempolude.engine.verdict import verdict
from tempolude.engine.wording import ordinal

from .page import Onward, SeatedPlayer
from .pages import Pages
from .public import PublicView


def end_sheet(
    pages: Pages,
    public: PublicView,
    players: list[SeatedPlayer],
    seat: int,
    code: str,
    rated: bool = False,
    sealed: bool = False,
    onward: Onward | None = None,
) -> str:
    """The end sheet for `seat` as HTML, without the seed while others can play the same deal."""
    match, lang = public.match, public.lang
    ranks, people, rows = match.ranks, public.people(seat), match.table.sheet(match.state, lang)
    told = verdict(match, lang, people)
    players = [replace(player, name=public.names[player.number]) for player in players]
    return pages.render(
        lang,
        "end.html",
        game=match.game,
        players=sorted(players, key=lambda player: (ranks[player.number], player.number)),
        first=min(players, key=lambda player: (ranks[player.number], player.number != seat)),
        ranks=ranks,
        ordinal=lambda rank: ordinal(rank, lang),
        won=str(told.won),
        why=public.faces.line(told.why, people),
        other=next((player for player in players if player.number == told.seat), None),
        place=str(told.place),
        because=public.faces.line(told.because, people),
        rows=[row for row in rows if row.total or (row.adds and any(row.values))],
        beside=[row for row in rows if row.tie or row.note],
        at_limit=match.at_limit,
        me=seat,
        code=code,
        rated=rated,
        seed=None if sealed else match.seed,
        onward=onward,
        hash=seed_hash(match.seed),
    )
