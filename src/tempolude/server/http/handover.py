"""Pass all WebSockets of a table to the same worker, so that the other workers need not follow the table.

Any worker may accept a connection. If its first request is the socket of a table, the worker passes it to the table's
worker with the data read so far, where it continues as if accepted there. Any worker can serve it, and does if that
worker is down.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
from collections.abc import Callable, MutableSequence
from contextlib import suppress
from dataclasses import dataclass
from zlib import crc32

TABLE_SOCKET = re.compile(rb"GET /t/([a-z0-9]{1,16})/live[? ]")
LARGEST = 64 * 1024  # bytes read from a connection so far


@dataclass(frozen=True)
class Handover:
    """A worker's end of passing connections to the others and receiving theirs."""

    index: int  # of this worker
    inboxes: list[socket.socket]  # where each worker receives connections
    inbox: socket.socket  # the receiving end of its own
    there: MutableSequence[int]  # whether each worker is up, shared by all

    def give(self, data: bytes, file: int) -> bool:
        """Pass a connection, with the data read so far, to the worker of its table; returns whether it was passed."""
        found = TABLE_SOCKET.match(data)
        worker = crc32(found[1]) % len(self.inboxes) if found else self.index
        if worker == self.index or not self.there[worker] or len(data) > LARGEST:
            return False
        try:
            socket.send_fds(self.inboxes[worker], [data], [file])
        except OSError:  # its inbox is full
            return False
        return True

    def pass_on(self) -> None:
        """Pass the connections in the inbox of this worker, which is down, to another."""
        others = [inbox for inbox, there in zip(self.inboxes, self.there, strict=True) if there]
        for data, connection in received(self.inbox):
            with connection, suppress(OSError):  # if nobody can take it, the client reconnects
                if others:
                    socket.send_fds(others[0], [data], [connection.fileno()])

    def take(self, accept: Callable[[socket.socket, bytes], None]) -> None:
        """Start receiving connections."""

        def come() -> None:
            for data, connection in received(self.inbox):
                accept(connection, data)

        asyncio.get_running_loop().add_reader(self.inbox.fileno(), come)
        self.there[self.index] = 1

    def refuse(self) -> None:
        """Stop receiving connections."""
        self.there[self.index] = 0
        asyncio.get_running_loop().remove_reader(self.inbox.fileno())


def handovers(count: int, there: MutableSequence[int]) -> list[Handover]:
    """The handovers of `count` workers."""
    pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(count)]
    for ends in pairs:
        for end in ends:
            end.setblocking(False)
    inboxes = [ends[0] for ends in pairs]
    return [Handover(index, inboxes, pairs[index][1], there) for index in range(count)]


def received(inbox: socket.socket) -> list[tuple[bytes, socket.socket]]:
    """The connections in an inbox, each with the data read so far."""
    found = []
    with suppress(BlockingIOError):
        while True:
            data, files, _, _ = socket.recv_fds(inbox, LARGEST, 1)
            if not files:
                continue
            os.set_inheritable(files[0], False)
            connection = socket.socket(fileno=files[0])
            connection.setblocking(False)
            found.append((data, connection))
    return found
