"""Together: friends, invitations, blocks, being asked to leave, reports; on SQLite in one process and on PostgreSQL in
two, so that whatever one person does reaches the other through another process."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from secrets import token_hex
from typing import Any
from zipfile import ZipFile

import httpx
import pytest
from itsdangerous import URLSafeSerializer
from sqlalchemy import select

from tempolude.server import wire
from tempolude.server.now import now
from tempolude.server.people.guests import mark
from tempolude.server.storage import schema
from tempolude.server.storage.accounts import keep_account
from tempolude.server.storage.moderation import report, suspend
from tempolude.server.storage.store import Store, secret
from tempolude.server.storage.together import Player, block, clean_together
from tempolude.server.web.passwords import hash_password

from .conftest import new_database
from .guests import SHORT, Guest, PageSocket, seated
from .serving import Server, inside, sqlite
from .test_processes import closed
from .test_ratings import account
from .test_results import play_out
from .waiting import eventually

PARTS = (schema.reports, schema.blocks, schema.suspensions)
CHAIR = re.compile(r'<li class="chair([^"]*)"')
BOSS, BOSS_ID, NOT_YET, PASSWORD = "the-boss", "b055", "nobody-yet", "secret secret"


class Person(Guest):
    """Somebody with an account."""

    account = ""


class Town:
    """A server, or two that share a database, with accounts for everybody who arrives; arrivals alternate between the
    processes."""

    def __init__(self, database: str, processes: int, most: int = 60) -> None:
        self.database, self.stack, self.number = database, ExitStack(), 0
        store = Store(database)
        hashed = hash_password(PASSWORD)
        people = {BOSS_ID: BOSS} | {f"{n:024x}": f"name{n}" for n in range(1, most + 1)}
        store.do(lambda db: [keep_account(db, person, name, name, hashed) for person, name in people.items()])
        self._sign, self._mark = URLSafeSerializer(store.do(secret), "guest"), mark(hashed)
        store.close()
        self.servers = [Server(database, operators=(BOSS.upper(), NOT_YET)) for _ in range(processes)]
        self.most = most

    def guest(self, name: str | None = None) -> Guest:
        self.number += 1
        return self.stack.enter_context(Guest(self._address, name))

    def person(self, name: str) -> Person:
        self.number += 1
        assert self.number <= self.most, "there are not enough accounts"
        person = self.stack.enter_context(Person(self._address))
        person.account = f"name{self.number}"
        return self.signed_in(person, f"{self.number:024x}", name)

    def boss(self) -> Person:
        return self.signed_in(self.stack.enter_context(Person(self.servers[-1].address)), BOSS_ID, "Boss")

    def signed_in(self, person: Person, number: str, name: str) -> Person:
        """Sign a person in without the cost of hashing a password."""
        cookie = str(self._sign.dumps([number, self._mark, token_hex(8)]))
        person.come_back(httpx.Cookies({"guest": cookie}))
        person.post("/me", name=name)
        return person

    def sit(self, guest: Guest, code: str, seat: int) -> None:
        """Take a seat."""
        assert guest.post(f"/t/{code}/sit", seat=seat).status_code == 200
        self.wait_until_taken(code, seat)

    def wait_until_taken(self, code: str, seat: int) -> None:
        """Wait until every process knows that a seat is taken: what another does before would come too late."""
        for server in self.servers:
            page = f"{server.address}/t/{code}"
            eventually(lambda page=page: "vacant" not in CHAIR.findall(httpx.get(page, verify=False).text)[seat])  # type: ignore[misc]

    @property
    def _address(self) -> str:
        return self.servers[self.number % len(self.servers)].address

    def rows(self, table: Any) -> list[Any]:
        store = Store(self.database)
        try:
            return store.do(lambda connection: list(connection.execute(select(table))))
        finally:
            store.close()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def town(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    if request.param == "sqlite":
        town = Town(sqlite(tmp_path_factory.mktemp("town")), 1)
    else:
        town = Town(new_database(request.getfixturevalue("postgresql")), 2)
    with town.stack:
        yield town
    for server in town.servers:
        server.stop()


def keys(page: str, verb: str) -> list[str]:
    """The keys in the forms of a page for this verb."""
    return re.findall(rf'action="/friends/{verb}".*?name="key" value="(\w+)"', page)


def befriended(town: Town, *names: str) -> list[Person]:
    """People who are friends of the first of them."""
    first, *others = [town.person(name) for name in names]
    for other in others:
        first.post("/friends/ask", account=other.account)
        other.post("/friends/accept", key=keys(other.web.get("/friends").text, "accept")[0])
    return [first, *others]


def heard_talk(line: PageSocket) -> bool:
    """Whether a chat message arrives shortly."""
    try:
        while not isinstance(line.hear(0.4), wire.Talk):
            pass
    except TimeoutError:
        return False
    return True


# --- Friends -----------------------------------------------------------------------------


def test_friends_are_those_who_both_said_yes(town: Town) -> None:
    ada, blaise = town.person("Ada"), town.person("Blaise")
    with blaise.notifier() as lobby:
        answer = ada.post("/friends/ask", account=f" {blaise.account.upper()} ")
        assert "Your request is on its way" in answer.text
        assert lobby.until(wire.News).words == "Ada would like to be friends with you."
    assert 'class="new"' in blaise.web.get("/").text
    waiting = ada.web.get("/friends").text
    assert blaise.account in waiting
    assert "Blaise" not in waiting, "what somebody is called is not told to whoever knows how they sign in"
    with ada.notifier() as lobby:
        blaise.post("/friends/accept", key=keys(blaise.web.get("/friends").text, "accept")[0])
        assert lobby.until(wire.News).words == "Blaise and you are friends now."
    for one, other in ((ada, "Blaise"), (blaise, "Ada")):
        page = one.web.get("/friends").text
        assert other in page
        assert len(keys(page, "end")) == 1
    blaise.post("/me", name="Pascal")
    assert "Pascal" in ada.web.get("/friends").text
    blaise.post("/friends/end", key=keys(blaise.web.get("/friends").text, "end")[0])
    assert keys(ada.web.get("/friends").text, "end") == []


def test_both_ask_at_once_and_are_friends_once(town: Town) -> None:
    pair = [town.person("Ada"), town.person("Blaise")]
    with ThreadPoolExecutor(4) as pool:
        asks = [(one, other.account) for one, other in (pair, pair[::-1]) for _ in range(2)]
        answers = list(pool.map(lambda ask: ask[0].post("/friends/ask", account=ask[1]).status_code, asks))
    assert set(answers) == {200}
    assert [len(keys(one.web.get("/friends").text, "end")) for one in pair] == [1, 1]


def test_a_request_that_was_declined_waits_for_ever_and_cannot_be_repeated(town: Town) -> None:
    ada, blaise = town.person("Ada"), town.person("Blaise")
    for _ in range(2):
        ada.post("/friends/ask", account=blaise.account)
        for key in keys(blaise.web.get("/friends").text, "decline"):
            blaise.post("/friends/decline", key=key)
        assert blaise.account in ada.web.get("/friends").text, "they are not told"
        assert keys(blaise.web.get("/friends").text, "accept") == []
        ada.post("/friends/withdraw", key=keys(ada.web.get("/friends").text, "withdraw")[0])
        assert keys(ada.web.get("/friends").text, "withdraw") == []
    ada.post("/friends/ask", account=blaise.account)
    assert keys(blaise.web.get("/friends").text, "accept") == []
    blaise.post("/friends/ask", account=ada.account)
    assert len(keys(ada.web.get("/friends").text, "end")) == 1, "who declined may think again"


def test_nobody_answers_for_another_and_nonsense_changes_nothing(town: Town) -> None:
    ada, blaise, eve = (town.person(name) for name in ("Ada", "Blaise", "Eve"))
    ada.post("/friends/ask", account=blaise.account)
    key = keys(blaise.web.get("/friends").text, "accept")[0]
    assert eve.post("/friends/accept", key=key).status_code == 404
    for who, verb in ((eve, "decline"), (eve, "withdraw"), (eve, "end"), (eve, "unblock"), (ada, "decline")):
        who.post(f"/friends/{verb}", key=key)
    assert keys(blaise.web.get("/friends").text, "accept") == [key]
    assert ada.post("/friends/accept", key=key).status_code == 200, "asked again, which changes nothing"
    assert keys(blaise.web.get("/friends").text, "accept") == [key]
    code = ada.make("timeline", 2)
    assert ada.post(f"/t/{code}/invite", key=key).status_code == 404, "nobody learns the name of whom they asked"
    assert ada.post("/friends/ask", account=ada.account).status_code == 400
    assert ada.post("/friends/ask", account="nobody-at-all").status_code == 404
    assert ada.post("/friends/dance", key=key).status_code == 404
    guest = town.guest("Guest")
    refused = guest.post("/friends/ask", account=ada.account)
    assert refused.status_code == 403
    assert "/me/keep" in refused.text


def test_whoever_tries_names_is_soon_too_fast() -> None:
    with inside(limits=True) as (address, _), Guest(address, "Eve") as eve:
        account(eve, "eve-who-tries")
        answers = [eve.post("/friends/ask", account=f"name{i}").status_code for i in range(22)]
    assert answers == [404] * 20 + [429] * 2


# --- Invitations -------------------------------------------------------------------------


def test_the_invited_see_it_at_once_and_come_by_one_click_or_decline(town: Town) -> None:
    ada, blaise = befriended(town, "Ada", "Blaise")
    code = ada.make("timeline", 4)
    emile, page = town.person("Émile"), ada.web.get(f"/t/{code}").text
    key = re.search(r'name="key" value="(\w+)"', page)
    assert key
    with blaise.notifier() as lobby, ada.line(code) as table:
        ada.post(f"/t/{code}/invite", key=key[1])
        news = lobby.until(wire.News)
        assert (news.words, news.address) == ("Ada invites you to Timeline.", f"/t/{code}")
        ada.post(f"/t/{code}/invite", key=key[1])
        ada.post(f"/t/{code}/invite", account=emile.account)
        page = blaise.web.get("/").text
        assert page.count(f'action="/t/{code}/accept"') == 1, "invited twice, it is one invitation"
        assert "Ada is keeping a seat for you" in page
        table_page = blaise.post(f"/t/{code}/accept").text
        assert "you</small>" in table_page
        assert f"/t/{code}/accept" not in blaise.web.get("/").text
        emile.post(f"/t/{code}/decline")
        table.until(wire.News, lambda news: not news.words)
    assert f"/t/{code}/accept" not in emile.web.get("/").text
    page = ada.web.get(f"/t/{code}").text
    assert "cannot come" in page
    ada.post(f"/t/{code}/uninvite", name=emile.account)
    ada.post(f"/t/{code}/invite", account=emile.account)
    assert f"/t/{code}/accept" not in emile.web.get("/").text, "who declined is not asked again to that table"
    town.wait_until_taken(code, 1)
    ada.post(f"/t/{code}/start")
    assert ada.post(f"/t/{code}/invite", account=town.person("Inès").account).status_code == 409


def test_invitations_are_withdrawn_and_few_to_strangers(town: Town) -> None:
    ada, blaise = town.person("Ada"), town.person("Blaise")
    codes = [ada.make("timeline", 2) for _ in range(4)]
    ada.post(f"/t/{codes[0]}/invite", account=blaise.account)
    with blaise.notifier() as lobby:
        ada.post(f"/t/{codes[0]}/uninvite", name=blaise.account)
        lobby.until(wire.News, lambda news: not news.words)  # another process may hear of the invitation only now
    assert "accept" not in blaise.web.get("/").text
    answers = [ada.post(f"/t/{code}/invite", account=blaise.account).status_code for code in codes]
    assert answers == [200, 200, 200, 429]
    assert blaise.post(f"/t/{codes[1]}/invite", account=ada.account).status_code == 403, "who does not sit there"
    guest = town.guest("Guest")
    town.sit(guest, codes[1], 1)
    assert guest.post(f"/t/{codes[1]}/invite", account=blaise.account).status_code == 403
    assert blaise.post(f"/t/{codes[1]}/accept").status_code == 409, "every seat is taken"


def test_friends_see_tables_for_friends_and_others_do_not(town: Town) -> None:
    ada, blaise = befriended(town, "Ada", "Blaise")
    stranger = town.person("Stranger")
    secret, friendly, listed = (ada.make("timeline", 3, open=how) for how in ("no", "friends", "yes"))
    theirs, others = blaise.web.get("/").text, stranger.web.get("/").text
    assert [f"/t/{code}" in theirs for code in (secret, friendly, listed)] == [False, True, True]
    assert [f"/t/{code}" in others for code in (secret, friendly, listed)] == [False, False, True]
    assert "with a friend" in theirs
    assert "with a friend" not in others
    ada.post(f"/t/{friendly}/settle", seats=3, open="no")
    assert f"/t/{friendly}" not in blaise.web.get("/").text


def test_only_listed_matches_are_there_to_watch_and_watching_shows_no_hand(town: Town) -> None:
    ada, stranger = town.person("Ada"), town.guest("Stranger")
    listed, secret = (ada.make("contretemps", 3, open=how) for how in ("yes", "no"))
    for code in (listed, secret):
        ada.post(f"/t/{code}/start")
    page = stranger.web.get("/").text
    watched = page.partition('id="h-running"')[2].partition("</section>")[0]
    assert f"/t/{listed}" in watched
    assert f"/t/{secret}" not in page
    assert f"/t/{listed}" not in ada.web.get("/").text.partition('id="h-running"')[2], "it is hers already"
    assert '"me":-1' in stranger.web.get(f"/t/{listed}").text


# --- Asked to leave ----------------------------------------------------------------------


def test_the_host_asks_somebody_to_leave_who_is_told_and_stays_away(town: Town) -> None:
    ada, blaise, emile = town.person("Ada"), town.person("Blaise"), town.guest("Émile")
    code = ada.make("timeline", 3)
    town.sit(blaise, code, 1)
    town.sit(emile, code, 2)
    assert emile.post(f"/t/{code}/send-away", seat=1).status_code == 403, "only the host"
    assert ada.post(f"/t/{code}/send-away", seat=0).status_code == 400, "not oneself"
    with blaise.line(code) as line, blaise.notifier() as lobby:
        assert ada.post(f"/t/{code}/send-away", seat=1).status_code == 200
        assert lobby.until(wire.News).words == "Timeline: the host has asked you to leave the table."
        assert closed(line) == wire.Close.MOVED
    page = blaise.web.get(f"/t/{code}").text
    assert "The host has asked you to leave this table" in page
    assert f"/t/{code}/sit" not in page
    for way in ("sit", "accept"):
        refused = blaise.post(f"/t/{code}/{way}", seat=1)
        assert refused.status_code == 403
        assert "asked you to leave" in refused.text
    ada.post(f"/t/{code}/invite", account=blaise.account)
    assert blaise.post(f"/t/{code}/accept").status_code == 200, "the host has thought again"
    town.wait_until_taken(code, 1)
    ada.post(f"/t/{code}/start")
    assert ada.post(f"/t/{code}/send-away", seat=1).status_code == 409, "a match that has begun goes on"


# --- Blocks ------------------------------------------------------------------------------


def test_who_is_blocked_never_sits_with_the_other_and_cannot_tell(town: Town) -> None:
    ada, eve = befriended(town, "Ada", "Eve")
    met = ada.make("timeline", 2)
    town.sit(eve, met, 1)
    assert "They are not told" in ada.post(f"/t/{met}/people/block", seat=1).text
    assert "The host has asked you to leave" in eve.web.get(f"/t/{met}").text, "who hosts stays"
    assert keys(eve.web.get("/friends").text, "end") == []
    open_ = ada.make("timeline", 2, open="yes")
    assert f"/t/{open_}" not in eve.web.get("/").text
    refused = eve.post(f"/t/{open_}/sit", seat=1)
    assert refused.status_code == 403
    assert "block" not in refused.text
    theirs = eve.make("timeline", 2, open="yes")
    assert f"/t/{theirs}" not in ada.web.get("/").text
    assert "you have blocked" in ada.post(f"/t/{theirs}/sit", seat=1).text
    with ada.notifier() as lobby:
        assert "Your request is on its way" in eve.post("/friends/ask", account=ada.account).text
        assert eve.post(f"/t/{theirs}/invite", account=ada.account).status_code == 200
        with pytest.raises(TimeoutError):
            lobby.hear(0.4)
    assert keys(ada.web.get("/friends").text, "accept") == []
    assert f"/t/{theirs}/accept" not in ada.web.get("/").text
    assert ada.post("/friends/ask", account=eve.account).status_code == 409
    ada.post("/friends/unblock", key=keys(ada.web.get("/friends").text, "unblock")[0])
    assert eve.post(f"/t/{open_}/sit", seat=1).status_code == 200


def test_a_guest_blocks_during_a_match_which_goes_on_without_a_word(town: Town) -> None:
    with seated(town.servers[0].address, "timeline", 2, **SHORT) as (code, (ada, eve)), ExitStack() as stack:
        play_on = stack.enter_context(ada.line(code, -1))
        spoken = stack.enter_context(eve.line(code, -1))
        spoken.send(wire.Say("plugh"))
        assert play_on.until(wire.Talk).said.text == "plugh"
        ada.post(f"/t/{code}/people/block", seat=1)
        play_on.until(wire.Reload)
        spoken.send(wire.Say("xyzzy"))
        spoken.until(wire.Talk, lambda talk: talk.said.text == "xyzzy")
        assert not heard_talk(play_on)
        page = ada.web.get(f"/t/{code}").text
        assert "plugh" not in page
        assert "xyzzy" not in page
        assert "xyzzy" in eve.web.get(f"/t/{code}").text
        stack.close()
        play_out(code, [ada, eve])
        again = str(ada.post(f"/t/{code}/again").url).rsplit("/", 1)[1]
        assert again != code
        assert "Leave the seat" in ada.web.get(f"/t/{again}").text
        assert "Leave the seat" not in eve.web.get(f"/t/{again}").text, "the next one has a seat free instead"


def test_somebody_who_is_not_the_host_gets_up_when_they_block(town: Town) -> None:
    host, ada, eve = town.person("Host"), town.guest("Ada"), town.guest("Eve")
    code = host.make("timeline", 3)
    town.sit(ada, code, 1)
    town.sit(eve, code, 2)
    ada.post(f"/t/{code}/people/block", seat=2)
    assert "Leave the seat" not in ada.web.get(f"/t/{code}").text
    assert "Leave the seat" in eve.web.get(f"/t/{code}").text
    assert "you have blocked" in ada.post(f"/t/{code}/sit", seat=1).text


def test_a_block_that_comes_too_late_for_the_seat_comes_in_time_for_the_match(town: Town) -> None:
    ada, eve = town.person("Ada"), town.person("Eve")
    code = ada.make("timeline", 2)
    town.sit(eve, code, 1)
    host = next(row.host for row in town.rows(schema.tables) if row.code == code)
    other = next(row.person for row in town.rows(schema.chairs) if row.code == code and row.seat == 1)
    store = Store(town.database)
    store.do(block, other, host, "Ada")  # as another process could, between the check and the seat
    store.close()
    assert ada.post(f"/t/{code}/start").status_code == 409
    ada.post(f"/t/{code}/send-away", seat=1)
    assert ada.post(f"/t/{code}/start").status_code == 200


def test_a_blocked_guest_who_signs_in_stays_blocked(town: Town) -> None:
    ada, eve = town.person("Ada"), town.guest("Eve")
    owner = town.person("Owner")
    code = ada.make("timeline", 2)
    town.sit(eve, code, 1)
    ada.post(f"/t/{code}/people/block", seat=1)
    eve.post("/me/sign-in", account=owner.account, password=PASSWORD, bring="yes")
    eve.come_back(eve.web.cookies)
    assert eve.post(f"/t/{ada.make('timeline', 2)}/sit", seat=1).status_code == 403


# --- Reports -----------------------------------------------------------------------------


def test_a_report_reaches_the_operator_who_suspends(town: Town) -> None:
    ada, eve, watcher = town.person("Ada"), town.person("Eve"), town.guest("Watcher")
    boss = town.guest("Boss")
    taken = boss.post("/me/account", account=NOT_YET, password=PASSWORD)
    assert taken.status_code == 409, "whoever comes first does not run the server"
    assert boss.web.get("/operator").status_code == 404
    boss = town.boss()
    code = ada.make("timeline", 2)
    town.sit(eve, code, 1)
    ada.post(f"/t/{code}/start")
    with eve.line(code, -1) as line:
        line.send(wire.Say("rude words"))
        line.until(wire.Talk)
    there = f"/t/{code}/people/report"
    assert ada.post(there, seat=1, reason="mood").status_code == 400
    assert ada.post(there, seat=1, reason="talk", text="x" * 501).status_code == 400
    assert ada.post(there, seat=0, reason="talk").status_code == 400, "oneself"
    for text in ("Look.", "Look <b>here</b>."):
        assert "has been sent" in ada.post(there, seat=1, reason="talk", text=text).text
    assert watcher.post(there, seat=1, reason="talk").status_code == 403, "a guest"
    account(watcher, f"watcher{town.number}")
    assert watcher.post(there, seat=1, reason="talk").status_code == 403, "who was not there"
    assert ada.web.get("/operator").status_code == 404
    assert "/operator" in boss.web.get("/").text
    page = boss.web.get("/operator").text
    case = next(part for part in page.split('<li class="case"') if f"/t/{code}" in part)
    for words in ("Eve", "Reported by Ada", "Look &lt;b&gt;here&lt;/b&gt;.", "rude words"):
        assert words in case
    number = re.search(r'name="report" value="(\d+)"', case)
    assert number
    assert page.count(f'href="/t/{code}"') == 1, "reported twice, it is one report"
    assert eve.post("/operator/close", report=number[1]).status_code == 404
    assert boss.post("/operator/suspend", report=number[1], days=8).status_code == 400
    assert boss.post("/operator/suspend", report=10**9, days=7).status_code == 404
    assert boss.post("/operator/suspend", report=number[1], days=7).status_code == 200
    other = watcher.make("timeline", 2)
    assert "suspended" in eve.post(f"/t/{other}/sit", seat=1).text
    assert eve.post("/new/timeline", seats=2).status_code == 403
    assert eve.post("/play/timeline").status_code == 200, "bots mind nothing"
    with eve.line(code) as line:
        line.send(wire.Say("more"))
        assert "suspended" in line.until(wire.Error).words
    lifted = re.search(r'name="key" value="(\w+)"', boss.web.get("/operator").text)
    assert lifted
    boss.post("/operator/lift", key=lifted[1])
    assert eve.post(f"/t/{other}/sit", seat=1).status_code == 200
    boss.post("/operator/unname", report=number[1])
    eventually(lambda: re.search(r"Guest \d+", watcher.web.get(f"/t/{other}").text))


# --- All of mine, and nothing left ---------------------------------------------------------


def test_all_of_it_is_in_the_export_and_gone_with_the_person(town: Town) -> None:
    ada, blaise = befriended(town, "Ada", "Blaise")
    eve, emile = town.person("Eve"), town.person("Émile")
    code = ada.make("timeline", 4)
    town.sit(eve, code, 1)
    ada.post(f"/t/{code}/people/report", seat=1, reason="other", text="Hm.")
    ada.post(f"/t/{code}/people/block", seat=1)
    ada.post(f"/t/{code}/invite", account=blaise.account)
    emile.post("/friends/ask", account=ada.account)
    with ZipFile(io.BytesIO(ada.web.get("/me/export").content)) as archive:
        about = json.loads(archive.read("me.json"))
    assert {(each["name"], each["state"]) for each in about["friends"]} == {("Blaise", "friends"), ("Émile", "asked")}
    assert [each["name"] for each in about["blocked"]] == ["Eve"]
    assert [each["table"] for each in about["invitations"]] == [code]
    assert [(each["name"], each["text"]) for each in about["reports"]] == [("Eve", "Hm.")]
    assert about["suspended until"] is None
    parts = (schema.friendships, schema.invitations, schema.sent_away, schema.blocks, schema.reports)
    person = next(row.host for row in town.rows(schema.tables) if row.code == code)
    assert sum(person in row for part in parts for row in town.rows(part)) == 5
    ada.post("/me/delete", password=PASSWORD)
    assert not any(person in row for part in parts for row in town.rows(part))
    assert "Ada" not in blaise.web.get("/friends").text.partition("<main")[2]
    assert "withdraw" not in emile.web.get("/friends").text


def test_those_one_played_with_are_found_again(town: Town) -> None:
    with seated(town.servers[0].address, "timeline", 2, **SHORT) as (code, (ada, blaise)):
        ada.post("/me", name="Ada")
        blaise.post("/me", name="Blaise")
        play_out(code, [ada, blaise])
        page = ada.web.get("/friends").text
        assert "Blaise" in page
        assert f"/t/{code}/people#seat-1" in page
        assert "Friends need a name" in page
        people = ada.web.get(f"/t/{code}/people").text
        assert "Blaise" in people
        assert "/people/friend" not in people
        assert town.guest().web.get("/t/nowhere/people").status_code == 404


def test_reports_and_suspensions_are_not_kept_for_ever(tmp_path: Path) -> None:
    store = Store(sqlite(tmp_path))
    eve = Player(1, "Eve", 2, "eve", "abc")
    store.do(report, "ada", eve, "talk", "Rude.")
    store.do(suspend, "eve", now() - 1)
    store.do(block, "ada", "eve", "Eve")
    for before, left in ((now() - 60, 1), (now() + 60, 0)):
        store.do(clean_together, before)
        kept = [store.do(lambda db, part=part: len(db.execute(select(part)).all())) for part in PARTS]
        assert kept == [left, left, 0], "reports, blocks of people who are gone, suspensions that are over"
    store.close()
