"""Ways back into an account: codes that were shown once, and what a mail carries for a short while. Only their SHA-256
is kept, and each opens the account once, for a new password. Statements for `Store.run`, as in store.py."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from ..now import now
from .bus import notify
from .calls import drop_other_browsers
from .schema import people, recovery
from .tokens import hashed


def keep_codes(connection: Connection, person: str, codes: Iterable[str]) -> None:
    """Keep a new set of codes instead of the old one."""
    connection.execute(delete(recovery).where(recovery.c.person == person, recovery.c.expires.is_(None)))
    made = now()
    connection.execute(
        insert(recovery), [{"hash": hashed(code), "person": person, "made": made, "expires": None} for code in codes]
    )


def codes_left(connection: Connection, person: str) -> int:
    mine = recovery.c.person == person, recovery.c.expires.is_(None)
    return int(connection.execute(select(func.count()).select_from(recovery).where(*mine)).scalar_one())


def keep_mailed(connection: Connection, person: str, token: str, expires: float) -> None:
    """Keep what a mail carries; what an earlier one carried opens nothing any more."""
    drop_mailed(connection, person)
    connection.execute(insert(recovery).values(hash=hashed(token), person=person, made=now(), expires=expires))


def drop_mailed(connection: Connection, person: str) -> None:
    connection.execute(delete(recovery).where(recovery.c.person == person, recovery.c.expires.is_not(None)))


def drop_recovery(connection: Connection, person: str) -> None:
    connection.execute(delete(recovery).where(recovery.c.person == person))


def clean_recovery(connection: Connection) -> None:
    gone = recovery.c.person.not_in(select(people.c.id))
    connection.execute(delete(recovery).where(or_(gone, recovery.c.expires < now())))


def recover(connection: Connection, key: str, password: str, account: str | None = None) -> tuple[str, str] | None:
    """Give an account another password for a code or what a mail carried, which is used up; its person and name. None,
    and nothing changes, if it opens nothing: it is used, too old, or another account's."""
    whose = select(recovery.c.person, people.c.account).join(people, people.c.id == recovery.c.person)
    fresh = or_(recovery.c.expires.is_(None), recovery.c.expires > now())
    found = connection.execute(whose.where(recovery.c.hash == hashed(key), fresh)).first()
    if found is None or found.account is None or account not in (None, found.account):
        return None
    if not connection.execute(delete(recovery).where(recovery.c.hash == hashed(key))).rowcount:
        return None  # somebody was faster
    drop_mailed(connection, found.person)
    connection.execute(update(people).where(people.c.id == found.person).values(password=password))
    drop_other_browsers(connection, found.person, None)
    notify(connection, "password", person=found.person)
    return str(found.person), str(found.account)
