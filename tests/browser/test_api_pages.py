"""The pages about the API in a real browser: readable by everybody, at every width, in both languages and themes."""

from __future__ import annotations

import httpx
from playwright.sync_api import Browser, expect

from .axe import violations
from .playing import person, watched


def test_everybody_can_read_about_the_api(browser: Browser, server: str) -> None:
    """In French on a phone by night, with everything unfolded and a token on the page; folded and without in
    test_access.py."""
    with person(browser, server, lang="fr-FR", width=390) as context:
        context.add_cookies([{"name": "theme", "value": "dark", "url": server}])
        page, complaints = watched(context)
        for path in ("/api", "/me/tokens"):
            page.goto(path)
            if path == "/api":
                page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
            else:
                page.fill("#name", "bot")
                page.click("form.make button")
            assert violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.set_viewport_size({"width": 1440, "height": 900})
        page.goto("/api?lang=en")
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth") <= 1440
        assert complaints == []


def test_a_token_made_in_the_browser_works_until_it_is_revoked(browser: Browser, server: str) -> None:
    with person(browser, server) as context:
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server)
        page, complaints = watched(context)
        page.goto("/")
        page.get_by_role("link", name="For programs").click()
        page.get_by_role("link", name="Your tokens").click()
        expect(page.get_by_text("None yet")).to_be_visible()
        page.get_by_label("What is it for").fill("kitchen bot")
        page.get_by_role("button", name="Create a token").click()
        page.get_by_role("button", name="Copy").click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        token = page.evaluate("navigator.clipboard.readText()")
        headers = {"authorization": f"Bearer {token}"}
        assert httpx.get(f"{server}/api/me", headers=headers).status_code == 200
        page.goto("/me/tokens")
        assert token not in page.content()
        expect(page.get_by_text("kitchen bot")).to_be_visible()
        page.get_by_role("button", name="Revoke kitchen bot").click()
        expect(page.get_by_text("None yet")).to_be_visible()
        assert httpx.get(f"{server}/api/me", headers=headers).status_code == 401
        assert complaints == []
