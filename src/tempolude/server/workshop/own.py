"""Custom components at a table: which ones a form offers, and which it chose.

An option holds the whole text of such a file, so that a match is self-contained: its record can be verified anywhere,
and the component may be changed or deleted later. A form refers to it by a key, a hash of name and text, never by a
path.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

import orjson
from starlette.datastructures import FormData

from tempolude.engine.component import Component, Look
from tempolude.engine.game import Game
from tempolude.engine.options import enclosed

from ..refusal import N_, Refusal
from ..storage.components import component, component_names, components_by_key
from ..storage.rows import ComponentRow
from ..storage.store import Store

Enclosed = dict[str, str]
MARK = "own-"
MISSING = N_("There is nothing of that name in the workshop. It may have been deleted.")


def key_of(file: Enclosed) -> str:
    """The key of a file in a form."""
    return MARK + sha256(orjson.dumps([file["name"], file["csv"]])).hexdigest()[:16]


def own_in(game: Game, options: Mapping[str, Any] | None) -> dict[str, dict[str, Enclosed]]:
    """The files that options already hold, by option and key."""
    found: dict[str, dict[str, Enclosed]] = {}
    for name in game.components:
        value = (options or {}).get(name)
        files = value if isinstance(value, list) else [value]
        found[name] = {key_of(file): file for file in files if isinstance(file, dict)}
    return found


async def offered(store: Store, game: Game, person: str, options: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """The names of the custom files that a form offers, by option and key: the person's, and those the table has."""
    there = {name: {key: file["name"] for key, file in files.items()} for name, files in own_in(game, options).items()}
    kept = await store.run(component_names, game.name, person) if there else {}
    return {name: files | kept.get(name, {}) for name, files in there.items()}


async def brought(
    store: Store, game: Game, form: FormData, options: Mapping[str, Any] | None = None
) -> dict[str, dict[str, Enclosed]]:
    """The custom files that a form chose, by option and key: from the table or from storage."""
    there = own_in(game, options)
    asked = {name: {str(value) for value in form.getlist(f"option-{name}")} for name in there}
    missing = {key for name, keys in asked.items() for key in keys - there[name].keys() if key.startswith(MARK)}
    for row in await store.run(components_by_key, game.name, missing) if missing else []:
        if row.key in asked.get(row.option, ()):
            there[row.option][row.key] = enclosed(row.name, row.csv)
    return there


async def with_component(
    store: Store, game: Game, seats: int, option: object, code: object, beside: Iterable[object] = ()
) -> dict[str, Any]:
    """The default options, with the component of that code, built-in or custom, and built-in ones added to it."""
    if not code:
        return game.settle(seats)
    found = game.components.get(str(option))
    if found is None:
        raise Refusal(MISSING, 404)
    value, look = await looked_up(store, game, found, str(code))
    return game.settle(seats, found.options(value, look, map(str, beside)))


async def looked_up(store: Store, game: Game, found: Component, code: str) -> tuple[str | Enclosed, Look]:
    """The option value and the look of a built-in or custom component."""
    if code in found.names:
        return code, found.ours(code)
    row = await somebodys(store, game, found, code)
    return enclosed(row.name, row.csv), found.look(row.name, row.csv)


async def somebodys(store: Store, game: Game, found: Component, code: str) -> ComponentRow:
    """A custom component for that option of a game, by code, or a Refusal."""
    row = await store.run(component, code)
    if row is None or (row.game, row.option) != (game.name, found.option):
        raise Refusal(MISSING, 404)
    return row
