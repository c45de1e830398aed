"""Calls to people whose turn it is while they are not looking, and by which channels. Statements for `Store.run`.

A call is written with the action that makes it somebody's turn, in the same transaction, once for each of their
channels. The process that sends it claims it first (`claim`): what is claimed is never sent by anybody else, so a
process that dies in between loses a message and sends none twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, delete, literal, select, update

from .inserting import insert_into, setting, setting_made_once
from .rows import first, rows
from .schema import calls, channels, people, quiet_hours, tables

PUSH, MAIL = "push", "mail"
BROWSERS = 10  # of one person that are called; another one takes the place of the oldest
VAPID = "vapid"  # a setting


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision that somebody is called to, who has done `turn` actions at that seat, unless they come by then."""

    code: str
    seat: int
    turn: int
    person: str
    n: int
    due: float


@dataclass(frozen=True, slots=True)
class ChannelRow:
    """A way to call a person; schema.py says what each column means."""

    id: str
    person: str
    kind: str
    address: str
    keys: dict[str, str]
    session: str | None
    lang: str
    calls: bool
    made: float
    failed: int = 0


@dataclass(frozen=True, slots=True)
class CallRow:
    """A call on its way."""

    code: str
    seat: int
    turn: int
    channel: str
    person: str
    n: int
    due: float | None
    tries: int


@dataclass(frozen=True, slots=True)
class QuietRow:
    """When a person is not called: minutes after midnight, in a time zone."""

    person: str
    start: int
    end: int
    zone: str


def push_id(endpoint: str) -> str:
    """A browser's: of whoever uses it now, and of nobody else."""
    return sha256(endpoint.encode()).hexdigest()[:32]


def mail_id(person: str) -> str:
    """A person has one mail address."""
    return sha256(f"mail:{person}".encode()).hexdigest()[:32]


def vapid_key(connection: Connection, made: str) -> str:
    """The key that signs what is sent to browsers, in PEM: the one that was made first, by whichever process."""
    return setting_made_once(connection, VAPID, made)


def known_vapid_key(connection: Connection) -> str | None:
    return setting(connection, VAPID)


# --- Channels --------------------------------------------------------------------------


def keep_channel(connection: Connection, row: ChannelRow) -> None:
    """Add a channel, or change it. A browser is called for one person only, whoever asked last."""
    given = {name: getattr(row, name) for name in ("person", "address", "keys", "session", "lang", "calls", "failed")}
    there = connection.execute(select(channels.c.person).where(channels.c.id == row.id)).scalar()
    if there is not None and there != row.person:
        connection.execute(delete(calls).where(calls.c.channel == row.id))
    kept = insert_into(connection, channels).values(id=row.id, kind=row.kind, made=row.made, **given)
    connection.execute(kept.on_conflict_do_update(index_elements=["id"], set_=given))
    newest = select(channels.c.id).where(channels.c.person == row.person, channels.c.kind == PUSH)
    old = list(connection.execute(newest.order_by(channels.c.made.desc(), channels.c.id).offset(BROWSERS)).scalars())
    if old:
        _drop(connection, channels.c.id.in_(old))


def channels_of(connection: Connection, person: str) -> list[ChannelRow]:
    """A person's channels, the newest first."""
    found = select(channels).where(channels.c.person == person).order_by(channels.c.made.desc(), channels.c.id)
    return rows(ChannelRow, connection.execute(found))


def channel_at(connection: Connection, key: str) -> ChannelRow | None:
    return first(ChannelRow, connection.execute(select(channels).where(channels.c.id == key)))


def mail_of(connection: Connection, person: str) -> ChannelRow | None:
    return channel_at(connection, mail_id(person))


def is_known(connection: Connection, person: str) -> bool:
    """Whether anything is kept of a person."""
    return connection.execute(select(people.c.id).where(people.c.id == person)).scalar() is not None


def set_calls(connection: Connection, key: str, on: bool) -> bool:
    """Whether a channel is used for turns from now on; False if there is none."""
    if not on:  # what has been sent stays noted
        connection.execute(delete(calls).where(calls.c.channel == key, calls.c.due.is_not(None)))
    return connection.execute(update(channels).where(channels.c.id == key).values(calls=on, failed=0)).rowcount > 0


def drop_channel(connection: Connection, key: str, person: str | None = None) -> bool:
    """Forget a channel, if it is this person's; whether there was one."""
    whose = channels.c.person == person if person else literal(True)
    return _drop(connection, channels.c.id == key, whose) > 0


def drop_session(connection: Connection, session: str) -> None:
    """A browser has signed out: it is not called any more."""
    _drop(connection, channels.c.session == session)


def drop_other_browsers(connection: Connection, person: str, session: str | None) -> None:
    """A person has another password: only the browser they are at is still called."""
    others = channels.c.session.is_distinct_from(session)
    _drop(connection, channels.c.person == person, channels.c.kind == PUSH, others)


def drop_calling(connection: Connection, person: str) -> None:
    """Keep nothing of how a person is called."""
    _drop(connection, channels.c.person == person)
    connection.execute(delete(quiet_hours).where(quiet_hours.c.person == person))


def clean_calling(connection: Connection) -> None:
    """Forget how people are called who are gone, and what became of calls in matches that are over."""
    known = select(people.c.id)
    _drop(connection, channels.c.person.not_in(known))
    connection.execute(delete(quiet_hours).where(quiet_hours.c.person.not_in(known)))
    over = select(tables.c.code).where(tables.c.phase == "over")
    connection.execute(delete(calls).where(calls.c.code.in_(over)))


def _drop(connection: Connection, *which: Any) -> int:
    keys = list(connection.execute(select(channels.c.id).where(*which)).scalars())
    if keys:
        connection.execute(delete(calls).where(calls.c.channel.in_(keys)))
        connection.execute(delete(channels).where(channels.c.id.in_(keys)))
    return len(keys)


def failed(connection: Connection, key: str, most: int) -> None:
    """A channel could not be used. A browser that never can be reached is forgotten, a mail address not written to."""
    connection.execute(update(channels).where(channels.c.id == key).values(failed=channels.c.failed + 1))
    never = channels.c.id == key, channels.c.failed >= most
    _drop(connection, *never, channels.c.kind == PUSH)
    connection.execute(update(channels).where(*never).values(calls=False))


def worked(connection: Connection, key: str) -> None:
    connection.execute(update(channels).where(channels.c.id == key, channels.c.failed > 0).values(failed=0))


# --- Quiet hours -------------------------------------------------------------------------


def quiet_of(connection: Connection, person: str) -> QuietRow | None:
    return first(QuietRow, connection.execute(select(quiet_hours).where(quiet_hours.c.person == person)))


def keep_quiet(connection: Connection, person: str, row: QuietRow | None) -> None:
    """Set a person's quiet hours, or none."""
    connection.execute(delete(quiet_hours).where(quiet_hours.c.person == person))
    if row:
        given = {"start": row.start, "end": row.end, "zone": row.zone}
        kept = insert_into(connection, quiet_hours).values(person=person, **given)
        connection.execute(kept.on_conflict_do_update(index_elements=["person"], set_=given))


# --- Calls -------------------------------------------------------------------------------


def add_calls(connection: Connection, turns: Iterable[Turn]) -> None:
    """Have people called by all their channels. A turn that they were called to once is not new."""
    for turn in turns:
        mine = calls.c.code == turn.code, calls.c.seat == turn.seat
        connection.execute(delete(calls).where(*mine, calls.c.turn < turn.turn))
        given = [literal(value) for value in (turn.code, turn.seat, turn.turn)]
        each = select(*given, channels.c.id, channels.c.person, literal(turn.n), literal(turn.due), literal(0)).where(
            channels.c.person == turn.person, channels.c.calls
        )
        names = ["code", "seat", "turn", "channel", "person", "n", "due", "tries"]
        connection.execute(insert_into(connection, calls).from_select(names, each).on_conflict_do_nothing())


def due_calls(connection: Connection, when: float, most: int) -> list[CallRow]:
    found = select(calls).where(calls.c.due <= when).order_by(calls.c.due).limit(most)
    return rows(CallRow, connection.execute(found))


def claim(connection: Connection, call: CallRow) -> ChannelRow | None:
    """Take a call on: the channel to send it by, or None if another process has it, or it is no more."""
    taken = connection.execute(update(calls).where(*_this(call), calls.c.due == call.due).values(due=None)).rowcount
    return channel_at(connection, call.channel) if taken else None


def put_off(connection: Connection, call: CallRow, due: float) -> None:
    """Call later, if nobody has taken it on."""
    connection.execute(update(calls).where(*_this(call), calls.c.due == call.due).values(due=due))


def settle(connection: Connection, call: CallRow) -> None:
    """They know already: do not call them to this turn."""
    connection.execute(update(calls).where(*_this(call), calls.c.due == call.due).values(due=None))


def withdraw(connection: Connection, call: CallRow) -> None:
    """It is not their turn: forget it, for it may become their turn again."""
    connection.execute(delete(calls).where(*_this(call), calls.c.due == call.due))


def try_again(connection: Connection, call: CallRow, due: float) -> None:
    """What was claimed was certainly not delivered."""
    later = update(calls).where(*_this(call), calls.c.due.is_(None))
    connection.execute(later.values(due=due, tries=call.tries + 1))


def _this(call: CallRow) -> tuple[Any, ...]:
    return (
        calls.c.code == call.code,
        calls.c.seat == call.seat,
        calls.c.turn == call.turn,
        calls.c.channel == call.channel,
    )
