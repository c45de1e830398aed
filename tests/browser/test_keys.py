"""Matches played by keyboard alone, and what is said aloud meanwhile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tempolude.engine.game import game

from ..server.guests import Guest
from .playing import is_over, lit, person, watched
from .visits import GAMES, lend

KEYS = ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Tab", "Tab", "Shift+Tab", "Home", "End"]


@contextmanager
def at_table(browser: Browser, server: str, name: str, *, lang: str = "en-GB", **how: int) -> Iterator[Page]:
    """A page of a match against visitors, which must not complain."""
    with Guest(server, "Ada") as ada, person(browser, server, lang=lang, **how) as context:
        code = ada.make(name, game(name).seats[0])
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
    with at_table(browser, server, name) as page:
        dice, presses = Random(4), 0
        while not is_over(page):
            if not lit(page).count():
                page.wait_for_timeout(20)
                continue
            for _ in range(dice.randrange(3)):
                page.keyboard.press(dice.choice(KEYS))
            if focused(page) != "lit":
                page.keyboard.press("ArrowRight")
            page.keyboard.press(dice.choice(["Enter", "Space"]))
            presses += 1
            assert presses < 3000, "the match does not end"
        expect(page.locator("#end .total")).to_be_visible()
        expect(page.locator("#end [data-close]")).to_be_focused()
        print(name, presses)
