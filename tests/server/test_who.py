"""People join, sit, leave, sign in and out, and act with every connection, cookie and token they ever had.

In any order: no message acts or talks for a seat that is not its sender's at that moment, and no connection is sent
what only another seat may see. The server closes a connection that has lost its right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from websockets.exceptions import ConnectionClosed

from tempolude.engine.table import Piece
from tempolude.server import wire
from tempolude.server.services import Services

from .guests import SHOWN, Guest, PageSocket, token
from .programs import Program
from .serving import inside

NAMES = ("Ada", "Blaise", "Chloé")
SEATS = 3
numbers = count(1)
one_of_three = st.integers(0, 2)


@dataclass(eq=False)
class Person:
    """A person in the model: a guest, or the person of an account."""

    account: str = ""
    password: str = ""


@dataclass(eq=False)
class Session:
    """A cookie, from when it was given to when it was ended."""

    person: Person
    over: bool = False


@dataclass(eq=False)
class Table:
    code: str
    host: Person
    chairs: list[Person | str | None]  # "bot"
    begun: bool = False
    deleted: bool = False

    @property
    def people(self) -> list[Person]:
        return [chair for chair in self.chairs if isinstance(chair, Person)]

    def seat(self, person: Person | None) -> int:
        return self.chairs.index(person) if person in self.chairs else -1


@dataclass(eq=False)
class Open:
    """A connection, with the session and the seat it was opened with."""

    line: PageSocket
    session: Session
    table: Table
    shows: int

    @property
    def seat(self) -> int:
        """The seat that it may act for now."""
        return -1 if self.session.over else self.table.seat(self.session.person)

    @property
    def stands(self) -> bool:
        gone = self.session.over or self.table.deleted
        return not gone and self.table.seat(self.session.person) == self.shows


@dataclass(eq=False)
class Given:
    """A token, and a program that has it."""

    person: Person
    program: Program
    revoked: bool = False


@dataclass(eq=False)
class Browser:
    guest: Guest
    session: Session
    stolen: list[tuple[dict[str, str], Session]] = field(default_factory=list)  # copies of its cookies

    @property
    def person(self) -> Person:
        return self.session.person


class Crowd(RuleBasedStateMachine):
    address: str
    services: Services

    @initialize(begun=st.booleans())
    def arrive(self, begun: bool) -> None:
        self.stack = ExitStack()
        self.browsers = []
        for name in NAMES:
            guest = self.stack.enter_context(Guest(self.address, name))
            self.browsers.append(Browser(guest, Session(Person())))
        self.tables: list[Table] = []
        self.open: list[Open] = []
        self.tokens: list[Given] = []
        self.people = [browser.person for browser in self.browsers]
        self.make(0)
        self.sit(1, 1)
        if begun:
            self.start(0)

    def teardown(self) -> None:
        if hasattr(self, "stack"):
            self.stack.close()

    # --- Tables ----------------------------------------------------------------------

    def make(self, who: int) -> None:
        browser = self.browsers[who]
        code = browser.guest.make("contretemps", SEATS)
        self.tables.append(Table(code, browser.person, [browser.person, None, None]))

    @precondition(lambda self: self.tables[-1].begun)
    @rule(who=one_of_three)
    def make_another(self, who: int) -> None:
        self.make(who)

    @property
    def table(self) -> Table:
        return self.tables[-1]

    @precondition(lambda self: not self.table.begun)
    @rule(who=one_of_three, seat=one_of_three)
    def sit(self, who: int, seat: int) -> None:
        browser, table = self.browsers[who], self.table
        answer = browser.guest.post(f"/t/{table.code}/sit", seat=seat)
        fits = table.chairs[seat] is None
        assert (answer.status_code == 200) == fits
        if fits:
            table.chairs = [None if chair is browser.person else chair for chair in table.chairs]
            table.chairs[seat] = browser.person
        self.check()

    @precondition(lambda self: not self.table.begun)
    @rule(who=one_of_three)
    def stand(self, who: int) -> None:
        browser, table = self.browsers[who], self.table
        assert browser.guest.post(f"/t/{table.code}/stand").status_code == 200
        table.chairs = [None if chair is browser.person else chair for chair in table.chairs]
        if table.host is browser.person:
            table.host = next((chair for chair in table.chairs if isinstance(chair, Person)), table.host)
        self.check()

    @precondition(lambda self: not self.table.begun)
    @rule(who=one_of_three)
    def start(self, who: int) -> None:
        browser, table = self.browsers[who], self.table
        answer = browser.guest.post(f"/t/{table.code}/start")
        assert (answer.status_code == 200) == (table.host is browser.person)
        if table.host is browser.person:
            table.chairs = ["bot" if chair is None else chair for chair in table.chairs]
            table.begun = True
        self.check()

    def sitting(self) -> list[tuple[Browser, Table]]:
        """Who can leave which table; not a lone person before the match, or few matches would ever begin."""
        tables = [table for table in self.tables if table.begun or len(table.people) > 1]
        return [(each, table) for table in tables for each in self.browsers if table.seat(each.person) >= 0]

    @precondition(lambda self: self.sitting())
    @rule(which=st.integers(0, 9))
    def leave(self, which: int) -> None:
        """Leave a table for good from its page, before or during its match."""
        sitting = self.sitting()
        browser, table = sitting[which % len(sitting)]
        self.open_page(dict(browser.guest.web.cookies), browser.session, table)
        assert browser.guest.post(f"/t/{table.code}/leave").status_code == 200
        self.left(table, browser.person)

    @rule(who=one_of_three, which=st.integers(0, 5))
    def leave_without_a_seat(self, who: int, which: int) -> None:
        browser, table = self.browsers[who], self.tables[which % len(self.tables)]
        if table.seat(browser.person) < 0:
            assert browser.guest.post(f"/t/{table.code}/leave").status_code == 403
            self.check()

    @precondition(lambda self: self.tokens)
    @rule(which=st.integers(0, 9))
    def leave_as_a_program(self, which: int) -> None:
        given, table = self.tokens[which % len(self.tokens)], self.tables[which % len(self.tables)]
        answer = given.program.web.post(f"/tables/{table.code}/leave")
        seated = table.seat(given.person) >= 0
        assert answer.status_code == (401 if given.revoked else 200 if seated else 403)
        if seated and not given.revoked:
            self.left(table, given.person)
        self.check()

    def left(self, table: Table, person: Person) -> None:
        """The seat of a person who left is free, or a bot's during a match. A table without people is deleted."""
        table.chairs[table.seat(person)] = "bot" if table.begun else None
        if table.host is person and table.people:
            table.host = table.people[0]
        if not table.people:
            table.deleted = True
            self.tables.remove(table)
        if not self.tables:
            self.make(0)
        self.check()

    # --- Who somebody is ---------------------------------------------------------------

    def becomes(self, browser: Browser, person: Person) -> None:
        """A browser receives a new cookie."""
        browser.session = Session(person)
        browser.guest.token = token(browser.guest.web.get("/").text)
        if person not in self.people:
            self.people.append(person)

    def cast_out(self, person: Person) -> None:
        """All cookies of a person become invalid; a browser with one becomes a new guest's."""
        for session in self.sessions():
            session.over = session.over or session.person is person
        for browser in self.browsers:
            if browser.session.over:
                self.becomes(browser, Person())

    def sessions(self) -> Iterator[Session]:
        for browser in self.browsers:
            yield browser.session
            yield from (session for _, session in browser.stolen)
        yield from (each.session for each in self.open)

    @rule(who=one_of_three)
    def copy_cookie(self, who: int) -> None:
        browser = self.browsers[who]
        browser.stolen.append((dict(browser.guest.web.cookies), browser.session))

    @rule(who=one_of_three, keep=st.booleans())
    def take_account(self, who: int, keep: bool) -> None:
        browser = self.browsers[who]
        person, first = browser.person, not browser.person.account
        form = {"account": f"crowd-{next(numbers)}", "password": f"password {next(numbers)}"}
        extra = {"tokens": "keep" if keep else "", "old": person.password}
        assert browser.guest.post("/me/account", **form, **extra).status_code == 200
        person.account, person.password = person.account or form["account"], form["password"]
        for given in self.tokens:
            given.revoked |= given.person is person and first and not keep
        cookies = dict(browser.guest.web.cookies)
        browser.session = Session(Person())  # it stays signed in: the others of this person do not
        self.cast_out(person)
        assert dict(browser.guest.web.cookies) == cookies
        self.becomes(browser, person)
        self.check()

    @precondition(lambda self: any(person.account for person in self.people))
    @rule(who=one_of_three, which=st.integers(0, 9), bring=st.booleans())
    def sign_in(self, who: int, which: int, bring: bool) -> None:
        browser = self.browsers[who]
        known = [person for person in self.people if person.account]
        person, old = known[which % len(known)], browser.person
        form = {"account": person.account, "password": person.password, "bring": "yes" if bring else ""}
        assert browser.guest.post("/me/sign-in", **form).status_code == 200
        browser.session.over = True
        if not old.account:
            for given in self.tokens:
                given.revoked |= given.person is old
            for table in self.tables if bring else ():
                if table.seat(old) >= 0 and table.seat(person) < 0:
                    table.host = person if table.host is old else table.host
                    table.chairs = [person if chair is old else chair for chair in table.chairs]
        self.becomes(browser, person)
        self.check()

    @rule(who=one_of_three)
    def sign_out(self, who: int) -> None:
        browser = self.browsers[who]
        assert browser.guest.post("/me/sign-out").status_code == 200
        browser.session.over = True
        self.becomes(browser, Person())
        self.check()

    # --- Lines and tokens ----------------------------------------------------------------

    @precondition(lambda self: len(self.open) < 6)
    @rule(who=one_of_three, which=st.integers(0, 5), old=st.booleans())
    def open_line(self, who: int, which: int, old: bool) -> None:
        """Open a page of a table, perhaps with a copied cookie."""
        browser, table = self.browsers[who], self.tables[which % len(self.tables)]
        cookies, session = dict(browser.guest.web.cookies), browser.session
        if old and browser.stolen:
            cookies, session = browser.stolen[which % len(browser.stolen)]
        self.open_page(cookies, session, table)
        self.check()

    def open_page(self, cookies: dict[str, str], session: Session, table: Table) -> None:
        thief = Copy(self.address, cookies)
        line = self.stack.enter_context(PageSocket(thief, f"/t/{table.code}/live?v={wire.VERSION}", {}))  # type: ignore[arg-type]
        if session.over:  # an unknown person to the server
            session = Session(Person())
        self.open.append(Open(line, session, table, table.seat(session.person)))

    @precondition(lambda self: self.open)
    @rule(which=st.integers(0, 9))
    def talk(self, which: int) -> None:
        each, text = self.open[which % len(self.open)], f"word {next(numbers)}"
        said = self.services.tables._open[each.table.code].broadcast.says
        before, seat, stands = list(said), each.seat, each.stands
        self.ask(each, wire.Say(text))
        assert said == [*before, (seat, text)] if stands and seat >= 0 else said == before

    @precondition(lambda self: any(each.table.begun for each in self.open))
    @rule(which=st.integers(0, 9), victim=st.integers(0, 5), choice=st.integers(0, 99))
    def act(self, which: int, victim: int, choice: int) -> None:
        """Send a legal action of one of the seats to decide, whoever sits there."""
        begun = [each for each in self.open if each.table.begun]
        each = begun[which % len(begun)]
        match = self.services.tables._open[each.table.code].playing
        asked = match.waiting[victim % len(match.waiting)]
        legal = match.way.legal(match.state, asked)
        action, before, seat = legal[choice % len(legal)], list(match.log), each.seat
        may = each.stands and seat in match.waiting and action in match.way.legal(match.state, seat)
        self.ask(each, wire.Do(action, len(before), f"move {next(numbers)}"))
        assert list(match.log) == ([*before, (seat, action)] if may else before)
        self.check()

    @precondition(lambda self: len(self.tokens) < 4)
    @rule(who=one_of_three)
    def give_token(self, who: int) -> None:
        browser = self.browsers[who]
        page = browser.guest.post("/me/tokens", name="bot").text
        found = re.search(r'id="fresh" readonly value="([^"]+)"', page)
        assert found
        program = self.stack.enter_context(Program(self.address, token=found[1]))
        self.tokens.append(Given(browser.person, program))

    @precondition(lambda self: self.tokens)
    @rule(who=one_of_three)
    def revoke_tokens(self, who: int) -> None:
        browser = self.browsers[who]
        for key in re.findall(r'name="key" value="(\w+)"', browser.guest.web.get("/me/tokens").text):
            assert browser.guest.post("/me/tokens/revoke", key=key).status_code == 200
        for given in self.tokens:
            given.revoked |= given.person is browser.person

    @precondition(lambda self: self.tokens)
    @rule(which=st.integers(0, 9), choice=st.integers(0, 99))
    def call(self, which: int, choice: int) -> None:
        """Look, talk and act as a program."""
        given, table = self.tokens[which % len(self.tokens)], self.table
        live, seat = self.services.tables._open[table.code], table.seat(given.person)
        says, text = list(live.broadcast.says), f"word {next(numbers)}"
        talk = given.program.web.post(f"/tables/{table.code}/talk", json={"text": text})
        expected = 401 if given.revoked else 403 if seat < 0 else 204
        assert talk.status_code == expected
        assert live.broadcast.says == ([*says, (seat, text)] if expected == 204 else says)
        if table.begun:
            view = given.program.web.get(f"/tables/{table.code}/view")
            assert (view.status_code, view.json().get("seat")) == (
                (401, None) if given.revoked else (200, seat if seat >= 0 else None)
            )
            match = live.playing
            before, asked = list(match.log), match.waiting[choice % len(match.waiting)]
            action = match.way.legal(match.state, asked)[0]
            may = not given.revoked and seat in match.waiting and action in match.way.legal(match.state, seat)
            given.program.web.post(f"/tables/{table.code}/actions", json={"action": action, "at": len(before)})
            assert list(match.log) == ([*before, (seat, action)] if may else before)
        self.check()

    # --- What must hold ------------------------------------------------------------------

    def check(self) -> None:
        """Check that every connection that lost its right is closed, and the others were sent only their own."""
        for each in list(self.open):
            self.ask(each, wire.Explain(-next(numbers)))

    def ask(self, each: Open, message: wire.Received) -> None:
        """Send a message and receive until it is answered or the connection is closed."""
        stands, may_see = each.stands, {each.seat}
        try:
            each.line.send(message)
            while True:
                told = each.line.hear()
                places = {piece.at for piece in own_in(told)}
                seen = {int(found[1]) for place in places if (found := re.search(r"-(\d)$", place))}
                assert seen <= may_see | {each.shows}
                assert not getattr(told, "actions", ()) or each.shows >= 0
                heard = isinstance(told, wire.Talk) and isinstance(message, wire.Say) and told.said.text == message.text
                done = isinstance(told, wire.Update) and told.id
                if isinstance(told, (wire.Error, wire.Done, wire.Refused, wire.Explained)) or heard or done:
                    break  # messages about others at the table may come first
        except ConnectionClosed:
            assert not stands, "closed without need"
            self.open.remove(each)
            return
        if not stands:  # it was answered before it was closed, which must come now
            with suppress(ConnectionClosed):
                while not own_in(each.line.hear(timeout=3)):
                    pass
                pytest.fail("a line without a right was shown a hand")
            self.open.remove(each)


def own_in(message: wire.Sent) -> list[Piece]:
    """The pieces of a hand in a message."""
    return message.own or [] if isinstance(message, SHOWN) else []


@dataclass
class Copy:
    """A client with these cookies."""

    address: str
    cookies: dict[str, str]

    @property
    def web(self) -> Any:
        return self

    @property
    def headers(self) -> dict[str, str]:
        return {"accept-language": "en"}


def test_nobody_ever_acts_or_sees_for_another() -> None:
    with inside(processes=0) as (address, services):
        Crowd.address, Crowd.services = address, services
        run_state_machine_as_test(  # type: ignore[no-untyped-call]
            Crowd,
            settings=settings(
                max_examples=12,
                stateful_step_count=40,
                deadline=None,
                database=None,
                phases=[Phase.generate],  # a failing story is reported as found, since shrinking takes minutes
                report_multiple_bugs=False,
                suppress_health_check=list(HealthCheck),
            ),
        )
