"""Play many matches in parallel, on all cores of this machine or on a Ray cluster. Results come in order."""

from __future__ import annotations

import logging
import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from typing import Any

from tempolude.bots.worker import end_with_parent
from tempolude.engine.errors import BadOption

from .matches import Hall, Outcome, Pairing, play_match

Executor = Callable[[Hall, Iterable[Pairing]], Iterator[Outcome]]
AHEAD = 4  # matches submitted for each worker


def in_this_process(hall: Hall, pairings: Iterable[Pairing]) -> Iterator[Outcome]:
    return (play_match(hall, pairing) for pairing in pairings)


def on_all_cores(hall: Hall, pairings: Iterable[Pairing], cores: int | None = None) -> Iterator[Outcome]:
    """Play with a process for each core. Closing the iterator stops them."""
    cores = cores or os.cpu_count() or 1
    with ProcessPoolExecutor(cores, multiprocessing.get_context("spawn"), initializer=end_with_parent) as pool:
        try:
            yield from _in_order(
                pairings,
                AHEAD * cores,
                lambda pairing: pool.submit(play_match, hall, pairing),
                lambda job: job.result(),
            )
        finally:
            pool.shutdown(cancel_futures=True)


def on_ray(address: str) -> Executor:
    """An executor on a Ray cluster of machines that have Tempolude installed; `local` starts one here."""
    try:
        import ray
    except ImportError:
        raise BadOption("--ray needs the package ray: pip install tempolude[ray]") from None

    def spread(hall: Hall, pairings: Iterable[Pairing]) -> Iterator[Outcome]:
        if not ray.is_initialized():
            ray.init(address, log_to_driver=False, logging_level=logging.ERROR)
        play: Any = ray.remote(play_match)
        where = ray.put(hall)
        cores = int(ray.cluster_resources().get("CPU", 1))
        yield from _in_order(pairings, AHEAD * cores, lambda pairing: play.remote(where, pairing), ray.get)

    return spread


def _in_order(
    pairings: Iterable[Pairing], ahead: int, submit: Callable[[Pairing], Any], result: Callable[[Any], Outcome]
) -> Iterator[Outcome]:
    """Yield results in order, submitting some matches ahead."""
    coming = iter(pairings)
    jobs = deque(submit(pairing) for pairing in islice(coming, ahead))
    while jobs:
        yield result(jobs.popleft())
        jobs.extend(submit(pairing) for pairing in islice(coming, 1))
