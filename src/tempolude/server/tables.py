"""A table's own addresses: its page, what is settled before the match, its record, the next match."""

from __future__ import annotations

from dataclasses import replace

import orjson
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.datastructures import FormData

from tempolude.bots import levels
from tempolude.engine.record import seed_hash, to_record

from .chairs import Chair, level_name, taken
from .clocks import Clock, clocks_offered
from .ears import Ear
from .house import House
from .lobby import COLOURS, USUAL, bot_chair, level, seat_count, with_bots
from .optionform import chosen, fields
from .owndecks import brought, offered
from .people import proper_name
from .reader import Reader
from .refusal import N_, Refusal
from .room import Room
from .sharing import drawn, invitation
from .storage.store import change_table
from .tablepage import page_of


def routes(house: House) -> APIRouter:
    router = APIRouter()
    people, rooms = house.people, house.rooms

    @router.api_route("/t/{code}", methods=["GET", "HEAD"])
    async def table(request: Request, code: str, seat: str = "") -> Response:
        room = await rooms.get(code)
        if room.match is None:
            return await gathering(request, room)
        person = people.guest(request)
        reader, at = Reader.of(request), room.seat_of(person, seat)
        own = room.seats_of(person)
        line = f"/t/{code}/live?seat={at}" if len(own) > 1 else f"/t/{code}/live"
        about = {"address": line, "code": code, "token": people.token(person)}
        state = room.state(Ear(None, reader.lang, at)) | about
        page = page_of(
            house.pages,
            room.desk(at, reader.lang),
            room.players,
            reader.theme,
            state,
            seed_hash(room.match.seed),
            passed=own if len(own) > 1 else (),
        )
        return people.welcome(request, house.pages.answer(reader, page))

    async def gathering(request: Request, room: Room) -> Response:
        reader, person = Reader.of(request), people.known(request)
        own = await offered(house.store, room.game, person or "", room.kept["options"])
        link, reachable = invitation(request, f"/t/{room.code}")
        return house.page(
            request,
            "gather.html",
            room=room,
            game=room.game,
            box=house.box(room.game),
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
        room = await rooms.get(code)
        if not room.over:
            raise Refusal(N_("The record is given out when the match is over."), 403)
        text = orjson.dumps(to_record(room.playing), option=orjson.OPT_INDENT_2)
        name = f"{room.game.name}-{code}.json"
        return Response(
            text, media_type="application/json", headers={"Content-Disposition": f'attachment; filename="{name}"'}
        )

    # --- Before the match ----------------------------------------------------------

    @router.post("/t/{code}/again")
    async def again(request: Request, code: str) -> Response:
        """The next match of the same players: the one that was made first, if several ask for it."""
        form = await request.form()
        person, room = people.check(request, form.get("token")), await rooms.get(code)
        if not room.seats_of(person) or not room.over:
            raise Refusal(N_("Only who played a finished match can ask for another."), 403)
        async with room.lock:
            if not room.kept.get("rematch"):
                begin = all(c.bot or c.person == person for c in room.chairs)
                how = {key: room.kept[key] for key in ("open", "clock", "one_device")}
                how["phase"] = "playing" if begin else "gathering"
                following = room.chairs[1:] + room.chairs[:1]  # somebody else begins
                chairs = [Chair(i, c.colour, c.name, c.person, c.bot) for i, c in enumerate(following)]
                new = await rooms.make(room.game, room.kept["options"], chairs, person, **how)
                await house.store.run(change_table, code, {"rematch": new.code})
                room.kept["rematch"] = new.code
                room.send_all({"next": f"/t/{new.code}"})
        return RedirectResponse(f"/t/{room.kept['rematch']}", 303)

    @router.post("/t/{code}/{verb}")
    async def change(request: Request, code: str, verb: str) -> Response:
        form = await request.form()
        person, room = people.check(request, form.get("token")), await rooms.get(code)
        if verb not in VERBS:
            raise Refusal(N_("There is nothing at this address."), 404)
        async with room.lock:
            await VERBS[verb](house, request, room, person, form)
        return RedirectResponse(f"/t/{code}", 303)

    return router


async def sit(house: House, request: Request, room: Room, person: str, form: FormData) -> None:
    """Take a free seat, or another one."""
    chair = chair_of(room, form)
    if not chair.free and not (chair.bot and room.kept["host"] == person):
        raise Refusal(N_("Somebody sits there already. Nothing has changed."))
    if room.kept["one_device"]:
        raise Refusal(N_("This table is played on one device: its players are named there."), 403)
    if form.get("name"):
        await house.people.keep(person, proper_name(str(form.get("name"))))
    name = await house.people.name(request)
    await room.change(taken(left_by(room.chairs, person), chair.seat, person=person, bot=None, name=name))


async def seat_player(house: House, request: Request, room: Room, person: str, form: FormData) -> None:
    """On one device, name who plays at a seat; without a name the seat is free again."""
    only_host(room, person)
    chair, text = chair_of(room, form), str(form.get("name", ""))
    if not room.kept["one_device"]:
        raise Refusal(N_("Here everybody comes with a device of their own. Nothing has changed."), 403)
    if not text:
        return await room.change([Chair(c.seat, c.colour) if c is chair else c for c in room.chairs])
    name = proper_name(text)
    if name in {other.name for other in room.chairs if other is not chair}:  # names say whose turn it is
        raise Refusal(N_("Somebody at this table has that name already. Nothing has changed."), 400)
    return await room.change(taken(room.chairs, chair.seat, person=person, bot=None, name=name))


async def stand(house: House, request: Request, room: Room, person: str, form: FormData) -> None:
    """Give one's seat free. A table whose host leaves belongs to the next person."""
    if room.kept["one_device"]:
        raise Refusal(N_("This table is played on one device: its players are named there."), 403)
    chairs = left_by(room.chairs, person)
    host = room.kept["host"]
    if host == person:
        host = next((c.person for c in chairs if c.person), person)
    await room.change(chairs, host=host)


async def put_bot(house: House, request: Request, room: Room, person: str, form: FormData) -> None:
    """The host puts a bot on a free seat, or takes one away."""
    only_host(room, person)
    chair = chair_of(room, form)
    if chair.person:
        raise Refusal(N_("Somebody sits there already. Nothing has changed."))
    names = {c.name for c in room.chairs}
    new = Chair(chair.seat, chair.colour) if chair.bot else bot_chair(chair, names, level(form.get("level")))
    await room.change([new if c.seat == chair.seat else c for c in room.chairs])


async def colour(house: House, request: Request, room: Room, person: str, form: FormData) -> None:
    """Choose one's colour; who had it takes the old one."""
    seat, wanted = room.seat_of(person), str(form.get("colour"))
    if seat < 0 or wanted not in {str(c) for c in range(1, COLOURS + 1)}:
        raise Refusal(N_("That colour cannot be chosen. Nothing has changed."), 400)
    old, new = room.chairs[seat].colour, int(wanted)
    swapped = [replace(chair, colour=old) if chair.colour == new else chair for chair in room.chairs]
    await room.change(taken(swapped, seat, colour=new))


async def settle(house: House, request: Request, room: Room, person: str, form: FormData) -> None:
    """The host changes options, seats, and who may come."""
    only_host(room, person)
    count = seat_count(room.game, form.get("seats", len(room.chairs)))
    options = chosen(room.game, count, form, await brought(house.store, room.game, form, room.kept["options"]))
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


async def start(house: House, request: Request, room: Room, person: str, form: FormData) -> None:
    """The host begins the match; bots take what is free."""
    only_host(room, person)
    if room.match:
        return  # clicked twice
    await room.change(with_bots(room.chairs, level(form.get("level"))), phase="playing")


VERBS = {
    "sit": sit,
    "player": seat_player,
    "stand": stand,
    "bot": put_bot,
    "colour": colour,
    "settle": settle,
    "start": start,
}


def left_by(chairs: list[Chair], person: str) -> list[Chair]:
    """The chairs once a person has stood up."""
    return [Chair(c.seat, c.colour) if c.person == person else c for c in chairs]


def only_host(room: Room, person: str) -> None:
    if room.kept["host"] != person:
        raise Refusal(N_("Only who made the table can do that. Nothing has changed."), 403)


def chair_of(room: Room, form: FormData) -> Chair:
    seat = str(form.get("seat"))
    if not seat.isdecimal() or int(seat) >= len(room.chairs):
        raise Refusal(N_("There is no such seat. Nothing has changed."), 400)
    return room.chairs[int(seat)]
