"""The API's pages for people: its documentation with an example, and a person's tokens."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import RedirectResponse

from ..http.inputs import read_form
from ..http.reader import Reader
from ..people.guests import NAME, proper_name
from ..refusal import N_, Refusal
from ..services import Services
from ..storage.rows import TokenRow
from ..storage.tokens import add_token, drop_token, tokens_of
from ..translation import ago
from .app import EXAMPLE, described
from .callers import new_token
from .docpage import sections, shapes

TOKENS = 20  # per person


def routes(services: Services, api: FastAPI) -> APIRouter:
    router = APIRouter()
    guests, store = services.guests, services.store

    @router.api_route("/api", methods=["GET", "HEAD"])
    async def description(request: Request) -> Response:
        told_here = described(api, Reader.of(request).lang)
        parts = sections(told_here)
        return services.page(
            request,
            "api.html",
            about=told_here["info"]["description"],
            sections=parts,
            shapes=shapes(told_here, parts),
            grace=round(services.settings.grace),
            example=EXAMPLE.read_text("utf-8"),
            here=f"{request.url.scheme}://{request.url.netloc}",
        )

    @router.api_route("/me/tokens", methods=["GET", "HEAD"])
    async def tokens(request: Request) -> Response:
        return await shown(request)

    async def shown(request: Request, fresh: str | None = None) -> Response:
        """The page of a person's tokens, with a new one, which is shown only once."""
        person, lang = guests.known(request), Reader.of(request).lang
        rows = await store.run(tokens_of, person) if person else []
        response = services.page(
            request,
            "tokens.html",
            tokens=[told(row, lang) for row in rows],
            fresh=fresh,
            longest=NAME,
            here=f"{request.url.scheme}://{request.url.netloc}",
        )
        response.headers["Cache-Control"] = "no-store"
        return response

    @router.post("/me/tokens")
    async def make(request: Request) -> Response:
        form = await read_form(request)
        person, name = guests.check(request, form.get("token")), proper_name(str(form.get("name", "")))
        if len(await store.run(tokens_of, person)) >= TOKENS:
            raise Refusal(N_("You have reached the token limit. Revoke one first."))
        await guests.keep(person, await guests.name(request))
        token = new_token()
        await store.run(add_token, token, person, name)
        return await shown(request, token)

    @router.post("/me/tokens/revoke")
    async def revoke(request: Request) -> Response:
        form = await read_form(request)
        person = guests.check(request, form.get("token"))
        key = str(form.get("key", ""))[:64]
        if not await store.run(drop_token, person, key):
            raise Refusal(N_("There is no such token; perhaps it is revoked already."), 404)
        services.tables.notifier.end(person, tokens=[key])
        return RedirectResponse("/me/tokens", 303)

    return router


def told(row: TokenRow, lang: str) -> dict[str, Any]:
    """A token as its owner sees it."""
    now = datetime.now(UTC)
    made, used = (when and ago(lang, datetime.fromtimestamp(when, UTC), now) for when in (row.made, row.used))
    return {"key": row.hash, "name": row.name, "made": made, "used": used}
