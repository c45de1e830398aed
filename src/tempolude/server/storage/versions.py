"""The version of a database's schema: read, check and upgrade it.

A revision is the number of the last migration that was run (`migrations/versions/`).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from tempolude.engine.errors import BadOption

MIGRATIONS = Path(__file__).parent / "migrations"
ONE_AT_A_TIME = 8053  # PostgreSQL's advisory lock for migrations, so that only one process runs them


@cache
def revisions() -> tuple[str, ...]:
    """The revisions that this program knows, oldest first."""
    found = ScriptDirectory.from_config(_config()).walk_revisions()
    return tuple(script.revision for script in found)[::-1]


def revision_of(connection: Connection) -> str | None:
    """The revision of a database; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def check_known(revision: str | None) -> None:
    """Raise BadOption if a database is newer than this program."""
    known = revisions()
    if revision is not None and revision not in known:
        raise BadOption(
            f"the database is of a newer Tempolude (schema {revision}; this one knows up to {known[-1]}): "
            "install that version again, or restore a backup from before the upgrade"
        )


def upgrade(connection: Connection) -> None:
    """Run the missing migrations: all of them or, if one fails, none."""
    if revision_of(connection) == revisions()[-1]:
        return
    alone(connection)
    check_known(revision_of(connection))
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def alone(connection: Connection) -> None:
    """Begin a transaction that changes the schema, when no other process does."""
    if connection.dialect.name == "sqlite":
        # A migration may have to recreate a table, and dropping the old one would delete the rows that refer to it.
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver begins none for statements like CREATE TABLE
        return
    patience = connection.execute(text("SHOW lock_timeout")).scalar()
    set_patience = text("SELECT set_config('lock_timeout', :time, true)")
    connection.execute(set_patience, {"time": "0"})  # migrations of a large database take a while
    connection.execute(text(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})"))
    connection.execute(set_patience, {"time": patience})


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
