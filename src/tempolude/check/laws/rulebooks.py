"""Rulebooks: the same rules in both languages, code that cites exactly these, and a test for each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import tempolude.engine
from tempolude.engine.game import Game
from tempolude.engine.lock import folder_of
from tempolude.engine.rulebook import FIGURE, LANGUAGES, Rulebook

from ..law import law_of_games

COMPILES = False
MARKS = (("[ruling]", "[arbitrage]"), ("[house]", "[maison]"), ("[variant]", "[variante]"))
ENGINE = Path(tempolude.engine.__path__[0])


def tests_of(game: Game) -> Path | None:
    """The folder of a game's tests, inside its package or beside its sources; None if they are not installed."""
    folder = folder_of(game)
    if (folder / "tests").is_dir():
        return folder / "tests"
    for above in list(folder.parents)[:3]:
        if (above / "pyproject.toml").exists():
            return above / "tests" if (above / "tests").is_dir() else None
    return None


def cited(paths: Iterator[Path], letters: str) -> set[str]:
    """The rule numbers that files cite. A range such as C5.1-C5.3 cites all of them; in a test's name it is C5_1."""
    number = re.compile(rf"\b([{letters}]\d+(?:\.\d+)?)(?:-([{letters}]\d+\.\d+))?\b")
    found: set[str] = set()
    for path in paths:
        text = re.sub(rf"(?<=[a-z0-9])_([{letters}]\d+)(?:_(\d+))?(?![a-z0-9])", _written, path.read_text("utf-8"))
        for first, last in number.findall(text):
            found.add(first)
            if last:
                chapter, _, begin = first.partition(".")
                found |= {f"{chapter}.{n}" for n in range(int(begin), int(last.partition(".")[2]) + 1)}
    return found


def _written(name: re.Match[str]) -> str:
    return f" {name[1]}.{name[2]} " if name[2] else f" {name[1]} "


def code_of(game: Game) -> Iterator[Path]:
    """The sources of a game, except its figures, which are written in notation."""
    folder = folder_of(game)
    for path in sorted(folder.rglob("*.py")):
        if "tests" not in path.relative_to(folder).parts and path.name != "figures.py":
            yield path


def letters_of(book: Rulebook) -> str:
    return "".join(sorted({number[0] for number in book.rules}))


def needing_code(book: Rulebook) -> set[str]:
    """The rules that the game must implement: not those marked, nor those that the engine implements for all."""
    engine = cited(iter(sorted(ENGINE.glob("*.py"))), letters_of(book)) if book.rules else set()
    return {number for number in book.rules if not book.needs_no_code(number) and number not in engine}


@law_of_games
def both_languages_have_the_same_rules(game: Game) -> Iterator[str]:
    """The same numbers in the same order, with the same marks and the same figures."""
    english, french = game.rulebook["en"], game.rulebook["fr"]
    if not english.rules:
        yield "rulebook.en.md has no numbered rules: write each as - **A1.1** and its text"
        return
    for number in dict.fromkeys([*english.rules, *french.rules]):
        if number not in english.rules or number not in french.rules:
            yield f"rule {number} is only in the {'English' if number in english.rules else 'French'} rulebook"
            continue
        if english.needs_no_code(number) != french.needs_no_code(number):
            yield f"rule {number} is marked as needing no code in one language only"
        for en, fr in MARKS:
            if english.rules[number].count(en) != french.rules[number].count(fr):
                yield f"rule {number} is marked {en} {english.rules[number].count(en)} times, but not {fr} as often"
    if list(english.rules) != list(french.rules):
        yield "the rules are in a different order in French"


@law_of_games
def code_cites_every_rule_and_no_other(game: Game) -> Iterator[str]:
    """Every rule number cited in code exists, and every rule is cited by code or marked [no code]."""
    book = game.rulebook["en"]
    if not book.rules:
        return
    code = cited(code_of(game), letters_of(book))
    known = set(book.rules) | {number.partition(".")[0] for number in book.rules}
    yield from (f"the code cites {number}, which is no rule" for number in sorted(code - known))
    yield from (
        f"no code cites rule {number}; mark it [no code] and [sans code] if it needs none"
        for number in sorted(needing_code(book) - code)
    )


@law_of_games
def every_rule_has_a_test(game: Game) -> Iterator[str]:
    """A test names each rule that needs code: test_the_highest_card_takes_the_round_A2_2."""
    tests, book = tests_of(game), game.rulebook["en"]
    if tests is None or not book.rules:
        return  # optional in an installed package
    named = cited(iter(sorted(tests.rglob("*.py"))), letters_of(book))
    for number in sorted(needing_code(book) - named):
        yield f"no test in {tests.name}/ is about rule {number}: name one test_…_{number.replace('.', '_')}"


@law_of_games
def a_glossary_speaks_of_what_is_there(game: Game) -> Iterator[str]:
    """The glossary, if there is one, uses the words of the rulebook and cites rules that exist."""
    for lang, book in game.rulebook.items():
        for term in book.glossary:
            if term.rule not in book.rules:
                yield f"glossary.md names rule {term.rule}, which does not exist"
            if term.here.casefold() not in book.text.casefold():
                yield f"glossary.md has {term.here!r}, which is not in the rulebook in {lang!r}"


@law_of_games
def figures_are_those_of_the_rulebooks(game: Game) -> Iterator[str]:
    """Both rulebooks show all figures, if there are any, with a text for every note and step."""
    shown = {lang: figures_in(game.rulebook[lang]) for lang in LANGUAGES}
    if shown["en"] != shown["fr"]:
        yield "the two rulebooks show different figures, or explain them in different numbers of points"
    names = {name for _, name, _ in shown["en"]}
    yield from (f"figures.py has no {name!r}, which the rulebook shows" for name in sorted(names - set(game.figures)))
    yield from (f"no rulebook shows the figure {name!r}" for name in sorted(set(game.figures) - names))
    for kind, name, said in shown["en"]:
        figure = game.figures.get(name)
        if figure and ((kind == "example") != bool(figure.steps) or said != len(figure.steps or figure.notes)):
            yield f"{kind} {name!r} is explained in {said} points and has {len(figure.steps or figure.notes)}"


def figures_in(book: Rulebook) -> list[tuple[str, str, int]]:
    """The figures of a rulebook: kind, name, and number of items in the list below."""
    found: list[tuple[str, str, int]] = []
    for row in book.text.splitlines():
        if figure := FIGURE.match(row):
            found.append((figure[2], figure[3], 0))
        elif found and re.match(r" +\d+\. ", row):
            kind, name, count = found.pop()
            found.append((kind, name, count + 1))
    return found


@law_of_games
def every_ruling_has_its_reason(game: Game) -> Iterator[str]:
    """If a game gives reasons, there is one for each rule that departs from the original, and no others."""
    for lang, book in game.rulebook.items():
        if not book.reasons:
            continue
        marked = [number for number in book.rules if book.marks(number)]
        yield from (
            f"reasons.{lang}.md gives none for rule {n}, which is marked" for n in marked if n not in book.reasons
        )
        yield from (
            f"reasons.{lang}.md speaks of rule {n}, which is not marked" for n in book.reasons if n not in marked
        )
