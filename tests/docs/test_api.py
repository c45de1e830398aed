"""The page about the API matches the API, and its example plays whole matches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import pytest

from tempolude.server.api.errors import CODES

from ..server.programs import Program
from ..server.serving import serving
from .test_examples import ROOT, example

PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")
BOT = (ROOT / "examples" / "play_by_api.py").read_text("utf-8")
SOURCES = ROOT / "src" / "tempolude" / "server"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving() as address:
        yield address


@pytest.mark.parametrize("game", ["contretemps", "timeline"])  # several are asked at once, or one at a time
def test_the_example_plays_a_game_to_its_end(server: str, game: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = example("play_by_api").play(server, game)
    assert (table["game"], table["phase"]) == (game, "over")
    assert 1 in table["result"]["ranks"]
    assert len(capsys.readouterr().out.splitlines()) > table["version"] / 2


def test_the_example_takes_a_seat_as_the_person_of_a_token(server: str) -> None:
    ended: list[dict[str, Any]] = []
    with Program(server, "Host") as host, Program(server, "Friend") as friend:
        code = host.make("timeline", 2)
        bot = example("play_by_api")
        playing = Thread(target=lambda: ended.append(bot.play(server, code, friend.token)))
        playing.start()
        while host.get(f"/tables/{code}")["seats"][1]["kind"] == "free":
            sleep(0.05)
        host.post(f"/tables/{code}/start")
        host.play_on(code)
        playing.join(30)
    assert (ended[0]["seat"], ended[0]["seats"][1]["name"], ended[0]["phase"]) == (1, "Friend", "over")


def test_the_example_is_thirty_lines_of_code_and_on_the_page() -> None:
    code = re.sub(r'^""".*?"""\n', "", BOT, flags=re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) <= 30
    assert BOT.strip() in PAGE


def test_the_page_names_every_call_and_no_other(server: str) -> None:
    with Program(server) as program:
        paths = program.get("/openapi.json")["paths"]
    described = {f"{method.upper()} /api{path}" for path, methods in paths.items() for method in methods}
    assert set(re.findall(r"^\| `((?:GET|POST) /api[^`]*)`", PAGE, re.MULTILINE)) == described


def test_the_page_names_every_code_of_a_refusal() -> None:
    table = PAGE.partition("| status | codes |")[2].partition("## Limits")[0]
    used = {code for path in SOURCES.rglob("*.py") for code in re.findall(r'code="([a-z_]+)"', Path(path).read_text())}
    assert set(re.findall(r"`([a-z_]+)`", table)) == used | set(CODES.values())
