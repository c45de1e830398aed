"""The end of a match: the verdict in two sentences, the score sheet, and the link to the next match."""

from __future__ import annotations

from dataclasses import replace

from markupsafe import Markup, escape

from tempolude.engine.record import seed_hash
from tempolude.engine.verdict import verdict
from tempolude.engine.wording import ordinal

from ..translation import say
from .page import Onward, SeatedPlayer
from .pages import Pages
from .public import PublicView


class EndSheet:
    """The end sheet in one language, without the seed while others can play the same deal. Most of it is the same for
    all readers, and rendered once."""

    def __init__(
        self,
        pages: Pages,
        public: PublicView,
        players: list[SeatedPlayer],
        code: str,
        rated: bool = False,
        sealed: bool = False,
        onward: Onward | None = None,
    ) -> None:
        match, lang = public.match, public.lang
        rows, self.ranks = match.table.sheet(match.state, lang), match.ranks
        named = [replace(player, name=public.names[player.number]) for player in players]
        self.pages, self.public = pages, public
        self.players = sorted(named, key=lambda player: (self.ranks[player.number], player.number))
        self.rest = Markup(
            pages.render(
                lang,
                "end_rest.html",
                game=match.game,
                players=self.players,
                ranks=self.ranks,
                ordinal=lambda rank: ordinal(rank, lang),
                call=mark,
                rows=[row for row in rows if row.total or (row.adds and any(row.values))],
                beside=[row for row in rows if row.tie or row.note],
                code=code,
                rated=rated,
                seed=None if sealed else match.seed,
                onward=onward,
                hash=seed_hash(match.seed),
            )
        )

    def html(self, seat: int) -> str:
        """The end sheet for a reader."""
        public, lang = self.public, self.public.lang
        people, ranks, players = public.people(seat), self.ranks, self.players
        told, rest = verdict(public.match, lang, people), self.rest
        for player in players:
            called = say(lang, "You") if player.number == seat else player.name
            rest = rest.replace(mark(player.number), escape(called))
        return self.pages.render(
            lang,
            "end.html",
            first=min(players, key=lambda player: (ranks[player.number], player.number != seat)),
            won=str(told.won),
            why=public.faces.line(told.why, people),
            other=next((player for player in players if player.number == told.seat), None),
            place=str(told.place),
            because=public.faces.line(told.because, people),
            at_limit=public.match.at_limit,
            rest=rest,
        )


def mark(seat: int) -> str:
    """Marks where the name of a player goes, or "You"."""
    return f"\x00{seat}\x00"
