"""Statements about accounts: each is one transaction, given to `Store.run`."""

from __future__ import annotations

from secrets import token_hex

from sqlalchemy import Connection, delete, select, update

from ..now import now
from .bus import notify, notify_tables
from .calls import drop_calling, drop_other_browsers, drop_session
from .entrants import move_entrants
from .exercises import move_exercises
from .inserting import add_if_new
from .recovery import drop_mailed
from .results import move_results
from .schema import chairs, decks, ended, people, preferences, tables
from .store import keep_person, lock_tables, preferences_of
from .together import move_together
from .tokens import drop_tokens


def account_of(connection: Connection, person: str) -> str | None:
    return connection.execute(select(people.c.account).where(people.c.id == person)).scalar()


def by_account(connection: Connection, account: str) -> tuple[str, str] | None:
    """The person of an account, and the hash of their password."""
    found = connection.execute(select(people.c.id, people.c.password).where(people.c.account == account)).first()
    return (found.id, found.password) if found else None


def password_of(connection: Connection, person: str) -> str | None:
    """The hash of a person's password; None for a guest."""
    return connection.execute(select(people.c.password).where(people.c.id == person)).scalar()


def passwords(connection: Connection) -> dict[str, str]:
    """The hashes of all passwords, by person."""
    found = connection.execute(select(people.c.id, people.c.password).where(people.c.account.is_not(None)))
    return {row.id: row.password for row in found}


def keep_account(connection: Connection, person: str, name: str, account: str, password: str) -> bool:
    """Give a person an account or another password; returns False if somebody else has that name."""
    owner = by_account(connection, account)
    if owner and owner[0] != person:
        return False
    keep_person(connection, person, name)
    connection.execute(update(people).where(people.c.id == person).values(account=account, password=password))
    return True


def take_account(
    connection: Connection, person: str, name: str, account: str, password: str, trusted: bool, session: str
) -> list[str] | None:
    """Give a guest an account, or an account another password in this session; returns the hashes of the revoked
    tokens, or None if somebody else has that name.

    On a shared device somebody else may have been the same guest and kept a token, which must not open the account.
    """
    if not keep_account(connection, person, name, account, password):
        return None
    drop_other_browsers(connection, person, session)
    drop_mailed(connection, person)
    notify(connection, "password", person=person)
    return [] if trusted else drop_tokens(connection, person)


def dissolve(connection: Connection, guest: str, session: str, heir: str | None) -> tuple[list[str], list[str]]:
    """Remove a guest who signs in; returns the tables where the heir sits now, and the revoked tokens.

    Tokens are never transferred: the guest trusted their holder, and the heir may not even know of them.
    """
    end_session(connection, guest, session)
    drop_calling(connection, guest)
    codes = move_in(connection, guest, heir) if heir else []
    notify_tables(connection, codes)
    return codes, drop_tokens(connection, guest)


def sits_at(connection: Connection, person: str) -> list[str]:
    """The codes of all tables where a person has a chair."""
    return list(connection.execute(select(chairs.c.code).where(chairs.c.person == person).distinct()).scalars())


def move_in(connection: Connection, guest: str, person: str) -> list[str]:
    """Transfer a guest's chairs and decks to a person, but no second chair at a table; returns the tables."""
    taken = select(chairs.c.code).where(chairs.c.person == person)
    where = (chairs.c.person == guest) & chairs.c.code.not_in(taken)
    codes = list(connection.execute(select(chairs.c.code).where(where).distinct()).scalars())
    lock_tables(connection, codes)
    connection.execute(update(tables).where(tables.c.code.in_(codes), tables.c.host == guest).values(host=person))
    connection.execute(update(chairs).where(chairs.c.person == guest, chairs.c.code.in_(codes)).values(person=person))
    connection.execute(update(decks).where(decks.c.owner == guest).values(owner=person))
    connection.execute(update(chairs).where(chairs.c.leaver == guest).values(leaver=person))
    move_results(connection, guest, person)
    move_together(connection, guest, person)
    move_entrants(connection, guest, person)
    move_exercises(connection, guest, person)
    if preferences_of(connection, person) is None:
        connection.execute(update(preferences).where(preferences.c.person == guest).values(person=person))
    return codes


# --- Sessions: the life of a cookie, from when it is set until its person signs out -----------

DATED = "@"  # begins the name of a session that tells when it began; those of older cookies do not
LONGEST = 366 * 24 * 3600.0  # seconds that a dated session lasts: as long as a browser keeps its cookie, and a day


def new_session() -> str:
    """The name of a new session, which tells when it began.

    >>> outlived(new_session(), now()), outlived(new_session(), now() + LONGEST + 1)
    (False, True)
    """
    return f"{DATED}{int(now()):010x}{token_hex(8)}"


def outlived(session: str, when: float) -> bool:
    """Whether the cookie of a session has expired."""
    return session.startswith(DATED) and int(session[1:11], 16) + LONGEST < when


def end_session(connection: Connection, person: str, session: str) -> None:
    """Record that a session of this person has ended; idempotent."""
    add_if_new(connection, ended, {"session": session, "at": now()})
    drop_session(connection, session)
    notify(connection, "session", person=person, session=session)


def clean_sessions(connection: Connection, when: float) -> None:
    """Forget that sessions have ended once no copy of their cookies is valid any more. Older cookies do not expire."""
    old = ended.c.session.startswith(DATED), ended.c.at < when - LONGEST
    connection.execute(delete(ended).where(*old))


def ended_sessions(connection: Connection) -> set[str]:
    return set(connection.execute(select(ended.c.session)).scalars())
