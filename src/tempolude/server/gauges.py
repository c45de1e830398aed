"""The gauges of a running server for the metrics: connections, tables, queues."""

from __future__ import annotations

from .http.connections import ConnectionLimit
from .metrics import Gauge, Measured
from .services import Services
from .table.connection import Connection


def gauges(services: Services, limit: ConnectionLimit) -> list[Gauge]:
    """The gauges of a server. They are read in another thread, so each copies what it counts first."""
    tables, store = services.tables, services.store

    def connections() -> tuple[set[Connection], set[Connection]]:
        """The connections at tables, and all connections."""
        at_tables = {each for table in tables.open for each in list(table.broadcast.connections)}
        return at_tables, at_tables | set(tables.notifier.all)

    def by_kind() -> Measured:
        at_tables, everywhere = connections()
        pages = sum(each.reads for each in at_tables)
        return {"table": pages, "program": len(at_tables) - pages, "lobby": len(everywhere - at_tables)}

    def unsent() -> int:
        return sum(each.queue.qsize() for each in connections()[1])

    return [
        ("tempolude_connections", "Open connections of any kind", "", lambda: limit.open.total()),
        ("tempolude_lines", "Open connections of pages and programs: at a table, or elsewhere", "kind", by_kind),
        ("tempolude_lines_unsent", "Messages that wait to be sent to pages and programs", "", unsent),
        ("tempolude_tables", "Tables in memory", "", lambda: len(tables.open)),
        ("tempolude_commit_queue", "Actions that wait for the next commit", "", lambda: store.pending),
        ("tempolude_database_queue", "Transactions that wait for the database", "", lambda: store.queue),
        ("tempolude_bot_queue", "Moves and hints that wait for a process", "kind", lambda: tables.bot_pool.queues),
        ("tempolude_draining", "Whether the server is about to stop", "", lambda: float(tables.draining)),
    ]
