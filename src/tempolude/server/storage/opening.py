"""The address of a database, and why it cannot be used, in one sentence for whoever starts the server."""

from __future__ import annotations

import sqlite3

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from tempolude.engine.errors import BadOption

SQLITE = {  # by SQLite's primary error code
    sqlite3.SQLITE_FULL: "the disk is full; make room, or keep it elsewhere",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened; its folder must exist and be writable",
    sqlite3.SQLITE_READONLY: "it cannot be written; the file and its folder must be writable",
    sqlite3.SQLITE_NOTADB: "the file is not a database",
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_BUSY: "another program has locked it",
    sqlite3.SQLITE_IOERR: "the disk does not read or write; it may be full",
}


def plain(url: str) -> str:
    """The address with the driver we install for PostgreSQL."""
    for scheme in ("postgresql://", "postgres://"):
        if url.startswith(scheme):
            return "postgresql+psycopg://" + url.removeprefix(scheme)
    return url


def unusable(url: str, error: Exception) -> BadOption:
    """The error to raise; it never shows a password."""
    try:
        shown = make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return BadOption(
            "--database is not a URL; sqlite:////folder/tables.db or postgresql://user:password@host/name is expected"
        )
    return BadOption(f"--database {shown!r} cannot be used: {why(error)}")


def why(error: Exception) -> str:
    driver = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(driver, sqlite3.Error):
        found = SQLITE.get(getattr(driver, "sqlite_errorcode", 0) & 0xFF)
        if found:
            return found
    return next(iter(str(driver).splitlines()), type(driver).__name__)
