"""The server's log on standard error: text lines, or one JSON object per line.

Each line has the id of its request, which is also in the response's `X-Request-ID` and on error pages.
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
    """Set up logging in this form. Uvicorn's loggers propagate to it."""
    for given, known, option in ((form, FORMATS, "--log-format"), (level, LEVELS, "--log-level")):
        if given not in known:
            raise BadOption(f"{option} {given!r}: {' or '.join(known)} is expected")
    handler = logging.StreamHandler()
    handler.addFilter(add_request)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)


def announce(form: str, message: str) -> None:
    """Print the server's address on standard output, whatever the log level."""
    record = logging.makeLogRecord({"name": "tempolude.server", "levelname": "INFO", "msg": message})
    print(JsonLines().format(record) if form == "json" else message, flush=True)


def add_request(record: logging.LogRecord) -> bool:
    """Add the id of the current request to a log record."""
    record.request = REQUEST.get()
    return True


class TextLines(logging.Formatter):
    """Formats records as text lines."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        request = getattr(record, "request", "")
        known = not request or request in record.message
        return super().formatMessage(record) + ("" if known else f" (request {request})")


class JsonLines(logging.Formatter):
    """Formats records as one ASCII JSON object per line. `extra={"fields": {...}}` adds fields."""

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
