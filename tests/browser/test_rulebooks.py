"""The rules pages in a real browser: examples step by step, the search, a phone, a printer, all kinds of readers."""

from __future__ import annotations

import re
from itertools import pairwise

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tempolude.engine.game import Game, games

from .playing import person, watched
from .widths import within

every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.name)


def test_an_example_is_played_through_with_buttons_and_with_keys(browser: Browser, server: str) -> None:
    with person(browser, server) as context:
        page, complaints = watched(context)
        page.goto("/rules/contretemps#example-trick")
        example = page.locator("#example-trick")
        moments, on = example.locator(".moment"), example.get_by_role("button", name="Next step")
        expect(moments.nth(0)).to_be_visible()
        expect(moments.nth(1)).to_be_hidden()
        on.click()
        expect(moments.nth(0)).to_be_hidden()
        expect(moments.nth(1).locator(".told")).to_have_text("Blaise plays the 13 of Stars at event 1.")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")  # at the end, nothing happens
        expect(example.locator("output")).to_have_text("3 / 3")
        expect(moments.nth(3)).to_contain_text("Ada takes event 1.")
        expect(on).to_have_attribute("aria-disabled", "true")
        example.get_by_role("button", name="Back").click()
        expect(moments.nth(2)).to_be_visible()
        assert complaints == []


def test_a_piece_glides_from_step_to_step(browser: Browser, server: str) -> None:
    with browser.new_context(base_url=server, locale="en") as context:
        page = context.new_page()
        page.goto("/rules/contretemps#example-replay")
        on = page.locator("#example-replay").get_by_role("button", name="Next step")
        expect(on).to_be_visible()
        # click and check in one call: a glide takes less than half a second
        moving = "id => document.getElementById(id).getAnimations().length"
        pieces = ["replay-1-traveller-1", "replay-1-event-1"]
        assert on.evaluate(f"(button, ids) => {{ button.click(); return ids.map({moving}); }}", pieces) == [1, 0]


def test_without_script_an_example_is_a_list_of_steps(browser: Browser, server: str) -> None:
    with browser.new_context(base_url=server, locale="fr", java_script_enabled=False) as context:
        page = context.new_page()
        page.goto("/rules/contretemps")
        for moment in page.locator("#example-trick .moment").all():
            assert moment.is_visible()
        assert page.locator("#example-trick .walk").is_hidden()
        assert page.locator(".find").is_hidden()


def test_a_search_finds_the_rule_in_words_with_or_without_accents(browser: Browser, server: str) -> None:
    with person(browser, server, lang="fr-FR") as context:
        page, complaints = watched(context)
        page.goto("/rules/contretemps")
        search = page.get_by_role("searchbox")
        search.fill("egalite plus haute valeur")
        found = page.locator("#found a")
        expect(found).to_have_count(1)
        expect(page.locator(".parts")).to_be_hidden()
        search.press("Enter")
        expect(page.locator(".rule:target")).to_have_attribute("id", "C4.2")
        search.fill("zeppelin")
        expect(page.get_by_text("Aucune règle trouvée.")).to_be_visible()
        search.fill("")
        expect(page.locator(".parts")).to_be_visible()
        assert complaints == []


def test_on_a_phone_the_contents_open_from_below_and_lead_on(browser: Browser, server: str) -> None:
    with person(browser, server, width=390, height=844) as context:
        page, _ = watched(context)
        page.goto("/rules/pirates")
        contents = page.locator("#contents")
        expect(contents).to_be_hidden()
        page.get_by_role("button", name="Contents").click()
        expect(contents).to_be_visible()
        contents.get_by_role("link", name="Restocking").click()
        expect(contents).to_be_hidden()
        assert page.url.endswith("#part-5")


@every_game
def test_the_summary_fits_one_sheet_of_paper_and_a_phone(browser: Browser, server: str, game: Game) -> None:
    with person(browser, server, width=390, height=844) as context:
        page, complaints = watched(context)
        for lang in ("en", "fr"):
            page.goto(f"/rules/{game.name}/summary?lang={lang}")
            within(page, 390)
            printed = page.pdf(format="A4")
            assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
        assert complaints == []


def test_headings_go_down_one_level_at_a_time(server: str) -> None:
    for game in games():
        page = httpx.get(f"{server}/rules/{game.name}", follow_redirects=True).text
        levels = [int(level) for level in re.findall(r"<h([1-4])\b", page)]
        below = levels[levels.index(1) :]
        assert levels.count(1) == 1, game.name
        assert all(after <= before + 1 for before, after in pairwise(below)), game.name
