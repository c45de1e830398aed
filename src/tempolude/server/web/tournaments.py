"""The pages of tournaments: the form that makes one, its own page, the wall, and what its organizer and players do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request, Response, WebSocket
from fastapi.responses import RedirectResponse
from starlette.datastructures import FormData

from tempolude.bots import levels
from tempolude.engine.game import Game

from ..http.front import address
from ..http.inputs import number, one_line, read_form
from ..http.reader import Reader
from ..people.guests import proper_name
from ..refusal import N_, Refusal
from ..services import Services
from ..storage.rows import EntrantRow
from ..storage.tournaments import Tournament
from ..table.chairs import USUAL, level_name
from ..table.clocks import Clock
from ..table.option_form import Field, chosen, fields, level, seat_count, usual
from ..tournament.page import DIALS, ON_THE_WALL, Hall, halves
from ..tournament.page import hall as hall_of
from ..tournament.pairing import MOST
from ..workshop.own import brought, offered
from .sharing import drawn, invitation
from .socket import admitted, line, stay, turned_away

NAME = 40  # characters
CLOCKS = ("5+10", "10+20", "30+30", "1d", "3d")  # with which a round ends
PAUSES = (None, 0, 60, 180, 300)  # seconds until the next round; none: the organizer starts it
ROUNDS = 20


def routes(services: Services) -> APIRouter:
    router = APIRouter()
    guests, tables, tournaments, store = services.guests, services.tables, services.tournaments, services.store

    @router.api_route("/tournament/new", methods=["GET", "HEAD"])
    async def form(request: Request, game: str = "") -> Response:
        lang, games = Reader.of(request).lang, list(tables.games.values())
        own = {each.name: await offered(store, each, guests.guest(request), {}) for each in games}
        return services.page(
            request,
            "tournament_new.html",
            name=await guests.name(request),
            first=game if game in tables.games else next(iter(tables.games), ""),
            games=games,
            fields={each.name: prefixed(each, lang, own[each.name]) for each in games},
            usual={each.name: usual(each) for each in games},
            clocks={text: Clock.read(text).words(lang) for text in CLOCKS},
            pauses=PAUSES,
            rounds=ROUNDS,
            levels=levels(),
            usual_level=USUAL,
        )

    @router.post("/tournament")
    async def make(request: Request) -> Response:
        form = await read_form(request)
        person = guests.check(request, form.get("token"))
        services.limits.check("10 per minute", "tournament", person)
        services.limits.check("60 per minute", "make", address(request))
        game = tables.games.get(str(form.get("game", "")))
        if game is None:
            raise Refusal(N_("There is no such game on the shelf."), 404)
        how = await settled(services, game, form)
        if form.get("player"):
            await tables.rename(person, proper_name(str(form.get("player"))))
        code = await tournaments.make(game, person, title(form.get("name")), **how)
        if form.get("plays") == "yes":
            await tournaments.enter(code, person, await guests.name(request))
        return RedirectResponse(f"/tournament/{code}", 303)

    @router.api_route("/tournament/{code}", methods=["GET", "HEAD"])
    async def page(request: Request, code: str) -> Response:
        return await show(request, code, "tournament.html")

    @router.api_route("/tournament/{code}/wall", methods=["GET", "HEAD"])
    async def wall(request: Request, code: str) -> Response:
        return await show(request, code, "wall.html")

    async def show(request: Request, code: str, template: str) -> Response:
        found = await tournaments.get(code)
        tournaments.shows(found)
        reader, person = Reader.of(request), guests.known(request)
        hall = await hall_of(found, tables, game_of(found), reader.lang)
        me, given = found.entrant(person), await guests.given_name(request)
        link, reachable = invitation(request, f"/tournament/{code}")
        return services.page(
            request,
            template,
            hall=hall,
            row=found.row,
            me=me,
            mine=my_table(hall, me),
            organizer=found.row.organizer == person,
            unnamed=given is None,
            name=given or guests.nameless(request),
            link=link,
            reachable=reachable,
            halves=halves,
            dials=DIALS,
            on_the_wall=ON_THE_WALL,
            full=len(found.active) >= MOST,
            level=level_name(found.row.level, reader.lang),
            clock=Clock.read(found.row.clock).words(reader.lang),
        )

    def game_of(found: Tournament) -> Game:
        if found.row.game not in tables.games:
            raise Refusal(N_("The game of this table is no longer on the shelf."), 404)
        return tables.games[found.row.game]

    @router.get("/tournament/{code}/qr.svg")
    async def qr(request: Request, code: str) -> Response:
        await tournaments.get(code)
        return drawn(invitation(request, f"/tournament/{code}")[0])

    @router.post("/tournament/{code}/{verb}")
    async def change(request: Request, code: str, verb: str) -> Response:
        form = await read_form(request)
        person = guests.check(request, form.get("token"))
        services.limits.check("60 per minute", "tournament change", person)
        found = await tournaments.get(code)
        if verb not in VERBS:
            raise Refusal(N_("There is nothing at this address."), 404)
        await VERBS[verb](services, request, found, person, form)
        return RedirectResponse(f"/tournament/{code}", 303)

    @router.websocket("/tournament/{code}/live")
    async def live(socket: WebSocket, code: str, v: str = "") -> None:
        """The line of a page that shows a tournament: it is told when to look again."""
        if not await admitted(socket, v):
            return None
        try:
            services.limits.check("120 per minute", "live", address(socket))
            tournaments.shows(await tournaments.get(code))
        except Refusal as refused:
            return await turned_away(socket, refused)
        async with line(services, socket) as connection:
            if connection is None:
                return None
            tournaments.follow(code, connection)
            try:
                await stay(socket, connection)
            finally:
                tournaments.leave(code, connection)
        return None

    return router


def my_table(hall: Hall, me: EntrantRow | None) -> Any:
    board = hall.board_of(me.number) if me and not me.left else None
    return board if board and not board.done else None


def prefixed(game: Game, lang: str, own: dict[str, dict[str, str]]) -> list[Field]:
    """The fields of a game in a form that has those of all games."""
    found = fields(game, game.settle(usual(game)), lang, own)
    return [replace(field, name=f"{game.name}.{field.name}", own="") for field in found]


def of_game(game: Game, form: FormData) -> FormData:
    """What a form says of one game."""
    mark = f"option-{game.name}."
    return FormData(
        [(f"option-{name.removeprefix(mark)}", v) for name, v in form.multi_items() if name.startswith(mark)]
    )


async def settled(services: Services, game: Game, form: FormData) -> dict[str, Any]:
    """How a form wants a tournament to be played, checked."""
    seats = seat_count(game, form.get(f"seats-{game.name}", usual(game)))
    asked = of_game(game, form)
    clock = str(form.get("clock", CLOCKS[0]))
    if not Clock.read(clock).runs:
        raise Refusal(N_("A tournament needs a clock, so that every round ends. Nothing has changed."), 400)
    swiss = form.get("system", "swiss") == "swiss"
    rounds = number(form.get("rounds", "4"), ROUNDS)
    if swiss and not rounds:
        raise Refusal(N_("Choose a number of rounds from 1 to {most}. Nothing has changed."), 400, most=ROUNDS)
    pause = str(form.get("pause", ""))
    if pause not in {"" if seconds is None else str(seconds) for seconds in PAUSES}:
        raise Refusal(N_("Unknown time setting."), 400)
    return {
        "options": chosen(game, seats, asked, await brought(services.store, game, asked)),
        "seats": seats,
        "swiss": swiss,
        "rounds": rounds if swiss else 0,
        "level": level(form.get("level")),
        "clock": clock,
        "pause": int(pause) if pause else None,
    }


def title(text: object) -> str:
    """What a tournament is called."""
    name = one_line(str(text or ""), NAME)
    if not name:
        raise Refusal(N_("A tournament needs a name. Nothing has changed."), 400)
    return name


# --- What its players and its organizer do -----------------------------------------------


async def join(services: Services, request: Request, found: Tournament, person: str, form: FormData) -> None:
    if form.get("name"):
        await services.tables.rename(person, proper_name(str(form.get("name"))))
    await services.tournaments.enter(found.row.code, person, await services.guests.name(request))


async def leave(services: Services, request: Request, found: Tournament, person: str, form: FormData) -> None:
    me = found.entrant(person)
    if me is None:
        raise Refusal(N_("You do not take part in this tournament. Nothing has changed."), 403)
    await services.tournaments.withdraw(found.row.code, me)


async def begin(services: Services, request: Request, found: Tournament, person: str, form: FormData) -> None:
    """Start the round that the organizer's page offered: clicked twice, it starts once."""
    only_organizer(found, person)
    wanted = number(form.get("round"), 10**6)
    if not wanted:
        raise Refusal(N_("There is no such round. Nothing has changed."), 400)
    await services.tournaments.begin(found.row.code, wanted)


async def remove(services: Services, request: Request, found: Tournament, person: str, form: FormData) -> None:
    only_organizer(found, person)
    whom = number(form.get("number"), 10**6)
    entrant = next((entrant for entrant in found.entrants if entrant.number == whom), None)
    if entrant is None:
        raise Refusal(N_("Nobody of that number takes part. Nothing has changed."), 404)
    await services.tournaments.withdraw(found.row.code, entrant)


async def end(services: Services, request: Request, found: Tournament, person: str, form: FormData) -> None:
    only_organizer(found, person)
    await services.tournaments.end(found.row.code)


def only_organizer(found: Tournament, person: str) -> None:
    if found.row.organizer != person:
        raise Refusal(N_("Only the organizer can do that. Nothing has changed."), 403)


VERBS = {"join": join, "leave": leave, "begin": begin, "remove": remove, "end": end}
