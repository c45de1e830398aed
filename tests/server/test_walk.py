"""The walkthrough in docs/server.md, from a click to the other screens, names functions that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tempolude.server

SERVER = Path(tempolude.server.__file__).parent
DOCS = Path(__file__).parent.parent.parent / "docs" / "server.md"
HOPS = re.findall(r"^\| (\d+) \| `([^`]+)` \| `([^`]+)` \|", DOCS.read_text("utf-8"), re.MULTILINE)


def test_the_walk_is_there() -> None:
    assert [int(number) for number, _, _ in HOPS] == list(range(1, len(HOPS) + 1))
    assert len(HOPS) > 15


@pytest.mark.parametrize(("number", "file", "name"), HOPS)
def test_every_hop_of_the_walk_is_in_the_code(number: str, file: str, name: str) -> None:
    text = (SERVER / file).read_text("utf-8")
    defined = rf"def {name}\(" if file.endswith(".py") else rf"^\s*(export )?(function )?#?{name}\("
    assert re.search(defined, text, re.MULTILINE), f"hop {number}: {file} has no {name}"
