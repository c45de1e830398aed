"""The curve of a review: rounds as the log has them, labels that do not overlap, luck that is more than noise."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from markupsafe import Markup

from tempolude.engine.table import Line
from tempolude.server.view import pages
from tempolude.server.view.curve import LETTER, MARK, WIDE, Curve, Round, Stroke, rounds_of, spread
from tempolude.server.view.page import SeatedPlayer, new_public_view
from tempolude.server.view.pages import Pages
from tempolude.server.view.public import PublicView
from tempolude.server.view.review import LUCKY, ReviewView
from tests.review.stored import READER, SEATS, stored

LABEL = re.compile(r'<text class="rv-ax" x="([\d.]+)" y="[\d.]+" text-anchor="middle">([^<]*)</text>')


def seen(name: str, lang: str = "en") -> tuple[PublicView, ReviewView]:
    match, content = stored(name)
    players = [SeatedPlayer(seat, called, seat + 1) for seat, called in enumerate(match.names_in(lang))]
    public = new_public_view(Pages([match.game]), match, players, lang)
    return public, ReviewView(public, READER, content, None)


@pytest.mark.parametrize(
    ("name", "lang", "first", "last"),
    [
        ("timeline", "en", Round(0, "Round 1"), Round(9, "Round 4")),
        ("contretemps", "fr", Round(0, "Manche 1"), Round(48, "Manche 7")),
        ("pirates", "en", Round(112, "Year 1 ends"), Round(288, "Year 3 ends")),
        ("masters", "fr", Round(0, "Tour 1"), Round(354, "Tour 23")),  # of both players
    ],
)
def test_rounds_are_the_headings_of_the_log(name: str, lang: str, first: Round, last: Round) -> None:
    found = rounds_of(seen(name, lang)[0])
    assert (found[0], found[-1]) == (first, last)
    assert len({each.words for each in found}) == len(found)


@pytest.mark.parametrize("screen", WIDE)
@pytest.mark.parametrize("name", SEATS)
def test_labels_stay_apart_and_inside(name: str, screen: str) -> None:
    public, review = seen(name, "fr")
    (drawn,) = [drawn for curve, drawn in review.plots if curve.screen == screen]
    labels = [(float(x), len(words) * LETTER[screen] / 2) for x, words in LABEL.findall(drawn)]
    assert len(labels) >= 2
    assert all(x - half >= 0 and x + half <= WIDE[screen] for x, half in labels)
    assert all(x + half < y - other for (x, half), (y, other) in pairwise(labels))
    marks = sorted(float(y) for y in re.findall(rf'y="([\d.]+)" width="{MARK}"', drawn))
    assert len(marks) == len(public.names)
    assert all(below - above > MARK for above, below in pairwise(marks))


def test_a_game_without_rounds_or_with_odd_ones_is_drawn() -> None:
    chances = [[0.5, 0.5], [1.0, 0.0]]
    plain = Curve("large", 1, []).draw(chances, [1, 2], [], [], 1)
    assert not LABEL.search(plain)
    assert "rv-band" not in plain
    odd = Curve("narrow", 1, [Round(0, "<b>&")]).draw(chances, [1, 2], [Stroke(1, 2, "<i>")], [1], 1)
    assert "&lt;b&gt;&amp;" in odd
    assert "<title>&lt;i&gt;</title>" in odd
    many = [Round(n, f"Round {n}, a very long name") for n in range(5000)]
    assert Curve("narrow", 5000, many).draw(chances, [1, 2], [], [], 1)


def test_marks_that_want_the_same_place_make_room() -> None:
    assert spread([0, 300, 300, 300], 16, 0, 300) == [0, 268, 284, 300]
    assert spread([0, 5, 300], 16, 0, 300) == [0, 16, 300]
    assert spread([], 16, 0, 300) == []


def test_luck_shows_where_it_is_more_than_noise() -> None:
    _, review = seen("timeline")
    content = review.content
    content |= {"deal": [0.1, -0.1, 0], "noise": [0.01] * 3}
    content["strokes"] = {"3": [LUCKY, -LUCKY, 0], "4": [0.02, 0, -0.02], "5": [-0.2, 0, 0.2]}
    assert [(each.at, each.colour) for each in review.strokes] == [(5, 3), (0, 1), (3, 1)]
    assert review.strokes[0].words == "Action 5, luck: Ada −20, Blaise 0, Camille +20"
    del review.strokes
    content["noise"] = [0.15] * 3
    assert [each.at for each in review.strokes] == [5]
    del review.strokes
    content["skill"] = []  # not weighed yet
    assert review.strokes == []


def test_the_headline_says_who_was_ahead_before_the_winner() -> None:
    _, review = seen("timeline")
    (winner,) = review.winners
    others = [seat for seat in range(3) if seat != winner]
    review.last, review.seen["moments"] = 4, [3]

    def told(*shares: float, own: int = READER) -> str:
        """The headline if the first of the others has such chances, and the winner the rest."""
        review.chances = [
            [1 - share if n == winner else share * (n == others[0]) for n in range(3)] for share in shares
        ]
        return Markup(review.headline(own)).striptags()

    name, other = review.public.names[winner], review.public.names[others[0]]
    assert told(0.5, 0.5, 0.54, 0.4, 0, own=-1) == f"{name} wins. Nobody was ever clearly ahead of {name}."
    assert told(0.5, 0.5, 0.54, 0.4, 0, own=winner) == "You win. Nobody was ever clearly ahead of you."
    assert told(0.9, 0.5, 0.7, 0.5, 0, own=-1) == f"{name} wins. Before action 3 of 4, the game leaned towards {other}."
    assert told(0.9, 0.5, 0.7, 0.5, 0, own=others[0]).endswith("leaned towards you.")
    assert told(0.9, 0.5, 0.7, 0.6, 0, own=winner) == (
        f"You win. Before the last action, the game leaned towards {other}."
    )
    review.seen["moments"] = []  # not known yet
    assert told(0.9, 0.5, 0.7, 0.6, 0, own=winner) == "You win."


@pytest.mark.parametrize("name", SEATS)
def test_a_moment_is_told_in_one_sentence_about_who_acted(name: str) -> None:
    _, review = seen(name)
    for moment in review.moments:
        assert str(moment.words) in str(review.told(moment.at))
        seat = review.match.steps[moment.at - 1].seat
        if seat != READER:  # who may read what only they know: an instruction, not what happened
            assert moment.words.striptags().startswith(review.public.names[seat])


def test_a_rule_parts_the_decisions_of_rounds() -> None:
    _, review = seen("contretemps")
    starts = [each.at for each in rounds_of(review.public)]
    first = [each.at for each in review.decisions if each.first]
    assert first == [min(each.at for each in review.decisions if each.at > start) for start in starts]


@pytest.mark.parametrize("name", SEATS)
def test_drawings_have_class_names_that_no_game_has(name: str) -> None:
    """The sheet of a game is on the page too, for the table: what is not of the table must not look like it."""
    _, review = seen(name)
    drawn = [*(plot for _, plot in review.plots), review.rings, *(each.picture for each in review.balances)]
    parts = (Path(pages.__file__).parents[1] / "templates" / "review_parts.html").read_text(encoding="utf-8")
    names = {
        word for part in (*drawn, parts) for words in re.findall(r'class="([^"]*)"', part) for word in words.split()
    }
    house = {"btn", "main", "quiet", "square", "panel", "sr", "review", "{{", "curve.screen", "}}"}
    assert {word for word in names - house if not re.match(r"rv-|p\d$", word)} == set()


def test_a_heading_that_is_only_a_name_is_kept() -> None:
    public, _ = seen("timeline")
    public.journal[0].line = Line((public.everybody.who(1),), heading=True)
    assert rounds_of(public)[0].words == "Blaise"
