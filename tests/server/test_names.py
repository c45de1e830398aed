"""Names of players: the chosen name, at every table at once; default names in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tempolude.server import wire

from .guests import Guest
from .serving import serving


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving() as address:
        yield address


def test_whoever_comes_by_a_link_says_first_what_they_are_called(server: str) -> None:
    with Guest(server, "Alice") as alice, Guest(server, lang="fr") as stranger:
        code = alice.make("timeline", 3, open="yes")
        assert "la table d’Alice" in stranger.web.get("/").text
        page = stranger.web.get(f"/t/{code}").text
        assert "Alice vous invite à jouer." in page
        filled_in = re.search(r'id="guest-name" name="name" value="(Invité \d+)"', page)
        assert filled_in
        assert "S’asseoir ici" not in page, "the name comes first"
        joined = stranger.post(f"/t/{code}/sit", seat=1, name=filled_in[1]).text
        assert "guest-name" not in joined
        number = filled_in[1].split()[1]
        assert f"Invité {number}" in joined
        assert f"Guest {number}" in alice.web.get(f"/t/{code}").text, "in the reader's language"
        assert stranger.post(f"/t/{code}/sit", seat=2, name="  ").status_code == 400
        alice.post(f"/t/{code}/start", level="visitor")
        with alice.line(code) as line:
            stranger.post("/me", name="Zoé")
            assert line.until(wire.Names).names[:2] == ["Alice", "Zoé"]
        assert "Zoé" in alice.web.get(f"/t/{code}").text


def test_players_who_share_a_device_keep_their_names(server: str) -> None:
    with Guest(server, "Alice") as alice:
        code = alice.make("timeline", 2, device="one")
        alice.post(f"/t/{code}/player", seat=1, name="Bob")
        alice.post("/me", name="Alicia")
        page = alice.web.get(f"/t/{code}").text
        assert "Bob" in page
        alice.post(f"/t/{code}/start")
        alice.post("/me", name="Alix")
        assert "Bob" in alice.web.get(f"/t/{code}").text
