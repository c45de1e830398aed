"""The page about adding a game: its tiny game is the one that `tempolude new` writes, and every name exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tempolude.cli.new import write_game
from tempolude.engine import defaults, table

PAGE = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text("utf-8")
SHOWN = dict(re.findall(r"`(src/mygame/\w+\.py)`:\n\n```python\n(.*?)```", PAGE, re.DOTALL))
FACES = Path(defaults.__file__).parents[1] / "server" / "plain" / "faces.html"


def test_the_tiny_game_is_shown_as_it_is_written(tmp_path: Path) -> None:
    folder = write_game("mygame", tmp_path / "mygame")
    sources = [path for path in sorted((folder / "src").rglob("*.py")) if path.name != "__init__.py"]
    assert sorted(SHOWN) == [path.relative_to(folder).as_posix() for path in sources]
    for path in sources:
        assert SHOWN[path.relative_to(folder).as_posix()] == path.read_text("utf-8"), path.name


@pytest.mark.parametrize(
    "name", [*defaults.REQUIRED, *defaults.OBSERVED, "encode", "guess", "hide", "census", "QUIET", "DOES"]
)
def test_every_name_of_the_contract_is_described(name: str) -> None:
    assert re.search(rf"^\| .*`{name}\b", PAGE, re.MULTILINE)


def test_every_method_of_a_table_is_described() -> None:
    methods = [name for name, value in vars(table.Table).items() if callable(value) and not name.startswith("_")]
    assert [name for name in methods if not re.search(rf"`{name}\b", PAGE)] == ["drawn", "meet", "unreadable"]


def test_every_face_of_the_house_is_described() -> None:
    faces = set(re.findall(r"macro (\w+)\(", FACES.read_text("utf-8"))) - {"value", "emblem", "chip_card"}
    assert [face for face in sorted(faces) if f"`{face}" not in PAGE] == []
