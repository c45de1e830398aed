"""Reviews of one match of each game, made once with a small budget: pages and exercises need no compiled code then.

`python -m tests.review.stored` makes them again. In each match somebody who plays at random sits at seat 0, so that
there is something to find.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import tempolude
from tempolude.bots import Setting, bot
from tempolude.engine.record import from_record, to_record
from tempolude.review import Budget, review

FOLDER = Path(__file__).parent / "made"
SEATS = {"timeline": 3, "contretemps": 4, "collectors": 3, "pirates": 3, "masters": 2}
NAMES = ("Ada", "Blaise", "Camille", "Émile")
READER = 0
SEEDS = {"contretemps": 6}  # of matches in which that happens; else 4
BUDGET = Budget(point=8, luck=8, decision=32, deal=64)


def stored(name: str) -> tuple[tempolude.Match, dict[str, Any]]:
    """The match of a game, and its review."""
    kept = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    match = from_record(kept["record"])
    match.names = list(NAMES[: match.seats])
    return match, kept["review"]


def _played(name: str) -> tempolude.Match:
    seed = SEEDS.get(name, 4)
    match = tempolude.Match(name, seats=SEATS[name], seed=seed)
    bots, dice = [bot("greedy", Setting.of(match, seed + seat)) for seat in range(match.seats)], Random(seed)
    while not match.over:
        seat = match.waiting[0]
        careless = seat == READER and dice.random() < 0.5
        legal = match.way.legal(match.state, seat)
        match.play(seat, dice.choice(legal) if careless else bots[seat].choose(match.view(seat), seat))
    return match


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or SEATS:
        match = _played(name)
        *_, found = review(match, [READER], BUDGET)
        text = json.dumps({"record": to_record(match), "review": found}, ensure_ascii=False, separators=(",", ":"))
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")
