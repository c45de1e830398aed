"""`tempolude new` and `tempolude check`: a new game passes at once, and each fault is reported in a sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tempolude.cli.new import check_name, write_game
from tempolude.engine.errors import BadOption
from tests.forks import tempolude

ROOT = Path(__file__).parents[2]


def check(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """Run `tempolude check` on a folder that is not installed, in a separate process."""
    return tempolude("check", str(folder), *more)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


@pytest.fixture
def sundial(tmp_path: Path) -> Path:
    return write_game("sundial", tmp_path / "sundial")


def test_a_new_game_passes_every_law_with_nothing_outside_its_folder(sundial: Path) -> None:
    done = tempolude("check", str(sundial), TEMPOLUDE_QUICK_COMPILE="")  # compiled as for users, unlike in other tests
    assert done.returncode == 0, done.stdout + done.stderr
    assert "laws hold" in done.stdout
    assert [path.name for path in sundial.parent.iterdir()] == ["sundial"]


def test_its_own_tests_pass(sundial: Path) -> None:
    site = sundial.parent / "site" / "sundial-0.dist-info"
    site.mkdir(parents=True)
    (site / "METADATA").write_text("Metadata-Version: 2.1\nName: sundial\nVersion: 0\n")
    (site / "entry_points.txt").write_text("[tempolude.games]\nsundial = sundial.meta:GAME\n")
    paths = [str(ROOT / "src"), str(site.parent), str(sundial / "src"), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(sundial)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=200)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "rules.py",
            "s.points[best] += 1",
            "s.points[best] += 70",
            "overflows with 140: int8 holds -128 to 127: s.points[best] += 70 (in 'play",
        ),
        (
            "rules.py",
            "s.round = 1\n",
            "s.round = 300\n",
            "round overflows with 300: int8 holds -128 to 127: s.round = 300",
        ),
        ("hidden.py", "left = 0", "left = (", "hidden.py, line 14: '(' was never closed"),
        ("rules.py", "def score(", "def scores(", "rules.py has no score"),
        ("rules.py", "s.gone[action] = 1", "pass", "the census lacks"),
        ("rules.py", "return players * HAND", "return 3", "longest says at most 3"),
        ("table.py", 'f"play {action + 1}"', '"play"', "are both written 'play'"),
        ("table.py", '"middle", seat, label', '"elsewhere", seat, label', "is at 'elsewhere', which is not on"),
        ("rulebook.fr.md", "- **S2.2** ", "", "rule S2.2 is only in the English rulebook"),
        ("rules.py", "S2.2, ", "", "no code cites rule S2.2"),
        ("words.py", "manche\\u00a0: jouez", "manche: jouez", "is a typographic fault in 'fr'"),
    ],
)
def test_what_is_broken_is_told_in_a_sentence(sundial: Path, file: str, old: str, new: str, said: str) -> None:
    edit(sundial / "src" / "sundial" / file, old, new)
    done = check(sundial, "--fast")
    assert done.returncode == 1
    assert said in done.stdout, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_a_rule_without_a_test_is_named(sundial: Path) -> None:
    edit(sundial / "tests" / "test_rules.py", "_S1_3()", "()")
    done = check(sundial, "--fast", "--law", "rulebooks")
    assert done.returncode == 1
    assert "no test in tests/ is about rule S1.3" in done.stdout


def test_a_leak_is_told_with_its_field_and_to_whom(sundial: Path) -> None:
    rules = sundial / "src" / "sundial" / "rules.py"
    edit(rules, "    return s.held[seat]\n", "    return 1 if s.hand[1 - seat][0] > 8 and seat < 2 else s.held[seat]\n")
    done = check(sundial, "--law", "hidden.a_seat")
    assert done.returncode == 1
    assert "leaks to seat" in done.stdout
    assert "hand of seat" in done.stdout
    assert "through legal" in done.stdout


def test_what_the_compiler_refuses_is_shown_as_its_line(sundial: Path) -> None:
    edit(
        sundial / "src" / "sundial" / "rules.py", "    best = 0\n", '    best = int("0")\n    best = {}.get(best, 0)\n'
    )
    done = check(sundial, "--law", "play")
    assert done.returncode == 1
    assert "the compiler refuses it" in done.stdout
    assert "rules.py, line" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize("name", ["Sundial", "s", "my game", "../up", "2fast", "sun_dial", "x" * 31, ""])
def test_a_name_that_cannot_be_a_package_is_refused(name: str) -> None:
    with pytest.raises(BadOption, match="cannot be the name of a game"):
        check_name(name)


@pytest.mark.parametrize(
    ("name", "why"), [("timeline", "already"), ("random", "Python"), ("numpy", "Python"), ("class", "Python")]
)
def test_a_name_that_is_taken_is_refused(name: str, why: str) -> None:
    with pytest.raises(BadOption, match=why):
        check_name(name)


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "sundial").mkdir()
    with pytest.raises(BadOption, match="there already"):
        write_game("sundial", tmp_path / "sundial")
    assert list((tmp_path / "sundial").iterdir()) == []
    with pytest.raises(BadOption, match="is no folder"):
        write_game("sundial", tmp_path / "none" / "sundial")


def test_what_fails_half_way_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="no space"):
        write_game("sundial", tmp_path / "sundial")
    assert list(tmp_path.iterdir()) == []


def test_unknown_games_and_laws_are_refused() -> None:
    assert "unknown game" in tempolude("check", "nothing").stderr
    assert "there is no law 'nothing'" in tempolude("check", "timeline", "--law", "nothing").stderr
