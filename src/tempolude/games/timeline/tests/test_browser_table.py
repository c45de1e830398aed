"""The table in the browser: every piece has a place, every handle exists, and no date appears too early."""

import random
import re

import pytest

from tempolude.engine.match import Match
from tempolude.engine.table import People
from tempolude.games.timeline import rules, state
from tempolude.games.timeline.components import Card
from tempolude.games.timeline.meta import GAME
from tempolude.games.timeline.scene import milestone
from tempolude.server.view.page import SeatedPlayer, table_page
from tempolude.server.view.pages import Pages

from .positions import NAMES, YEARS, playoff, position

LANGUAGES = ("en", "fr")
PAGES = Pages([GAME])


def people(match, reader=-1):
    return People(match.names, reader)


def scene(match, lang="en"):
    return match.table.scene(match.view(-1), lang, people(match))


def page(match, seat, lang="en"):
    players = [SeatedPlayer(i, name, i + 1) for i, name in enumerate(match.names)]
    return table_page(PAGES, match, players, seat, lang, None)


def walk(seats, seed, every=1, **options):
    """A match in which half of the cards are placed correctly, at every `every`-th decision and at its end."""
    match = Match(GAME, seats=seats, seed=seed, names=NAMES[:seats], options=options)
    chance = random.Random(seed)
    turn = 0
    while not match.over:
        if turn % every == 0:
            yield match
        seat, s, turn = match.waiting[0], match.state, turn + 1
        legal = match.way.legal(s, seat)
        right = [a for a in legal if rules.fits(s, s.hand[seat][a // state.GAPS], a % state.GAPS)]
        match.play(seat, chance.choice(right if chance.random() < 0.5 else legal))
    yield match


def long_line(count, seats=4, cards=10):
    """A match whose line has that many cards."""
    match = Match(GAME, seats=seats, seed=5, names=NAMES[:seats], options={"cards": cards})
    while match.state.lined < count:
        seat, s = match.waiting[0], match.state
        legal = match.way.legal(s, seat)
        match.play(seat, next(a for a in legal if rules.fits(s, s.hand[seat][a // state.GAPS], a % state.GAPS)))
    return match


# --- Pieces, places, handles -----------------------------------------------------


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_piece_lies_at_a_place_of_the_page_for_every_reader(seats):
    for match in walk(seats, seed=seats, every=9):
        places = {piece.at for piece in scene(match).pieces}
        for reader in (-1, 0, seats - 1):
            found = set(re.findall(r' id="([^"]+)"', page(match, reader)))
            assert places | scene(match).places.keys() <= found


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("options", [{}, {"cards": 1}, {"decks": [YEARS], "cards": 3}])
def test_ids_are_unique_and_every_handle_is_a_piece(seats, options):
    for match in walk(seats, seed=seats, **options):
        pieces = scene(match).pieces
        assert len({piece.id for piece in pieces}) == len(pieces)
        assert all(piece.label for piece in pieces)
        handles = {piece.handle or piece.id for piece in pieces}
        for seat in match.waiting:
            assert match.table.own(match.view(seat), seat, "en", people(match, seat)) == []
            assert {handle for action in match.legal(seat) for handle in action.handles} <= handles


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_face_draws(lang):
    for match in walk(4, seed=3):
        faces = PAGES.faces(match, lang)
        for piece in scene(match, lang).pieces:
            assert "</span>" in faces.piece(piece.face)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_of_the_decks_has_a_picture_of_its_own_or_a_poster(lang):
    match = Match(GAME, seats=2, seed=1, names=NAMES[:2])
    faces = PAGES.faces(match, lang)
    for card in match.table.decks:
        drawn = faces.piece(f"dated:{card.id}")
        assert drawn.count('viewBox="0 0 100 100"') == 1
        assert set(re.findall(r' id="([^"]+)"', drawn)) == {f"y-{card.id}"}  # pictures have no ids that could collide


def test_the_page_of_a_long_line_stays_light():
    assert len(page(long_line(40), 0, "fr").encode()) < 300_000


# --- What is hidden --------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 5])
def test_nothing_on_the_table_depends_on_a_hidden_date(seats):
    for match in walk(seats, seed=7):
        guessed = match.view(-1)
        rules.guess(guessed, -1)
        rules.hide(guessed, -1)
        for lang in LANGUAGES:
            assert match.table.scene(guessed, lang, people(match)) == scene(match, lang)


def test_the_date_of_a_card_in_a_hand_is_nowhere_on_the_page_T2_1():
    match = position(line="1500", hands={0: "1610 1790", 1: "bc500"}, pile="1876")
    for reader in (-1, 0, 1):
        html = page(match, reader)
        assert "dated:1500" in html
        assert not re.search(r"dated:(1610|1790|bc500|1876)|#y-(1610|1790|bc500|1876)", html)


def test_a_card_keeps_its_id_and_changes_its_face_when_it_is_turned_over_T3_2():
    match = position(line="1500", hands={0: "1610 1790", 1: "1700"})
    card = match.state.hand[0][0]
    match.play(0, "place 1610 1")
    found = next(piece for piece in scene(match).pieces if piece.id == f"card-{card}")
    assert (found.face, found.at) == ("dated:1610", "line")


# --- The line --------------------------------------------------------------------


def gaps(match, lang="en"):
    return [piece for piece in scene(match, lang).pieces if "gap" in piece.state.split()]


def test_a_line_of_cards_has_a_gap_before_between_and_after_T3_1():
    match = position(line="1500 1800", hands={0: "1610", 1: "1700"})
    line = sorted((piece for piece in scene(match).pieces if piece.at == "line"), key=lambda piece: piece.order)
    assert [piece.face.split(":")[0] for piece in line] == ["mile", "dated", "mile", "dated", "mile"]
    assert [gap.id for gap in gaps(match)] == ["before-all", *(f"after-{card}" for card in match.state.line[:2])]
    assert [gap.label for gap in gaps(match)] == [
        "Before “Event 1500” (1500)",
        "Between “Event 1500” (1500) and “Event 1800” (1800)",
        "After “Event 1800” (1800)",
    ]


def test_a_gap_stays_the_same_piece_while_the_line_grows():
    match = position(line="1500 1800", hands={0: "1610 1620", 1: "1700"})
    before = {gap.id: gap for gap in gaps(match)}
    match.play(0, "place 1610 1")
    after = {gap.id: gap for gap in gaps(match)}
    assert before.keys() < after.keys()
    assert len(before.items() - after.items()) == 1, "only the gap that was filled is another"


def test_cards_of_one_year_lie_in_the_order_of_the_line():
    match = position(line="1500 1876 1876b 1900", hands={0: "1610", 1: "1790"})
    line = [piece for piece in scene(match).pieces if piece.at == "line"]
    assert line == sorted(line, key=lambda piece: piece.order)
    assert len({piece.order for piece in line}) == len(line)


def test_a_mistake_shows_where_the_card_belonged_until_the_next_action_T3_3():
    match = position(line="1500 1700 1800", hands={0: "1610 1620", 1: "1790"})
    match.play(0, "place 1610 3")
    faces = [gap.face for gap in gaps(match)]
    assert faces[3] == "tried:1800::-2"
    assert faces[1] == "ghost:1500:1700:1610"
    assert [piece.state for piece in scene(match).pieces if piece.at == "discard"] == ["event wrong"]
    match.play(1, "place 1790 2")
    assert all(gap.face.startswith("mile:") for gap in gaps(match))
    assert [piece.state for piece in scene(match).pieces if piece.at == "discard"] == ["event"]


def test_of_several_gaps_of_the_same_year_the_ghost_takes_the_nearest_T3_2():
    match = position(line="1500 1876 1900", hands={0: "1876b 1620", 1: "1790"})
    match.play(0, "place 1876b 3")
    assert "belonged" in gaps(match)[2].state


@pytest.mark.parametrize(("count", "state"), [(10, ""), (11, "long"), (21, "long dense"), (31, "long dense tight")])
def test_a_long_line_folds(count, state):
    assert scene(long_line(count)).places["line"] == state


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (1796, 1876, 1800),
        (-776, 105, -500),
        (1903, 1907, 1905),
        (1913, 1914, None),
        (-3, 4, None),
        (-20000, -9000, -10000),
    ],
)
def test_the_milestone_of_a_gap_is_the_roundest_year_in_it(low, high, found):
    assert milestone(*(Card("", year, False, {}, "", {}) for year in (low, high))) == found


# --- Round, seats, the end -------------------------------------------------------


def test_who_has_one_card_left_and_who_is_out_stands_in_the_trays_T4_2_T4_3():
    match = position(line="1500", hands={0: "1610 1620", 1: "1700"})
    assert scene(match).places.get("seat-1") == "near"
    assert "seat-0" not in scene(match).places
    match = playoff(3, hands={0: "1610", 1: "1700", 2: "1790 1900"}, out={2: 4})
    assert {key: state for key, state in scene(match).places.items() if key != "line"} == {"seat-2": "out"}
    assert scene(match, "fr").counts["status"] == "Manche 5 · départage"
    assert scene(match, "fr").counts["cards-2"] == "hors course"


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_score_sheet_ends_with_what_is_counted_T4_7(seats):
    *_, match = walk(seats, seed=seats, cards=2)
    for lang in LANGUAGES:
        *_, total = match.table.sheet(match.state, lang)
        assert total.total
        assert list(total.values) == list(match.scores)
