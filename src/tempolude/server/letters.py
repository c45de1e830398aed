"""Codes that people read out and type: random letters and digits, none that can be taken for another."""

from __future__ import annotations

from secrets import choice

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def random_letters(count: int) -> str:
    return "".join(choice(LETTERS) for _ in range(count))
