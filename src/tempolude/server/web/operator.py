"""The page of the operators: reports and suspensions."""

from __future__ import annotations

from datetime import UTC, datetime

from babel.dates import format_date
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from ..http.inputs import number, read_form
from ..http.reader import Reader
from ..now import now
from ..people.guests import nameless
from ..refusal import N_, Refusal
from ..services import Services
from ..storage.moderation import all_reports, close_report, lift, reported, suspensions_now
from ..translation import ago
from .together import REASONS

LISTED = 100  # reports at most
DAYS = (1, 7, 30, 365)  # for which somebody can be suspended
DAY = 24 * 3600.0


def routes(services: Services) -> APIRouter:
    router = APIRouter()
    guests, store, tables = services.guests, services.store, services.tables

    @router.api_route("/operator", methods=["GET", "HEAD"])
    async def operator(request: Request) -> Response:
        await only_operators(guests.known(request))
        lang = Reader.of(request).lang
        today = datetime.fromtimestamp(now(), UTC)
        return services.page(
            request,
            "operator.html",
            open=await store.run(lambda c: all_reports(c, LISTED, closed=False)),
            closed=await store.run(lambda c: all_reports(c, LISTED, closed=True)),
            suspended=await store.run(suspensions_now),
            reasons=REASONS,
            days=DAYS,
            games=tables.games,
            ago=lambda when: ago(lang, datetime.fromtimestamp(when, UTC), today),
            day=lambda when: format_date(datetime.fromtimestamp(when, UTC), "long", locale=lang),
            now=now(),
        )

    @router.post("/operator/{verb}")
    async def decide(request: Request, verb: str) -> Response:
        """Close a report, with or without suspending or renaming its subject; lift a suspension."""
        form = await read_form(request)
        await only_operators(guests.check(request, form.get("token")))
        if verb == "lift":
            await store.run(lift, str(form.get("key", "")))
            return RedirectResponse("/operator", 303)
        found = number(form.get("report"), 2**31 - 1)
        about = None if found is None else await store.run(reported, found)
        if found is None or about is None:
            raise Refusal(N_("There is no such report. It may have been deleted."), 404)
        match verb:
            case "close":
                await store.run(close_report, found)
            case "suspend":
                days = number(form.get("days"), DAYS[-1])
                if days not in DAYS:
                    raise Refusal(N_("Choose for how long. Nothing has changed."), 400)
                await tables.suspend(about, now() + days * DAY)
                await store.run(close_report, found)
            case "unname":
                await tables.rename(about, nameless("en", about))
                await store.run(close_report, found)
            case _:
                raise Refusal(N_("There is nothing at this address."), 404)
        return RedirectResponse("/operator", 303)

    async def only_operators(person: str | None) -> None:
        """Hide the page from everybody else."""
        if not await services.operates(person):
            raise Refusal(N_("There is nothing at this address."), 404)

    return router
