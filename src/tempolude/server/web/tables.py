"""A table's own addresses: its page, what is settled before the match, its record, the next match."""

from __future__ import annotations

from dataclasses import replace

import orjson
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.datastructures import FormData

from tempolude.bots import levels
from tempolude.engine.record import seed_hash
from tempolude.engine.state import SEATS

from ..decks.own import brought, offered
from ..http.inputs import number, read_form
from ..http.reader import Reader
from ..people.guests import proper_name
from ..refusal import N_, Refusal
from ..services import Services
from ..storage.store import change_table
from ..table import seating
from ..table.chairs import COLOURS, USUAL, Chair, level_name, taken
from ..table.clocks import Clock, clocks_offered
from ..table.option_form import chosen, fields, level, seat_count
from ..table.record import record_of
from ..table.room import Room
from ..view.page import page_of
from .sharing import drawn, invitation


def routes(services: Services) -> APIRouter:
    router = APIRouter()
    guests, rooms = services.guests, services.rooms

    @router.api_route("/t/{code}", methods=["GET", "HEAD"])
    async def table(request: Request, code: str, seat: str = "") -> Response:
        room = await rooms.get(code)
        if room.match is None:
            return await gathering(request, room)
        person = guests.guest(request)
        reader, at = Reader.of(request), room.seat_of(person, seat)
        own = room.seats_of(person)
        about = {"address": f"/t/{code}/live?seat={at}", "code": code, "token": guests.token(person)}
        state = room.state(at, reader.lang) | about
        page = page_of(
            services.pages,
            room.seat_view(at, reader.lang),
            room.players,
            reader.theme,
            state,
            seed_hash(room.match.seed),
            passed=own if len(own) > 1 else (),
        )
        return guests.welcome(request, services.pages.answer(reader, page))

    async def gathering(request: Request, room: Room) -> Response:
        reader, person = Reader.of(request), guests.known(request)
        own = await offered(services.store, room.game, person or "", room.kept["options"])
        link, reachable = invitation(request, f"/t/{room.code}")
        return services.page(
            request,
            "gather.html",
            room=room,
            game=room.game,
            box=services.box(room.game),
            chairs=room.chairs,
            me=room.seat_of(person),
            host=room.kept["host"] == person,
            host_name=next((c.name for c in room.chairs if c.person == room.kept["host"]), ""),
            fields=fields(room.game, room.kept["options"], reader.lang, own),
            link=link,
            reachable=reachable,
            seed=seed_hash(int(room.kept["seed"])),
            colours=range(1, COLOURS + 1),
            levels=levels(),
            usual=USUAL,
            level_name=lambda bot: level_name(bot, reader.lang),
            clock=Clock.read(room.kept["clock"]).words(reader.lang),
            clocks=clocks_offered(reader.lang, room.kept["clock"]),
        )

    @router.get("/t/{code}/qr.svg")
    async def qr(request: Request, code: str) -> Response:
        await rooms.get(code)
        return drawn(invitation(request, f"/t/{code}")[0])

    @router.get("/t/{code}/record")
    async def record(code: str) -> Response:
        room = await rooms.look(code)
        text = orjson.dumps(record_of(room), option=orjson.OPT_INDENT_2)
        name = f"{room.game.name}-{code}.json"
        return Response(
            text, media_type="application/json", headers={"Content-Disposition": f'attachment; filename="{name}"'}
        )

    # --- Before the match ----------------------------------------------------------

    @router.post("/t/{code}/again")
    async def again(request: Request, code: str) -> Response:
        """The next match of the same players: the one that was made first, if several ask for it."""
        form = await read_form(request)
        person, room = guests.check(request, form.get("token")), await rooms.get(code)
        if not room.seats_of(person) or not room.over:
            raise Refusal(N_("Only who played a finished match can ask for another."), 403)
        async with room.lock:
            guests.still(request, person)
            if not room.kept.get("rematch"):
                begin = all(c.bot or c.person == person for c in room.chairs)
                how = {key: room.kept[key] for key in ("open", "clock", "one_device")}
                how["phase"] = "playing" if begin else "gathering"
                following = room.chairs[1:] + room.chairs[:1]  # somebody else begins
                chairs = [Chair(i, c.colour, c.name, c.person, c.bot) for i, c in enumerate(following)]
                new = await rooms.make(room.game, room.game.unpin(room.kept["options"]), chairs, person, **how)
                await services.store.run(change_table, code, {"rematch": new.code})
                room.kept["rematch"] = new.code
                room.send_all({"next": f"/t/{new.code}"})
        return RedirectResponse(f"/t/{room.kept['rematch']}", 303)

    @router.post("/t/{code}/{verb}")
    async def change(request: Request, code: str, verb: str) -> Response:
        form = await read_form(request)
        person, room = guests.check(request, form.get("token")), await rooms.get(code)
        if verb not in VERBS:
            raise Refusal(N_("There is nothing at this address."), 404)
        async with room.lock:
            guests.still(request, person)  # who waited may have signed out meanwhile
            await VERBS[verb](services, request, room, person, form)
        return RedirectResponse(f"/t/{code}", 303)

    return router


async def sit(services: Services, request: Request, room: Room, person: str, form: FormData) -> None:
    seat = seat_in(form)
    seating.chair_at(room, seat)
    if form.get("name"):
        await services.guests.keep(person, proper_name(str(form.get("name"))))
    await seating.sit(room, person, await services.guests.name(request), seat)


async def name_player(services: Services, request: Request, room: Room, person: str, form: FormData) -> None:
    text = str(form.get("name", ""))
    await seating.name_player(room, person, seat_in(form), proper_name(text) if text else "")


async def stand(services: Services, request: Request, room: Room, person: str, form: FormData) -> None:
    await seating.stand(room, person)


async def put_bot(services: Services, request: Request, room: Room, person: str, form: FormData) -> None:
    """The same button puts a bot on a free seat and sends it away."""
    seat = seat_in(form)
    there = seating.chair_at(room, seat).bot
    await seating.put_bot(room, person, seat, None if there else level(form.get("level")))


async def colour(services: Services, request: Request, room: Room, person: str, form: FormData) -> None:
    """Choose one's colour; who had it takes the old one."""
    seat, new = room.seat_of(person), number(form.get("colour"), COLOURS)
    if seat < 0 or not new:
        raise Refusal(N_("That colour cannot be chosen. Nothing has changed."), 400)
    old = room.chairs[seat].colour
    swapped = [replace(chair, colour=old) if chair.colour == new else chair for chair in room.chairs]
    await room.change(taken(swapped, seat, colour=new))


async def settle(services: Services, request: Request, room: Room, person: str, form: FormData) -> None:
    """The host changes options, seats, and who may come."""
    seating.only_host(room, person)
    count = seat_count(room.game, form.get("seats", len(room.chairs)))
    options = chosen(room.game, count, form, await brought(services.store, room.game, form, room.kept["options"]))
    chairs = [c for c in room.chairs if not c.free] if count < len(room.chairs) else list(room.chairs)
    if len(chairs) > count:
        raise Refusal(N_("More people sit here than that. Nothing has changed."))
    chairs = [replace(chair, seat=i) for i, chair in enumerate(chairs)]
    used = {c.colour for c in chairs}
    spare = [n for n in range(1, COLOURS + 1) if n not in used]
    chairs += [Chair(seat, spare.pop(0)) for seat in range(len(chairs), count)]
    clock = Clock.read(str(form.get("clock", room.kept["clock"])))
    if clock.runs and room.kept["one_device"]:
        raise Refusal(N_("On one device there is no clock. Nothing has changed."), 400)
    await room.change(chairs, options=options, open=form.get("open") == "yes", clock=clock.written)


async def start(services: Services, request: Request, room: Room, person: str, form: FormData) -> None:
    await seating.start(room, person, level(form.get("level")))


VERBS = {
    "sit": sit,
    "player": name_player,
    "stand": stand,
    "bot": put_bot,
    "colour": colour,
    "settle": settle,
    "start": start,
}


def seat_in(form: FormData) -> int:
    """The seat that a form names; one that is nowhere if it names none."""
    seat = number(form.get("seat"), SEATS - 1)
    return -1 if seat is None else seat
