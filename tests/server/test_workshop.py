"""Custom components: faults by line, viewing, choosing, sharing, playing, deleting; and never a path."""

from __future__ import annotations

import csv
import html
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
import pytest

from tempolude.engine.data import look
from tempolude.engine.errors import BadRecord
from tempolude.engine.game import games
from tempolude.engine.options import LARGEST_FILE
from tempolude.engine.record import from_record
from tempolude.games.masters.components import read_set
from tempolude.games.timeline.components import FEWEST, read_deck
from tempolude.games.timeline.own import LEAST, MOST
from tempolude.server import wire
from tempolude.server.web import workshop
from tempolude.server.workshop.own import key_of
from tempolude.server.workshop.text import harmless

from .guests import Guest
from .serving import Server, serving, sqlite

GAMES = {game.name: game for game in games()}
SLUG = "expected lower-case letters, digits and hyphens"
EVIL = [
    "<script>alert(1)</script>",
    "</textarea><img src=x onerror=alert(2)>",
    '"><b onclick="x">',
    "{{ 7 * 7 }} {% raw %}",
    "=HYPERLINK(1)",
    "@SUM(A1)",
    "+cmd",
    "שָׁלוֹם",
    "&lt;i&gt;",
    "javascript:alert(3)",
]


def text(cards: int = FEWEST, names: list[str] | None = None, columns: str = "year,name,text") -> str:
    """A playable deck."""
    written = StringIO()
    sheet = csv.writer(written, lineterminator="\n")
    sheet.writerow(columns.split(","))
    for i in range(cards):
        name = names[i] if names and i < len(names) else f"Thing {chr(97 + i % 26)}{chr(97 + i // 26)}"
        sheet.writerow((1000 + i, name, f"This is what happened to {name}."))
    return written.getvalue()


def bring(guest: Guest, given: str = "", name: str = "Mine", file: bytes | None = None, **form: Any) -> httpx.Response:
    data = {"token": guest.token, "game": "timeline", "option": "decks", "name": name, "text": given} | form
    files = {"file": ("our-town.csv", file or b"", "text/csv")}
    return guest.web.post("/workshop", data=data, files=files)


def brought(guest: Guest, given: str = "", **more: Any) -> str:
    """The code of a deck that was accepted."""
    answer = bring(guest, given or text(), **more)
    assert answer.status_code == 200, told(answer)
    return answer.url.path.rsplit("/", 1)[1]


def told(answer: httpx.Response) -> list[tuple[int, str]]:
    """The faults that a page shows, by line."""
    found = re.findall(r'data-line="(\d+)">.*?</a> <span dir="auto">(.*?)</span>', answer.text)
    return [(int(line), html.unescape(reason)) for line, reason in found]


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving() as address:
        yield address


@pytest.fixture
def ada(server: str) -> Iterator[Guest]:
    with Guest(server, "Ada") as guest:
        yield guest


@pytest.fixture
def blaise(server: str) -> Iterator[Guest]:
    with Guest(server, "Blaise", lang="fr") as guest:
        yield guest


# --- Looking ---------------------------------------------------------------------


def test_the_decks_of_the_house_are_shown_with_counts_and_can_be_looked_at(ada: Guest) -> None:
    page = ada.web.get("/workshop/timeline/decks").text
    assert page.count('class="tile timeline"') == 6
    assert "150 cards" in page
    deck = ada.web.get("/workshop/timeline/decks/inventions").text
    assert deck.count('class="face" role="img"') == 150
    assert "1,760,000" not in deck[deck.index('class="album') :]
    dated = ada.web.get("/workshop/timeline/decks/inventions?dates=shown").text
    assert "The hand axe (about 1,760,000\u00a0BC)" in dated
    assert len(read_deck({"name": "x", "csv": ada.web.get("/workshop/timeline/decks/inventions/file.csv").text})) == 150


def test_the_lobby_and_the_options_lead_to_the_decks(ada: Guest) -> None:
    assert 'href="/workshop/timeline/decks"' in ada.web.get("/").text
    assert 'href="/workshop/timeline/decks"' in ada.web.get("/new/timeline").text
    assert 'href="/workshop/timeline/decks"' not in ada.web.get("/new/contretemps").text


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_template_is_a_deck_that_only_lacks_cards(server: str, lang: str) -> None:
    with Guest(server, lang=lang) as guest:
        answer = guest.web.get("/workshop/timeline/decks/template.csv")
        assert "attachment" in answer.headers["content-disposition"]
        refused = bring(guest, file=answer.content)
        expected = {"en": f"3 cards: expected {LEAST}", "fr": f"3 cartes\u00a0: il en faut de {LEAST}"}
        assert refused.status_code == 422
        assert [reason.startswith(expected[lang]) for _, reason in told(refused)] == [True]


@pytest.mark.parametrize(
    "path", ["nothing", "nothing/qr.svg", "nothing/file.csv", "pirates/template.csv", "..%2Fworld"]
)
def test_what_is_not_there_is_said_to_be_missing(ada: Guest, path: str) -> None:
    assert ada.web.get(f"/workshop/timeline/decks/{path}").status_code == 404


# --- Bringing --------------------------------------------------------------------


def test_a_pasted_deck_is_laid_out_and_stands_among_mine(ada: Guest, blaise: Guest) -> None:
    code = brought(ada, name="Our town")
    page = ada.web.get(f"/workshop/timeline/decks/{code}").text
    assert page.count('class="face" role="img"') == FEWEST
    assert "Thing aa (1000). This is what happened to Thing aa." in page
    assert f'href="/workshop/timeline/decks/{code}"' in ada.web.get("/workshop/timeline/decks").text
    assert f'href="/workshop/timeline/decks/{code}"' not in blaise.web.get("/workshop/timeline/decks").text


def test_a_deck_in_one_language_is_shown_in_both(ada: Guest, blaise: Guest) -> None:
    code = brought(ada, text(columns="year,name_fr,text_fr"))
    assert "Thing aa" in ada.web.get(f"/workshop/timeline/decks/{code}").text
    assert "Thing aa" in blaise.web.get(f"/workshop/timeline/decks/{code}").text


def test_a_broken_deck_is_refused_with_every_line_and_its_text_stays_to_be_mended(ada: Guest, blaise: Guest) -> None:
    lines = text().splitlines()
    lines[3], lines[7], lines[9], lines[11] = "soon,Nothing,No.", "1,2,3,4", "0,Zero,No.", "1500,Thing ba,Twice."
    answer = bring(ada, "\n".join(lines), name="Quarry")
    assert answer.status_code == 422
    assert [line for line, _ in told(answer)] == [4, 8, 10, 12]
    assert told(answer)[1][1] == "4 columns where the header has 3"
    assert "soon,Nothing,No." in answer.text
    assert 'value="Quarry"' in answer.text
    french = told(bring(blaise, "\n".join(lines)))
    assert [reason for _, reason in french][1:] == [
        "4 colonnes là où l’en-tête en a 3",
        "il n’y a pas d’an 0\u00a0: 1 av. J.-C. s’écrit -1",
        "en double\u00a0: 'Thing ba (en)' est déjà à la ligne 3",
    ]
    assert "Quarry" not in ada.web.get("/workshop/timeline/decks").text


def test_of_very_many_mistakes_the_first_are_told_and_the_rest_counted(ada: Guest) -> None:
    answer = bring(ada, "year,name,text\n" + "x,y,z\n" * 300)
    assert len(told(answer)) == workshop.TOLD
    assert "250 more." in answer.text


@pytest.mark.parametrize(
    ("given", "line", "reason"),
    [
        ("hello", 1, "missing column: year, name_en or name_fr or name, text_en or text_fr or text"),
        ("year,name,text\n", 1, "has no cards"),
        ('year,name,text\n1,"open,x\n', 2, "is not well-formed CSV: unexpected end of data"),
        ("year,year,name,text\n", 1, "duplicate column: year"),
        ("year,name,text\n1,tur\u202ened,x\n", 2, "name has a character that cannot be shown: '\\u202e'"),
        ("year,name,text\n1,bell\x07,x\n", 2, "name has a character that cannot be shown: '\\x07'"),
        ("id,year,name,text\n../../etc,1,a,b\n", 2, f"id '../../etc': {SLUG}"),
        ("icon,year,name,text\n../x.svg,1,a,b\n", 2, f"icon '../x.svg': {SLUG}"),
        (text(LEAST - 1), LEAST, f"{LEAST - 1} cards: expected {LEAST} to {MOST}"),
        (text(MOST + 1), MOST + 2, f"{MOST + 1} cards: expected {LEAST} to {MOST}"),
        (text(names=["x" * 61]), 2, "name has 61 characters: expected 1 to 60"),
        (text() + f"1,Long,{'x' * 301}\n", FEWEST + 2, "text has 301 characters: expected 1 to 300"),
    ],
)  # fmt: skip
def test_what_is_no_deck_is_refused_with_its_line(ada: Guest, given: str, line: int, reason: str) -> None:
    answer = bring(ada, given)
    assert answer.status_code == 422
    assert told(answer) == [(line, reason)]


@pytest.mark.parametrize(
    "content",
    [
        text(names=["Élan"]).encode(),
        b"\xef\xbb\xbf" + text(names=["Élan"]).encode(),
        text(names=["Élan"]).encode("utf-16"),
        text(names=["Élan"]).replace(",", ";").replace("\n", "\r\n").encode(),
        text(names=["Élan"]).replace(",", "\t").encode(),
        text(names=["Élan"]).encode("cp1252"),
    ],
    ids=["utf-8", "with a mark", "utf-16", "semicolons", "tabs", "windows"],
)
def test_a_file_is_read_as_spreadsheets_write_it(ada: Guest, content: bytes) -> None:
    answer = bring(ada, name="", file=content)
    assert answer.status_code == 200, told(answer)
    assert "Élan" in answer.text
    assert '<h1 dir="auto">our-town</h1>' in answer.text
    assert ("read as Windows-1252" in answer.text) == (content == text(names=["Élan"]).encode("cp1252"))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"PK\x03\x04 a workbook", "This is a spreadsheet file."),
        (b"\x89PNG\x81\x8d", "This is not a text file."),
        (text().encode() + b"\0", "This is not a text file."),
        (b"x" * (LARGEST_FILE + 1), "This file is too large: 256 KiB at most."),
    ],
)
def test_a_file_that_is_no_csv_is_refused_in_one_sentence(ada: Guest, content: bytes, words: str) -> None:
    answer = bring(ada, file=content)
    assert answer.status_code == 422
    assert words in answer.text


def test_a_deck_needs_a_text_and_a_name(ada: Guest) -> None:
    assert "Choose a file, or paste its text." in bring(ada, " \n").text
    assert "It needs a name." in bring(ada, text(), name="\u202e \x07").text


def test_a_form_larger_than_a_deck_is_refused_and_other_forms_stay_small(ada: Guest) -> None:
    assert bring(ada, file=b"x" * 400_000).status_code == 413
    assert ada.post("/me", name="x" * 70_000).status_code == 413


def test_nobody_has_more_decks_than_the_limit_and_the_same_deck_counts_once(server: str) -> None:
    with Guest(server) as guest:
        first = [brought(guest, name=f"Deck {i}") for i in range(workshop.MOST)]
        assert len(set(first)) == workshop.MOST
        answer = bring(guest, text(), name="One more")
        assert answer.status_code == 409
        assert "You have brought 20 already." in answer.text
        assert brought(guest, name="Deck 0") == first[0]
        guest.post(f"/workshop/timeline/decks/{first[1]}/delete")
        assert brought(guest, name="One more") not in first


def test_decks_at_high_rate_are_refused() -> None:
    with serving(limits=True) as address, Guest(address) as guest:
        answers = [bring(guest, "no deck").status_code for _ in range(31)]
    assert answers == [422] * 30 + [429]


def test_a_deck_needs_our_page_and_its_token(ada: Guest, blaise: Guest) -> None:
    assert bring(ada, text(), token="none").status_code == 403
    assert bring(ada, text(), token=blaise.token).status_code == 403
    assert (
        ada.web.post("/workshop", data={"token": ada.token}, headers={"origin": "http://elsewhere"}).status_code == 403
    )
    assert bring(ada, text(), game="contretemps").status_code == 404


# --- Escaping --------------------------------------------------------------------


def test_names_and_sentences_are_text_on_every_page(ada: Guest) -> None:
    evil = [f"{name} {turn}" for turn in "abcdef" for name in EVIL][:FEWEST]
    code = brought(ada, text(names=evil), name="<b>Mine</b>")
    table = ada.make("timeline", 2, **{"option-decks": key_of({"name": "<b>Mine</b>", "csv": text(names=evil)})})
    pages = [f"/workshop/timeline/decks{path}" for path in ("", f"/{code}", f"/{code}?dates=hidden", f"?change={code}")]
    for path in (*pages, f"/new/timeline?option=decks&code={code}", f"/t/{table}"):
        page = ada.web.get(path).text
        assert "&lt;b&gt;Mine&lt;/b&gt;" in page, path
        assert no_markup(page), path
    assert "{{ 7 * 7 }} {% raw %} a (1003)" in ada.web.get(f"/workshop/timeline/decks/{code}").text
    ada.post(f"/t/{table}/start")
    assert no_markup(ada.web.get(f"/t/{table}").text)
    with ada.line(table, -1) as line:
        state = line.until(wire.State)
        assert no_markup(str((state.faces, state.log, state.ask)))  # the parts that a page inserts as HTML
        assert "&lt;" in str(state.faces)


def no_markup(page: str) -> bool:
    return not any(raw in page for raw in ("<script>alert", "<img src=x", "<b>Mine", "<b onclick"))


def test_a_download_holds_no_formula_and_reads_back_the_same(ada: Guest) -> None:
    given = text(names=EVIL)
    code = brought(ada, given)
    answer = ada.web.get(f"/workshop/timeline/decks/{code}/file.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert "attachment" in answer.headers["content-disposition"]
    cells = [cell for row in csv.reader(StringIO(answer.text.lstrip("\ufeff"))) for cell in row]
    assert not [cell for cell in cells if cell[:1] in "=+@"]
    assert read_deck({"name": "a", "csv": answer.text}) == read_deck({"name": "a", "csv": given})
    assert harmless(text()) == text()


# --- Sharing ---------------------------------------------------------------------


def test_who_has_the_link_can_look_and_play_but_not_change_or_delete(ada: Guest, blaise: Guest) -> None:
    code = brought(ada)
    page = blaise.web.get(f"/workshop/timeline/decks/{code}").text
    assert f"/workshop/timeline/decks/{code}/qr.svg" in page
    assert blaise.web.get(f"/workshop/timeline/decks/{code}/qr.svg").headers["content-type"] == "image/svg+xml"
    assert "/delete" not in page
    assert "(1000)" not in page
    assert blaise.post(f"/workshop/timeline/decks/{code}/delete").status_code == 403
    assert blaise.web.get(f"/workshop/timeline/decks?change={code}").status_code == 403
    assert bring(blaise, text(60), code=code).status_code == 403
    assert 'class="table timeline' in blaise.post("/play/timeline", option="decks", code=code).text
    assert ada.web.get(f"/workshop/timeline/decks/{code}").status_code == 200


def test_who_brought_a_deck_can_change_and_delete_it(ada: Guest) -> None:
    code = brought(ada)
    assert "Thing aa" in ada.web.get(f"/workshop/timeline/decks?change={code}").text
    assert brought(ada, text(names=["Another"]), code=code, name="Changed") == code
    page = ada.web.get(f"/workshop/timeline/decks/{code}").text
    assert "Another (1000)" in page
    assert "Changed" in page
    ada.post(f"/workshop/timeline/decks/{code}/delete")
    assert ada.web.get(f"/workshop/timeline/decks/{code}").status_code == 404
    assert ada.post(f"/workshop/timeline/decks/{code}/delete").status_code == 403


# --- Playing ---------------------------------------------------------------------


def finish(guest: Guest, code: str) -> dict[str, Any]:
    """Play a match against bots to its end, always with the first legal action; return its record."""
    with guest.line(code, -1) as line:
        line.shown()
        while not line.over:
            if line.actions:
                line.do(line.actions[0][0], f"m{line.version}")
            else:
                line.hear()
    record: dict[str, Any] = guest.web.get(f"/t/{code}/record").json()
    return record


def test_a_match_with_an_own_deck_is_complete_in_itself(tmp_path: Path) -> None:
    """It continues after the deck is deleted and the server restarted, and its record is verified without either."""
    server = Server(sqlite(tmp_path))
    with Guest(server.address, "Ada") as ada:
        code = brought(ada, name="Our town")
        table = ada.post("/play/timeline", option="decks", code=code).url.path.rsplit("/", 1)[1]
        ada.post(f"/workshop/timeline/decks/{code}/delete")
        port = int(server.address.rsplit(":", 1)[1])
        server.stop()
        server = Server(sqlite(tmp_path), port=port)
        assert ada.web.get(f"/workshop/timeline/decks/{code}").status_code == 404
        record = finish(ada, table)
    server.stop()
    assert record["options"]["decks"] == [{"name": "Our town", "csv": text()}]
    match = from_record(record)
    assert match.over
    assert match.table.by_id["thing-aa"].year == 1000
    record["options"]["decks"][0]["csv"] = text(names=["Other"])
    with pytest.raises(BadRecord):
        from_record(record)


def test_a_small_deck_is_played_beside_one_of_ours(ada: Guest) -> None:
    code = brought(ada, text(LEAST))
    page = ada.post("/play/timeline", option="decks", code=code, beside="france").text
    assert f"{LEAST + 125} cards" in page
    assert f"{LEAST + 150} cards" in ada.post("/play/timeline", option="decks", code=code).text
    key = key_of({"name": "Mine", "csv": text(LEAST)})
    refused = ada.post("/new/timeline", **{"seats": 2, "option-decks": key})
    assert refused.status_code == 400
    assert f"too few cards: {LEAST} in total; at least {FEWEST} are needed" in refused.text


def test_a_card_with_another_year_than_ours_is_told_in_the_reader_s_language(blaise: Guest) -> None:
    lines = text(columns="year,name,text").splitlines()
    given = "\n".join(["id," + lines[0], "compass," + lines[1], *("," + line for line in lines[2:])])
    answer = blaise.post("/play/timeline", option="decks", code=brought(blaise, given), beside="inventions")
    assert answer.status_code == 400
    assert "la carte &#39;compass&#39; a une autre année dans le paquet" in answer.text


def test_the_host_mixes_own_decks_with_ours_even_one_deleted_since(ada: Guest, blaise: Guest) -> None:
    code, key = brought(ada), key_of({"name": "Mine", "csv": text()})
    assert f'value="{key}" checked' in ada.web.get(f"/new/timeline?option=decks&code={code}").text
    table = ada.make("timeline", 2, **{"option-decks": [key, "france"]})
    assert "Mine" in blaise.web.get(f"/t/{table}").text
    ada.post(f"/workshop/timeline/decks/{code}/delete")
    assert f'value="{key}" checked' in ada.web.get(f"/t/{table}").text
    ada.post(f"/t/{table}/settle", **{"seats": 2, "option-decks": [key, "world"]})
    assert f"{FEWEST + 140} cards" in ada.post(f"/t/{table}/start").text


def test_no_deck_is_a_path(ada: Guest, tmp_path: Path) -> None:
    path = tmp_path / "deck.csv"
    path.write_text(text())
    for value in (str(path), "own-0000000000000000", "own-", "inventions.csv"):
        assert ada.post("/new/timeline", **{"seats": 2, "option-decks": value}).status_code == 400
    assert ada.post("/play/timeline", option="decks", code=str(path)).status_code == 404
    assert ada.web.get(f"/new/timeline?option=decks&code={path}").status_code == 404


def test_bots_can_place_events_that_are_still_to_come(ada: Guest) -> None:
    rows = text().splitlines()
    future = "\n".join([rows[0], *(f"{int(row[:4]) * 900 - 4000},{row[5:]}" for row in rows[1:])])
    table = ada.post("/play/timeline", option="decks", code=brought(ada, future)).url.path.rsplit("/", 1)[1]
    assert finish(ada, table)["over"]


def test_the_line_of_a_mistake_is_that_of_the_text_box(ada: Guest) -> None:
    """Browsers send line breaks of two characters; a cell may contain one."""
    given = 'year,name,text\r\n1,"A\r\nB",Yes.\r\nsoon,C,No.\r\n'
    assert [line for line, _ in told(bring(ada, given))] == [4]
    sheet = look({"name": "x", "csv": given.replace("\r\n", "\n")}, "year", "name", "text")
    assert [row.line for row in sheet.rows] == [2, 4]


# --- What is no deck -------------------------------------------------------------

HOUSE = {
    (game, option): next(iter((GAMES[game].components[option].folder).glob("*@1.csv"))).read_text("utf-8")
    for game, option in (("pirates", "board"), ("pirates", "contracts"), ("collectors", "layout"), ("masters", "cards"))
}


@pytest.mark.parametrize(("game", "option"), HOUSE)
def test_our_own_file_is_brought_looked_at_and_played(ada: Guest, blaise: Guest, game: str, option: str) -> None:
    code = brought(ada, HOUSE[game, option], name="Ours again", game=game, option=option)
    path = f"/workshop/{game}/{option}/{code}"
    for guest in (ada, blaise):
        page = guest.web.get(path).text
        assert "Ours again" in page
        assert 'class="picture"' in page or 'class="face piece"' in page
    assert 'href="' + path in ada.web.get("/workshop").text
    assert f'class="table {game}' in blaise.post(f"/play/{game}", option=option, code=code).text
    key = key_of({"name": "Ours again", "csv": HOUSE[game, option]})
    assert f'value="{key}" selected' in blaise.web.get(f"/new/{game}?option={option}&code={code}").text
    template = ada.web.get(f"/workshop/{game}/{option}/template.csv").content
    assert bring(ada, file=template, game=game, option=option).status_code == 200


def test_a_component_is_found_only_under_its_own_game_and_option(ada: Guest) -> None:
    code = brought(ada, HOUSE["pirates", "board"], game="pirates", option="board")
    for path in ("pirates/contracts", "masters/cards", "timeline/decks", "contretemps/board", "pirates/first_player"):
        assert ada.web.get(f"/workshop/{path}/{code}").status_code == 404
    assert ada.post("/play/pirates", option="contracts", code=code).status_code == 404
    key = key_of({"name": "Mine", "csv": HOUSE["pirates", "board"]})
    assert ada.post("/new/pirates", **{"seats": 3, "option-contracts": key}).status_code == 400
    assert ada.post("/new/pirates", **{"seats": 3, "option-board": key}).status_code == 200
    assert bring(ada, HOUSE["pirates", "board"], game="pirates", option="first_player").status_code == 404
    assert ada.web.get(f"/decks/{code}").url.path == f"/workshop/pirates/board/{code}"


def test_every_mistake_of_a_board_is_told_by_its_line_P1_4(blaise: Guest) -> None:
    lines = HOUSE["pirates", "board"].splitlines()
    lines[2] = lines[2].replace(",caliphs,", ",atlantis,")
    lines[6] = lines[6].replace(",7,", ",9,")
    assert told(bring(blaise, "\n".join(lines), game="pirates", option="board")) == [
        (3, "gate_1 mène à 'atlantis', qui n’est pas une époque de ce plateau"),
        (7, "sites '9'\u00a0: il faut un nombre entier de 1 à 7"),
    ]


def test_a_match_on_a_board_of_ones_own_is_complete_in_itself_P1_4(tmp_path: Path) -> None:
    server = Server(sqlite(tmp_path))
    given = HOUSE["pirates", "board"].replace("Pyramids,Pyramides", "Our town,Notre ville")
    with Guest(server.address, "Ada") as ada:
        code = brought(ada, given, name="Town", game="pirates", option="board")
        table = ada.post("/play/pirates", option="board", code=code).url.path.rsplit("/", 1)[1]
        ada.post(f"/workshop/pirates/board/{code}/delete")
        port = int(server.address.rsplit(":", 1)[1])
        server.stop()
        server = Server(sqlite(tmp_path), port=port)
        assert ada.web.get(f"/workshop/pirates/board/{code}").status_code == 404
        assert "Our town" in ada.web.get(f"/t/{table}").text
    server.stop()


@pytest.mark.parametrize(
    ("game", "option", "name", "evil"),
    [
        ("pirates", "board", "Pyramids", "<img src=x onerror=alert(2)>"),
        ("pirates", "board", "2600–2501 BC", "</style><script>alert(1)</script>"),
        ("masters", "cards", "Energy loop", "<script>alert(1)"),
        ("masters", "cards", "Ilvane", '<b onclick="x">'),
    ],
)
def test_what_a_board_or_a_card_says_is_text_on_every_page(
    ada: Guest, game: str, option: str, name: str, evil: str
) -> None:
    quoted = '"' + evil.replace('"', '""') + '"'
    given = re.sub(rf"(?<=,){re.escape(name)}(?=,)", lambda _: quoted, HOUSE[game, option])
    code = brought(ada, given, name="<b>Mine</b>", game=game, option=option)
    page = ada.web.get(f"/workshop/{game}/{option}/{code}").text
    assert html.escape(evil.partition(" ")[0], quote=False) in page
    table = ada.post(f"/play/{game}", option=option, code=code)
    for path in (f"/workshop/{game}/{option}/{code}", f"/new/{game}?option={option}&code={code}", table.url.path):
        assert no_markup(ada.web.get(path).text), path
    with ada.line(table.url.path.rsplit("/", 1)[1], -1) as line:
        state = line.until(wire.State)
        assert no_markup(str((state.faces, state.log, state.ask)))


# --- Choosing the spheres --------------------------------------------------------


def ten_a_sphere(text: str) -> dict[str, int]:
    """Two copies of the first five cards of each sphere, as a form has them."""
    kinds = read_set({"name": "x", "csv": text})
    firsts = [[kind.id for kind in kinds if kind.level == level][:5] for level in range(1, 6)]
    return {f"card-{card}": 2 for cards in firsts for card in cards}


def test_the_table_chooses_the_ten_cards_of_each_sphere_M2_1(ada: Guest, blaise: Guest) -> None:
    chosen = ten_a_sphere(HOUSE["masters", "cards"])
    page = ada.post("/workshop/masters/cards/house/choose", name="Ten", **chosen)
    assert page.url.path.startswith("/workshop/masters/spheres/")
    code = page.url.path.rsplit("/", 1)[1]
    assert "Wellspring" not in blaise.web.get(page.url.path).text
    text = blaise.web.get(f"{page.url.path}/file.csv").text.lstrip("\ufeff")
    assert sorted(row.split(",")[1] for row in text.splitlines()[1:]) == sorted(name[5:] for name in chosen)
    key = key_of({"name": "Ten", "csv": text})
    table = ada.make("masters", 2, **{"option-spheres": key})
    assert "Ten" in blaise.web.get(f"/t/{table}").text
    assert 'class="table masters' in blaise.post("/play/masters", option="spheres", code=code).text


def test_a_choice_of_other_than_ten_is_refused_and_stays_to_be_mended_M2_1(ada: Guest) -> None:
    chosen = ten_a_sphere(HOUSE["masters", "cards"]) | {"card-spark": 0, "card-mastery": 1, "card-flow": 99}
    page = ada.post("/workshop/masters/cards/house/choose", name="Nine", **chosen)
    assert page.status_code == 422
    for sphere, count in ((1, 8), (2, 8), (5, 9)):
        assert f"sphere {sphere} has {count} cards where 10 are needed" in page.text
    assert 'name="card-mastery" min="0" max="2" value="1"' in page.text
    assert ada.post("/workshop/masters/cards/house/choose", name=" ", **chosen).status_code == 422
    assert ada.post("/workshop/pirates/board/house/choose", name="x").status_code == 404
    assert ada.post("/workshop/masters/cards/house/choose", name="x", token="none", **chosen).status_code == 403


def test_of_a_set_with_many_kinds_the_chosen_cards_are_a_set_of_their_own_M1_3(ada: Guest) -> None:
    extension = "".join(f"more-{i},focus,1,2,More {i},Plus {i},,,,,draw 1\n" for i in range(20))
    text = HOUSE["masters", "cards"] + extension + "," * 10 + "\n"  # and an empty row, as spreadsheets leave them
    code = brought(ada, text, name="With extension", game="masters", option="cards")
    page = ada.web.get(f"/workshop/masters/cards/{code}").text
    assert "/choose" in page
    assert "Play now against bots" not in page
    assert ada.post("/play/masters", option="cards", code=code).status_code == 400
    chosen = ten_a_sphere(text) | {f"card-{card}": 0 for card in ("spark", "recollection")}
    chosen |= {"card-more-3": 2, "card-more-19": 2}
    made = ada.post(f"/workshop/masters/cards/{code}/choose", name="Cut down", **chosen)
    assert made.url.path.startswith("/workshop/masters/cards/")
    assert "More 19" in made.text
    assert "More 18" not in made.text
    assert (
        'class="table masters' in ada.post("/play/masters", option="cards", code=made.url.path.rsplit("/", 1)[1]).text
    )


def test_a_name_that_one_of_our_decks_has_too_is_told_when_a_deck_is_brought_T1_2(blaise: Guest) -> None:
    given = text(names=["La boussole"])
    code = brought(blaise, given)
    assert (
        "notre paquet &#39;inventions&#39; a aussi une carte" in blaise.web.get(f"/workshop/timeline/decks/{code}").text
    )
    refused = blaise.post("/play/timeline", option="decks", code=code, beside="inventions")
    assert refused.status_code == 400
    assert "deux paquets ont une carte nommée" in refused.text
    assert 'class="table timeline' in blaise.post("/play/timeline", option="decks", code=code).text
