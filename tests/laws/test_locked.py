"""What a game has published stays: data files of which matches were begun, and records of whole matches."""

from __future__ import annotations

import pytest

from tempolude.engine.game import Game, games
from tempolude.engine.lock import broken, folder_of, unlisted, unversioned

everyone = pytest.mark.parametrize("game", games(), ids=lambda game: game.name)


@everyone
def test_no_published_data_file_or_record_was_changed_or_taken_away(game: Game) -> None:
    assert broken(folder_of(game)) == []


@everyone
def test_every_data_file_says_its_version_and_is_listed(game: Game) -> None:
    assert unversioned(folder_of(game)) == []
    assert unlisted(folder_of(game)) == [], "run python -m tempolude.engine.lock"
