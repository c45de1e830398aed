"""The workshop in a browser: uploads are displayed and played, and invalid ones refused with the line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tempolude.games.pirates.components import FOLDER

from .axe import violations
from .playing import person, play_on, watched

NAMES = [f"Fête {first}{second}" for first in "abcdefgh" for second in "abcdefgh"]
CARDS = [f"{1000 + 15 * i};{name};On danse sur la place." for i, name in enumerate(NAMES)]
DECK = "\r\n".join(["year;name;text", *CARDS])
BROKEN = DECK.replace("1030;Fête ac", "bientôt;Fête ac").replace("1060;Fête ae", "0;<script>alert(1)</script>")
REFUSED = "Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)"


@pytest.fixture
def context(browser: Browser, server: str) -> Iterator[BrowserContext]:
    found = person(browser, server, lang="fr-FR")
    yield found
    found.close()


def bring(page: Page, path: Path, deck: str) -> None:
    """Choose a file as written by a French spreadsheet, and upload it."""
    path.write_bytes(deck.encode("cp1252"))
    page.goto("/workshop/timeline/decks")
    page.set_input_files("#file", path)
    page.get_by_role("button", name="Ajouter").click()


def test_a_deck_is_brought_looked_at_and_played(context: BrowserContext, tmp_path: Path) -> None:
    page, complaints = watched(context)
    bring(page, tmp_path / "notre-ville.csv", DECK)
    expect(page.get_by_role("heading", level=1)).to_have_text("notre-ville")
    expect(page.get_by_text("vérifiez les accents")).to_be_visible()
    expect(page.get_by_role("img", name="Fête aa (1000). On danse sur la place.")).to_be_visible()
    page.get_by_role("link", name="Cacher les dates").click()
    expect(page.get_by_role("img", name="Fête aa", exact=True)).to_be_visible()
    expect(page.locator(".album .date")).to_have_count(0)
    page.get_by_role("button", name="Jouer contre des robots").click()
    expect(page.locator(".line .event .nm").first).to_contain_text("Fête")  # a bot may have begun
    play_on([page], Random(1), enough=4)
    expect(page.locator("#log li", has_text="Fête").first).to_be_attached()
    assert complaints == []


def test_a_broken_deck_is_refused_with_its_lines_and_mended_on_the_spot(
    context: BrowserContext, tmp_path: Path
) -> None:
    page, complaints = watched(context)
    bring(page, tmp_path / "casse.csv", BROKEN)
    faults = page.locator(".faults li")
    expect(faults).to_have_text(
        [
            "Ligne 4 year 'bientôt'\u00a0: il faut un nombre entier de -1000000000000 à 1000000",
            "Ligne 6 il n’y a pas d’an 0\u00a0: 1 av. J.-C. s’écrit -1",
        ]
    )
    faults.first.get_by_role("link").click()
    chosen = "(box => box.value.slice(box.selectionStart, box.selectionEnd))(document.activeElement)"
    assert page.evaluate(chosen).startswith("bientôt;Fête ac;")
    page.keyboard.insert_text("1030;Fête ac;On danse.")
    faults.nth(1).get_by_role("link").click()
    page.keyboard.insert_text("1060;<script>alert(1)</script>;On danse.")
    page.get_by_role("button", name="Ajouter").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("casse")
    expect(page.get_by_role("img", name="<script>alert(1)</script> (1060)")).to_be_visible()
    assert complaints == [REFUSED]


def test_a_friend_plays_the_deck_by_its_link(browser: Browser, server: str, context: BrowserContext) -> None:
    page, _ = watched(context)
    page.goto("/workshop/timeline/decks")
    page.fill("#name", "Chez nous")
    page.fill("#text", DECK)
    page.get_by_role("button", name="Ajouter").click()
    link = page.locator("#link").input_value()
    other = person(browser, server)
    friend, complaints = watched(other)
    friend.goto(link)
    expect(friend.get_by_role("heading", level=1)).to_have_text("Chez nous")
    expect(friend.get_by_text("Delete")).to_have_count(0)
    friend.get_by_role("link", name="With friends").click()
    expect(friend.get_by_label("Chez nous")).to_be_checked()
    friend.get_by_label("Inventions").check()
    friend.get_by_role("button", name="Create the table").click()
    friend.get_by_role("button", name="Start").click()
    expect(friend.get_by_text("214 cards")).to_be_visible()
    expect(friend.locator(".fan .event")).to_have_count(4)
    other.close()
    assert complaints == []


def test_a_file_is_dropped_and_names_the_deck(context: BrowserContext) -> None:
    page, complaints = watched(context)
    page.goto("/workshop/timeline/decks")
    dropped = page.evaluate_handle(
        "text => { const t = new DataTransfer(); t.items.add(new File([text], 'fêtes.csv')); return t; }", DECK
    )
    page.locator(".drop").dispatch_event("drop", {"dataTransfer": dropped})
    expect(page.locator(".drop label")).to_contain_text("fêtes.csv")
    expect(page.locator("#name")).to_have_value("fêtes")
    page.locator("#name").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("fêtes")
    assert complaints == []


def test_the_pages_are_for_everybody(context: BrowserContext) -> None:
    """On a phone by day and a desktop by night, in the language that takes more room: nothing overflows, and axe
    reports no violations."""
    page = context.new_page()

    def check() -> None:
        for width, height, scheme in ((390, 844, "light"), (1440, 900, "dark")):
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert page.evaluate("document.documentElement.scrollWidth") == width, page.url
            assert violations(page) == []

    page.goto("/workshop/timeline/decks")
    check()
    page.fill("#text", BROKEN)
    page.fill("#name", "x" * 60)
    page.locator(".bring .btn.main").click()
    expect(page.locator(".refused")).to_be_visible()
    check()
    page.fill("#text", DECK)
    page.locator(".bring .btn.main").click()
    expect(page.locator(".album")).to_be_visible()
    page.get_by_text("Supprimer…").click()
    check()


BOARD = (FOLDER / "boards" / "house@1.csv").read_text("utf-8").replace("Pyramids,Pyramides", "Our town,Notre ville")


def test_a_board_is_pasted_shared_and_played_by_two_browsers_P1_4(browser: Browser, server: str) -> None:
    with person(browser, server) as ada, person(browser, server, lang="fr-FR", width=390, height=844) as blaise:
        host, complaints = watched(ada)
        host.goto("/")
        host.locator("#pirates").get_by_role("link", name="your own").click()
        host.fill("#name", "Through our town")
        host.fill("#text", BOARD.replace(",7,far-future", ",seven,far-future"))
        host.get_by_role("button", name="Add it").click()
        expect(host.locator(".faults li")).to_have_text(["Line 7 sites 'seven': expected a whole number from 1 to 7"])
        host.fill("#text", BOARD)
        host.get_by_role("button", name="Add it").click()
        expect(host.locator(".picture")).to_contain_text("Our town")
        friend, others = watched(blaise)
        friend.goto(host.locator("#link").input_value())
        expect(friend.locator(".picture")).to_contain_text("Notre ville")
        host.get_by_role("link", name="With friends").click()
        expect(host.get_by_label("Board", exact=True)).to_have_value(re.compile("^own-"))
        host.locator("input[name=seats][value='3']").check()
        host.get_by_role("button", name="Create the table").click()
        friend.goto(host.locator("#link").input_value())
        friend.locator("#guest-name").press("Enter")  # a name is filled in, so one key is enough
        expect(host.locator(".chair:not(.vacant)")).to_have_count(2)
        host.get_by_role("button", name="Start").click()
        expect(host.locator(".board")).to_contain_text("Our town")
        expect(friend.locator(".board")).to_contain_text("Notre ville")
        play_on([host, friend], Random(4), enough=2)
        assert (complaints, others) == ([REFUSED], [])


def test_a_table_of_time_masters_with_chosen_spheres_M2_1(browser: Browser, server: str) -> None:
    with person(browser, server) as ada:
        page, complaints = watched(ada)
        page.goto("/new/masters")
        page.locator(".option", has=page.locator("#option-spheres")).get_by_role("link").click()
        page.get_by_role("link", name="Choose the cards").click()
        first = page.locator(".pickable").first
        first.locator("li", has_text="Spark").get_by_role("spinbutton").fill("2")
        first.locator(".face", has_text="Metronome").click()
        expect(first.locator("output")).to_have_text("3")
        page.get_by_role("button", name="Draw all at random").click()
        expect(page.locator(".pickable.whole")).to_have_count(5)
        chosen = page.evaluate(
            "[...document.querySelectorAll('.pickable:first-of-type li.in .nm')].map(name => name.textContent)"
        )
        page.fill("#name", "Drawn on Sunday")
        page.get_by_role("button", name="Save the choice").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Drawn on Sunday")
        assert page.locator(".groups > div").first.locator(".nm").all_text_contents() == chosen
        page.get_by_role("button", name="Play now against bots").click()
        shown = page.locator("#shown-1 .nm")
        expect(shown).to_have_count(1)
        assert shown.text_content() in chosen
        play_on([page], Random(5), enough=2)
        assert complaints == []
