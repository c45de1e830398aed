"""The lobby: the shelf, my tables, open tables, finished matches, and the routes to a new table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from babel.dates import format_date, format_timedelta
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup, escape
from sqlalchemy import Connection

from tempolude.bots import levels
from tempolude.engine.errors import TempoludeError
from tempolude.engine.game import Game
from tempolude.engine.wording import ordinal

from ..http.front import address
from ..http.inputs import read_form
from ..http.reader import Reader
from ..now import now
from ..people.guests import proper_name
from ..preferences import read_preferences
from ..refusal import N_, Refusal
from ..services import Services
from ..storage.accounts import account_of
from ..storage.rows import Kept
from ..storage.store import finished_tables, keep_preferences, open_tables, tables_of
from ..storage.together import (
    apart_from,
    friends_tables,
    invitations_to,
    requests_to,
    running_tables,
    without,
)
from ..storage.tournaments import tournaments_of
from ..table.chairs import COLOURS, Chair, chairs_of, with_bots
from ..table.clocks import Clock, clocks_offered
from ..table.leaving import Leaving, leaving
from ..table.live_table import LiveTable
from ..table.option_form import agreed, chosen, fields, seat_count, usual
from ..table.rated import check_bots, check_friends, unfinished
from ..translation import ago, called, say
from ..translation import names as listing
from ..view.html import who
from ..workshop.own import brought, offered, with_component
from . import quick as quick_game

MINE, OPEN, DONE, RUNNING = 24, 8, 8, 6
ROW = 7  # tickets of my tables in one row; the others are a click away


@dataclass(frozen=True)
class Ticket:
    """One of my tables in the lobby."""

    code: str
    game: Game
    mine: bool  # whether it is my turn
    state: str
    what: Markup
    leaving: Leaving | None


def routes(services: Services) -> APIRouter:
    router = APIRouter()
    guests, tables, store = services.guests, services.tables, services.store

    @router.api_route("/", methods=["GET", "HEAD"])
    async def lobby(request: Request) -> Response:
        person, lang, before = guests.guest(request), Reader.of(request).lang, quick_game.kept(request)
        seen = await store.run(read_lobby, person)
        sits_at = await store.run(tables_of, person, ("gathering", "playing"), MINE)
        mine = [await ticket(kept, person, lang) for kept in sits_at]  # also closes those that are over by their log
        done = [kept for kept in await store.run(finished_tables, person, DONE) if kept.table.game in tables.games]
        return services.page(
            request,
            "lobby.html",
            name=await guests.name(request),
            quick={game.name: quick_game.as_last_time(game, before) for game in tables.games.values()},
            levels=levels(),
            mine=sorted((t for t in mine if t), key=lambda t: not t.mine),
            row=ROW,
            invitations=[
                opened(each.table, lang) | {"by": called(each.name, lang)}
                for each in seen["invitations"]
                if each.table.table.game in tables.games
            ],
            open=[
                opened(kept, lang) | {"friend": kept in seen["friends"]}
                for kept in [*seen["friends"], *seen["open"]][:OPEN]
                if kept.table.game in tables.games
            ],
            running=[opened(kept, lang) for kept in seen["running"] if kept.table.game in tables.games],
            requests=seen["requests"],
            account=seen["account"],
            operates=await services.operates(person),
            done=[finished(kept, person, lang) for kept in done],
            daily=await services.daily.card(person),
            tournaments=[row for row in await store.run(tournaments_of, person, ROW) if row.game in tables.games],
            short_day=lambda day: format_date(day, "ccc", locale=lang),
        )

    async def ticket(kept: Kept, person: str, lang: str) -> Ticket | None:
        """The ticket of one of my tables; None if it can no longer be shown."""
        try:
            table = await tables.get(kept.table.code)
        except Refusal as refused:
            if refused.code != "damaged":
                return None
            code, game = kept.table.code, tables.games[kept.table.game]
            left = leaving(chairs_of(kept), person, kept.table, lang)
            return Ticket(code, game, False, say(lang, "damaged"), escape(refused.words(lang)), left)
        except TempoludeError:
            return None
        if table.over:
            return None
        left = leaving(table.chairs, person, table.kept, lang)
        if table.match is None:
            free = sum(chair.free for chair in table.chairs)
            state = seats_free(free, lang)
            return Ticket(table.code, table.game, table.kept.host == person and not free, state, Markup(""), left)
        seat = table.seat_of(person)
        public = table.broadcast.public(lang)
        sentences = table.match.table.ask(table.match.view(seat), seat, lang, public.people(seat))
        mine = any(table.match.state.waiting[own] for own in table.gathering.seats_of(person))
        asked = [called(table.chairs[other].name, lang) for other in table.match.waiting]
        if mine and table.kept.one_device:
            state = say(lang, "pass the device")
        elif mine:
            state = time_left(table, seat, lang) or say(lang, "your turn")
        else:
            state = say(lang, "{name}’s turn", name=asked[0]) if len(asked) == 1 else say(lang, "others are choosing")
        return Ticket(table.code, table.game, mine, state, public.faces.line(sentences[0], public.people(seat)), left)

    def opened(kept: Kept, lang: str) -> dict[str, Any]:
        host = next((chair.name for chair in kept.chairs if chair.person == kept.table.host), "")
        return {
            "code": kept.table.code,
            "game": tables.games[kept.table.game],
            "whose": say(lang, "{name}’s table", name=called(host, lang)),
            "chairs": kept.chairs,
            "rated": kept.table.rated,
            "names": listing(lang, [called(chair.name, lang) for chair in kept.chairs if chair.name]),
            "there": seated_words(kept, lang),
        }

    def finished(kept: Kept, person: str, lang: str) -> dict[str, Any]:
        ranks = (kept.table.result or {})["ranks"]
        first = [chair for chair in kept.chairs if ranks[chair.seat] == 1]
        mine = next((chair for chair in kept.chairs if chair.person == person), None)
        names = Markup(", ").join(who(chair.colour, called(chair.name, lang)) for chair in first)
        if first == [mine]:
            words = escape(say(lang, "You won."))
        else:
            won = say(lang, "{who} won.") if len(first) == 1 else say(lang, "{who} share the victory.")
            words = Markup(won).format(who=names)
            if mine:
                words += escape(" " + say(lang, "You came {rank}.", rank=ordinal(ranks[mine.seat], lang)))
        return {
            "code": kept.table.code,
            "game": tables.games[kept.table.game],
            "mine": mine is not None,
            "words": words,
            "when": ago(lang, datetime.fromtimestamp(kept.table.changed, UTC), datetime.fromtimestamp(now(), UTC)),
        }

    def found(name: str) -> Game:
        if name not in tables.games:
            raise Refusal(N_("There is no such game on the shelf."), 404)
        return tables.games[name]

    @router.post("/me")
    async def rename(request: Request) -> Response:
        form = await read_form(request)
        person = guests.check(request, form.get("token"))
        name = proper_name(str(form.get("name", "")))
        await tables.rename(person, name)
        return back(form.get("next"))

    @router.post("/me/preferences")
    async def prefer(request: Request) -> Response:
        """Set a person's preferences, from any page."""
        form = await read_form(request)
        person = guests.check(request, form.get("token"))
        await store.run(keep_preferences, person, read_preferences(form.get("pace"), form.get("confirm")))
        return Response(status_code=204)

    @router.post("/play/{name}")
    async def play_now(request: Request, name: str) -> Response:
        """Start a match with one click: the same bots as last time, or those of the form."""
        form = await read_form(request)
        person, game = guests.check(request, form.get("token")), found(name)
        services.limits.check("20 per minute", "make", person)
        services.limits.check("60 per minute", "make", address(request))
        quick = quick_game.chosen(game, form, quick_game.kept(request))
        seats = quick.seats
        me = Random().randrange(seats)
        chairs = [Chair(seat, (seat - me) % COLOURS + 1) for seat in range(seats)]
        chairs[me] = Chair(me, 1, await guests.name(request), person)
        asked = form.get("option"), form.get("code"), form.getlist("beside")
        options = agreed(game, seats, await with_component(store, game, seats, *asked))
        if quick.rated:
            check_bots(game, options, [quick.level])
            if before := await store.run(unfinished, person, game.name):
                return RedirectResponse(f"/t/{before}", 303)
        chairs = with_bots(chairs, quick.level)
        table = await tables.make(game, options, chairs, person, phase="playing", rated=quick.rated)
        response = RedirectResponse(f"/t/{table.code}", 303)
        quick_game.remember(response, request, game, quick)
        return response

    @router.api_route("/new/{name}", methods=["GET", "HEAD"])
    async def settle(request: Request, name: str) -> Response:
        game, lang = found(name), Reader.of(request).lang
        query = request.query_params
        options = await with_component(store, game, usual(game), query.get("option"), query.get("code"))
        own = await offered(store, game, guests.guest(request), options)
        return services.page(
            request,
            "new.html",
            game=game,
            box=services.box(game),
            usual=usual(game),
            fields=fields(game, options, lang, own),
            name=await guests.name(request),
            clocks=clocks_offered(lang),
            account=await store.run(account_of, guests.guest(request)),
        )

    @router.post("/new/{name}")
    async def make(request: Request, name: str) -> Response:
        form = await read_form(request)
        person, game = guests.check(request, form.get("token")), found(name)
        services.limits.check("20 per minute", "make", person)
        services.limits.check("60 per minute", "make", address(request))
        count = seat_count(game, form.get("seats"))
        if form.get("name"):
            await tables.rename(person, proper_name(str(form.get("name"))))
        chairs = [Chair(seat, seat % COLOURS + 1) for seat in range(count)]
        chairs[0] = Chair(0, 1, await guests.name(request), person)
        options = chosen(game, count, form, await brought(store, game, form))
        one_device = form.get("device") == "one"
        clock = Clock() if one_device else Clock.read(str(form.get("clock", "")))
        rated = form.get("rated") == "yes"
        if rated:
            await check_friends(store, person, options, clock, one_device)
        listed = form.get("open") == "yes" and not one_device
        friends = form.get("open") == "friends" and not one_device
        how = {"open": listed, "friends": friends, "clock": clock.written, "one_device": one_device, "rated": rated}
        table = await tables.make(game, options, chairs, person, **how)
        return RedirectResponse(f"/t/{table.code}", 303)

    return router


def read_lobby(connection: Connection, person: str) -> dict[str, Any]:
    """Other people's tables and invitations, in one transaction, without those of blocked people."""
    account = account_of(connection, person)
    friends = friends_tables(connection, person, OPEN) if account else []
    codes = {kept.table.code for kept in friends}
    listed = without(open_tables(connection, OPEN), apart_from(connection, person))
    return {
        "account": account,
        "friends": friends,
        "open": [kept for kept in listed if kept.table.code not in codes],
        "running": running_tables(connection, person, RUNNING),
        "invitations": invitations_to(connection, person) if account else [],
        "requests": requests_to(connection, person) if account else 0,
    }


def seated_words(kept: Kept, lang: str) -> str:
    """The players of a gathering table, and the number of free seats."""
    there = [called(chair.name, lang) for chair in kept.chairs if chair.name]
    free = seats_free(len(kept.chairs) - len(there), lang)
    return say(lang, "{people}; {free}", people=listing(lang, there), free=free)


def seats_free(number: int, lang: str) -> str:
    """The number of free seats, in words."""
    if not number:
        return say(lang, "ready to start")
    return say(lang, "1 seat free") if number == 1 else say(lang, "{n} seats free", n=number)


def time_left(table: LiveTable, seat: int, lang: str) -> str:
    """The time a player has left, in words; empty without a clock."""
    left = table.time_left(seat)
    if left is None:
        return ""
    return say(lang, "your turn, {time} left", time=format_timedelta(timedelta(seconds=left), locale=lang))


def back(path: object) -> RedirectResponse:
    """A redirect to one of our pages."""
    target = str(path or "/")
    return RedirectResponse(target if target.startswith("/") and not target.startswith("//") else "/", 303)
