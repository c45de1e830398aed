"""Where compiled rules are kept, and when they are made anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from tempolude.bots.mind import mind_folder
from tempolude.engine import compiler
from tempolude.engine.compiler import ENGINE_SOURCES, cache_folder, is_ready
from tempolude.engine.game import game

from .tiny.meta import GAME


def test_every_engine_file_with_rules_counts_for_the_cache() -> None:
    folder = Path(compiler.__file__).parent
    with_rules = {path.name for path in folder.glob("*.py") if "\n@rule\n" in path.read_text("utf-8")}
    assert with_rules <= set(ENGINE_SOURCES)


def test_another_source_or_compiler_gives_another_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache_folder(GAME)
    assert cache_folder(GAME) == before
    assert cache_folder(game("timeline")) != before
    monkeypatch.setattr(compiler, "version", lambda package: "99")
    assert cache_folder(GAME) != before
    monkeypatch.undo()
    monkeypatch.setattr(compiler, "ENGINE_SOURCES", ENGINE_SOURCES[:-1])
    assert cache_folder(GAME) != before


def test_the_cache_is_where_it_was_asked_to_be(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TEMPOLUDE_CACHE", str(tmp_path))
    assert cache_folder(GAME).parent == tmp_path
    assert not is_ready(GAME)


def test_neither_advice_to_bots_nor_the_table_is_part_of_the_rules() -> None:
    rules, bots = cache_folder(game("timeline")), mind_folder(game("timeline"))
    assert rules != bots
    made_of = {path.name for path in compiler._rule_sources(compiler.folder_of(game("timeline")))}
    assert {"rules.py", "components.py"} <= made_of
    assert not made_of & {"heuristic.py", "facts.py", "table.py", "words.py"}
