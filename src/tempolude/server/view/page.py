"""The page of a table: a seat's view, complete before any script runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_of
from typing import Any, NamedTuple

from markupsafe import Markup
from msgspec.structs import replace

from tempolude.engine.match import Match
from tempolude.engine.record import seed_hash

from .. import wire
from ..http.reader import Theme
from ..translation import called, say
from .pages import Pages
from .public import PublicView
from .seat import SeatView


@dataclass(frozen=True)
class SeatedPlayer:
    """The player of a seat and their colour."""

    number: int
    name: str
    colour: int


def new_public_view(pages: Pages, match: Match, players: list[SeatedPlayer], lang: str) -> PublicView:
    """A new public view of a match."""
    return PublicView(match, pages.faces(match, lang), lang, [player.colour for player in players])


def spoken(lang: str) -> dict[str, str]:
    """The texts that the script shows by itself."""
    return {
        "yours": say(lang, "Your turn"),
        "since": say(lang, "Since your last turn"),
        "away": say(lang, "Since you were here"),
        "pass": say(lang, "Pass the device to {name}."),
        "days": say(lang, "{n} d"),
        "confirm": say(lang, "Confirm"),
        "back": say(lang, "Back"),
        "lost": say(lang, "Connection lost. Reconnecting…"),
        "hush": say(lang, "Switch off"),
        "unhush": say(lang, "Switch on"),
        "join": say(lang, "Join the next game"),
        "rule": say(lang, "Rule"),
        "rules": say(lang, "Rules"),
        "undone": say(lang, "The last move was undone."),
        "sure": say(lang, "Is this your move?"),
        "final": say(lang, "It cannot be undone."),
        "shut": say(lang, "Put away"),
        "unkept": say(lang, "This could not be saved. Try again in a moment."),
    }


class Onward(NamedTuple):
    """Where the players of a table go on to, in words: without one, to a rematch or the lobby."""

    address: str
    words: str


def page_of(
    pages: Pages,
    seat_view: SeatView,
    players: list[SeatedPlayer],
    theme: Theme | None,
    begin: wire.TablePage | wire.ReplayPage,
    lines: Sequence[wire.Line],
    seed: str,
    leaving: object = None,
    strict: bool = False,
    onward: Onward | None = None,
    **more: Any,
) -> str:
    """The page of a seat, complete before any script runs; `begin` is the script's initial state."""
    lang, match = seat_view.public.lang, seat_view.match
    playing = begin if isinstance(begin, wire.TablePage) else None
    return pages.render(
        lang,
        f"{match.game.name}/table.html",
        theme=theme or Theme(),
        game=match.game,
        table=match.table,
        layout=seat_view.layout(),
        seats=[replace_of(player, name=called(player.name, lang)) for player in players],
        me=seat_view.seat,
        passed=playing.passed if playing else (),
        ask=[Markup(html) for html in seat_view.ask],
        actions=seat_view.actions,
        undo=seat_view.undo,
        guided=bool(playing and playing.state.guide),
        log=[{"html": Markup(line.html), "step": line.step, "kind": line.kind} for line in lines],
        seed=seed,
        code=begin.code or None,
        leaving=leaving,
        strict=strict,
        onward=onward,
        state=Markup(wire.encode(begin).decode().replace("<", "\\u003c")),
        **more,
    )


def live_page(
    pages: Pages,
    seat_view: SeatView,
    players: list[SeatedPlayer],
    theme: Theme | None,
    state: wire.State,
    seed: str,
    leaving: object = None,
    strict: bool = False,
    onward: Onward | None = None,
    more: Mapping[str, Any] | None = None,
    **about: Any,
) -> str:
    """The page of a seat at a table, with faces and log; `about` are further fields of its TablePage, `more` is for its
    template."""
    shown = replace(state, faces={}, log=replace(state.log, lines=[], afresh=False))
    lang, game = seat_view.public.lang, seat_view.match.game.name
    begin = wire.TablePage(state=shown, game=game, me=seat_view.seat, say=spoken(lang), **about)
    lines = state.log.lines
    return page_of(
        pages, seat_view, players, theme, begin, lines, seed, leaving, strict=strict, onward=onward, **(more or {})
    )


def table_page(
    pages: Pages, match: Match, players: list[SeatedPlayer], seat: int, lang: str, theme: Theme | None
) -> str:
    """The static page of a match, as `seat` sees it."""
    seat_view = SeatView(new_public_view(pages, match, players, lang), seat)
    state = seat_view.state(len(match.log), match.view(seat))
    return live_page(pages, seat_view, players, theme, state, seed_hash(match.seed))
