"""Others' actions are shown before anything is asked: matches at the normal pace, with a simulated clock."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from tempolude.engine.game import Game, games
from tempolude.server import wire
from tempolude.server.view.pages import playable

from ..server.guests import SENT, SHORT, Guest
from ..server.serving import Server, sqlite
from .playing import lit, person, wait_until, watched
from .visits import lend

WHOLE = bool(os.environ.get("WHOLE"))
QUEUED = ("contretemps", "timeline")  # one script shows the actions of all games

SOME = 10  # clicks
FULL, STEP = 1200, 430  # milliseconds at the normal pace: for an action, and for a further one of the same turn

# A clock that advances only when the test says so, from timer to timer; and a person who clicks what glows.
CLOCK = """(() => {
  const timers = new Map(), real = window.setTimeout.bind(window);
  let now = 0, last = 0, seed = 1;
  window.setTimeout = (act, wait = 0) => (timers.set(++last, { at: now + wait, act }), last);
  window.clearTimeout = number => timers.delete(number);
  window.now = () => now;
  const moment = () => new Promise(resolve => real(resolve, 0));
  window.tick = async () => {
    for (;;) {
      await moment();                    // whatever waits for what was done is done
      const [next] = [...timers].sort(([a, x], [b, y]) => x.at - y.at || a - b);
      if (!next) break;
      timers.delete(next[0]);
      now = next[1].at;
      next[1].act();
    }
  };
  const dice = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  window.playOn = async enough => {
    const end = document.getElementById("end");
    for (let clicks = 0; !end.open && clicks < enough;) {
      await window.tick();
      const glows = [...document.querySelectorAll(".can, #choices .btn:not(.back)")].filter(e => e.checkVisibility());
      if (glows.length) glows[Math.floor(dice() * glows.length)].click(), clicks++;
      else await new Promise(resolve => real(resolve, 20));     // bots think
    }
    return end.open;
  };
})()"""

# Records what the table shows whenever that changes.
NOTES = """() => {
  const table = document.getElementById("table");
  window.notes = [];
  const look = () => {
    const glows = Boolean(document.querySelector(".can, #choices .btn")), shows = table.classList.contains("showing");
    const cards = [...document.querySelectorAll("[id^=played-] > .piece")].map(piece => piece.id).sort().join(" ");
    const note = [+table.dataset.version, shows, glows, cards];
    if (note.some((part, i) => part !== window.notes.at(-1)?.[i + 1])) window.notes.push([window.now(), ...note]);
  };
  look();
  new MutationObserver(look).observe(table, { attributes: true, childList: true, subtree: true });
}"""


class Note(NamedTuple):
    """When the page began to show what: the number of actions, whether it was still showing what happened, whether
    anything glowed, and the cards just played."""

    at: float
    version: int
    shows: bool
    glows: bool
    cards: str


@pytest.fixture(scope="module")
def paced() -> Iterator[str]:
    """The address of a server whose pages show others' actions at the normal pace."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(sqlite(Path(folder)), pace="normal")
        try:
            yield server.address
        finally:
            server.stop()


@contextmanager
def table(
    browser: Browser, server: str, game: str, seats: int, **form: Any
) -> Iterator[tuple[Page, list[wire.Update]]]:
    """A page of a new match against bots, with its clock stopped, and the messages it is sent after the whole table."""
    updates: list[wire.Update] = []

    def hear(payload: str | bytes) -> None:
        message = SENT.decode(payload)
        if isinstance(message, wire.State):  # bots acted while the page was loading
            updates.clear()
        if isinstance(message, wire.Update):
            updates.append(message)

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", hear)

    with Guest(server, "Ada") as ada, person(browser, server) as context:
        code = ada.make(game, seats, **form)
        ada.post(f"/t/{code}/start", level="visitor")
        lend(context, ada)
        page, complaints = watched(context)
        page.on("websocket", listen)
        page.add_init_script(CLOCK)
        page.goto(f"/t/{code}")
        expect(page.locator("#ask")).not_to_be_empty()
        page.evaluate(NOTES)
        yield page, updates
        assert complaints == []


def state(page: Page) -> Any:
    """The initial state of the page."""
    return msgspec.json.decode(page.locator("#state").text_content() or "")


@pytest.mark.parametrize(
    "game", [g for g in games() if playable(g) and (WHOLE or g.name in QUEUED)], ids=lambda g: g.name
)
def test_every_action_of_others_is_on_screen_for_its_time_before_anything_is_asked(
    browser: Browser, paced: str, game: Game
) -> None:
    """With the fewest players. Timeline, the shortest, to its end, and some clicks of Contre-Temps, in which several
    choose at once; every game to its end if $WHOLE is set."""
    short = SHORT if game.name == "timeline" else {}
    with table(browser, paced, game.name, game.seats[0], **short) as (page, updates):
        part = game.name != "timeline" and not WHOLE
        whole = page.evaluate(f"playOn({SOME if part else 3000})")
        assert whole or part, "the match does not end"
        assert whole or len(updates) > SOME / 2, "a move takes a few clicks"
        notes, me = [Note(*note) for note in page.evaluate("notes")], state(page)["me"]
        versions = [update.version for update in updates]
        assert versions == sorted(set(versions))  # one may bring several choices made at the same time
        noted = [note.version for note in notes if note.version >= 0]  # -1 until the page has shown one
        before = next((update.by for update in updates if update.version == noted[0]), None)
        updates = [update for update in updates if noted[0] < update.version <= noted[-1]]
        shown = {note.version: note.at for note in reversed(notes)}
        asked, tricks = bool(updates[0].by == me), 0
        for update in updates:
            already = asked and not update.actions  # they choose at the same time
            asked = asked if update.actions is msgspec.UNSET else bool(update.actions)
            told = update.log is not msgspec.UNSET and update.log.lines
            if update.by != me and not already and (told or update.all.last):
                begins = shown[update.version]
                later = [note for note in notes if note.at >= begins and note.version >= update.version]
                ends = next(n.at for n in later if n.version > update.version or n.glows or not n.shows)
                least = STEP if update.by == before else FULL
                assert ends - begins >= least, f"action {update.version} was gone too soon"
            if update.all.passing and not already:
                tricks += trick_was_seen(update, notes)
            before = update.by
        assert tricks or game.name != "contretemps"


def trick_was_seen(update: wire.Update, notes: list[Note]) -> int:
    """Check that the cards an action revealed were shown beside the others before it was resolved."""
    cards = {piece.id for piece in update.all.passing}
    found = [n for n, note in enumerate(notes) if note.version < update.version and cards <= set(note.cards.split())]
    assert found, f"the cards of action {update.version} were never seen: {cards}"
    assert notes[found[-1] + 1].at - notes[found[0]].at >= FULL
    assert not notes[found[-1]].glows
    return 1


def test_a_key_or_a_click_shows_the_rest_and_does_nothing_else(browser: Browser, paced: str) -> None:
    """In Timeline a card that was turned over also stays with its story until the player acts."""
    with table(browser, paced, "timeline", 4) as (page, updates):
        shows, ask, stories = page.locator("#table.showing"), page.locator("#ask"), page.locator("#stories li")
        for skip in ("key", "click", "button"):
            wait_until(page, lambda: page.evaluate("tick().then(() => document.querySelector('.can') !== null)"))
            old = len(updates)
            page.evaluate("document.querySelector('.fan .can').click(), document.querySelector('.line .can').click()")
            wait_until(page, lambda old=old: len(updates) >= old + 4)  # type: ignore[misc]
            expect(shows).to_have_count(1)
            expect(ask, "the bar says what was done").to_contain_text("You place")
            expect(lit(page)).to_have_count(0)
            if skip == "key":
                page.keyboard.press("Space")
            elif skip == "click":
                page.locator(".fan .piece").first.click()
            else:
                page.locator("#skip").click()
            expect(shows).to_have_count(0)
            expect(ask).to_contain_text("Choose a card")
            assert page.locator(".picked").count() == 0, "the click that skipped chose nothing"
            told = [line for update in updates[old:] if update.log for line in update.log.lines if line.about]
            expect(stories, "of the cards that were turned over since").to_have_count(min(3, len(told)))
            expect(stories.last).to_contain_text(re.sub("<[^>]+>", "", told[-1].html)[-30:])
        stories.last.click()
        expect(stories, "one that was read is put away").to_have_count(2)


def test_pace_and_confirmation_are_kept_with_the_person(browser: Browser, server: str) -> None:
    """Collectors has both: actions that can be undone are sent at once, the others must be confirmed."""
    with Guest(server, "Ada") as ada, person(browser, server) as context:
        lend(context, ada)
        page, complaints = watched(context)
        page.goto(f"/t/{ada.play_now('timeline')}")
        for name, value in (("pace", "quick"), ("confirm", "final")):
            page.locator("[popovertarget=menu]").click()
            with page.expect_response("**/me/preferences") as answer:
                page.locator(f"#menu [name={name}][value={value}]").check()
            assert answer.value.status == 204
            page.keyboard.press("Escape")
        page.goto(f"/t/{ada.play_now('timeline')}")
        expect(page.locator("#menu [name=pace][value=quick]")).to_be_checked()
        expect(page.locator("#menu [name=confirm][value=final]")).to_be_checked()
        expect(page.locator(".fan .can").first).to_be_visible()

        def choose() -> None:
            page.locator(".fan .can").first.click()
            page.locator(".line .can").first.click()

        choose()
        choices, version = page.locator("#choices .btn"), page.locator("#table").get_attribute("data-version")
        expect(choices).to_have_text(["Confirm", "Back"])
        expect(page.locator("#why")).to_have_text("It cannot be undone.")
        expect(page.locator(".picked")).to_have_count(2)
        choices.last.click()
        expect(page.locator(".fan .can").first).to_be_visible()
        choose()
        page.keyboard.press("Escape")
        expect(page.locator(".fan .can").first).to_be_visible()
        assert page.locator("#table").get_attribute("data-version") == version
        choose()
        expect(choices.first).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#table")).not_to_have_attribute("data-version", str(version))
        assert complaints == []
