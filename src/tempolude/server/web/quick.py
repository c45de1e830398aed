"""Quick play: the number and level of bots with which a person last played each game, stored in a cookie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from fastapi import Request, Response

from tempolude.bots import levels
from tempolude.engine.game import Game

from ..http.inputs import number
from ..http.reader import YEAR
from ..table.chairs import USUAL
from ..table.option_form import level, seat_count, usual
from ..translation import say

COOKIE = "quick"
MOST = 40  # games remembered


@dataclass(frozen=True)
class Quick:
    """A person's settings for quick play of a game."""

    seats: int
    level: str
    rated: bool = False

    @property
    def bots(self) -> int:
        return self.seats - 1

    def words(self, lang: str) -> str:
        """The text beside the button."""
        name = next(each.name[lang] for each in levels() if each.key == self.level)
        many = say(lang, "1 bot") if self.bots == 1 else say(lang, "{n} bots", n=self.bots)
        rated = f", {say(lang, 'rated')}" if self.rated else ""
        return f"{many}, {name.lower()}{rated}"


def kept(request: Request) -> dict[str, str]:
    """The content of the cookie, by game; untrusted."""
    return dict(parse_qsl(request.cookies.get(COOKIE, "")[:4000])[:MOST])


def as_last_time(game: Game, before: Mapping[str, str]) -> Quick:
    """The settings last used for a game; the defaults if they are no longer valid.

    >>> from tempolude.engine.game import game
    >>> as_last_time(game("contretemps"), {"contretemps": "5 master"}).words("en")
    '4 bots, master of time'
    >>> as_last_time(game("contretemps"), {"contretemps": "99 nobody"})
    Quick(seats=4, level='regular', rated=False)
    """
    seats, key, rated = [*before.get(game.name, "").split(" "), "", ""][:3]
    count = number(seats, game.seats[-1]) or 0
    known = key in {each.key for each in levels()}
    return Quick(count if count in game.seats else usual(game), key if known else USUAL, rated == "rated")


def chosen(game: Game, form: Mapping[str, object], before: Mapping[str, str]) -> Quick:
    """The settings of a form; missing ones are as last time. A Refusal if they are not valid."""
    last = as_last_time(game, before)
    seats = seat_count(game, form["seats"]) if "seats" in form else last.seats
    rated = form["rated"] == "yes" if "rated" in form else last.rated and "seats" not in form
    return Quick(seats, level(form["level"]) if "level" in form else last.level, rated)


def remember(response: Response, request: Request, game: Game, quick: Quick) -> None:
    others = {name: how for name, how in kept(request).items() if name != game.name}
    now = {**others, game.name: f"{quick.seats} {quick.level}{' rated' if quick.rated else ''}"}
    text = urlencode(dict(list(now.items())[-MOST:]))
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, text, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
