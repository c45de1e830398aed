"""The page for researchers: its examples run, and its tables match the declarations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tempolude.engine.game import Game
from tempolude.engine.options import options_table
from tests.ours import ours

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("game", ours(), ids=lambda game: game.name)
def test_the_page_says_what_every_number_means(game: Game) -> None:
    rules = game.rules
    for table in (rules.SEEN.table(), rules.DOES.table()):
        assert "\n".join(table) in PAGE, "\n".join(["put this table into docs/research.md:", *table])
    assert f"`{game.name}`: {rules.FEATURES:,} numbers seen, {rules.ACTIONS:,} actions." in PAGE
    for name, reason in rules.SEEN.left_out.items():
        assert f"`{name}` ({reason})" in PAGE


@pytest.mark.parametrize("game", ours(), ids=lambda game: game.name)
def test_the_page_lists_every_option_and_every_field_of_the_state(game: Game) -> None:
    for table in (options_table(game.options), game.rules.STATE.numbers_table()):
        assert "\n".join(table) in PAGE, "\n".join(["put this table into docs/research.md:", *table])
    seats = f"`{game.name}`: {game.seats[0]} to {game.seats[-1]} seats, {game.seats[0]} unless you say otherwise."
    assert seats in PAGE
    longest = " · ".join(f"{n}: {game.longest(n):,}" for n in game.seats)
    assert f"| `{game.name}` | {longest} |" in PAGE


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_every_example_of_the_page_runs(number: int) -> None:
    code = EXAMPLES[number].replace("range(1000)", "range(3)")
    exec(compile(code, f"example {number}", "exec"), {"__name__": "example"})


def test_there_is_an_example_for_every_adapter() -> None:
    for adapter in ("adapters.pettingzoo", "adapters.gymnasium", "adapters.openspiel", "tempolude.Batch"):
        assert any(adapter in example for example in EXAMPLES)
