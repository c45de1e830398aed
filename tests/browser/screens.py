"""Every table on every screen: its faults, and contact sheets.

`python -m tests.browser.screens GAME` prints the faults of a game (of all without GAME) as sentences;
`--sizes 1024x768` checks only these sizes, `--quick` those that the tests check, `--sheet FILE.png` makes a contact
sheet of all of them.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from time import time

from itsdangerous import URLSafeSerializer
from playwright.sync_api import Browser, Page, sync_playwright
from sqlalchemy import insert

from tempolude.bots import Setting, bot
from tempolude.engine.game import Game, games
from tempolude.engine.match import Match
from tempolude.engine.table import People
from tempolude.server.storage.rows import TableRow
from tempolude.server.storage.schema import actions
from tempolude.server.storage.store import Store, add_table, secret
from tempolude.server.table.chairs import Chair
from tempolude.server.table.tables import new_table
from tempolude.server.view.pages import playable

from ..server.serving import Server, sqlite
from .conftest import launch

Sizes = Sequence[tuple[int, int]]
SIZES = (
    (320, 568), (390, 844), (844, 390), (768, 1024), (1024, 768),
    (1180, 820), (1280, 720), (1440, 900), (1920, 1080), (2560, 1440),
)  # fmt: skip
NAMES = ("Camille", "Ada", "Bartholomew", "Émile", "Inès", "Jules", "Margot", "Nour")
ME, SEED = "c0ffee", 7
CHECKER = Path(__file__).with_name("screens.js")


@dataclass(frozen=True)
class View:
    """A view of a table: the number of seats, the moment of the match, the language and the text size."""

    seats: str  # least, most
    moment: str  # beginning, middle, crowded, ending, end
    lang: str = "en"
    text: str = "normal"

    def __str__(self) -> str:
        return "-".join(part for part in (self.seats, self.moment, self.lang, self.text) if part != "normal")


# The largest text once, where it is tightest.
VIEWS = (
    View("least", "beginning", "en"),
    View("most", "beginning", "fr"),
    View("most", "middle", "en"),
    View("most", "crowded", "fr"),
    View("least", "crowded", "en"),
    View("most", "crowded", "en", "largest"),
    View("least", "end", "fr"),
    View("most", "end", "en"),
)


TIGHTEST = ("crowded", "normal")  # checked in every game at every size
EVERY = 5  # as many as there are games, which share the sizes of the other moments


def pairs(turn: int = 0, views: Sequence[View] = VIEWS, sizes: Sizes = SIZES) -> dict[View, Sizes]:
    """The screen sizes for each view of a game: all of them at its most crowded moment, with the least and the most
    seats by turns; otherwise every fifth, with one number of seats. The games take turns, such that every size is
    combined with every moment, number of seats, language and text size."""
    alike: dict[tuple[str, str], list[View]] = {}
    for view in views:
        alike.setdefault((view.moment, view.text), []).append(view)
    looks: dict[View, Sizes] = {}
    for n, (kind, group) in enumerate(alike.items()):
        if kind == TIGHTEST:
            looks |= {view: sizes[(at + turn) % len(group) :: len(group)] for at, view in enumerate(group)}
        else:
            looks[group[turn % len(group)]] = sizes[(turn + n) % EVERY :: EVERY]
    return looks


def tables() -> list[Game]:
    return [game for game in games() if playable(game)]


# --- Moments ---------------------------------------------------------------------


@dataclass(frozen=True)
class Position:
    """A number of actions of a match, and the seat to decide; the first seat if it is over."""

    actions: int
    asked: int


@cache
def played(name: str, seats: int) -> tuple[Match, dict[str, Position]]:
    """A match played sensibly to its end, and its position at each moment."""
    match = Match(name, seats=seats, seed=SEED, names=NAMES[:seats])
    players = [bot("greedy", Setting.of(match, seed)) for seed in range(seats)]
    dice, things, asked = Random(SEED), {}, []
    while not match.over:
        waiting = match.waiting
        asked.append(waiting[0])
        if len(match.log) % 3 == 0:
            things[len(match.log)] = lying(match, waiting[0])
        seat = dice.choice(waiting)
        match.play(seat, players[seat].choose(match.view(seat), seat))
    asked.append(0)
    end = len(match.log)
    moments = {
        "beginning": 0,
        "middle": end // 2,
        "crowded": max(things, key=lambda n: (things[n], n)),
        "ending": end - 1,
        "end": end,
    }
    return match, {moment: Position(n, asked[n]) for moment, n in moments.items()}


def last_moves(name: str, seats: int, count: int = 1) -> list[tuple[int, tuple[str, ...]]]:
    """The seats and handles of the last actions of that match."""
    whole, _ = played(name, seats)
    match = Match(name, seats=seats, seed=SEED, names=NAMES[:seats])
    moves = []
    for n, (seat, action) in enumerate(whole.log):
        if n >= len(whole.log) - count:
            moves.append((seat, next(each.handles for each in match.legal(seat) if each.number == action)))
        match.play(seat, action)
    return moves


def lying(match: Match, seat: int) -> int:
    """The number of pieces on the table, and of those that a seat may click."""
    people = People(match.names, seat)
    scene = match.table.scene(match.view(-1), "en", people)
    own = match.table.own(match.view(seat), seat, "en", people)
    return len(scene.pieces) + len(own) + len({handle for action in match.legal(seat) for handle in action.handles})


def keep_view(store: Store, game: Game, view: View) -> None:
    """Store a table at a moment of a match, with me at the seat to decide."""
    match, positions = played(game.name, game.seats[0] if view.seats == "least" else game.seats[-1])
    now = positions[view.moment]
    row = new_table(code_of(game, view), game, match.options, ME, match.seed)
    row = replace(row, phase="playing", data=match.data)
    if now.actions == len(match.log):
        row = replace(row, phase="over", result={"ranks": match.ranks, "scores": match.scores})
    chairs = [Chair(seat, seat + 1, name, None, "regular") for seat, name in enumerate(match.names)]
    chairs[now.asked] = replace(chairs[now.asked], person=ME, bot=None)
    keep(store, row, chairs, match.log[: now.actions])


def keep(store: Store, row: TableRow, chairs: list[Chair], log: Sequence[tuple[int, int]]) -> None:
    """Store a table with its chairs and log."""
    store.do(add_table, row, [chair.row(row.code) for chair in chairs])
    done = [
        {"code": row.code, "n": n, "seat": seat, "action": action, "move": None, "at": time()}
        for n, (seat, action) in enumerate(log)
    ]
    if done:
        store.do(lambda connection: connection.execute(insert(actions), done))


def my_cookie(store: Store, person: str = ME) -> str:
    return str(URLSafeSerializer(store.do(secret), "guest").dumps(person))


@dataclass(frozen=True)
class Tables:
    """A server where bots never move, with a table for each view that was asked for, and a page that shows them."""

    address: str
    page: Page
    store: Store
    kept: set[str] = field(default_factory=set)

    def show(self, game: Game, view: View) -> Page:
        """The page of a table, complete."""
        if code_of(game, view) not in self.kept:
            keep_view(self.store, game, view)
            self.kept.add(code_of(game, view))
        self.page.goto(f"/t/{code_of(game, view)}?lang={view.lang}")
        if view.text != "normal":
            self.page.evaluate("size => document.documentElement.dataset.size = size", view.text)
        self.page.evaluate("document.fonts.ready.then(() => {})")
        if view.moment == "end":
            self.page.wait_for_selector("#end[open]")
        return self.page


def code_of(game: Game, view: View) -> str:
    return f"{game.name}-{view}"


@contextmanager
def kept(folder: Path, wanted: list[Game], view: View) -> Iterator[tuple[str, str]]:
    """The address of a server with a table of each of these games at a view, and my cookie."""
    url = sqlite(folder)
    with closing(Store(url)) as store:
        for game in wanted:
            keep_view(store, game, view)
        cookie = my_cookie(store)
    server = Server(url)
    yield server.address, cookie
    server.stop()


@contextmanager
def served(browser: Browser) -> Iterator[Tables]:
    with tempfile.TemporaryDirectory() as folder, closing(Store(sqlite(Path(folder)))) as store:
        server, cookie = Server(sqlite(Path(folder)), processes=0, grace=3600), my_cookie(store)
        try:
            with browser.new_context(base_url=server.address, reduced_motion="reduce") as context:
                context.add_cookies([{"name": "guest", "value": cookie, "url": server.address}])
                context.add_init_script(path=CHECKER)
                yield Tables(server.address, context.new_page(), store)
        finally:
            server.stop()


# --- Faults ----------------------------------------------------------------------


def faults(page: Page, sizes: Sizes = SIZES) -> list[str]:
    """The faults of a page, at each size."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}x{height}: {fault}" for fault in page.evaluate("screens.faults()")]
    return found


# --- The contact sheet -----------------------------------------------------------


def contact_sheet(there: Tables, wanted: list[Game], views: list[View], sizes: Sizes, file: Path) -> None:
    """One row per game and view, one column per size, all of the same height."""
    from PIL import Image, ImageDraw

    high, gap, head = 360, 8, 18
    rows = []
    for game in wanted:
        for view in views:
            row, page = [], there.show(game, view)
            for width, height in sizes:
                page.set_viewport_size({"width": width, "height": height})
                taken = Image.open(BytesIO(page.screenshot(type="jpeg", quality=85)))
                row.append((f"{width}x{height}", taken.resize((round(width * high / height), high))))
            rows.append((f"{game.name} {view}", row))
    wide = max(sum(shot.width + gap for _, shot in row) for _, row in rows) + gap
    sheet = Image.new("RGB", (wide, len(rows) * (high + gap + head)), "#444")
    draw = ImageDraw.Draw(sheet)
    for y, (title, row) in enumerate(rows):
        x, top = gap, y * (high + gap + head) + head
        for size, shot in row:
            draw.text((x, top - 14), f"{title if x == gap else ''} {size}", "white")
            sheet.paste(shot, (x, top))
            x += shot.width + gap
    sheet.save(file)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [game.name for game in tables()]
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(names)}; all without")
    parser.add_argument("--sizes", nargs="+", metavar="WxH", help="only these sizes")
    parser.add_argument("--quick", action="store_true", help="each view at the sizes at which the tests look")
    parser.add_argument("--views", nargs="+", metavar="VIEW", help=f"only these: {', '.join(map(str, VIEWS))}")
    parser.add_argument("--sheet", type=Path, metavar="FILE.png", help="make a contact sheet instead")
    given = parser.parse_args()
    if unknown := set(given.games) - set(names):
        parser.error(f"there is no table of {', '.join(sorted(unknown))}")
    wanted = [game for game in tables() if not given.games or game.name in given.games]
    sizes = [(int(width), int(height)) for width, _, height in (size.partition("x") for size in given.sizes or ())]
    views = [view for view in VIEWS if not given.views or str(view) in given.views]
    count = 0
    with sync_playwright() as playwright:
        browser = launch(playwright, painted=bool(given.sheet))
        with served(browser) as there:
            if given.sheet:
                contact_sheet(there, wanted, views, sizes or SIZES, given.sheet)
                return 0
            for game in wanted:
                for view in views:
                    looks = pairs().get(view, ()) if given.quick else sizes or SIZES
                    for fault in faults(there.show(game, view), looks) if looks else ():
                        print(f"{game.name} {view} {fault}", flush=True)
                        count += 1
        browser.close()
    print(f"{count} faults")
    return count > 0


if __name__ == "__main__":
    sys.exit(main())
