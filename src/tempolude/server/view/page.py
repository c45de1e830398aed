"""The page of a table: the first paint of a desk, complete before any script runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from markupsafe import Markup

from tempolude.engine.match import Match
from tempolude.engine.record import seed_hash

from ..http.reader import Theme
from ..translation import say
from .pages import Pages
from .public import PublicView
from .seat import SeatView


@dataclass(frozen=True)
class SeatedPlayer:
    """Who sits at a seat, in which colour."""

    number: int
    name: str
    colour: int


def new_public_view(pages: Pages, match: Match, players: list[SeatedPlayer], lang: str) -> PublicView:
    """What everybody sees of a match."""
    return PublicView(match, pages.faces(match, lang), lang, [player.colour for player in players])


def spoken(lang: str) -> dict[str, str]:
    """The few sentences that the script says by itself."""
    return {
        "yours": say(lang, "Your turn"),
        "since": say(lang, "Since your last turn"),
        "away": say(lang, "Since you were here"),
        "pass": say(lang, "Pass the device to {name}."),
        "days": say(lang, "{n} d"),
        "confirm": say(lang, "Do it"),
        "back": say(lang, "Back"),
        "lost": say(lang, "The line is cut. Trying again…"),
        "hush": say(lang, "Switch off"),
        "unhush": say(lang, "Switch on"),
        "join": say(lang, "Join the next match"),
        "rule": say(lang, "Rule"),
        "rules": say(lang, "Rules"),
        "thinking": say(lang, "The master thinks…"),
        "undone": say(lang, "The last move was taken back."),
    }


def page_of(
    pages: Pages,
    seat_view: SeatView,
    players: list[SeatedPlayer],
    theme: Theme | None,
    state: dict[str, Any],
    seed: str,
    passed: Sequence[int] = (),
    **more: Any,
) -> str:
    """The page of a desk. `state` is all its script begins with; faces and log it learns from the page itself.

    `passed` are the seats among which this device is passed round.
    """
    lang, match = seat_view.public.lang, seat_view.match
    begin = {**state, "say": spoken(lang), "game": match.game.name, "me": seat_view.seat, "passed": passed}
    begin.pop("faces")
    begin["log"] = {**state["log"], "afresh": False, "lines": []}
    return pages.render(
        lang,
        f"{match.game.name}/table.html",
        theme=theme or Theme(),
        game=match.game,
        table=match.table,
        layout=seat_view.layout(),
        seats=players,
        me=seat_view.seat,
        passed=passed,
        ask=[Markup(html) for html in seat_view.ask],
        actions=seat_view.actions,
        undo=seat_view.undo,
        guided="guide" in state,
        log=[{"html": Markup(html), "step": step, "heading": heading} for html, step, heading in state["log"]["lines"]],
        seed=seed,
        code=state.get("code"),
        state=Markup(orjson.dumps(begin).decode().replace("<", "\\u003c")),
        **more,
    )


def table_page(
    pages: Pages, match: Match, players: list[SeatedPlayer], seat: int, lang: str, theme: Theme | None
) -> str:
    """The page of a match that nobody plays on, as `seat` sees it."""
    seat_view = SeatView(new_public_view(pages, match, players, lang), seat)
    state = seat_view.state(len(match.log), match.view(seat))
    return page_of(pages, seat_view, players, theme, {**state, "address": None}, seed_hash(match.seed))
