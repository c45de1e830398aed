"""The files of deploy/ and the commands of docs/deploy.md: what they name is there, and their options exist."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from msgspec import json

from tempolude.cli.main import app

ROOT = Path(__file__).parents[2]
DEPLOY, DOCS = ROOT / "deploy", ROOT / "docs" / "deploy.md"
UNITS = DEPLOY / "systemd"


def commands() -> Iterator[list[str]]:
    """Every command of docs/deploy.md, as words."""
    for block in re.findall(r"^```(?:sh|ini)\n(.*?)^```", DOCS.read_text("utf-8"), re.MULTILINE | re.DOTALL):
        for line in block.replace("\\\n", " ").splitlines():
            yield shlex.split(line, comments=True)


def ours() -> Iterator[list[str]]:
    """The arguments of every `tempolude` in those commands and in the files."""
    units = "\n".join(path.read_text("utf-8") for path in UNITS.iterdir())
    lists = re.findall(r"^(?:CMD|    command:) \[(.*)\]", container(), re.MULTILINE)
    yield from (re.sub(r'[",]', " ", line).split() for line in lists)
    for words in (*commands(), *map(shlex.split, re.findall("^ExecStart=(.*)", units, re.MULTILINE))):
        starts = [i for i, word in enumerate(words) if Path(word).name == "tempolude" and words[i + 1 : i + 2]]
        if starts and words[starts[-1] + 1] in ("serve", "backup", "restore"):
            yield words[starts[-1] + 1 :]


def container() -> str:
    return "".join((DEPLOY / "container" / name).read_text("utf-8") for name in ("Containerfile", "compose.yaml"))


def test_every_command_of_ours_has_options_that_exist() -> None:
    known = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    found = list(ours())
    assert {name for name, *_ in found} == {"serve", "backup", "restore"}
    for name, *arguments in found:
        known[name].make_context(name, arguments)


def test_every_file_of_ours_that_a_command_names_is_there() -> None:
    words = {word.rstrip(")") for command in commands() for word in command}
    named = {word for word in words if re.match("(deploy|locks)/", word) and not word.endswith("/.env")}
    assert len(named) > 6
    assert {name for name in named if not list(ROOT.glob(name))} == set()


def test_prometheus_asks_where_the_service_answers() -> None:
    service = (UNITS / "tempolude.service").read_text("utf-8")
    place = re.search(r"--metrics (\S+)", service)
    assert place
    assert f"targets: {json.encode([place[1]]).decode()}" in (DEPLOY / "prometheus" / "tempolude.yml").read_text(
        "utf-8"
    )


def test_systemd_understands_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    for unit in UNITS.iterdir():
        text = re.sub("^ExecStart=.*", "ExecStart=/bin/true", unit.read_text("utf-8"), flags=re.MULTILINE)
        (tmp_path / unit.name).write_text(text)
    units = [str(path) for path in tmp_path.iterdir()]
    found = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    assert "tempolude" not in found.stderr


def test_prometheus_understands_the_alerts() -> None:
    if shutil.which("promtool") is None:
        pytest.skip("promtool is not installed")
    alerts = str(DEPLOY / "prometheus" / "alerts.yml")
    found = subprocess.run(["promtool", "check", "rules", alerts], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
