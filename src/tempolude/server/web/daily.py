"""The pages of the daily deal: one click to play it, and the board of each day."""

from __future__ import annotations

from datetime import date

from babel.dates import format_date
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from ..http.front import address
from ..http.inputs import read_form
from ..http.reader import Reader
from ..now import now
from ..refusal import N_, Refusal
from ..services import Services
from ..storage.rows import opens


def routes(services: Services) -> APIRouter:
    router = APIRouter()
    guests, daily, tables = services.guests, services.daily, services.tables

    @router.api_route("/daily", methods=["GET", "HEAD"])
    async def today(request: Request) -> Response:
        return await board(request, daily.today())

    @router.api_route("/daily/{day}", methods=["GET", "HEAD"])
    async def earlier(request: Request, day: str) -> Response:
        return await board(request, day)

    async def board(request: Request, day: str) -> Response:
        person, lang = guests.known(request), Reader.of(request).lang
        card = await daily.card(person)
        deals = {deal.day: deal for deal in await daily.earlier() if deal.game in tables.games}
        if day not in deals:
            raise Refusal(N_("There is no daily deal of that day here."), 404)
        places = await daily.board(day)
        return services.page(
            request,
            "daily.html",
            card=card,
            deal=deals[day],
            game=tables.games[deals[day].game],
            deals=[(each.day, tables.games[each.game], long_date(each.day, lang)) for each in deals.values()],
            when=long_date(day, lang),
            today=day == daily.today(),
            sealed=now() < opens(day),
            places=places,
            person=person,
            mine=next((place for place in places if place.row.person == person), None),
            short_day=lambda day: format_date(day, "ccc", locale=lang),
        )

    @router.post("/daily")
    async def play(request: Request) -> Response:
        """One click: one's one try at today's deal, or back to it."""
        form = await read_form(request)
        person = guests.check(request, form.get("token"))
        services.limits.check("20 per minute", "make", person)
        services.limits.check("60 per minute", "make", address(request))
        code = await daily.play(person, await guests.name(request))
        if code is None:
            raise Refusal(N_("There is no daily deal of that day here."), 404)
        try:
            await (await tables.get(code)).look_after()
        except Refusal:
            return RedirectResponse("/daily", 303)  # they gave it up
        return RedirectResponse(f"/t/{code}", 303)

    return router


def long_date(day: str, lang: str) -> str:
    return str(format_date(date.fromisoformat(day), "EEEE d MMMM", locale=lang))
