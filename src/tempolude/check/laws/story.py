"""The log: a turn in one line, places in words; an open page joins lines as a new page shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tempolude.engine.table import joined
from tempolude.server.view.page import SeatedPlayer, new_public_view

from ..cases import play_at_random
from ..law import law_of_games
from .pages import pages_of

COMPILES = False
NAMES = ["Ada", "Blaise", "Émile"]
# Coordinates, an unfilled placeholder, and what joining could break.
FLAW = re.compile(r"\b\d ?, ?\d\b|\{|\.\.|\.,|,,|  | \.|\bNone\b")


@law_of_games
def a_log_reads_well_and_joins_the_same_everywhere(game: Game) -> Iterator[str]:
    """The log has no coordinates or unfilled placeholders; an open page joins the lines of a turn like a new one."""
    seats = min(len(NAMES), game.seats[-1])
    match, dice = Match(game, seats=max(seats, game.seats[0]), seed=5), Random(5)
    match.names[: len(NAMES)] = NAMES[: match.seats]
    players = [SeatedPlayer(seat, name, seat + 1) for seat, name in enumerate(match.names)]
    views = [new_public_view(pages_of(game), match, players, lang) for lang in ("en", "fr")]
    seats = match.seats
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
            told = match.story(seat, view.lang)
            same = pages[view.lang, seat] == [line.html for line in view.story(seat)]
            if not same or len(joined(told)) != len(pages[view.lang, seat]):
                yield f"the log of an open page differs from that of a new one, in {view.lang!r}"
                return
            if wrong := [str(line) for line in joined(told) if FLAW.search(str(line))]:
                yield f"the log says “{wrong[0]}” in {view.lang!r}: expected words, and no unfilled placeholders"
                return
