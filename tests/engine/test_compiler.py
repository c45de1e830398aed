"""The cache of compiled rules is invalidated by whatever is really imported, wherever it is."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import invalidate_caches
from pathlib import Path

import numba
import pytest

from tempolude.bots.compiled_search import search_folder
from tempolude.engine import compiler
from tempolude.engine.compiler import _entry_points, compile_apart, compile_kept, digest, is_ready, rules_folder
from tempolude.engine.game import Game, game
from tempolude.engine.rule import long_rule, rule

from .tiny import meta, rules

ROOT = Path(__file__).parents[2]


@rule
def squared(number):
    return number * number + 72 // number


@long_rule
def squared_by_another(number):
    return squared(number)


def called_from_python(number):
    return squared_by_another(number)


FILES = {
    "far/__init__.py": "",
    "far/meta.py": Path(meta.__file__).read_text("utf-8"),
    "far/rules.py": Path(rules.__file__)
    .read_text("utf-8")
    .replace(
        "from tempolude.engine.rule import rule", "from farlib.prices import FIRST, most\nimport farlib.more as more"
    )
    .replace("from tempolude.engine.seats", "from tempolude.engine.rule import rule\nfrom tempolude.engine.seats")
    .replace("1 + rand(s, 6)", "FIRST + rand(s, most(s)) + more.inner.BONUS"),
    "farlib/__init__.py": "",
    "farlib/prices.py": "from tempolude.engine.rule import rule\nfrom .sheet import SIDES\nFIRST = 1\n"
    "@rule\ndef most(s):\n    return SIDES\n",
    "farlib/sheet.py": "from pathlib import Path\nSIDES = int(Path(__file__).with_name('sides.csv').read_text())\n",
    "farlib/sides.csv": "6",
    "farlib/more.py": "from . import inner\n",
    "farlib/inner.py": "BONUS = 0\nUNUSED = 1\n",
}


@pytest.fixture
def digest_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """The digest of a third-party game in its own folder, with some files changed, as a new process finds it."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def measured(changes: dict[str, str] | None = None) -> str:
        for name, text in (FILES | (changes or {})).items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text, "utf-8")
        for name in [name for name in sys.modules if name.partition(".")[0] in ("far", "farlib")]:
            del sys.modules[name]
        invalidate_caches()
        far = Game("far", "far", {}, {}, (), range(2, 4), 1, 1, {})
        return digest(far, *_entry_points(far))

    return measured


def edited(name: str, old: str, new: str) -> dict[str, str]:
    assert old in FILES[name]
    return {name: FILES[name].replace(old, new)}


@pytest.mark.parametrize(
    "change",
    [
        edited("far/rules.py", "DRAW, PASS = 3, 4", "DRAW, PASS = 4, 3"),
        edited("far/rules.py", "s.drawing = 0\n", "s.drawing = 1\n"),
        edited("farlib/prices.py", "FIRST = 1", "FIRST = 2"),
        edited("farlib/prices.py", "return SIDES", "return SIDES + 1"),
        edited("farlib/sides.csv", "6", "8"),
        edited("farlib/inner.py", "BONUS = 0", "BONUS = 1"),
        edited("far/rules.py", "goal", "aim"),
    ],
    ids=["constant", "rule", "imported constant", "imported rule", "data file", "of a module of a module", "state"],
)
def test_whatever_compiled_code_is_made_of_gives_another_folder(
    digest_with: Callable[..., str], change: dict[str, str]
) -> None:
    assert digest_with() == digest_with()
    assert digest_with(change) != digest_with()


def test_what_compiled_code_is_not_made_of_gives_the_same(digest_with: Callable[..., str]) -> None:
    before = digest_with()
    assert digest_with(edited("farlib/inner.py", "UNUSED = 1", "UNUSED = 2")) == before
    assert digest_with({"far/rules.py": "# why\n\n" + FILES["far/rules.py"]}) == before
    assert digest_with({"far/table.py": "# a table"}) == before


def test_another_compiler_gives_another_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(meta.GAME, *_entry_points(meta.GAME))
    monkeypatch.setattr(compiler, "version", lambda package: "99")
    assert digest(meta.GAME, *_entry_points(meta.GAME)) != before


def test_the_cache_is_where_it_was_asked_to_be(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TEMPOLUDE_CACHE", str(tmp_path))
    assert rules_folder(meta.GAME).parent == tmp_path
    assert not is_ready(meta.GAME)


def test_games_and_their_bots_have_folders_of_their_own() -> None:
    timeline = game("timeline")
    assert len({rules_folder(timeline), search_folder(timeline), rules_folder(game("pirates"))}) == 3


def test_what_compiles_apart_ends_with_whoever_asked_for_it(tmp_path: Path) -> None:
    """Servers that were killed left processes behind that went on compiling, several of them the same."""
    noted = tmp_path / "process"
    forever = f"import os, time; open({str(noted)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    asking = f"""
import tempolude
from tempolude.engine.compiler import compile_apart
compile_apart(tempolude.game("timeline"), {forever!r})
"""
    parent = subprocess.Popen([sys.executable, "-c", asking])
    try:
        until(lambda: noted.exists() and noted.read_text())
    finally:
        parent.kill()
        parent.wait()
    child = int(noted.read_text())
    until(lambda: not alive(child))


def test_a_failure_to_compile_says_why() -> None:
    with pytest.raises(RuntimeError, match=r"compiling timeline failed:\n(.|\n)*no such card"):
        compile_apart(game("timeline"), "raise ValueError('no such card')")


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text() if Path("/proc").exists() else True


def until(happens: Callable[[], object], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


MADE = """
import sys
from pathlib import Path
from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary
from tempolude.engine.linking import WholeLibrary
from tests.engine.test_compiler import called_from_python, compile_kept

OPTIMIZE = "_optimize_final_module"
for kind, step in (CPUCodeLibrary, OPTIMIZE), (WholeLibrary, OPTIMIZE), (JITCodeLibrary, "_finalize_specific"):
    def noted(library, step=step, before=getattr(kind, step)):
        print(step, library.name)
        before(library)
    setattr(kind, step, noted)
(run,) = compile_kept(Path(sys.argv[1]), called_from_python)
assert run(12) == 12 * 12 + 6
try:
    run(0)
except ZeroDivisionError:
    print("divided by zero")
"""


@pytest.mark.parametrize("quick", ["", "1"])
def test_a_rule_compiled_quickly_is_machine_code_only_where_it_is_called_from(quick: str, tmp_path: Path) -> None:
    here = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]), "TEMPOLUDE_QUICK_COMPILE": quick}
    done = subprocess.run([sys.executable, "-c", MADE, tmp_path], env=here, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    *made, last = done.stdout.splitlines()
    assert last == "divided by zero"
    assert any("squared" in line for line in made) is not bool(quick)
    assert sum("called_from_python" in line for line in made) == 2


def test_what_is_compiled_quickly_is_cached_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    found = set()
    for quick in ("", "1"):
        monkeypatch.setenv("TEMPOLUDE_QUICK_COMPILE", quick)
        found.add(digest(meta.GAME, *_entry_points(meta.GAME)))
    assert len(found) == 2


def test_other_compiled_code_calls_rules_too(tmp_path: Path) -> None:
    compile_kept(tmp_path, called_from_python)  # registers them
    assert numba.njit(called_from_python)(12) == 12 * 12 + 6
