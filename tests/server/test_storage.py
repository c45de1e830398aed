"""Storage: the log is authoritative, nothing acknowledged is lost, two writers cannot both win."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from time import time
from typing import Any

import httpx
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.operations import BatchOperations, Operations
from sqlalchemy import event, insert, inspect, select
from sqlalchemy import text as sql

from tempolude.engine.errors import BadOption
from tempolude.engine.game import games
from tempolude.server import wire
from tempolude.server.storage.bus import CHANNEL
from tempolude.server.storage.components import (
    add_component,
    change_component,
    component,
    component_names,
    components_by_key,
    components_of,
    remove_component,
)
from tempolude.server.storage.rows import ActionRow, ChairRow, ComponentRow, TableRow, values
from tempolude.server.storage.schema import METADATA, actions, deck_texts, tables
from tempolude.server.storage.schema import chairs as seats
from tempolude.server.storage.store import (
    AT_ONCE,
    Store,
    add_table,
    advance,
    change_table,
    clean,
    forget,
    kept,
    reached,
    secret,
)
from tempolude.server.storage.versions import MIGRATIONS, alone, revision_of, revisions

from .guests import Guest, seated
from .keeping import apart
from .serving import Server, sqlite


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """The same statements on both databases."""
    found = Store(database)
    yield found
    found.close()


def a_table(code: str, **other: Any) -> TableRow:
    row = TableRow(code, "timeline", 1, {}, seed="1", phase="playing", host="ada", created=time(), changed=time())
    return replace(row, **other)


def an_action(code: str, n: int, move: str | None = None, seat: int = 0) -> ActionRow:
    return ActionRow(code, n, seat, n, time(), move)


def chairs(code: str) -> list[ChairRow]:
    return [ChairRow(code, 0, "Ada", 1, "ada")]


def test_the_migrations_make_the_tables_that_the_code_uses(store: Store) -> None:
    def differences(connection: Any) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), METADATA))

    assert store.do(differences) == []


def older(store: Store, revision: str) -> None:
    """Downgrade a new, empty database to the schema of an older version."""

    def make(connection: Any) -> None:
        METADATA.drop_all(connection)
        connection.exec_driver_sql("DROP TABLE alembic_version")
        command.upgrade(config(connection), revision)

    store.do(make)


def migrate(connection: Any, revision: str) -> None:
    """Upgrade to this version, as a server does to the newest."""
    alone(connection)
    command.upgrade(config(connection), revision)


def config(connection: Any) -> Config:
    found = Config()
    found.set_main_option("script_location", str(MIGRATIONS))
    found.attributes["connection"] = connection
    return found


def put(connection: Any, *rows: tuple[Any, Any]) -> None:
    """Insert rows as an older version did, without columns and tables added later."""
    for table, row in rows:
        there = {column["name"] for column in inspect(connection).get_columns(table.name)}
        connection.execute(insert(table), {name: value for name, value in values(row).items() if name in there})


def put_table(connection: Any, code: str) -> None:
    """A table with a chair and an action, as the version of this schema wrote it."""
    put(connection, (tables, a_table(code)), (seats, chairs(code)[0]), (actions, an_action(code, 0)))


def address(store: Store) -> str:
    return str(store.engine.url.render_as_string(hide_password=False))


def test_a_migration_that_fails_half_way_changes_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    older(store, "0005")
    store.do(put_table, "a")

    def fail(*_: object, **__: object) -> None:
        raise OSError("the power goes")

    with monkeypatch.context() as broken:
        broken.setattr(Operations, "create_index", fail)
        broken.setattr(BatchOperations, "create_index", fail)
        with pytest.raises(OSError, match="power"):
            Store(address(store))
    assert store.do(revision_of) == "0005"
    assert "deck_texts" not in store.do(lambda connection: inspect(connection).get_table_names())
    Store(address(store)).close()
    found = store.do(kept, "a")
    assert found
    assert (store.do(revision_of), len(found.actions)) == (revisions()[-1], 1)


def test_a_database_of_a_newer_version_is_refused_and_left_as_it_is(store: Store) -> None:
    newer = sql("UPDATE alembic_version SET version_num = '9999'")
    store.do(lambda connection: connection.execute(newer))
    with pytest.raises(BadOption, match=r"newer Tempolude \(schema 9999; this one knows up to 0\d+\)"):
        Store(address(store))
    assert store.do(revision_of) == "9999"


def test_servers_that_start_at_once_run_the_migrations_once(store: Store) -> None:
    older(store, "0001")
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(Store, [address(store)] * 4):
            found.close()
    assert store.do(revision_of) == revisions()[-1]


def test_a_seed_of_256_bits_is_kept_whole(store: Store) -> None:
    seed = 2**256 - 1
    store.do(add_table, a_table("a", seed=str(seed)), chairs("a"))
    found = store.do(kept, "a")
    assert found
    assert int(found.table.seed) == seed


def test_a_database_of_the_older_generator_loses_nothing_but_its_matches_are_refused(store: Store) -> None:
    older(store, "0002")
    for code, phase in (("p", "playing"), ("o", "over"), ("g", "gathering")):
        old = a_table(code, phase=phase, seed="7", due=1.0)
        store.do(put, (tables, old), (seats, chairs(code)[0]), (actions, an_action(code, 0)))
    Store(str(store.engine.url.render_as_string(hide_password=False))).close()  # opening it migrates
    found = {code: store.do(kept, code) for code in "pog"}
    for code, old in found.items():
        assert old
        assert len(old.actions) == len(old.chairs) == 1
        assert (old.table.rules_version, old.table.due) == ((1, 1.0) if code == "g" else (0, None))
        assert (old.table.seed == "7") == (code != "g"), "where players gather, a seed is drawn anew"
    assert int(found["g"].table.seed) > 2**128  # type: ignore[union-attr]
    assert all(game.rules_version > 0 for game in games())


def test_a_match_of_the_older_generator_is_refused_in_one_sentence(tmp_path: Path) -> None:
    database = sqlite(tmp_path)
    store = Store(database)
    older(store, "0002")
    store.do(put, (tables, a_table("older")), (seats, chairs("older")[0]))
    store.close()
    server = Server(database)
    try:
        answer = httpx.get(f"{server.address}/t/older")
        assert answer.status_code == 410
        assert "started under older rules and can no longer be shown" in answer.text
    finally:
        server.stop()


def test_the_key_that_signs_cookies_is_made_once(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        store = Store(sqlite(tmp_path))
        keys.append(store.do(secret))
        store.close()
    assert keys[0] == keys[1]
    assert len(keys[0]) == 64


def test_many_actions_at_once_are_all_kept(store: Store) -> None:
    for code in ("a", "b"):
        store.do(add_table, a_table(code), chairs(code))

    async def write() -> None:
        await asyncio.gather(*(store.append(an_action(code, n)) for n in range(100) for code in ("a", "b")))

    apart(write)
    for code in ("a", "b"):
        found = store.do(kept, code)
        assert found
        assert [row.n for row in found.actions] == list(range(100))


def test_a_commit_is_one_statement_however_many_actions_and_messages_it_has(store: Store) -> None:
    codes = [f"t{n}" for n in range(60)]
    for code in codes:
        store.do(add_table, a_table(code), chairs(code))
    statements: list[str] = []
    event.listen(store.engine, "before_cursor_execute", lambda *given: statements.append(given[2]))

    async def write() -> set[str]:
        from psycopg import AsyncConnection

        if not store.shared:
            await asyncio.gather(*(store.append(an_action(code, 0)) for code in codes))
            return set(codes)
        _, where = store.engine.dialect.create_connect_args(store.engine.url)
        async with await AsyncConnection.connect(autocommit=True, **where) as other:
            await other.execute(f"LISTEN {CHANNEL}")
            await asyncio.gather(*(store.append(an_action(code, 0)) for code in codes))
            said = [json.loads(note.payload) async for note in other.notifies(timeout=5, stop_after=3)]
        assert {origin for origin, _, _ in said} == {store.process}
        return {code for _, _, about in said for code, _, _, _ in about["log"]}

    assert apart(write) == set(codes)
    assert len(statements) == 1


def test_what_was_committed_together_is_answered_a_few_tables_at_a_time(store: Store) -> None:
    """The store yields to the event loop in between, so that messages are sent and received."""
    codes = [f"t{n}" for n in range(3 * AT_ONCE)]
    for code in codes:
        store.do(add_table, a_table(code), chairs(code))
    turns: list[int] = []  # how many more were answered in each iteration of the loop

    async def write() -> None:
        written = [store.append(an_action(code, n)) for n in range(2) for code in codes]
        answered = 0
        while answered < len(written):
            await asyncio.sleep(0)
            now = sum(each.done() for each in written)
            turns.append(now - answered)
            answered = now

    apart(write)
    assert sum(turns) == 2 * len(codes)
    assert max(turns) == 2 * AT_ONCE  # both actions of a table at once


def test_the_changes_of_actions_committed_together_are_made_in_their_order(store: Store) -> None:
    for code in ("a", "b", "c"):
        store.do(add_table, a_table(code), chairs(code))
    over = {"phase": "over", "result": {"ranks": [1]}, "due": None}

    async def write() -> None:
        new = [("a", 0, over), ("b", 0, {"due": 5.0}), ("b", 1, over), ("c", 0, {"due": 6.0}), ("c", 1, {"due": 7.0})]
        await asyncio.gather(*(store.append(an_action(code, n), changes) for code, n, changes in new))

    apart(write)
    found = [there.table for code in ("a", "b", "c") if (there := store.do(kept, code))]
    assert [(table.phase, table.due) for table in found] == [("over", None), ("over", None), ("playing", 7.0)]
    assert [table.result for table in found] == [{"ranks": [1]}, {"ranks": [1]}, None]


def test_where_an_action_fails_so_do_all_later_ones_of_its_table_and_no_other(store: Store) -> None:
    for code in ("a", "b", "c", "d"):
        store.do(add_table, a_table(code), chairs(code))

    async def write(*rows: ActionRow) -> list[bool]:
        done = await asyncio.gather(*(store.append(row) for row in rows), return_exceptions=True)
        return [answer is None for answer in done]

    taken = an_action("a", 0), an_action("a", 0), an_action("a", 1)
    twice = an_action("b", 0, "m"), an_action("b", 1, "m"), an_action("b", 2), an_action("b", 2, seat=1)
    bad = an_action("c", 0, "\ud800"), an_action("c", 1)  # which no database can store
    assert apart(lambda: write(*taken, *twice, *bad, an_action("d", 0), an_action("nowhere", 0))) == [
        *(True, False, False),
        *(True, False, False, False),
        *(False, False),
        *(True, False),
    ]
    assert apart(lambda: write(an_action("a", 2), an_action("a", 1), an_action("d", 1, "m"))) == [False, False, True]
    assert apart(lambda: write(an_action("a", 1), an_action("d", 2, "m", seat=1))) == [True, True], "ids are a seat's"
    logs = {code: [row.n for row in found.actions] for code in "abcd" if (found := store.do(kept, code))}
    assert logs == {"a": [0, 1], "b": [0], "c": [], "d": [0, 1, 2]}


def test_what_is_kept_grows_old_no_faster_than_the_server_lets_it(store: Store) -> None:
    assert store.do(advance, 1000.0, 0.0) == 1000, "the first time it is believed"
    assert store.do(advance, 1060.0, 1440.0) == 1060
    assert store.do(advance, 9_000_000.0, 1440.0) == 2500, "a clock that jumps ahead is followed slowly"
    assert store.do(advance, 1.0, 1440.0) == 2500, "and one that jumps back not at all"
    assert store.do(reached) == 2500


def test_old_tables_are_cleared_away_by_age_and_phase(store: Store) -> None:
    day = 24 * 3600
    for phase, age in (
        ("gathering", 4),
        ("gathering", 2),
        ("playing", 61),
        ("playing", 59),
        ("over", 366),
        ("over", 364),
    ):
        code = f"{phase[0]}{age}"
        store.do(add_table, a_table(code, phase=phase, changed=time() - age * day), chairs(code))
    gone = store.do(clean, time() - 3 * day, time() - 60 * day, time() - 365 * day)
    assert sorted(gone) == ["g4", "o366", "p61"]
    assert store.do(kept, "g4") is None
    assert store.do(kept, "o364") is not None


def test_a_deck_is_kept_found_changed_and_cleared_away(store: Store) -> None:
    mine = ComponentRow("c1", "timeline", "decks", "ada", "Été", "year", "own-1")
    assert store.do(add_component, mine, 2) == "c1"
    assert store.do(add_component, replace(mine, code="c2"), 2) == "c1", "the very same"
    assert store.do(add_component, replace(mine, code="c3", key="own-3"), 2) == "c3"
    assert store.do(add_component, replace(mine, code="c4", key="own-4"), 2) is None
    assert not store.do(change_component, replace(mine, owner="blaise"))
    assert not store.do(change_component, replace(mine, option="board")), "a deck does not become a board"
    assert store.do(change_component, replace(mine, name="Hiver", key="own-5"))
    assert store.do(component_names, "timeline", "ada") == {"decks": {"own-5": "Hiver", "own-3": "Été"}}
    assert [row.code for row in store.do(components_by_key, "timeline", ["own-5", "own-9"])] == ["c1"]
    assert not store.do(remove_component, "c1", "blaise")
    assert store.do(remove_component, "c1", "ada")
    assert store.do(component, "c1") is None
    store.do(clean, 0, 0, time() - 60)
    assert [row.code for row in store.do(components_of, "ada")] == ["c3"]
    store.do(clean, 0, 0, time() + 60)
    assert store.do(components_of, "ada") == []


OWN = {"name": "Été", "csv": "year,name\n" + "1,é\n" * 1000}


def texts(connection: Any) -> list[str]:
    return list(connection.execute(select(deck_texts.c.csv)).scalars())


def with_own_deck(store: Store) -> None:
    """A custom deck of Ada's, and two tables that use it."""
    row = ComponentRow("d1", "timeline", "decks", "ada", OWN["name"], OWN["csv"], "own-1")
    store.do(add_component, row, 2)
    for code, value in (("a", ["world", OWN]), ("b", OWN)):
        store.do(add_table, a_table(code, options={"decks": value, "cards": 4}), chairs(code))


def test_the_text_of_a_deck_is_kept_once_for_all_tables_and_as_long_as_one_needs_it(store: Store) -> None:
    with_own_deck(store)
    assert store.do(texts) == [OWN["csv"]]
    assert "year" not in str(store.do(lambda connection: connection.execute(select(tables.c.options)).all()))
    found = store.do(kept, "a")
    assert found
    assert found.table.options == {"decks": ["world", OWN], "cards": 4}, "a match has it whole"
    store.do(change_table, "a", {"options": {"decks": ["world"], "cards": 4}})
    store.do(remove_component, "d1", "ada")
    store.do(clean, 0, 0, 0)
    assert store.do(texts) == [OWN["csv"]], "the other table still needs it"
    store.do(forget, ["b"])
    store.do(clean, 0, 0, 0)
    assert store.do(texts) == []


def test_texts_of_older_databases_are_moved_and_nothing_is_lost(store: Store) -> None:
    with_own_deck(store)

    before = revisions()[revisions().index("0006") - 1]
    store.do(lambda connection: command.downgrade(config(connection), before))
    older = store.do(lambda connection: connection.execute(sql("SELECT csv FROM decks")).scalar())
    assert older == OWN["csv"]
    store.do(lambda connection: command.upgrade(config(connection), "head"))
    found, deck_again = store.do(kept, "b"), store.do(component, "d1")
    assert found
    assert deck_again
    assert (found.table.options, deck_again.csv) == ({"decks": OWN, "cards": 4}, OWN["csv"])
    assert store.do(texts) == [OWN["csv"]]


@pytest.mark.parametrize("url", ["nonsense", "sqlite:////no/such/folder/x.db", "martian://x"])
def test_a_database_that_cannot_be_used_is_refused_in_one_line(url: str) -> None:
    with pytest.raises(BadOption) as refused:
        Store(url)
    assert "\n" not in str(refused.value)


def test_killed_in_the_middle_of_play_the_server_comes_back_with_every_acknowledged_action(tmp_path: Path) -> None:
    server = Server(sqlite(tmp_path))
    port = int(server.address.rsplit(":", 1)[1])
    with seated(server.address, "contretemps", 3) as (code, guests), ExitStack() as stack:
        lines = [stack.enter_context(guest.line(code, -1)) for guest in guests]
        for line in lines:
            line.shown()
        for done in range(25):
            line = next(line for line in lines if line.actions)
            line.do(line.actions[-1][0], f"m{done}")
            for other in lines:
                while other.version <= done:
                    other.hear()
        seen = [(line.version, line.actions, line.log) for line in lines]
        asked = next(line for line in lines if line.actions)
        asked.send(wire.Do(asked.actions[0][0], asked.version, "last"))  # in flight when the power fails
        server.kill()
        again = Server(sqlite(tmp_path), port=port)
        try:
            for guest, (version, actions, log) in zip(guests, seen, strict=True):
                with guest.line(code, -1) as line:
                    line.shown()
                    assert line.version in (version, version + 1), "the last was kept or not; it was not acknowledged"
                    assert line.log[: len(log)] == log
                    if line.version == version:
                        assert line.actions == actions
            seat = lines.index(asked)
            with guests[seat].line(code, -1) as line:
                line.shown()
                line.do(asked.actions[0][0], "last", at=seen[seat][0])
                assert line.version == 26, "sent again, it is done once"
        finally:
            again.stop()


def test_a_restart_in_mid_match_loses_neither_talk_nor_seat(tmp_path: Path) -> None:
    server = Server(sqlite(tmp_path))
    port = int(server.address.rsplit(":", 1)[1])
    with Guest(server.address, "Ada") as guest:
        code = guest.play_now("timeline")
        with guest.line(code, -1) as line:
            line.shown()
            line.send(wire.Say("tick"))
            line.until(wire.Talk)
        server.stop()
        again = Server(sqlite(tmp_path), port=port)
        try:
            page = guest.web.get(f"/t/{code}").text
            assert "tick" in page
            assert "Ada" in page
        finally:
            again.stop()


@pytest.mark.parametrize("at_once", [True, False])
def test_no_migration_costs_a_chair_or_an_action(store: Store, at_once: bool) -> None:
    """All migrations in one transaction; or one at a time, with another table written by each version."""
    first, *later, newest = revisions()
    written = [first, *later]
    older(store, first)
    store.do(put_table, first)
    for revision in () if at_once else later:
        store.do(migrate, revision)
        store.do(put_table, revision)
    again = Store(address(store))
    assert again.do(revision_of) == newest
    for code in written[:1] if at_once else written:
        found = again.do(kept, code)
        assert found
        assert (len(found.chairs), len(found.actions), found.table.rated) == (1, 1, False), code
    if again.engine.dialect.name == "sqlite":
        assert again.do(lambda connection: connection.exec_driver_sql("PRAGMA foreign_keys").scalar()) == 1
    again.close()
