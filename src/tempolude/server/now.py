"""The server's clock: the wall clock at the start, advanced by the monotonic clock.

All stored and compared times use it, so setting the wall clock changes nothing until the next start, and time never
goes backwards while the server runs.
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
        self._corrected: float | None = None  # monotonic time of the last correction

    def __call__(self) -> float:
        return time.monotonic() + self._offset

    def not_before(self, when: float) -> None:
        """Continue from `when` if the wall clock was behind it at the start."""
        self._offset = max(self._offset, when - time.monotonic())

    def towards(self, when: float, at: float) -> None:
        """Adjust to the database's clock, which showed `when` at monotonic time `at`.

        The first time it is adopted. From then on this clock runs at most a twentieth faster or slower than real time,
        so that a clock that jumps neither gives players time nor takes any.
        """
        wanted = when - at
        if self._corrected is not None:
            most = (at - self._corrected) / 20
            wanted = min(max(wanted, self._offset - most), self._offset + most)
        self._offset, self._corrected = wanted, at


now = Now()
