"""The server's log: text or JSON lines, each with the id of its request, and no secrets."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text as sql
from sqlalchemy.exc import SQLAlchemyError

from tempolude.server.logs import REQUEST, JsonLines, TextLines, add_request
from tempolude.server.storage.store import Store

from ..forks import tempolude
from .serving import Server, inside, sqlite


def lines(server: Server) -> list[dict[str, Any]]:
    return [json.loads(line) for line in server.said().splitlines()]


def stop(server: Server) -> None:
    server.process.terminate()
    server._end()


def test_every_request_is_one_line_of_json_under_the_id_that_its_answer_has(tmp_path: Path) -> None:
    server = Server(sqlite(tmp_path), log_format="json", log_level="info")
    given = {"x-request-id": "mine", "user-agent": "Ünïcode\n".encode("latin-1")[:-1]}
    with httpx.Client(base_url=server.address) as web:
        ids = [
            web.get(path, headers=given).headers["x-request-id"] for path in ("/", "/t/nowhere?secret=1", "/healthz")
        ]
    stop(server)
    assert len(set(ids)) == 3
    assert "mine" not in ids, "a stranger's word"
    found = {line["request"]: line for line in lines(server) if line["logger"] == "tempolude.access"}
    asked = [(found[key]["method"], found[key]["path"], found[key]["status"], found[key]["client"]) for key in ids]
    assert asked == [
        ("GET", path, status, "127.0.0.1") for path, status in (("/", 200), ("/t/nowhere", 404), ("/healthz", 200))
    ]
    assert "secret" not in server.said()
    assert all(line["time"].endswith("+00:00") and line["level"] == "info" for line in found.values())


def test_a_trusted_proxy_gives_a_request_its_id(tmp_path: Path) -> None:
    server = Server(sqlite(tmp_path), proxies=["127.0.0.1"])
    with httpx.Client(base_url=server.address) as web:
        ids = [
            web.get("/healthz", headers={"x-request-id": given}).headers["x-request-id"]
            for given in ("a1.b-2_C", "a b", "<a>", "a" * 65)
        ]
    server.stop()
    assert ids[0] == "a1.b-2_C"
    assert all(len(other) == 8 for other in ids[1:])


def test_a_bug_is_logged_under_the_number_on_the_page_and_in_the_answer(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with inside() as (address, services):
        monkeypatch.setattr(services.guests, "guest", lambda _: 1 // 0)
        answer = httpx.get(address)
    assert answer.status_code == 500
    request = answer.headers["x-request-id"]
    assert request in answer.text
    record = next(record for record in caplog.records if record.levelname == "ERROR")
    assert request in record.getMessage()
    line = JsonLines().format(record)
    assert "\n" not in line
    assert "ZeroDivisionError" in json.loads(line)["exception"]


@pytest.mark.parametrize("message", ["plain", "two\nlines", "\x1b[31mred", "\ud800 alone", '"quoted"'])
def test_whatever_is_logged_is_one_line_of_ascii(message: str) -> None:
    record = logging.makeLogRecord({"msg": "%s", "args": (message,), "levelname": "ERROR"})
    line = JsonLines().format(record)
    assert line.isascii()
    assert line.isprintable()
    assert json.loads(line)["message"] == message


def test_lines_for_people_name_the_request_once() -> None:
    token = REQUEST.set("5f0c2a91")
    for message, shown in (("no room", "no room (request 5f0c2a91)"), ("request 5f0c2a91 failed",) * 2):
        record = logging.makeLogRecord({"msg": message, "name": "here", "levelname": "ERROR"})
        assert add_request(record)
        assert TextLines().format(record).endswith(f" ERROR here: {shown}")
    REQUEST.reset(token)


def test_what_was_given_to_a_statement_that_fails_is_not_logged(database: str) -> None:
    store = Store(database)
    with pytest.raises(SQLAlchemyError) as failed:
        store.do(lambda connection: connection.execute(sql("INSERT INTO nowhere VALUES (:a)"), {"a": "my secret"}))
    assert "my secret" not in str(failed.value)
    store.close()


@pytest.mark.parametrize("option", ["--log-format", "--log-level"])
def test_a_form_that_there_is_not_is_refused_in_one_line(option: str) -> None:
    done = tempolude("serve", option, "loud", "--port", "65533")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"{option} 'loud': " in done.stderr
