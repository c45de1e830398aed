"""A mistake as an exercise: the table as its player saw it then, and what the guide says to each answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from tempolude.engine.match import Match
from tempolude.engine.record import seed_hash
from tempolude.review.verdicts import GOOD, RIGHT

from ..http.reader import Theme
from ..refusal import N_
from ..translation import say
from .page import Onward, SeatedPlayer, live_page, new_public_view
from .pages import Pages
from .person import plural
from .public import PublicView
from .review import verdict_mark
from .seat import SeatView


@dataclass(frozen=True)
class Answer:
    """What the guide says to an answer."""

    right: bool
    verdict: str
    words: Markup


def before(match: Match, n: int) -> Match:
    """The match before its n-th action."""
    fork = match.fork()
    fork.state.become(match.game.rules.STATE.read(match.steps[n - 1].before))
    del fork.steps[n - 1 :]
    fork.log = [(step.seat, step.action) for step in fork.steps]
    return fork


class ExerciseView:
    """An exercise in a language: the decision of a seat, from its view alone."""

    def __init__(
        self, pages: Pages, match: Match, players: list[SeatedPlayer], n: int, decision: dict[str, Any], lang: str
    ) -> None:
        """`match` is the match before the n-th action (`before`)."""
        self.match, self.players, self.n, self.decision, self.lang = match, players, n, decision, lang
        self.seat = int(decision["seat"])
        self._pages = pages
        self._public: PublicView = new_public_view(pages, match, players, lang)
        self._public.undoes = False
        self._view = match.view(self.seat)

    @property
    def legal(self) -> list[int]:
        return [int(action) for action in self.match.way.legal(self._view, self.seat)]

    def named(self, action: int) -> Markup:
        """An action in a full sentence."""
        people = self._public.people(self.seat)
        return self._public.faces.line(
            self.match.table.advise(self._view, self.seat, action, self.lang, people), people
        )

    @property
    def intro(self) -> Markup:
        cost = points(self.lang, self.decision["given"])
        words = say(self.lang, "Here you gave away {cost} of chance. You chose: {chosen} What would you do now?")
        return Markup(words).format(cost=cost, chosen=Markup("<q>{}</q>").format(self.named(self.decision["action"])))

    def answer(self, action: int, found: dict[str, Any] | None) -> Answer:
        """What to say to an action; `found` is how it compares with the best, if it is not known from the review."""
        lang, wins = self.lang, round(100 * (self.decision["wins"] + self.decision["given"]))
        if action == self.decision["best"]:
            words = say(
                lang, "Yes, that is the best I know: it wins {n} times in 100, from what you could see.", n=wins
            )
            return Answer(True, RIGHT, Markup("{}").format(words))
        found = found or self.decision
        verdict, given = found["verdict"], found["given"]
        right, cost = verdict in (RIGHT, GOOD), points(lang, given)
        if verdict == RIGHT:
            words = say(lang, "Yes: as far as I can tell, it is worth as much as the best I know.")
        elif verdict == GOOD:
            words = say(lang, "Good: it is only {cost} behind the best I know.", cost=cost)
        elif action == self.decision["action"]:
            words = say(lang, "That is what you chose then. It gives away {cost}: look for another.", cost=cost)
        else:
            words = say(lang, "Not quite: it gives away {cost}. Look again.", cost=cost)
        return Answer(right, verdict, Markup("{}").format(words))

    @property
    def solution(self) -> Markup:
        return Markup(say(self.lang, "The best I know: {best}")).format(best=self.named(self.decision["best"]))

    def handles(self, action: int) -> list[str]:
        return list(self.match.table.handles(self._view, self.seat, action))

    def mark(self, verdict: str) -> Markup:
        return verdict_mark(verdict, self.lang)

    def page(self, theme: Theme | None, address: str, token: str, following: str, onward: Onward) -> str:
        """The page: the table as the seat saw it, with the guide's card; `following` is the next exercise, if any."""
        view = SeatView(self._public, self.seat)
        state = view.state(len(self.match.log), self._view)
        exercise = {"intro": self.intro, "address": address, "following": following, "back": onward.address}
        return live_page(
            self._pages,
            view,
            self.players,
            theme,
            state,
            seed_hash(self.match.seed),
            strict=True,  # the master gives no hints
            onward=onward,
            more={"exercise": exercise},
            token=token,
        )


def points(lang: str, share: float) -> str:
    """So many points of chance."""
    return plural(lang, N_("1 point"), N_("{n} points"), max(1, round(100 * share)))


def next_of(exercises: Sequence[int], n: int) -> int | None:
    """The exercise after this one; after the last comes the first, if there is another."""
    others = [each for each in exercises if each != n]
    return next((each for each in others if each > n), others[0] if others else None)
