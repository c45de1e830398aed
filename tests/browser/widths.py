"""Whether pages fit narrow screens."""

from __future__ import annotations

from playwright.sync_api import Page, ViewportSize

PHONE = ViewportSize(width=390, height=844)
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"


def within(page: Page, width: int) -> None:
    """Nothing overflows the edge of the screen."""
    assert page.evaluate("document.documentElement.scrollWidth") == width, page.url
    shown = "main *:not(svg *, .picture *), header *:not(svg *)"  # a drawing is clipped at its own edge
    beyond = f"[...document.querySelectorAll('{shown}')].filter(e => e.getBoundingClientRect().right > innerWidth)"
    assert page.evaluate(f"{beyond}.map(e => e.outerHTML.slice(0, 80))") == [], page.url


def fits_enlarged(page: Page) -> None:
    """Nothing scrolls sideways on a phone with the largest text, nor on a desktop enlarged four times."""
    page.set_viewport_size(PHONE)
    page.evaluate("document.documentElement.dataset.size = 'largest'")
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 24
    assert page.evaluate(SIDEWAYS) == 0, page.url
    page.evaluate("delete document.documentElement.dataset.size")
    page.set_viewport_size({"width": 320, "height": 256})
    assert page.evaluate(SIDEWAYS) == 0, page.url
