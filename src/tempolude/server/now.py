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
        self._corrected: float | None = None  # when, by the monotonic clock

    def __call__(self) -> float:
        return time.monotonic() + self._offset

    def not_before(self, when: float) -> None:
        """Go on from `when` if the wall clock was behind it at the start."""
        self._offset = max(self._offset, when - time.monotonic())

    def towards(self, when: float, at: float) -> None:
        """Go by the clock of the database, which showed `when` at the moment `at` of the monotonic clock.

        The first time it is believed. From then on this clock runs at most a twentieth faster or slower than time
        passes, so that one that jumps gives nobody time and takes none.
        """
        wanted = when - at
        if self._corrected is not None:
            most = (at - self._corrected) / 20
            wanted = min(max(wanted, self._offset - most), self._offset + most)
        self._offset, self._corrected = wanted, at


now = Now()
