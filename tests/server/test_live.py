"""Play over real sockets: updates and refusals. A refusal changes nothing for anybody."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import pytest
from msgspec import UNSET
from websockets.exceptions import ConnectionClosed

from tempolude.server import wire

from .guests import SHOWN, Guest, PageSocket, reason, seated, seats_in, version_of
from .serving import serving


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving() as address:
        yield address


class Table:
    """A match of Contre-Temps with a person and an open page at each of three seats, and a spectator."""

    def __init__(self, server: str, stack: ExitStack) -> None:
        self.code, self.guests = stack.enter_context(seated(server, "contretemps", 3))
        self.lines = [stack.enter_context(guest.line(self.code, -1)) for guest in self.guests]
        self.spectator = stack.enter_context(stack.enter_context(Guest(server)).line(self.code, -1))
        for line in self.all:
            line.shown()

    @property
    def all(self) -> list[PageSocket]:
        return [*self.lines, self.spectator]

    def asked(self) -> list[int]:
        return [seat for seat, line in enumerate(self.lines) if line.actions]

    def move(self, name: str, dice: Random | None = None) -> int:
        """Make a move for a seat to decide, and wait until everybody has it; returns the seat."""
        seat = self.asked()[0]
        line, version = self.lines[seat], self.lines[seat].version
        action = (dice.choice(line.actions) if dice else line.actions[0])[0]
        assert version_of(line.do(action, name)) == version + 1
        for other in self.all:
            while other.version <= version:
                other.hear()
        return seat


@pytest.fixture
def table(server: str) -> Iterator[Table]:
    with ExitStack() as stack:
        yield Table(server, stack)


def unchanged(table: Table, answer: wire.Sent, words: str) -> None:
    """Check that the sender gets the reason, and nobody else gets anything."""
    assert isinstance(answer, (wire.Refused, wire.Error)), answer
    assert words in answer.words
    undisturbed(table)


def undisturbed(table: Table) -> None:
    """Check that nothing was done or sent: the next move is the next message for everybody."""
    version, heard = table.spectator.version, [len(line.heard) for line in table.all]
    table.move(f"next{version}")
    for line, before in zip(table.all, heard, strict=True):
        assert [message.version for message in line.heard[before:] if isinstance(message, SHOWN)] == [version + 1]


def test_everybody_is_told_every_move_to_the_end_and_reads_the_same_result(table: Table) -> None:
    dice, moves = Random(5), 0
    while not table.lines[0].over:
        table.move(f"m{moves}", dice)
        moves += 1
    for line in table.all:
        assert line.over
        assert line.version == moves
    assert len({len(line.log) for line in table.all}) == 1


def test_of_a_seat_only_what_is_unusual_is_sent() -> None:
    seats = wire.Seats([wire.Seat(), wire.Seat(asked=True, words="thinking…"), wire.Seat(away=True)])
    assert json.loads(wire.encode(seats))["seats"] == [{}, {"asked": True, "words": "thinking…"}, {"away": True}]


def test_a_move_out_of_turn_is_refused(table: Table) -> None:
    while len(table.asked()) != 1:
        table.move("x")
    other = table.lines[next(seat for seat in range(3) if seat not in table.asked())]
    unchanged(table, other.do(0, "mine"), "not your turn")


def test_a_move_sent_twice_is_done_once(table: Table) -> None:
    line = table.lines[table.asked()[0]]
    action, version = line.actions[0][0], line.version
    assert version_of(line.do(action, "twice")) == version + 1
    assert version_of(line.do(action, "twice", at=version)) == version + 1
    assert line.version == version + 1
    for other in table.all:
        while other.version <= version:
            other.hear()
    undisturbed(table)


def test_a_move_at_an_old_state_is_refused(table: Table) -> None:
    seat = table.move("first")
    while seat not in table.asked() or len(table.asked()) > 1:
        table.move(f"m{table.lines[0].version}")
    line = table.lines[seat]
    unchanged(table, line.do(line.actions[0][0], "late", at=0), "Too late")


def test_an_action_that_the_rules_do_not_allow_is_refused(table: Table) -> None:
    for number in (-1, 10**6, -(2**70), 2**70):
        unchanged(table, table.lines[table.asked()[0]].do(number, f"odd{number}"), "cannot be")


def test_who_watches_does_not_play(table: Table) -> None:
    unchanged(table, table.spectator.do(0, "me too"), "You are watching")


@pytest.mark.parametrize(
    "message",
    ["", "{", "[]", "3", "[" * 2000, '{"do": 1, "at": 0}', '{"t": "do"}', '{"t": "do", "action": 1, "at": 0}',
     '{"t": "do", "action": 1, "at": 0, "id": 7}', '{"t": "undo", "id": ""}', '{"t": "undo", "id": "m\\n"}',
     '{"t": "say", "text": 5}', '{"t": "say", "text": "\\ud800"}', '{"t": "explain", "action": null}', '{"t": "dance"}',
     json.dumps({"t": "do", "action": 0, "at": 0, "id": "x" * 41})],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(table: Table, message: str) -> None:
    line = table.lines[table.asked()[0]]
    line.send(message)
    unchanged(table, line.until(wire.Error), "cannot be understood")


@pytest.mark.parametrize(
    "message",
    ['{"t": "do", "action": "all", "at": 0, "id": "m"}', '{"t": "do", "action": true, "at": 0, "id": "m"}',
     '{"t": "do", "action": 1.5, "at": 0, "id": "m"}', '{"t": "do", "id": "m"}', '{"t": "undo", "id": "m", "at": 0}',
     '{"do": 1, "at": 0, "id": "m"}'],
)  # fmt: skip
def test_a_move_that_cannot_be_read_is_refused_by_its_name(table: Table, message: str) -> None:
    line = table.lines[table.asked()[0]]
    line.send(message)
    unchanged(table, line.answer("m"), "cannot be understood")


def test_what_is_too_long_is_refused(table: Table) -> None:
    line = table.lines[0]
    line.send(wire.Say("a" * 3000))
    unchanged(table, line.until(wire.Error), "too long")
    line.send(wire.Say("a" * 301))
    unchanged(table, line.until(wire.Error), "too long")


def test_what_is_far_too_long_or_no_text_ends_the_line_and_nothing_else(server: str, table: Table) -> None:
    for message in ("x" * 100_000, b"\x00\xff"):
        with table.guests[0].line(table.code, -1) as line:
            line.send(message)
            with pytest.raises(ConnectionClosed):
                line.until(wire.Turn)
    undisturbed(table)


def test_a_page_from_elsewhere_gets_no_line(table: Table) -> None:
    with (
        table.guests[0].line(table.code, -1, origin="http://elsewhere.example") as line,
        pytest.raises(ConnectionClosed),
    ):
        line.hear()


@pytest.mark.parametrize(
    "message", [wire.Do(1, 0, "m"), wire.Undo("m"), wire.AskHint(), wire.Explain(1), wire.Back()], ids=str
)
def test_nothing_is_done_before_the_match_begins(server: str, message: wire.Received) -> None:
    with Guest(server) as guest, guest.line(guest.make("timeline", 2)) as line:
        line.send(message)
        assert line.until((wire.Error, wire.Refused)).words == "The game has not started yet."


def test_a_table_that_is_not_there_is_said_to_be_missing(server: str) -> None:
    with Guest(server) as guest:
        assert guest.web.get("/t/nothere").status_code == 404
        with guest.line("nothere") as line:
            assert "no such table" in line.until(wire.Error).words
            with pytest.raises(ConnectionClosed):
                line.hear()


@pytest.mark.parametrize("path", ["/t/{code}/live", "/me/live"])
@pytest.mark.parametrize("version", ["", "1", str(wire.VERSION + 1)])
def test_a_page_of_another_version_loads_again(table: Table, path: str, version: str) -> None:
    """A page that was open during an upgrade; the scripts of version 1 sent no version."""
    query = f"?v={version}" if version else ""
    with PageSocket(table.guests[0], path.format(code=table.code) + query, {}) as line:
        if not version:
            assert line.socket.recv(10) == '{"reload":true}'
        with pytest.raises(ConnectionClosed) as closed:
            line.socket.recv(10)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == (4426 if version else 4401)
    undisturbed(table)


def test_a_second_browser_on_the_same_seat_is_live_too(table: Table) -> None:
    seat = table.asked()[0]
    with table.guests[seat].line(table.code, -1) as second:
        second.shown()
        assert second.actions == table.lines[seat].actions
        assert version_of(second.do(second.actions[0][0], "second")) == 1
        assert table.lines[seat].shown(lambda m: m.version == 1)
        assert table.lines[seat].actions == second.actions


def test_a_line_that_was_lost_comes_back_and_misses_nothing(table: Table) -> None:
    gone = next(seat for seat in range(3) if seat not in table.asked())
    here = [line for seat, line in enumerate(table.lines) if seat != gone]
    table.lines[gone].socket.close()
    for number in range(6):
        asked = [line for line in here if line.actions]
        if not asked:
            break
        asked[0].do(asked[0].actions[0][0], f"m{number}")
        for line in here:
            while line.version < asked[0].version:
                line.hear()
    version = here[0].version
    assert version > 0
    with table.guests[gone].line(table.code, table.lines[gone].version) as again:
        assert again.shown().version >= version
    with table.guests[gone].line(table.code, version) as current:
        assert isinstance(current.hear(), wire.Seats), "who has seen everything is told nothing twice"


def test_those_asked_at_once_choose_at_once_and_see_no_choice_of_another(table: Table) -> None:
    while len(table.asked()) < 2:
        table.move(f"m{table.lines[0].version}")
    first, second = table.asked()[:2]
    version = table.lines[0].version
    choice = table.lines[first].actions[0][0]
    assert table.lines[second].actions, "both are asked"
    table.lines[first].do(choice, "one")
    answer = table.lines[second].do(table.lines[second].actions[0][0], "two", at=version)
    assert version_of(answer) == version + 2, "the other's choice does not make mine too late"


def test_a_secret_choice_can_be_taken_back_until_it_is_shown(table: Table) -> None:
    while len(table.asked()) < 3:
        table.move(f"m{table.lines[0].version}")
    line, before = table.lines[0], table.lines[0].actions
    line.do(before[0][0], "choice")
    assert not line.actions
    line.send(wire.Undo("undo"))
    version_of(line.answer("undo"))
    assert line.actions == before
    for other in table.all:
        while other.version < line.version:
            other.hear()
    unchanged(table, refused_undo(line), "nothing to undo")


def refused_undo(line: PageSocket) -> wire.Sent:
    line.send(wire.Undo("again"))
    return line.answer("again")


def test_talk_reaches_everybody_as_text(table: Table) -> None:
    table.lines[1].send(wire.Say(" <b>tick</b>\n tock "))
    for line in table.all:
        who, text = line.until(wire.Talk).said
        assert text == "<b>tick</b> tock"
        assert "Guest 1" in who
    table.spectator.send(wire.Say("hello"))
    assert "You are watching" in table.spectator.until(wire.Error).words


def test_what_an_action_would_do_is_told_to_who_may_do_it(table: Table) -> None:
    line = table.lines[table.asked()[0]]
    line.send(wire.Explain(line.actions[0][0]))
    assert line.until(wire.Explained).action == line.actions[0][0]
    line.send(wire.Explain(10**6))
    assert line.until(wire.Explained) == wire.Explained(10**6, "")


def test_a_finished_match_takes_no_move_and_offers_the_next(server: str) -> None:
    with Guest(server) as guest:
        code = guest.play_now("contretemps")
        with guest.line(code, -1) as line:
            line.shown()
            number = 0
            while not line.over:
                if line.actions:
                    number += 1
                    line.do(line.actions[0][0], f"m{number}")
                else:
                    line.hear()
            assert "The game is over" in reason(line.do(0, "late"))
            record = guest.web.get(f"/t/{code}/record")
            assert record.json()["over"] is True
            first = guest.post(f"/t/{code}/again").url
            assert str(first) != str(guest.web.get(f"/t/{code}").url)
            assert guest.post(f"/t/{code}/again").url == first, "asked twice, it is one table"


def test_too_many_messages_are_refused_and_the_line_stays() -> None:
    """One more than is allowed, of each: after every further one the server reads nothing for a second."""
    with serving(limits=True) as address, Guest(address) as ada, Guest(address) as blaise:
        with ada.line(ada.play_now("timeline"), -1) as line:
            line.shown()
            for _ in range(601):
                line.send(wire.Explain(-1))
            assert "too fast" in line.until(wire.Error).words
        with blaise.line(blaise.play_now("timeline"), -1) as line:
            line.shown()
            for number in range(21):
                line.send(wire.Say(f"hello {number}"))
            assert "too fast" in line.until(wire.Error).words


def test_a_bot_of_every_level_plays_even_before_its_search_is_compiled(server: str) -> None:
    with Guest(server) as guest:
        code = guest.make("contretemps", 3)
        for seat, level in ((1, "master"), (2, "apprentice")):
            guest.post(f"/t/{code}/bot", seat=seat, level=level)
        guest.post(f"/t/{code}/start")
        with guest.line(code, -1) as line:
            line.shown()
            moves = 0
            while line.version < 12:
                if line.actions:
                    moves += 1
                    line.do(line.actions[0][0], f"m{moves}")
                else:
                    line.hear(60)


def test_bots_that_are_asked_at_once_all_answer_and_nobody_waits_for_ever(server: str) -> None:
    with Guest(server) as guest, guest.line(guest.play_now("collectors"), -1) as line:
        line.shown()
        moves = 0
        while not line.over:
            if line.actions:
                moves += 1
                line.do(line.actions[-1][0], f"m{moves}")
            else:
                line.hear()


def test_a_hint_is_given_to_who_is_asked_compiled_or_not(table: Table) -> None:
    seat = table.asked()[0]
    line = table.lines[seat]
    line.send(wire.AskHint())
    answer = line.until((wire.Hint, wire.Error))
    assert isinstance(answer, wire.Hint)
    assert 1 <= len(answer.advice) <= 3
    for advice in answer.advice:
        assert [advice.action, *advice.handles] in line.actions
        assert advice.words.endswith(".")
        assert advice.chance is UNSET or 0 <= advice.chance <= 100
    while len(table.asked()) == 3:
        table.move(f"m{table.lines[0].version}")
    other = table.lines[next(seat for seat in range(3) if seat not in table.asked())]
    other.send(wire.AskHint())
    refused = other.until(wire.Error)
    assert "not your turn" in refused.words
    assert refused.of == "hint", "the page is told what it no longer waits for"


def test_who_leaves_is_played_by_a_bot_until_they_come_back() -> None:
    with serving(grace=0.5) as address, seated(address, "contretemps", 3) as (code, guests), ExitStack() as stack:
        lines = [stack.enter_context(guest.line(code, -1)) for guest in guests[:2]]
        with guests[2].line(code, -1) as leaving:
            leaving.shown()
        for line in lines:
            line.shown()
        moves = 0
        while lines[0].version < 15:  # seat 2 must have acted by then
            asked = next((line for line in lines if line.actions), None)
            if asked:
                moves += 1
                asked.do(asked.actions[0][0], f"m{moves}")
            for line in lines:
                while not line.quiet(0.05):
                    pass
        assert lines[0].version > moves, "somebody else has played too"
        told = [seats[2] for seats in map(seats_in, lines[0].heard) if seats]
        assert any(seat.away and seat.words == "bot playing" for seat in told)
        with guests[2].line(code, -1) as back:
            back.shown()
            assert lines[0].seats(lambda seats: not seats[2].away)
