"""A match of each game against bots, filmed: `python -m tests.film --out FOLDER`.

A person clicks what glows; what the others do is shown at the pace of `--pace`, and a frame is taken every `--every`
milliseconds of the page's simulated clock, so that filming takes no longer than the screenshots. A frame is named after
the game, its number, the second and the action it shows.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, sync_playwright

from tempolude.engine.game import games

from .browser.conftest import installed
from .browser.playing import click_one, is_over, person
from .server.serving import Server, sqlite

SIZES = {"desktop": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}


def film(browser: Browser, server: str, game: str, given: argparse.Namespace) -> int:
    """Film one match; return the number of frames."""
    width, height = SIZES[given.size]
    with person(browser, server, lang=given.lang, width=width, height=height) as context:
        page, dice = context.new_page(), Random(given.seed)
        page.clock.install(time=0)
        page.goto("/")
        page.locator(f"#{game} .ways .main").click()
        page.wait_for_url("**/t/*")
        page.clock.pause_at(3600)
        frames, now = 0, 0
        while frames < given.frames and not is_over(page):
            if showing(page):
                page.clock.run_for(given.every)
                now += given.every
            elif not click_one(page, dice):
                page.wait_for_timeout(20)  # the bots think
                continue
            frames += take(page, game, frames, now, given.out)
        return frames


def showing(page: Page) -> bool:
    """Whether the page shows what others did."""
    return bool(page.evaluate("document.getElementById('table').classList.contains('showing')"))


def take(page: Page, game: str, number: int, now: int, out: Path) -> int:
    version = page.locator("#table").get_attribute("data-version")
    page.screenshot(path=out / f"{game}-{number:04}-{now / 1000:07.2f}s-action{version}.png")
    return 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("film"), help="the folder for the frames")
    parser.add_argument("--game", choices=[game.name for game in games()], action="append", help="of all, only these")
    parser.add_argument("--pace", default="normal", choices=["calm", "normal", "quick", "once"])
    parser.add_argument("--size", default="desktop", choices=list(SIZES))
    parser.add_argument("--lang", default="en-GB")
    parser.add_argument("--every", type=int, default=400, help="milliseconds between two frames")
    parser.add_argument("--frames", type=int, default=120, help="of each game, at most")
    parser.add_argument("--seed", type=int, default=1, help="of what the person clicks")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(sqlite(Path(folder)), pace=given.pace)
        browser = playwright.chromium.launch(executable_path=installed(), args=["--no-sandbox"])
        try:
            for name in given.game or [game.name for game in games()]:
                print(f"{name}: {film(browser, server.address, name, given)} frames in {given.out}")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
