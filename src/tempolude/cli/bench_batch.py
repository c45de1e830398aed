"""`tempolude bench --batch`: batches on one core, compared with other environments driven from Python."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from statistics import median
from time import process_time  # CPU time, so that other load matters less
from typing import Any

from rich.console import Console
from rich.table import Table

from tempolude.engine.batch import Batch
from tempolude.engine.game import Game
from tempolude.engine.game import game as find_game
from tempolude.engine.game import games as all_games

from .bench import SEATS, SECONDS, compiled_speed, per_second
from .peers import Measurement, openspiel_python
from .waiting import compile_with_notice, progress

MATCHES = 1024
WAYS = ("", "_with_masks", "_with_observations", "_with_both")
OPPONENTS = ("random", "greedy")
CARD_GAMES = ("leduc_holdem_v4", "texas_holdem_v4", "hanabi_v5")  # PettingZoo's own

# Counts what this process writes, whatever others do to the same cache.
STARTING = """
import os, sys, time
import tempolude, numba
from tempolude.engine.cache import cache_root

written, root = set(), str(cache_root())

def note(event, given):
    if event == "open" and isinstance(given[0], str) and given[2] & (os.O_WRONLY | os.O_RDWR):
        written.add(given[0])
    elif event == "os.rename":
        written.add(given[1])

sys.addaudithook(note)
begin = time.process_time()
batch = tempolude.Batch(sys.argv[1], 64, learner=0, others=sys.argv[2])
batch.observations()
batch.masks()
batch.step(batch.random)
seconds = time.process_time() - begin
print(seconds, sum(os.path.getsize(path) for path in written if path.startswith(root) and os.path.isfile(path)))
"""


def run_batch_bench(names: list[str], *, runs: int, as_json: bool) -> None:
    chosen = [find_game(name) for name in names] if names else all_games()
    for game in chosen:
        compile_with_notice(game)
    results, others, starts = [], [], []
    with progress() as bar:
        found = peers()
        task = bar.add_task("", total=runs * ((len(WAYS) + len(OPPONENTS)) * len(chosen) + len(found)))
        for game in chosen:
            bar.update(task, description=f"{game.title['en']}, compiling its step")
            batch, against = under_way(game), {name: under_way(game, name) for name in OPPONENTS}
            bar.update(task, description=game.title["en"])
            row = measure(batch, runs, lambda: bar.advance(task))
            results.append(row | measure_against(against, runs, lambda: bar.advance(task)))
            starts += [second_start(game, name) for name in OPPONENTS]
        for name, played, way, run in found:
            bar.update(task, description=f"{name}, {played}")
            speeds = []
            for _ in range(runs):
                speeds.append(run())
                bar.advance(task)
            others.append({"name": name, "game": played, "way": way, "steps_per_second": round(median(speeds))})
    for peer in others:
        peer["ratios"] = {row["game"]: round(row["steps_per_second"] / peer["steps_per_second"], 1) for row in results}
    if as_json:
        print(json.dumps({"matches": MATCHES, "results": results, "peers": others, "second_starts": starts}))
    else:
        _show(results, others, starts)


def under_way(game: Game, others: str | None = None) -> Batch:
    """A compiled batch whose matches are well under way; with `others`, one seat decides and they play the rest."""
    against = {"learner": 0, "others": others} if others else {}
    batch = Batch(game, MATCHES, seats=min(max(SEATS, game.seats[0]), game.seats[-1]), **against)  # type: ignore[arg-type]
    for _ in range(100):
        batch.masks()
        batch.observations()
        batch.step(batch.random)
    return batch


def measure(batch: Batch, runs: int, done: Callable[[], Any]) -> dict[str, Any]:
    """Steps per second: alone, with masks, with observations, and with both, as a learner needs; and plain play."""
    looks: tuple[Callable[[], Any], ...] = (
        lambda: None,
        batch.masks,
        batch.observations,
        lambda: (batch.masks(), batch.observations()),
    )
    speeds: dict[str, list[float]] = {way: [] for way in ("plain", *WAYS)}
    for _ in range(runs):  # interleaved, so that all see the same load
        speeds["plain"].append(compiled_speed(batch.game, batch.seats))
        for way, look in zip(WAYS, looks, strict=True):
            speeds[way].append(steps_per_second(batch, look))
            done()
    shares = [ours / plain for ours, plain in zip(speeds[""], speeds["plain"], strict=True)]
    return {
        "game": batch.game.name,
        "seats": batch.seats,
        **{f"steps_per_second{way}": round(median(speeds[way])) for way in WAYS},
        "plain_decisions_per_second": round(median(speeds["plain"])),
        "share_of_plain": round(median(shares), 3),
        "share_of_plain_range": [round(min(shares), 3), round(max(shares), 3)],
    }


def measure_against(batches: dict[str, Batch], runs: int, done: Callable[[], Any]) -> dict[str, Any]:
    """Decisions per second of one seat, with each of these playing the other seats."""
    speeds: dict[str, list[float]] = {name: [] for name in batches}
    for _ in range(runs):
        for name, batch in batches.items():
            speeds[name].append(steps_per_second(batch, lambda: None))
            done()
    return {f"steps_per_second_against_{name}": round(median(found)) for name, found in speeds.items()}


def second_start(game: Game, others: str) -> dict[str, Any]:
    """A batch in a fresh process with a warm cache: CPU seconds until its first step, without imports, and the bytes
    written to the cache."""
    command = [sys.executable, "-c", STARTING, game.name, others]
    subprocess.run(command, capture_output=True, check=True)
    seconds, written = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return {"game": game.name, "others": others, "seconds": round(float(seconds), 2), "bytes_written": int(written)}


def steps_per_second(batch: Batch, look: Callable[[], Any]) -> float:
    begin, steps = process_time(), 0
    while process_time() - begin < SECONDS:
        look()
        batch.step(batch.random)
        steps += batch.matches
    return steps / (process_time() - begin)


def peers() -> list[Measurement]:
    """PettingZoo's classic card games and OpenSpiel's, if they are installed (`make bench` installs them)."""
    found: list[Measurement] = []
    for name in CARD_GAMES:
        try:
            found.append(("PettingZoo", name, "Python", partial(_pettingzoo_speed, _pettingzoo(name))))
        except ImportError:
            continue
    with suppress(ImportError):
        found += openspiel_python()
    return found


def _pettingzoo(name: str) -> Any:
    import warnings
    from importlib import import_module

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it deprecates direct imports
        return import_module(f"pettingzoo.classic.{name}").env()


def _pettingzoo_speed(env: Any) -> float:
    dice = Random(0)

    def one(seed: int) -> int:
        env.reset(seed=seed)
        decisions = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
                env.step(dice.choice(mask.nonzero()[0].tolist()))
                decisions += 1
        return decisions

    return per_second(one)


def _show(results: list[dict[str, Any]], others: list[dict[str, Any]], starts: list[dict[str, Any]]) -> None:
    console = Console(emoji=False)
    table = Table(
        title=f"Steps per second of {MATCHES:,} matches together, on one core, in processor time",
        title_justify="left", box=None, header_style="italic",
    )  # fmt: skip
    table.add_column("game")
    for heading in ("seats", "steps/s", "of plain play", "with masks", "with observations", "with both"):
        table.add_column(heading, justify="right")
    for row in results:
        speeds = [f"{row[f'steps_per_second{way}']:,}" for way in WAYS]
        table.add_row(row["game"], str(row["seats"]), speeds[0], _share(row), *speeds[1:])
    console.print(table)
    table = Table(
        title="\nSteps per second of one seat in each match, against opponents in compiled code; and a second start",
        title_justify="left", box=None, header_style="italic",
    )  # fmt: skip
    for heading in ("game", "seats", "others", "steps/s", "second start, s", "bytes written to the cache"):
        table.add_column(heading, justify="left" if heading in ("game", "others") else "right")
    seats = {row["game"]: row for row in results}
    for start in starts:
        row = seats[start["game"]]
        speed = f"{row['steps_per_second_against_' + start['others']]:,}"
        told = (start["others"], speed, str(start["seconds"]), f"{start['bytes_written']:,}")
        table.add_row(start["game"], str(row["seats"]), *told)
    console.print(table)
    if others:
        table = Table(
            title="\nOthers in the same run, and how many times as many steps we make",
            title_justify="left", box=None, header_style="italic",
        )  # fmt: skip
        for heading in ("name", "game", "steps/s", *(row["game"] for row in results)):
            table.add_column(heading, justify="left" if heading in ("name", "game") else "right")
        for peer in others:
            ratios = [f"{ratio:,.0f}x" for ratio in peer["ratios"].values()]
            table.add_row(peer["name"], peer["game"], f"{peer['steps_per_second']:,}", *ratios)
        console.print(table)


def _share(row: dict[str, Any]) -> str:
    least, most = row["share_of_plain_range"]
    return f"{row['share_of_plain']:.0%} ({least:.0%}-{most:.0%})"
