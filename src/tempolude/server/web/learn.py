"""The route to a guided first match, from the lobby and from the rules."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from tempolude.engine.game import Game
from tempolude.engine.guide import Guide

from ..http.front import address
from ..http.inputs import read_form
from ..refusal import N_, Refusal
from ..services import Services
from ..storage.store import running_guided
from ..table.chairs import COLOURS, Chair, with_bots


def routes(services: Services) -> APIRouter:
    router = APIRouter()

    @router.post("/learn/{name}")
    async def learn(request: Request, name: str) -> Response:
        """Continue the running guided match of this game; start one if there is none, or if the form asks for it."""
        form = await read_form(request)
        person, tables = services.guests.check(request, form.get("token")), services.tables
        game = tables.games.get(name)
        if game is None or game.guide is None:
            raise Refusal(N_("There is no guided first game for this game."), 404)
        running = await services.store.run(running_guided, person, game.name, game.rules_version)
        if running and form.get("anew") != "yes":
            with suppress(Refusal):  # one that can no longer be shown is replaced
                await tables.get(running)
                return RedirectResponse(f"/t/{running}?back", 303)
        services.limits.check("20 per minute", "make", person)
        services.limits.check("60 per minute", "make", address(request))
        chairs = seated(game.guide, person, await services.guests.name(request))
        how = {"seed": str(game.guide.seed), "guided": True, "phase": "playing"}
        table = await tables.make(game, settled(game, game.guide), chairs, person, **how)
        if running:
            await tables.forget(running, f"/t/{table.code}")
        return RedirectResponse(f"/t/{table.code}", 303)

    return router


def seated(guide: Guide, person: str, name: str) -> list[Chair]:
    """The chairs: the beginner in the first colour, and bots."""
    chairs = [Chair(seat, (seat - guide.seat) % COLOURS + 1) for seat in range(guide.seats)]
    chairs[guide.seat] = Chair(guide.seat, 1, name, person)
    return with_bots(chairs, guide.bot)


def settled(game: Game, guide: Guide) -> dict[str, Any]:
    return game.settle(guide.seats, guide.options)
