"""Why a match of Contre-Temps ended as it did."""

from __future__ import annotations

from typing import Any

from tempolude.engine.table import Ending, Line, People, both, line
from tempolude.engine.wording import plural, que

from . import state, words


def why(ending: Ending, seat: int, lang: str, people: People) -> Line:
    """C5.1 to C5.3: three events or the most of them, then the one nearest the constant."""
    s, ranks, say = ending.s, ending.ranks, words.WHY[lang]
    seats = range(s.players)
    held = {x: [event + 1 for event in range(state.TOKENS) if s.holder[event] == x] for x in seats}
    own = held[seat]
    taken_back = sum(e.name == "event taken" and e.numbers[2] == seat and e.numbers[0] != seat for e in ending.history)
    lost = plural(words.LOST, taken_back, lang) if taken_back else ""
    if not own:
        return people.tell(seat, say["none"], lost=lost) if ranks[seat] > 1 else line(say["nobody"])
    level = [x for x in seats if x != seat and len(held[x]) == len(own)]
    if level:  # the nearest in rank: first behind, as one is proud of that
        other = min(level, key=lambda x: (ranks[x] < ranks[seat], abs(ranks[x] - ranks[seat])))
        key = "nearer" if ranks[seat] < ranks[other] else "farther"
        near, far = sorted((own[0], held[other][0]))
        number = plural(words.EVENTS, len(own), lang)
        return people.tell(seat, say[key], number=number, other=people.whom(other, lang), near=near, far=far)
    if ranks[seat] == 1:
        key = "three" if len(own) >= state.DISCS else "most"
        return people.tell(seat, say[key], events=listed(own, lang))
    winner = min(seats, key=lambda x: ranks[x])
    fewer: dict[str, Any] = {"events": listed(own, lang), "margin": len(held[winner]) - len(own), "lost": lost}
    first = people.whom(winner, lang)
    return people.tell(seat, say["fewer"], other=first, than=que(first), **fewer)


def listed(events: list[int], lang: str) -> str:
    """Events by their numbers: "events 3, 5 and 6"."""
    return words.LISTED[lang][len(events) > 1].format(list=both(events, lang))
