"""The time as the server counts it: the wall clock's when it started, carried on by the monotonic clock.

Everything that is kept or compared uses it, so a wall clock that is put forward or back changes nothing until the next
start, and what happens in one run of the server never goes back in time.
"""

from __future__ import annotations

import time


class Now:
    """Seconds since 1970, UTC.

    >>> earlier = now()
    >>> now() >= earlier
    True
    """

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def __call__(self) -> float:
        return time.monotonic() + self._offset

    def not_before(self, when: float) -> None:
        """Go on from `when` if the wall clock was behind it at the start."""
        self._offset = max(self._offset, when - time.monotonic())


now = Now()
