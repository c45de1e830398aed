"""What a person's reviews say together: how often they decided how well, and what cost them the most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from tempolude.engine.game import Game
from tempolude.review.verdicts import MISTAKES, VERDICTS

from .review import verdict_mark, verdict_name

COSTLIEST = 3


@dataclass(frozen=True)
class Mistake:
    """A decision to look at again, and where."""

    code: str
    seat: int
    at: int
    game: Game
    mark: Markup
    cost: int  # points of the chance to win


@dataclass(frozen=True)
class Lessons:
    """What the last reviews say."""

    matches: int
    counts: list[tuple[Markup, str, int]]  # of each verdict: its mark, its name, how often
    mistakes: list[Mistake]  # the costliest first


def lessons_from(
    reviewed: Iterable[tuple[str, str, int, Mapping[str, Any]]], games: Mapping[str, Game], lang: str
) -> Lessons | None:
    """What reviewed matches say about their player; None if nothing was judged."""
    count: Counter[str] = Counter()
    mistakes, matches = [], 0
    for code, name, seat, content in reviewed:
        decisions = content.get("eyes", {}).get(str(seat), {}).get("decisions", {})
        matches += bool(decisions)
        for at, each in decisions.items():
            verdict = each["verdict"]
            count[verdict] += 1
            if verdict in MISTAKES and name in games:
                mark = verdict_mark(verdict, lang)
                mistakes.append(Mistake(code, seat, int(at), games[name], mark, round(100 * each["given"])))
    if not any(count[verdict] for verdict in VERDICTS):
        return None
    counts = [(verdict_mark(verdict, lang), verdict_name(verdict, lang), count[verdict]) for verdict in VERDICTS]
    mistakes.sort(key=lambda mistake: -mistake.cost)
    return Lessons(matches, counts, mistakes[:COSTLIEST])
