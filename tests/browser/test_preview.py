"""The preview of a table: a self-contained file, opened without a server, in which what can be clicked glows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tempolude.engine.game import games


@pytest.mark.parametrize("game", [games()[0].name, games()[-1].name])
def test_a_preview_stands_alone_and_glows(browser: Browser, tmp_path: Path, game: str) -> None:
    command = [sys.executable, "-m", "tempolude.server.preview", game, "--asked", "--actions", "8", "--lang", "fr"]
    made = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True, timeout=120)
    (tmp_path / "table.html").write_text(made.stdout, "utf-8")
    page, wrong = browser.new_page(), []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: wrong.append(request.url) if request.url.startswith("http") else None)
    page.goto((tmp_path / "table.html").as_uri())
    expect(page.locator(".can, #choices .btn").first).to_be_visible()
    assert wrong == []
    page.close()
