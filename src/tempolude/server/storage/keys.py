"""What forms call a row about somebody else, whose id no page is given."""

from __future__ import annotations

from ..letters import random_letters

KEY = 12  # letters


def new_key() -> str:
    return random_letters(KEY)
