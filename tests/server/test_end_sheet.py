"""The end of a match as each of its readers sees it."""

from __future__ import annotations

import re

import pytest

from tempolude.engine.game import game
from tempolude.engine.match import Match
from tempolude.server.view.end_sheet import EndSheet
from tempolude.server.view.page import SeatedPlayer, new_public_view
from tempolude.server.view.pages import Pages

NAMES = ["Ada", "Ada", "<Blaise>"]
COLUMN = re.compile(r'<span class="nm"><span>(.*?)</span>')


@pytest.mark.parametrize(("lang", "you"), [("en", "You"), ("fr", "Vous")])
def test_readers_are_you_in_their_own_column_and_nowhere_else(lang: str, you: str) -> None:
    match, pages = Match("contretemps", seats=3, seed=1, names=NAMES), Pages([game("contretemps")])
    while not match.over:
        match.play(match.waiting[0], match.legal(match.waiting[0])[0].number)
    players = [SeatedPlayer(seat, name, seat + 1) for seat, name in enumerate(NAMES)]
    sheet = EndSheet(pages, new_public_view(pages, match, players, lang), players, "abc")
    order = sorted(range(3), key=lambda seat: (match.ranks[seat], seat))
    for reader in (-1, 0, 1, 2):
        named = [you if seat == reader else NAMES[seat].replace("<", "&lt;").replace(">", "&gt;") for seat in order]
        assert COLUMN.findall(sheet.html(reader)) == named
