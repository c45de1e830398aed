"""`examples/hearts` as a third-party package: installed offline, and checked in every way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from fcntl import LOCK_EX, flock
from pathlib import Path
from random import Random
from shutil import copytree, ignore_patterns

import httpx
import pytest

from .browser.conftest import installed
from .forks import tempolude
from .server.programs import Program
from .server.serving import Server, sqlite
from .stranger import importable
from .warming import everything

ROOT = Path(__file__).parents[1]
HEARTS = ROOT / "examples" / "hearts"

EVERYWHERE = """
import warnings
warnings.simplefilter("ignore")
from pettingzoo.test import api_test, parallel_api_test
import tempolude
from tempolude.adapters.pettingzoo import env, parallel_env

api_test(env("hearts"), num_cycles=60)
parallel_api_test(parallel_env("hearts"), num_cycles=30)
batch = tempolude.Batch("hearts", 64, options={"length": "deal"})
ended = 0
for _ in range(200):
    ended += batch.step(batch.random)[1].sum()
assert batch.observations().shape == (64, tempolude.game("hearts").rules.FEATURES)
assert ended >= 3 * 64
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where it is installed and compiled, once for all processes of a run: the first does it and the others wait."""
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "hearts"
    shared.mkdir(exist_ok=True)
    site = shared / "site"
    with (shared / "lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not site.exists():
            install(shared / "source", shared / "made")
            done = run(shared / "made", sys.executable, "-c", everything("hearts"))
            assert done.returncode == 0, done.stderr
            (shared / "made").rename(site)
    return site


def install(folder: Path, site: Path) -> None:
    """Building a package writes into its folder, so a copy is built."""
    copytree(HEARTS, folder, ignore=ignore_patterns("build", "*.egg-info", "__pycache__"), dirs_exist_ok=True)
    pip = ("-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--upgrade")
    done = run(site, sys.executable, *pip, "--target", str(site), str(folder))
    assert done.returncode == 0, done.stderr


def run(site: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process that finds the packages installed there."""
    environment = {**os.environ, "PYTHONPATH": paths(site), "COLUMNS": "100"}
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment, cwd=site.parent, timeout=900
    )


def paths(site: Path) -> str:
    found = [str(ROOT / "src"), str(site), str(ROOT), os.environ.get("PYTHONPATH", "")]
    return os.pathsep.join(filter(None, found))


def command(site: Path, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run `tempolude` where it finds the packages installed there."""
    with importable(site):
        return tempolude(*arguments, given=given, PYTHONPATH=paths(site))


def test_it_passes_every_law_as_installed(site: Path) -> None:
    done = command(site, "check", "hearts")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "laws hold" in done.stdout


def test_every_rule_has_a_test_in_its_folder(site: Path) -> None:
    done = command(site, "check", str(HEARTS), "--law", "rulebooks")
    assert done.returncode == 0, done.stdout + done.stderr


def test_its_own_tests_pass(site: Path) -> None:
    done = run(site, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(HEARTS / "tests"))
    assert done.returncode == 0, done.stdout


def test_it_is_a_pettingzoo_environment_and_a_batch(site: Path) -> None:
    done = run(site, sys.executable, "-c", EVERYWHERE)
    assert done.returncode == 0, done.stderr


def test_it_is_played_in_the_terminal(site: Path) -> None:
    seats, saved = ("--seats", "you,greedy,greedy,greedy"), site.parent / "match.json"
    done = command(site, "play", "hearts", *seats, "--lang", "fr", "--save", str(saved), given="1\n1\n1\nq\n")
    assert done.returncode == 0, done.stderr
    assert "La Dame de pique" in done.stdout
    assert "♠" in done.stdout
    assert saved.exists()


def test_its_bots_beat_random_ones_in_the_arena(site: Path) -> None:
    done = command(site, "arena", "hearts", "--bots", "greedy,random", "--matches", "60", "--json", "-o", "length=deal")
    assert done.returncode == 0, done.stderr
    share = {row["bot"]: row["share"] for row in json.loads(done.stdout)["entrants"]}
    assert share["greedy"] > 0.33 > 0.17 > share["random"]  # 0.25 each if they were equally strong


@pytest.fixture
def server(site: Path, tmp_path: Path) -> Iterator[Server]:
    with importable(site):
        found = Server(sqlite(tmp_path))
    yield found
    found.kill()


def test_it_is_played_in_the_browser(server: Server) -> None:
    with Program(server.address, "Ada") as ada:
        code = ada.make("hearts", 4, bots=["visitor"] * 3, start=True, options={"length": "deal"})
        page = httpx.get(f"{server.address}/t/{code}", headers={"accept-language": "fr"}, follow_redirects=True).text
        assert "La Dame de pique" in page
        assert 'href="#hearts-back"' in page
        ended = ada.play_on(code, Random(1))
    assert sum(ended["result"]["scores"]) in (26, 78)


@pytest.mark.skipif(installed() is None, reason="no Chromium")
def test_its_table_fits_every_screen(site: Path) -> None:
    done = run(site, sys.executable, "-m", "tests.browser.screens", "hearts", "--quick")
    assert done.returncode == 0, done.stdout + done.stderr
