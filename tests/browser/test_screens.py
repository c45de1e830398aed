"""The law of screens: every table can be played and read on every screen, from a small phone to a wall."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tempolude.engine.game import Game

from .screens import VIEWS, Tables, View, faults, served, tables


@pytest.fixture(scope="module")
def there(browser: Browser) -> Iterator[Tables]:
    with served(browser, tables()) as found:
        yield found


@pytest.mark.parametrize("view", VIEWS, ids=str)
@pytest.mark.parametrize("game", tables(), ids=lambda game: game.name)
def test_a_table_can_be_played_and_read_on_every_screen(there: Tables, game: Game, view: View) -> None:
    assert faults(there.show(game, view)) == []
