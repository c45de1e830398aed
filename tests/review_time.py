"""How long a review takes through a real server, from asking for it to the first curve and to the end:

    python -m tests.review_time pirates --least 500

Bots play it at a full table, and somebody is said to have sat at the first seat. Everything is compiled as for users,
before the clock starts. Nothing else should run meanwhile.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

from tempolude import bots, review
from tempolude.engine.game import game
from tempolude.server.storage.store import Store

from .review.playing import played
from .server.keeping import keep
from .server.programs import Program
from .server.reviewing import sit
from .server.serving import Server, sqlite

CODE = "reviewtime"
LONGEST = 600.0  # seconds


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.review_time", description=__doc__.split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--least", type=int, default=0, help="actions: the first match that has so many")
    parser.add_argument("--bot", default="greedy:draws=4", help="careless ones play longer")
    chosen = parser.parse_args()
    of = game(chosen.game)
    bots.prepare(of)
    review.prepare(of)
    matches = (played(of.name, of.seats[-1], seed, chosen.bot) for seed in count())
    match = next(match for match in matches if len(match.steps) >= chosen.least)
    with tempfile.TemporaryDirectory() as folder:
        database = sqlite(Path(folder))
        keep(database, match, CODE)
        store = Store(database)
        store.do(sit, CODE, "somebody")
        store.close()
        server = Server(database)
        try:
            first, done = measure(server.address)
        finally:
            server.stop()
    print(
        f"{of.name}: {len(match.steps)} actions, {match.seats} seats, {os.cpu_count()} cores, "
        f"load {os.getloadavg()[0]:.1f} after: first curve after {first:.1f} s, done after {done:.1f} s"
    )
    return 0


def measure(address: str) -> tuple[float, float]:
    """Seconds until the first curve can be seen, and until the review is done."""
    with Program(address) as program:
        began, first = time.perf_counter(), 0.0
        program.web.post(f"/tables/{CODE}/review").raise_for_status()
        while (passed := time.perf_counter() - began) < LONGEST:
            found = program.web.get(f"/tables/{CODE}/review").raise_for_status().json()
            if not first and any(chance for seat in found["seats"] for chance in seat["chances"]):
                first = time.perf_counter() - began
            if found["finished"]:
                return first, time.perf_counter() - began
            time.sleep(0.1)
    raise SystemExit(f"not done after {passed:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
