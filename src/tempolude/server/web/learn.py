"""The way to a first match with a guide, from the lobby and from the rules."""

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
        """Go on with the first match of this game that is running; begin one if none is, or if the form says so."""
        form = await read_form(request)
        person, tables = services.guests.check(request, form.get("token")), services.tables
        game = tables.games.get(name)
        if game is None or game.guide is None:
            raise Refusal(N_("There is no guided first game for this game."), 404)
        running = await services.store.run(running_guided, person, game.name, game.rules_version)
        if running and form.get("anew") != "yes":
            with suppress(Refusal):  # one that cannot be shown any more is begun anew
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
    """The beginner on their chair, in the first colour, and bots on the others."""
    chairs = [Chair(seat, (seat - guide.seat) % COLOURS + 1) for seat in range(guide.seats)]
    chairs[guide.seat] = Chair(guide.seat, 1, name, person)
    return with_bots(chairs, guide.bot)


def settled(game: Game, guide: Guide) -> dict[str, Any]:
    return game.settle(guide.seats, guide.options)
