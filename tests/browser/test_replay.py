"""The replay in a real browser: slider, buttons, keys, log lines, points of view, links, and checking the seed."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tempolude.engine.game import Game, game, games
from tempolude.engine.match import Match
from tempolude.server.view.pages import playable

from ..server.keeping import kept_at, random_match
from .playing import person, watched
from .screens import played

PLAYED = [game for game in games() if playable(game)]
every_game = pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.name)
LAID = """() => {
  const all = (what, told) => [...document.querySelectorAll(what)].map(told).sort();
  return [
    all(".piece", piece => `${piece.id} ${piece.dataset.face} at ${piece.parentElement.id}`),
    all("[style*='--of']", place => `${place.id} ${[...place.classList].sort().join(" ")}`),
    all("[data-count]", count => `${count.dataset.count} ${count.textContent}`),
    document.getElementById("ask").textContent,
  ];
}"""

SIZES = "all => all.map(e => e.getBoundingClientRect()).map(({ width, height }) => [width, height])"


@pytest.fixture(scope="module")
def matches() -> dict[str, Match]:
    """A finished match of every game, and two unfinished ones, whose bots play on while somebody watches. The long
    games are played sensibly: at random they take twice as many actions."""
    found = {game.name: random_match(game, game.seats[0] + 1) for game in PLAYED}
    found |= {name: played(name, game(name).seats[0])[0] for name in ("masters", "pirates")}
    return found | {code: random_match(PLAYED[0], PLAYED[0].seats[0], 12) for code in ("running", "watched")}


@pytest.fixture(scope="module")
def services(matches: dict[str, Match], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with kept_at(tmp_path_factory.mktemp("replay"), matches) as address:
        yield address


@pytest.fixture(scope="module")
def window(browser: Browser, services: str) -> Iterator[tuple[Page, list[str]]]:
    """One window for most tests, with its errors: opening another takes a fifth of a test."""
    with person(browser, services) as context:
        yield watched(context)


@pytest.fixture
def page(window: tuple[Page, list[str]]) -> Iterator[Page]:
    """An English reader's page, which must report no errors."""
    page, complaints = window
    complaints.clear()
    page.set_viewport_size({"width": 1440, "height": 900})
    yield page
    page.evaluate("localStorage.clear()")
    assert complaints == []


@pytest.fixture
def changed(browser: Browser, services: str) -> Iterator[Page]:
    """Such a page for a test that changes the browser."""
    with person(browser, services) as context:
        page, complaints = watched(context)
        yield page
        assert complaints == []


def count(page: Page, text: str) -> None:
    expect(page.locator("#count")).to_have_text(text)


def settle(page: Page) -> None:
    """Wait until the table shows the moment selected by the slider."""
    expect(page.locator("#table:not([aria-busy])")).to_be_visible()


def lines(page: Page) -> None:
    """Wait until the whole log is there, and with it the marks on the slider."""
    expect(page.locator("#marks i").first).to_be_attached()


@every_game
def test_any_way_to_a_moment_shows_what_a_link_to_it_shows(page: Page, matches: dict[str, Match], game: Game) -> None:
    """On by many actions, then back by one; in one game also to the end."""
    last = len(matches[game.name].steps)
    page.goto(f"/t/{game.name}/replay?seat=all")
    ways = (last // 2, last // 2 - 1, last) if game is PLAYED[0] else (last // 2, last // 2 - 1)
    laid = {}
    for at in ways:
        page.locator("#slider").fill(str(at))
        settle(page)
        laid[at] = page.evaluate(LAID)
    for at in ways if game is PLAYED[0] else ways[1:]:
        page.goto(f"/t/{game.name}/replay?at={at}&seat=all")
        settle(page)
        assert page.evaluate(LAID) == laid[at]
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0


def test_the_keys_go_through_the_match_and_the_address_follows(page: Page, matches: dict[str, Match]) -> None:
    last = len(matches["contretemps"].steps)
    page.goto("/t/contretemps/replay")
    count(page, "The deal")
    for key, text in (
        ("ArrowRight", f"Action 1 of {last}"),
        ("ArrowRight", f"Action 2 of {last}"),
        ("ArrowLeft", f"Action 1 of {last}"),
        ("End", f"Action {last} of {last}"),
        ("ArrowRight", f"Action {last} of {last}"),
        ("Home", "The deal"),
        ("ArrowLeft", "The deal"),
    ):
        page.keyboard.press(key)
        count(page, text)
    page.locator("#slider").focus()
    for key, text in (("ArrowRight", f"Action 1 of {last}"), ("End", f"Action {last} of {last}")):
        page.keyboard.press(key)
        count(page, text)
    page.wait_for_url(f"**/t/contretemps/replay?at={last}&seat=all")
    page.reload()
    count(page, f"Action {last} of {last}")


def test_the_buttons_go_first_back_on_and_last(page: Page, matches: dict[str, Match]) -> None:
    last = len(matches["timeline"].steps)
    page.goto("/t/timeline/replay?at=4")
    for name, text in (
        ("Next action", f"Action 5 of {last}"),
        ("Previous action", f"Action 4 of {last}"),
        ("Go to end", f"Action {last} of {last}"),
        ("Go to start", "The deal"),
    ):
        page.get_by_role("link", name=name).click()
        count(page, text)
    expect(page.locator("#go-previous")).to_have_attribute("aria-disabled", "true")


def test_a_match_plays_by_itself_and_stops_at_a_key(page: Page) -> None:
    page.goto("/t/timeline/replay")
    page.locator("#speed").select_option("4")
    page.locator("h1").click()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator("#count")).to_have_text(re.compile(r"^Action ([2-9]|\d\d+) "))
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.reload()
    expect(page.locator("#speed")).to_have_value("4")


def test_a_line_of_the_log_is_a_way_to_its_moment(page: Page) -> None:
    page.goto("/t/contretemps/replay")
    lines(page)
    line = page.locator("#log li:not(.round)").nth(20)
    step = line.get_attribute("data-step")
    line.locator("a").click()
    expect(page.locator("#slider")).to_have_value(step or "")
    expect(page.locator("#log [aria-current=step]")).to_have_count(1)
    sentence = page.locator("#ask").text_content() or ""
    assert sentence
    expect(page.locator("#slider")).to_have_attribute(
        "aria-valuetext", re.compile(f"^Action {step} of .*{re.escape(sentence)}")
    )


def test_the_journal_and_the_score_sheet_of_a_finished_table_lead_here(page: Page) -> None:
    page.goto("/t/contretemps")
    page.locator("#end [data-close]").click()
    line = page.locator("#log li:not(.round)").last
    step = line.get_attribute("data-step")
    line.locator("a").click()
    page.wait_for_url(f"**/t/contretemps/replay?at={step}")
    expect(page.locator("#slider")).to_have_value(step or "")
    page.goto("/t/contretemps")
    page.locator("#end").get_by_role("link", name="Replay").click()
    count(page, "The deal")


def test_other_eyes_see_the_same_moment(page: Page) -> None:
    page.goto("/t/contretemps/replay?at=3")
    expect(page.locator(".open-hands .piece").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.get_by_role("link", name="As Blaise saw it").click()
    page.wait_for_url("**/replay?at=4&seat=1")
    expect(page.locator(".mine .name")).to_contain_text("Blaise")
    assert page.locator("#hand-1 .piece").count() > 5
    assert page.locator(".open-hands").count() == 0
    page.get_by_role("link", name="As spectators saw it").click()
    page.wait_for_url("**/replay?at=4&seat=none")
    expect(page.locator(".mine")).to_have_count(0)


def test_a_shared_link_opens_at_the_same_moment_and_view(changed: Page, browser: Browser, services: str) -> None:
    changed.context.grant_permissions(["clipboard-read", "clipboard-write"])
    changed.goto("/t/masters/replay?seat=1")
    changed.locator("#slider").fill("17")
    settle(changed)
    changed.get_by_role("button", name="Copy").click()
    expect(changed.get_by_role("button", name="Copied")).to_be_visible()
    link = str(changed.evaluate("navigator.clipboard.readText()"))
    assert link.endswith("/t/masters/replay?at=17&seat=1")
    with person(browser, services) as context:
        other = context.new_page()
        other.goto(link)
        settle(other)
        assert other.evaluate(LAID) == changed.evaluate(LAID)


# --- The seed ------------------------------------------------------------------


def test_the_hash_of_the_seed_is_worked_out_on_the_page(page: Page) -> None:
    page.goto("/t/timeline/replay")
    expect(page.locator("#deal-verdict.right")).to_contain_text("the seed matches the hash")
    seal = page.locator("#deal-seal").text_content()
    page.evaluate("seal => localStorage.setItem('seal-timeline', seal)", seal)
    page.reload()
    expect(page.locator("#deal-verdict.right")).to_contain_text("noted the same hash")
    page.evaluate("localStorage.setItem('seal-timeline', 'abc')")
    page.reload()
    expect(page.locator("#deal-verdict.wrong")).to_contain_text("noted a different hash: abc")


def test_a_seed_that_is_another_is_noticed(changed: Page) -> None:
    def forged(route):  # type: ignore[no-untyped-def]
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(r'(id="deal-seed">)\d', r"\g<1>9", answer.text()))

    changed.route("**/replay", forged)
    changed.goto("/t/timeline/replay")
    expect(changed.locator("#deal-verdict.wrong")).to_contain_text("does not match the hash")


def test_where_no_hash_can_be_worked_out_the_command_is_given(changed: Page) -> None:
    changed.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    changed.goto("/t/timeline/replay")
    expect(changed.locator("#deal-verdict")).to_contain_text("only on secure pages")
    expect(changed.locator(".proof .command")).to_have_text("tempolude verify timeline-timeline.json")
    expect(changed.locator(".proof a[download]")).to_have_attribute("href", "/t/timeline/record")


def test_a_browser_notes_the_hash_of_a_running_match_once(page: Page) -> None:
    page.goto("/t/watched")
    seal = page.locator(".seal code").text_content()
    assert page.evaluate("localStorage.getItem('seal-watched')") == seal
    page.locator(".tools [popovertarget=menu]").click()
    expect(page.locator("#menu").get_by_role("link", name="Replay")).to_have_attribute("href", "/t/watched/replay")
    page.goto("/t/timeline")
    assert page.evaluate("localStorage.getItem('seal-timeline')") is None


# --- A running match, a phone, a cut line ----------------------------------------


def test_a_running_match_goes_back_and_tells_no_more(page: Page) -> None:
    page.goto("/t/running/replay")
    count(page, "Action 12 of 12")
    page.keyboard.press("Home")
    count(page, "The deal")
    page.wait_for_url("**/replay?at=0")
    expect(page.locator(".eyes")).to_have_count(0)
    expect(page.locator("#deal")).to_contain_text("Its seed and the other views are shown at the end")


def test_on_a_phone_in_french(browser: Browser, services: str) -> None:
    with person(browser, services, lang="fr-FR", width=390, height=844) as context:
        page, complaints = watched(context)
        page.goto("/t/contretemps/replay?at=9&seat=all")
        for width, height in page.locator(".transport .btn, .look, #speed").evaluate_all(SIZES):
            assert min(width, height) >= 40
        lines(page)
        page.locator(".tabs [href='#journal']").click()
        page.locator("#log li[data-step='3'] a").first.click()
        expect(page.locator("#count")).to_have_text(re.compile("^Coup 3 sur "))
        expect(page.locator("#journal")).not_to_be_in_viewport()
        page.get_by_role("button", name="Point de vue").click()
        page.get_by_role("link", name="Vue par Blaise").click()
        page.wait_for_url("**/replay?at=3&seat=1")
        page.locator(".tabs [href='#deal']").click()
        expect(page.locator("#deal-verdict")).to_be_in_viewport()
        assert complaints == []


def test_a_cut_line_is_told_and_comes_back(browser: Browser, services: str) -> None:
    with person(browser, services) as context:
        page = context.new_page()
        page.goto("/t/pirates/replay")
        settle(page)
        context.set_offline(True)
        page.locator("#slider").fill("200")
        expect(page.locator("#toasts")).to_contain_text("Connection lost")
        expect(page.locator("#table")).to_have_attribute("aria-busy", "true")
        context.set_offline(False)
        expect(page.locator("#toasts")).to_be_empty()
        expect(page.locator("#table:not([aria-busy])")).to_be_visible()
