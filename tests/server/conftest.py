"""Databases for the tests: SQLite in a file, and a real PostgreSQL from a wheel, started once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from warnings import catch_warnings

import pytest
from sqlalchemy import create_engine, text

from tempolude.server.storage.store import plain

from .serving import sqlite

NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of our own PostgreSQL server."""
    with ExitStack() as stack:
        with catch_warnings(action="ignore"):
            pgserver = pytest.importorskip("pgserver", reason="no PostgreSQL for this Python on PyPI")
            server = stack.enter_context(pgserver.get_server(tmp_path_factory.mktemp("pg") / "pg"))
        yield server.get_uri()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind."""
    if request.param == "sqlite":
        return sqlite(tmp_path)
    return new_database(request.getfixturevalue("postgresql"))


def new_database(url: str) -> str:
    """The URL of an empty database on this PostgreSQL server."""
    name = f"test{next(NUMBERS)}"
    engine = create_engine(plain(url), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return url.replace("/postgres?", f"/{name}?")
