"""The curve of a review: rounds as the log has them, labels that do not overlap, luck that is more than noise."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from tempolude.engine.table import Line
from tempolude.server.view.curve import LETTER, MARK, WIDE, Curve, Round, Stroke, rounds_of, spread
from tempolude.server.view.page import SeatedPlayer, new_public_view
from tempolude.server.view.pages import Pages
from tempolude.server.view.public import PublicView
from tempolude.server.view.review import LUCKY, ReviewView
from tests.review.stored import READER, SEATS, stored

LABEL = re.compile(r'<text class="ax" x="([\d.]+)" y="[\d.]+" text-anchor="middle">([^<]*)</text>')


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
    assert "band" not in plain
    odd = Curve("narrow", 1, [Round(0, "<b>&")]).draw(chances, [1, 2], [Stroke(1, 2, "<i>")], [1], 1)
    assert "&lt;b&gt;&amp;" in odd
    assert "<title>&lt;i&gt;</title>" in odd
    many = [Round(n, f"Round {n}, a very long name") for n in range(5000)]
    assert Curve("narrow", 5000, many).draw(chances, [1, 2], [], [], 1)


def test_marks_that_want_the_same_place_move_up() -> None:
    assert spread([0, 300, 300, 300], 16, 300) == [0, 268, 284, 300]
    assert spread([], 16, 300) == []


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


def test_a_heading_that_is_only_a_name_is_kept() -> None:
    public, _ = seen("timeline")
    public.journal[0].line = Line((public.everybody.who(1),), heading=True)
    assert rounds_of(public)[0].words == "Blaise"
