"""How a person likes their tables, on whatever device they sit down."""

from __future__ import annotations

from dataclasses import dataclass

from .refusal import N_, Refusal

PACES = ("calm", "normal", "quick", "once")
CONFIRMS = ("never", "final", "always")  # final: what cannot be taken back


@dataclass(frozen=True, slots=True)
class Preferences:
    """At which pace a page shows others' actions, and which of one's own it asks about again before it sends them."""

    pace: str = PACES[1]
    confirm: str = CONFIRMS[0]


def read_preferences(pace: object, confirm: object) -> Preferences:
    """What a form says, or a Refusal.

    >>> read_preferences("quick", "final")
    Preferences(pace='quick', confirm='final')
    """
    if pace not in PACES or confirm not in CONFIRMS:
        raise Refusal(N_("There is no such setting. Nothing has changed."), 400)
    return Preferences(str(pace), str(confirm))
