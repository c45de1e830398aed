"""Clocks: playing turn by turn, and bots that take over when a player runs out of time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import sleep

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tempolude.server import wire
from tempolude.server.refusal import Refusal
from tempolude.server.table.clocks import OFFERED, Clock, Watch

from .guests import Guest, PageSocket, seated, seats_in
from .serving import Server, serving, sqlite
from .waiting import eventually

HOUR = 3600


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving(grace=0.2) as address:
        yield address


# --- Clocks and watches ----------------------------------------------------------------


@pytest.mark.parametrize("text", OFFERED)
def test_a_clock_is_written_as_it_is_read(text: str) -> None:
    assert Clock.read(text).written == text


@pytest.mark.parametrize("text", ["0d", "100d", "0+0", "-1+5", "5", "5+", "d", "3 d", "1000+0", "waits", "٣d", "3d\n"])
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="Unknown time setting"):
        Clock.read(text)


def test_minutes_run_while_a_seat_is_asked_and_every_move_adds_some() -> None:
    watch = Watch(Clock.read("10+20"), 2)
    watch.run([0], 0)
    assert watch.remaining(0, 100) == 620 - 100
    assert watch.remaining(1, 100) == 620
    watch.acted(0, 100, stood_in=False)
    watch.run([1], 100)
    assert watch.remaining(0, 500) == 540
    assert watch.due([0, 1], 500) == 720
    watch.took_back(0)
    assert watch.remaining(0, 500) == 520, "what a move brought goes back with it"


def test_every_move_has_its_days() -> None:
    watch = Watch(Clock.read("3d"), 2)
    watch.run([0], 0)
    watch.acted(0, 50 * HOUR, stood_in=False)
    watch.run([0], 60 * HOUR)
    assert watch.remaining(0, 60 * HOUR) == 72 * HOUR


def test_whose_time_has_run_out_has_none_until_they_come_back() -> None:
    watch = Watch(Clock.read("1+5"), 2)
    watch.run([0], 0)
    assert not watch.out(0, 64)
    assert watch.out(0, 65)
    watch.acted(0, 66, stood_in=True)
    watch.run([0], 70)
    assert watch.out(0, 70)
    watch.back(0, 80)
    assert watch.remaining(0, 80) == 60, "a minute for the move at hand"
    watch.acted(0, 90, stood_in=False)
    assert watch.remaining(0, 90) == 60


@given(st.lists(st.tuples(st.integers(0, 2), st.floats(0, 500)), max_size=30), st.sampled_from(["2+7", "1d"]))
def test_no_seat_ever_has_less_than_nothing_and_who_is_not_asked_loses_nothing(
    moves: list[tuple[int, float]], text: str
) -> None:
    watch, now = Watch(Clock.read(text), 3), 0.0
    for seat, pause in moves:
        watch.run([seat], now)
        others = [watch.remaining(other, now) for other in range(3) if other != seat]
        now += pause
        assert [watch.remaining(other, now) for other in range(3) if other != seat] == others
        watch.acted(seat, now, stood_in=watch.out(seat, now))
        assert min(watch.left) >= 0


# --- At a table ------------------------------------------------------------------------


def until_replaced(line: PageSocket, seat: int, replaced: bool = True) -> None:
    line.seats(lambda seats: seats[seat].replaced is replaced)


def asked(lines: list[PageSocket]) -> int:
    return next(seat for seat, line in enumerate(lines) if line.actions)


def test_a_bot_plays_for_whose_clock_has_run_out_and_gives_the_seat_back(server: str) -> None:
    with seated(server, "timeline", 2, clock="0+1") as (code, guests), ExitStack() as stack:
        lines = [stack.enter_context(guest.line(code)) for guest in guests]
        seats = lines[0].seats(lambda seats: any(seat.replaced for seat in seats))
        slow = next(seat for seat in range(2) if seats[seat].replaced)
        if slow:
            until_replaced(lines[slow], slow)
        while lines[slow].version < 1:  # a bot moves for them
            lines[slow].hear()
        lines[slow].send(wire.Back())
        until_replaced(lines[slow], slow, False)
        left = seats_in(lines[slow].heard[-1])[slow].left
        assert 50 < left <= 60


def test_the_time_left_is_the_same_after_a_restart(tmp_path: Path) -> None:
    server = Server(sqlite(tmp_path))
    with seated(server.address, "timeline", 2, clock="10+20") as (code, guests):
        with guests[0].line(code) as one, guests[1].line(code) as two:
            for line in (one, two):
                line.shown()
            mover = asked([one, two])
            line = (one, two)[mover]
            sleep(1.2)
            line.do(line.actions[0][0], "a")
            told = next(filter(None, map(seats_in, reversed(line.heard))))
        server.kill()
        server = Server(sqlite(tmp_path), port=int(server.address.rsplit(":", 1)[1]))
        with guests[0].line(code) as again:
            left = again.seats()
            assert left[mover].left == pytest.approx(told[mover].left, abs=0.2)
            assert left[mover].left < 620 + 20 - 1
    server.stop()


def told_left(line: PageSocket, seat: int) -> float:
    """The time left as sent to a player after they report that they are back."""
    line.send(wire.Say("tick"))
    line.until(wire.Talk)
    line.send(wire.Back())
    return float(line.seats()[seat].left)


def test_a_wall_clock_that_jumps_takes_and_gives_no_time_and_no_table(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_text("0")
    server = Server(sqlite(tmp_path), wrong=wrong)
    with seated(server.address, "timeline", 2, clock="10+20") as (code, guests):
        gathering = guests[0].make("timeline", 2)
        with guests[0].line(code) as line, guests[1].line(code) as other:
            for each in (line, other):
                each.shown()
            mover = asked([line, other])
            for ahead in (HOUR, -HOUR):
                wrong.write_text(str(ahead))
                assert 500 < told_left((line, other)[mover], mover) <= 620
            wrong.write_text(str(HOUR))
            (line, other)[mover].do((line, other)[mover].actions[0][0], "a")
        for hours in (0, -1, 70 * 24):  # it then starts with a wrong clock
            server.kill()
            wrong.write_text(str(hours * HOUR))
            server = Server(sqlite(tmp_path), wrong=wrong, port=int(server.address.rsplit(":", 1)[1]))
            with guests[1 - mover].line(code) as line:
                left = line.seats()[1 - mover].left
                assert left <= 620, "nobody is given time"
                assert left > 500 or hours > 0, "or loses it, but for what the server may have been off"
            for _ in range(3):  # the sweep at the start is over
                assert guests[0].web.get("/").status_code == 200
            assert guests[0].web.get(f"/t/{code}").status_code == 200
            assert guests[0].web.get(f"/t/{gathering}").status_code == 200
    server.stop()


def test_turn_by_turn_bots_move_though_nobody_looks_and_nobody_is_replaced_who_has_time(server: str) -> None:
    with Guest(server, "Ada") as ada:
        code = ada.make("timeline", 3, clock="3d")
        ada.post(f"/t/{code}/start", level="regular")
        with ada.line(code) as line:
            line.shown(lambda m: m.actions)
            at = line.version
            line.do(line.actions[0][0], "a")
        sleep(2)  # nobody is at the table for longer than the grace period of a live one
        with ada.line(code) as line:
            message = line.shown(lambda m: m.actions)
            assert message.version >= at + 3, "both bots have moved"
            assert message.seats[0].replaced is False
        page = ada.web.get("/").text
        assert "your turn, 3 days left" in page


def test_a_clock_runs_out_though_the_server_was_restarted_and_nobody_looks(tmp_path: Path) -> None:
    """The sweep finds a table that nobody has opened since, by its `due`."""
    server = Server(sqlite(tmp_path))
    with seated(server.address, "timeline", 2, clock="3d") as (code, guests):
        with guests[0].line(code) as line:
            line.shown()
        server.kill()
        long_ago(tmp_path, code)
        server = Server(sqlite(tmp_path), port=int(server.address.rsplit(":", 1)[1]))
        assert eventually(lambda: moves(tmp_path, code)) == [True], (
            "a bot moved for who was asked; then the other has their days"
        )
    server.stop()


def long_ago(folder: Path, code: str) -> None:
    """Set the start of the match to four days ago."""
    with sqlite3.connect(folder / "tables.db") as database:
        database.execute("UPDATE tables SET begun = begun - 345600, due = due - 345600 WHERE code = ?", (code,))


def moves(folder: Path, code: str) -> list[bool]:
    """For every action of a table, whether a bot took it in a player's place."""
    with sqlite3.connect(folder / "tables.db") as database:
        return [bool(row[0]) for row in database.execute("SELECT stood_in FROM actions WHERE code = ?", (code,))]


def test_what_happened_since_a_player_was_here_is_marked(server: str) -> None:
    with seated(server, "timeline", 3, clock="wait") as (code, guests), ExitStack() as stack:
        lines = [stack.enter_context(guest.line(code)) for guest in guests]

        def move(name: str) -> int:
            mover = asked(lines)
            lines[mover].do(lines[mover].actions[0][0], name)
            for line in lines:
                while line.version < lines[mover].version:
                    line.hear()
            return mover

        for line in lines:
            line.shown()
        ada = move("a")
        move("b")
        lines[ada].__exit__(None, None, None)
        move_on = asked([line for seat, line in enumerate(lines) if seat != ada])
        others = [line for seat, line in enumerate(lines) if seat != ada]
        others[move_on].do(others[move_on].actions[0][0], "c")
        lines[ada] = stack.enter_context(guests[ada].line(code))
        log = lines[ada].until(wire.State).log
        assert log.away
        assert log.since == 2, "Ada had seen two moves"


def test_without_hurry_nobody_is_ever_replaced(server: str) -> None:
    with seated(server, "timeline", 2, clock="wait") as (code, guests), guests[0].line(code) as line:
        line.shown()
        with guests[1].line(code) as other:
            other.shown()
        sleep(0.6)  # longer than the grace period
        line.send(wire.Say("still here"))
        line.until(wire.Talk)
        assert not any(seat.replaced for message in line.heard for seat in seats_in(message))


@pytest.mark.parametrize("clock", ["5 minutes", "0d", "x" * 100])
def test_a_clock_that_is_none_is_refused(server: str, clock: str) -> None:
    with Guest(server, "Ada") as ada:
        assert ada.post("/new/timeline", seats=2, clock=clock).status_code == 400
        code = ada.make("timeline", 2, clock="3d")
        refused = ada.post(f"/t/{code}/settle", seats=2, clock=clock)
        assert "Unknown time setting" in refused.text
        assert '<option value="3d" selected>' in ada.web.get(f"/t/{code}").text


def test_a_person_is_called_to_a_table_from_the_lobby_and_from_other_tables(server: str) -> None:
    with seated(server, "timeline", 2, clock="wait") as (code, guests):
        lines = [guest.line(code) for guest in guests]
        for line in lines:
            line.shown()
        mover = asked(lines)
        other = guests[1 - mover]
        lines[1 - mover].__exit__(None, None, None)
        elsewhere = other.play_now("timeline")
        with other.line(elsewhere) as table, other.notifier() as lobby:
            lines[mover].do(lines[mover].actions[0][0], "a")
            for line in (table, lobby):
                called = line.until(wire.Turn, lambda m: m.code == code)
                assert "your turn" in called.words
        lines[mover].__exit__(None, None, None)
