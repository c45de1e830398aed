"""How a decision is called, by the chance of winning that it gave away.

An estimate is a mean of playouts and has a standard error. What is held against a decision is what it gave away beyond
that error, so that noise alone is no mistake; docs/review.md has how often two reviews agree.
"""

from __future__ import annotations

from typing import Final

ONLY: Final = "only"  # there was nothing to choose
RIGHT, GOOD, HESITANT, MISSTEP, CONTRETEMPS = "right", "good", "hesitant", "misstep", "contretemps"
VERDICTS = (RIGHT, GOOD, HESITANT, MISSTEP, CONTRETEMPS)  # the best first
MISTAKES = (MISSTEP, CONTRETEMPS)
FROM = {CONTRETEMPS: 0.14, MISSTEP: 0.07, HESITANT: 0.03, GOOD: 0.005}  # more than so much was given away
SURE = 1.0  # standard errors that are not held against anybody


def verdict(given: float, error: float) -> str:
    """What to call a decision that gave away so much, give or take a standard error.

    >>> verdict(0.2, 0.02), verdict(0.2, 0.1), verdict(0.01, 0.02), verdict(0.004, 0)
    ('contretemps', 'misstep', 'right', 'right')
    """
    sure = given - SURE * error
    return next((name for name, least in FROM.items() if sure > least), RIGHT)
