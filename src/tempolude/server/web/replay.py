"""The replay of a match: the table of its game, with a slider over all actions.

A finished match can be seen by anyone, from any point of view. A running one shows each reader only their own.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from fastapi import APIRouter, Request, Response

from tempolude.engine.match import Match
from tempolude.engine.record import seed_hash
from tempolude.engine.state import SPECTATOR

from .. import wire
from ..http.front import address
from ..http.inputs import number
from ..http.reader import Reader, Theme
from ..refusal import N_, Refusal
from ..services import Services
from ..table.live_table import LiveTable
from ..translation import called, say
from ..view.frames import OPEN, FrameView, Reel
from ..view.html import who
from ..view.page import SeatedPlayer, page_of
from ..view.page import spoken as spoken_at_table
from ..view.pages import Pages
from .sharing import invitation

STRETCH = 48  # moments per response
FARTHEST = 10**9  # larger than any match; an address with such a number gets the last moment
ALL, NOBODY = "all", "none"  # points of view other than seats, in addresses


@dataclass(frozen=True)
class Bar:
    """The content of the bar of a replay."""

    code: str
    at: int
    last: int
    viewer: int
    seats: list[SeatedPlayer]
    link: str  # the link for others
    seed: int | None  # shown when the match is over

    @property
    def over(self) -> bool:
        return self.seed is not None

    def to(self, at: int | None = None, viewer: int | None = None) -> str:
        """The address of a moment. A running match has one point of view per reader, which it need not name."""
        frame = f"?at={self.at if at is None else at}"
        return f"{frame}&seat={named(self.viewer if viewer is None else viewer)}" if self.over else frame


def routes(services: Services) -> APIRouter:
    router = APIRouter()

    @router.api_route("/t/{code}/replay", methods=["GET", "HEAD"])
    async def replay(request: Request, code: str, at: str = "", seat: str = "") -> Response:
        table, reader = await services.tables.get(code), Reader.of(request)
        reel = reel_of(services, request, table, seat)
        frame = min(moment_of(at), reel.last) if at else 0 if table.over else reel.last
        link, seed = invitation(request, f"/t/{code}/replay")[0], table.playing.seed
        over = table.over and not table.sealed
        bar = Bar(code, frame, reel.last, reel.viewer, table.players, link, seed if over else None)
        page = replay_page(services.pages, FrameView(reel, frame), bar, reader.theme, seed_hash(seed))
        return services.pages.answer(reader, page)

    @router.get("/t/{code}/replay/moments")
    async def frames(request: Request, code: str, first: str = "0", seat: str = "") -> Response:
        """Consecutive moments: the first complete, the others as changes."""
        services.limits.check("240 per minute", "replay", address(request))
        table = await services.tables.get(code)
        reel, start = reel_of(services, request, table, seat), moment_of(first)
        if start > reel.last:
            raise Refusal(N_("There is no such moment in this game."), 404)
        return json(await stretch(reel, start, min(start + STRETCH, reel.last + 1)))

    @router.get("/t/{code}/replay/lines")
    async def lines(request: Request, code: str, seat: str = "") -> Response:
        """The whole log."""
        services.limits.check("240 per minute", "replay", address(request))
        table = await services.tables.get(code)
        return json(wire.Lines(reel_of(services, request, table, seat).lines(), undone(table.playing)))

    return router


def reel_of(services: Services, request: Request, table: LiveTable, seat: str) -> Reel:
    """The match as its reader may see it."""
    person = services.guests.known(request)
    table.check_reader(person)
    match, own = table.playing, table.seat_of(person)
    if table.kept.one_device:
        own = SPECTATOR  # anyone may hold the device
    viewer = allowed(seat, match.seats, own, over=table.over and not table.sealed)
    return Reel(table.broadcast.public(Reader.of(request).lang), viewer)


def allowed(wanted: str, seats: int, own: int, *, over: bool) -> int:
    """The point of view in an address, if its reader, who sits at `own`, may have it.

    >>> allowed("2", seats=4, own=0, over=True), allowed("", seats=4, own=0, over=False)
    (2, 0)
    """
    usual = OPEN if over and own == SPECTATOR else own
    names = {"": usual, ALL: OPEN, NOBODY: SPECTATOR} | {str(seat): seat for seat in range(seats)}
    if wanted not in names:
        raise Refusal(N_("Nobody sits there: this game cannot be seen that way."), 404)
    viewer = names[wanted]
    if not over and viewer not in (own, SPECTATOR):
        raise Refusal(N_("While a game is being played you can only see it from your own seat."), 403)
    return viewer


def named(viewer: int) -> str:
    """The name of a point of view in addresses."""
    return {OPEN: ALL, SPECTATOR: NOBODY}.get(viewer, str(viewer))


def moment_of(text: str) -> int:
    frame = number(text, FARTHEST)
    if frame is None:
        raise Refusal(N_("There is no such moment in this game."), 404)
    return frame


def undone(match: Match) -> int:
    """The number of undone log entries, used as a cache key for the moments."""
    return len(match.log) - len(match.steps)


async def stretch(reel: Reel, start: int, stop: int) -> wire.Moments:
    """Consecutive moments, and the faces of their pieces. It yields to the event loop after each moment."""
    before, found, told, taken_back = reel.before(start), [], [], undone(reel.match)
    for n in range(start, stop):
        frame = reel.frame(n)
        told.append(frame.change(before) if before and n > start else frame.whole(before))
        found.append(frame)
        before = frame
        await asyncio.sleep(0)
    return wire.Moments(start, told, reel.faces(found), taken_back)


def json(content: wire.Moments | wire.Lines) -> Response:
    return Response(wire.encode(content), media_type="application/json")


def replay_page(pages: Pages, screen: FrameView, bar: Bar, theme: Theme | None, seal: str) -> str:
    """The page, complete before any script runs."""
    reel, lang = screen.reel, screen.public.lang
    begin = wire.ReplayPage(
        code=bar.code,
        game=screen.match.game.name,
        address=f"/t/{bar.code}/replay",
        at=bar.at,
        last=bar.last,
        moment=screen.frame.whole(screen.previous),
        eyes=named(bar.viewer),
        over=bar.over,
        actors=reel.actors,
        who=[str(who(player.colour, called(player.name, lang))) for player in bar.seats],
        undone=len(screen.match.log) - reel.last,
        stretch=STRETCH,
        say=spoken_at_table(lang),
        words=spoken(lang),
    )
    return page_of(pages, screen, bar.seats, theme, begin, screen.around(), seal, replay=bar)


def spoken(lang: str) -> dict[str, str]:
    """The texts that the script shows by itself."""
    return {
        "count": say(lang, "Action {n} of {all}"),
        "deal": say(lang, "The deal"),
        "begins": say(lang, "The game begins."),
        "untold": say(lang, "{who} makes a hidden choice."),
        "play": say(lang, "Play"),
        "pause": say(lang, "Pause"),
        "copied": say(lang, "Copied"),
        "copy": say(lang, "Copy"),
        "right": say(
            lang, "Verified: the seed matches the hash shown before the game, so the deal was fixed in advance."
        ),
        "wrong": say(lang, "The seed does not match the hash: the deal is not the one that was fixed before the game."),
        "unable": say(lang, "Browsers compute hashes only on secure pages, and this is not one. Check it yourself:"),
        "noted": say(lang, "This browser noted the same hash during the game."),
        "other": say(lang, "During the game this browser noted a different hash:"),
    }
