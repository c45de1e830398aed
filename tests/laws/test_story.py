"""The log tells a story: a turn in one line, places in words; what a page puts together is what a new page is sent."""

from __future__ import annotations

import re
from random import Random

from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tempolude.engine.table import joined
from tempolude.server.view.page import SeatedPlayer, new_public_view
from tempolude.server.view.pages import Pages, playable

from .cases import every_game, play_at_random

# Numbers from 0 with a comma between them, a gap that was not filled, and what joining could break.
FLAW = re.compile(r"\b\d ?, ?\d\b|\{|\.\.|\.,|,,|  | \.|\bNone\b")


@every_game
def test_a_log_is_read_without_coordinates_and_joins_the_same_way_everywhere(game: Game) -> None:
    if not playable(game):
        return
    pages_of, seats = Pages([game]), min(3, game.seats[-1])
    match, dice = Match(game, seats=seats, seed=5, names=["Ada", "Blaise", "Émile"][:seats]), Random(5)
    players = [SeatedPlayer(seat, name, seat + 1) for seat, name in enumerate(match.names)]
    views = [new_public_view(pages_of, match, players, lang) for lang in ("en", "fr")]
    pages = {(view.lang, seat): [line.html for line in view.story(seat)] for view in views for seat in range(-1, seats)}
    while not match.over:
        play_at_random(match, dice, 1)
        for view in views:
            start = len(view.journal)
            view.look()
            for seat in range(-1, seats):
                page = pages[view.lang, seat]
                for line in view.story(seat, start):
                    page.append(page.pop().removesuffix(".") + line.html if line.joins else line.html)
    for view in views:
        for seat in range(-1, seats):
            assert pages[view.lang, seat] == [line.html for line in view.story(seat)]
            told = match.story(seat, view.lang)
            assert len(joined(told)) == len(pages[view.lang, seat]) < len(told)
            assert [str(line) for line in joined(told) if FLAW.search(str(line))] == []
