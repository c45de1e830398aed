"""Databases for the tests: SQLite in a file, and a real PostgreSQL from a wheel, started once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from warnings import catch_warnings

import pytest
from sqlalchemy import create_engine, text

from tempolude.server.storage.store import Store, plain

from .serving import sqlite

NUMBERS = count(1)
MIGRATED = "migrated"


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of our own PostgreSQL server."""
    with ExitStack() as stack:
        with catch_warnings(action="ignore"):
            pgserver = pytest.importorskip("pgserver", reason="no PostgreSQL for this Python on PyPI")
            server = stack.enter_context(pgserver.get_server(tmp_path_factory.mktemp("pg") / "pg"))
        url = server.get_uri()
        for statement in ("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()", f"CREATE DATABASE {MIGRATED}"):
            execute(url, statement)  # nothing here needs to survive a power cut
        Store(named(url, MIGRATED)).close()
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty, migrated database, of each kind."""
    if request.param == "sqlite":
        return sqlite(tmp_path)
    return new_database(request.getfixturevalue("postgresql"))


def new_database(url: str) -> str:
    """The URL of an empty, migrated database on this PostgreSQL server; copying one is faster than migrating."""
    name = f"test{next(NUMBERS)}"
    execute(url, f"CREATE DATABASE {name} TEMPLATE {MIGRATED}")
    return named(url, name)


def named(url: str, name: str) -> str:
    return url.replace("/postgres?", f"/{name}?")


def execute(url: str, statement: str) -> None:
    engine = create_engine(plain(url), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(statement))
    engine.dispose()
