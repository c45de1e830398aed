"""Backups: made while people play, complete, private to their owner, and restored."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from sqlalchemy import text as sql

from tempolude.engine.errors import BadOption
from tempolude.server.storage import backup
from tempolude.server.storage.backup import back_up, check, restore
from tempolude.server.storage.store import Store, add_table, kept

from ..forks import tempolude
from .conftest import MIGRATED, execute, named
from .guests import Guest, PageSocket
from .keeping import apart
from .serving import Server, sqlite
from .test_storage import a_table, an_action, chairs


@pytest.fixture(autouse=True)
def tools(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Use pg_dump and pg_restore of the PostgreSQL under test."""
    if "postgresql" in request.node.name:
        programs = Path(pytest.importorskip("pgserver").__file__).parent / "pginstall" / "bin"
        monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")


@pytest.fixture
def filled(database: str) -> str:
    """A database with two tables, two actions in the log of one."""
    store = Store(database)
    for code in "ab":
        store.do(add_table, a_table(code), chairs(code))
    apart(lambda: write(store))
    store.close()
    return database


async def write(store: Store) -> None:
    for n in range(2):
        await store.append(an_action("a", n))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def actions(url: str, code: str) -> int:
    store = Store(url)
    found = store.do(kept, code)
    store.close()
    return len(found.actions) if found else -1


def another(database: str, tmp_path: Path) -> str:
    """The URL of a new, empty database of the same kind."""
    if database.startswith("sqlite"):
        return f"sqlite:///{tmp_path}/another.db"
    store = Store(database)
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sql("CREATE DATABASE another_%s" % (name := store.engine.url.database)))
    store.close()
    return database.replace(f"/{name}?", f"/another_{name}?")


def test_a_copy_is_for_its_owner_only_and_comes_back_whole(filled: str, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    copy = back_up(filled, folder / "copy")
    assert names(folder) == ["copy"], "nothing lies beside it"
    assert stat.S_IMODE((folder / "copy").stat().st_mode) == 0o600
    new = another(filled, tmp_path)
    restored, aside = restore(new, folder / "copy")
    assert (restored.revision, aside) == (copy.revision, None)
    assert [actions(new, code) for code in "ab"] == [2, 0]


def test_in_a_folder_a_copy_is_named_after_the_time(filled: str, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    assert back_up(filled, folder).path.name.startswith("tempolude-20")
    assert len(names(folder)) == 1


def test_no_file_is_overwritten(filled: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "copies" / "mine"
    target.parent.mkdir()
    target.write_text("dear to me")
    with pytest.raises(BadOption, match="is there already and is not overwritten"):
        back_up(filled, target)
    target.unlink()

    def meanwhile(path: Path) -> Any:
        target.write_text("dear to me")
        return check(path)

    monkeypatch.setattr(backup, "check", meanwhile)
    with pytest.raises(BadOption, match="File exists"):
        back_up(filled, target)
    assert (target.read_text(), names(target.parent)) == ("dear to me", ["mine"])


def test_what_cannot_be_copied_or_is_not_whole_leaves_nothing(filled: str, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    with pytest.raises(BadOption, match="cannot be written"):
        back_up(filled, folder / "none" / "copy")
    with pytest.raises(BadOption):
        back_up(filled.replace("tables.db", "no.db").replace("/test", "/no_test"), folder / "copy")
    assert names(folder) == []


def test_what_is_no_copy_of_ours_is_not_restored(filled: str, tmp_path: Path) -> None:
    copy, new = back_up(filled, tmp_path / "copy").path, another(filled, tmp_path)
    whole = copy.read_bytes()
    broken = tmp_path / "broken"
    for data in (b"", b"no database", whole[: len(whole) // 2], whole[:4096] + bytes(100) + whole[4196:]):
        broken.write_bytes(data)
        with pytest.raises(BadOption) as refused:
            restore(new, broken)
        assert "\n" not in str(refused.value)
    with pytest.raises(BadOption, match="cannot be read"):
        restore(new, tmp_path / "nothing")
    if filled.startswith("sqlite"):
        with pytest.raises(BadOption, match="there is no database at"):
            back_up(new, tmp_path / "second")


def test_a_copy_of_a_newer_version_is_not_restored(filled: str, tmp_path: Path) -> None:
    store = Store(filled)
    copied = sql("UPDATE alembic_version SET version_num = '9999'")
    store.do(lambda connection: connection.execute(copied))
    store.close()
    with pytest.raises(BadOption, match="newer Tempolude"):
        back_up(filled, tmp_path / "copy")


def test_a_database_that_has_something_in_it_is_not_overwritten(filled: str, tmp_path: Path) -> None:
    copy = back_up(filled, tmp_path / "copy").path
    with pytest.raises(BadOption, match="already"):
        restore(filled, copy)
    assert actions(filled, "a") == 2


def test_a_database_of_postgresql_that_is_not_in_utf8_is_refused_in_one_line(postgresql: str, tmp_path: Path) -> None:
    copy = back_up(named(postgresql, MIGRATED), tmp_path / "copy").path
    encoding = "ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'"
    execute(postgresql, f"CREATE DATABASE ascii TEMPLATE template0 {encoding}")  # what a machine without a locale makes
    for use in (Store, lambda url: restore(url, copy)):
        with pytest.raises(BadOption, match="'ascii' has the encoding SQL_ASCII") as refused:
            use(named(postgresql, "ascii"))
        assert "\n" not in str(refused.value)


def test_a_copy_of_one_kind_is_not_restored_to_the_other(filled: str, tmp_path: Path) -> None:
    copy = back_up(filled, tmp_path / "copy").path
    other = "postgresql:///x" if filled.startswith("sqlite") else f"sqlite:///{tmp_path}/x.db"
    with pytest.raises(BadOption, match="is a copy of a"):
        restore(other, copy)


# --- SQLite, beside a server ---------------------------------------------------------


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(sqlite(tmp_path))
    yield found
    if found.process.exitcode is None:
        found.stop()


def play(line: PageSocket, stop: Event) -> None:
    """Move as fast as possible."""
    number = 0
    while not stop.is_set() and not line.over:
        if line.actions:
            line.do(line.actions[-1][0], f"m{(number := number + 1)}")
        else:
            line.hear()


def test_while_people_play_copies_are_whole_and_nobody_waits_for_them(server: Server, tmp_path: Path) -> None:
    stop = Event()
    with Guest(server.address, "Ada") as guest:
        code = guest.play_now("contretemps")
        with guest.line(code, -1) as line:
            line.shown()
            playing = Thread(target=play, args=(line, stop))
            playing.start()
            copies = [back_up(sqlite(tmp_path), tmp_path / f"copy-{n}") for n in range(12)]
            stop.set()
            playing.join(30)
    counts = [copy.counts["actions"] for copy in copies]
    assert counts == sorted(counts)
    assert "damaged logs" not in copies[-1].counts
    assert (copies[0].counts["tables"], copies[0].counts["people"]) == (1, 1)


def test_a_server_that_runs_keeps_its_database(server: Server, tmp_path: Path) -> None:
    copy = back_up(sqlite(tmp_path), tmp_path / "copy").path
    with Guest(server.address, "Ada") as guest:
        code = guest.play_now("timeline")
        with pytest.raises(BadOption, match="is in use: stop the server first"):
            restore(sqlite(tmp_path), copy, replace=True)
        assert guest.web.get(f"/t/{code}").status_code == 200
    assert not list(tmp_path.glob("*replaced*"))


def test_a_killed_server_goes_on_from_a_copy_and_what_was_there_lies_aside_whole(tmp_path: Path) -> None:
    server = Server(sqlite(tmp_path))
    with Guest(server.address, "Ada") as guest:
        first = guest.play_now("timeline")
        copy = back_up(sqlite(tmp_path), tmp_path / "copy").path
        second = guest.play_now("timeline")
        server.kill()
        assert (tmp_path / "tables.db-wal").exists()
        with pytest.raises(BadOption, match="add --replace"):
            restore(sqlite(tmp_path), copy)
        _, aside = restore(sqlite(tmp_path), copy, replace=True)
        assert aside
        assert stat.S_IMODE((tmp_path / "tables.db").stat().st_mode) == 0o600
        again = Server(sqlite(tmp_path), port=int(server.address.rsplit(":", 1)[1]))
        try:
            assert guest.web.get(f"/t/{first}").status_code == 200
            assert guest.web.get(f"/t/{second}").status_code == 404
        finally:
            again.stop()
    with closing(sqlite3.connect(aside)) as before:
        assert {row[0] for row in before.execute("SELECT code FROM tables")} == {first, second}


def test_a_damaged_database_can_be_replaced(tmp_path: Path) -> None:
    copy = back_up(sqlite(tmp_path), tmp_path / "copy").path
    (tmp_path / "tables.db").write_bytes(b"noise" * 1000)
    with pytest.raises(BadOption, match="not a database"):
        back_up(sqlite(tmp_path), tmp_path / "second")
    _, aside = restore(sqlite(tmp_path), copy, replace=True)
    assert aside
    assert aside.read_bytes().startswith(b"noise")
    Store(sqlite(tmp_path)).close()


def test_files_left_beside_a_database_that_is_gone_are_not_taken_for_parts_of_the_new_one(tmp_path: Path) -> None:
    database = sqlite(tmp_path)
    copy = back_up(database, tmp_path / "copy").path
    (tmp_path / "tables.db").unlink()
    (tmp_path / "tables.db-wal").write_bytes(b"of another")
    with pytest.raises(BadOption, match=r"tables\.db-wal is there already"):
        restore(database, copy)
    restore(database, copy, replace=True)
    assert not (tmp_path / "tables.db-wal").exists()


def test_the_commands_say_what_they_did_in_a_line_each(tmp_path: Path) -> None:
    database = sqlite(tmp_path)
    made = tempolude("backup", str(tmp_path / "copy"), "--database", database)
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith(f"Saved {tmp_path}/copy (")
    assert "tables: 0, actions: 0, people: 0, schema 0" in made.stdout
    again = tempolude("backup", str(tmp_path / "copy"), TEMPOLUDE_DATABASE=database)
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)
    back = tempolude("restore", str(tmp_path / "copy"), "--replace", TEMPOLUDE_DATABASE=database)
    assert back.returncode == 0, back.stderr
    assert [line.split()[0] for line in back.stdout.splitlines()] == ["Restored", "The"]


def test_without_the_programs_of_postgresql_the_reason_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert shutil.which("pg_dump") is None
    with pytest.raises(BadOption, match="pg_dump is not installed"):
        back_up("postgresql://ada:secret@db.example/x", tmp_path / "copy")
