"""The rules pages: figures and examples drawn from the engine, a summary, and a reason for every rule of ours."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest

from tempolude.check.laws.rulebooks import figures_in
from tempolude.engine.errors import IllegalAction
from tempolude.engine.figures import Figure, played
from tempolude.engine.game import Game, game, games
from tempolude.engine.rulebook import LANGUAGES, MARKS, Rulebook, read_rulebook
from tempolude.engine.table import People
from tempolude.server.rulebook.figures import Pictures
from tempolude.server.view.pages import Pages
from tests.ours import ours

from .serving import serving

every_game = pytest.mark.parametrize("game", ours(), ids=lambda game: game.name)  # third-party games need no figures
every_language = pytest.mark.parametrize("lang", LANGUAGES)
NUMBER = re.compile(r"\b[A-Z]\d+\.\d+\b")
WEIGHT = 400_000  # bytes of a rules page: uncompressed by itself, and compressed with its stylesheets and scripts


@pytest.fixture(scope="module")
def pictures() -> Pictures:
    return Pictures(Pages(games()))


@pytest.fixture(scope="module")
def web() -> Iterator[httpx.Client]:
    with serving() as address, httpx.Client(base_url=address) as client:
        yield client


def loose(book: Rulebook) -> list[str]:
    """The marks outside the numbered rules."""
    everywhere, numbered = (
        Counter(mark for mark in MARKS for _ in range(text.count(mark)))
        for text in (book.text, "\n".join(book.rules.values()))
    )
    return list((everywhere - numbered).elements())


# --- Figures ---------------------------------------------------------------------


@every_game
def test_both_rulebooks_show_the_same_figures_and_all_there_are(game: Game) -> None:
    english, french = figures_in(game.rulebook["en"]), figures_in(game.rulebook["fr"])
    assert english == french
    assert sorted(name for _, name, _ in english) == sorted(game.figures)
    assert len(english) >= 7
    assert sum(kind == "example" for kind, _, _ in english) >= 2


@every_game
def test_there_is_a_word_for_every_note_and_every_step(game: Game) -> None:
    for kind, name, said in figures_in(game.rulebook["en"]):
        figure = game.figures[name]
        assert (kind == "example") == bool(figure.steps), name
        assert said == len(figure.steps or figure.notes), name


@every_game
@every_language
def test_every_figure_is_drawn_with_the_pieces_it_speaks_of(pictures: Pictures, game: Game, lang: str) -> None:
    for figure in game.figures.values():
        drawn = list(pictures.draw(game, figure, lang))
        assert len(drawn) == 1 + len(figure.steps)
        for picture in drawn:
            assert 'class="piece' in picture.html, figure.name
            assert "data-tip" not in picture.html
        for number in range(1, len(figure.notes) + 1):
            assert f'<b class="callout">{number}</b>' in drawn[0].html, (
                f"{figure.name}: nothing lies at {figure.notes[number - 1]}"
            )
        for picture in drawn[1:]:
            assert picture.lines, f"{figure.name}: a step of which the log tells nothing"


@every_game
def test_nothing_hidden_is_shown_in_a_figure(pictures: Pictures, game: Game) -> None:
    """A figure shows only what its seat's view contains, and the log of an example only what everybody sees."""
    for figure in game.figures.values():
        for match, picture in zip(figure.moments(game), pictures.draw(game, figure, "en"), strict=True):
            view, people = match.view(figure.seat), People(match.names, figure.seat)
            lying = match.table.scene(match.view(-1), "en", People(match.names)).pieces
            lying += match.table.own(view, figure.seat, "en", people) if figure.seat >= 0 else []
            faces = set(re.findall(r'data-face="([^"]+)"', picture.html))
            assert faces <= {piece.face for piece in lying}, figure.name
            assert not any("You " in line for line in picture.lines)


@every_game
def test_all_that_happens_in_a_figure_is_allowed_and_always_the_same(game: Game) -> None:
    for figure in game.figures.values():
        ends = [list(figure.moments(game))[-1] for _ in range(2)]
        assert ends[0].state.tobytes() == ends[1].state.tobytes()
        assert ends[0].log == ends[1].log
        assert [seat for seat, _ in ends[0].log] == [step.seat for step in ends[0].steps]


def test_a_figure_cannot_do_what_the_rules_forbid() -> None:
    contretemps = game("contretemps")
    cheat = Figure("cheat", lambda game: played(game, 3, 3), steps=("play S13", "play F13"))
    with pytest.raises(IllegalAction):
        list(cheat.moments(contretemps))


def test_the_terminal_reads_a_rule_without_its_figures() -> None:
    book = read_rulebook(
        "en", "- **A1.1** One.\n\n  ![Look.](example:one)\n  1. First.\n  2. Second.\n\n- **A1.2** Two.\n"
    )
    assert book.rules == {"A1.1": "One.", "A1.2": "Two."}


# --- What we settled -------------------------------------------------------------


@every_game
@every_language
def test_every_rule_of_ours_has_its_reason(game: Game, lang: str) -> None:
    book = game.rulebook[lang]
    assert list(book.reasons) == [number for number in book.rules if book.marks(number)]
    assert all(len(reason) > 25 for reason in book.reasons.values())
    assert bool(book.preface) == bool(loose(book))
    assert set(NUMBER.findall(" ".join([book.preface, *book.reasons.values()]))) <= set(book.rules)


# --- The pages -------------------------------------------------------------------


@every_game
@every_language
def test_a_page_has_all_its_parts(web: httpx.Client, game: Game, lang: str) -> None:
    page, book = web.get(f"/rules/{game.name}", params={"lang": lang}).text, game.rulebook[lang]
    for kind, name, _ in figures_in(book):
        assert f'id="{kind}-{name}"' in page
    assert 'id="summary"' in page
    assert all(f'<p class="what"><a href="#{number}">' in page for number in book.reasons)
    assert all(designer in page for designer in game.designers)
    assert ("## Credits", "## Crédits")[lang == "fr"] in book.text
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert [name for name, count in Counter(ids).items() if count > 1] == []


@every_game
def test_a_page_is_light(web: httpx.Client, game: Game) -> None:
    plain = web.get(f"/rules/{game.name}", headers={"accept-encoding": "identity"})
    pressed = web.get(f"/rules/{game.name}", headers={"accept-encoding": "gzip"})
    assert pressed.headers["content-encoding"] == "gzip"
    token = r'name="token" value="[^"]+"'  # different in every page
    assert re.sub(token, "", pressed.text) == re.sub(token, "", plain.text)
    assert "Accept-Encoding" in plain.headers["vary"]
    assert len(plain.content) < WEIGHT
    rest = [web.get(address).content for address in re.findall(r'(?:href|src)="(/static/[^"]+)"', plain.text)]
    assert int(pressed.headers["content-length"]) + sum(map(len, rest)) < WEIGHT


@every_game
@every_language
def test_the_summary_names_rules_that_exist_and_links_them(web: httpx.Client, game: Game, lang: str) -> None:
    cited = set(NUMBER.findall(game.rulebook[lang].summary))
    assert len(cited) > 8
    assert cited <= set(game.rulebook[lang].rules)
    page = web.get(f"/rules/{game.name}/summary", params={"lang": lang}).text
    assert cited <= set(re.findall(rf'href="/rules/{game.name}#([^"]+)"', page)) <= set(game.rulebook[lang].rules)
    assert not re.search(r'<a href="#[A-Z]\d', page)


def test_a_summary_that_is_not_there_is_not_found(web: httpx.Client) -> None:
    assert web.get("/rules/nothing/summary").status_code == 404


def test_a_game_without_figures_has_a_page_of_its_own() -> None:
    """A third-party game needs only its rulebooks."""
    bare = replace(game("timeline"), package="tests.engine")
    assert bare.figures == {}
