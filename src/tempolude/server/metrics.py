"""Metrics of a running server, for Prometheus.

They are served on a separate address (`--metrics`), never with the pages: only the operator should see how many people
play and when. No metric names a person, a table or an address.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import version

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    Info,
    disable_created_metrics,
    start_http_server,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.gc_collector import GCCollector
from prometheus_client.metrics_core import Metric
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from tempolude.engine.errors import BadOption

disable_created_metrics()  # the creation time of a counter is of no use
REGISTRY = CollectorRegistry()
FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)  # seconds
SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
MANY = (1, 2, 5, 10, 20, 50, 100, 200, 500)

Measured = dict[str, float]  # by label value
Gauge = tuple[str, str, str, Callable[[], float | Measured]]  # name, description, label if any, how to read it

_moves = Histogram(
    "tempolude_move_seconds", "From the arrival of an action to its commit", ["by"], buckets=FAST, registry=REGISTRY
)
MOVES = {by: _moves.labels(by) for by in ("person", "bot")}
MOVES_LOST = Counter("tempolude_moves_not_written", "Actions that could not be written to the log", registry=REGISTRY)
COMMIT = Histogram("tempolude_commit_seconds", "Duration of a commit of actions", buckets=FAST, registry=REGISTRY)
TOGETHER = Histogram("tempolude_commit_actions", "Actions that share a commit", buckets=MANY, registry=REGISTRY)
DATABASE_ERRORS = Counter(
    "tempolude_database_errors", "Transactions that failed because the database could not be used", registry=REGISTRY
)
_waits = Histogram(
    "tempolude_bot_wait_seconds", "How long a bot waits for a process to think in", ["kind"], buckets=SLOW,
    registry=REGISTRY,
)  # fmt: skip
_thoughts = Histogram(
    "tempolude_bot_think_seconds", "How long a bot thinks, once it has a process", ["kind"], buckets=SLOW,
    registry=REGISTRY,
)  # fmt: skip
BOT_WAITS = {kind: _waits.labels(kind) for kind in ("move", "hint", "review")}
BOT_THOUGHTS = {kind: _thoughts.labels(kind) for kind in ("move", "hint", "review")}
_requests = Histogram(
    "tempolude_request_seconds", "From a request to the beginning of its answer", ["status"], buckets=FAST,
    registry=REGISTRY,
)  # fmt: skip
REQUESTS = {hundreds: _requests.labels(f"{hundreds}xx") for hundreds in range(1, 6)}
CALLS = Counter(
    "tempolude_calls",
    "Messages to people whose turn it is, by what became of them",
    ["kind", "fate"],
    registry=REGISTRY,
)
FAILURES = Counter("tempolude_failures", "Requests and messages that met a bug of ours", registry=REGISTRY)
Info("tempolude_build", "The version that runs", registry=REGISTRY).info({"version": version("tempolude")})
for _about_the_process in (ProcessCollector, PlatformCollector, GCCollector):
    _about_the_process(registry=REGISTRY)


class Gauges(Collector):
    """Gauges that are read when the metrics are scraped."""

    def __init__(self, gauges: list[Gauge]) -> None:
        self.gauges = gauges

    def collect(self) -> Iterator[Metric]:
        for name, about, label, read in self.gauges:
            found = GaugeMetricFamily(name, about, labels=[label] if label else None)
            value = read()
            for of, number in value.items() if isinstance(value, dict) else [("", value)]:
                found.add_metric([of] if label else [], number)
            yield found


def serve(address: str, gauges: list[Gauge]) -> Callable[[], None]:
    """Serve the metrics at HOST:PORT from a thread; returns a function that stops it."""
    host, port = read_place(address)
    shown = Gauges(gauges)
    try:
        server, thread = start_http_server(port, host, REGISTRY)
    except OSError as error:
        raise BadOption(f"--metrics {address}: cannot listen there: {error.strerror or error}") from None
    REGISTRY.register(shown)

    def stop() -> None:
        REGISTRY.unregister(shown)
        server.shutdown()
        server.server_close()
        thread.join()

    return stop


def read_place(address: str) -> tuple[str, int]:
    """Parse a host and a port; a port alone means this machine.

    >>> read_place("9153"), read_place("10.0.0.7:9153"), read_place("[::1]:9153")
    (('127.0.0.1', 9153), ('10.0.0.7', 9153), ('::1', 9153))
    """
    host, _, port = address.rpartition(":")
    if not (port.isascii() and port.isdecimal()) or int(port) >= 2**16:
        raise BadOption(f"--metrics {address!r}: HOST:PORT or PORT is expected")
    return host.removeprefix("[").removesuffix("]") or "127.0.0.1", int(port)
