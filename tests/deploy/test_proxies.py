"""The files for nginx and HAProxy, with the real programs in front of real servers."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from ssl import create_default_context
from threading import Thread
from time import sleep

import httpx
import pytest

from tempolude.server import wire
from tempolude.server.app import listen

from ..server.guests import Guest
from ..server.serving import Server, sqlite
from ..server.test_metrics import free_port
from ..server.test_restart import closed, visiting
from .proxying import PROXIES, certificate, proxy


@pytest.fixture(params=PROXIES)
def name(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A proxy, whose certificate this process trusts."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate(tmp_path)))
    return str(request.param)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(sqlite(tmp_path), proxies=["127.0.0.1"], log_format="json", log_level="info", limits=True)
    yield found
    found.process.terminate()
    assert found._end() == 0


def port(server: Server) -> int:
    return int(server.address.rsplit(":", 1)[1])


def asked(server: Server) -> list[dict[str, str]]:
    """The requests in its log."""
    lines = [json.loads(line) for line in server.said().splitlines()]
    return [line for line in lines if line["logger"] == "tempolude.access"]


def test_pages_forms_and_sockets_work_over_tls_and_clients_are_not_believed(
    name: str, server: Server, tmp_path: Path
) -> None:
    with proxy(name, tmp_path, [port(server)]) as (http, https), Guest(https, "Ada") as guest:
        led = httpx.get(f"{http}/rules")
        assert (led.status_code, led.headers["location"].partition(":")[0]) == (308, "https")
        lies = {"x-forwarded-for": "203.0.113.9", "x-request-id": "mine", "x-forwarded-host": "evil.example"}
        page = guest.web.get("/", headers=lies | {"x-forwarded-proto": "http"})
        assert "max-age" in page.headers["strict-transport-security"]
        assert page.headers["x-request-id"] != "mine"
        assert re.fullmatch(r"[0-9A-Za-z]{16,}", page.headers["x-request-id"])
        line = next(line for line in asked(server) if line["request"] == page.headers["x-request-id"])
        assert line["client"] == "127.0.0.1"
        assert "evil.example" not in page.text
        assert all(cookie.secure for cookie in guest.web.cookies.jar)
        code = guest.play_now("timeline")
        with guest.line(code, -1) as table:
            table.shown(lambda m: m.actions)
            assert isinstance(table.do(table.actions[0][0], "m1"), wire.Done)


def test_certbot_can_prove_over_http_that_the_name_is_ours(name: str, tmp_path: Path) -> None:
    path = ".well-known/acme-challenge/proof"
    html = tmp_path / "html"  # certbot's --webroot with nginx, what its --standalone serves with HAProxy
    (html / path).parent.mkdir(parents=True)
    (html / path).write_text("it is ours")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(html))) as certbot:
        Thread(target=certbot.serve_forever, daemon=True).start()
        with proxy(name, tmp_path, [free_port()], certbot.server_port) as (http, _):
            assert httpx.get(f"{http}/{path}").text == "it is ours"
            assert httpx.get(f"{http}/rules/{path}").status_code == 308
        certbot.shutdown()


def test_strangers_are_not_told_whether_it_is_ready(name: str, server: Server, tmp_path: Path) -> None:
    with proxy(name, tmp_path, [port(server)]) as (_, https):
        assert httpx.get(f"{https}/readyz").text == "ready"
        stranger = httpx.HTTPTransport(local_address="127.0.0.2", verify=create_default_context())
        with httpx.Client(transport=stranger, base_url=https) as web:
            assert {web.get(path).status_code for path in ("/readyz", "/healthz")} <= {403, 404}
            assert web.get("/").status_code == 200


def test_through_a_proxy_a_restart_refuses_nobody(name: str, tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as listener:
        server = Server(sqlite(tmp_path), listener=listener, proxies=["127.0.0.1"])
        with proxy(name, tmp_path, [listener.getsockname()[1]]) as (_, https), visiting(https, 3) as visitors:
            with Guest(https, "Ada") as guest:
                code = guest.play_now("timeline")
                with guest.line(code, -1) as table:
                    for _ in range(2):
                        stopping = Thread(target=server.stop, args=(signal.SIGTERM,))
                        stopping.start()
                        stopping.join()
                        server = Server(sqlite(tmp_path), listener=listener, proxies=["127.0.0.1"])
                        sleep(0.5)
                    assert closed(table) == wire.Close.RESTARTING
                assert guest.web.get(f"/t/{code}").status_code == 200
            answers = [answer for visitor in visitors for answer in visitor.answers]
        server.stop(signal.SIGTERM)
        assert len(answers) > 10
        assert set(answers) == {200}


def test_all_who_look_at_a_table_are_sent_to_the_same_server(name: str, server: Server, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = Server(sqlite(tmp_path / "other"), proxies=["127.0.0.1"], log_format="json", log_level="info")
    codes = [f"table{n}" for n in range(24)]
    paths = [path for code in codes for path in (f"/t/{code}", f"/t/{code}/replay", f"/api/tables/{code}")]
    with proxy(name, tmp_path, [port(server), port(other)]) as (_, https), httpx.Client(base_url=https) as web:
        for path in paths:
            assert web.get(path).status_code in (401, 404)
    other.process.terminate()
    other._end()
    asked_for = [[line["path"].split("/") for line in asked(each)] for each in (server, other)]
    at = [{code for code in codes if any(code in parts for parts in each)} for each in asked_for]
    assert not at[0] & at[1]
    assert all(len(found) > 3 for found in at), "and they are spread"
