"""The routes of a table: its page, the setup before the match, its record, the rematch."""

from __future__ import annotations

from dataclasses import replace

import orjson
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.datastructures import FormData

from tempolude.bots import levels
from tempolude.engine.record import seed_hash
from tempolude.engine.state import SEATS

from .. import wire
from ..http.inputs import number, one_line, read_form
from ..http.reader import Reader
from ..people.guests import proper_name
from ..preferences import Preferences
from ..refusal import N_, Refusal
from ..services import Services
from ..storage.accounts import account_of
from ..storage.store import note_rematch, person_name, put_away
from ..storage.together import (
    FRIENDS,
    Friend,
    answered,
    friend_by_key,
    friends_of,
    invite,
    invited_by,
    seatable,
    was_sent_away,
    withdraw_invitation,
)
from ..table.chairs import COLOURS, USUAL, Chair, level_name, taken, with_bots
from ..table.clocks import Clock, clocks_offered
from ..table.leaving import leaving
from ..table.live_table import LiveTable
from ..table.option_form import chosen, fields, level, seat_count
from ..table.rated import check_friends, check_person, seated_ratings
from ..table.record import record_of
from ..translation import called
from ..view.page import live_page
from ..workshop.own import brought, offered
from .sharing import drawn, invitation
from .together import check_account, check_often, named


def routes(services: Services) -> APIRouter:
    router = APIRouter()
    guests, tables = services.guests, services.tables

    @router.api_route("/t/{code}", methods=["GET", "HEAD"])
    async def table(request: Request, code: str, seat: str = "") -> Response:
        table = await tables.get(code)
        if table.match is None:
            return await gathering(request, table)
        table.check_reader(guests.known(request))
        liked = await guests.preferences(request, Preferences(services.settings.pace))
        person = guests.guest(request)
        reader, at = Reader.of(request), table.seat_of(person, seat)
        own = table.gathering.seats_of(person)
        state = table.broadcast.state(at, reader.lang, person)
        made_by = f"&by={services.store.process}" if services.store.shared else ""
        page = live_page(
            services.pages,
            table.broadcast.seat_view(at, reader.lang),
            table.players,
            reader.theme,
            state,
            seed_hash(table.match.seed),
            code=code,
            address=f"/t/{code}/live?seat={at}{made_by}",
            token=guests.token(person),
            passed=own if len(own) > 1 else [],
            pace=liked.pace,
            confirm=liked.confirm,
            leaving=leaving(table.chairs, person, table.kept, reader.lang),
            strict=table.kept.strict,
            onward=table.onward(reader.lang),
        )
        return guests.welcome(request, services.pages.answer(reader, page))

    async def gathering(request: Request, table: LiveTable) -> Response:
        reader, person = Reader.of(request), guests.known(request)
        own = await offered(services.store, table.game, person or "", table.kept.options)
        given = await guests.given_name(request)
        link, reachable = invitation(request, f"/t/{table.code}")
        return services.page(
            request,
            "gather.html",
            table=table,
            game=table.game,
            box=services.box(table.game),
            chairs=table.chairs,
            me=table.seat_of(person),
            unnamed=given is None,
            name=given or guests.nameless(request),
            host=table.kept.host == person,
            host_name=called(next((c.name for c in table.chairs if c.person == table.kept.host), ""), reader.lang),
            fields=fields(table.game, table.kept.options, reader.lang, own),
            link=link,
            reachable=reachable,
            seed=seed_hash(int(table.kept.seed)),
            colours=range(1, COLOURS + 1),
            levels=levels(),
            usual=USUAL,
            level_name=lambda bot: level_name(bot, reader.lang),
            clock=Clock.read(table.kept.clock).words(reader.lang),
            clocks=clocks_offered(reader.lang, table.kept.clock),
            account=await services.store.run(account_of, person or ""),
            away=person is not None and await services.store.run(was_sent_away, table.code, person),
            invited=await services.store.run(invited_by, table.code, person or ""),
            friends=await to_invite(services, table, person),
            ratings=await seated_ratings(services.store, table) if table.kept.rated else {},
        )

    @router.get("/t/{code}/qr.svg")
    async def qr(request: Request, code: str) -> Response:
        await tables.get(code)
        return drawn(invitation(request, f"/t/{code}")[0])

    @router.get("/t/{code}/record")
    async def record(request: Request, code: str) -> Response:
        table = await tables.look(code)
        table.check_reader(guests.known(request))
        text = orjson.dumps(record_of(table), option=orjson.OPT_INDENT_2)
        name = f"{table.game.name}-{code}.json"
        return Response(
            text, media_type="application/json", headers={"Content-Disposition": f'attachment; filename="{name}"'}
        )

    # --- Before the match ----------------------------------------------------------

    @router.post("/t/{code}/again")
    async def again(request: Request, code: str) -> Response:
        """The rematch of the same players; if several ask for it, the first one created."""
        form = await read_form(request)
        person, table = guests.check(request, form.get("token")), await tables.get(code)
        if not table.gathering.seats_of(person) or not table.over or table.onward("en"):
            raise Refusal(N_("Only its players can ask for a rematch, once the game is over."), 403)
        async with table.lock:
            guests.still(request, person)
            if not table.kept.rematch:
                begin = all(c.bot or c.person == person for c in table.chairs)
                kept, phase = table.kept, "playing" if begin else "gathering"
                how = {"open": kept.open, "clock": kept.clock, "one_device": kept.one_device, "phase": phase}
                how |= {"rated": kept.rated, "friends": kept.friends}
                following = table.chairs[1:] + table.chairs[:1]  # rotate, so that somebody else begins
                players = [person, *(c.person for c in following if c.person)]
                come = await services.store.run(seatable, players)  # there may be new blocks
                chairs = [
                    Chair(i, c.colour)
                    if c.left or (c.person and c.person not in {person, *come})
                    else Chair(i, c.colour, c.name, c.person, c.bot)
                    for i, c in enumerate(following)
                ]
                chairs = with_bots(chairs) if begin else chairs
                new = await tables.make(table.game, table.game.unpin(table.kept.options), chairs, person, **how)
                first = await services.store.run(note_rematch, code, new.code)
                if first != new.code:
                    await tables.forget(new.code, f"/t/{first}")  # another process was faster
                table.kept = replace(table.kept, rematch=first)
                table.broadcast.send_all(wire.Next(f"/t/{first}"))
        return RedirectResponse(f"/t/{table.kept.rematch}", 303)

    @router.post("/t/{code}/leave")
    async def leave(request: Request, code: str) -> Response:
        """Leave a table for good, before or during the match."""
        form = await read_form(request)
        person, table = guests.check(request, form.get("token")), await tables.look(code)
        async with table.lock:
            guests.still(request, person)
            await tables.leave(table, person)
        return RedirectResponse("/", 303)

    @router.post("/t/{code}/away")
    async def away(request: Request, code: str) -> Response:
        """Hide a finished match from your own lists."""
        form = await read_form(request)
        person = guests.check(request, form.get("token"))
        if not await services.store.run(put_away, code, person):
            raise Refusal(N_("Only its players can put a finished game away."), 403)
        return RedirectResponse("/", 303)

    @router.post("/t/{code}/{verb}")
    async def change(request: Request, code: str, verb: str) -> Response:
        form = await read_form(request)
        person, table = guests.check(request, form.get("token")), await tables.get(code)
        if verb not in VERBS:
            raise Refusal(N_("There is nothing at this address."), 404)
        async with table.lock:
            guests.still(request, person)  # they may have signed out while waiting
            await VERBS[verb](services, request, table, person, form)
        return RedirectResponse(f"/t/{code}", 303)

    return router


async def sit(services: Services, request: Request, table: LiveTable, person: str, form: FormData) -> None:
    seat = seat_in(form)
    table.gathering.chair_at(seat)
    if table.kept.rated:
        await check_person(services.store, person)
    if form.get("name"):
        await services.tables.rename(person, proper_name(str(form.get("name"))), held=table)
    await table.gathering.sit(person, await services.guests.name(request), seat)


async def name_player(services: Services, request: Request, table: LiveTable, person: str, form: FormData) -> None:
    text = str(form.get("name", ""))
    await table.gathering.name_player(person, seat_in(form), proper_name(text) if text else "")


async def stand(services: Services, request: Request, table: LiveTable, person: str, form: FormData) -> None:
    await table.gathering.stand(person)


async def put_bot(services: Services, request: Request, table: LiveTable, person: str, form: FormData) -> None:
    """Put a bot on a free seat, or remove it: one button for both."""
    seat = seat_in(form)
    there = table.gathering.chair_at(seat).bot
    await table.gathering.put_bot(person, seat, None if there else level(form.get("level")))


async def colour(services: Services, request: Request, table: LiveTable, person: str, form: FormData) -> None:
    """Choose a colour; the player who had it gets the old one."""
    seat, new = table.seat_of(person), number(form.get("colour"), COLOURS)
    if seat < 0 or not new:
        raise Refusal(N_("That colour cannot be chosen. Nothing has changed."), 400)
    old = table.chairs[seat].colour
    swapped = [replace(chair, colour=old) if chair.colour == new else chair for chair in table.chairs]
    await table.gathering.change(taken(swapped, seat, colour=new))


async def settle(services: Services, request: Request, table: LiveTable, person: str, form: FormData) -> None:
    """Change options, seats and who can join, as the host."""
    table.gathering.only_host(person)
    count = seat_count(table.game, form.get("seats", len(table.chairs)))
    options = chosen(table.game, count, form, await brought(services.store, table.game, form, table.kept.options))
    chairs = [c for c in table.chairs if not c.free] if count < len(table.chairs) else list(table.chairs)
    if len(chairs) > count:
        raise Refusal(N_("There are already more players than that at this table."))
    chairs = [replace(chair, seat=i) for i, chair in enumerate(chairs)]
    used = {c.colour for c in chairs}
    spare = [n for n in range(1, COLOURS + 1) if n not in used]
    chairs += [Chair(seat, spare.pop(0)) for seat in range(len(chairs), count)]
    clock = Clock.read(str(form.get("clock", table.kept.clock)))
    if table.kept.rated:
        await check_friends(services.store, person, options, clock, table.kept.one_device)
    if clock.runs and table.kept.one_device:
        raise Refusal(N_("On one device there is no clock. Nothing has changed."), 400)
    listed, friends = form.get("open") == "yes", form.get("open") == "friends"
    await table.gathering.change(chairs, options=options, open=listed, friends=friends, clock=clock.written)


async def start(services: Services, request: Request, table: LiveTable, person: str, form: FormData) -> None:
    await table.gathering.start(person, level(form.get("level")))


async def accept(services: Services, request: Request, table: LiveTable, person: str, form: FormData) -> None:
    """Accept an invitation: take the first free seat."""
    if not table.gathering.seats_of(person):
        free = next((chair.seat for chair in table.chairs if chair.free), None)
        if free is None:
            raise Refusal(N_("Every seat is taken. Nothing has changed."), code="seat_taken")
        if table.kept.rated:
            await check_person(services.store, person)
        await table.gathering.sit(person, await services.guests.name(request), free)
    await services.store.run(answered, table.code, person)


async def invite_by_name(services: Services, request: Request, table: LiveTable, person: str, form: FormData) -> None:
    """Invite a friend by key, or anybody by sign-in name."""
    table.gathering.only_seated(person)
    await check_account(services.store, person)
    check_often(services, request, person)
    if table.kept.one_device:
        raise Refusal(N_("This table is played on one device: players are added there."), 403, code="one_device")
    if key := str(form.get("key", "")):
        other = await services.store.run(friend_by_key, person, key)
        name = await services.store.run(person_name, other) or ""
    else:
        name = one_line(str(form.get("account", "")), 24)
        other = await named(services, name)
    for news in await services.store.run(invite, table.code, person, other, name):
        services.tables.tell(news)


async def uninvite(services: Services, request: Request, table: LiveTable, person: str, form: FormData) -> None:
    for news in await services.store.run(withdraw_invitation, table.code, person, str(form.get("name", ""))):
        services.tables.tell(news)


async def send_away(services: Services, request: Request, table: LiveTable, person: str, form: FormData) -> None:
    await table.gathering.send_away(person, seat_in(form))


async def to_invite(services: Services, table: LiveTable, person: str | None) -> list[Friend]:
    """The friends that a player can still invite."""
    if person is None or not table.gathering.seats_of(person) or table.kept.one_device:
        return []
    there = {chair.person for chair in table.chairs}
    invited = {each.person for each in await services.store.run(invited_by, table.code, person)}
    friends = await services.store.run(friends_of, person)
    return [f for f in friends if f.state == FRIENDS and f.person not in there | invited]


VERBS = {
    "accept": accept,
    "invite": invite_by_name,
    "uninvite": uninvite,
    "send-away": send_away,
    "sit": sit,
    "player": name_player,
    "stand": stand,
    "bot": put_bot,
    "colour": colour,
    "settle": settle,
    "start": start,
}


def seat_in(form: FormData) -> int:
    """The seat in a form; an invalid one if it names none."""
    seat = number(form.get("seat"), SEATS - 1)
    return -1 if seat is None else seat
