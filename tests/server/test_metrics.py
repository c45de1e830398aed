"""Metrics: on a separate address, accurate, and naming nobody."""

from __future__ import annotations

import re
from pathlib import Path
from socket import socket

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tempolude.engine.errors import BadOption
from tempolude.server.metrics import read_place

from ..forks import tempolude
from .guests import Guest
from .serving import Server, sqlite

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "deploy.md"
ALERTS = ROOT / "deploy" / "prometheus" / "alerts.yml"


def free_port() -> int:
    with socket() as any_one:
        any_one.bind(("127.0.0.1", 0))
        return int(any_one.getsockname()[1])


class Metrics:
    """The metrics of a server."""

    def __init__(self, port: int) -> None:
        self.text = httpx.get(f"http://127.0.0.1:{port}/metrics", verify=False).text
        self.families = list(text_string_to_metric_families(self.text))

    def __call__(self, name: str, **labels: str) -> float:
        samples = [sample for family in self.families for sample in family.samples if sample.name == name]
        return sum(sample.value for sample in samples if labels.items() <= sample.labels.items())

    @property
    def own(self) -> set[str]:
        return {family.name for family in self.families if family.name.startswith("tempolude_")}


def test_what_happens_is_measured_and_nobody_is_named(tmp_path: Path) -> None:
    port = free_port()
    server = Server(sqlite(tmp_path), metrics=f"127.0.0.1:{port}")
    with Guest(server.address, "Ada") as guest:
        before = Metrics(port)
        code = guest.play_now("timeline")
        with guest.line(code, -1) as line, guest.notifier():
            line.shown(lambda m: m.actions)
            line.do(line.actions[0][0], "m1")
            line.shown(lambda m: m.version >= 3)  # a bot has moved, too
            found = Metrics(port)
        assert found("tempolude_move_seconds_count", by="person") == 1
        assert found("tempolude_move_seconds_count", by="bot") >= 1
        assert 0 < found("tempolude_move_seconds_sum", by="person") < 30
        assert found("tempolude_commit_actions_sum") == found("tempolude_move_seconds_count")
        assert found("tempolude_bot_wait_seconds_count", kind="move") >= 1
        assert found("tempolude_bot_think_seconds_count", kind="move") >= 1
        assert (found("tempolude_tables"), before("tempolude_tables")) == (1, 0)
        assert (found("tempolude_lines", kind="table"), found("tempolude_lines", kind="lobby")) == (1, 1)
        assert found("tempolude_connections") >= 2
        assert found("tempolude_request_seconds_count", status="2xx") > before(
            "tempolude_request_seconds_count", status="2xx"
        )
        assert found("tempolude_failures_total") == found("tempolude_database_errors_total") == 0
        assert found("process_resident_memory_bytes") > 10**6
        assert guest.web.get("/nowhere").status_code == 404
        assert Metrics(port)("tempolude_request_seconds_count", status="4xx") == 1
        assert not re.search(rf"Ada|{code}|{guest.web.cookies['guest'][:12]}", found.text)
        assert "127.0.0.1" not in found.text
    server.stop()
    text = DOCS.read_text("utf-8")
    assert {name for name in found.own if f"`{name}`" not in text} == set(), "every metric is in docs/deploy.md"
    samples = {sample.name for family in found.families for sample in family.samples}
    assert set(re.findall(r"tempolude_\w+", ALERTS.read_text("utf-8"))) <= samples, "alerts are about what there is"


def test_pages_give_no_metrics_away(tmp_path: Path) -> None:
    port = free_port()
    server = Server(sqlite(tmp_path), metrics=f"127.0.0.1:{port}")
    assert httpx.get(f"{server.address}/metrics").status_code == 404
    server.stop()
    with socket() as nobody:
        assert nobody.connect_ex(("127.0.0.1", port)), "nor does anybody once it has stopped"


@pytest.mark.parametrize("place", ["", "here", "127.0.0.1", "127.0.0.1:", ":70000", "a:b", "1:٣"])
def test_what_is_no_place_to_listen_is_refused(place: str) -> None:
    with pytest.raises(BadOption, match="HOST:PORT or PORT is expected"):
        read_place(place)


def test_a_place_that_is_taken_is_refused_in_one_line(tmp_path: Path) -> None:
    with socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        done = tempolude("serve", "--port", str(free_port()), "--metrics", place, TEMPOLUDE_DATABASE=sqlite(tmp_path))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"--metrics {place}: cannot listen there" in done.stderr
