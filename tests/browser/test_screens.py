"""Every table can be played and read on every screen, from a small phone to a wall display."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Browser

from tempolude.engine.game import Game

from .screens import SIZES, Tables, View, faults, pairs, served, tables

LOOKS = pairs()


@pytest.fixture(scope="module", params=tables(), ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


@pytest.fixture(scope="module")
def there(browser: Browser, game: Game) -> Iterator[Tables]:
    with served(browser, [game]) as found:
        yield found


@pytest.mark.parametrize("view", LOOKS, ids=str)
def test_a_table_can_be_played_and_read_on_every_screen(there: Tables, game: Game, view: View) -> None:
    assert faults(there.show(game, view), LOOKS[view]) == []


@pytest.mark.parametrize("part", ["seats", "moment", "lang", "text"])
def test_every_size_is_met_with_every_kind_of_view(part: str) -> None:
    met = {(getattr(view, part), size) for view, sizes in LOOKS.items() for size in sizes}
    assert met == set(product({getattr(view, part) for view in LOOKS}, SIZES))
