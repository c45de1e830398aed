"""A person at a table in the browser who clicks only what glows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Any

from msgspec import DecodeError
from msgspec.json import Decoder
from playwright.sync_api import Browser, BrowserContext, Locator, Page, WebSocket

from tempolude.server import wire

from ..server.guests import SENT
from .conftest import LIMIT

RECEIVED = Decoder(wire.Received)
LIT = ".can:visible, #choices .btn:not(.back):visible"


def person(
    browser: Browser, server: str, *, lang: str = "en-GB", width: int = 1440, height: int = 900
) -> BrowserContext:
    """A person with their own browser, without animations: moving pieces cannot be clicked."""
    return browser.new_context(
        base_url=server,
        locale=lang,
        viewport={"width": width, "height": height},
        has_touch=width < 700,
        reduced_motion="reduce",
    )


def watched(context: BrowserContext) -> tuple[Page, list[str]]:
    """A page and its errors; a message that does not match its declaration counts too."""
    page, complaints = context.new_page(), []  # type: ignore[var-annotated]
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("websocket", lambda socket: check_messages(socket, complaints))
    return page, complaints


def check_messages(socket: WebSocket, complaints: list[str], seen: Counter[str] | None = None) -> None:
    """Report messages of an open page that the protocol does not declare; count them by kind."""

    def check(way: str, payload: str | bytes, decoder: Decoder[Any]) -> None:
        try:
            message = decoder.decode(payload)
        except DecodeError as error:
            complaints.append(f"{way} {payload!r}: {error}")
        else:
            if seen is not None:
                seen[f"{way} {message.__struct_config__.tag}"] += 1
                seen["acknowledged"] += way == "received" and bool(getattr(message, "id", None))

    socket.on("framereceived", lambda payload: check("received", payload, SENT))
    socket.on("framesent", lambda payload: check("sent", payload, RECEIVED))


def lit(page: Page) -> Locator:
    return page.locator(LIT)


def version(page: Page) -> int:
    """How many actions the table shows."""
    return int(page.locator("#table").get_attribute("data-version") or 0)


def is_over(page: Page) -> bool:
    return bool(page.evaluate("document.getElementById('end').open"))


# A point where a glowing element can really be hit: its middle may be under another card.
HIT = """([part, handle]) => {
  const lit = [...document.querySelectorAll(".can, #choices .btn:not(.back)")]
    .filter(e => !handle || e.id === handle || e.dataset.handle === handle)
    .filter(e => e.checkVisibility({ visibilityProperty: true }));
  if (!lit.length) return "dark";
  const chosen = lit[Math.floor(part * lit.length)];
  chosen.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = chosen.getBoundingClientRect();
  for (const y of [.5, .2, .8, .05, .95])
    for (const x of [.5, .2, .8, .05, .95]) {
      const at = [box.left + box.width * x, box.top + box.height * y], hit = document.elementFromPoint(...at);
      if (hit && chosen.contains(hit)) return at;
    }
  return "covered";
}"""


def click_one(page: Page, dice: Random) -> bool:
    """Click a glowing element; returns whether there was one."""
    at = page.evaluate(HIT, [dice.random(), None])
    if isinstance(at, list):
        page.mouse.click(*at)
    return bool(at != "dark")


def click_handle(page: Page, handle: str) -> None:
    """Click a handle of a move as soon as it glows."""
    wait_until(page, lambda: page.evaluate(HIT, [0, handle]) != "dark")
    at = page.evaluate(HIT, [0, handle])
    assert isinstance(at, list), f"{handle} is {at}"
    page.mouse.click(*at)


def wait_until(page: Page, holds: Callable[[], object], meanwhile: Callable[[], object] = lambda: None) -> None:
    """Wait until it holds. Our pages forbid evaluating strings, which Playwright's own waiting needs."""
    end = monotonic() + LIMIT / 1000
    while not holds():
        assert monotonic() < end, "it has not come"
        meanwhile()
        page.wait_for_timeout(50)


def wait_until_over(page: Page) -> None:
    """Wait for the score sheet. The table is left in sight for a while before, which passes at once if the page's clock
    was installed."""
    wait_until(page, lambda: is_over(page), lambda: page.clock.fast_forward(400))


def say(page: Page, words: str) -> None:
    """Send a message. Until the page is connected, it stays in its box."""
    page.locator("#say").fill(words)
    wait_until(page, lambda: page.locator("#say").input_value() == "", lambda: page.locator("#say").press("Enter"))


def play_on(pages: list[Page], dice: Random, clicks: int = 3000, enough: int | None = None) -> int:
    """Play until the match is over, or for `enough` clicks; returns the number of clicks."""
    done = 0
    while not all(is_over(page) for page in pages) and (enough is None or done < enough):
        moved = [click_one(page, dice) for page in pages if not is_over(page)]
        done += sum(moved)
        assert done < clicks, "the match does not end"
        if not any(moved):
            pages[0].wait_for_timeout(30)
    return done
