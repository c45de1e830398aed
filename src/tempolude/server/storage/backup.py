"""Backups of a database, made while the server runs, and restoring them.

A copy holds everything: hands, seeds, password hashes, and the key that signs cookies. So only its owner can read it,
it gets its name only once it is complete and checked, and no file is ever overwritten.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import URL, create_engine, inspect, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from tempolude.engine.errors import BadOption

from .opening import UTF8, check_encoding, plain, unusable, why
from .versions import check_known

SQLITE, POSTGRESQL = b"SQLite format 3\0", b"PGDMP"  # file signatures
BESIDE = ("-wal", "-shm", "-journal")  # files beside a database that SQLite treats as part of it
LOCKS, LOCKED = 0x40000000, 512  # the byte range that SQLite locks while a connection is open: offset and length
COUNTED = ("tables", "actions", "people")
GAPS = "SELECT count(*) FROM (SELECT 1 FROM actions GROUP BY code HAVING count(*) != max(n) + 1)"


@dataclass(frozen=True)
class Copy:
    """A checked copy of a database."""

    path: Path
    revision: str
    counts: dict[str, int]  # rows of some tables; empty for a PostgreSQL dump, which cannot be queried

    def __str__(self) -> str:
        size = f"{self.path.stat().st_size / 2**20:.1f} MiB"
        rows = ", ".join(f"{name}: {count:,}" for name, count in self.counts.items())
        return f"{self.path} ({', '.join(filter(None, (size, rows, f'schema {self.revision}')))})"


def back_up(url: str, target: Path) -> Copy:
    """Copy a database to a new file, or to a time-stamped one in a folder, without blocking the server."""
    postgresql = _is_postgresql(url)
    if target.is_dir():
        target /= f"tempolude-{datetime.now(UTC):%Y%m%d-%H%M%S}.{'dump' if postgresql else 'db'}"
    if os.path.lexists(target):
        raise BadOption(f"{target} is there already and is not overwritten: choose another name, or a folder")
    with draft_of(target) as draft:
        if postgresql:
            _run("pg_dump", url, "--format=custom", "--no-owner", "--no-privileges", f"--file={draft}")
        else:
            _copy_sqlite(_path(url), draft)
        found = check(draft)
        give_name(draft, target)
    return Copy(target, found.revision, found.counts)


def restore(url: str, source: Path, *, replace: bool = False) -> tuple[Copy, Path | None]:
    """Restore a copy over a database, which must be empty or, with `replace`, not in use.

    Returns what was restored, and where the previous database was moved to, if there was one.
    """
    found = check(source)
    if found.counts and _is_postgresql(url):
        raise BadOption(f"{source} is a copy of a SQLite database: it cannot be restored to PostgreSQL")
    if not found.counts and not _is_postgresql(url):
        raise BadOption(f"{source} is a copy of a PostgreSQL database: name one with --database")
    if _is_postgresql(url):
        _check_empty(url)
        _run("pg_restore", url, "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", str(source))
        return found, None
    return found, _restore_sqlite(_path(url).resolve(), source, replace)


def check(path: Path) -> Copy:
    """Check all of a copy. BadOption in one line if it is incomplete or of an unknown version."""
    try:
        with path.open("rb") as file:
            begins = file.read(len(SQLITE))
    except OSError as error:
        raise BadOption(f"{path} cannot be read: {error.strerror}") from None
    if begins == SQLITE:
        copy = _check_sqlite(path)
    elif begins.startswith(POSTGRESQL):
        copy = _check_postgresql(path)
    else:
        raise BadOption(f"{path} is no copy of a database")
    check_known(copy.revision)
    return copy


@contextmanager
def draft_of(target: Path) -> Iterator[Path]:
    """A temporary private file beside `target`, removed at the end unless it was renamed."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)  # mode 600
        os.close(handle)
        draft = Path(name)
        try:
            yield draft
        finally:
            for beside in ("", *BESIDE):
                Path(f"{draft}{beside}").unlink(missing_ok=True)
    except OSError as error:
        raise BadOption(f"{target} cannot be written: {error.strerror}") from None


def give_name(draft: Path, target: Path) -> None:
    """Rename a draft to `target`, unless that file exists by now."""
    _sync(draft)
    os.link(draft, target)
    _sync(target.parent)


# --- SQLite ------------------------------------------------------------------------


def _path(url: str) -> Path:
    name = make_url(url).database
    if not name or name == ":memory:":
        raise BadOption("a database in memory cannot be copied")
    return Path(name)


def _open(path: Path, mode: str) -> sqlite3.Connection:
    """Open an existing database for reading ("ro") or also for writing ("rw")."""
    return sqlite3.connect(f"file:{quote(str(path))}?mode={mode}", uri=True)


def _copy_sqlite(path: Path, draft: Path) -> None:
    """Copy a consistent snapshot. In WAL mode this does not block writers."""
    if not path.is_file():
        raise BadOption(f"there is no database at {path}")
    try:
        with closing(_open(path, "rw")) as source, closing(sqlite3.connect(draft)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # a single file
    except sqlite3.Error as error:
        raise BadOption(f"{path} cannot be copied: {why(error)}") from None


def _check_sqlite(path: Path) -> Copy:
    try:
        with closing(_open(path, "ro")) as found:
            faults = [row[0] for row in found.execute("PRAGMA integrity_check(1)")]
            if faults != ["ok"]:
                raise BadOption(f"{path} is damaged: {faults[0].splitlines()[-1]}")
            revision = found.execute("SELECT version_num FROM alembic_version").fetchone()
            counts = {name: found.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in COUNTED}
            gaps = found.execute(GAPS).fetchone()[0]
    except sqlite3.Error as error:
        raise BadOption(f"{path} is no copy of a database of Tempolude: {why(error)}") from None
    if revision is None:
        raise BadOption(f"{path} is no copy of a database of Tempolude: it has no version")
    return Copy(path, revision[0], counts | ({"damaged logs": gaps} if gaps else {}))


def _restore_sqlite(path: Path, source: Path, replace: bool) -> Path | None:
    there = [Path(f"{path}{beside}") for beside in ("", *BESIDE) if os.path.lexists(f"{path}{beside}")]
    if there and not replace:
        raise BadOption(f"{there[0]} is there already: stop the server, then add --replace to move it aside")
    with draft_of(path) as draft:
        shutil.copyfile(source, draft)
        check(draft)
        if not there:
            give_name(draft, path)
            return None
        _fold_in(path)
        with _in_nobodys_use(path):
            return _swap(draft, path)


def _swap(draft: Path, path: Path) -> Path:
    """Replace a database atomically; returns where the old one was moved to."""
    aside = Path(f"{path}.replaced-{datetime.now(UTC):%Y%m%d-%H%M%S}")
    _sync(draft)
    with suppress(FileNotFoundError):
        os.link(path, aside)
    for beside in BESIDE:
        with suppress(FileNotFoundError):
            os.rename(f"{path}{beside}", f"{aside}{beside}")
    os.replace(draft, path)
    _sync(path.parent)
    return aside


def _fold_in(path: Path) -> None:
    """Merge the files beside a database into it, if it can be opened and is not in use."""
    with suppress(sqlite3.Error), closing(_open(path, "rw")) as found:
        found.execute("PRAGMA busy_timeout = 0")
        found.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def _in_nobodys_use(path: Path) -> Iterator[None]:
    """Lock a database, damaged or not, against all other processes; BadOption if it is in use."""
    try:
        import fcntl
    except ImportError:  # Windows does not move open files
        yield
        return
    if not path.exists():
        yield
        return
    with path.open("r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, LOCKED, LOCKS)
        except BlockingIOError:
            raise BadOption(f"{path} is in use: stop the server first") from None
        yield


def _sync(path: Path) -> None:
    """Flush a file, or a folder's entries, to disk."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# --- PostgreSQL --------------------------------------------------------------------


def _is_postgresql(url: str) -> bool:
    try:
        return make_url(url).get_backend_name() in ("postgresql", "postgres")
    except ArgumentError as error:
        raise unusable(url, error) from None


def _run(program: str, url: str | None, *arguments: str) -> str:
    """Run one of PostgreSQL's programs. The password is passed in its environment, not visible in the process list."""
    command, environment = [program, "--no-password", *arguments], dict(os.environ)
    if url is not None:
        given = make_url(url)
        if given.password:
            environment["PGPASSWORD"] = str(given.password)
        named = URL.create(
            "postgresql",
            given.username,
            host=given.host,
            port=given.port,
            database=given.database,
            query=given.query,
        )
        command += [f"--dbname={named.render_as_string()}"]
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise BadOption(f"{program} is not installed; Debian has it in postgresql-client") from None
    if done.returncode:
        words = next(iter(done.stderr.splitlines()), f"exit code {done.returncode}")
        raise BadOption(words if words.startswith(program) else f"{program}: {words}")
    return done.stdout


def _check_postgresql(path: Path) -> Copy:
    _run("pg_restore", None, f"--file={os.devnull}", str(path))  # reads and decompresses all of it
    table = _run("pg_restore", None, "--data-only", "--table=alembic_version", "--file=-", str(path))
    rows = table.partition("COPY ")[2].splitlines()[1:2]
    if not rows:
        raise BadOption(f"{path} is no copy of a database of Tempolude")
    return Copy(path, rows[0].strip(), {})


def _check_empty(url: str) -> None:
    engine = create_engine(plain(url), connect_args=UTF8)
    try:
        with engine.connect() as connection:
            check_encoding(connection.connection.driver_connection)
            there = inspect(connection).get_table_names()
        if there:
            raise BadOption(f"the database has {len(there)} tables already: make a new one, and restore to that")
    except SQLAlchemyError as error:
        raise unusable(url, error) from None
    finally:
        engine.dispose()
