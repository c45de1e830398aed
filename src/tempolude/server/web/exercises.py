"""Exercises: the mistakes that a review found, for the person who made them to try again."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from ..http.front import address
from ..http.inputs import number, read_form
from ..http.reader import Reader
from ..now import now
from ..refusal import N_, Refusal
from ..services import Services
from ..storage.exercises import answer_exercise
from ..table.live_table import LiveTable
from ..table.reviews import mistakes_in
from ..translation import say
from ..view.exercise import ExerciseView, before, next_of
from ..view.page import Onward

MOST = 10**6  # larger than the number of any action


def routes(services: Services) -> APIRouter:
    router = APIRouter()
    guests, reviews = services.guests, services.tables.reviews

    @router.api_route("/t/{code}/review/exercise/{n}", methods=["GET", "HEAD"])
    async def exercise(request: Request, code: str, n: str) -> Response:
        table, reader, person = await services.tables.get(code), Reader.of(request), guests.guest(request)
        shown, theirs = await found(request, table, n)
        following, seat = next_of(theirs, shown.n), shown.seat
        here = f"/t/{code}/review/exercise"
        page = shown.page(
            reader.theme,
            f"{here}/{shown.n}",
            guests.token(person),
            f"{here}/{following}" if following else "",
            Onward(f"/t/{code}/review?at={shown.n}&seat={seat}", say(reader.lang, "Back to the review")),
        )
        return guests.welcome(request, services.pages.answer(reader, page))

    @router.post("/t/{code}/review/exercise/{n}")
    async def answer(request: Request, code: str, n: str) -> Response:
        """Weigh an answer; without an action, show the best that is known."""
        services.limits.check("60 per minute", "exercise", address(request))
        form = await read_form(request)
        person, table = guests.check(request, form.get("token")), await services.tables.get(code)
        shown, _ = await found(request, table, n)
        return JSONResponse(await weighed(table, shown, person, str(form.get("action", ""))))

    async def weighed(table: LiveTable, shown: ExerciseView, person: str, asked: str) -> dict[str, object]:
        decision, code, n = shown.decision, table.code, shown.n
        if not asked:
            await services.store.run(answer_exercise, person, code, n, now(), False)
            best = {"handles": shown.handles(decision["best"]), "words": say(shown.lang, "better")}
            return {"right": False, "words": shown.solution, "best": best}
        action = number(asked, MOST)
        if action is None or action not in shown.legal:
            raise Refusal(N_("That is not possible here. Nothing has changed."), 400)
        known = action in (decision["best"], decision["action"])
        told = shown.answer(action, None if known else await reviews.compare(table, n, action, decision))
        await services.store.run(answer_exercise, person, code, n, now(), told.right)
        return {"right": told.right, "mark": shown.mark(told.verdict), "words": told.words}

    async def found(request: Request, table: LiveTable, n: str) -> tuple[ExerciseView, list[int]]:
        """The exercise of an address, and all of this match; a Refusal to anyone but the player who decided there."""
        content = await reviews.of(table) or {}
        at = number(n, MOST)
        seat = next((seat for seat, mistakes in mistakes_in(content).items() if at in mistakes), None)
        if at is None or seat is None:
            raise Refusal(N_("There is no exercise at this address."), 404)
        if table.kept.one_device or seat not in table.gathering.seats_of(guests.known(request)):
            raise Refusal(N_("Only whoever played there can try it again."), 403)
        decision = content["eyes"][str(seat)]["decisions"][str(at)]
        match = await asyncio.to_thread(before, table.playing, at)
        shown = ExerciseView(services.pages, match, table.players, at, decision, Reader.of(request).lang)
        return shown, mistakes_in(content)[seat]

    return router
