"""The line of an open page: a WebSocket that brings what changes and takes what the person does."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from tempolude.engine.state import SPECTATOR

from .ears import Ear
from .guard import address, failure, from_our_page, noted
from .house import House
from .inputs import JOINERS, number, one_line
from .reader import Reader
from .refusal import N_, Refusal
from .room import Room
from .thinking import hint

LARGEST = 2048  # characters of a message
SAY = 300
MOVE = re.compile(r"[ -~]{1,40}")  # the id of a move
MISSING, FOREIGN = 4404, 4403  # why the line is closed
TOO_FAST = 429
GONE = (WebSocketDisconnect, RuntimeError, KeyError)  # who was heard; or bytes came where text is expected


def routes(house: House) -> APIRouter:
    router = APIRouter()

    @router.websocket("/t/{code}/live")
    async def live(socket: WebSocket, code: str, at: str = "", seat: str = "") -> None:
        await socket.accept()
        if not from_our_page(socket):
            return await socket.close(FOREIGN)
        try:
            house.limits.check("120 per minute", "live", address(socket))
            room = await house.rooms.get(code)
        except Refusal as refused:
            await socket.send_text(orjson.dumps({"error": refused.words(Reader.of(socket).lang)}).decode())
            return await socket.close(MISSING)
        person = house.people.known(socket)
        ear = Ear(person, Reader.of(socket).lang, room.seat_of(person, seat))
        async with line(house, socket, ear):
            known = number(at, 10**9)
            room.come(ear, -1 if known is None else known)
            try:
                with suppress(*GONE):
                    while True:
                        await hear(house, room, socket, ear, await socket.receive_text())
                        await asyncio.sleep(0)  # let others have their turn, whoever sends without end
            finally:
                room.go(ear)

    @router.websocket("/me/live")
    async def bell(socket: WebSocket) -> None:
        """The line of a page that stands at no table: it rings when it is its person's turn somewhere."""
        await socket.accept()
        person = house.people.known(socket)
        if not from_our_page(socket) or person is None:
            return await socket.close(FOREIGN)
        async with line(house, socket, Ear(person, Reader.of(socket).lang, SPECTATOR)):
            with suppress(*GONE):
                while True:
                    await socket.receive_text()
                    await asyncio.sleep(1)  # nothing is to be said here

    return router


@asynccontextmanager
async def line(house: House, socket: WebSocket, ear: Ear) -> AsyncIterator[None]:
    """An open line: what the ear is told goes out until it is closed."""
    sending = asyncio.create_task(send(socket, ear))
    house.rooms.bell.come(ear)
    try:
        yield
    finally:
        house.rooms.bell.go(ear)
        sending.cancel()
        with suppress(RuntimeError, WebSocketDisconnect):  # closed already, by them
            await socket.close()


async def send(socket: WebSocket, ear: Ear) -> None:
    """Send what waits in the queue until the line ends."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while (message := await ear.queue.get()) is not None:
            await socket.send({"type": "websocket.send", "text": message.decode()})
        await socket.close()


async def hear(house: House, room: Room, socket: WebSocket, ear: Ear, text: str) -> None:
    """Do what a message asks for, or say why not. Nothing that a person sends is an error of the server."""
    move = None
    try:
        house.limits.check("600 per minute", "message", ear.person or "", str(id(ear)))
        message = read(text)
        move = message.get("id")
        if move is not None and not (isinstance(move, str) and MOVE.fullmatch(move)):
            move = None
            raise Refusal(N_("This message cannot be understood. Nothing has changed."))
        await answer(house, room, ear, message, move)
    except Refusal as refused:
        ear.tell({"error": refused.words(ear.lang)} | ({"refused": move} if move else {}))
        if refused.status == TOO_FAST:
            await asyncio.sleep(1)  # and read no further for a while
    except Exception:
        noted(socket)
        ear.tell({"error": failure(socket).words(ear.lang)} | ({"refused": move} if move else {}))


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


async def answer(house: House, room: Room, ear: Ear, message: dict[str, Any], move: str | None) -> None:
    match message:
        case {"do": int(action), "at": at} if not isinstance(action, bool):
            await room.act(player(ear), action, at, move)
            ear.tell({"done": move, "n": room.version})
        case {"undo": True}:
            await room.undo(player(ear), move)
            ear.tell({"done": move, "n": room.version})
        case {"hint": True}:
            house.limits.check("30 per minute", "hint", ear.person or "")
            ear.tell(await hint(room, player(ear), ear.lang))
        case {"back": True} if room.match:
            room.take_back_seat(player(ear))
            room.tell_seats()
        case {"say": str(text)}:
            await speak(house, room, ear, text)
        case {"explain": int(action)} if not isinstance(action, bool) and room.match and ear.seat >= 0:
            view = room.match.view(ear.seat)
            legal = room.match.state.waiting[ear.seat] and action in room.match.way.legal(view, ear.seat)
            words = room.desk(ear.seat, ear.lang).explain(view, action) if legal else ""
            ear.tell({"explain": action, "words": words})
        case _:
            raise Refusal(N_("This message cannot be understood. Nothing has changed."))


def player(ear: Ear) -> int:
    if ear.seat < 0:
        raise Refusal(N_("You are watching: only who sits at the table plays."))
    return ear.seat


async def speak(house: House, room: Room, ear: Ear, text: str) -> None:
    seat = player(ear)
    house.limits.check("20 per minute", "say", ear.person or "")
    if text.strip():
        await room.speak(seat, spoken(text))


def spoken(text: str) -> str:
    """What is said, on one line."""
    words = one_line(text, keep=JOINERS)
    if not words:
        raise Refusal(N_("There is nothing to say in this."), 400)
    if len(words) > SAY:
        raise Refusal(N_("That is too long to say at once."))
    return words
