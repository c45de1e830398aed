"""Play now: one click, against as many bots and at the same level as last time."""

from __future__ import annotations

import re

from .guests import Guest
from .serving import serving


def how(page: str, game: str) -> str:
    """The text beside the button of a game."""
    found = re.search(rf'popovertarget="quick-{game}">([^<]+)<', page)
    assert found
    return found[1]


def test_one_click_plays_as_last_time() -> None:
    with serving() as server, Guest(server, "Ada") as ada:
        page = ada.web.get("/").text
        assert [how(page, game) for game in ("contretemps", "timeline")] == ["3 bots, regular", "3 bots, regular"]
        assert ada.post("/play/contretemps", seats=2).status_code == 400, "three play at least"
        assert ada.post("/play/contretemps", level="unbeatable").status_code == 400
        table = ada.post("/play/contretemps", seats=3, level="apprentice").text
        assert len(set(re.findall(r'id="seat-\d"', table))) == 3
        page = ada.web.get("/?lang=fr").text
        assert [how(page, game) for game in ("contretemps", "timeline")] == ["2 robots, apprenti", "3 robots, habitué"]
        table = ada.post("/play/contretemps").text
        assert len(set(re.findall(r'id="seat-\d"', table))) == 3
        ada.web.cookies.set("quick", "contretemps=99+nobody&timeline=%00", domain="127.0.0.1")
        ada.web.cookies.delete("lang")
        assert how(ada.web.get("/").text, "contretemps") == "3 bots, regular"
