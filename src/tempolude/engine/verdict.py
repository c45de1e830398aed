"""The verdict on a match, in two sentences: who won and how, and where somebody else finished and why.

A game whose score sheet adds up needs nothing else: the line with the largest difference between two players decided
between them. Other games explain it in `Table.why`.
"""

from __future__ import annotations

from itertools import chain
from typing import Any, NamedTuple

from .events import Event
from .match import Match
from .table import Ending, Line, People, ScoreRow, both, line
from .wording import plural, que, signed

POINTS = {"en": ("{n} point", "{n} points"), "fr": ("{n} point", "{n} points")}
PLACES = {
    "en": ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"),
    "fr": ("premier", "deuxième", "troisième", "quatrième", "cinquième", "sixième", "septième", "huitième"),
}
SAY: dict[str, dict[str, Any]] = {
    "en": {
        "won": ("You win.", "{who} wins."),
        "shared": ("You share the victory with {others}.", "{who} share the victory."),
        "place": ("You came {place}.", "{who} came {place}."),
        "joint place": ("You came joint {place}.", "{who} came joint {place}."),
        "level": (
            "Level at {points}: no tie-break separates you.",
            "Level at {points}: no tie-break separates them.",
        ),
        "ahead": "{points}, {margin} more than {other}: {decided} made the difference ({mine} to {theirs}).",
        "behind": "{points}, {margin} fewer than {other}: {decided} made the difference ({mine} to {theirs}).",
        "strongest": "{points}, {margin} fewer than {other}; the most came from {decided} ({mine}).",
        "only more": "{points}, {margin} more than {other}.",
        "only fewer": "{points}, {margin} fewer than {other}.",
        "tie": "Level with {other} at {points}: {decided} made the difference ({mine} to {theirs}).",
        "same": "{points}, level with {other}.",
    },
    "fr": {
        "won": ("Vous l’emportez.", "{who} l’emporte."),
        "shared": ("Vous partagez la victoire avec {others}.", "{who} se partagent la victoire."),
        "place": ("Vous êtes {place}.", "{who} est {place}."),
        "joint place": ("Vous êtes {place} ex æquo.", "{who} est {place} ex æquo."),
        "level": (
            "Égalité parfaite à {points} : rien ne vous départage.",
            "Égalité parfaite à {points} : rien ne les départage.",
        ),
        "ahead": "{points}, {margin} de plus {than} : la différence vient {decided} ({mine} à {theirs}).",
        "behind": "{points}, {margin} de moins {than} : la différence vient {decided} ({mine} à {theirs}).",
        "strongest": "{points}, {margin} de moins {than} ; le plus gros vient {decided} ({mine}).",
        "only more": "{points}, {margin} de plus {than}.",
        "only fewer": "{points}, {margin} de moins {than}.",
        "tie": "À égalité avec {other}, {points} : la différence vient {decided} ({mine} à {theirs}).",
        "same": "{points}, à égalité avec {other}.",
    },
}


class Verdict(NamedTuple):
    """The end of a match for one reader. `seat` is the subject of the second sentence; -1 if everybody won."""

    won: Line
    why: Line
    seat: int = -1
    place: Line = Line(())
    because: Line = Line(())

    def __str__(self) -> str:
        return " ".join(str(part) for part in self[:2] + self[3:] if part)


def verdict(match: Match, lang: str, people: People) -> Verdict:
    """The verdict on a finished match: it tells a reader where they finished, and winners and spectators who came next.

    >>> match = Match("contretemps", seats=3, seed=7, names=["Ada", "Blaise", "Émile"])
    >>> while not match.over:
    ...     match.play(match.waiting[0], match.legal(match.waiting[0])[0].number)
    >>> print(verdict(match, "en", People(match.names)).won, verdict(match, "en", People(match.names)).why)
    Ada wins. Ada controls events 2, 3 and 4, and nobody takes one back.
    """
    ending = Ending(match.state, match.ranks, history(match))
    ranks = ending.ranks
    order = sorted(range(match.seats), key=lambda seat: (ranks[seat], seat))
    first = [seat for seat in order if ranks[seat] == 1]
    rest = order[len(first) :]
    winner = people.reader if people.reader in first else first[0]
    won = _won(winner, first, lang, people)
    why = match.table.why(ending, winner, lang, people) or by_points(match, order, winner, lang, people)
    if not rest:
        return Verdict(won, why)
    seat = people.reader if people.reader in rest else rest[0]
    because = match.table.why(ending, seat, lang, people) or by_points(match, order, seat, lang, people)
    joint = ranks.count(ranks[seat]) > 1
    place = people.tell(seat, SAY[lang]["joint place" if joint else "place"], place=PLACES[lang][ranks[seat] - 1])
    return Verdict(won, why, seat, place, because)


def history(match: Match) -> tuple[Event, ...]:
    """All events of a match, whoever may see them."""
    return tuple(chain(match.opening, *(step.events for step in match.steps)))


def _won(winner: int, first: list[int], lang: str, people: People) -> Line:
    say = SAY[lang]
    if len(first) == 1:
        return people.tell(winner, say["won"])
    if winner == people.reader:
        return line(say["shared"][0], others=both([people.who(s) for s in first if s != winner], lang))
    return line(say["shared"][1], who=both([people.who(s) for s in first], lang))


def by_points(match: Match, order: list[int], seat: int, lang: str, people: People) -> Line:
    """Why a seat finished where it did, by the score sheet, compared with the player next to it."""
    rows, ranks = match.table.sheet(match.state, lang), match.ranks
    total = [int(points) for points in next(row for row in rows if row.total).values]
    place = order.index(seat)
    after = next((other for other in order[place:] if ranks[other] > ranks[seat]), None)
    runner_up = next((other for other in order if ranks[other] > 1), None)
    if ranks[seat] == 1 and (ranks.count(1) > 1 or after is None):
        return people.tell(seat, SAY[lang]["level"], points=points(total[seat], lang))
    if after is None and seat == runner_up and total[seat] != total[order[0]]:
        return _strongest(rows, total, seat, order[0], lang, people)  # the winner's sentence has said why they lost
    other = after if after is not None and (ranks[seat] == 1 or seat == runner_up) else order[0]
    return _between(rows, total, seat, other, lang, people)


def _between(rows: list[ScoreRow], total: Any, seat: int, other: int, lang: str, people: People) -> Line:
    say, margin = SAY[lang], total[seat] - total[other]
    told: dict[str, Any] = {
        "points": points(total[seat], lang),
        "margin": abs(margin),
        "other": people.whom(other, lang),
        "than": que(people.whom(other, lang)),
    }
    counted = [row for row in rows if row.adds] if margin else [row for row in rows if row.tie]
    ahead = margin > 0 or (not margin and any(int(row.values[seat]) > int(row.values[other]) for row in counted))
    if not margin:
        key = "tie"
    elif ahead:
        key = "ahead"
    else:
        key = "behind"
    apart = {row: (int(row.values[seat]) - int(row.values[other])) * (1 if ahead else -1) for row in counted}
    decisive = max(apart, key=lambda row: apart[row], default=None)
    if decisive is None or apart[decisive] <= 0:
        return line(say["same" if not margin else "only more" if margin > 0 else "only fewer"], **told)
    return line(
        say[key],
        decided=decisive.decided,
        mine=signed(int(decisive.values[seat])),
        theirs=signed(int(decisive.values[other])),
        **told,
    )


def _strongest(rows: list[ScoreRow], total: Any, seat: int, other: int, lang: str, people: People) -> Line:
    most = max((row for row in rows if row.adds), key=lambda row: row.values[seat], default=None)
    key = "strongest" if most and int(most.values[seat]) > 0 else "only fewer"
    return line(
        SAY[lang][key],
        points=points(total[seat], lang),
        margin=total[other] - total[seat],
        other=people.whom(other, lang),
        than=que(people.whom(other, lang)),
        decided=most.decided if most else "",
        mine=most.values[seat] if most else "",
    )


def points(n: int, lang: str) -> str:
    return plural(POINTS, n, lang)
