"""A person's preferences at tables, on all devices."""

from __future__ import annotations

from dataclasses import dataclass

from .refusal import N_, Refusal

PACES = ("calm", "normal", "quick", "once")
CONFIRMS = ("never", "final", "always")  # final: actions that cannot be undone


@dataclass(frozen=True, slots=True)
class Preferences:
    """The pace at which a page shows others' actions, and which of your own must be confirmed."""

    pace: str = PACES[1]
    confirm: str = CONFIRMS[0]


def read_preferences(pace: object, confirm: object) -> Preferences:
    """Parse preferences from a form, or a Refusal.

    >>> read_preferences("quick", "final")
    Preferences(pace='quick', confirm='final')
    """
    if pace not in PACES or confirm not in CONFIRMS:
        raise Refusal(N_("There is no such setting. Nothing has changed."), 400)
    return Preferences(str(pace), str(confirm))
