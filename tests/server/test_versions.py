"""A table continues with the cards and boards its match began with, across restarts and new versions of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import select, update

from tempolude.engine.match import Match
from tempolude.games import masters
from tempolude.server.storage.schema import chairs, people
from tempolude.server.storage.store import Store

from ..stranger import BLUE_SIX, NAME, dearer, importable, install
from .guests import Guest
from .keeping import keep, kept_at, random_match
from .programs import Program
from .serving import Server, sqlite

ENDED = "ended22222"  # the code of a table
BOTS = ["visitor", "visitor"]


def test_a_table_keeps_its_prices_over_a_restart_and_is_refused_when_they_were_edited(tmp_path: Path) -> None:
    site, database = tmp_path / "site", sqlite(tmp_path)
    folder = install(site)
    with importable(site):
        keep(database, random_match(Match(NAME).game, 3), ENDED)
    with up(database, site) as server, Guest(server.address, "Blaise") as blaise, Program(server.address, "Ada") as ada:
        cookies, token = blaise.web.cookies, ada.token
        running = ada.make(NAME, 3, bots=BOTS, start=True)
        gathering = ada.make(NAME, 3, bots=BOTS)
        before = ada.view(running)
        assert before["fields"]["worth"][BLUE_SIX] == 7

    dearer(folder, 2)
    sit_down(database, ENDED, "Blaise")
    with up(database, site) as server, Guest(server.address) as blaise, Program(server.address, token=token) as ada:
        assert ada.view(running) == before
        chosen = {"board": "house", "contracts": "house", "first_player": "lot"}
        assert ada.get(f"/tables/{running}")["options"] == chosen
        ada.post(f"/tables/{gathering}/start")
        blaise.come_back(cookies)
        rematch = str(blaise.post(f"/t/{ENDED}/again").url).rsplit("/", 1)[1]
        for code in (gathering, rematch):
            assert ada.view(code)["fields"]["worth"][BLUE_SIX] == 20, "what begins now has the newest"
        assert ada.view(ENDED)["fields"]["worth"][BLUE_SIX] == 7

    dearer(folder, 1)
    with up(database, site) as server, Guest(server.address, lang="fr") as camille, Program(server.address) as ada:
        refused = ada.web.get(f"/tables/{running}/view")
        assert refused.status_code == 410
        assert "started with cards or boards that have changed since" in refused.text
        assert "des cartes ou des plateaux qui ont changé depuis" in camille.web.get(f"/t/{running}").text
        assert ada.view(gathering)["fields"]["worth"][BLUE_SIX] == 20
        told = f"table {running}: it was begun with other cards or boards than those installed here: contracts/house@1"
        assert told in server.said()


def test_a_match_begun_under_older_rules_that_are_still_played_is_shown_as_it_was(tmp_path: Path) -> None:
    match = Match.load(Path(masters.__file__).parent / "tests" / "records" / "four-in-a-storm.json")
    assert match.rules < match.game.rules_version
    with kept_at(tmp_path, {ENDED: match}) as address, Guest(address) as ada:
        assert ada.web.get(f"/t/{ENDED}").status_code == 200
        record = ada.web.get(f"/t/{ENDED}/record").json()
        assert (record["rules"], record["ranks"], len(record["actions"])) == (1, match.ranks, len(match.log))


@contextmanager
def up(database: str, site: Path) -> Iterator[Server]:
    """A server that finds the packages installed there, and is killed at the end, as can happen at any time."""
    with importable(site):
        server = Server(database)
    try:
        yield server
    finally:
        server.kill()


def sit_down(database: str, code: str, name: str) -> None:
    """As if the guest of that name had played there."""
    store = Store(database)
    who = store.do(lambda connection: connection.execute(select(people.c.id).where(people.c.name == name)).scalar())
    seat = update(chairs).where(chairs.c.code == code, chairs.c.seat == 0).values(person=who, bot=None)
    store.do(lambda connection: connection.execute(seat))
    store.close()
