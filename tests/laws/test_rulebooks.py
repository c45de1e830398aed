"""Laws of the rulebooks: the same rules in both languages, and code that cites all of them and no others."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from tempolude.engine.game import Game
from tempolude.engine.rulebook import read_rulebook

from .cases import every_game

NUMBER = re.compile(r"\b([TCLPMG]\d+(?:\.\d+)?)(?:-([TCLPMG]\d+\.\d+))?\b")


def cited(game: Game, *, tests: bool) -> set[str]:
    """The rule numbers that a game's code names. A range such as C5.1-C5.3 names all of them."""
    found: set[str] = set()
    for path in Path(str(files(game.package))).rglob("*.py"):
        if path.name == "figures.py":  # written in notation, where C11 is a card
            continue
        if ("tests" in path.parts) == tests:
            text = re.sub(r"(?<=[a-z0-9])_([TCLPMG]\d+)_(\d+)(?=\D)", r" \1.\2 ", path.read_text("utf-8"))
            for first, last in NUMBER.findall(text):
                found.add(first)
                if last:
                    chapter, _, begin = first.partition(".")
                    found |= {f"{chapter}.{n}" for n in range(int(begin), int(last.partition(".")[2]) + 1)}
    return found


def chapters(numbers: set[str]) -> set[str]:
    return {number.partition(".")[0] for number in numbers}


@every_game
def test_both_rulebooks_have_the_same_rules_with_the_same_marks(game: Game) -> None:
    english, french = game.rulebook["en"], game.rulebook["fr"]
    assert list(english.rules) == list(french.rules)
    for number in english.rules:
        assert english.needs_no_code(number) == french.needs_no_code(number), number
        for en, fr in (("[ruling]", "[arbitrage]"), ("[house]", "[maison]"), ("[variant]", "[variante]")):
            assert english.rules[number].count(en) == french.rules[number].count(fr), number


@every_game
def test_every_rule_cited_exists_and_every_rule_is_cited_or_needs_no_code(game: Game) -> None:
    rules = game.rulebook["en"]
    code = cited(game, tests=False)
    known = set(rules.rules) | chapters(set(rules.rules))
    letter = next(number[0] for number in rules.rules if not number.startswith("G"))
    assert {number for number in code if number[0] in (letter, "G")} <= known
    own = {number for number in rules.rules if number.startswith(letter)}
    missing = {number for number in own - code if not rules.needs_no_code(number)}
    assert not missing, f"no code cites {sorted(missing)}"


@every_game
def test_every_rule_that_needs_code_has_a_test_that_cites_it(game: Game) -> None:
    rules = game.rulebook["en"]
    own = {number for number in rules.rules if not number.startswith("G") and not rules.needs_no_code(number)}
    assert own <= cited(game, tests=True), f"no test cites {sorted(own - cited(game, tests=True))}"


def test_a_rulebook_is_read_with_what_belongs_to_each_rule() -> None:
    book = read_rulebook(
        "en", "# T\n\n## A\n- **A1.1** One.\n  *Example:* two.\n- **A1.2** Three. [no code]\n\nProse.\n"
    )
    assert book.rules == {"A1.1": "One.\n  *Example:* two.", "A1.2": "Three. [no code]"}
    assert book.needs_no_code("A1.2")
    assert not book.needs_no_code("A1.1")


@every_game
def test_the_glossary_for_owners_of_the_box_speaks_of_rules_and_words_that_are_there(game: Game) -> None:
    for book in game.rulebook.values():
        assert book.glossary, "every game of a French box has words of its own"
        for term in book.glossary:
            assert term.rule in book.rules, term
            assert term.here.casefold() in book.text.casefold(), term
    assert [term.box for term in game.rulebook["en"].glossary] == [term.box for term in game.rulebook["fr"].glossary]
