"""Every table can be played and read on every screen, from a small phone to a wall display."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Browser

from tempolude.engine.game import Game

from .screens import SIZES, VIEWS, Sizes, Tables, View, faults, pairs, served, tables

LOOKS = [(game, view, sizes) for turn, game in enumerate(tables()) for view, sizes in pairs(turn).items()]


@pytest.fixture(scope="module")
def there(frameless_browser: Browser) -> Iterator[Tables]:
    with served(frameless_browser) as found:
        yield found


@pytest.mark.parametrize(
    ("game", "view", "sizes"), [pytest.param(*look, id=f"{look[0].name}-{look[1]}") for look in LOOKS]
)
def test_a_table_can_be_played_and_read_on_every_screen(there: Tables, game: Game, view: View, sizes: Sizes) -> None:
    assert faults(there.show(game, view), sizes) == []


@pytest.mark.parametrize("part", ["seats", "moment", "lang", "text"])
def test_every_size_is_met_with_every_kind_of_view(part: str) -> None:
    met = {(getattr(view, part), size) for _, view, sizes in LOOKS for size in sizes}
    assert met == set(product({getattr(view, part) for view in VIEWS}, SIZES))


def test_every_game_is_seen_at_every_size_when_it_is_most_crowded() -> None:
    met = {(game.name, size) for game, view, sizes in LOOKS if view.moment == "crowded" for size in sizes}
    assert met == set(product([game.name for game in tables()], SIZES))
