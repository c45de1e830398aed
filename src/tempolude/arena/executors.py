"""Play many matches in parallel, on all cores of this machine or on a Ray cluster. Results come in order."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from tempolude.bots.processes import AHEAD, cores, in_order, in_processes
from tempolude.engine.errors import BadOption

from .matches import Hall, Outcome, Pairing, play_match

Executor = Callable[[Hall, Iterable[Pairing]], Iterator[Outcome]]


def in_this_process(hall: Hall, pairings: Iterable[Pairing]) -> Iterator[Outcome]:
    return (play_match(hall, pairing) for pairing in pairings)


def on_all_cores(hall: Hall, pairings: Iterable[Pairing], processes: int | None = None) -> Iterator[Outcome]:
    """Play with a process for each core. Closing the iterator stops them."""
    return in_processes(partial(play_match, hall), pairings, processes or cores())


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
        get: Callable[[Any], Outcome] = ray.get
        where = ray.put(hall)
        count = int(ray.cluster_resources().get("CPU", 1))
        yield from in_order(pairings, AHEAD * count, lambda pairing: play.remote(where, pairing), get)

    return spread
