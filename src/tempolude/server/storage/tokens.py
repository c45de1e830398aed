"""API tokens: only their SHA-256 is stored. Statements for `Store.run`, as in store.py."""

from __future__ import annotations

from collections.abc import Collection
from hashlib import sha256

from sqlalchemy import Connection, delete, insert, select, update

from ..now import now
from .bus import notify
from .rows import TokenRow, rows
from .schema import people, tokens

RESTING = 60.0  # seconds between recorded uses


def hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def add_token(connection: Connection, token: str, person: str, name: str) -> None:
    connection.execute(insert(tokens).values(hash=hashed(token), person=person, name=name, made=now()))


def use_token(connection: Connection, token: str) -> tuple[str, str] | None:
    """The person of a token and their name; records the use."""
    key, used = hashed(token), now()
    found = select(tokens.c.person, tokens.c.used, people.c.name).join(people, people.c.id == tokens.c.person)
    row = connection.execute(found.where(tokens.c.hash == key)).first()
    if row is None:
        return None
    if used - (row.used or 0) > RESTING:
        connection.execute(update(tokens).where(tokens.c.hash == key).values(used=used))
        connection.execute(update(people).where(people.c.id == row.person).values(seen=used))
    return row.person, row.name


def tokens_of(connection: Connection, person: str) -> list[TokenRow]:
    """A person's tokens, the newest first."""
    found = select(tokens).where(tokens.c.person == person).order_by(tokens.c.made.desc(), tokens.c.hash)
    return rows(TokenRow, connection.execute(found))


def drop_token(connection: Connection, person: str, key: str) -> bool:
    """Delete a token of this person, by its hash; returns whether it existed."""
    mine = delete(tokens).where(tokens.c.hash == key, tokens.c.person == person)
    if not connection.execute(mine).rowcount:
        return False
    notify(connection, "tokens", person=person, keys=[key])
    return True


def drop_tokens(connection: Connection, person: str) -> list[str]:
    """Delete all tokens of a person; returns their hashes."""
    keys = list(connection.execute(select(tokens.c.hash).where(tokens.c.person == person)).scalars())
    connection.execute(delete(tokens).where(tokens.c.hash.in_(keys)))
    notify(connection, "tokens", person=person, keys=keys)
    return keys


def live_tokens(connection: Connection, keys: Collection[str]) -> set[str]:
    """Which of these tokens, by hash, still exist."""
    return set(connection.execute(select(tokens.c.hash).where(tokens.c.hash.in_(keys))).scalars())
