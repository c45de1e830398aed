"""The daily deal: the same for everybody, one try each, and nobody learns more than they saw."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from sqlalchemy import select, update

from tempolude.server import wire
from tempolude.server.daily import Daily, seed_of
from tempolude.server.now import now
from tempolude.server.services import Services
from tempolude.server.storage.daily import daily_secret, deal_of
from tempolude.server.storage.rows import DealRow, opens
from tempolude.server.storage.schema import actions, results, settings, tables, tries
from tempolude.server.storage.store import kept

from .guests import Guest
from .serving import inside, sqlite
from .test_tournament import to_its_end


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make today's game Timeline, which is short, whatever the rotation says."""
    monkeypatch.setattr(Daily, "game_of", lambda self, day: self.tables.games["timeline"])


@pytest.fixture
def there(short: None, tmp_path: Path) -> Iterator[tuple[str, Services]]:
    with inside(database=sqlite(tmp_path), processes=1) as found:
        yield found


def play(guest: Guest) -> str:
    answer = guest.post("/daily")
    assert answer.status_code == 200, answer.text
    return answer.url.path.rsplit("/", 1)[1]


def test_two_tries_at_once_are_one(short: None, database: str) -> None:
    with inside(database=database, processes=0) as (address, services), Guest(address, "Ada") as ada:
        with ThreadPoolExecutor(4) as pool:
            codes = {future.result() for future in [pool.submit(play, ada) for _ in range(4)]}
        assert len(codes) == 1
        made = services.store.do(lambda c: c.execute(select(tables.c.code).where(tables.c.day.is_not(None))).all())
        assert [row.code for row in made] == list(codes)
        assert play(ada) == codes.pop()  # and it is still the same later


def test_everybody_has_the_same_deal_and_the_same_bots(there: tuple[str, Services]) -> None:
    address, services = there
    with ExitStack() as stack:
        guests = [stack.enter_context(Guest(address, name)) for name in ("Ada", "Blaise")]
        codes = [play(guest) for guest in guests]
        for guest, code in zip(guests, codes, strict=True):
            to_its_end(guest, code, seed=5)  # both do the same
        found = [services.store.do(kept, code) for code in codes]
        one, other = ([(row.seat, row.action) for row in each.actions] for each in found if each)
        assert one == other
        assert len({each.table.seed for each in found if each}) == 1
        assert not any(each.table.rated for each in found if each)
        page = guests[0].web.get("/daily").text
        ranks = services.store.do(lambda c: c.execute(select(tries.c.rank, tries.c.score)).all())
        assert len(set(ranks)) == 1
        assert re.findall(r"<td>(\d)</td><th scope=\"row\">(\w+)", page) == [("1", "Ada"), ("1", "Blaise")]
        assert "2 people have finished it today" in guests[0].web.get("/").text


def test_a_seed_follows_from_a_secret_that_nothing_shows(there: tuple[str, Services]) -> None:
    address, services = there
    with Guest(address, "Ada") as ada:
        code = play(ada)
        today = datetime.fromtimestamp(now(), UTC).date().isoformat()
        deal = services.store.do(deal_of, today)
        assert deal
        secret = services.store.do(daily_secret)
        assert len(secret) == 64
        cookies = services.store.do(lambda c: c.execute(select(settings.c.value).where(settings.c.name == "secret")))
        assert secret != cookies.scalar()
        found = services.store.do(kept, code)
        assert found
        assert int(found.table.seed) == seed_of(secret, deal)
        days = {seed_of(secret, DealRow(f"2026-11-{day:02}", deal.game, 4, "regular", {})) for day in range(1, 31)}
        assert len(days) == 30
        for address_ in ("/", "/daily", f"/t/{code}", f"/t/{code}/replay"):
            text = ada.web.get(address_).text
            assert secret not in text
            assert found.table.seed not in text


def test_until_nobody_can_play_it_any_more_a_table_is_its_players_own(there: tuple[str, Services]) -> None:
    address, services = there
    with Guest(address, "Ada") as ada, Guest(address, "Blaise") as blaise:
        code = play(ada)
        with ada.line(code, -1) as line:
            state = line.shown()
            assert not state.undo
            line.send(wire.Undo("u1"))
            refused = line.until(wire.Refused)
            assert "undone" in refused.words
            line.send(wire.AskHint())
            assert "no hints" in line.until(wire.Error).words
        to_its_end(ada, code)
        seed = services.store.do(kept, code).table.seed
        for path in (
            f"/t/{code}",
            f"/t/{code}/replay",
            f"/t/{code}/record",
            f"/t/{code}/replay/lines",
            f"/t/{code}/review",
        ):
            assert blaise.web.get(path).status_code == 403, path
        with blaise.line(code) as line:
            assert "only its player" in line.until(wire.Error).words
        assert ada.web.get(f"/t/{code}/record").status_code == 403
        assert ada.web.get(f"/t/{code}/replay?seat=all").status_code == 403
        assert ada.web.get(f"/t/{code}/review").status_code == 403
        own = ada.web.get(f"/t/{code}/replay")
        assert own.status_code == 200
        assert seed not in own.text
        assert seed not in ada.web.get(f"/t/{code}").text
        with ZipFile(BytesIO(ada.web.get("/me/export").content)) as archive:
            about = json.loads(archive.read("me.json"))
            assert [name for name in archive.namelist() if code in name] == []
        assert [each["day"] for each in about["daily"]] == [services.daily.today()]
        old = update(tables).where(tables.c.code == code).values(day="2020-01-01")
        services.store.do(lambda c: c.execute(old).rowcount)
        services.tables.in_memory(code).stale = True
        assert seed in blaise.web.get(f"/t/{code}/record").text  # then it is like any other


def test_a_try_given_up_is_used_up_and_one_finished_too_late_does_not_count(there: tuple[str, Services]) -> None:
    address, services = there
    with Guest(address, "Ada") as ada, Guest(address, "Blaise") as blaise:
        code = play(ada)
        assert "one try" in ada.web.get(f"/t/{code}").text
        ada.post(f"/t/{code}/leave")
        again = ada.post("/daily")
        assert again.url.path == "/daily"
        assert "given up" in again.text
        late = play(blaise)
        to_its_end(blaise, late)
        day = services.daily.today()
        after = {"changed": opens(day) + 1}
        services.store.do(lambda c: c.execute(update(tables).where(tables.c.code == late).values(after)).rowcount)
        blaise.web.get("/daily")
        [row] = services.store.do(lambda c: c.execute(select(tries).where(tries.c.at == late)).all())
        assert (row.rank, row.score) == (None, None)


def test_of_two_tries_the_accounts_own_counts_and_erasing_takes_them_away(there: tuple[str, Services]) -> None:
    address, services = there
    store = services.store
    with Guest(address, "Ada") as ada, Guest(address, "Guest") as guest:
        assert ada.post("/me/account", account="ada", password="secret secret").status_code == 200
        ada.come_back(ada.web.cookies)
        mine, other = play(ada), play(guest)
        guest.post("/me/sign-in", account="ada", password="secret secret", bring="yes")
        found = store.do(lambda c: c.execute(select(tries.c.at)).scalars().all())
        assert found == [mine]
        assert other != mine
        ada.come_back(ada.web.cookies)
        assert ada.post("/me/delete", password="secret secret").status_code == 200
        assert store.do(lambda c: c.execute(select(tries)).all()) == []
        assert store.do(lambda c: c.execute(select(results)).all()) == []
        assert store.do(lambda c: c.execute(select(actions.c.code).where(actions.c.code == mine)).all()) == []


def test_one_game_a_day_by_rotation(tmp_path: Path) -> None:
    with inside(database=sqlite(tmp_path), processes=0) as (_, services):
        games = [services.daily.game_of(f"2026-11-{day:02}").name for day in range(1, 11)]
        assert set(games[:5]) == set(services.tables.games)
        assert games[:5] == games[5:]


def test_days_that_there_are_not_are_refused(there: tuple[str, Services]) -> None:
    with Guest(there[0], "Ada") as ada:
        for day in ("2019-01-01", "tomorrow", "2026-13-45"):
            assert ada.web.get(f"/daily/{day}").status_code == 404
        assert ada.web.post("/daily").status_code == 403


def test_a_game_that_cannot_begin_does_not_take_the_lobby_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(self: Daily, day: str) -> DealRow:
        raise KeyError("goal")

    monkeypatch.setattr(Daily, "_new", fails)
    with inside(database=sqlite(tmp_path), processes=0) as (address, _), Guest(address, "Ada") as ada:
        assert "The daily deal" not in ada.web.get("/").text
        assert [ada.web.get("/daily").status_code, ada.post("/daily").status_code] == [404, 404]
