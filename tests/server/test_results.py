"""The results of matches for their players' pages: written once, with the last action or later."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Connection, delete, select, update

from tempolude.engine.game import game
from tempolude.server.storage.results import Finish, Play, ResultRow, finish
from tempolude.server.storage.rows import rows
from tempolude.server.storage.schema import chairs, results, tables
from tempolude.server.storage.store import Store

from .guests import SHORT, Guest, PageSocket, seated
from .keeping import apart, keep, random_match
from .serving import inside, sqlite
from .waiting import eventually


def play_out(code: str, guests: list[Guest], most: int = 5000) -> None:
    """Play at random, to the end or for at most `most` moves."""
    dice = Random(1)
    with ExitStack() as stack:
        lines: list[PageSocket] = [stack.enter_context(guest.line(code, -1)) for guest in guests]
        for line in lines:
            line.shown()
        while not lines[0].over and lines[0].version < most:
            line = next((line for line in lines if line.actions), None)
            if line:
                line.do(dice.choice(line.actions)[0], f"m{line.version}")
            else:
                lines[0].hear()  # until a bot has moved; then it may be anybody's turn
            newest = max(line.version for line in lines)
            for line in lines:
                while line.version < newest:
                    line.hear()


def results_of(connection: Connection, code: str) -> list[ResultRow]:
    found = select(results).where(results.c.code == code).order_by(results.c.seat)
    return rows(ResultRow, connection.execute(found))


def test_every_seat_has_a_result_with_the_last_action() -> None:
    with inside() as (address, services), seated(address, "contretemps", 3) as (code, guests):
        play_out(code, guests, 10)
        assert services.store.do(results_of, code) == []
        play_out(code, guests)
        found = services.store.do(results_of, code)
        table = services.store.do(lambda c: c.execute(select(tables).where(tables.c.code == code)).one())
        assert [row.rank for row in found] == table.result["ranks"]
        assert [row.score for row in found] == table.result["scores"]
        assert [row.name for row in found] == ["Guest 0", "Guest 1", "Guest 2"]
        assert len({row.person for row in found}) == 3
        assert {(row.against, row.left, row.scale) for row in found} == {("people", False, None)}
        assert all(row.moves == sum(row.pace.values()) > 0 for row in found)
        assert sum(row.facts.get("events controlled", 0) for row in found) > 0


def test_a_rename_is_seen_in_earlier_results_and_a_guest_with_an_account_keeps_them() -> None:
    with inside() as (address, services), seated(address, "timeline", 2, **SHORT) as (code, (ada, blaise)):
        play_out(code, [ada, blaise])
        ada.post("/me", name="Ada")
        blaise.post("/me/account", account="blaise", password="secret secret")
        found = services.store.do(results_of, code)
        assert [row.name for row in found] == ["Ada", "Guest 1"]
        with Guest(address, "Clara") as clara:
            clara.post("/me/sign-in", account="blaise", password="secret secret", bring="yes")
            assert [row.person for row in services.store.do(results_of, code)] == [row.person for row in found]


def test_what_a_guest_played_comes_along_when_they_sign_in() -> None:
    with inside() as (address, services), Guest(address) as first, ExitStack() as stack:
        first.post("/me/account", account="ada", password="secret secret")
        code, (guest, _) = stack.enter_context(seated(address, "timeline", 2, **SHORT))
        play_out(code, [guest, _])
        before = services.store.do(results_of, code)
        guest.post("/me/sign-in", account="ada", password="secret secret", bring="yes")
        after = services.store.do(results_of, code)
        assert after[0].person not in (None, before[0].person)
        assert after[1] == before[1]


def test_whoever_left_comes_last_though_the_bot_played_on() -> None:
    with inside() as (address, services), seated(address, "timeline", 3, **SHORT) as (code, guests):
        left = guests.pop()
        left.post(f"/t/{code}/leave")
        play_out(code, guests)
        found = eventually(lambda: services.store.do(results_of, code))
        assert (found[2].left, found[2].rank, found[2].bot) == (True, 3, None)
        assert found[2].person is not None


def test_on_one_device_only_the_seat_under_the_hosts_name_is_theirs() -> None:
    with inside() as (address, services), Guest(address, "Ada") as ada:
        code = ada.make("timeline", 2, device="one")
        ada.post(f"/t/{code}/player", seat=1, name="Blaise")
        ada.post(f"/t/{code}/start")
        services.store.do(finish, [Finish(code, "timeline", 1.0, False, [Play(2, 3), Play(1, 0)])])
        found = services.store.do(results_of, code)
        assert [(row.name, row.person is None) for row in found] == [("Ada", False), ("Blaise", True)]


def test_a_lesson_leaves_no_result() -> None:
    with inside() as (address, services), Guest(address, "Ada") as ada:
        code = str(ada.post("/learn/timeline").url).rsplit("/", 1)[1]
        play_out(code, [ada])
        assert services.store.do(results_of, code) == []


def test_matches_that_ended_before_are_filled_in_once_also_if_their_rules_are_gone(tmp_path: Path) -> None:
    database = sqlite(tmp_path)
    match = random_match(game("timeline"), 3)
    for code in ("early", "older", "damaged"):
        keep(database, match, code)
    store = Store(database)
    seat = chairs.c.seat == 0
    store.do(lambda c: c.execute(update(chairs).where(seat).values(person="ada", bot=None, name="Ada")))
    store.do(lambda c: c.execute(update(tables).where(tables.c.code == "older").values(rules_version=0)))
    store.do(lambda c: c.execute(update(tables).where(tables.c.code == "damaged").values(result={}, seed="x")))
    store.close()
    for _ in range(2):  # filling in twice changes nothing
        with inside(database=database) as (_, services):
            early = eventually(lambda: services.store.do(results_of, "early"))
            older = eventually(lambda: services.store.do(results_of, "older"))
            assert [row.rank for row in early] == [row.rank for row in older] == match.ranks
            assert (early[0].person, early[0].against, early[1].bot) == ("ada", "regular", "regular")
            assert early[0].facts["placed right"] > 0
            assert older[0].facts == {}
            assert services.store.do(results_of, "damaged") == []


def test_results_are_written_once_and_never_keep_a_match_from_ending() -> None:
    with inside() as (address, services), seated(address, "timeline", 2, **SHORT) as (code, guests):
        play_out(code, guests)
        found = services.store.do(results_of, code)
        end = Finish(code, "timeline", 9.0, True, [Play(1), Play(2)])
        services.store.do(finish, [end])
        assert services.store.do(results_of, code) == found


def test_results_that_cannot_be_written_are_written_later(monkeypatch: Any, caplog: Any) -> None:
    with inside() as (address, services), seated(address, "timeline", 2, **SHORT) as (code, guests):
        failing = "tempolude.server.storage.store.finish"
        monkeypatch.setattr(failing, lambda *_: 1 / 0)
        play_out(code, guests)
        table = services.store.do(lambda c: c.execute(select(tables).where(tables.c.code == code)).one())
        assert (table.phase, services.store.do(results_of, code)) == ("over", [])
        assert "results could not be written" in caplog.text
        monkeypatch.undo()
        from tempolude.server.table.results import fill_in

        assert apart(lambda: fill_in(services.tables)) == 1
        assert len(services.store.do(results_of, code)) == 2


def test_a_guests_history_goes_with_their_tables_and_an_accounts_stays() -> None:
    from tempolude.server.storage.store import clean

    with inside() as (address, services), ExitStack() as stack:
        codes = []
        for n in range(2):
            code, guests = stack.enter_context(seated(address, "timeline", 2, **SHORT))
            play_out(code, guests)
            if n:
                guests[1].post("/me/account", account="ada", password="secret secret")
            codes.append(code)
        later = time.time() + 3600
        services.store.do(clean, 0, 0, later)
        assert services.store.do(results_of, codes[0]) == []
        kept = services.store.do(results_of, codes[1])
        assert [row.rank for row in kept] != []
        services.store.do(lambda c: c.execute(delete(tables)))
        assert services.store.do(results_of, codes[1]) == kept


def test_rows_read_back_as_they_were_written() -> None:
    row = ResultRow("c", 0, "Ada", 1, "timeline", 2, 3.0, 1, 4, "people", pace={"3": 1})
    assert (row.won, replace(row, left=True).won, row.before, row.after) == (True, False, None, None)
