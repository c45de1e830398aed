"""Pictures of the lobby, of every table, of rules and a replay, as the README shows them: `make pictures`.

With `--beside FOLDER`, also each picture beside the drawing of the same name in that folder (the mockups' `shots/`).
"""

from __future__ import annotations

import argparse
import tempfile
from base64 import b64encode
from dataclasses import replace
from pathlib import Path
from time import time

from itsdangerous import URLSafeSerializer
from playwright.sync_api import Browser, sync_playwright

from tempolude.bots import Setting, bot
from tempolude.engine.game import Game, games
from tempolude.engine.match import Match
from tempolude.server.storage.schema import actions
from tempolude.server.storage.store import Store, add_table, secret
from tempolude.server.table.chairs import Chair
from tempolude.server.table.tables import new_table

from .browser.conftest import installed
from .server.serving import Server, sqlite

OUT = Path(__file__).parent.parent / "docs" / "pictures"
NAMES = ("Camille", "Ada", "Blaise", "Émile")
ME = "c0ffee"
SEED = 6
SHOW = """data => {
  const image = new Image();
  image.src = "data:;base64," + data;
  image.style = "height:520px; max-width:50%; object-fit:contain";
  document.body.append(image);
}"""
VIEWS = {  # the name of a picture: width, height, theme, language
    "desktop": (1440, 900, "dark", "fr-FR"),
    "phone": (390, 844, "light", "en-GB"),
}


def played(found: Game) -> tuple[Match, Match]:
    """A match of four players two thirds through, with Camille to decide, and its end."""
    seats = min(4, found.seats[-1])
    match, whole = (Match(found, seats=seats, seed=SEED) for _ in range(2))
    players = [bot("greedy", Setting.of(whole, seed)) for seed in range(seats)]
    decides = []  # after how many actions Camille does
    while not whole.over:
        seat = whole.waiting[0]
        if seat == 0:
            decides.append(len(whole.log))
        whole.play(seat, players[seat].choose(whole.view(seat), seat))
    late = min(decides, key=lambda count: abs(3 * count - 2 * len(whole.log)))
    for seat, action in whole.log[:late]:
        match.play(seat, action)
    return match, whole


def keep(store: Store, code: str, match: Match, phase: str, **how: object) -> None:
    """Store a match as if it had been played at this table."""
    gathering = phase == "gathering"
    host = "ada" if gathering else ME
    options = match.game.unpin(match.options) if gathering else match.options
    data = None if gathering else match.data
    row = replace(new_table(code, match.game, options, host, match.seed), phase=phase, open=True, data=data, **how)
    people = {0: None if gathering else ME, 1: "ada" if gathering else None}
    chairs = [
        Chair(seat, (1, 4, 3, 5)[seat], name, people.get(seat), None if seat == 0 or people.get(seat) else "random")
        for seat, name in enumerate(NAMES[: match.seats])
    ]
    if gathering:
        chairs[0] = Chair(0, 1)
    store.do(add_table, row, [chair.row(code) for chair in chairs])
    log = [
        {"code": code, "n": n, "seat": seat, "action": action, "move": None, "at": time()}
        for n, (seat, action) in enumerate(match.log)
    ]
    if log:
        store.do(lambda connection: connection.execute(actions.insert(), log))


def open_services(url: str) -> str:
    """Fill a database with running, open and finished tables; returns Camille's cookie."""
    store = Store(url)
    for found in games():
        match, whole = played(found)
        keep(store, found.name, match, "playing")
        keep(store, f"{found.name}-open", Match(found, seats=match.seats, seed=1), "gathering")
        result = {"ranks": whole.ranks, "scores": whole.scores}
        keep(store, f"{found.name}-over", whole, "over", result=result, changed=time() - 9000)
    cookie = str(URLSafeSerializer(store.do(secret), "guest").dumps(ME))
    store.close()
    return cookie


def take(browser: Browser, server: str, cookie: str, path: str, name: str) -> None:
    for view, (width, height, theme, lang) in VIEWS.items():
        with browser.new_context(
            viewport={"width": width, "height": height},
            locale=lang,
            color_scheme=theme,  # type: ignore[arg-type]
            device_scale_factor=1,
            has_touch=width < 700,
        ) as context:
            context.add_cookies([{"name": "guest", "value": cookie, "url": server}])
            page = context.new_page()
            page.goto(server + path)
            page.wait_for_timeout(800)
            file = OUT / f"{name}-{view}.jpg"
            page.screenshot(path=file, type="jpeg", quality=80, full_page=name == "lobby" and width > 700)
            print(f"  {file.name}")


def beside(browser: Browser, folder: Path, out: Path) -> None:
    """Our picture and the mockup of the same moment, side by side."""
    out.mkdir(parents=True, exist_ok=True)
    for ours in sorted(OUT.glob("*.jpg")):
        game, view = ours.stem.split("-")
        theme, size = ("dark", "1440x900") if view == "desktop" else ("light", "390x844")
        names = (f"{game}-{view}-{theme}.png", f"{game}-{theme}-{size}.png")
        drawn = next((folder / name for name in names if (folder / name).exists()), folder / names[0])
        if drawn.exists():
            page = browser.new_page(viewport={"width": 1600, "height": 520})
            page.set_content("<body style='margin:0;display:flex;gap:8px;background:#444'></body>")
            for file in (ours, drawn):
                data = b64encode(file.read_bytes()).decode()
                page.evaluate(SHOW, data)
            page.wait_for_timeout(300)
            page.screenshot(path=out / f"{ours.stem}.png")
            page.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--beside", type=Path, help="a folder of drawings to compare with")
    parser.add_argument("--out", type=Path, default=Path("beside"), help="where the comparisons go")
    given = parser.parse_args()
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        url = sqlite(Path(folder))
        cookie = open_services(url)
        server = Server(url, processes=0)
        browser = playwright.chromium.launch(executable_path=installed(), args=["--no-sandbox"])
        try:
            take(browser, server.address, cookie, "/", "lobby")
            for found in games():
                take(browser, server.address, cookie, f"/t/{found.name}", found.name)
            take(browser, server.address, cookie, "/rules/pirates#P1.4", "rules")
            take(browser, server.address, cookie, "/t/contretemps-over/replay?at=20", "replay")
            if given.beside:
                beside(browser, given.beside, given.out)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
