"""How any action of a reviewed decision compares with the best that is known, for whoever tries it again."""

from __future__ import annotations

from typing import Any

from .parts import CHECK_SEED, PLACES, Reviewed
from .playouts import Job
from .verdicts import verdict

LEAST = 256  # playouts of each of the two actions


def compare(reviewed: Reviewed, n: int, action: int, best: int, count: int) -> dict[str, Any]:
    """What `action` gives away in the place of the n-th, against `best`, on the same guesses as the closer look."""
    seat = reviewed.match.steps[n - 1].seat
    view, count = reviewed.game.hide(reviewed.state(n - 1), seat), max(count, LEAST)
    jobs = [Job(view, seat, seat, each) for each in (action, best)]
    mine, other = reviewed.judging.shares(jobs, count, reviewed.first + CHECK_SEED)[:, :, seat]
    apart = other - mine
    given, error = float(apart.mean()), float(apart.std() / count**0.5)
    return {
        "verdict": verdict(given, error),
        "given": round(given, PLACES),
        "error": round(error, PLACES),
        "wins": round(float(mine.mean()), PLACES),
    }
