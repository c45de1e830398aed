"""Why a match of Timeline ended as it did."""

from __future__ import annotations

from typing import Any

from tempolude.engine.state import LIMIT
from tempolude.engine.table import Ending, Line, People, line
from tempolude.engine.wording import plural

from . import words


def why(ending: Ending, seat: int, lang: str, people: People) -> Line:
    """T4.2 to T4.7: who had no card left, who was right in a play-off, and how often the others were wrong."""
    s, ranks, say = ending.s, ending.ranks, words.WHY[lang]
    wrong = [sum(e.name == "placed wrong" and e.numbers[0] == x for e in ending.history) for x in range(s.players)]
    other = min((x for x in range(s.players) if x != seat), key=lambda x: (abs(ranks[x] - (ranks[seat] == 1)), x))
    told: dict[str, Any] = {
        "round": int(s.out[seat] or s.round),
        "cards": plural(words.CARDS, int(s.held[seat]), lang),
        "mistakes": plural(words.MISTAKES, wrong[seat], lang) if wrong[seat] else words.NO_MISTAKE[lang],
        "others": wrong[other],
        "other": people.whom(other, lang),
    }
    if ranks[seat] > 1:
        key = "out" if s.out[seat] else "left"
    elif s.over == LIMIT:
        key = "limit"
    elif list(ranks).count(1) > 1:
        return line(say["too few"])
    else:
        key = "play-off" if s.playoff else "last card"
    return people.tell(seat, say[key], **told)
