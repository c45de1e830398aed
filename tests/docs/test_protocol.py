"""docs/protocol.md and the script's constants match the declaration."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools.protocol import WRITTEN

from tempolude.server import wire

from .test_examples import ROOT

SERVER = ROOT / "src" / "tempolude" / "server"


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_what_is_written_from_the_declaration_is_up_to_date(path: Path) -> None:
    assert path.read_text("utf-8") == WRITTEN[path](), "run `make protocol`"


def test_every_kind_of_message_and_close_code_is_in_the_document() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    for kind in (*wire.kinds(wire.Sent), *wire.kinds(wire.Received)):
        assert f"### `{kind}`" in page
    assert all(f"| {code.value} | {code.name} |" in page for code in wire.Close)


def test_kinds_are_told_apart_by_their_tag_alone() -> None:
    for messages in (wire.Sent, wire.Received):
        assert len(wire.kinds(messages)) == len(messages.__args__)


def test_nothing_but_the_declaration_makes_a_message() -> None:
    """The server encodes messages in one place, and the script sends exactly the declared messages."""
    for path in (*(SERVER / "table").glob("*.py"), *(SERVER / "web").glob("*.py"), *(SERVER / "view").glob("*.py")):
        sent = re.findall(
            r"connection\.send\(\{|send_all\(\{|send_text\((?!wire\.)|\.end\(\w+, \{", path.read_text("utf-8")
        )
        assert not sent, path
    script = (SERVER / "static" / "live.js").read_text("utf-8")
    assert {*re.findall(r'\bt: "(\w+)"', script)} == {*wire.kinds(wire.Received)}
