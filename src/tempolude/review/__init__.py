"""After a match: every seat's chance of winning, its decisions judged by what it knew, luck and skill apart."""

from .compare import compare
from .draft import Budget, Draft, find, review
from .estimate import Estimator, PlayoutEstimator
from .parts import Reviewed
from .ready import is_ready, prepare
from .verdicts import MISTAKES, VERDICTS

__all__ = [
    "MISTAKES",
    "VERDICTS",
    "Budget",
    "Draft",
    "Estimator",
    "PlayoutEstimator",
    "Reviewed",
    "compare",
    "find",
    "is_ready",
    "prepare",
    "review",
]
