"""The confirmation before a person leaves a table for good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..refusal import N_
from ..storage.rows import TableRow
from ..translation import say
from .chairs import Chair


class Leaving(NamedTuple):
    """The text of the question and of its two answers."""

    title: str
    what: str
    button: str
    stay: str


def leaving(chairs: Sequence[Chair], person: str | None, table: TableRow, lang: str) -> Leaving | None:
    """The question to a person who wants to leave; None if they are not at the table."""
    phase = table.phase
    if phase == "over" or person not in {chair.person for chair in chairs if chair.person}:
        return None
    others = [chair for chair in chairs if chair.person not in (None, person)]
    if phase == "gathering":
        title, button = N_("Leave this table?"), N_("Leave the table")
        what = N_("Your seat is free again. A table where nobody sits is removed.")
    elif table.tournament:
        title, button = N_("Leave the tournament?"), N_("Leave the tournament")
        what = N_("A bot plays on for you. This table is worth nothing to you, and you get no seat in later rounds.")
    elif others:
        title, button = N_("Leave this game?"), N_("Leave the game")
        what = N_("A bot takes your seat for good: you cannot come back. The others are told.")
    else:
        title, button = N_("Stop this game?"), N_("Stop the game")
        what = N_("Nobody else is playing it: it ends here and is removed.")
    words = say(lang, what)
    if table.day:
        words += " " + say(lang, "Your one try at the daily deal is used up.")
    if table.rated and phase == "playing":
        lone = {chair.person for chair in chairs if chair.person} == {person} and not any(c.left for c in chairs)
        counts = N_("It is rated: leaving counts as coming last.")
        ahead = N_("It is rated: you come in ahead of those who left.")
        words += " " + say(lang, counts if others or lone else ahead)
    return Leaving(say(lang, title), words, say(lang, button), say(lang, "Stay"))
