"""Studies and pages."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tempolude.arena.executors import in_this_process
from tempolude.arena.matches import Hall, Outcome, Pairing
from tempolude.arena.pages import study_markdown, study_page, tournament_page
from tempolude.arena.study import histogram, run_study, summarize
from tempolude.arena.tournament import run_tournament
from tempolude.engine.game import Game
from tests.forks import tempolude
from tests.ours import ours


@pytest.mark.parametrize("game", ours(), ids=lambda game: game.name)
def test_a_study_finds_facts_about_every_game(game: Game) -> None:
    study = run_study(game.name, "random", 6, seats=game.seats[0], spread=in_this_process)
    assert study.matches == 6
    assert sum(place.share for place in study.places) == pytest.approx(1)
    assert sum(column.count for column in study.scores) == 6 * game.seats[0]
    assert study.facts
    assert all(0 <= fact.owners <= 1 for fact in study.facts)
    assert game.title["en"] in study_markdown(study, "command")


@pytest.mark.parametrize(
    ("name", "done"),
    [
        ("contretemps", "crystals spent"),
        ("timeline", "placed wrong"),
        ("collectors", "travelled"),
        ("pirates", "objects taken: Moon age"),
        ("masters", "spells cast from hand"),
    ],
)
def test_a_study_says_what_winners_do(name: str, done: str) -> None:
    study = run_study(name, "random", 4, seats=4, spread=in_this_process)
    (fact,) = [fact for fact in study.facts if fact.name == done]
    assert fact.winners + fact.others > 0


def test_who_plays_first_is_told_from_who_sits_first() -> None:
    hall = Hall("timeline", 2, {}, ("random",))
    outcomes = [
        Outcome(Pairing(0, (0, 0)), (0, 1), (1, 2), 9, False, 1, ({"cards": 0}, {"cards": 1})),
        Outcome(Pairing(1, (0, 0)), (1, 0), (2, 1), 9, False, 0, ({"cards": 2}, {"cards": 0})),
    ]
    study = summarize(hall, outcomes, 0)
    assert [place.share for place in study.places] == [0, 1]
    (cards,) = study.facts
    assert (cards.winners, cards.others, cards.owners, cards.share) == (0, 1.5, 0.5, 0)


def test_a_histogram_has_columns_of_equal_width() -> None:
    columns = histogram(list(range(100)))
    assert {column.high - column.low for column in columns} == {4}
    assert sum(column.count for column in columns) == 100


class Reader(HTMLParser):
    """Collects the elements of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.charts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.charts += tag == "svg"
        if tag not in ("meta", "line", "rect"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("line", "rect"):
            assert self.open.pop() == tag


@pytest.mark.parametrize("kind", ["tournament", "study"])
def test_a_page_is_whole_and_loads_nothing(kind: str) -> None:
    if kind == "study":
        page = study_page(run_study("timeline", "random", 4, seats=2, spread=in_this_process), "<command>")
    else:
        standings = run_tournament("timeline", ["random", "visitor"], 4, seats=2, spread=in_this_process)
        page = tournament_page(standings, "<command>")
    reader = Reader()
    reader.feed(re.sub(r"<(rect|line)([^>]*[^/])>(?=\s*<title)", r"<g\2>", page).replace("</rect>", "</g>"))
    assert reader.charts >= 2
    assert "&lt;command&gt;" in page
    assert not re.search(r"(src|href)=", page)


def test_the_command_prints_the_promised_shape_and_writes_a_page(tmp_path: Path) -> None:
    page = tmp_path / "arena.html"
    done = tempolude(
        "arena", "timeline", "--bots", "random,visitor", "--matches", "4", "--seats", "2", "--json", "--html", str(page)
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert set(result) == {"game", "seats", "matches", "entrants"}
    assert (result["game"], result["seats"], result["matches"]) == ("timeline", 2, 4)
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert tempolude("arena", "timeline", "--bots", "random").returncode == 2


def test_the_study_command_prints_markdown() -> None:
    done = tempolude("study", "timeline", "--bot", "random", "--matches", "4", "--seats", "2", "--markdown")
    assert done.returncode == 0, done.stderr
    assert "| plays 1 |" in done.stdout
