"""`tempolude bench --gpu`: random play and batches on a GPU, and Pgx's games on the same GPU if it is installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from statistics import median
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table

from tempolude.engine.batch import Batch
from tempolude.engine.cuda import load_cupy
from tempolude.engine.errors import NoGpu
from tempolude.engine.game import Game
from tempolude.engine.game import game as find_game
from tempolude.engine.game import games as all_games

from .bench import SEATS

SIZES = (1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 19)  # matches of a batch
STEPS = 20  # measured together
UNDER_WAY = 60  # steps before measuring, to get past the beginnings of the matches
SECONDS = 0.3  # of random play
PGX = ("kuhn_poker", "leduc_holdem", "sparrow_mahjong", "backgammon")  # with chance or hidden cards, like ours
PGX_SIZES = (1 << 13, 1 << 17)
PATIENCE = 240  # seconds for one of them


def run_gpu_bench(names: list[str], *, runs: int, as_json: bool) -> None:
    chosen = [find_game(name) for name in names] if names else all_games()
    cupy = load_cupy()
    card = cupy.cuda.runtime.getDeviceProperties(cupy.cuda.Device().id)["name"].decode()
    results = []
    for game in chosen:
        results.append(measure(game, cupy, runs))
        cupy.get_default_memory_pool().free_all_blocks()
        if not as_json:
            print(f"{game.title['en']} is measured.", flush=True)
    others, why_not = pgx_speeds(runs)
    found = {
        "card": card,
        "date": datetime.now(UTC).date().isoformat(),
        "results": results,
        "pgx": others,
        "pgx_not_measured": why_not,
    }
    if as_json:
        print(json.dumps(found))
    else:
        _show(found)


def measure(game: Game, cupy: Any, runs: int) -> dict[str, Any]:
    """Random play, and batches of several sizes: steps alone, and with observations and masks for a learner."""
    begin = perf_counter()
    on_disk = (game.cuda.folder() / "matches-sm{}{}.cubin".format(*game.cuda.capability)).exists()
    game.cuda.warm()
    ready = perf_counter() - begin
    seats = min(max(SEATS, game.seats[0]), game.seats[-1])
    speeds = {n: batch_speeds(game, seats, n, cupy, runs) for n in SIZES}
    best = max(SIZES, key=lambda n: speeds[n]["steps_per_second_with_both"])
    return {
        "game": game.name,
        "seats": seats,
        "loaded_seconds" if on_disk else "compiled_seconds": round(ready, 2),
        "random_decisions_per_second": round(median(random_play(game, seats, cupy) for _ in range(runs))),
        "best_matches": best,
        **speeds[best],
        "by_matches": {str(n): speeds[n] for n in SIZES},
    }


def random_play(game: Game, seats: int, cupy: Any) -> float:
    options, count = game.encode(seats, game.settle(seats)), 1 << 17
    while True:  # longer, until it can be measured
        begin = perf_counter()
        tally = game.cuda.matches(seats, options, first_seed=0, count=count)
        seconds = perf_counter() - begin
        if seconds >= SECONDS:
            return tally.decisions / seconds
        count = max(2 * count, int(count * 1.2 * SECONDS / seconds))


def batch_speeds(game: Game, seats: int, matches: int, cupy: Any, runs: int) -> dict[str, int]:
    batch: Any = Batch(game, matches, seats=seats, device="cuda")
    for _ in range(UNDER_WAY):
        batch.step(batch.random)

    def both(dtype: str) -> None:
        batch.observations(dtype)
        batch.masks()
        batch.step(batch.random)

    ways: dict[str, Callable[[], Any]] = {
        "": lambda: batch.step(batch.random),
        "_with_both": lambda: both("float32"),
        "_with_both_float16": lambda: both("float16"),
    }
    found = {}
    for way, run in ways.items():
        run()
        speeds = []
        for _ in range(runs):
            cupy.cuda.Device().synchronize()
            begin = perf_counter()
            for _ in range(STEPS):
                run()
            cupy.cuda.Device().synchronize()
            speeds.append(matches * STEPS / (perf_counter() - begin))
        found[f"steps_per_second{way}"] = round(median(speeds))
    return found


# --- Pgx -------------------------------------------------------------------------


def pgx_speeds(runs: int) -> tuple[list[dict[str, Any]], str]:
    """Pgx's games at their best size, and why some could not be measured. Each runs in its own process, since some take
    minutes to compile."""
    found, failed = [], []
    for name in PGX:
        command = [sys.executable, "-m", "tempolude.cli.bench_gpu", name, str(runs)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
            found.append(json.loads(done.stdout))
        except subprocess.TimeoutExpired:
            failed.append(f"Pgx's {name} is not measured: not ready within {PATIENCE} s")
        except subprocess.CalledProcessError as error:
            reasons = error.stderr.splitlines() or ["no reason given"]
            failed.append(f"Pgx's {name} is not measured: {reasons[-1]}")
    return found, "; ".join(failed)


def pgx_speed(name: str, runs: int) -> dict[str, Any]:
    """A game of Pgx at its best size. A step of Pgx always includes observations and masks."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # do not reserve all of the GPU's memory
    import jax
    import pgx

    if jax.default_backend() != "gpu":
        raise NoGpu(f"JAX finds no GPU, only {jax.default_backend()}")
    env = pgx.make(name)
    speeds = {n: _pgx_speed(jax, env, n, runs) for n in PGX_SIZES}
    best = max(speeds, key=lambda n: speeds[n])
    return {"game": name, "best_matches": best, "steps_per_second_with_both": round(speeds[best])}


def _pgx_speed(jax: Any, env: Any, matches: int, runs: int) -> float:
    """Steps per second with random legal actions and automatic restarts, in one compiled loop, as Pgx recommends."""
    numbers, dice = jax.numpy, jax.random
    begin, step = jax.vmap(env.init), jax.vmap(env.step)

    def once(state: Any, key: Any) -> tuple[Any, Any]:
        first, second, third = dice.split(key, 3)
        action = dice.categorical(first, numbers.log(state.legal_action_mask.astype(numbers.float32)), axis=-1)
        after = step(state, action, dice.split(second, matches))
        over = after.terminated | after.truncated
        fresh = begin(dice.split(third, matches))

        def chosen(new: Any, old: Any) -> Any:
            return numbers.where(over.reshape(over.shape + (1,) * (old.ndim - 1)), new, old)

        # summed, so that the compiler cannot drop what a learner would read
        return jax.tree_util.tree_map(chosen, fresh, after), after.observation.sum() + after.legal_action_mask.sum()

    def many(state: Any, key: Any) -> Any:
        return jax.lax.scan(once, state, dice.split(key, STEPS))

    state, run = begin(dice.split(dice.PRNGKey(0), matches)), jax.jit(many)
    state, _ = jax.block_until_ready(run(state, dice.PRNGKey(1)))
    speeds = []
    for number in range(runs):
        started = perf_counter()
        state, _ = jax.block_until_ready(run(state, dice.PRNGKey(2 + number)))
        speeds.append(matches * STEPS / (perf_counter() - started))
    return median(speeds)


# --- Showing ---------------------------------------------------------------------


def _show(found: dict[str, Any]) -> None:
    console = Console(emoji=False)
    table = Table(
        title=f"On one {found['card']}, {found['date']}", title_justify="left", box=None, header_style="italic"
    )
    table.add_column("game")
    headings = ("random decisions/s", "steps/s", "with both", "with both, float16", "at matches", "kernels ready in s")
    for heading in headings:
        table.add_column(heading, justify="right")
    for row in found["results"]:
        ready = row.get("loaded_seconds", row.get("compiled_seconds"))
        table.add_row(
            row["game"], f"{row['random_decisions_per_second']:,}", f"{row['steps_per_second']:,}",
            f"{row['steps_per_second_with_both']:,}", f"{row['steps_per_second_with_both_float16']:,}",
            f"{row['best_matches']:,}", f"{ready} {'(loaded)' if 'loaded_seconds' in row else '(compiled)'}",
        )  # fmt: skip
    console.print(table)
    if found["pgx"]:
        table = Table(
            title="\nPgx on the same GPU, and how many times as many steps we make with observations and masks",
            title_justify="left", box=None, header_style="italic",
        )  # fmt: skip
        for heading in ("game", "steps/s", "at matches", *(row["game"] for row in found["results"])):
            table.add_column(heading, justify="left" if heading == "game" else "right")
        for peer in found["pgx"]:
            theirs = peer["steps_per_second_with_both"]
            ratios = [f"{row['steps_per_second_with_both'] / theirs:,.1f}x" for row in found["results"]]
            table.add_row(peer["game"], f"{theirs:,}", f"{peer['best_matches']:,}", *ratios)
        console.print(table)
    if found["pgx_not_measured"]:
        console.print(found["pgx_not_measured"])


if __name__ == "__main__":
    print(json.dumps(pgx_speed(sys.argv[1], int(sys.argv[2]))))
