"""Tables through the API: create, find, join, start."""

from __future__ import annotations

from fastapi import APIRouter

from tempolude.engine.errors import TempoludeError

from ..refusal import N_, Refusal
from ..storage.store import open_tables, tables_of
from ..storage.together import apart_from, without
from ..table.chairs import COLOURS, USUAL, Chair, bot_chair, chairs_of, with_bots
from ..table.clocks import Clock
from ..table.option_form import settled, usual
from ..table.rated import no_programs
from .callers import At, Caller, Place, Who
from .errors import refusals
from .models import Leaving, NewTable, PutBot, Sit, Start, Table, Tables
from .serializers import table_of

MOST = 12  # a caller's own tables listed at most

OPEN = 50  # open tables listed at most

router = APIRouter(tags=["tables"])
sent = refusals(400, 401, 403, 404, 409, 410, 411, 413, 422)


@router.get(
    "/tables",
    summary=N_("Open tables"),
    description=N_("The tables that anybody may join, the newest first."),
    responses=refusals(401),
)
async def list_tables(who: Who) -> Tables:
    found = await who.services.store.run(open_tables, OPEN)
    away = await who.services.store.run(apart_from, who.person)
    there = [kept for kept in without(found, away) if kept.table.game in who.services.tables.games]
    return Tables(tables=[table_of(kept.table, chairs_of(kept), who.person) for kept in there])


@router.post(
    "/tables",
    status_code=201,
    summary=N_("Create a table"),
    description=N_("You are its host, on seat 0. Give its code to others or put bots on the other seats, then start."),
    responses=refusals(400, 401, 404, 411, 413, 422),
)
async def make_table(who: Who, new: NewTable) -> Table:
    services = who.services
    services.limits.check("20 per minute", "make", who.person)
    services.limits.check("60 per minute", "make", who.address)
    game = services.tables.games.get(new.game)
    if game is None:
        raise Refusal(N_("There is no such game on the shelf."), 404, code="no_such_game")
    count = usual(game) if new.seats is None else new.seats
    if count not in game.seats:
        raise Refusal(N_("This game cannot be played with that many players."), 400, code="seats")
    if len(new.bots) >= count:
        raise Refusal(N_("There are more bots than seats for them. Nothing has changed."), 400, code="seats")
    options = settled(game, count, new.options)
    chairs = [Chair(seat, seat % COLOURS + 1) for seat in range(count)]
    chairs[0] = Chair(0, 1, who.name, who.person)
    for seat, level in enumerate(new.bots, 1):
        chairs[seat] = bot_chair(chairs[seat], {chair.name for chair in chairs}, level)
    if new.start:
        chairs = with_bots(chairs, USUAL)
    phase = "playing" if new.start else "gathering"
    clock = Clock.read(new.clock).written
    table = await services.tables.make(game, options, chairs, who.person, open=new.open, phase=phase, clock=clock)
    return table_of(table.kept, table.chairs, who.person, table)


@router.get(
    "/tables/{code}",
    summary=N_("One table"),
    description=N_("Who sits there, who is asked, how far the match is, and how it ended."),
    responses=refusals(401, 404, 410),
)
async def get_table(at: At) -> Table:
    return told(at)


@router.post(
    "/tables/{code}/sit",
    summary=N_("Sit down"),
    description=N_("Take a seat before the match, or another one than yours."),
    responses=sent,
)
async def sit(at: At, wish: Sit) -> Table:
    if at.table.kept.strict:
        raise no_programs()
    async with at.table.lock:
        free = next((chair.seat for chair in at.table.chairs if chair.free), None)
        seat = free if wish.seat is None else wish.seat
        if seat is None:
            raise Refusal(N_("Every seat is taken. Nothing has changed."), code="seat_taken")
        await at.table.gathering.sit(at.caller.person, at.caller.name, seat)
    return told(at)


@router.post(
    "/tables/{code}/stand",
    summary=N_("Leave the seat"),
    description=N_("Leave your seat before the game starts. If the host leaves, the next person becomes host."),
    responses=refusals(401, 404, 409, 410),
)
async def stand(at: At) -> Table:
    async with at.table.lock:
        await at.table.gathering.stand(at.caller.person)
    return told(at)


@router.post(
    "/tables/{code}/leave",
    summary=N_("Leave for good"),
    description=N_(
        "Before the game starts, leaves your seat. Once it has started, a bot takes over for good and the others are "
        "told. A table with no other person left is removed."
    ),
    responses=refusals(401, 403, 404, 409, 410),
)
async def leave(at: At) -> Leaving:
    async with at.table.lock:
        return Leaving(goes_on=await at.caller.services.tables.leave(at.table, at.caller.person))


@router.post(
    "/tables/{code}/bots",
    summary=N_("Put a bot"),
    description=N_("The host puts a bot on a seat that no person has, or removes it."),
    responses=sent,
)
async def put_bot(at: At, bot: PutBot) -> Table:
    async with at.table.lock:
        await at.table.gathering.put_bot(at.caller.person, bot.seat, bot.level)
    return told(at)


@router.post(
    "/tables/{code}/start",
    summary=N_("Start the game"),
    description=N_("The host starts the game; bots fill the empty seats."),
    responses=sent,
)
async def start(at: At, how: Start) -> Table:
    async with at.table.lock:
        await at.table.gathering.start(at.caller.person, how.level)
    return told(at)


def told(at: Place) -> Table:
    """The current table for the caller, whose seat may have changed."""
    return table_of(at.table.kept, at.table.chairs, at.caller.person, at.table)


async def mine(who: Caller) -> list[Table]:
    """The tables where the caller sits."""
    tables = []
    for kept in await who.services.store.run(tables_of, who.person, ("gathering", "playing"), MOST):
        try:
            table = await who.services.tables.get(kept.table.code)
        except (Refusal, TempoludeError):
            continue  # it can no longer be shown
        if not table.over:  # according to its log, whatever its row says
            tables.append(table_of(table.kept, table.chairs, who.person, table))
    return tables
