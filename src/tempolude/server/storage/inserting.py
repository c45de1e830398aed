"""Inserting what may be there already, on SQLite and PostgreSQL alike."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table, select
from sqlalchemy.dialects import postgresql, sqlite

from .schema import settings


def insert_into(connection: Connection, table: Table) -> Any:
    """An insert that may say what is done where the row is there already (`on_conflict_…`)."""
    return (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(table)


def add_if_new(connection: Connection, table: Table, row: dict[str, Any]) -> bool:
    """Insert a row unless it is there already; whether it was not."""
    first = next(iter(table.primary_key))
    new = insert_into(connection, table).values(row).on_conflict_do_nothing().returning(first)
    return connection.execute(new).first() is not None


def setting(connection: Connection, name: str) -> str | None:
    """The stored value of that name."""
    return connection.execute(select(settings.c.value).where(settings.c.name == name)).scalar()


def setting_made_once(connection: Connection, name: str, made: str) -> str:
    """The stored value of that name: this one, unless another process was faster."""
    add_if_new(connection, settings, {"name": name, "value": made})
    return setting(connection, name) or made
