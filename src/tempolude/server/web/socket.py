"""The line of an open page: a WebSocket that brings what changes and takes what the person does."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from ..http.connections import CUT, WRITE
from ..http.front import address, failure, from_our_page, noted
from ..http.inputs import number
from ..http.reader import Reader
from ..refusal import N_, Refusal
from ..services import Services
from ..table.bots import hint
from ..table.connection import FOREIGN, MISSING, MOVED, RESTARTING, TOO_MANY, Connection
from ..table.live_table import LiveTable
from ..table.talk import spoken

LARGEST = 2048  # characters of a message
MOVE = re.compile(r"[ -~]{1,40}")  # the id of a move
TOO_FAST = 429
NORMAL = 1000  # they went by themselves
GONE = (WebSocketDisconnect, RuntimeError, KeyError)  # who was heard; or bytes came where text is expected


def routes(services: Services) -> APIRouter:
    router = APIRouter()

    @router.websocket("/t/{code}/live")
    async def live(socket: WebSocket, code: str, at: str = "", seat: str = "") -> None:
        await socket.accept()
        if not from_our_page(socket):
            return await socket.close(FOREIGN)
        try:
            services.limits.check("120 per minute", "live", address(socket))
            table = await services.tables.get(code)
        except Refusal as refused:
            return await turned_away(socket, refused)
        async with line(services, socket, seat) as connection:  # nothing is waited for from here to `come`
            if connection is None:
                return None
            if seat and table.match and str(table.seat_of(connection.person, seat)) != seat:
                connection.end(MOVED)  # the page was made for another seat than this person has now
                return None
            known = number(at, 10**9)
            table.broadcast.join(connection, -1 if known is None else known)
            try:
                with suppress(*GONE):
                    while connection.ended is None:
                        await hear(services, table, socket, connection, await socket.receive_text())
                        await asyncio.sleep(0)  # let others have their turn, whoever sends without end
            finally:
                table.broadcast.leave(connection)

    @router.websocket("/me/live")
    async def notifier(socket: WebSocket) -> None:
        """The line of a page that stands at no table: it rings when it is its person's turn somewhere."""
        await socket.accept()
        if not from_our_page(socket) or services.guests.known(socket) is None:
            await socket.close(FOREIGN)
            return
        async with line(services, socket) as connection:
            with suppress(*GONE):
                while connection and connection.ended is None:
                    await socket.receive_text()
                    await asyncio.sleep(1)  # nothing is to be said here

    return router


@asynccontextmanager
async def line(services: Services, socket: WebSocket, wanted: str = "") -> AsyncIterator[Connection | None]:
    """An open line: what its ear is told goes out until it is closed. None if this is one line too many."""
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
            connection.end(RESTARTING)
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
    """Send what waits in the queue until the line ends, then close it."""
    with suppress(WebSocketDisconnect, RuntimeError):  # closed already, by them
        while (message := await connection.next()) is not None:
            await socket.send({"type": "websocket.send", "text": message.decode()})
        await socket.close(connection.ended or NORMAL)


async def turned_away(socket: WebSocket, refused: Refusal) -> None:
    """Say why there is no line, and close it."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(orjson.dumps({"error": refused.words(Reader.of(socket).lang)}).decode())
        await socket.close(TOO_MANY if refused.status == TOO_FAST else MISSING)


async def hear(services: Services, table: LiveTable, socket: WebSocket, connection: Connection, text: str) -> None:
    """Do what a message asks for, or say why not. Nothing that a person sends is an error of the server."""
    move = None
    if connection.ended is not None:
        return
    try:
        services.limits.check("600 per minute", "message", connection.person or connection.address)
        message = read(text)
        move = message.get("id")
        if move is not None and not (isinstance(move, str) and MOVE.fullmatch(move)):
            move = None
            raise Refusal(N_("This message cannot be understood. Nothing has changed."))
        await answer(services, table, connection, message, move)
    except Refusal as refused:
        connection.send({"error": refused.words(connection.lang)} | ({"refused": move} if move else {}))
        if refused.status == TOO_FAST:
            await asyncio.sleep(1)  # and read no further for a while
    except Exception:
        noted(socket)
        connection.send({"error": failure(socket).words(connection.lang)} | ({"refused": move} if move else {}))


def read(text: str) -> dict[str, Any]:
    if len(text) > LARGEST:
        raise Refusal(N_("This message is too long. Nothing has changed."))
    try:
        message = orjson.loads(text)
    except orjson.JSONDecodeError:
        message = None
    if not isinstance(message, dict):
        raise Refusal(N_("This message cannot be understood. Nothing has changed."))
    return message


async def answer(
    services: Services, table: LiveTable, connection: Connection, message: dict[str, Any], move: str | None
) -> None:
    """Do it for the seat that the chairs give this person now. Who waited for something is asked again who they are."""
    match message:
        case {"do": int(action), "at": at} if not isinstance(action, bool):
            n = await table.act(player(table, connection), action, at, move)
            connection.send({"done": move, "n": n})
        case {"undo": True}:
            n = await table.undo(player(table, connection), move)
            connection.send({"done": move, "n": n})
        case {"hint": True}:
            services.limits.check("30 per minute", "hint", connection.person or "")
            connection.send(await hint(table, player(table, connection), connection.lang, connection.address))
        case {"back": True} if table.match:
            table.take_back_seat(player(table, connection))
            table.broadcast.send_seats()
        case {"say": str(text)}:
            await speak(services, table, connection, text)
        case {"explain": int(action)} if (
            not isinstance(action, bool) and table.match and table.broadcast.seat_of_connection(connection) >= 0
        ):
            seat = table.broadcast.seat_of_connection(connection)
            view = table.match.view(seat)
            legal = table.match.state.waiting[seat] and action in table.match.way.legal(view, seat)
            words = table.broadcast.seat_view(seat, connection.lang).explain(view, action) if legal else ""
            connection.send({"explain": action, "words": words})
        case _:
            raise Refusal(N_("This message cannot be understood. Nothing has changed."))


def player(table: LiveTable, connection: Connection) -> int:
    seat = table.broadcast.seat_of_connection(connection)
    if seat < 0:
        raise Refusal(N_("You are watching: only who sits at the table plays."))
    return seat


async def speak(services: Services, table: LiveTable, connection: Connection, text: str) -> None:
    seat = player(table, connection)
    services.limits.check("20 per minute", "say", connection.person or "")
    if text.strip():
        await table.broadcast.speak(seat, spoken(text))
