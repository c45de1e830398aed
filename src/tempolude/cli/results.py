"""The current or final result of a match, as a table."""

from __future__ import annotations

from rich.table import Table

from tempolude.engine.drawing import person
from tempolude.engine.match import Match
from tempolude.engine.table import People

WORDS = {"en": ("rank", "result", "standing"), "fr": ("rang", "résultat", "classement")}


def standings(match: Match, lang: str) -> Table:
    rank, result, standing = WORDS[lang]
    table = Table(title=result if match.over else standing, title_justify="left", box=None, header_style="italic")
    table.add_column(rank, justify="right")
    table.add_column("")
    table.add_column(match.game.score[lang], justify="right")
    people, scores, ranks = People(match.names_in(lang)), match.scores, match.ranks
    for seat in sorted(range(match.seats), key=lambda seat: ranks[seat]):
        table.add_row(str(ranks[seat]), person(people, seat), str(scores[seat]))
    return table
