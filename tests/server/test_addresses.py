"""Client addresses: only declared proxies are trusted; and attempts at passwords are limited."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest

from tempolude.engine.errors import BadOption
from tempolude.server.http.proxies import counted_as, networks

from .guests import Guest, token
from .serving import serving

PROXY = "127.0.0.2"  # every address of 127.0.0.0/8 is this machine
PASSWORD = "clepsydra and gnomon"
GUESS = "x" * 201  # longer than any password: refused without the work of hashing it
PUBLIC = "https://play.example"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving(limits=True, proxies=["192.0.2.0/24", PROXY]) as address:
        yield address


class Proxied(Guest):
    """A person whose requests come through a proxy that handles TLS."""

    def __init__(self, server: str, client: str, source: str = PROXY, **headers: str) -> None:
        said = {"x-forwarded-for": client, "x-forwarded-proto": "https", "x-forwarded-host": "play.example"}
        transport = httpx.HTTPTransport(local_address=source)
        self.address = server
        self.web = httpx.Client(
            base_url=server, transport=transport, headers={"origin": PUBLIC, "cookie": ""} | said | headers
        )
        page = self.web.get("/")
        self.set_cookie = page.headers["set-cookie"]
        self.web.headers["cookie"] = self.set_cookie.partition(";")[0]  # a secure one, which httpx keeps from http
        self.token = token(page.text)

    def try_password(self, account: str, password: str = GUESS) -> int:
        return self.post("/me/sign-in", account=account, password=password).status_code


def test_a_stranger_does_not_choose_the_address_that_is_counted(server: str) -> None:
    with Guest(server) as eve:
        answers = []
        for i in range(13):
            eve.web.headers["x-forwarded-for"] = f"203.0.113.{i}"
            answers.append(eve.post("/me/sign-in", account=f"name{i}", password=GUESS).status_code)
    assert answers == [403] * 10 + [429] * 3


def test_a_stranger_does_not_choose_scheme_and_host(server: str) -> None:
    with Guest(server) as eve:
        eve.web.headers.update({"x-forwarded-proto": "https", "x-forwarded-host": "evil.example"})
        page = eve.web.get("/api", headers={"cookie": ""})
        assert "evil.example" not in page.text
        assert "secure" not in page.headers["set-cookie"].lower()
        assert eve.web.post("/me", headers={"origin": "https://evil.example"}).status_code == 403


def test_behind_a_named_proxy_cookies_forms_and_links_are_those_of_its_address(server: str) -> None:
    with Proxied(server, "198.51.100.1") as ada:
        assert "; Secure" in ada.set_cookie
        made = ada.post("/new/timeline", seats=2)
        assert made.status_code == 303
        page = ada.web.get(made.headers["location"]).text
        assert re.search(rf"{PUBLIC}/t/[a-z0-9]+", page), "the link to give to others"
        assert ada.web.get(f"{made.headers['location']}/qr.svg").status_code == 200
        for origin in ("http://play.example", server, "https://elsewhere.example"):
            assert ada.web.post("/me", headers={"origin": origin}, data={"token": ada.token}).status_code == 403, origin
        named = ada.web.post("/me", headers={"x-forwarded-host": "play.example:443"}, data={"token": ada.token})
        assert named.status_code == 400, "the usual port need not be named: the form is read, and lacks a name"


def test_the_addresses_that_a_named_proxy_tells_are_counted_each_by_itself(server: str) -> None:
    with Proxied(server, "198.51.100.2") as one, Proxied(server, "203.0.113.1, 198.51.100.3") as other:
        assert [one.try_password(f"one{i}") for i in range(11)] == [403] * 10 + [429]
        assert other.try_password("other") == 403, "what a client wrote before its proxy does not count"
        other.web.headers["x-forwarded-for"] = "203.0.113.2, 198.51.100.2"
        assert other.try_password("other") == 429


def test_all_of_a_persons_ipv6_addresses_are_one(server: str) -> None:
    with Proxied(server, "2001:db8:1:2::1") as one, Proxied(server, "2001:db8:1:3::1") as other:
        answers = []
        for i in range(11):
            one.web.headers["x-forwarded-for"] = f"2001:db8:1:2:{i}::{i}"
            answers.append(one.try_password(f"six{i}"))
        assert answers == [403] * 10 + [429]
        assert other.try_password("six") == 403


def test_many_addresses_do_not_help_to_try_passwords_and_the_owner_is_let_in(server: str) -> None:
    with Proxied(server, "198.51.100.4") as ada, Proxied(server, "198.51.100.5") as eve:
        taken = ada.post("/me/account", account="Ada", password=PASSWORD)
        device = next(cookie for cookie in taken.headers.get_list("set-cookie") if cookie.startswith("device="))
        answers = []
        for i in range(12):
            eve.web.headers["x-forwarded-for"] = f"198.51.{i}.100"
            answers.append(eve.try_password("ada" if i % 2 else "ADA"))
        assert answers == [403] * 10 + [429] * 2
        assert eve.try_password("ada", PASSWORD) == 429, "not even with the right one"
        assert eve.try_password("somebody") == 403
        eve.web.headers["cookie"] += "; device=ImFkYSI.forged"
        assert eve.try_password("ada") == 429, "a device that we did not sign is not known"
        with Proxied(server, "198.51.100.6") as phone, Proxied(server, "198.51.100.7") as later:
            for browser in (phone, later):
                browser.web.headers["cookie"] += f"; {device.partition(';')[0]}"
            assert phone.try_password("ada", PASSWORD) == 303, "a device where she has signed in has its own tries"
            assert [later.try_password("ada") for _ in range(10)][-1] == 429, "which have an end too"


@pytest.mark.parametrize("text", ["example.org", "10.0.0.1/8", "*", "", "10.0.0.0/99", "\0"])
def test_a_proxy_is_an_address_or_a_network(text: str) -> None:
    with pytest.raises(BadOption, match="--trusted-proxy") as refused:
        networks([text])
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "whom"), [("fe80::1%eth0", "fe80::"), ("unknown", ""), ("::ffff:192.0.2.1", "192.0.2.1"), ("::1", "::")]
)
def test_an_address_is_counted_as_whose_it_is(text: str, whom: str) -> None:
    assert counted_as(text) == whom
