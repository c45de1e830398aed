"""Static files and compression: names with content hashes, caching, and responses."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from hashlib import sha256

import httpx
import pytest

from tempolude.engine.errors import BadData
from tempolude.engine.game import games
from tempolude.server.view.assets import Assets
from tempolude.server.view.pages import STATIC, Pages

from .guests import Guest, seated
from .serving import serving

NAMED = re.compile(r'(?:href="|src="|url\(|import "|from "|URL\(")(/static/[^")]+)')
PLAIN = {"accept-encoding": "identity"}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as found:
        yield found


@pytest.fixture(scope="module")
def web(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address) as client:
        yield client


def test_a_sheet_is_sent_without_comments_and_indentation_and_otherwise_as_it_is() -> None:
    sheet = b"""/* why */ a::after { content: "/* said */"; } /* a 'word' */ b {\n  color: red }"""
    assets = Assets({"a.css": sheet})
    assert (
        assets.files[assets.addresses["a.css"]].content == b"""a::after { content: "/* said */"; } b {\ncolor: red }"""
    )


# --- Names -------------------------------------------------------------------------


def test_every_file_that_a_page_a_sheet_or_a_script_names_is_kept_for_good(address: str, web: httpx.Client) -> None:
    with seated(address, games()[0].name, games()[0].seats[0]) as (code, guests):
        pages = [guests[0].web.get(path).text for path in ("/", f"/rules/{games()[0].name}", f"/t/{code}", "/workshop")]
    wanted, found = {name for page in pages for name in NAMED.findall(page)}, set()
    while wanted:
        found.add(name := wanted.pop())
        answer = web.get(name)
        assert answer.status_code == 200, name
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert name.split(".")[-2] == sha256(answer.content).hexdigest()[:10]
        if answer.headers["content-type"].startswith("text/"):
            assert not re.search(r"""["'(]\./|url\((?!/static/|#|"data:)""", answer.text), (
                f"{name} names a file without a hash"
            )
            wanted |= {*NAMED.findall(answer.text)} - found
    assert {name.rsplit(".", 1)[1] for name in found} == {"css", "js", "png", "svg", "woff2"}
    assert sum(name.endswith(".woff2") for name in found) == 5


def test_nothing_is_served_under_a_name_that_could_change(web: httpx.Client) -> None:
    for name in ("house.css", "table.js", "house.0000000000.css", "../settings.py", "%2e%2e/settings.py", ""):
        assert web.get(f"/static/{name}").status_code == 404


def test_a_change_of_a_file_changes_the_names_of_all_that_need_it() -> None:
    files = {"a.js": b'import { b } from "./b.js";', "b.js": b'import "./c.js";', "c.js": b"1", "d.js": b"2"}
    before, after = Assets(files).addresses, Assets(files | {"c.js": b"3"}).addresses
    assert {name for name in files if before[name] != after[name]} == {"a.js", "b.js", "c.js"}


def test_a_sheet_names_files_beside_it_and_leaves_other_addresses() -> None:
    files = Assets(
        {"game/table.css": b'url(static/a.svg) url("static/a.svg") url(#b) url(data:c)', "game/static/a.svg": b""}
    )
    drawing = files.addresses["game/static/a.svg"]
    assert (
        files.files[files.addresses["game/table.css"]].content
        == f"url({drawing}) url({drawing}) url(#b) url(data:c)".encode()
    )


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"a.css": b"\nx { y: url(b.svg) }"}, "a.css, line 2: there is no file b.svg"),
        ({"a.js": b'import "./b.js";', "b.js": b'import "./a.js";'}, "b.js, line 1: a.js needs this file in turn"),
    ],
)
def test_what_cannot_be_named_is_refused(files: dict[str, bytes], reason: str) -> None:
    with pytest.raises(BadData, match=reason):
        Assets(files)


def test_the_typefaces_weigh_little_and_bring_their_licences() -> None:
    fonts = STATIC / "fonts"
    assert sum(path.stat().st_size for path in fonts.glob("*.woff2")) <= 140_000
    assert {path.name.split("-")[1] for path in fonts.glob("*.woff2")} == {
        path.name.split("-")[1] for path in fonts.glob("*OFL.txt")
    }


# --- How files are sent ------------------------------------------------------------


@pytest.fixture(scope="module")
def addresses() -> dict[str, str]:
    return Pages(games()).assets.addresses


@pytest.mark.parametrize("name", ["house.css", "table.js", "favicon.svg", "fonts/tempolude-sans-400.woff2"])
def test_a_file_is_sent_packed_plain_or_not_at_all(web: httpx.Client, addresses: dict[str, str], name: str) -> None:
    packs = not name.endswith("woff2")
    plain = web.get(addresses[name], headers=PLAIN)
    assert "content-encoding" not in plain.headers
    assert int(plain.headers["content-length"]) == len(plain.content)
    with web.stream("GET", addresses[name]) as answer:
        body = b"".join(answer.iter_raw())
    assert (answer.headers.get("content-encoding") == "gzip") == packs
    assert all(("Accept-Encoding" in sent.headers.get("vary", "")) == packs for sent in (plain, answer))
    assert int(answer.headers["content-length"]) == len(body)
    assert (gzip.decompress(body) if packs else body) == plain.content
    assert (answer.headers["etag"] == plain.headers["etag"]) != packs, "other bytes, another tag"
    head = web.head(addresses[name])
    assert head.content == b""
    assert head.headers["content-length"] == answer.headers["content-length"]
    known = web.get(addresses[name], headers={"if-none-match": f'"x", W/{answer.headers["etag"]}'})
    assert (known.status_code, known.content) == (304, b"")
    assert known.headers["cache-control"].endswith("immutable")


def test_pages_are_packed_and_say_so(web: httpx.Client) -> None:
    for path in ("/", f"/rules/{games()[0].name}", "/nowhere"):
        plain = web.get(path, headers=PLAIN)
        with web.stream("GET", path) as answer:
            sent = b"".join(answer.iter_raw())
        assert "content-encoding" not in plain.headers
        assert answer.headers["content-encoding"] == "gzip"
        assert {*answer.headers["vary"].split(", ")} == {"Accept-Language", "Cookie", "Accept-Encoding"}
        assert int(answer.headers["content-length"]) == len(sent) < len(plain.content) / 2
        assert answer.headers["cache-control"] == "no-cache"


def test_a_forms_token_is_another_in_every_page_and_each_of_them_holds(address: str) -> None:
    """Otherwise the length of compressed pages could reveal it, letter by letter (BREACH)."""
    with Guest(address, "Ada") as ada, Guest(address, "Blaise") as blaise:
        tokens = {re.findall(r'name="token" value="([^"]+)"', ada.web.get("/").text)[0] for _ in range(3)}
        assert len(tokens) == 3
        for token in tokens:
            ada.token = blaise.token = token
            assert ada.post("/me", name="Ada L.").status_code == 200
            assert blaise.post("/me", name="Blaise").status_code == 403
