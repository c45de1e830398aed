"""Write a table's page to a file, without a server, to preview its layout.

python -m tempolude.server.preview contretemps --seats 4 --seed 7 --actions 60 --seat 0 --lang fr > table.html
"""

from __future__ import annotations

import argparse
import json
import re
from base64 import b64encode
from random import Random

from tempolude.engine.game import game
from tempolude.engine.match import Match

from .http.reader import Theme
from .view.page import SeatedPlayer, table_page
from .view.pages import Pages

ADDRESS = re.compile(r"""["'](/static/[^"']+[.]js)["']""")  # of an imported script
SCOPE = "tempolude"  # the prefix of inlined scripts; without one they would be looked up beside the file
NAMES = ("Camille", "Ada", "Blaise", "Émile", "Inès", "Jules", "Margot", "Nour")


def standing(page: str, pages: Pages) -> str:
    """The page with its stylesheets, fonts and scripts inlined, so that it can be opened as a file."""

    def content(address: str) -> bytes:
        return pages.assets.files[address].content

    def sheet(found: re.Match[str]) -> str:
        return f"<style>{re.sub(r'(?<=url[(])[^)]+[.]woff2(?=[)])', font, content(found[1]).decode())}</style>"

    def font(found: re.Match[str]) -> str:
        return enclosed("font/woff2", content(found[0]))

    def module(address: str) -> str:
        """A script that imports the others by the names of the import map."""
        return enclosed("text/javascript", ADDRESS.sub(rf'"{SCOPE}\1"', content(address).decode()).encode())

    scripts: dict[str, str] = {}
    wanted = re.findall(r'<script type="module" src="([^"]+)"></script>', page)
    while wanted:
        address = wanted.pop()
        if f"{SCOPE}{address}" not in scripts:
            scripts[f"{SCOPE}{address}"] = module(address)
            wanted += ADDRESS.findall(content(address).decode())
    names = f'<script type="importmap">{json.dumps({"imports": scripts})}</script>'
    page = re.sub(r'<link rel="preload"[^>]*>', "", page)
    page = re.sub(r'<link rel="stylesheet" href="([^"]+)">', sheet, page)
    page = re.sub(
        r'<script type="module" src="([^"]+)"></script>', rf'<script type="module">import "{SCOPE}\1";</script>', page
    )
    page = re.sub(r'(?<=")/static/[^"]+[.]svg(?=")', lambda found: enclosed("image/svg+xml", content(found[0])), page)
    return page.replace("<head>", f"<head>{names}", 1)


def enclosed(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{b64encode(content).decode()}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--actions", type=int, default=60, help="random actions played before the picture")
    parser.add_argument("--seat", type=int, default=0, help="who looks; -1 is a spectator")
    parser.add_argument("--asked", action="store_true", help="play on until that seat is asked")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--theme")
    given = parser.parse_args()
    found = game(given.game)
    seats = given.seats or min(4, found.seats[-1])
    match = Match(found, seats=seats, seed=given.seed, names=NAMES[:seats])
    dice = Random(given.seed)
    while not match.over and (len(match.log) < given.actions or (given.asked and given.seat not in match.waiting)):
        seat = match.waiting[0]
        match.play(seat, dice.choice(match.legal(seat)).number)
    pages = Pages([found])
    players = [SeatedPlayer(i, name, i + 1) for i, name in enumerate(match.names)]
    print(standing(table_page(pages, match, players, given.seat, given.lang, Theme(given.theme)), pages))


if __name__ == "__main__":
    main()
