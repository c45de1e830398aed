"""Shared devices: nobody's hand is shown before they confirm that they hold the device."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from .guests import Guest, reason, version_of
from .serving import serving


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving() as address:
        yield address


@pytest.fixture
def host(server: str) -> Iterator[Guest]:
    with Guest(server, "Ada") as ada:
        yield ada


def begun(host: Guest, game: str, *others: str) -> str:
    """A match on one device."""
    code = host.make(game, len(others) + 1, device="one")
    for seat, name in enumerate(others, 1):
        assert name in host.post(f"/t/{code}/player", seat=seat, name=name).text
    host.post(f"/t/{code}/start")
    return code


def test_between_two_players_the_page_is_a_spectators(host: Guest) -> None:
    code = begun(host, "contretemps", "Blaise", "Cléo")
    page = host.web.get(f"/t/{code}").text
    assert 'id="curtain"' in page
    assert 'aria-label="Your hand"' not in page
    assert re.findall(r'data-name="(\w+)"', page) == ["Ada", "Blaise", "Cléo"]
    for seat in range(3):
        own = host.web.get(f"/t/{code}?seat={seat}").text
        assert f'id="hand-{seat}"' in own
        assert 'aria-label="Your hand"' in own


def test_each_player_has_a_line_of_their_own_and_only_their_own_choices(host: Guest) -> None:
    code = begun(host, "contretemps", "Blaise", "Cléo")
    with host.line(code) as curtain, ExitStack() as stack:
        lines = [stack.enter_context(host.line(code, seat=seat)) for seat in range(3)]
        for line in (curtain, *lines):
            line.shown()
        assert curtain.actions == []
        assert all(line.heard[-1].own for line in lines)
        mover = next(line for line in lines if line.actions)
        assert "watching" in reason(curtain.do(mover.actions[0][0], "a"))
        assert version_of(mover.do(mover.actions[0][0], "b")) == 1


@pytest.mark.parametrize("wanted", ["3", "-1", "x", "0 or 1"])
def test_a_seat_that_is_not_there_is_a_spectators(host: Guest, wanted: str) -> None:
    code = begun(host, "contretemps", "Blaise", "Cléo")
    assert 'id="curtain"' in host.web.get(f"/t/{code}", params={"seat": wanted}).text


def test_a_stranger_with_the_link_sees_what_a_spectator_sees(server: str, host: Guest) -> None:
    code = begun(host, "contretemps", "Blaise", "Cléo")
    with Guest(server) as stranger:
        page = stranger.web.get(f"/t/{code}?seat=1").text
        assert 'id="curtain"' not in page
        assert 'aria-label="Your hand"' not in page


def test_players_are_named_by_the_host_alone_and_no_two_alike(server: str, host: Guest) -> None:
    code = host.make("contretemps", 3, device="one", clock="3d")
    assert "no clock" not in host.web.get(f"/t/{code}").text
    with Guest(server, "Eve") as eve:
        for verb in ("sit", "player"):
            assert eve.post(f"/t/{code}/{verb}", seat=1, name="Eve").status_code == 403
    assert host.post(f"/t/{code}/player", seat=1, name="Ada").status_code == 400
    assert host.post(f"/t/{code}/player", seat=9, name="Bob").status_code == 400
    assert host.post(f"/t/{code}/settle", seats=3, clock="3d").status_code == 400
    host.post(f"/t/{code}/player", seat=1, name="Bob")
    assert "Bob" not in host.post(f"/t/{code}/player", seat=1).text, "without a name the seat is free again"


def test_at_an_ordinary_table_nobody_is_seated_by_the_host(host: Guest) -> None:
    code = host.make("contretemps", 3)
    assert host.post(f"/t/{code}/player", seat=1, name="Bob").status_code == 403


def test_the_next_match_is_on_one_device_again(host: Guest) -> None:
    code = begun(host, "timeline", "Blaise")
    with host.line(code, seat=0) as ada, host.line(code, seat=1) as blaise:
        lines = (ada, blaise)
        for line in lines:
            line.shown()
        while not ada.over:
            mover = next(line for line in lines if line.actions)
            mover.do(mover.actions[0][0], f"m{mover.version}")
            for line in lines:
                while line.version < mover.version:
                    line.hear()
    again = host.post(f"/t/{code}/again")
    assert 'id="curtain"' in again.text
