"""The lobby: the shelf, my tables, open tables, matches that ended; and the ways to a new table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from babel.dates import format_timedelta
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup, escape

from tempolude.bots import levels
from tempolude.engine.errors import TempoludeError
from tempolude.engine.game import Game

from .chairs import Chair
from .clocks import Clock, clocks_offered
from .guard import address
from .house import House
from .inputs import number, read_form
from .now import now
from .optionform import agreed, chosen, fields
from .owndecks import brought, offered, with_deck
from .people import proper_name
from .reader import Reader
from .refusal import N_, Refusal
from .room import Room
from .speech import ago, say
from .stage import who
from .storage.store import Kept, finished_tables, open_tables, tables_of

BOTS = ("Vaucanson", "Hypatie", "Harrison", "Janvier", "Lépine", "Huygens", "Breguet", "Hooke")  # watchmakers and like
COLOURS = 8
MINE, OPEN, DONE = 12, 8, 8
USUAL = "regular"  # the level of bots where nobody said


def level(text: object) -> str:
    """The level that a form asks for."""
    if text is None:
        return USUAL
    if text not in {level.key for level in levels()}:
        raise Refusal(N_("There is no such level. Nothing has changed."), 400)
    return str(text)


def usual(game: Game) -> int:
    """How many sit at a table where nobody said."""
    return min(4, game.seats[-1])


def bot_chair(chair: Chair, taken: set[str], bot: str = USUAL) -> Chair:
    """The chair with a bot on it, under a name that nobody else has."""
    name = next(name for name in BOTS if name not in taken)
    return Chair(chair.seat, chair.colour, name, None, bot)


def with_bots(chairs: list[Chair], bot: str = USUAL) -> list[Chair]:
    """The chairs with a bot on every free one."""
    seated: list[Chair] = []
    for chair in chairs:
        names = {c.name for c in seated} | {c.name for c in chairs}
        seated.append(bot_chair(chair, names, bot) if chair.free else chair)
    return seated


@dataclass(frozen=True)
class Ticket:
    """A table of mine, as the lobby shows it."""

    code: str
    game: Game
    mine: bool  # whether I am asked
    state: str
    what: Markup


def routes(house: House) -> APIRouter:
    router = APIRouter()
    people, rooms, store = house.people, house.rooms, house.store

    @router.api_route("/", methods=["GET", "HEAD"])
    async def lobby(request: Request) -> Response:
        person, lang = people.guest(request), Reader.of(request).lang
        open_now = [kept for kept in await store.run(open_tables, OPEN) if kept.table["game"] in rooms.games]
        sits_at = await store.run(tables_of, person, ("gathering", "playing"), MINE)
        mine = [await ticket(kept, person, lang) for kept in sits_at]  # which closes those that are over by their log
        done = [kept for kept in await store.run(finished_tables, person, DONE) if kept.table["game"] in rooms.games]
        return house.page(
            request,
            "lobby.html",
            name=await people.name(request),
            mine=sorted((t for t in mine if t), key=lambda t: not t.mine),
            open=[opened(kept) for kept in open_now],
            done=[finished(kept, person, lang) for kept in done],
        )

    async def ticket(kept: Kept, person: str, lang: str) -> Ticket | None:
        """How a table of mine stands; none if it cannot be shown any more."""
        try:
            room = await rooms.get(kept.table["code"])
        except Refusal as refused:
            if refused.code != "damaged":
                return None
            code, game = kept.table["code"], rooms.games[kept.table["game"]]
            return Ticket(code, game, False, say(lang, "damaged"), escape(refused.words(lang)))
        except TempoludeError:
            return None
        if room.over:
            return None
        if room.match is None:
            free = sum(chair.free for chair in room.chairs)
            state = say(lang, "{n} free", n=free) if free else say(lang, "can begin")
            return Ticket(room.code, room.game, room.kept["host"] == person and not free, state, Markup(""))
        seat = room.seat_of(person)
        sight = room.sight(lang)
        sentences = room.match.table.ask(room.match.view(seat), seat, lang, sight.people(seat))
        mine = any(room.match.state.waiting[own] for own in room.seats_of(person))
        asked = [room.chairs[other].name for other in room.match.waiting]
        if mine and room.kept["one_device"]:
            state = say(lang, "pass it round")
        elif mine:
            state = time_left(room, seat, lang) or say(lang, "your turn")
        else:
            state = say(lang, "turn of {name}", name=asked[0]) if len(asked) == 1 else say(lang, "others choose")
        return Ticket(room.code, room.game, mine, state, sight.faces.line(sentences[0], sight.people(seat)))

    def opened(kept: Kept) -> dict[str, Any]:
        host = next((c["name"] for c in kept.chairs if c["person"] == kept.table["host"]), "")
        return {
            "code": kept.table["code"],
            "game": rooms.games[kept.table["game"]],
            "host": host,
            "chairs": kept.chairs,
        }

    def finished(kept: Kept, person: str, lang: str) -> dict[str, Any]:
        ranks = kept.table["result"]["ranks"]
        first = [c for c in kept.chairs if ranks[c["seat"]] == 1]
        mine = next((c for c in kept.chairs if c["person"] == person), None)
        names = Markup(", ").join(who(c["colour"], c["name"]) for c in first)
        if first == [mine]:
            words = escape(say(lang, "You won."))
        else:
            won = say(lang, "{who} won.") if len(first) == 1 else say(lang, "{who} share the win.")
            words = Markup(won).format(who=names)
            if mine:
                words += escape(" " + say(lang, "You were number {rank}.", rank=ranks[mine["seat"]]))
        return {
            "code": kept.table["code"],
            "game": rooms.games[kept.table["game"]],
            "words": words,
            "when": ago(lang, datetime.fromtimestamp(kept.table["changed"], UTC), datetime.fromtimestamp(now(), UTC)),
        }

    def found(name: str) -> Game:
        if name not in rooms.games:
            raise Refusal(N_("There is no such game on the shelf."), 404)
        return rooms.games[name]

    @router.post("/me")
    async def rename(request: Request) -> Response:
        form = await read_form(request)
        person = people.check(request, form.get("token"))
        name = proper_name(str(form.get("name", "")))
        await people.keep(person, name)
        for kept in await store.run(tables_of, person, ("gathering",), 100):
            room = await rooms.get(kept.table["code"])
            async with room.lock:
                if room.match is None:
                    room.chairs = [replace(c, name=name) if c.person == person else c for c in room.chairs]
                    room.send_all({"reload": True})
        return back(form.get("next"))

    @router.post("/play/{name}")
    async def play_now(request: Request, name: str) -> Response:
        """One click: against bots, as the game is usually played."""
        form = await read_form(request)
        person, game = people.check(request, form.get("token")), found(name)
        house.limits.check("20 per minute", "make", person)
        house.limits.check("60 per minute", "make", address(request))
        seats = usual(game)
        me = Random().randrange(seats)
        chairs = [Chair(seat, (seat - me) % COLOURS + 1) for seat in range(seats)]
        chairs[me] = Chair(me, 1, await people.name(request), person)
        options = agreed(game, seats, await with_deck(store, game, seats, form.get("deck"), form.getlist("beside")))
        room = await rooms.make(game, options, with_bots(chairs), person, phase="playing")
        return RedirectResponse(f"/t/{room.code}", 303)

    @router.api_route("/new/{name}", methods=["GET", "HEAD"])
    async def settle(request: Request, name: str) -> Response:
        game, lang = found(name), Reader.of(request).lang
        options = await with_deck(store, game, usual(game), request.query_params.get("deck"))
        own = await offered(store, game, people.guest(request), options)
        return house.page(
            request,
            "new.html",
            game=game,
            box=house.box(game),
            usual=usual(game),
            fields=fields(game, options, lang, own),
            name=await people.name(request),
            clocks=clocks_offered(lang),
        )

    @router.post("/new/{name}")
    async def make(request: Request, name: str) -> Response:
        form = await read_form(request)
        person, game = people.check(request, form.get("token")), found(name)
        house.limits.check("20 per minute", "make", person)
        house.limits.check("60 per minute", "make", address(request))
        count = seat_count(game, form.get("seats"))
        if form.get("name"):
            await people.keep(person, proper_name(str(form.get("name"))))
        chairs = [Chair(seat, seat % COLOURS + 1) for seat in range(count)]
        chairs[0] = Chair(0, 1, await people.name(request), person)
        options = chosen(game, count, form, await brought(store, game, form))
        one_device = form.get("device") == "one"
        clock = Clock() if one_device else Clock.read(str(form.get("clock", "")))
        how = {"open": form.get("open") == "yes" and not one_device, "clock": clock.written, "one_device": one_device}
        room = await rooms.make(game, options, chairs, person, **how)
        return RedirectResponse(f"/t/{room.code}", 303)

    return router


def time_left(room: Room, seat: int, lang: str) -> str:
    """How long a player who is asked still has; nothing without a clock."""
    left = room.time_left(seat)
    if left is None:
        return ""
    return say(lang, "your turn, {time} left", time=format_timedelta(timedelta(seconds=left), locale=lang))


def seat_count(game: Game, text: object) -> int:
    """The number of seats a form asks for."""
    count = number(text, game.seats[-1])
    if count is None or count not in game.seats:
        raise Refusal(N_("This game is not for that many players. Nothing has changed."), 400)
    return count


def back(path: object) -> RedirectResponse:
    """To a page of ours."""
    target = str(path or "/")
    return RedirectResponse(target if target.startswith("/") and not target.startswith("//") else "/", 303)
