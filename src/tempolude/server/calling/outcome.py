"""What became of a message that was sent."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Fate(Enum):
    """What became of it."""

    DELIVERED = "delivered"  # whoever carries it has taken it
    NOT_YET = "not yet"  # certainly not taken: it can be sent again
    REFUSED = "refused"  # and would be again
    UNKNOWN = "unknown"  # perhaps taken: never sent again
    GONE = "gone"  # nobody is there any more


@dataclass(frozen=True)
class Outcome:
    """What became of a message, why, and how many seconds to wait if whoever refused it said so."""

    fate: Fate
    reason: str = ""
    wait: float = 0
