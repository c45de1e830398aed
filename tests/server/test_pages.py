"""The pages, requested over a real socket."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest

from tempolude.engine.errors import BadOption, TempoludeError
from tempolude.engine.game import Game, game, games
from tempolude.engine.rulebook import LANGUAGES, read_rulebook
from tempolude.engine.wording import spelled
from tempolude.server.app import listen, run
from tempolude.server.http.reader import preferred
from tempolude.server.rulebook.page import rule_page
from tempolude.server.view.shelf import FIRST

from .serving import hosting, serving

every_language = pytest.mark.parametrize("lang", LANGUAGES)
every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.name)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving() as address:
        yield address


@pytest.fixture
def web(server: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server) as client:
        yield client


def box_of(name: str, page: str) -> str:
    found = re.search(rf'<li class="game" id="{name}">.*?</li>', page, re.DOTALL)
    assert found, f"{name} is no longer on the shelf"
    return found[0]


# --- The shelf -----------------------------------------------------------------


@every_language
def test_every_registered_game_stands_on_the_shelf_and_is_one_click_away(web: httpx.Client, lang: str) -> None:
    page = web.get("/", params={"lang": lang}).text
    for found in games():
        box = box_of(found.name, page)
        assert f'action="/play/{found.name}"' in box
        assert f'href="/new/{found.name}"' in box
        assert f'href="/rules/{found.name}"' in box
        assert found.tagline[lang] in box
        assert f"{found.seats[0]} {'to' if lang == 'en' else 'à'} {found.seats[-1]}" in box


def test_the_shelf_has_the_registered_games_and_no_others() -> None:
    with hosting(game("timeline")) as client:
        page = client.get("/?lang=en").text
        assert re.findall('<li class="game" id="([^"]+)"', page) == ["timeline"]
        assert client.get("/rules/contretemps").status_code == 404


def test_the_lobby_counts_the_registered_games() -> None:
    sixth = replace(game("contretemps"), name="sundial", package="tests.engine.tiny")
    with hosting(*games(), sixth) as client:
        count, english, french = len(games()) + 1, client.get("/?lang=en").text, client.get("/?lang=fr").text
        assert f"<title>Tempolude: {spelled(count, 'en')} games about time</title>" in english
        assert f"<title>Tempolude\u00a0: {spelled(count, 'fr')} jeux autour du temps</title>" in french
        shown = re.findall('<li class="game" id="([^"]+)"', french)
        assert shown == [*FIRST, *sorted({found.name for found in games()} - set(FIRST) | {"sundial"})]
    with hosting(game("timeline")) as client:
        assert "<span>one game about time</span>" in client.get("/?lang=en").text


def test_a_game_without_a_cover_stands_on_the_shelf_with_a_plain_one() -> None:
    other = replace(
        game("contretemps"), name="sundial", package="tests.engine.tiny", title={"en": "Sun <dial>", "fr": "Cadran"}
    )
    with hosting(other) as client:
        box = box_of("sundial", client.get("/?lang=en").text)
        assert "Sun &lt;dial&gt;" in box
        assert '<span class="blank">' in box
        assert "<img" not in box
        assert client.get("/rules/sundial").status_code == 200


def test_every_designer_is_credited(web: httpx.Client) -> None:
    foot = web.get("/?lang=en").text.partition("<footer")[2]
    assert "Unofficial adaptation with its own texts and drawings" in foot
    for found in games():
        assert found.title["en"] in foot
        assert " and ".join(found.designers) in foot


# --- The rules -----------------------------------------------------------------


@every_language
@every_game
def test_every_rule_has_an_anchor(web: httpx.Client, game: Game, lang: str) -> None:
    answer = web.get(f"/rules/{game.name}", params={"lang": lang})
    assert answer.status_code == 200
    anchors = re.findall(r'id="([^"]+)"', answer.text)
    assert len(anchors) == len(set(anchors))
    assert [a for a in anchors if a in game.rulebook[lang].rules] == list(game.rulebook[lang].rules)


@every_language
@every_game
def test_marks_are_labels_and_leave_no_trace_of_the_code(web: httpx.Client, game: Game, lang: str) -> None:
    page, text = web.get(f"/rules/{game.name}", params={"lang": lang}).text, game.rulebook[lang].text
    for mark in ("ruling", "house", "variant", "arbitrage", "maison", "variante", "no code", "sans code"):
        assert f"[{mark}]" not in page
    body = page.partition('<div class="prose text">')[2].partition('<section class="prose settled"')[0]
    assert body.count('class="stamp') == len(re.findall(r"\[(?:ruling|house|variante?|arbitrage|maison)\]", text))


@every_game
def test_every_link_inside_the_rules_leads_somewhere(web: httpx.Client, game: Game) -> None:
    page = web.get(f"/rules/{game.name}").text
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(re.findall(r'id="([^"]+)"', page))


def test_html_in_a_rulebook_is_shown_and_not_obeyed() -> None:
    text = "# A\n\n- **A1.1** <script>alert(1)</script> [x](javascript:alert)\n  *Example:* <b>see A1.1</b>.\n"
    html = rule_page(read_rulebook("en", text)).html
    assert "<script" not in html
    assert "<b>" not in html
    assert 'href="javascript' not in html
    assert '<span class="example"><em>Example:</em> &lt;b&gt;see <a href="#A1.1">A1.1</a>&lt;/b&gt;.</span>' in html


# --- Languages -----------------------------------------------------------------


def language_of(answer: httpx.Response) -> str:
    found = re.search(r'<html lang="(\w+)"', answer.text)
    assert found
    assert found[1] == answer.headers["content-language"]
    return found[1]


def test_the_address_chooses_the_language_then_the_cookie_then_the_browser(web: httpx.Client) -> None:
    french = {"accept-language": "fr-FR,fr;q=0.9,en;q=0.5"}
    assert language_of(web.get("/")) == "en"
    assert language_of(web.get("/", headers=french)) == "fr"
    assert language_of(web.get("/?lang=en", headers=french)) == "en"
    assert web.cookies["lang"] == "en"
    assert language_of(web.get("/rules/timeline", headers=french)) == "en"
    assert language_of(web.get("/?lang=fr")) == "fr"


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [("", "en"), ("fr", "fr"), ("de,fr-CH;q=0.8,en;q=0.5", "fr"), ("fr;q=0.2,en-GB", "en"), ("fr;q=x, *", "en")],
)
def test_the_language_liked_best_is_taken(accepted: str, lang: str) -> None:
    assert preferred(accepted) == lang


def test_what_is_no_language_or_theme_is_passed_over(web: httpx.Client) -> None:
    answer = web.get("/?lang=xx", headers={"cookie": 'lang=yy; theme="><b>'})
    assert language_of(answer) == "en"
    assert not re.search(r"lang=|theme=", answer.headers["set-cookie"]), "only the guest's own cookie is set"
    assert "data-theme" not in answer.text


def test_the_theme_is_remembered(web: httpx.Client) -> None:
    assert 'data-theme="dark"' in web.get("/", headers={"cookie": "theme=dark"}).text


# --- What every answer has -----------------------------------------------------


@every_language
@pytest.mark.parametrize("path", ["/nowhere", "/rules/nothing", "/static/nothing.css"])
def test_a_page_that_is_not_there_is_in_house_style(web: httpx.Client, path: str, lang: str) -> None:
    answer = web.get(path, params={"lang": lang})
    assert answer.status_code == 404
    assert {"en": "There is nothing at this address.", "fr": "Il n’y a rien à cette adresse."}[lang] in answer.text
    assert re.search(r"/static/house\.\w+\.css", answer.text)


def test_what_cannot_be_done_says_what_can(web: httpx.Client) -> None:
    answer = web.post("/", data={})
    assert answer.status_code == 405
    assert "GET" in answer.headers["allow"]


@pytest.mark.parametrize("path", ["/", "/rules/timeline", "/nowhere", "/healthz", "/static/house.css"])
def test_every_answer_is_guarded(web: httpx.Client, path: str) -> None:
    headers = web.get(path).headers
    assert headers["content-security-policy"].startswith("default-src 'self';")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cache-control"] == "no-cache"


def test_pages_name_only_what_is_here(web: httpx.Client) -> None:
    named = re.findall(r'(?:src|href)="([^"]+)"', web.get("/").text + web.get("/rules/timeline").text)
    assert all(address[0] in "/#?" and not address.startswith("//") for address in named)


def test_it_is_well(web: httpx.Client) -> None:
    assert web.get("/healthz").text == "ok"
    assert web.head("/").status_code == 200


# --- Listening -----------------------------------------------------------------


def test_a_port_in_use_is_refused_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(BadOption, match=f"cannot listen on 127.0.0.1, port {port}: .*in use") as refused:
            run("127.0.0.1", port)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("host", "port"), [("no.such.host.invalid", 0), ("203.0.113.7", 0), ("a" * 80 + ".b", 0), ("127.0.0.1", 70_000)]
)
def test_an_address_that_is_not_ours_is_refused_in_one_line(host: str, port: int) -> None:
    with pytest.raises(TempoludeError) as refused:
        listen(host, port)
    assert "\n" not in str(refused.value)
