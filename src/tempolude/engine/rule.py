"""`@rule` marks a function as part of the rules of a game.

A marked function is unchanged: called from Python it runs as plain Python, without delay and under any debugger. The
compiler (`compiler.py`), imported only when it is used, makes the same function callable from compiled code. So a
marked function uses only what both understand: integers, fields of the state, loops. No strings, no classes, no
allocation; and one axis at a time: `s.hand[seat][i]`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

MARKED: list[Callable[..., object]] = []
CALLED: set[Callable[..., object]] = set()  # the rules that compiled code calls; the others are inlined


def rule(function: F) -> F:
    """Mark a function as a rule, so that compiled code can call it too."""
    MARKED.append(function)
    return function


def long_rule(function: F) -> F:
    """Mark a rule that is too long, or too seldom needed, to be inlined wherever it is called."""
    CALLED.add(function)
    return rule(function)
