"""People's own decks at a table: which a form may offer, and what it asked for.

An option holds the whole text of such a deck, so that a match is complete in itself: its record can be verified
anywhere, and the deck may be changed or deleted meanwhile. A form calls it by a key, a hash of name and text; never by
a path.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

import orjson
from starlette.datastructures import FormData

from tempolude.engine.game import Game
from tempolude.engine.options import enclosed

from ..refusal import N_, Refusal
from ..storage.decks import deck, deck_names, decks_by_key
from ..storage.store import Store

Enclosed = dict[str, str]
MARK = "own-"


def key_of(file: Enclosed) -> str:
    """What a form calls a deck."""
    return MARK + sha256(orjson.dumps([file["name"], file["csv"]])).hexdigest()[:16]


def own_in(game: Game, options: Mapping[str, Any] | None) -> dict[str, Enclosed]:
    """The decks that options hold already, by key."""
    value = (options or {}).get(game.own.OPTION) if game.own else None
    files = value if isinstance(value, list) else [value]
    return {key_of(file): file for file in files if isinstance(file, dict)}


async def offered(store: Store, game: Game, person: str, options: Mapping[str, Any]) -> dict[str, str]:
    """The own decks that a form offers, their names by key: a person's, and those that the table has already."""
    if not game.own:
        return {}
    there = {key: file["name"] for key, file in own_in(game, options).items()}
    return there | await store.run(deck_names, game.name, person)


async def brought(
    store: Store, game: Game, form: FormData, options: Mapping[str, Any] | None = None
) -> dict[str, Enclosed]:
    """The own decks that a form asks for, by key: those the table has, and those that are kept."""
    there = own_in(game, options)
    if not game.own:
        return there
    keys = {str(value) for value in form.getlist(f"option-{game.own.OPTION}")}
    missing = {key for key in keys if key.startswith(MARK)} - there.keys()
    found = await store.run(decks_by_key, game.name, missing) if missing else []
    return there | {row.key: enclosed(row.name, row.csv) for row in found}


async def with_deck(
    store: Store, game: Game, seats: int, code: object, beside: Iterable[object] = ()
) -> dict[str, Any]:
    """The usual options, with the deck of that code, ours or somebody's, and those of ours beside it."""
    if not code or not game.own:
        return game.settle(seats)
    ours = next(option.choices for option in game.options if option.name == game.own.OPTION)  # type: ignore[attr-defined]
    names: list[Any] = [str(code)]
    if code not in ours:
        row = await store.run(deck, str(code))
        if row is None or row.game != game.name:
            raise Refusal(N_("There is no such deck. It may have been deleted."), 404)
        names = [enclosed(row.name, row.csv)]
        if row.cards < game.own.ENOUGH and not any(beside):
            beside = [game.own.BESIDE]
    names += [str(name) for name in beside if name in ours and name not in names]
    return game.settle(seats, {game.own.OPTION: names})
