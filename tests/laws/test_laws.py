"""Every law for every registered game, as `tempolude check` checks it."""

from __future__ import annotations

from typing import Any

import pytest

from tempolude.check import Case, Law, breaches, laws_of
from tempolude.engine.game import Game, games

from .cases import cases

# All laws of a case in a row: then the match of a case is played by one test process, not by each of them.
CHECKS: list[Any] = [
    pytest.param(law, subject, id=f"{law.name}-{subject if law.by_case else subject.name}")
    for game in games()
    for subject in (game, *(case for case in cases() if case.game is game))
    for law in laws_of()
    if law.by_case == isinstance(subject, Case)
]


@pytest.mark.parametrize(("law", "subject"), CHECKS)
def test_law(law: Law, subject: Case | Game) -> None:
    assert breaches(law, subject) == []
