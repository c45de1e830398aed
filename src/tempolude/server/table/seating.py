"""Who sits where before a match, whoever asks for it: a form of a page, or the API."""

from __future__ import annotations

from ..refusal import N_, Refusal
from .chairs import Chair, bot_chair, taken, with_bots
from .room import Room


async def sit(room: Room, person: str, name: str, seat: int) -> None:
    """Take a free seat, or another one."""
    chair = chair_at(room, seat)
    if not chair.free and not (chair.bot and room.kept["host"] == person):
        raise Refusal(N_("Somebody sits there already. Nothing has changed."), code="seat_taken")
    with_own_devices(room)
    await room.change(taken(left_by(room.chairs, person), seat, person=person, bot=None, name=name))


async def stand(room: Room, person: str) -> None:
    """Give one's seat free. A table whose host leaves belongs to the next person."""
    with_own_devices(room)
    chairs = left_by(room.chairs, person)
    host = room.kept["host"]
    if host == person:
        host = next((c.person for c in chairs if c.person), person)
    await room.change(chairs, host=host)


async def name_player(room: Room, person: str, seat: int, name: str) -> None:
    """On one device, the host says who plays at a seat; without a name the seat is free again."""
    only_host(room, person)
    chair = chair_at(room, seat)
    if not room.kept["one_device"]:
        raise Refusal(N_("Here everybody comes with a device of their own. Nothing has changed."), 403)
    if name and name in {other.name for other in room.chairs if other is not chair}:  # names say whose turn it is
        raise Refusal(N_("Somebody at this table has that name already. Nothing has changed."), 400)
    seated = Chair(seat, chair.colour, name, person if name else None)
    await room.change([seated if c is chair else c for c in room.chairs])


async def put_bot(room: Room, person: str, seat: int, level: str | None) -> None:
    """The host puts a bot of a level on a free seat, or takes one away."""
    only_host(room, person)
    chair = chair_at(room, seat)
    if chair.person:
        raise Refusal(N_("Somebody sits there already. Nothing has changed."), code="seat_taken")
    empty = Chair(chair.seat, chair.colour)
    names = {c.name for c in room.chairs if c.seat != seat}
    new = bot_chair(empty, names, level) if level else empty
    await room.change([new if c.seat == seat else c for c in room.chairs])


async def start(room: Room, person: str, level: str) -> None:
    """The host begins the match; bots of a level take what is free."""
    only_host(room, person)
    if room.match:
        return  # asked twice
    await room.change(with_bots(room.chairs, level), phase="playing")


def left_by(chairs: list[Chair], person: str) -> list[Chair]:
    """The chairs once a person has stood up."""
    return [Chair(c.seat, c.colour) if c.person == person else c for c in chairs]


def with_own_devices(room: Room) -> None:
    if room.kept["one_device"]:
        raise Refusal(N_("This table is played on one device: its players are named there."), 403, code="one_device")


def only_host(room: Room, person: str) -> None:
    if room.kept["host"] != person:
        raise Refusal(N_("Only who made the table can do that. Nothing has changed."), 403, code="not_host")


def chair_at(room: Room, seat: int) -> Chair:
    if not 0 <= seat < len(room.chairs):
        raise Refusal(N_("There is no such seat. Nothing has changed."), 400, code="no_such_seat")
    return room.chairs[seat]
