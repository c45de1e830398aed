"""The options of a game as a form. Only what the game itself offers can be chosen: never the path of a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import FormData

from tempolude.engine.errors import BadOption
from tempolude.engine.game import Game
from tempolude.engine.options import Choice, File, Number, Several

from .refusal import N_, Refusal


@dataclass(frozen=True)
class Field:
    """One option as it is shown: how it is asked for, what it is now."""

    name: str
    title: str
    meaning: str
    kind: str  # number, choice, several
    value: Any
    shown: str  # the value in words
    low: int = 0
    high: int = 0
    choices: tuple[tuple[str, str], ...] = ()


def fields(game: Game, options: Mapping[str, Any], lang: str) -> list[Field]:
    """The options that there is something to choose about."""
    found = []
    for option in game.options:
        value, about = options[option.name], (option.name, option.title[lang], option.meaning[lang])
        if isinstance(option, Number):
            found.append(Field(*about, "number", value, str(value), option.low, option.high))
        elif isinstance(option, (Choice, File, Several)) and len(option.choices) > 1:
            choices = tuple((name, title[lang]) for name, title in option.choices.items())
            kind = "several" if isinstance(option, Several) else "choice"
            chosen = value if isinstance(value, list) else [value]
            shown = ", ".join(title for name, title in choices if name in chosen)
            found.append(Field(*about, kind, value, shown, choices=choices))
    return found


def chosen(game: Game, seats: int, form: FormData) -> dict[str, Any]:
    """The options that a form asks for, checked; what it does not name stays as the game has it."""
    given: dict[str, Any] = {}
    for field in offers(game):
        if values := [str(value) for value in form.getlist(f"option-{field.name}")]:
            given[field.name] = values if field.kind == "several" else values[0]
    return agreed(game, seats, given)


def agreed(game: Game, seats: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a match for which some were asked for, checked."""
    open_to = {field.name: {name for name, _ in field.choices} for field in offers(game)}
    for name, value in given.items():
        values = value if isinstance(value, list) else [value]
        if name not in open_to or (open_to[name] and not open_to[name].issuperset(values)):
            raise Refusal(N_("One of the options cannot be chosen here. Nothing has changed."), 400, code="options")
    try:
        options = game.settle(seats, given)
        game.encode(seats, options)
    except BadOption:
        raise Refusal(N_("These options do not go together. Nothing has changed."), 400, code="options") from None
    return options


def offers(game: Game) -> list[Field]:
    """The options as the game has them."""
    return fields(game, {option.name: option.default for option in game.options}, "en")
