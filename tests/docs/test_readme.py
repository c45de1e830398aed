"""The README's examples run, and its links and pictures exist."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]


def test_the_examples_of_the_readme_run() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 10
    assert result.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_in_a_document_leads_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]+`", "", page.read_text("utf-8"), flags=re.DOTALL)  # examples have no real links
    links = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text)
    for link in links:
        if not link.startswith("http"):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_the_readme_names_every_command() -> None:
    from tempolude.cli.main import app

    text = (ROOT / "README.md").read_text("utf-8")
    for command in app.registered_commands:
        assert command.callback is not None
        name = command.name or command.callback.__name__.replace("_", "-")
        assert f"tempolude {name}" in text or name == "serve"
