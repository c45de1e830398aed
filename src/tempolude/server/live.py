"""The line of an open page: a WebSocket that brings what changes and takes what the person does."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from .ears import CUT, FOREIGN, MISSING, MOVED, TOO_MANY, Ear
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
TOO_FAST = 429
NORMAL = 1000  # they went by themselves
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
            return await turned_away(socket, refused)
        async with line(house, socket, seat) as ear:  # nothing is waited for from here to `come`
            if ear is None:
                return None
            if seat and room.match and str(room.seat_of(ear.person, seat)) != seat:
                ear.end(MOVED)  # the page was made for another seat than this person has now
                return None
            known = number(at, 10**9)
            room.come(ear, -1 if known is None else known)
            try:
                with suppress(*GONE):
                    while ear.ended is None:
                        await hear(house, room, socket, ear, await socket.receive_text())
                        await asyncio.sleep(0)  # let others have their turn, whoever sends without end
            finally:
                room.go(ear)

    @router.websocket("/me/live")
    async def bell(socket: WebSocket) -> None:
        """The line of a page that stands at no table: it rings when it is its person's turn somewhere."""
        await socket.accept()
        if not from_our_page(socket) or house.people.known(socket) is None:
            await socket.close(FOREIGN)
            return
        async with line(house, socket) as ear:
            with suppress(*GONE):
                while ear and ear.ended is None:
                    await socket.receive_text()
                    await asyncio.sleep(1)  # nothing is to be said here

    return router


@asynccontextmanager
async def line(house: House, socket: WebSocket, wanted: str = "") -> AsyncIterator[Ear | None]:
    """An open line: what its ear is told goes out until it is closed. None if this is one line too many."""
    person, session = house.people.proved(socket) or (None, "")
    ear = Ear(person, Reader.of(socket).lang, wanted=wanted, session=session, address=address(socket))
    bell = house.rooms.bell
    with ExitStack() as stack:
        try:
            stack.enter_context(bell.counted(person, ear.address))
        except Refusal as refused:
            await turned_away(socket, refused)
            yield None
            return
        sending = asyncio.create_task(send(socket, ear))
        ear.cut = socket.scope.get("extensions", {}).get(CUT, sending.cancel)
        bell.come(ear)
        try:
            yield ear
        finally:
            bell.go(ear)
            ear.end(NORMAL)
            await asyncio.wait([sending])


async def send(socket: WebSocket, ear: Ear) -> None:
    """Send what waits in the queue until the line ends, then close it."""
    with suppress(WebSocketDisconnect, RuntimeError):  # closed already, by them
        while (message := await ear.next()) is not None:
            await socket.send({"type": "websocket.send", "text": message.decode()})
        await socket.close(ear.ended or NORMAL)


async def turned_away(socket: WebSocket, refused: Refusal) -> None:
    """Say why there is no line, and close it."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(orjson.dumps({"error": refused.words(Reader.of(socket).lang)}).decode())
        await socket.close(TOO_MANY if refused.status == TOO_FAST else MISSING)


async def hear(house: House, room: Room, socket: WebSocket, ear: Ear, text: str) -> None:
    """Do what a message asks for, or say why not. Nothing that a person sends is an error of the server."""
    move = None
    if ear.ended is not None:
        return
    try:
        house.limits.check("600 per minute", "message", ear.person or ear.address)
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
    """Do it for the seat that the chairs give this person now. Who waited for something is asked again who they are."""
    match message:
        case {"do": int(action), "at": at} if not isinstance(action, bool):
            n = await room.act(player(room, ear), action, at, move)
            ear.tell({"done": move, "n": n})
        case {"undo": True}:
            n = await room.undo(player(room, ear), move)
            ear.tell({"done": move, "n": n})
        case {"hint": True}:
            house.limits.check("30 per minute", "hint", ear.person or "")
            ear.tell(await hint(room, player(room, ear), ear.lang, ear.address))
        case {"back": True} if room.match:
            room.take_back_seat(player(room, ear))
            room.tell_seats()
        case {"say": str(text)}:
            await speak(house, room, ear, text)
        case {"explain": int(action)} if not isinstance(action, bool) and room.match and room.seat_of_line(ear) >= 0:
            seat = room.seat_of_line(ear)
            view = room.match.view(seat)
            legal = room.match.state.waiting[seat] and action in room.match.way.legal(view, seat)
            words = room.desk(seat, ear.lang).explain(view, action) if legal else ""
            ear.tell({"explain": action, "words": words})
        case _:
            raise Refusal(N_("This message cannot be understood. Nothing has changed."))


def player(room: Room, ear: Ear) -> int:
    seat = room.seat_of_line(ear)
    if seat < 0:
        raise Refusal(N_("You are watching: only who sits at the table plays."))
    return seat


async def speak(house: House, room: Room, ear: Ear, text: str) -> None:
    seat = player(room, ear)
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
