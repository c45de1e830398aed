"""The table in the browser: every piece has a place, every handle exists, nothing hidden is revealed."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tempolude.engine.match import Match
from tempolude.engine.rulebook import LANGUAGES
from tempolude.engine.table import People, Piece
from tempolude.games.masters import captions, state
from tempolude.games.masters.cards import emblem, look
from tempolude.games.masters.components import AMOUNT, SETS, read_set
from tempolude.games.masters.meta import GAME
from tempolude.server.view.page import SeatedPlayer, table_page
from tempolude.server.view.pages import STATIC, Pages

from .positions import NAMES, Position, position

PAGES = Pages([GAME])
SPECTATOR = -1
TABLES = [(seats, spheres) for seats in GAME.seats for spheres in ("random", "peace", "storm")]


def lying(table: Any, view: Any, reader: int, lang: str = "en") -> list[Piece]:
    """The pieces that a reader sees."""
    people = People(NAMES, reader)
    scene = table.scene(GAME.hide(view, SPECTATOR), lang, people)
    own = table.own(view, reader, lang, people) if reader >= 0 else []
    taken = {piece.at for piece in own}
    return [piece for piece in scene.pieces if piece.at not in taken] + own


def page(match: Match, reader: int, lang: str = "en") -> str:
    players = [SeatedPlayer(i, NAMES[i], i + 1) for i in range(match.seats)]
    return table_page(PAGES, match, players, reader, lang, None)


@cache
def places(seats: int, reader: int) -> frozenset[str]:
    """The ids on a reader's page, except those of pieces and drawings."""
    text = re.sub(
        r"<symbol.*?</symbol>|<defs>.*?</defs>", "", page(Match(GAME, seats=seats, seed=1), reader), flags=re.S
    )
    found = re.findall(r'<(?!div id="[^"]*" class="piece)[a-z]+ (?:[^>]*? )?id="([^"]+)"', text)
    assert len(found) == len(set(found)), "an id is there twice"
    return frozenset(found)


def positions(seats: int, options: dict[str, Any], seed: int, every: int) -> Any:
    match, dice = Match(GAME, seats=seats, seed=seed, options=options), Random(seed)
    while not match.over:
        if len(match.log) % every == 0:
            yield match
        seat = match.waiting[0]
        actions = match.way.legal(match.state, seat)
        match.play(seat, dice.choice(actions[1:] or actions))  # skip ending a phase, listed first: turns get longer
    yield match


@pytest.mark.parametrize(("seats", "spheres"), TABLES)
def test_every_piece_has_a_place_and_what_can_be_clicked_is_there(seats: int, spheres: str) -> None:
    for match in positions(seats, {"spheres": spheres}, seats, every=7):
        for reader in range(SPECTATOR, seats):
            view, on_page = match.view(reader), places(seats, reader)
            pieces = lying(match.table, view, reader)
            ids = [piece.id for piece in pieces]
            assert len(ids) == len(set(ids))
            assert not set(ids) & on_page
            assert {piece.at for piece in pieces} <= on_page
            assert all(piece.label for piece in pieces)
            assert {piece.was for piece in pieces}.isdisjoint(on_page)
            scene = match.table.scene(match.view(SPECTATOR), "en", People(NAMES))
            assert {place for place in scene.places if not place.startswith("hand-")} <= on_page
            if reader in match.waiting:
                handles = {handle for action in match.legal(reader) for handle in action.handles}
                found = set(ids) | {piece.handle for piece in pieces} | on_page
                for handle in handles - found:
                    assert all(match.table.button(view, reader, handle, lang) for lang in LANGUAGES), handle


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_page_depends_on_what_its_reader_sees_alone(seats: int) -> None:
    for number, match in enumerate(positions(seats, {}, 20 + seats, every=29)):
        for reader in range(SPECTATOR, seats):
            view = match.view(reader)
            guessed = view.copy()
            match.way.guess(guessed, reader, number)
            assert lying(match.table, GAME.hide(guessed, reader), reader) == lying(match.table, view, reader)


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_score_sheet_adds_up_M7_1(seats: int) -> None:
    *_, match = positions(seats, {}, 40 + seats, every=10_000)
    for lang in LANGUAGES:
        *levels, total, ke = match.table.sheet(match.state, lang)
        assert len(levels) == 5
        assert total.total
        assert ke.tie
        assert ke.values == tuple(match.state.ready[seat] + match.state.sparks[seat] for seat in range(seats))


# --- Faces -----------------------------------------------------------------------


def strange_set(folder: Path) -> Path:
    """Our set with mages and timers that have no emblem, and with everything else that a set may contain."""
    rows = (SETS / "house@1.csv").read_text("utf-8")
    for ours, strange in {
        "Ilvane": "Zoé de l’Aube",
        "Mornac": "M",
        "\nhourglass,": "\ncandle,",
        "astrolabe,timer": "armillary-sphere,timer",
        "inspiration,focus,1": "inspiration,focus,5",
        "mastery,spell,5": "mastery,spell,1",
        "Overload,Surcharge,Atossypher,3": "A,B,Atossypher,9",
        '"draw 2, recover 1"': '"discard half, remove up to 5, recover all, break"',
    }.items():
        assert ours in rows
        rows = rows.replace(ours, strange)
    path = folder / "strange.csv"
    path.write_text(rows, "utf-8")
    return path


def symbols() -> set[str]:
    services, ours = (
        re.findall(r' id="([^"]+)"', path.read_text("utf-8"))
        for path in (STATIC / "pieces.svg", Path(captions.__file__).with_name("pieces.svg"))
    )
    assert len(ours) == len(set(ours))
    assert set(services).isdisjoint(ours)
    return {*services, *ours}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_of_every_set_draws(lang: str, tmp_path: Path) -> None:
    known = symbols()
    for cards in ("house", strange_set(tmp_path)):
        match = Match(GAME, seats=2, seed=1, options={"cards": cards})
        faces = PAGES.faces(match, lang)
        for number, kind in enumerate(read_set(cards)):
            drawn = faces.piece(f"cast:{number}:12")
            assert kind.name[lang] in drawn
            assert set(re.findall(r'href="#([^"]+)"', drawn)) <= known
            assert f"#seal-{emblem(kind)}" in drawn
        for face in ("back", "slot", "drop", "ke:gold", "token:discount:2", "token:limit:1", "planet:5:7", "access:14"):
            assert set(re.findall(r'href="#([^"]+)"', faces.piece(face))) <= known
        page(match, 0, lang)


def test_cards_nobody_knows_have_emblems_of_their_own(tmp_path: Path) -> None:
    kinds = {kind.id: kind for kind in read_set(strange_set(tmp_path))}
    assert emblem(kinds["spark"]).startswith("star-")
    assert emblem(kinds["spark"]) == emblem(kinds["dynamo"]), "the same mage, the same emblem"
    assert (emblem(kinds["candle"]), emblem(kinds["armillary-sphere"])) == ("dial-1", "dial-2")
    assert emblem(kinds["inspiration"]) == "focus-5"


def test_every_word_of_an_effect_is_written_in_both_languages() -> None:
    for lang in LANGUAGES:
        assert captions.SHORT[lang].keys() == captions.MEANING[lang].keys() == AMOUNT.keys()
        assert captions.PAGE[lang].keys() == captions.PAGE["en"].keys()
        assert captions.LABELS[lang].keys() == captions.LABELS["en"].keys()
        for kind in read_set("house"):
            assert "{" not in look(kind, lang).tip


@pytest.mark.parametrize("reader", [SPECTATOR, 0])
def test_the_page_is_not_heavy(reader: int) -> None:
    match = Match(GAME, seats=4, seed=5)
    dice = Random(5)
    while len(match.log) < 150:
        match.play(match.waiting[0], dice.choice(match.way.legal(match.state, match.waiting[0])))
    sheets = [PAGES.assets.files[PAGES.assets.addresses[f"{at}.css"]] for at in ("house", "table", "masters/table")]
    text = re.sub(r'<ol class="log".*?</ol>|"log":.*?"since"', "", page(match, reader, "fr"), flags=re.S)
    assert len(text.encode()) + sum(len(sheet.content) for sheet in sheets) < 260_000, "the log aside"


# --- Gliding ---------------------------------------------------------------------

MOVES = {  # a position, the actions played in it, and the piece that results, the same for everybody
    "cast": (position(hands={0: "charge flow"}), "cast charge", "cast-0"),
    "placed": (position(hands={0: "charge"}, timers={0: ["pendulum"]}), "place charge t1", "on-0-0-1-0"),
    "set up": (position(hands={0: "hourglass"}), "set hourglass", "timer-0-0"),
    "focused": (position(hands={0: "convergence"}), "focus convergence", "gone-0-0"),
    "delayed": (position(hands={0: "charge"}, timers={0: ["hourglass: flow"]}), "delay t1 charge", "under-0-0-0"),
    "activated": (position(timers={0: ["hourglass: charge"]}), "activate t1", "free-1-0"),
    "released": (position(timers={0: ["hourglass: charge"]}).do("activate t1"), "release charge", "cast-0"),
    "closed": (
        position(hands={0: "charge"}, decks={0: "flow " * 6}, spheres={1: ""}).do("cast charge"),
        "done",
        "gone-0-0",
    ),
    "revealed": (
        position(hands={0: "charge"}, spheres={1: "spark ebb"}).do("cast charge", "done"),
        "take 1",
        "open-1-7",
    ),
}


@pytest.mark.parametrize("move", MOVES)
def test_a_card_glides_from_where_it_was(move: str) -> None:
    before, action, made = MOVES[move]
    after = Position(before.s.copy(), before.table).do(action)
    for reader in (SPECTATOR, 0, 1):
        old = {piece.id for piece in lying(before.table, GAME.hide(before.s, reader), reader)}
        new = {piece.id: piece for piece in lying(after.table, GAME.hide(after.s, reader), reader)}
        assert made not in old
        assert new[made].was in old
        assert new[made].was not in new


def test_a_card_taken_from_a_sphere_glides_into_the_hand() -> None:
    before = position(hands={0: "charge"}).do("cast charge", "done")
    card = before.s.sphere[0][before.s.remaining[0] - 1]
    after = Position(before.s.copy(), before.table).do("take 1")
    for reader, name in ((0, f"mine-{card}-0"), (1, "back-0-0"), (SPECTATOR, "back-0-0")):
        pieces = {piece.id: piece for piece in lying(after.table, GAME.hide(after.s, reader), reader)}
        assert pieces[name].was == f"open-1-{card}"


def test_only_its_owner_reads_a_card_under_a_timer_M3_1() -> None:
    p = position(hands={0: "charge"}, timers={0: ["hourglass: flow"]}).do("delay t1 charge")
    labels = [
        next(piece.label for piece in lying(p.table, GAME.hide(p.s, reader), reader) if piece.id == "under-0-0-0")
        for reader in (0, 1)
    ]
    assert "Charge" in labels[0]
    assert "Charge" not in labels[1]


def test_the_discards_lie_open_while_one_is_asked_for() -> None:
    p = position(hands={0: "recollection"}, discards={0: "flow ebb flow"}).do("cast recollection")
    picks = [piece for piece in lying(p.table, GAME.hide(p.s, 0), 0) if piece.at == "fetch"]
    assert [piece.handle for piece in picks] == ["discards-flow", "discards-ebb", "discards-flow"]
    assert not [piece for piece in lying(p.table, GAME.hide(p.s, 1), 1) if piece.at == "fetch"]


def test_the_price_tags_of_a_hand_follow_its_tokens_M6_4() -> None:
    held = {"-1": "cheaper-1", "-2": "cheaper-2", "+1": "dearer", "-2 +1": "cheaper-1", "limit": ""}
    for tokens, classes in held.items():
        p = position(tokens={0: tokens})
        assert p.table.scene(GAME.hide(p.s, SPECTATOR), "en", People(NAMES)).places.get("hand-0", "") == classes


def test_a_timer_that_may_be_discarded_has_a_handle_for_it_M4_2() -> None:
    p = position(timers={0: ["trapped-dial: charge", "pendulum"]}).do("activate t1")
    assert not [piece for piece in lying(p.table, GAME.hide(p.s, 0), 0) if piece.id.startswith("drop-")]
    p = position(timers={0: ["chronograph"]})
    assert [piece.id for piece in lying(p.table, GAME.hide(p.s, 0), 0) if piece.id.startswith("drop-")] == ["drop-1"]
    assert p.table.handles(p.s, 0, state.DROP) == ("drop-1",)
