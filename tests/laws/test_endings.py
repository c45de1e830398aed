"""Every game says how a match ended: who won and by what, where the others came and why, on a sheet that adds up."""

from __future__ import annotations

import re
from random import Random

from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tempolude.engine.table import People
from tempolude.engine.verdict import verdict

from .cases import every_game, play_at_random

NAMES = ["Ada", "Blaise", "Émile", "Camille", "Hypatie", "Yves", "Zoé", "Otto"]


def finished(game: Game) -> list[Match]:
    """Matches of the fewest and of the most players, to their end."""
    found = []
    for seats in {game.seats[0], game.seats[-1]}:
        for seed in range(3):
            match = Match(game, seats=seats, seed=seed, names=NAMES[:seats])
            play_at_random(match, Random(seed))
            found.append(match)
    return found


@every_game
def test_the_end_is_told_with_its_reason_on_a_sheet_that_adds_up(game: Game) -> None:
    for match in finished(game):
        winners = [seat for seat in range(match.seats) if match.ranks[seat] == 1]
        for lang, yes, you in (("en", "You ", "you"), ("fr", "Vous ", "vous")):
            rows = match.table.sheet(match.state, lang)
            counted, (total,) = [row for row in rows if row.adds], [row for row in rows if row.total]
            assert total.values == tuple(match.scores)
            if counted:
                assert total.values == tuple(map(sum, zip(*(row.values for row in counted), strict=True)))
                assert all(row.decided for row in rows if row.adds or row.tie), rows
            for reader in range(-1, match.seats):
                told = verdict(match, lang, People(match.names, reader))
                if reader in winners:
                    assert str(told.won).startswith(yes)
                else:
                    assert all(match.names[seat] in str(told.won) for seat in winners)
                assert re.search(rf"\d|{you}", str(told.why)), told.why
                if len(winners) < match.seats:
                    assert told.place
                    assert told.because
                    assert told.seat == reader or reader in {-1, *winners}
                assert not re.search(r"\{|  |None|\bqu?e [AÉHY]|\b1 points\b", str(told)), told
