"""People's own components at a table: which a form may offer, and what it asked for.

An option holds the whole text of such a file, so that a match is complete in itself: its record can be verified
anywhere, and the component may be changed or deleted meanwhile. A form calls it by a key, a hash of name and text;
never by a path.
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
    """What a form calls a file."""
    return MARK + sha256(orjson.dumps([file["name"], file["csv"]])).hexdigest()[:16]


def own_in(game: Game, options: Mapping[str, Any] | None) -> dict[str, dict[str, Enclosed]]:
    """The files that options hold already, by option and key."""
    found: dict[str, dict[str, Enclosed]] = {}
    for name in game.components:
        value = (options or {}).get(name)
        files = value if isinstance(value, list) else [value]
        found[name] = {key_of(file): file for file in files if isinstance(file, dict)}
    return found


async def offered(store: Store, game: Game, person: str, options: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """The own files that a form offers, their names by option and key: a person's, and those the table has already."""
    there = {name: {key: file["name"] for key, file in files.items()} for name, files in own_in(game, options).items()}
    kept = await store.run(component_names, game.name, person) if there else {}
    return {name: files | kept.get(name, {}) for name, files in there.items()}


async def brought(
    store: Store, game: Game, form: FormData, options: Mapping[str, Any] | None = None
) -> dict[str, dict[str, Enclosed]]:
    """The own files that a form asks for, by option and key: those the table has, and those that are kept."""
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
    """The usual options, with the component of that code, ours or somebody's, and others of ours beside it."""
    if not code:
        return game.settle(seats)
    found = game.components.get(str(option))
    if found is None:
        raise Refusal(MISSING, 404)
    value, look = await looked_up(store, game, found, str(code))
    return game.settle(seats, found.options(value, look, map(str, beside)))


async def looked_up(store: Store, game: Game, found: Component, code: str) -> tuple[str | Enclosed, Look]:
    """What an option holds for a component of ours or somebody's, and how it looks."""
    if code in found.names:
        return code, found.ours(code)
    row = await somebodys(store, game, found, code)
    return enclosed(row.name, row.csv), found.look(row.name, row.csv)


async def somebodys(store: Store, game: Game, found: Component, code: str) -> ComponentRow:
    """A component that somebody brought for that option of a game; a Refusal if there is none of that code."""
    row = await store.run(component, code)
    if row is None or (row.game, row.option) != (game.name, found.option):
        raise Refusal(MISSING, 404)
    return row
