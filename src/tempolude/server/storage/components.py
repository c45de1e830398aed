"""Statements about custom components: each is one transaction, given to `Store.run`.

Their database table is called `decks`, which were the first kind of component.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, delete, func, insert, select, update

from ..now import now
from .rows import ComponentRow, first, rows, values
from .schema import deck_texts, decks
from .texts import put_text

DAY = 24 * 3600.0
WHOLE = select(*(column for column in decks.c if column is not decks.c.text), deck_texts.c.csv).join(deck_texts)


def add_component(connection: Connection, row: ComponentRow, most: int) -> str | None:
    """Store a component and return its code, an existing one if the owner has the same already. None: too many."""
    mine = decks.c.owner == row.owner
    equal = decks.c.key == row.key, decks.c.game == row.game, decks.c.option == row.option
    same = connection.execute(select(decks.c.code).where(mine, *equal)).scalar()
    if same is None and connection.execute(select(func.count()).where(mine)).scalar_one() >= most:
        return None
    if same is None:
        kept = values(row) | {"text": put_text(connection, row.csv), "made": now(), "used": now()}
        del kept["csv"]
        connection.execute(insert(decks).values(**kept))
    return same or row.code


def change_component(connection: Connection, row: ComponentRow) -> bool:
    """Change the name and text of one of the owner's components; returns whether it exists."""
    mine = decks.c.owner == row.owner, decks.c.code == row.code, decks.c.game == row.game, decks.c.option == row.option
    changed = {"name": row.name, "key": row.key, "text": put_text(connection, row.csv)}
    return bool(connection.execute(update(decks).where(*mine).values(**changed, used=now())).rowcount)


def remove_component(connection: Connection, code: str, owner: str) -> bool:
    """Delete one of the owner's components; returns whether it existed."""
    return bool(connection.execute(delete(decks).where(decks.c.code == code, decks.c.owner == owner)).rowcount)


def component(connection: Connection, code: str) -> ComponentRow | None:
    """The component of that code. Its use is recorded once a day."""
    found = first(ComponentRow, connection.execute(WHOLE.where(decks.c.code == code)))
    if found and now() - found.used > DAY:
        connection.execute(update(decks).where(decks.c.code == code).values(used=now()))
    return found


def components_of(connection: Connection, owner: str) -> list[ComponentRow]:
    """All of a person's components, the newest first."""
    found = WHOLE.where(decks.c.owner == owner).order_by(decks.c.made.desc())
    return rows(ComponentRow, connection.execute(found))


def component_names(connection: Connection, game: str, owner: str) -> dict[str, dict[str, str]]:
    """The names of a person's components for a game, by option and key."""
    mine = select(decks.c.option, decks.c.key, decks.c.name).where(decks.c.owner == owner, decks.c.game == game)
    found: dict[str, dict[str, str]] = {}
    for row in connection.execute(mine.order_by(decks.c.made.desc())):
        found.setdefault(row.option, {})[row.key] = row.name
    return found


def components_by_key(connection: Connection, game: str, keys: Iterable[str]) -> list[ComponentRow]:
    """The components with these keys of a form."""
    found = WHOLE.where(decks.c.game == game, decks.c.key.in_(list(keys)))
    return rows(ComponentRow, connection.execute(found))
