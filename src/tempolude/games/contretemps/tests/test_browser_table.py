"""The table in the browser: every piece has a place, every action can be clicked, nothing hidden is revealed."""

import re

import pytest

from tempolude.engine.state import NONE
from tempolude.engine.table import People
from tempolude.engine.ways import Interpreted
from tempolude.games.contretemps import state
from tempolude.games.contretemps.meta import GAME
from tempolude.server.view.page import SeatedPlayer, table_page
from tempolude.server.view.pages import Pages

from .positions import CONSTANT, play, position, random_match, travel

LANGUAGES = ("en", "fr")
TABLES = [(seats, mode) for seats in GAME.seats for mode in ("classic", "paradoxes")]
SPECTATOR = -1


@pytest.fixture(scope="module")
def pages():
    return Pages([GAME])


def page(pages, match, seat, lang="en"):
    players = [SeatedPlayer(i, name, i + 1) for i, name in enumerate(match.names)]
    return table_page(pages, match, players, seat, lang, None)


def scene(match, seat=SPECTATOR, lang="en"):
    return match.table.scene(match.view(seat), lang, People(match.names))


def own(match, seat, lang="en"):
    return match.table.own(match.view(seat), seat, lang, People(match.names, seat))


def lying(match, seat=SPECTATOR):
    """What a seat sees, place by place: the ids of the pieces, in order."""
    mine = own(match, seat) if seat >= 0 else []
    taken = {piece.at for piece in mine}
    pieces = [piece for piece in scene(match).pieces if piece.at not in taken] + mine
    places = {}
    for piece in sorted(pieces, key=lambda piece: piece.order):
        places.setdefault(piece.at, []).append(piece.id)
    return places


def piece(match, name):
    return next(piece for piece in scene(match).pieces if piece.id == name)


# --- Laws ------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "mode"), TABLES)
def test_every_piece_lies_at_a_place_of_the_page_and_every_action_can_be_clicked(pages, seats, mode):
    drawn, found = {*symbols(pages)}, {}
    for step, (match, seat) in enumerate(random_match(seats, mode, seats)):
        if not step:
            found = {reader: ids(page(pages, match, reader)) for reader in range(SPECTATOR, seats)}
            assert all(len(names) == len(set(names)) for names in found.values())
        public = scene(match)
        for reader in (SPECTATOR, seat):
            mine = own(match, seat) if reader >= 0 else []
            shown = [p for p in public.pieces if p.at not in {p.at for p in mine}] + mine
            assert {p.at for p in shown} | public.places.keys() <= {*found[reader]}
            names = [p.id for p in shown]
            assert len(names) == len(set(names))
            assert not {*names} & drawn
            assert all(p.label for p in shown if p.at not in ("loops", "own-loop"))
        on_table = {p.id for p in shown}
        for action in match.legal(seat) if not match.over else []:
            assert {*action.handles} <= on_table


def ids(html):
    """The ids on a page at the start of a match."""
    return re.findall(r'<(?!symbol)[a-z]+ id="([^"]+)"', html)


def symbols(pages):
    return re.findall(r'id="([^"]+)"', pages.sprites["house"] + pages.sprites[GAME.name])


@pytest.mark.parametrize(("seats", "mode"), TABLES)
def test_what_is_hidden_changes_nothing_that_a_reader_sees(seats, mode):
    for step, (match, seat) in enumerate(random_match(seats, mode, seats + 10)):
        if step % 3:
            continue
        for reader in (SPECTATOR, seat):
            view = match.view(reader)
            other = view.copy()
            Interpreted(GAME).guess(other, reader, step + 1)
            again = GAME.hide(other, reader)
            people = People(match.names, reader)
            assert match.table.scene(again, "fr", people) == match.table.scene(view, "fr", people)
            if reader >= 0:
                assert match.table.own(again, reader, "fr", people) == match.table.own(view, reader, "fr", people)


@pytest.mark.parametrize(("seats", "mode"), TABLES)
def test_every_seat_is_shown_the_same_scene(seats, mode):
    for step, (match, seat) in enumerate(random_match(seats, mode, seats + 20)):
        if step % 5 == 0:
            assert scene(match, seat) == scene(match)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_face_is_drawn(pages, lang):
    *_, (match, _) = random_match(6, "paradoxes", 4)
    faces = pages.faces(match, lang)
    drawn = {faces.piece(f"card:{suit}:{value}") for suit in range(state.SUITS) for value in range(1, state.VALUES + 1)}
    assert len(drawn) == state.CARDS
    for face in (
        "back",
        "facedown",
        "hub",
        "hub:2",
        "socket",
        "crystal",
        "key",
        "secret:3",
        "journey:0:4",
        "journey:7:0",
    ):
        assert "<" in faces.piece(face)
    for n in range(1, state.TOKENS + 1):
        assert f"#dial-{n}" in faces.piece(f"token:{n}")
        assert f"#v-{n}" in faces.piece(f"ghost:{n}")
    assert "forward" in faces.piece("loop:1:2:4:0")
    assert "to-head" in faces.piece("loop:1:2:-1:0")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seat", [SPECTATOR, 0])
def test_what_a_face_uses_is_drawn_in_the_page(pages, lang, seat):
    for step, (match, _) in enumerate(random_match(6, "paradoxes", 5)):
        if step in (0, 40) or match.over:
            html = page(pages, match, seat, lang)
            assert {*re.findall(r'href="#([^"]+)"', html)} - {"journal", "discussion"} - {""} <= {*symbols(pages)}
            assert len(html.encode()) < 250_000  # and 45 kB of stylesheets
            assert "{" not in re.sub(r'<script type="application/json".*?</script>', "", html, flags=re.DOTALL)


@pytest.mark.parametrize(("seats", "mode"), TABLES)
def test_the_score_sheet_adds_up_C5_3(seats, mode):
    *_, (match, _) = random_match(seats, mode, seats + 40)
    for lang in LANGUAGES:
        events, nearest, total = match.table.sheet(match.state, lang)
        assert total.total
        assert list(total.values) == list(match.scores)
        for seat in range(seats):
            held = [int(n) for n in events.values[seat].split(", ")] if match.scores[seat] else []
            assert len(held) == match.scores[seat]
            assert nearest.values[seat] == (min(held) if held else "–")


# --- What lies where -------------------------------------------------------------


def test_an_event_remembers_its_lead_and_its_winning_card_C3_5():
    match = position(events={1: "Q8 Q11 by 1", 2: "S9 by 2", 3: ""}, hands={0: "M9"})
    places = lying(match)
    assert places["past-1"] == ["card-Q8", "card-Q11", "disc-1-1"]
    assert places["past-2"] == ["card-S9", "disc-2-2"]
    assert piece(match, "card-S9").state == "lead win"
    assert places["token-of-3"] == ["event-3"]
    assert scene(match).places["place-3"] == "laid present now"
    assert [scene(match).places.get(f"place-{n}") for n in (0, 1, 2)] == [None, "laid", "laid beside"]
    assert scene(match).places.get("place-4") is None


def test_a_card_played_lies_before_its_player_until_the_trick_is_over():
    match = position(hands={0: "Q9 M9", 1: "Q10 M10", 2: "Q11 M11"})
    assert lying(match, 0)["hand-0"] == ["card-M9", "card-Q9"]
    play(match, {0: "Q9"})
    assert lying(match)["played-0"] == ["card-Q9"]
    assert "past-1" not in lying(match)
    assert piece(match, "card-Q9").was == "back-0-1"
    assert scene(match).places["part-1"] == "in nth-1 turn"
    play(match, {1: "Q10", 2: "Q11"})
    assert lying(match)["past-1"] == ["card-Q9", "card-Q11", "disc-2-1"]
    assert piece(match, "card-Q11").was == "back-2-1"
    assert lying(match)["discard"][-1] == "card-Q10"


def test_cards_stand_in_the_order_of_play_C3_2():
    match = position(events={1: "Q8 by 2", 2: ""}, hands={0: "M9"})
    states = scene(match).places
    assert [states[f"part-{seat}"] for seat in (2, 0, 1)] == ["in nth-0 turn", "in nth-1", "in nth-2"]


def test_a_card_offered_is_face_down_to_all_but_its_owner_C4_1():
    match = position(
        hands={0: "Q9 M7", 1: "M9 M8"}, at={0: CONSTANT, 1: CONSTANT, 2: CONSTANT}, events={1: "Q8 by 0", 2: ""}
    )
    play(match, {1: "M9"})
    for reader in (SPECTATOR, 0):
        assert lying(match, reader)["played-1"] == ["back-1-1"]
        assert lying(match, reader)["hand-1"] == ["back-1-0"]
    assert lying(match, 1)["played-1"] == ["card-M9"]
    assert lying(match, 1)["hand-1"] == ["card-M8"]
    play(match, {0: "Q9", 2: match.legal(2)[0].notation.split()[1]})
    assert piece(match, "card-M9").was == "back-1-1"


def test_a_journey_chosen_is_face_down_to_all_but_its_owner_C7_1():
    match = position(travel=True, events={1: "Q8 by 0", 2: "S8 by 1", 3: ""}, crystals={0: 3, 1: 3})
    travel(match, {0: "2"})
    assert piece(match, "choice-0").face == "secret:1"
    mine = {p.id: p for p in own(match, 0)}
    assert (mine["choice-0"].face, mine["choice-0"].at) == ("journey:1:2", "played-0")
    assert (mine["loop-0"].face, mine["loop-0"].at) == ("loop:1:2:0:0", "own-loop")
    assert not any(p.id.startswith("loop") for p in scene(match).pieces)
    travel(match, {1: "3", 2: "0"})
    assert lying(match)["loops"] == ["loop-0", "loop-1"]
    assert [lying(match)[f"stand-{n}"] for n in (0, 1, 3)] == [["traveller-1"], ["traveller-0"], ["traveller-2"]]


def test_who_travels_to_one_place_is_drawn_beside_the_others():
    match = position(events={1: "Q8 by 0", 2: ""}, at={0: 1, 2: 1}, hands={0: "M9"})
    assert [piece(match, f"loop-{seat}").face for seat in (0, 2)] == ["loop:1:1:0:0", "loop:3:1:0:1"]


def test_no_constant_leaves_its_setting_bare_C4_2():
    match = position(constant="", hands={0: "M9"})
    assert "setting" not in lying(match)
    assert scene(match).places["setting"] == "bare"
    assert piece(match, "constant").face == "hub"


def test_the_next_event_is_foreseen_only_in_the_classic_game_C8_1():
    assert piece(position(events={1: ""}), "token-8").face == "ghost:2"
    match = position(events={4: "Q8 by 0", 2: ""}, mode="paradoxes", present=2)
    assert piece(match, "token-7").face == "facedown"
    assert piece(match, "event-2").was == "token-8"


def test_discs_in_the_tray_count_the_events_controlled_C5_1():
    match = position(events={1: "Q8 by 1", 2: "Q9 by 1", 3: "Q10 by 1", 4: ""}, hands={0: "M9"})
    assert lying(match)["discs-1"] == ["won-1-0", "won-1-1", "won-1-2"]
    assert scene(match).places["discs-1"] == "full"
    assert lying(match)["discs-0"] == ["socket-0-0", "socket-0-1", "socket-0-2"]


def test_everybody_saw_who_could_not_follow_C3_3():
    match = position(voids={1: "QM"}, hands={0: "C9"})
    assert piece(match, "back-1-0").label == "Blaise: card in hand, no Moons or Quills (C3.3)"


def test_a_card_played_changes_no_other_card_of_the_hand():
    match = position(hands={0: "Q9 Q10 M8"})
    before = {piece.id: piece for piece in scene(match).pieces if piece.at == "hand-0"}
    play(match, {0: "Q9"})
    after = {piece.id: piece for piece in scene(match).pieces if piece.at == "hand-0"}
    assert before.keys() - after.keys() == {"back-0-2"}
    assert after.items() <= before.items()


def test_an_event_laid_moves_no_other_group_of_pieces():
    """Groups at other places than before are compared piece by piece, in every update."""
    assert len({len(scene(match).groups) for match, _ in random_match(4, "paradoxes", 2)}) == 1


def test_a_finished_match_asks_for_nothing():
    *_, (match, _) = random_match(3, "classic", 2)
    states = scene(match).places
    assert not any(place.startswith(("part-", "phase-", "ring-")) for place in states)
    assert not any("now" in state for state in states.values())
    assert match.state.event == NONE
