"""What forms call a row about somebody else, whose id no page is given; and inserting what may be there already."""

from __future__ import annotations

from secrets import choice
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
KEY = 12  # letters


def new_key() -> str:
    return "".join(choice(LETTERS) for _ in range(KEY))


def insert_into(connection: Connection, table: Table) -> Any:
    """An insert that may say what is done where the row is there already (`on_conflict_…`)."""
    return (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(table)


def add_if_new(connection: Connection, table: Table, row: dict[str, Any]) -> bool:
    """Insert a row unless it is there already; whether it was not."""
    first = next(iter(table.primary_key))
    new = insert_into(connection, table).values(row).on_conflict_do_nothing().returning(first)
    return connection.execute(new).first() is not None
