"""The WebSocket of an open page: it sends changes and receives the person's actions (wire.py)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager, suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from .. import wire
from ..http.connections import CUT, READ, WRITE
from ..http.front import address, failure, from_our_page, noted
from ..http.inputs import number
from ..http.reader import Reader
from ..refusal import N_, Refusal
from ..services import Services
from ..table.bots import advice
from ..table.connection import Connection
from ..table.live_table import LiveTable
from ..table.rated import no_hints
from ..table.talk import spoken

TOO_FAST = 429
NORMAL = 1000  # closed by the client
GONE = (WebSocketDisconnect, RuntimeError, KeyError)  # the client disconnected, or sent a binary frame


def routes(services: Services) -> APIRouter:
    router = APIRouter()

    @router.websocket("/t/{code}/live")
    async def live(socket: WebSocket, code: str, v: str = "", at: str = "", seat: str = "", by: str = "") -> None:
        if not await admitted(socket, v):
            return None
        try:
            services.limits.check("120 per minute", "live", address(socket))
            table = await services.tables.get(code)
            table.check_reader(services.guests.known(socket))
        except Refusal as refused:
            return await turned_away(socket, refused)
        async with line(services, socket, seat) as connection:  # no await from here to `join`
            if connection is None:
                return None
            if seat and table.match and str(table.seat_of(connection.person, seat)) != seat:
                connection.end(wire.Close.MOVED)  # the page is for another seat than the person has now
                return None
            elsewhere = by and by != services.store.process  # what such a page has is not known here
            known = None if elsewhere else number(at, 10**9)
            table.broadcast.join(connection, -1 if known is None else known)
            try:
                # In its own task: each message would otherwise pass through some thirty frames of the routing.
                await asyncio.create_task(listen(services, table, socket, connection))
            finally:
                table.broadcast.leave(connection)

    @router.websocket("/me/live")
    async def notifier(socket: WebSocket, v: str = "") -> None:
        """The connection of a page outside tables: it notifies a person when it is their turn somewhere."""
        await socket.accept()
        if not from_our_page(socket) or services.guests.known(socket) is None:
            return await socket.close(wire.Close.FOREIGN)
        if v != str(wire.VERSION):
            return await outdated(socket, v)
        async with line(services, socket) as connection:
            if connection:
                await stay(socket, connection)
        return None

    return router


async def listen(services: Services, table: LiveTable, socket: WebSocket, connection: Connection) -> None:
    """Handle the messages of a connection, one after the other, until it ends."""
    read: Callable[[], Awaitable[str | None]] = socket.scope.get("extensions", {}).get(READ, socket.receive_text)
    with suppress(*GONE):
        while connection.ended is None and (text := await read()) is not None:
            await hear(services, table, socket, connection, text)


async def admitted(socket: WebSocket, version: str) -> bool:
    """Accept a connection; if it is not from a page of ours, or from an outdated one, close it and return False."""
    await socket.accept()
    if not from_our_page(socket):
        await socket.close(wire.Close.FOREIGN)
        return False
    if version != str(wire.VERSION):
        await outdated(socket, version)
        return False
    return True


async def stay(socket: WebSocket, connection: Connection) -> None:
    """Hold a connection on which no messages are expected until it ends."""
    with suppress(*GONE):
        while connection.ended is None:
            await socket.receive_text()
            await asyncio.sleep(1)


async def outdated(socket: WebSocket, version: str) -> None:
    """Reload a page that was open during an upgrade, so that it gets the current script."""
    with suppress(WebSocketDisconnect, RuntimeError):
        if not version:
            await socket.send_text(wire.FIRST_RELOAD.decode())
        await socket.close(wire.Close.OUTDATED if version else wire.Close.SIGNED_OUT)


@asynccontextmanager
async def line(services: Services, socket: WebSocket, wanted: str = "") -> AsyncIterator[Connection | None]:
    """An open connection, whose messages are sent until it is closed. None if there are too many."""
    person, session = services.guests.proved(socket) or (None, "")
    connection = Connection(person, Reader.of(socket).lang, wanted=wanted, session=session, address=address(socket))
    notifier = services.tables.notifier
    with ExitStack() as stack:
        try:
            stack.enter_context(notifier.counted(person, connection.address))
        except Refusal as refused:
            await turned_away(socket, refused)
            yield None
            return
        if services.tables.draining:
            connection.end(wire.Close.RESTARTING)
        sending = asyncio.create_task(send(socket, connection))
        extensions = socket.scope.get("extensions", {})
        connection.cut, connection.write = extensions.get(CUT, sending.cancel), extensions.get(WRITE, connection.write)
        notifier.add(connection)
        try:
            yield connection
        finally:
            notifier.remove(connection)
            connection.end(NORMAL)
            await asyncio.wait([sending])


async def send(socket: WebSocket, connection: Connection) -> None:
    """Send queued messages until the connection ends, then close it."""
    with suppress(WebSocketDisconnect, RuntimeError):  # already closed by the client
        while (message := await connection.next()) is not None:
            await socket.send({"type": "websocket.send", "text": message.decode()})
        await socket.close(connection.ended or NORMAL)


async def turned_away(socket: WebSocket, refused: Refusal) -> None:
    """Close a refused connection with the reason."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(wire.encode(wire.Error(refused.words(Reader.of(socket).lang))).decode())
        await socket.close(wire.Close.TOO_MANY if refused.status == TOO_FAST else wire.Close.MISSING)


async def hear(services: Services, table: LiveTable, socket: WebSocket, connection: Connection, text: str) -> None:
    """Handle a message, or send the reason why not. No input may cause a server error."""
    if connection.ended is not None:
        return
    connection.acknowledged, message = None, None  # a repeated move is answered again
    try:
        services.limits.check("600 per minute", "message", connection.person or connection.address)
        message = wire.decode(text)
        await answer(services, table, connection, message)
    except Refusal as refused:
        connection.send(not_done(wire.name_of(text), message, refused.words(connection.lang)))
        if refused.status == TOO_FAST:
            await asyncio.sleep(1)  # slow down reading
    except Exception:
        noted(socket)
        connection.send(not_done(wire.name_of(text), message, failure(socket).words(connection.lang)))


def not_done(move: str | None, message: wire.Received | None, words: str) -> wire.Refused | wire.Error:
    if move:
        return wire.Refused(move, words)
    return wire.Error(words, of="hint" if isinstance(message, wire.AskHint) else "")


async def answer(services: Services, table: LiveTable, connection: Connection, message: wire.Received) -> None:
    """Handle a message for the person's current seat; after every wait, they are authenticated again."""
    match message:
        case wire.Do(action, at, move):
            done(connection, move, await table.act(player(table, connection), action, at, move))
        case wire.Undo(move):
            done(connection, move, await table.undo(player(table, connection), move))
        case wire.AskHint() if table.kept.strict:
            raise no_hints()
        case wire.AskHint():
            services.limits.check("30 per minute", "hint", connection.person or "")
            seat = player(table, connection)
            best = await advice(table, seat, connection.address)
            connection.send(table.broadcast.seat_view(seat, connection.lang).hint(table.playing.view(seat), best))
        case wire.Explain(action):
            connection.send(explain(table, player(table, connection), action, connection.lang))
        case wire.Weigh(action):
            connection.send(weigh(table, player(table, connection), action, connection.lang))
        case wire.Back():
            seat, _ = player(table, connection), table.playing
            table.take_back_seat(seat)
            table.broadcast.send_seats()
        case wire.Look(on):
            table.broadcast.looks(connection, on)
        case wire.Say(text):
            await speak(services, table, connection, text)


def done(connection: Connection, move: str, version: int) -> None:
    """Send that a move was done, unless an update has acknowledged it already."""
    if connection.acknowledged != move:
        connection.send(wire.Done(move, version))


def explain(table: LiveTable, seat: int, action: int, lang: str) -> wire.Explained:
    """What an action of a seat would do; empty if it is not legal now."""
    match = table.playing
    view = match.view(seat)
    legal = view.waiting[seat] and action in match.way.legal(view, seat)
    return table.broadcast.seat_view(seat, lang).explain(view, action) if legal else wire.Explained(action, "")


def weigh(table: LiveTable, seat: int, action: int, lang: str) -> wire.Weighed:
    """Whether an action of a seat could be undone, and what it would do."""
    match = table.playing
    view = match.view(seat)
    legal = view.waiting[seat] and action in match.way.legal(view, seat)
    final = not legal or not table.undoes or match.is_final(seat, action)
    return wire.Weighed(action, final, explain(table, seat, action, lang).words)


def player(table: LiveTable, connection: Connection) -> int:
    seat = table.broadcast.seat_of_connection(connection)
    if seat < 0:
        raise Refusal(N_("You are watching. Only seated players can play."))
    return seat


async def speak(services: Services, table: LiveTable, connection: Connection, text: str) -> None:
    seat = player(table, connection)
    services.limits.check("20 per minute", "say", connection.person or "")
    if text.strip():
        await table.broadcast.speak(seat, spoken(text))
