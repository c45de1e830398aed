"""Workers behind one port hand the WebSockets of a table to the same one of them, so that its readers are together.

A connection comes to any worker. One whose first request is the socket of a table is given to the worker of that table
with what was read of it, and goes on there as if it had come there. So the others need not follow the table. Any worker
could serve it, and does where that worker is not there.
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

LINE = re.compile(rb"GET /t/([a-z0-9]{1,16})/live[? ]")
LARGEST = 64 * 1024  # bytes that were read of a connection


@dataclass(frozen=True)
class Handover:
    """What a worker needs to give connections to the others, and to take theirs."""

    index: int  # which of the workers it is
    inboxes: list[socket.socket]  # where each takes connections
    inbox: socket.socket  # the other end of its own
    there: MutableSequence[int]  # whether each is, shared by all

    def give(self, data: bytes, file: int) -> bool:
        """Give a connection of which this was read first to the worker of its table; whether it is given away."""
        found = LINE.match(data)
        worker = crc32(found[1]) % len(self.inboxes) if found else self.index
        if worker == self.index or not self.there[worker] or len(data) > LARGEST:
            return False
        try:
            socket.send_fds(self.inboxes[worker], [data], [file])
        except OSError:  # it has more than it can take
            return False
        return True

    def pass_on(self) -> None:
        """This worker is not there: pass what lies in its inbox on to one that is."""
        others = [inbox for inbox, there in zip(self.inboxes, self.there, strict=True) if there]
        for data, connection in received(self.inbox):
            with connection, suppress(OSError):  # if nobody can take it, whoever it is comes again
                if others:
                    socket.send_fds(others[0], [data], [connection.fileno()])

    def take(self, accept: Callable[[socket.socket, bytes], None]) -> None:
        """From now on accept what the others give."""

        def come() -> None:
            for data, connection in received(self.inbox):
                accept(connection, data)

        asyncio.get_running_loop().add_reader(self.inbox.fileno(), come)
        self.there[self.index] = 1

    def refuse(self) -> None:
        """Take no more."""
        self.there[self.index] = 0
        asyncio.get_running_loop().remove_reader(self.inbox.fileno())


def handovers(count: int, there: MutableSequence[int]) -> list[Handover]:
    """One for each of so many workers."""
    pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(count)]
    for ends in pairs:
        for end in ends:
            end.setblocking(False)
    inboxes = [ends[0] for ends in pairs]
    return [Handover(index, inboxes, pairs[index][1], there) for index in range(count)]


def received(inbox: socket.socket) -> list[tuple[bytes, socket.socket]]:
    """The connections that lie in an inbox, and what was read of each."""
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
