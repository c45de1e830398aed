"""Imports go one way: engine <- games <- bots <- review <- server, and so on up to cli. The engine names no game."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tempolude
from tempolude.engine.game import games

ROOT = Path(tempolude.__file__).parent
MAY_IMPORT = {
    "engine": {"engine"},
    "games": {"engine", "games"},
    "bots": {"engine", "games", "bots"},
    "review": {"engine", "games", "bots", "review"},
    "arena": {"engine", "games", "bots", "arena"},
    "server": {"engine", "games", "bots", "review", "server"},
    "adapters": {"engine", "games", "bots", "adapters"},
    "check": {"engine", "games", "bots", "review", "server", "check"},
    "cli": {"engine", "games", "bots", "arena", "review", "server", "adapters", "check", "cli"},
}
SERVER = [  # from the bottom up: each imports only itself and those above it in this list
    {"translation", "now", "settings", "logs", "metrics", "systemd"},
    {"refusal", "rating"},
    {"preferences"},
    {"http", "wire"},
    {"storage"},
    {"people", "workshop"},
    {"view"},
    {"rulebook", "preview"},
    {"table"},
    {"calling", "review_file"},
    {"tournament", "daily"},
    {"services"},
    {"web", "api", "gauges", "workers"},
    {"app"},
]
WEB = {"fastapi", "starlette", "uvicorn", "jinja2", "sqlalchemy"}


def imported(path: Path) -> set[str]:
    """The modules a file imports, relative ones made absolute."""
    found = set()
    package = ("tempolude", *path.relative_to(ROOT).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            stem = ".".join((*base, *([node.module] if node.module else [])))
            found.add(stem)
            found |= {f"{stem}.{alias.name}" for alias in node.names}
    return found


def sources(room: str) -> list[Path]:
    return [path for path in (ROOT / room).rglob("*.py") if "tests" not in path.parts]


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_what_it_may(room: str) -> None:
    for path in sources(room):
        rooms = {name.split(".")[1] for name in imported(path) if name.startswith("tempolude.")} & set(MAY_IMPORT)
        assert rooms <= MAY_IMPORT[room], f"{path} imports {rooms - MAY_IMPORT[room]}"


def test_the_packages_of_the_server_import_one_way() -> None:
    level = {name: i for i, names in enumerate(SERVER) for name in names}
    for path in sources("server"):
        own = path.relative_to(ROOT / "server").parts[0].removesuffix(".py")
        if own == "__init__" or "migrations" in path.parts:
            continue
        inside = {name.split(".")[2] for name in imported(path) if name.startswith("tempolude.server.")}
        used = (inside & level.keys()) - {own}
        high = {name for name in used if level[name] >= level[own]}
        assert not high, f"{path} imports {high}"


def test_nothing_in_the_engine_names_a_game() -> None:
    names = {game.name for game in games()}
    for path in sources("engine"):
        tree = ast.parse(path.read_text("utf-8"))
        code = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        assert not names & code, f"{path} names {names & code}"


def test_no_game_imports_the_web_or_another_game() -> None:
    for path in sources("games"):
        modules = imported(path)
        assert not {name.split(".")[0] for name in modules} & WEB, path
        own = path.relative_to(ROOT).parts[1]
        others = {name.split(".")[2] for name in modules if name.startswith("tempolude.games.")} - {own}
        assert not others, f"{path} imports {others}"


def test_no_file_is_one_that_people_scroll_through() -> None:
    long = {
        str(path): lines for path in ROOT.rglob("*.py") if (lines := len(path.read_text("utf-8").splitlines())) > 900
    }
    assert not long


def test_no_rule_of_a_game_goes_by_whims() -> None:
    """The generator of random players is cheap and predictable; what rules draw must come from `chance.py`."""
    files = [path for path in (ROOT / "games").rglob("*.py") if "tests" not in path.parts]
    assert {path.name for path in files if "tempolude.engine.policy" in imported(path)} <= {"balance.py"}
