"""The end of a match: who won and why, where the others finished and why, and a score sheet that adds up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tempolude.engine.table import People
from tempolude.engine.verdict import verdict

from ..cases import play_at_random
from ..law import law_of_games

COMPILES = False
NAMES = ["Ada", "Blaise", "Émile", "Camille", "Hypatie", "Yves", "Zoé", "Otto"]
FLAW = re.compile(r"\{|  |None|\bqu?e [AÉHY]|\b1 points\b")


def finished(game: Game) -> Iterator[Match]:
    """Finished matches of the fewest and of the most players."""
    for seats in sorted({game.seats[0], game.seats[-1]}):
        for seed in range(3):
            match = Match(game, seats=seats, seed=seed, names=NAMES[:seats])
            play_at_random(match, Random(seed))
            yield match


@law_of_games
def a_sheet_adds_up(game: Game) -> Iterator[str]:
    """The lines of the score sheet add up to its total, which is the score."""
    for match in finished(game):
        for lang in ("en", "fr"):
            rows = match.table.sheet(match.state, lang)
            totals = [row for row in rows if row.total]
            counted = [row for row in rows if row.adds]
            if len(totals) != 1 or totals[0].values != tuple(match.scores):
                yield f"the sheet has the totals {[row.values for row in totals]}, and score says {match.scores}"
                return
            if counted and totals[0].values != (
                sums := tuple(map(sum, zip(*(row.values for row in counted), strict=True)))
            ):
                yield f"the lines of the sheet add up to {sums}, and its total is {totals[0].values}"
                return
            if wordless := [row.label for row in rows if (row.adds or row.tie) and not row.decided and counted]:
                yield f"the line {wordless[0]!r} of the sheet has no words for a sentence: decided="
                return


@law_of_games
def the_end_is_told_with_its_reason(game: Game) -> Iterator[str]:
    """Everybody reads who won and why, and where they finished."""
    for match in finished(game):
        winners = [seat for seat in range(match.seats) if match.ranks[seat] == 1]
        for lang, yes, you in (("en", "You ", "you"), ("fr", "Vous ", "vous")):
            for reader in range(-1, match.seats):
                told = verdict(match, lang, People(match.names, reader))
                named = (
                    str(told.won).startswith(yes)
                    if reader in winners
                    else all(match.names[w] in str(told.won) for w in winners)
                )
                if not named:
                    yield f"the verdict is {str(told.won)!r}, which does not name the winners"
                    return
                if not re.search(rf"\d|{you}", str(told.why)) or FLAW.search(str(told)):
                    yield f"the verdict is {str(told)!r}: expected a reason with numbers, and no unfilled placeholders"
                    return
                if len(winners) < match.seats and not (told.place and told.because):
                    yield "the verdict does not say why players finished where they did"
                    return
