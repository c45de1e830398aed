"""Statements about accounts: each is one transaction, given to `Store.run`."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from .schema import chairs, decks, people, tables, tokens
from .store import keep_person


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
    """Give a person an account; not if somebody else has that name."""
    owner = by_account(connection, account)
    if owner and owner[0] != person:
        return False
    keep_person(connection, person, name)
    connection.execute(update(people).where(people.c.id == person).values(account=account, password=password))
    return True


def move_in(connection: Connection, guest: str, person: str) -> list[str]:
    """Seat a person wherever a guest sits, but at no table twice, with all that is the guest's; say at which tables."""
    taken = select(chairs.c.code).where(chairs.c.person == person)
    where = (chairs.c.person == guest) & chairs.c.code.not_in(taken)
    codes = list(connection.execute(select(chairs.c.code).where(where).distinct()).scalars())
    connection.execute(update(tables).where(tables.c.code.in_(codes), tables.c.host == guest).values(host=person))
    connection.execute(update(chairs).where(chairs.c.person == guest, chairs.c.code.in_(codes)).values(person=person))
    connection.execute(update(decks).where(decks.c.owner == guest).values(owner=person))
    connection.execute(update(tokens).where(tokens.c.person == guest).values(person=person))
    return codes
