"""Matches played by keyboard alone, and their announcements for screen readers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tempolude.engine.game import game

from ..server.guests import Guest
from .playing import is_over, lit, person, version, wait_until, watched
from .visits import GAMES, lend

ENOUGH = {"masters": 8, "pirates": 8, "collectors": 8, "contretemps": 8}  # choices, in long matches
KEYS = ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Tab", "Tab", "Shift+Tab", "Home", "End"]


@contextmanager
def at_table(
    browser: Browser, server: str, name: str, *, lang: str = "en-GB", cards: int | None = None, **how: int
) -> Iterator[Page]:
    """A page of a match against visitors, which must report no errors; of Timeline, with so many cards each."""
    with Guest(server, "Ada") as ada, person(browser, server, lang=lang, **how) as context:
        code = ada.make(name, game(name).seats[0], **({"option-cards": cards} if cards else {}))
        ada.post(f"/t/{code}/start", level="visitor")
        lend(context, ada)
        page, complaints = watched(context)
        page.goto(f"/t/{code}")
        yield page
        assert complaints == []


def focused(page: Page) -> str:
    """Whether the focus is on something that can be chosen, on something else or nowhere."""
    return str(
        page.evaluate(
            "e => !e || e === document.body ? 'nowhere' : e.matches('.can, #choices .btn') ? 'lit' : 'else'",
            page.evaluate_handle("document.activeElement"),
        )
    )


@pytest.mark.parametrize("name", GAMES)
def test_the_keyboard_alone_plays_a_match(browser: Browser, server: str, name: str) -> None:
    """Timeline with a card each to its end, some turns of the others; Contre-Temps may be over before."""
    with at_table(browser, server, name, cards=None if name in ENOUGH else 1) as page:
        dice, chosen = Random(4), 0
        while not is_over(page) and chosen < ENOUGH.get(name, 3000):
            if not lit(page).count():
                page.wait_for_timeout(20)
                continue
            for _ in range(dice.randrange(3)):
                page.keyboard.press(dice.choice(KEYS))
            if focused(page) != "lit":
                page.keyboard.press("ArrowRight")
            page.keyboard.press(dice.choice(["Enter", "Space"]))
            chosen += 1
        if chosen == ENOUGH.get(name):
            wait_until(page, lambda: version(page) >= ENOUGH[name] // 4)
        else:
            expect(page.locator("#end .total")).to_be_visible()
            expect(page.locator("#end [data-close]")).to_be_focused()


def test_arrows_move_in_a_group_and_escape_goes_back(browser: Browser, server: str) -> None:
    with at_table(browser, server, "timeline") as page:
        cards = page.locator(".fan > .can")
        cards.first.wait_for()
        page.keyboard.press("ArrowRight")
        expect(cards.first).to_be_focused()
        page.keyboard.press("End")
        expect(cards.last).to_be_focused()
        page.keyboard.press("ArrowLeft")
        expect(cards.nth(cards.count() - 2)).to_be_focused()
        assert page.locator(".fan > [tabindex='0']").count() == 1, "one stop for Tab in a hand"
        expect(cards.first).to_have_attribute("aria-pressed", "false")
        page.keyboard.press("Enter")
        expect(page.locator(".picked")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".line > .can").first).to_be_focused()
        assert re.match("Before|After|Between", page.locator(":focus").get_attribute("aria-label") or "")
        page.keyboard.press("Escape")
        expect(page.locator(".picked")).to_have_count(0)
        expect(page.locator(".fan > .can:focus")).to_have_count(1)
        page.keyboard.press("Space")
        page.locator(".picked").click()
        expect(page.locator(".picked")).to_have_count(0)


def test_letters_are_short_cuts_that_can_be_switched_off(browser: Browser, server: str) -> None:
    with at_table(browser, server, "timeline", lang="fr-FR") as page:
        journal = page.get_by_role("region", name="La partie jusqu’ici")
        page.keyboard.press("l")
        expect(journal).to_be_focused()
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Clavier")).to_be_visible()
        expect(page.get_by_role("button", name="Fermer").locator("visible=true")).to_be_focused()
        page.get_by_role("switch", name="Raccourcis d’une lettre").uncheck()
        page.keyboard.press("Escape")
        expect(journal).to_be_focused()
        page.locator("#say").fill("?")
        page.locator(".home").focus()
        page.keyboard.press("l")
        expect(page.locator(".home")).to_be_focused()


def test_a_sheet_on_a_phone_takes_the_focus_and_gives_it_back(browser: Browser, server: str) -> None:
    with at_table(browser, server, "timeline", width=390, height=844) as page:
        tab = page.locator(".tabs [href='#journal']")
        tab.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#journal .shut")).to_be_focused()
        page.keyboard.press("Escape")
        expect(tab).to_be_focused()


def test_on_a_tablet_the_notebook_opens_beside_the_table_and_a_tab_closes_it(browser: Browser, server: str) -> None:
    with at_table(browser, server, "timeline", width=1024, height=768) as page:
        for width, height in ((1024, 768), (768, 1024)):
            page.set_viewport_size({"width": width, "height": height})
            board = page.locator(".board").bounding_box()
            page.locator(".tabs [href='#discussion']").click()
            expect(page.locator(".tabs .close")).to_be_focused()
            expect(page.locator("#journal")).to_be_in_viewport()
            page.locator("#say").focus()
            expect(page.locator("#discussion")).to_be_in_viewport()
            assert page.locator(".board").bounding_box() == board, "the table stays as it was"
            page.locator(".tabs .close").click()
            expect(page.locator("#journal")).to_be_hidden()
            expect(page.locator(".tabs [href='#discussion']")).to_be_focused()


HEARING = """() => {
  window.said = [];
  new MutationObserver(changes => { for (const c of changes) for (const p of c.addedNodes) said.push(p.textContent); })
    .observe(document.getElementById("told"), { childList: true });
}"""


@pytest.mark.parametrize("name", ["contretemps", "timeline"])
def test_every_move_is_said_once_and_then_what_is_asked(browser: Browser, server: str, name: str) -> None:
    with at_table(browser, server, name) as page:
        page.evaluate(HEARING)
        lines = page.locator("#log li:not(.since)")
        before = lines.count()
        for _ in range(6):
            lit(page).first.wait_for()
            if lines.get_by_text("Round 3", exact=True).count():  # of Contre-Temps, which may be the last
                break
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
        lit(page).first.wait_for()
        question, news = tidy(page.locator("#ask").text_content()), [tidy(line) for line in lines.all_text_contents()]
        heard = "words => words.every(w => said.at(-1)?.includes(w))"
        wait_until(page, lambda: page.evaluate(heard, [news[-1], question]))
        told = tidy(" ".join(page.evaluate("said")))
        at = 0
        for line in news[before:]:
            assert line in told[at:], f"not said, or not in its turn: {line}"
            at = told.index(line, at) + len(line)
        assert told.index(question, at) >= at


def tidy(text: str | None) -> str:
    return " ".join((text or "").split())


LISTENING = """() => {
  window.notes = 0;
  for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
    const start = kind.prototype.start;
    kind.prototype.start = function (...at) { notes++; return start.apply(this, at); };
  }
}"""


def test_the_table_is_silent_until_sounds_are_switched_on(browser: Browser, server: str) -> None:
    with at_table(browser, server, "timeline") as page:
        page.evaluate(LISTENING)

        def play() -> int:
            """Place a card, and count the notes until it is your turn again."""
            before = page.evaluate("notes")
            for _ in range(2):
                lit(page).first.wait_for()
                page.keyboard.press("ArrowRight")
                page.keyboard.press("Enter")
            lit(page).first.wait_for()
            return int(page.evaluate("notes")) - before

        assert play() == 0
        page.get_by_role("button", name="Table menu").click()
        expect(page.locator("#volume")).to_be_disabled()
        page.get_by_role("switch", name="Sounds").check()
        expect(page.get_by_role("slider", name="Volume")).to_be_enabled()
        page.keyboard.press("Escape")
        assert play() > 0
        page.reload()
        expect(page.locator("#sounds")).to_be_checked()
