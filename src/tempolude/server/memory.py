"""When the garbage collector runs.

A move creates objects that live as long as their table, and hardly any cycles. By default the collector would scan them
again and again, find nothing, and make every table wait. So automatically it only scans new objects. Tables do contain
cycles: once more of them have been unloaded than are in use, everything is scanned.
"""

from __future__ import annotations

import gc
from time import monotonic

# New objects that are scanned together, in about two milliseconds. Fewer are scanned faster, but then more of what
# belongs to a request outlives a scan: at 700, each page left 21 KB behind until everything was scanned.
YOUNG = 2_000
NEVER = 1_000_000_000
FEW = 100  # unloaded tables that may stay in memory
LONGEST = 3600.0  # seconds after which everything is scanned in any case


def look_at_new_objects_only() -> None:
    """Make the collector scan only new objects; existing ones are never freed."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


class Collector:
    """Frees unloaded tables."""

    def __init__(self) -> None:
        self._ran = monotonic()

    def collect_if_due(self, let_go: int, in_use: int) -> None:
        """Scan everything if enough tables have been unloaded, or if it has not been done for long."""
        if let_go > max(FEW, in_use) or monotonic() - self._ran > LONGEST:
            gc.collect()
            self._ran = monotonic()
