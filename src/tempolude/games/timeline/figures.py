"""The figures in Timeline's rulebooks. The decks decide which cards come up; cards are placed by date."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from tempolude.engine.figures import Doing, Figure, Tray, play, played
from tempolude.engine.game import Game
from tempolude.engine.match import Match

ADA = 0


def rightly(match: Match) -> str:
    """The action that puts the first card of the active player where it belongs (T3.2)."""
    return placing(match, right=True)


def wrongly(match: Match) -> str:
    """The same, but one gap off: a mistake that anybody could make."""
    return placing(match, right=False)


def placing(match: Match, *, right: bool) -> str:
    s, table = match.state, match.table
    years = [table.card(number).year for number in s.line[: s.lined]]  # type: ignore[attr-defined]
    card = table.card(s.hand[match.waiting[0]][0])  # type: ignore[attr-defined]
    fits = {gap: in_order([*years[:gap], card.year, *years[gap:]]) for gap in range(len(years) + 1)}
    at = next(gap for gap in fits if fits[gap])
    gap = at if right else min((gap for gap in fits if not fits[gap]), key=lambda gap: abs(gap - at))
    return f"place {card.id} {gap}"


def in_order(years: list[int]) -> bool:
    return all(before <= after for before, after in pairwise(years))


def after(*turns: Doing, cards: int = 4, until: int | None = None) -> Callable[[Game], Match]:
    """The rulebook's match after these turns; with `until`, at the next turn of that seat."""

    def position(game: Game) -> Match:
        match = played(game, 3, 11, options={"decks": ["inventions"], "cards": cards})
        for turn in turns:
            play(match, turn)
        while until is not None and match.waiting != [until]:
            play(match, rightly)
        return match

    return position


OPEN = (rightly, rightly, rightly, wrongly, rightly, rightly)

FIGURES = (
    Figure(
        "card",
        after(),
        seat=ADA,
        show=(
            (
                Tray({"en": "in a hand: no date", "fr": "dans une main : sans date"}, ("hand-0",), 92),
                Tray({"en": "in the line: dated", "fr": "dans la frise : datée"}, ("line",), 92),
            ),
        ),
    ),
    Figure("table", after(*OPEN), notes=("line.1", "line.4", "pile", "discard"), ratio="16 / 8.6"),
    Figure("gaps", after(*OPEN[:3], until=ADA), seat=ADA, ratio="16 / 7"),
    Figure("right", after(*OPEN[:3]), steps=(rightly, rightly), ratio="16 / 8.6"),
    Figure("wrong", after(*OPEN[:3]), steps=(wrongly, rightly), ratio="16 / 8.6"),
    Figure("last", after(cards=1), steps=(rightly, wrongly, wrongly), ratio="16 / 8.6"),
    Figure("play-off", after(cards=1), steps=(rightly, rightly, wrongly, rightly, wrongly), ratio="16 / 8.6"),
)
