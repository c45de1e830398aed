"""What is kept of people's own decks. Each is one transaction, given to `Store.run`."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, delete, func, insert, select, update

from ..now import now
from .rows import DeckRow, first, rows, values
from .schema import deck_texts, decks
from .texts import put_text

DAY = 24 * 3600.0
WHOLE = select(*(column for column in decks.c if column is not decks.c.text), deck_texts.c.csv).join(deck_texts)


def add_deck(connection: Connection, deck: DeckRow, most: int) -> str | None:
    """Keep a deck and say its code, which is an old one if the owner brought the very same before. None: too many."""
    mine = decks.c.owner == deck.owner
    same = connection.execute(select(decks.c.code).where(mine, decks.c.key == deck.key)).scalar()
    if same is None and connection.execute(select(func.count()).where(mine)).scalar_one() >= most:
        return None
    if same is None:
        kept = values(deck) | {"text": put_text(connection, deck.csv), "made": now(), "used": now()}
        del kept["csv"]
        connection.execute(insert(decks).values(**kept))
    return same or deck.code


def change_deck(connection: Connection, deck: DeckRow) -> bool:
    """Another name or text for a deck of the owner's; whether there is one."""
    mine = (decks.c.owner == deck.owner) & (decks.c.code == deck.code)
    changed = {"name": deck.name, "key": deck.key, "cards": deck.cards, "text": put_text(connection, deck.csv)}
    return bool(connection.execute(update(decks).where(mine).values(**changed, used=now())).rowcount)


def remove_deck(connection: Connection, code: str, owner: str) -> bool:
    """Forget a deck of the owner's; whether there was one."""
    return bool(connection.execute(delete(decks).where(decks.c.code == code, decks.c.owner == owner)).rowcount)


def deck(connection: Connection, code: str) -> DeckRow | None:
    """The deck of that code. That somebody looks at it is noted once a day."""
    found = first(DeckRow, connection.execute(WHOLE.where(decks.c.code == code)))
    if found and now() - found.used > DAY:
        connection.execute(update(decks).where(decks.c.code == code).values(used=now()))
    return found


def decks_of(connection: Connection, owner: str) -> list[DeckRow]:
    """All of a person's decks, the newest first."""
    found = WHOLE.where(decks.c.owner == owner).order_by(decks.c.made.desc())
    return rows(DeckRow, connection.execute(found))


def deck_names(connection: Connection, game: str, owner: str) -> dict[str, str]:
    """The names of a person's decks for a game, by key."""
    mine = select(decks.c.key, decks.c.name).where(decks.c.owner == owner, decks.c.game == game)
    return {row.key: row.name for row in connection.execute(mine.order_by(decks.c.made.desc()))}


def decks_by_key(connection: Connection, game: str, keys: Iterable[str]) -> list[DeckRow]:
    """The decks that a form calls by these keys."""
    found = WHOLE.where(decks.c.game == game, decks.c.key.in_(list(keys)))
    return rows(DeckRow, connection.execute(found))
