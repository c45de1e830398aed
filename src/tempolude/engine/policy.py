"""How a seat decides in compiled code: a policy is a rule that picks one of the legal actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .rule import rule

BITS = 31  # of the random number that a policy can decide by

Policy = Callable[..., int]  # (state, seat, legal actions, how many, a number below 2**BITS) -> action


@rule
def at_random(s: Any, seat: int, legal: Any, count: int, chance: int) -> int:
    """Any legal action, each as likely."""
    chosen: int = legal[(chance * count) >> BITS]
    return chosen
