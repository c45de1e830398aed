"""When the garbage collector runs.

A move leaves objects behind that live as long as their table, and next to no cycles. Left to itself the collector looks
at them again and again, finds nothing, and everybody at every table waits meanwhile. So by itself it looks only at what
is new. A table does hold cycles: once more of them were let go than are in use, it looks at everything.
"""

from __future__ import annotations

import gc
from time import monotonic

YOUNG = 2_000  # new objects that are looked at together, in about two milliseconds
NEVER = 1_000_000_000
FEW = 100  # tables that were let go and may stay in memory
LONGEST = 3600.0  # seconds after which everything is looked at in any case


def look_at_new_objects_only() -> None:
    """From now on; whatever is there already stays for good."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


class Collector:
    """Frees what was let go."""

    def __init__(self) -> None:
        self._ran = monotonic()

    def collect_if_due(self, let_go: int, in_use: int) -> None:
        """Look at everything if so many tables that were let go are worth it, or none were for long."""
        if let_go > max(FEW, in_use) or monotonic() - self._ran > LONGEST:
            gc.collect()
            self._ran = monotonic()
