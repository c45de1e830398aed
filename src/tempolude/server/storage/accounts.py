"""Statements about accounts: each is one transaction, given to `Store.run`."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from ..now import now
from .schema import chairs, decks, ended, people, tables
from .store import keep_person
from .tokens import drop_tokens


def account_of(connection: Connection, person: str) -> str | None:
    return connection.execute(select(people.c.account).where(people.c.id == person)).scalar()


def by_account(connection: Connection, account: str) -> tuple[str, str] | None:
    """The person of an account, and the hash of their password."""
    found = connection.execute(select(people.c.id, people.c.password).where(people.c.account == account)).first()
    return (found.id, found.password) if found else None


def passwords(connection: Connection) -> dict[str, str]:
    """The hashes of all passwords, by person."""
    found = connection.execute(select(people.c.id, people.c.password).where(people.c.account.is_not(None)))
    return {row.id: row.password for row in found}


def keep_account(connection: Connection, person: str, name: str, account: str, password: str) -> bool:
    """Give a person an account, or another password; not if somebody else has that name."""
    owner = by_account(connection, account)
    if owner and owner[0] != person:
        return False
    keep_person(connection, person, name)
    connection.execute(update(people).where(people.c.id == person).values(account=account, password=password))
    return True


def take_account(
    connection: Connection, person: str, name: str, account: str, password: str, trusted: bool
) -> list[str] | None:
    """Give a guest an account; None if somebody else has that name. The hashes of tokens that were revoked by it.

    On a shared device somebody else may have been the same guest and have kept a token: it must not open the account.
    """
    if not keep_account(connection, person, name, account, password):
        return None
    return [] if trusted else drop_tokens(connection, person)


def dissolve(connection: Connection, guest: str, session: str, heir: str | None) -> tuple[list[str], list[str]]:
    """A guest signs in and is a guest no more; say at which tables the heir sits now, and which tokens were revoked.

    Tokens never move with the rest: who has one was trusted by the guest, and the heir may not even know of it.
    """
    end_session(connection, session)
    return move_in(connection, guest, heir) if heir else [], drop_tokens(connection, guest)


def sits_at(connection: Connection, person: str) -> list[str]:
    """The codes of all tables where somebody has a chair."""
    return list(connection.execute(select(chairs.c.code).where(chairs.c.person == person).distinct()).scalars())


def move_in(connection: Connection, guest: str, person: str) -> list[str]:
    """Seat a person wherever a guest sits, but at no table twice, with the guest's decks; say at which tables."""
    taken = select(chairs.c.code).where(chairs.c.person == person)
    where = (chairs.c.person == guest) & chairs.c.code.not_in(taken)
    codes = list(connection.execute(select(chairs.c.code).where(where).distinct()).scalars())
    connection.execute(update(tables).where(tables.c.code.in_(codes), tables.c.host == guest).values(host=person))
    connection.execute(update(chairs).where(chairs.c.person == guest, chairs.c.code.in_(codes)).values(person=person))
    connection.execute(update(decks).where(decks.c.owner == guest).values(owner=person))
    return codes


# --- Sessions: a cookie from the moment it is given to the moment its person signs out --------


def end_session(connection: Connection, session: str) -> None:
    """Note that a session is over. Once is enough, whoever asks twice."""
    there = select(ended.c.session).where(ended.c.session == session)
    if connection.execute(there).first() is None:
        connection.execute(insert(ended).values(session=session, at=now()))


def ended_sessions(connection: Connection) -> set[str]:
    return set(connection.execute(select(ended.c.session)).scalars())
