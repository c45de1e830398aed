"""The table in the browser: every piece has a place, every choice a handle, and nothing hidden is revealed."""

import re
from functools import cache
from random import Random

import pytest

from tempolude.engine.match import Match
from tempolude.engine.state import NONE
from tempolude.engine.table import People
from tempolude.engine.ways import Interpreted
from tempolude.games.collectors import scene, scoring, state, words
from tempolude.games.collectors.components import CRYSTAL, TYPE_NAMES, read_cards
from tempolude.games.collectors.meta import GAME
from tempolude.server.view.page import SeatedPlayer, table_page
from tempolude.server.view.pages import Pages

from .positions import CARDS_FILE, position

NAMES = ["Ada", "Blaise", "Camille", "Inès"]
LANGUAGES = ("en", "fr")
TABLES = [(2, None), (3, None), (4, None), (4, "yellow+green+blue+red"), (2, "green+yellow")]
PAGES = Pages([GAME])


def begin(seats, boards=None, seed=1):
    return Match(GAME, seats=seats, seed=seed, names=NAMES[:seats], options={"boards": boards} if boards else None)


def walk(seats, boards=None, seed=1, every=1):
    """A random match, stopping before every decision (or only some of them) and at the end."""
    match, dice = begin(seats, boards, seed), Random(seed)
    while not match.over:
        seat = dice.choice(match.waiting)
        if len(match.log) % every == 0:
            yield match, seat
        match.play(seat, dice.choice(match.legal(seat)).number)
    yield match, NONE


def players(match):
    return [SeatedPlayer(seat, name, 8 - seat) for seat, name in enumerate(match.names)]


def page(match, seat, lang):
    return table_page(PAGES, match, players(match), seat, lang, None)


def ids(html):
    return re.findall(r'\bid="([^"]+)"', html)


def people(match, reader=NONE):
    return People(match.names, reader, [player.colour for player in players(match)])


def pieces(match, seat, lang="en"):
    """All pieces on the table as a seat sees them."""
    own = match.table.own(match.view(seat), seat, lang, people(match, seat)) if seat >= 0 else []
    taken = {piece.at for piece in own}
    seen = match.table.scene(match.view(NONE), lang, people(match)).pieces
    return [piece for piece in seen if piece.at not in taken] + own


@cache
def places(seats, boards, reader):
    """The ids on a page at the start of a match: places do not come and go."""
    match = begin(seats, boards)
    return frozenset(ids(page(match, reader, "en"))) - {piece.id for piece in pieces(match, reader)}


# --- Pieces and places -----------------------------------------------------------


@pytest.mark.parametrize(("seats", "boards"), TABLES)
def test_every_piece_lies_at_a_place_of_every_readers_page(seats, boards):
    for match, _ in walk(seats, boards, seed=seats, every=3):
        for reader in range(-1, seats):
            lying = pieces(match, reader)
            assert {piece.at for piece in lying} <= places(seats, boards, reader)
            assert len({piece.id for piece in lying}) == len(lying)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_id_stands_twice_on_a_page(seats, lang):
    for match, _ in walk(seats, seed=3, every=17):
        for reader in (-1, len(match.log) % seats):
            found = ids(page(match, reader, lang))
            assert len(set(found)) == len(found), sorted(name for name in found if found.count(name) > 1)


@pytest.mark.parametrize(("seats", "boards"), TABLES)
def test_every_choice_can_be_clicked_or_has_a_button(seats, boards):
    for match, seat in walk(seats, boards, seed=seats + 20):
        if seat == NONE:
            break
        view = match.view(seat)
        lying = pieces(match, seat)
        on_page = places(seats, boards, seat) | {piece.id for piece in lying} | {piece.handle for piece in lying}
        for action in match.legal(seat):
            for handle in action.handles:
                for lang in LANGUAGES:
                    assert (handle in on_page) != bool(match.table.button(view, seat, handle, lang)), handle


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 4])
def test_every_face_is_drawn_from_symbols_that_are_there(seats, lang):
    symbols = set(ids(PAGES.sprites["house"] + PAGES.sprites["collectors"]))
    faces = PAGES.faces(begin(seats), lang)
    for match, _ in walk(seats, seed=seats + 40, every=2):
        for reader in range(-1, seats):
            for piece in pieces(match, reader, lang):
                drawn = str(faces.piece(piece.face))
                assert drawn, piece.face
                assert set(re.findall(r'href="#([^"]+)"', drawn)) <= symbols, piece.face


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_fifty_treasures_have_a_picture_and_say_how_they_count(lang):
    symbols = set(ids(PAGES.sprites["house"] + PAGES.sprites["collectors"]))
    faces = PAGES.faces(begin(2), lang)
    drawn = {card.id: str(faces.piece(f"treasure:{number}")) for number, card in enumerate(read_cards(CARDS_FILE))}
    assert all(set(re.findall(r'href="#([^"]+)"', html)) <= symbols for html in drawn.values())
    pictures = {re.sub(r'data-tip="[^"]*"', "", html) for html in drawn.values()}
    assert len(pictures) == len(drawn) == 37  # 27 single cards, 3 minerals, 7 kinds of book
    assert all(re.search(r"L6\.\d", html) for html in drawn.values())


# --- What is hidden --------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_table_looks_the_same_whatever_is_hidden(seats):
    way = Interpreted(GAME)
    for match, _ in walk(seats, seed=seats + 60, every=3):
        for reader in range(-1, seats):
            view = match.view(reader)
            other = view.copy()
            way.guess(other, reader, 4711 + reader)
            again = GAME.hide(other, reader)
            seen, spectators = people(match, reader), people(match)
            if reader >= 0:
                assert match.table.own(again, reader, "en", seen) == match.table.own(view, reader, "en", seen)
            shown = match.table.scene(GAME.hide(other, NONE), "en", spectators)
            assert shown == match.table.scene(match.view(NONE), "en", spectators)


def test_dice_lie_behind_screens_until_dates_are_shown_L3_2():
    match = begin(2)
    hidden = [piece for piece in pieces(match, NONE) if piece.at.startswith("dice-")]
    assert {piece.face for piece in hidden} == {"die:8", "die:7"}
    mine = [piece for piece in pieces(match, 0) if piece.at == "dice-0"]
    assert [piece.face for piece in mine] == [f"die:8:{value}" for value in match.view(0).roll[0]]
    assert [piece.face for piece in pieces(match, 0) if piece.at == "dice-1"] == ["die:7"] * 4


def test_a_die_keeps_its_name_from_the_roll_to_the_date_L3_1_L3_2():
    p = position(rolls={0: "1348", 1: "0055"}).play(0, "set 3841")
    names = People(NAMES[:2], 0)

    def date(lying):
        dice = sorted((piece for piece in lying if piece.at == "dice-0"), key=lambda piece: piece.order)
        return [(piece.id, piece.face[-1]) for piece in dice]

    before = date(p.table.own(p.s, 0, "en", names))
    assert before == [("die-0-1", "3"), ("die-0-3", "8"), ("die-0-2", "4"), ("die-0-0", "1")]
    p.play(1, "set 0055")
    assert date(p.table.scene(p.s, "en", names).pieces) == before
    assert date(p.table.own(p.s, 0, "en", names)) == []


# --- Handles and buttons ---------------------------------------------------------


def test_a_click_on_a_stop_is_the_cheapest_journey_there_L4_1():
    p = position(crystals={0: 2}, dates={0: 3841, 1: 0})

    def clicks(text):
        return p.table.handles(p.s, 0, p.table.read(p.s, 0, text))

    assert clicks("travel B 0") == ("era-b",)
    assert clicks("travel C 1") == ("era-c",)
    assert clicks("travel 3961 2") == ("date-3961",)
    assert clicks("travel C 2") == ("spare", "era-c", "change-2")
    assert p.table.button(p.s, 0, "change-2", "en") == "2 dice"
    assert p.table.button(p.s, 0, "spare", "en") == "Change extra dice"


def test_a_journey_that_is_considered_shows_the_date_it_would_make_and_what_it_would_bring_L4_1():
    p = position(crystals={0: 2}, dates={0: 3841, 1: 0})
    pieces = p.table.preview(p.s, 0, p.table.read(p.s, 0, "travel 3961 2"), "en", People(["Ada", "Blaise"], 0))
    dice = [piece for piece in pieces if piece.id.startswith("die-")]
    assert sorted(piece.face[-1] for piece in dice) == ["6", "9"]
    assert all(piece.state == "changed" for piece in dice)
    gains = [piece for piece in pieces if piece.id.startswith("gain-")]
    assert len({piece.at for piece in gains}) == len(gains) == 2, "B and C, each on a place of its own"
    assert [piece.face for piece in pieces if piece.id == "caption-0"] == ["leads:3"]


def test_a_button_that_does_a_thing_at_once_says_which_L4_2():
    p = position(crystals={0: 1}, dates={0: 4444, 1: 0})
    spare = [n for n in Interpreted(GAME).legal(p.s, 0) if p.table.handles(p.s, 0, n)[0] == "spare"]
    assert spare == scene.spare_changes(p.s, 0)
    assert len(spare) == 1
    assert p.table.button(p.s, 0, "spare", "en") == "Change 1 die all the same: era C"


def test_in_an_era_the_card_is_collected_and_the_pile_gives_another_L4_4():
    p = position(crystals={0: 1}, dates={0: 5000, 1: 0}).play(0, "travel C 0")
    assert [p.table.handles(p.s, 0, p.table.read(p.s, 0, text)) for text in ("discard C", "collect")] == [
        ("pile",),
        ("era-c",),
    ]


# --- Tags ------------------------------------------------------------------------


def tags(p, seat=0):
    own = p.table.own(p.s, seat, "en", People(NAMES[: p.s.players], seat))
    return {piece.at.removeprefix("tag-"): piece.face for piece in own if piece.at.startswith("tag-")}


def test_a_tag_under_a_stop_says_what_the_journey_costs_and_who_gets_the_toll_L4_1_L4_3():
    p = position(crystals={0: 2}, at={0: "B", 1: "C"}, dates={0: 3841, 1: 9000}, played=[1])
    assert tags(p) == {
        "era-a": "price:1",
        "era-b": "price:0",
        "date-3961": "price:2",
        "era-c": "price:1:2",
        "era-d": "price:1",
        "future": "price:1",
    }


def test_a_tag_shows_the_dates_that_the_dice_can_make_L3_1():
    assert tags(position(rolls={0: "0001"})) == {"era-a": "dates:0001:1000"}
    assert tags(position(rolls={0: "1489"}))["date-1984"] == "dates:1984"


def test_a_place_says_how_many_points_the_card_in_hand_would_add_L6():
    p = position(
        board={0: "dodo . . . / . . . . / . . . ."}, line="colossus ginkgo moa pyrite", crystals={0: 0},
        dates={0: 5000, 1: 0},
    )  # fmt: skip
    own = p.table.own(p.s, 0, "en", People(NAMES[:2], 0))
    gains = {piece.at: piece.face for piece in own if piece.face.startswith("gain")}
    assert gains["nook-0-0-1"] == "gain:+10"  # 6 for two neighbours instead of -3 for a lone one, and a crystal
    assert gains["nook-0-1-0"] == "gain:+9"
    assert gains["nook-0-1-1"] == "gain:−3"
    assert p.table.explain(p.s, 0, p.table.read(p.s, 0, "place 0,1"), "en") == "1 crystal, +10 points"


# --- Feats and scores ------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_feat_is_within_reach_when_the_rules_say_so_L7(seats):
    for match, _ in walk(seats, seed=seats + 80, every=2):
        for seat in range(seats):
            met = scoring.feats_met(match.view(NONE), seat)
            for feat in range(len(state.FEATS)):
                have, needed = scene.progress(match.view(NONE), seat, feat)
                assert (have >= needed) == (met >> feat & 1)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_score_sheet_adds_up_L6(seats, lang):
    *_, (match, _) = walk(seats, seed=seats)
    rows = match.table.sheet(match.state, lang)
    assert [row.rule for row in rows if row.adds] == [f"L6.{n}" for n in range(1, 8)]
    counts = match.table.scene(match.view(NONE), lang, people(match)).counts
    assert [counts[f"points-{seat}"] for seat in range(seats)] == [scene.signed(points) for points in match.scores]


def test_the_words_of_the_page_are_the_same_in_both_languages():
    assert set(words.PAGE["en"]) == set(words.PAGE["fr"])
    assert set(words.BUTTONS["en"]) == set(words.BUTTONS["fr"])
    assert set(words.NOOKS["en"]) == set(words.NOOKS["fr"]) == {"", CRYSTAL, *TYPE_NAMES}
