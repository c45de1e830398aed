"""Every law for every registered game, as `tempolude check` checks it."""

from __future__ import annotations

from typing import Any

import pytest

from tempolude.check import Case, Law, breaches, laws_of
from tempolude.engine.game import Game, games

from .cases import cases

CHECKS: list[Any] = [
    pytest.param(law, subject, id=f"{law.name}-{subject if law.by_case else subject.name}")
    for game in games()
    for law in laws_of()
    for subject in ([case for case in cases() if case.game is game] if law.by_case else [game])
]


@pytest.mark.parametrize(("law", "subject"), CHECKS)
def test_law(law: Law, subject: Case | Game) -> None:
    assert breaches(law, subject) == []
