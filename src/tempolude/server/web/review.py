"""The review of a finished match: asked for once, shown as it is made."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from ..http.front import address
from ..http.inputs import number, read_form
from ..http.reader import Reader
from ..refusal import N_, Refusal
from ..services import Services
from ..table.live_table import LiveTable
from ..table.reviews import check_over, mistakes_in, readers_of, ready
from ..translation import say
from ..view.position import Drawing
from ..view.review import ReviewView


def routes(services: Services) -> APIRouter:
    router = APIRouter()
    reviews = services.tables.reviews

    @router.api_route("/t/{code}/review", methods=["GET", "HEAD"])
    async def review(request: Request, code: str, at: str = "", seat: str = "", line: str = "") -> Response:
        table = await services.tables.get(code)
        content = await reviews.of(table)
        viewer = viewer_of(services, request, table, seat)
        public = table.broadcast.public(Reader.of(request).lang)
        shown = ReviewView(public, viewer, content, moment_of(at, table), number(line, 99) or 0)
        drawing = Drawing(services.pages, public, table.players, viewer)
        own, lang = table.seat_of(services.guests.known(request)), public.lang
        played, onward = bool(table.gathering.seats_of(services.guests.known(request))), table.onward(lang)
        readers = [player for player in table.players if player.number in readers_of(table)]
        return services.page(
            request,
            "review.html",
            game=table.game,
            code=code,
            review=shown,
            seats=table.players,
            again=(again(lang, table) if played and not onward else ""),
            onward=onward if played else None,
            own=own,
            readers=readers,
            viewer=viewer,
            preparing=content is not None and not shown.done and not ready(table.game),
            exercises=mistakes_in(content or {}).get(viewer, []) if own == viewer and shown.done else [],
            position=shown.position(drawing) if shown.ready else None,
        )

    @router.post("/t/{code}/review")
    async def ask(request: Request, code: str) -> Response:
        services.limits.check("10 per minute", "review", address(request))
        services.guests.check(request, (await read_form(request)).get("token"))
        await reviews.ask(await services.tables.get(code))
        return RedirectResponse(f"/t/{code}/review", 303)

    @router.get("/t/{code}/review/progress")
    async def progress(request: Request, code: str) -> Response:
        """How far it is, for a page that waits."""
        services.limits.check("240 per minute", "review progress", address(request))
        content = await reviews.of(await services.tables.get(code)) or {}
        return JSONResponse({"done": content.get("done", 0), "tasks": content.get("tasks", 1)})

    return router


def again(lang: str, table: LiveTable) -> str:
    """What leads to the rematch."""
    return say(lang, "Join the next game") if table.kept.rematch else say(lang, "Play again")


def viewer_of(services: Services, request: Request, table: LiveTable, seat: str) -> int:
    """Whose decisions are shown: those of the seat that is asked for, of the reader, or of the first of the people."""
    check_over(table)
    readers = readers_of(table)
    own = table.seat_of(services.guests.known(request))
    usual = own if own in readers else readers[0]
    wanted = number(seat, 99) if seat else usual
    if wanted not in readers:
        raise Refusal(N_("Nobody sits there: this game cannot be seen that way."), 404)
    return wanted


def moment_of(text: str, table: LiveTable) -> int | None:
    if not text:
        return None
    found = number(text, len(table.playing.steps))
    if not found:
        raise Refusal(N_("There is no such moment in this game."), 404)
    return found
