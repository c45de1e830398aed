"""The server's log on standard error: lines for people, or one JSON object a line for programs.

Each line has the id of the request it is about, which is also in the answer's `X-Request-ID` and on an error's page.
"""

from __future__ import annotations

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime

from tempolude.engine.errors import BadOption

REQUEST: ContextVar[str] = ContextVar("request", default="")
FORMATS, LEVELS = ("text", "json"), ("warning", "info")


def set_up(form: str, level: str) -> None:
    """Have everything that is logged written in this form. Uvicorn's own loggers hand theirs on."""
    for given, known, option in ((form, FORMATS, "--log-format"), (level, LEVELS, "--log-level")):
        if given not in known:
            raise BadOption(f"{option} {given!r}: {' or '.join(known)} is expected")
    handler = logging.StreamHandler()
    handler.addFilter(add_request)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)


def announce(form: str, message: str) -> None:
    """Say where the server is, on standard output, whatever the level of the log."""
    record = logging.makeLogRecord({"name": "tempolude.server", "levelname": "INFO", "msg": message})
    print(JsonLines().format(record) if form == "json" else message, flush=True)


def add_request(record: logging.LogRecord) -> bool:
    """Note in a record which request was being answered when it was made."""
    record.request = REQUEST.get()
    return True


class TextLines(logging.Formatter):
    """Lines for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        request = getattr(record, "request", "")
        known = not request or request in record.message
        return super().formatMessage(record) + ("" if known else f" (request {request})")


class JsonLines(logging.Formatter):
    """One object a line, in ASCII, whatever is in it. `extra={"fields": {...}}` adds to it."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request := getattr(record, "request", ""):
            line["request"] = request
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)
