"""Matches stored as if they had been played at tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from time import time
from typing import Any

from sqlalchemy import Connection, insert

from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tempolude.server.storage.rows import ActionRow, ChairRow, TableRow, values
from tempolude.server.storage.schema import actions
from tempolude.server.storage.store import Store, add_table
from tempolude.server.table.chairs import Chair
from tempolude.server.table.tables import new_table

from .serving import Server, sqlite

NAMES = ("Ada", "Blaise", "Camille", "Émile", "Inès", "Jules", "Margot", "Nour")
SEED = 2**256 - 2**128 - 1  # too large for JavaScript and databases


def apart(work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Run in a new thread: while a browser is driven, this one has an event loop already."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(work())).result()


def random_match(game: Game, seats: int, most: int | None = None) -> Match:
    """A match of random actions, to its end or at most `most` of them."""
    match, dice = Match(game, seats=seats, seed=SEED, names=NAMES[:seats]), Random(SEED)
    while not match.over and len(match.log) != most:
        seat = dice.choice(match.waiting)
        match.play(seat, dice.choice(match.way.legal(match.state, seat)))
    return match


def keep(database: str, match: Match, code: str) -> None:
    """Store the match at a table of bots that is open to all."""
    table = new_table(code, match.game, match.options, "nobody", match.seed)
    table = replace(table, open=True, phase="playing", data=match.data, rules_version=match.rules)
    if match.over:
        table = replace(table, phase="over", result={"ranks": match.ranks, "scores": match.scores})
    chairs = [Chair(seat, seat + 1, name, None, "regular").row(code) for seat, name in enumerate(match.names)]
    rows = [ActionRow(code, n, seat, action, time()) for n, (seat, action) in enumerate(match.log)]
    store = Store(database)
    store.do(write, table, chairs, rows)
    store.close()


def write(connection: Connection, table: TableRow, chairs: list[ChairRow], rows: list[ActionRow]) -> None:
    add_table(connection, table, chairs)
    connection.execute(insert(actions), [values(row) for row in rows])


def keep_all(folder: Path, matches: dict[str, Match]) -> str:
    """A new database with these matches, by code."""
    database = sqlite(folder)
    for code, match in matches.items():
        keep(database, match, code)
    return database


@contextmanager
def kept_at(folder: Path, matches: dict[str, Match]) -> Iterator[str]:
    """The address of a server at whose tables these matches were played, by code."""
    server = Server(keep_all(folder, matches))
    yield server.address
    server.stop()
