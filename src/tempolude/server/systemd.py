"""systemd integration: socket activation and readiness notification.

While the server restarts, systemd keeps the socket open and connections wait in its queue, so none is refused.
"""

from __future__ import annotations

import os
import socket

from tempolude.engine.errors import BadOption

FIRST = 3  # the first file descriptor passed by systemd


def handed_over() -> socket.socket | None:
    """The listening socket passed by systemd, if any."""
    meant_for, count = os.environ.pop("LISTEN_PID", ""), os.environ.pop("LISTEN_FDS", "")
    if meant_for != str(os.getpid()) or not count:
        return None
    if count != "1":
        raise BadOption(f"systemd handed over {count} sockets: one is expected")
    listener = socket.socket(fileno=FIRST)
    listener.set_inheritable(False)  # bot processes do not need it
    if listener.family not in (socket.AF_INET, socket.AF_INET6):
        raise BadOption("systemd handed over a socket that is not of the network: ListenStream takes ADDRESS:PORT")
    return listener


def notify(state: str) -> None:
    """Send a state to systemd (`READY=1`, `STOPPING=1`); without systemd, do nothing."""
    if not (address := os.environ.get("NOTIFY_SOCKET")):
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        line.connect(f"\0{address[1:]}" if address.startswith("@") else address)
        line.sendall(state.encode())
