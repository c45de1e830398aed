"""Work of bots spread over processes; results come in order."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from typing import Any, TypeVar

from .worker import end_with_parent

Job = TypeVar("Job")
Result = TypeVar("Result")
AHEAD = 4  # jobs submitted for each worker


def cores() -> int:
    """The cores that this process may use: `taskset` or a cpuset may leave it fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_processes(work: Callable[[Job], Result], jobs: Iterable[Job], count: int) -> Iterator[Result]:
    """Work on jobs in `count` processes. Closing the iterator stops them."""
    with ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), initializer=end_with_parent) as pool:
        try:
            yield from in_order(jobs, AHEAD * count, lambda job: pool.submit(work, job), lambda given: given.result())
        finally:
            pool.shutdown(cancel_futures=True)


def in_order(
    jobs: Iterable[Job], ahead: int, submit: Callable[[Job], Any], result: Callable[[Any], Result]
) -> Iterator[Result]:
    """Yield results in order, submitting some jobs ahead."""
    coming = iter(jobs)
    given = deque(submit(job) for job in islice(coming, ahead))
    while given:
        yield result(given.popleft())
        given.extend(submit(job) for job in islice(coming, 1))
