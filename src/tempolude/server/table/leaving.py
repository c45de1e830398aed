"""What somebody reads before they get up from a table for good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..refusal import N_
from ..translation import say
from .chairs import Chair


class Leaving(NamedTuple):
    """The words of the question, and of its two answers."""

    title: str
    what: str
    button: str
    stay: str


def leaving(chairs: Sequence[Chair], person: str | None, phase: str, lang: str) -> Leaving | None:
    """What is asked of a person who wants to leave; none if there is nothing for them to leave."""
    if phase == "over" or person not in {chair.person for chair in chairs if chair.person}:
        return None
    others = [chair for chair in chairs if chair.person not in (None, person)]
    if phase == "gathering":
        title, button = N_("Leave this table?"), N_("Leave the table")
        what = N_("Your seat is free again. A table where nobody sits is removed.")
    elif others:
        title, button = N_("Leave this game?"), N_("Leave the game")
        what = N_("A bot takes your seat for good: you cannot come back. The others are told.")
    else:
        title, button = N_("Stop this game?"), N_("Stop the game")
        what = N_("Nobody else is playing it: it ends here and is removed.")
    return Leaving(say(lang, title), say(lang, what), say(lang, button), say(lang, "Stay"))
