"""The URL of a database, and errors on opening it, in one sentence for the operator."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

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
UTF8 = {"client_encoding": "utf8"}  # for PostgreSQL's driver, which otherwise reads no text where the server has none


def plain(url: str) -> str:
    """The URL with our driver for PostgreSQL."""
    for scheme in ("postgresql://", "postgres://"):
        if url.startswith(scheme):
            return "postgresql+psycopg://" + url.removeprefix(scheme)
    return url


def check_encoding(connection: Any) -> None:
    """BadOption if a PostgreSQL database, of a connection of the driver, cannot store every character."""
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise BadOption(
            f"the database {connection.info.dbname!r} has the encoding {encoding}: make one with "
            "`createdb --encoding UTF8 --template template0`"
        )


@contextmanager
def sole_server(url: str) -> Iterator[None]:
    """Make sure that only one process serves from a SQLite file: a second would not see what the first writes.

    The lock is on a file beside it, and ends with the process in any case. PostgreSQL supports many processes.
    """
    path = make_url(url).database if url.startswith("sqlite:") else None
    if path in (None, "", ":memory:"):
        yield
        return
    try:
        lock = open(f"{path}.lock", "ab")  # noqa: SIM115
    except OSError:
        yield  # opening the database will report what is wrong with its folder
        return
    with lock:
        try:
            take_lock(lock.fileno())
        except OSError:
            raise BadOption(
                f"another server uses {path}: SQLite is for one process. Stop it, give another --database, or use "
                "PostgreSQL"
            ) from None
        yield


def take_lock(file: int) -> None:
    """Lock a file for this process; OSError if another process has it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


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
