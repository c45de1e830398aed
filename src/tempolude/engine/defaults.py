"""Defaults for whatever a game's `rules.py` leaves out of the contract.

`ACTIONS`, `STATE`, `EVENTS`, `setup`, `legal`, `play`, `score` and `longest` are required. The rest is optional:

| left out | becomes |
|---|---|
| `QUIET` | no event is quiet |
| `encode` | the options in order: a number as it is, a choice as its place among the choices |
| `guess` | nothing, in a game that hides nothing |
| `reopen` | nothing: no choice is hidden from others until they have chosen |
| `census` | no pieces |
| `SEEN`, `FEATURES`, `observe` | every number of the layout that the seat may see (`observation`) |
| `DOES` | the numbers of the actions |

What a game writes replaces its default.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from math import prod
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .errors import BadGame
from .features import Block, Each, Features, block, each, features
from .rule import rule
from .state import ALL, HEADER, OWNER, PARTLY, Field, Layout, flag

if TYPE_CHECKING:
    from .game import Game

REQUIRED = ("ACTIONS", "STATE", "EVENTS", "setup", "legal", "play", "score", "longest")
OBSERVED = ("SEEN", "FEATURES", "observe")
HALF = 8  # the number that an observation maps to one half
INDICES = "ijkl"  # of the axes of a field in generated code


def complete(game: Game, rules: ModuleType) -> ModuleType:
    """Add whatever the rules leave out; BadGame if there is no default for it."""
    if missing := [name for name in REQUIRED if not hasattr(rules, name)]:
        raise BadGame(f"{game.name}: rules.py has no {', '.join(missing)}")
    if given := [name for name in OBSERVED if hasattr(rules, name)]:
        if lacking := [name for name in OBSERVED if name not in given]:
            raise BadGame(f"{game.name}: rules.py has {given[0]}, so it needs {', '.join(lacking)} too")
    else:
        rules.SEEN, rules.observe = observation(rules.STATE, game.seats[-1])  # type: ignore[attr-defined]
        rules.FEATURES = rules.SEEN.size  # type: ignore[attr-defined]
    if not hasattr(rules, "guess"):
        if hidden := hides(rules):
            raise BadGame(f"{game.name}: {hidden} is hidden, so rules.py needs guess(s, seat)")
        rules.guess = nothing_to_guess  # type: ignore[attr-defined]
    defaults = {
        "QUIET": (),
        "DOES": features(block("action", rules.ACTIONS, "the action of that number")),
        "encode": encoder(game),
        "census": no_pieces,
        "reopen": nothing_to_reopen,
    }
    for name, default in defaults.items():
        if not hasattr(rules, name):
            setattr(rules, name, default)
    return rules


def hides(rules: ModuleType) -> str:
    """The first thing that a game hides; empty if it hides nothing."""
    own = rules.STATE.fields[len(HEADER) :]
    found = next((field.name for field in own if field.sees != ALL), "")
    return found or ("what hide(s, seat) erases" if hasattr(rules, "hide") else "")


def encoder(game: Game) -> Callable[[int, Mapping[str, Any]], list[int]]:
    """An `encode` derived from the declared options."""

    def encode(players: int, options: Mapping[str, Any]) -> list[int]:
        return [number for option in game.options for number in option.encode(players, options[option.name])]

    return encode


@rule
def nothing_to_guess(s: Any, seat: int) -> None:
    """Complete a view in a game that hides nothing."""


@rule
def nothing_to_reopen(s: Any, seat: int) -> None:
    """For games in which no choice is hidden from others until they have chosen."""


@rule
def hide_no_more(s: Any, seat: int) -> None:
    """Hide no more than the layout does."""


@rule
def nothing_to_reshuffle(s: Any) -> None:
    """For games without `reshuffle`: what is hidden is known to somebody, or drawn by chance when it is needed."""


def no_pieces(s: Any) -> Iterator[tuple[str, str]]:
    """The `census` of a game without pieces."""
    return iter(())


# --- Observations from the layout ------------------------------------------------


@rule
def shrunk(n: int) -> float:
    """Map any number to between -1 and 1, keeping the order: 8 becomes 1/2.

    >>> [shrunk(n) for n in (-8, 0, 8, 24)]
    [-0.5, 0.0, 0.5, 0.75]
    """
    return n / (HALF + n) if n >= 0 else n / (HALF - n)


def observation(state: Layout, seats: int) -> tuple[Features, Callable[..., None]]:
    """The observation derived from a layout, from the observing seat on, and the rule that writes it.

    A field `by_seat` is written seat by seat, the observing seat first; a field that only its owner sees, for that seat
    alone. What the game's own `hide` decides is left out.
    """
    own = state.fields[len(HEADER) :]
    for f in own:
        if f.by_seat and f.shape[0] < seats:
            raise BadGame(f"{f.name} is declared by seat and has {f.shape[0]} rows, but there are up to {seats} seats")
    by_seat = [f for f in own if f.sees == ALL and f.by_seat]
    shared = [f for f in own if f.sees == ALL and f not in by_seat]
    mine = [f for f in own if f.sees == OWNER]
    parts: list[Block | Each] = [
        each(
            "seat",
            seats,
            block("there", 1, "1 if somebody sits there"),
            block("deciding", 1, "1 if it must decide now"),
            *(_block(f, f.shape[1:]) for f in by_seat),
        ),
        *(_block(f, f.shape[1:], "own ") for f in mine),
        *(_block(f, f.shape) for f in shared),
        block("number", seats, "1 for its own number"),
    ]
    left_out = {f.name: "the game's own hide decides who sees it" for f in own if f.sees == PARTLY}
    seen = features(*parts, left_out=left_out)
    return seen, _compiled(_source(seen, by_seat, mine, shared))


def _block(field: Field, shape: tuple[int, ...], whose: str = "") -> Block:
    meaning = "as they stand" if field.kind is flag else f"each n as n / ({HALF} + abs(n))"
    return block(f"{whose}{field.name}", prod(shape), f"the numbers of {field.name}, {meaning}")


def _source(seen: Features, by_seat: list[Field], mine: list[Field], shared: list[Field]) -> str:
    """The source of the rule: fields of a record are accessed by name, so the names must be in the code."""
    lines = [
        "def observe(s, seat, out):",
        "    for step in range(s.players):",
        "        other = (seat + step) % s.players",
        f"        at = step * {seen.span('seat')}",
        "        out[at] = 1",
        "        out[at + 1] = s.waiting[other]",
    ]
    at = 2
    for field in by_seat:
        lines += _copied(field, "[other]", field.shape[1:], f"at + {at}", 2)
        at += prod(field.shape[1:])
    for field in mine:
        lines += _copied(field, "[seat]", field.shape[1:], str(seen.at(f"own {field.name}")), 1)
    for field in shared:
        lines += _copied(field, "", field.shape, str(seen.at(field.name)), 1)
    return "\n".join([*lines, f"    out[{seen.at('number')} + seat] = 1", ""])


def _copied(field: Field, row: str, shape: tuple[int, ...], at: str, depth: int) -> Iterator[str]:
    """The loops that write every number of a field, from an index on."""
    names = INDICES[: len(shape)]
    steps = [prod(shape[n:]) for n in range(1, len(shape) + 1)]
    for n, (name, size) in enumerate(zip(names, shape, strict=True)):
        yield f"{'    ' * (depth + n)}for {name} in range({size}):"
    place = " + ".join([at, *(f"{name} * {step}" for name, step in zip(names, steps, strict=True))])
    number = f"s.{field.name}{row}" + "".join(f"[{name}]" for name in names)
    written = number if field.kind is flag else f"shrunk({number})"
    yield f"{'    ' * (depth + len(shape))}out[{place}] = {written}"


def _compiled(source: str) -> Callable[..., None]:
    """Compile the source so that debuggers and tracebacks can show it."""
    name = f"<observe {sha256(source.encode()).hexdigest()[:16]}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    space: dict[str, Any] = {"shrunk": shrunk, "__name__": __name__}
    exec(compile(source, name, "exec"), space)
    observe: Callable[..., None] = rule(space["observe"])
    return observe
