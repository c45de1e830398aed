"""The table in the browser: every piece has a place, every handle can be clicked, nothing hidden is revealed."""

import re
from random import Random

import pytest

from tempolude.engine.match import Match
from tempolude.engine.table import People
from tempolude.games.pirates import state
from tempolude.games.pirates.chart import TALL, WIDE, Chart
from tempolude.games.pirates.components import FOLDER, read_board
from tempolude.games.pirates.meta import GAME
from tempolude.games.pirates.scene import sockets
from tempolude.server.view.page import SeatedPlayer, table_page
from tempolude.server.view.pages import Pages

from .positions import CALIPHS, FUTURE, MOON, NAMES, PYRAMIDS, bag_gives, begin_turn, position
from .test_records import eager

LANGUAGES = ("en", "fr")


@pytest.fixture(scope="module")
def pages():
    return Pages([GAME])


def page_of(pages, match, reader, lang="en"):
    players = [SeatedPlayer(i, name, i + 1) for i, name in enumerate(match.names)]
    return table_page(pages, match, players, reader, lang, None)


def ids(page):
    """The ids of a page: those of its pieces, and all others."""
    pieces = re.findall(r'<div id="([^"]+)" class="piece', page)
    rest = re.findall(r' id="([^"]+)"', page)
    for piece in pieces:
        rest.remove(piece)
    return pieces, rest


def matches(seats, seed=0, step=1, options=None):
    """A match between eager players, at every `step`-th position and at its end."""
    match = Match(GAME, seats=seats, seed=seed, names=NAMES[:seats], options=options)
    chance = Random(seed)
    for number in range(10_000):
        if number % step == 0 or match.over or match.state.phase == state.ADDING:
            yield match
        if match.over:
            return
        seat = chance.choice(match.waiting)
        match.play(seat, eager(match, seat, chance))


def scene(match, lang="en"):
    return match.table.scene(match.view(-1), lang, People(match.names))


def own(match, seat, lang="en"):
    return match.table.own(match.view(seat), seat, lang, People(match.names, seat))


def piece(match, name):
    return next(piece for piece in scene(match).pieces if piece.id == name)


# --- Pieces and places -----------------------------------------------------------


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_piece_lies_at_a_place_that_every_reader_has(pages, seats):
    places = {}
    for match in matches(seats, seats, step=7):
        if not places:
            for reader in range(-1, seats):
                found = ids(page_of(pages, match, reader))[1]
                assert len(found) == len(set(found))
                places[reader] = set(found)
        laid = scene(match)
        names = [piece.id for piece in laid.pieces]
        assert len(set(names)) == len(names)
        for reader, there in places.items():
            assert not there.intersection(names)
            assert {piece.at for piece in laid.pieces} <= there
            assert set(laid.places) <= there
            if reader >= 0:
                mine = own(match, reader)
                assert {piece.at for piece in mine} <= there
                taken = {piece.at for piece in mine}
                shown = [piece.id for piece in mine] + [piece.id for piece in laid.pieces if piece.at not in taken]
                assert len(set(shown)) == len(shown)


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_handle_can_be_clicked(pages, seats):
    places = {}
    for match in matches(seats, seats + 20, step=3):
        for seat in match.waiting:
            if seat not in places:
                places[seat] = set(ids(page_of(pages, match, seat))[1])
            laid = scene(match).pieces + own(match, seat)
            known = places[seat] | {piece.id for piece in laid} | {piece.handle for piece in laid if piece.handle}
            for action in match.legal(seat):
                for handle in action.handles:
                    label = match.table.button(match.view(seat), seat, handle, "fr")
                    assert (handle in known) != bool(label), handle


def test_gates_are_handles_only_where_the_acting_pirate_stands_P3_4():
    match = position(at=(MOON, PYRAMIDS, CALIPHS))
    handles = {piece.id: piece.handle for piece in scene(match).pieces if piece.id.startswith("gate-")}
    assert {name for name, handle in handles.items() if handle} == {f"gate-{MOON}-1", f"gate-{MOON}-2"}


def test_a_page_has_all_pieces_before_any_script_and_says_them_in_both_languages(pages):
    for match in matches(5, 3, step=60):
        for lang, word in (("en", "Blue contract: 6 blue objects"), ("fr", "Contrat bleu : 6 objets bleus")):
            page = page_of(pages, match, 1, lang)
            names = {piece.id for piece in scene(match, lang).pieces}
            assert names - set(ids(page)[0]) <= {f"sealed-1-{i}" for i in range(state.WHITE_COPIES)}
            assert word in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_face_can_be_drawn_and_every_piece_has_a_name(pages, lang):
    drawn = set()
    for match in matches(6, 2, step=5):
        faces = pages.faces(match, lang)
        for piece in scene(match, lang).pieces + [piece for seat in range(6) for piece in own(match, seat, lang)]:
            if piece.face == "lump":  # something in the bag, and nobody knows what
                continue
            assert piece.label
            assert "{" not in piece.label
            drawn.add(piece.face.split(":")[0])
            assert "<svg" in faces.piece(piece.face)
    assert {"object", "contract", "pirate", "officer", "gate", "counter", "mark", "sealed", "way"} <= drawn


def test_who_cannot_see_is_told_what_things_are(pages):
    page = page_of(pages, position(), 0, "fr")
    assert 'aria-label="Contrats violets"' in page
    assert 'aria-label="Porte 2 : Pyramides vers Âge de la voile"' in page
    assert 'aria-label="Pion : Ada"' in page


def test_every_sentence_of_the_log_can_be_drawn(pages):
    for match in matches(4, 1, step=10_000):
        for lang in LANGUAGES:
            faces, people = pages.faces(match, lang), People(match.names)
            for line in match.story(-1, lang):
                assert "chip" not in faces.line(line, people)


# --- What moves ------------------------------------------------------------------


def moved(match, seat, action):
    """Where every piece that an action moved was before it."""
    before = {piece.id: piece.at for piece in scene(match).pieces}
    match.play(seat, action)
    after = [piece for piece in scene(match).pieces if piece.id not in before and not piece.face.startswith("mark")]
    gone = set(before) - {piece.id for piece in scene(match).pieces}
    assert {piece.was for piece in after if piece.was} <= gone
    return {(before.get(piece.was), piece.at) for piece in after}


def test_an_object_glides_from_its_site_to_the_chest():
    match = position(epochs={PYRAMIDS: "B* G"}, hands={0: "B*"})
    site = piece(match, f"epoch-{PYRAMIDS}-blue-atomic-0").at
    assert moved(match, 0, "take B*") == {(site, "objects-0")}


def test_swapped_objects_glide_from_chest_to_chest():
    match = position(hands={0: "B<> V", 1: "R* R*"})
    assert moved(match, 0, "swap B<> 1 R*") == {("objects-0", "objects-1"), ("objects-1", "objects-0")}


def test_what_the_police_takes_glides_to_the_discards():
    match = position(police=CALIPHS, turn=1, due=1, hands={2: "W W B"})
    assert moved(match, 1, "gate 2") == {("objects-2", "discards")}
    assert len([piece for piece in scene(match).pieces if piece.at == "discards"]) == 3


def test_what_is_handed_in_lies_in_the_auction_house_until_the_contract_is_paid_P4_2():
    match = position(hands={0: "B B* B<> W"})
    match.play(0, "sell B2")
    match.play(0, "give B*")
    assert piece(match, "seat-0-blue-atomic-0").at == "paid"
    assert scene(match).places["deal-0"] == "bid"
    assert moved(match, 0, "give W") == {("paid", "discards"), ("objects-0", "discards")}
    assert piece(match, "contract-blue-2").at == "group-0-blue"
    assert piece(match, "sold-0").label == "Blue contract: 2 blue objects, 2 points (owned by Ada)"


def test_a_white_contract_glides_from_its_pile():
    match = position(hands={0: "B O R"}, contracts={1: "W3"})
    assert moved(match, 0, "sell W3") == {("objects-0", "discards"), ("deal-25", "group-0-white")}
    assert scene(match).counts["copies-25"] == "×2"


def test_what_the_bag_gives_glides_out_of_the_sack():
    match = position(epochs={FUTURE: "R"})
    bag_gives(match, 0, FUTURE, "V 1 G")
    assert moved(match, 0, f"restock {FUTURE}") >= {("sack", "track")}
    assert piece(match, f"epoch-{FUTURE}-violet-0").was
    assert scene(match).counts["discarded"] == 0


def test_objects_mostly_stay_where_they_are_when_one_is_taken():
    full = [0] * state.KINDS
    for kind in (0, 4, 4, 7, 12):
        full[kind] += 1
    before = sockets(full, 5)
    assert sorted(before.values()) == list(range(5))
    full[12] -= 1
    assert sockets(full, 5).items() <= before.items()


# --- What is hidden --------------------------------------------------------------


@pytest.mark.parametrize("seats", GAME.seats)
def test_nothing_on_the_page_tells_what_a_reader_may_not_know(seats):
    for match in matches(seats, seats + 40, step=25):
        people = People(match.names)
        for reader in range(-1, seats):
            view = match.view(reader)
            other = match.view(reader)
            match.way.guess(other, reader, 5)
            other = GAME.hide(other, reader)
            assert match.table.scene(view, "en", people) == match.table.scene(other, "en", people)
            if reader >= 0:
                assert match.table.own(view, reader, "en", people) == match.table.own(other, reader, "en", people)


def choosing():
    """Three players add white contracts; the first has chosen once."""
    match = position(year=3, bag="", elsewhere=2, contracts={0: "B2 G3 W3 W4", 1: "R2 V3 W4"})
    match.play(0, f"restock {FUTURE}")
    match.play(0, "add G")
    return match


def test_a_secret_choice_is_shown_to_who_made_it_and_sealed_to_others_P6_2():
    match = choosing()
    mine = {piece.id: piece.at for piece in own(match, 0)}
    assert mine["white-0-25-0"] == "group-0-green"
    assert mine["white-0-26-0"] == "group-0-white"
    everybody = {piece.id: piece.at for piece in scene(match).pieces}
    assert everybody["sealed-0-0"] == "sealed-0"
    assert "white-0-25-0" not in everybody
    assert match.table.explain(match.view(0), 0, state.ADD + 3, "en") == "Your points in green become 8."


def test_choices_are_shown_at_once_when_all_have_chosen_P6_2():
    match = choosing()
    match.play(0, "add B")
    match.play(1, "add V")
    assert match.over
    shown = {piece.id: piece for piece in scene(match).pieces}
    assert (shown["white-0-25-0"].at, shown["white-0-25-0"].was) == ("group-0-green", "sealed-0-0")
    assert shown["white-0-26-0"].at == "group-0-blue"
    assert not any(name.startswith("sealed") for name in shown)


# --- What is said ----------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_action_is_explained(lang):
    for match in matches(4, 9, step=4):
        for seat in match.waiting:
            view = match.view(seat)
            for action in match.legal(seat):
                words = match.table.explain(view, seat, action.number, lang)
                assert words.endswith(".")
                assert "{" not in words


def test_an_explanation_says_what_is_there_and_what_it_brings():
    match = position(hands={0: "B B R*"}, epochs={MOON: "G", CALIPHS: "R B"}, police=MOON, year=2)
    said = {a.notation: match.table.explain(match.view(0), 0, a.number, "en") for a in match.legal(0)}
    assert said["gate 1"] == "You go to the Classical age. There is nothing to take there."
    assert said[f"jump R* {MOON}"] == (
        "You discard the atomic object and jump to the Moon age. One object is there. The police are there."
    )
    assert said["sell B2"].startswith("You hand in 2 objects. It scores 2 points per year, 4 in total")


def test_the_step_of_the_turn_is_marked():
    def step(match):
        return [name for name, state in scene(match).places.items() if state == "current"]

    match = position(hands={0: "B*"})
    assert step(match) == ["phase-restock"]
    for text, now in (("gate 1", "2"), ("gate 1", "special"), ("end", "restock")):
        match.play(0, text)
        assert step(match) == [f"phase-{now}"]
    match = position(police=PYRAMIDS, hands={0: "B R"})
    begin_turn(match, 0)
    assert step(match) == ["phase-police"]


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_score_sheet_adds_up_P6_1_P6_3(seats):
    for match in matches(seats, seats + 60, step=10_000):
        if not match.over:
            continue
        *rows, total, contracts = match.table.sheet(match.state, "fr")
        assert total.total
        assert [row.label for row in rows[:3]] == ["Année 1", "Année 2", "Année 3"]
        assert list(contracts.values) == [sum(match.state.owned[seat]) for seat in range(seats)]


# --- Another board, other contracts ----------------------------------------------

OTHER = """id,name_en,name_fr,place_en,place_fr,years_en,years_fr,sites,gate_1,gate_2,police
a,Dawn,Aube,Dawn,à l’Aube,1,1,7,b,b,false
b,Noon,Midi,Noon,à Midi,2,2,1,c,a,false
c,A very long name of an epoch,Un très long nom,there,là,3,3,2,d,b,false
d,Dusk,Soir,Dusk,au Soir,4,4,3,e,g,true
e,Night,Nuit,Night,à la Nuit,5,5,6,f,b,false
f,A long name on the left side,Un long nom à gauche,there,là,6,6,5,g,c,false
g,Late,Tard,Late,à Tard,7,7,4,a,d,false
"""


@pytest.fixture
def other(tmp_path):
    (tmp_path / "board.csv").write_text(OTHER, encoding="utf-8")
    dear = (FOLDER / "contracts" / "house@1.csv").read_text("utf-8").replace("red,6,7,1", "red,6,20,1")
    (tmp_path / "contracts.csv").write_text(dear, encoding="utf-8")
    return {name: tmp_path / f"{name}.csv" for name in ("board", "contracts")}


def test_another_board_is_drawn_from_its_data(pages, other):
    for match in matches(3, 1, step=80, options=other):
        page = page_of(pages, match, 0, "fr")
        assert page.count('href="#land-other"') == state.EPOCHS
        assert len(re.findall(r'id="site-\d-\d"', page)) == sum(epoch.sites for epoch in read_board(other["board"]))
        assert "Un très long nom" in page
        assert {piece.at for piece in scene(match).pieces} <= set(ids(page)[1])
        face = pages.faces(match, "fr").piece(f"contract:{3 * state.COSTS - 1}")
        assert face.count('href="#n-2"') == face.count('href="#n-0"') == 2  # 20 points, large and small


@pytest.mark.parametrize("board", ["house", "other"])
def test_everything_lies_on_the_chart_and_no_two_things_on_each_other(board, other):
    chart = Chart(read_board(other["board"] if board == "other" else board))
    for side, shape in (("wide", WIDE), ("tall", TALL)):
        sites = [getattr(site, side) for land in chart.lands for site in land.sites]
        tokens = [getattr(current.token, side) for current in chart.currents.values()]
        assert all(0 < point.x < 1000 and 0 < point.y < shape.height for point in sites + tokens)
        assert all(a.far(b) > 40 for i, a in enumerate(sites) for b in sites[:i])
        assert all(a.far(b) > 30 for i, a in enumerate(tokens) for b in tokens[:i])
        if board == "house":
            assert all(max(abs(site.x - token.x), abs(site.y - token.y)) > 44 for site in sites for token in tokens)
