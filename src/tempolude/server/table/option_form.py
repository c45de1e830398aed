"""The options of a game as a form. Only what the game offers can be chosen, never a file path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import FormData

from tempolude.bots import levels
from tempolude.engine.errors import BadData, BadOption
from tempolude.engine.game import Game
from tempolude.engine.options import Choice, File, Number, Several
from tempolude.engine.rulebook import LANGUAGES

from ..http.inputs import number
from ..refusal import N_, Refusal
from ..workshop.own import Enclosed, key_of
from .chairs import USUAL


@dataclass(frozen=True)
class Field:
    """One option in a form, with its current value."""

    name: str
    title: str
    meaning: str
    kind: str  # number, choice, several
    value: Any
    shown: str  # the current value in words
    low: int = 0
    high: int = 0
    choices: tuple[tuple[str, str], ...] = ()
    own: str = ""  # the game, if custom files can be chosen too


Own = Mapping[str, Mapping[str, Enclosed]]  # custom files, by option and key


def fields(
    game: Game, options: Mapping[str, Any], lang: str, own: Mapping[str, Mapping[str, str]] | None = None
) -> list[Field]:
    """The options with more than one choice; `own` has the names of custom files by option and key."""
    found = []
    for option in game.options:
        value, about = options.get(option.name, option.default), (option.name, option.title[lang], option.meaning[lang])
        if isinstance(option, Number):
            found.append(Field(*about, "number", value, str(value), option.low, option.high))
        elif isinstance(option, (Choice, File, Several)) and (
            len(option.choices) > 1 or option.name in game.components
        ):
            choices = tuple((name, title[lang]) for name, title in option.choices.items())
            kind = "several" if isinstance(option, Several) else "choice"
            choices += tuple((own or {}).get(option.name, {}).items())
            takes_own = game.name if option.name in game.components else ""
            chosen = [name if isinstance(name, str) else key_of(name) for name in listed(value)]
            shown = ", ".join(title for name, title in choices if name in chosen)
            found.append(
                Field(*about, kind, chosen if kind == "several" else chosen[0], shown, 0, 0, choices, takes_own)
            )
    return found


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def chosen(game: Game, seats: int, form: FormData, own: Own | None = None) -> dict[str, Any]:
    """The checked options of a form; missing ones take their defaults.

    `own` are the custom files that may be chosen.
    """
    given: dict[str, Any] = {}
    own = own or {}
    for field in offers(game):
        if values := [str(value) for value in form.getlist(f"option-{field.name}")]:
            mine = own.get(field.name, {})
            named = [mine.get(value, value) for value in values]
            if field.kind == "number":
                given[field.name] = number(values[0], field.high)
            else:
                given[field.name] = named if field.kind == "several" else named[0]
    return settled(game, seats, given, own)


def settled(game: Game, seats: int, given: Mapping[str, Any], own: Own | None = None) -> dict[str, Any]:
    """All options of a match, checked, from those given; `own` are the custom files that may be among them."""
    offered = {field.name: field for field in offers(game)}
    for name, value in given.items():
        field = offered.get(name)
        open_to: list[Any] = [choice for choice, _ in field.choices] if field else []
        open_to += (own or {}).get(name, {}).values()
        if field is None or (field.choices and not all(each in open_to for each in listed(value))):
            raise Refusal(N_("One of the options cannot be chosen here. Nothing has changed."), 400, code="options")
    try:
        options = game.settle(seats, given)
    except BadOption as error:
        raise clash(error) from None
    return agreed(game, seats, options)


def agreed(game: Game, seats: int, options: dict[str, Any]) -> dict[str, Any]:
    """The options, after checking that a match can begin with them."""
    try:
        game.encode(seats, options)
    except (BadOption, BadData) as error:
        raise clash(error) from None
    return options


def clash(error: BadOption | BadData) -> Refusal:
    """The Refusal for options that cannot be played with, in the reader's language if translated."""
    if not error.french:
        return Refusal(N_("These options do not go together. Nothing has changed."), 400, code="options")
    why = {lang: error.because(lang) if isinstance(error, BadData) else error.said(lang) for lang in LANGUAGES}
    return Refusal(N_("These options do not go together: {why}. Nothing has changed."), 400, code="options", why=why)


def offers(game: Game) -> list[Field]:
    """The options with their defaults."""
    return fields(game, {option.name: option.default for option in game.options}, "en")


def level(text: object) -> str:
    """The level chosen in a form."""
    if text is None:
        return USUAL
    if text not in {level.key for level in levels()}:
        raise Refusal(N_("There is no such level. Nothing has changed."), 400)
    return str(text)


def seat_count(game: Game, text: object) -> int:
    """The number of seats chosen in a form."""
    count = number(text, game.seats[-1])
    if count is None or count not in game.seats:
        raise Refusal(N_("This game cannot be played with that many players."), 400)
    return count


def usual(game: Game) -> int:
    """The default number of seats."""
    return min(4, game.seats[-1])
