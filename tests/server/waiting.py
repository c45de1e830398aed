"""Waiting for what another thread or process does, however busy the machine is."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep
from typing import TypeVar

Found = TypeVar("Found")
LONGEST = 60.0  # seconds; what takes a moment on a quiet machine may take half a minute on a busy one


def eventually(find: Callable[[], Found]) -> Found:
    """Return what `find` finds, as soon as there is something."""
    end = monotonic() + LONGEST
    while not (found := find()):
        assert monotonic() < end, "it does not come to pass"
        sleep(0.02)
    return found
