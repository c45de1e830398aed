"""The same file names with the same contents in all games, as docs/adding-a-game.md describes them."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import tempolude
from tempolude.engine import defaults
from tempolude.engine.game import Game, games

GAMES = Path(tempolude.__file__).parent / "games"
BUILT_IN = [game for game in games() if game.package.startswith("tempolude.games.")]

EVERY_GAME = {
    "__init__", "meta", "state", "rules", "hidden", "observation", "table", "scene", "names", "words", "terminal",
    "heuristic", "guide", "facts", "figures",
}  # fmt: skip
SOME_GAMES = {"components", "own", "advising"}
OWN = {  # files that only one game has, and the file that each would otherwise be a part of
    "collectors": {"dates": "rules", "scoring": "rules"},
    "contretemps": {"line": "rules"},
    "masters": {
        "moves": "rules", "effects": "rules", "length": "rules", "cards": "names", "captions": "words",
        "balance": "facts",
    },
    "pirates": {"scoring": "rules", "chart": "scene"},
    "timeline": {"checker": "components"},
}  # fmt: skip

HOME = {  # where each name is defined
    "GAME": "meta",
    "ACTIONS": "state", "STATE": "state", "EVENTS": "state", "QUIET": "state", "ONE_VIEW": "state", "AHEAD": "state",
    "CHOICES": "state",
    "encode": "rules", "longest": "rules", "setup": "rules", "legal": "rules", "play": "rules", "score": "rules",
    "census": "rules",
    "hide": "hidden", "guess": "hidden", "reopen": "hidden", "reshuffle": "hidden",
    "SEEN": "observation", "DOES": "observation", "FEATURES": "observation", "observe": "observation",
    "Table": "table", "Tabletop": "scene",
    "draw": "terminal", "title": "terminal", "chip": "terminal",
    "weigh": "heuristic",
    "GUIDE": "guide",
    "facts": "facts", "deed": "facts",
    "FIGURES": "figures",
    "COMPONENTS": "own",
}  # fmt: skip
OPTIONAL = {"ONE_VIEW", "AHEAD", "CHOICES", "hide", "reopen", "reshuffle", "COMPONENTS"}
every_game = pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)


def folder(game: Game) -> Path:
    return GAMES / game.package.rpartition(".")[2]


def modules(game: Game) -> dict[str, Path]:
    return {path.stem: path for path in sorted(folder(game).glob("*.py"))}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def defined(path: Path) -> set[str]:
    """The names that a module defines itself."""
    found = set()
    for node in tree(path).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
    return found


def rules_in(path: Path) -> list[ast.FunctionDef]:
    """The functions marked @rule or @long_rule."""
    return [
        node
        for node in tree(path).body
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(mark, ast.Name) and mark.id in ("rule", "long_rule") for mark in node.decorator_list)
    ]


def role(game: Game, stem: str) -> str:
    """The file that a file of a game is, or is a part of."""
    return OWN.get(game.name, {}).get(stem, stem)


@every_game
def test_a_game_has_the_files_of_every_game_and_no_others(game: Game) -> None:
    stems = set(modules(game))
    assert stems >= EVERY_GAME
    assert stems == EVERY_GAME | (stems & SOME_GAMES) | set(OWN.get(game.name, {}))
    assert ("components" in stems) == any(folder(game).rglob("*@*.csv")), "components.py reads the data files"


@every_game
def test_a_name_is_defined_in_the_same_file_in_every_game(game: Game) -> None:
    for name, home in HOME.items():
        parts = [path for stem, path in modules(game).items() if role(game, stem) == home]
        there = any(name in defined(path) for path in parts)
        given = getattr(game.rules, name, None)
        left_out = given is None or getattr(given, "__module__", "") == defaults.__name__
        assert there or (name in OPTIONAL and left_out), f"{name} is not in {home}.py"


@every_game
def test_chips_are_made_in_names(game: Game) -> None:
    for stem, path in modules(game).items():
        chips = {name for name in defined(path) if name.endswith("_chip")}
        assert not chips or stem == "names", f"{stem}.py defines {chips}"


@every_game
def test_nothing_is_imported_by_a_star(game: Game) -> None:
    for path in folder(game).rglob("*.py"):
        for node in ast.walk(tree(path)):
            assert not (isinstance(node, ast.ImportFrom) and node.names[0].name == "*"), f"{path}:{node.lineno}"


@every_game
def test_every_field_and_every_event_says_what_it_means(game: Game) -> None:
    assert not [field.name for field in game.rules.STATE if not field.doc]
    assert not [name for name in game.rules.EVENTS if not game.rules.EVENTS.docs[name]]


@every_game
def test_every_rule_is_annotated(game: Game) -> None:
    for stem, path in modules(game).items():
        for function in rules_in(path):
            typed = function.returns and all(argument.annotation for argument in function.args.args)
            assert typed, f"{stem}.{function.name}"


@every_game
def test_every_rule_cites_a_number_of_the_rulebook(game: Game) -> None:
    numbers = set(game.rulebook["en"].rules)
    for stem, path in modules(game).items():
        if role(game, stem) not in ("rules", "state"):
            continue
        source = path.read_text("utf-8")
        for function in rules_in(path):
            text = ast.get_source_segment(source, function) or ""
            assert ast.get_docstring(function), f"{stem}.{function.name} has no docstring"
            cited = set(re.findall(r"\b[A-Z]\d+(?:\.\d+)?\b", text))
            assert cited & numbers, f"{stem}.{function.name} cites no rule"


@every_game
def test_rules_name_all_that_the_engine_asks_of_them(game: Game) -> None:
    contract = {name for name, home in HOME.items() if home in ("state", "rules", "hidden", "observation")}
    exported = set(game.rules.__all__)
    assert exported <= contract
    assert contract - OPTIONAL <= exported
