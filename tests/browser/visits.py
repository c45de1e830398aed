"""Every kind of page, and how to get there, for the checks of all pages.

A new kind of page is one more line in `VISITS`. Pages that are the same in every game are visited in one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from random import Random
from secrets import token_hex

from playwright.sync_api import Browser, BrowserContext, Page

from tempolude.engine.game import game, games

from ..server.guests import Guest, PageSocket, seated
from .playing import lit

GAMES = [found.name for found in games()]
IN_THE_MIDDLE = {"timeline": 9, "contretemps": 12, "collectors": 40, "pirates": 60, "masters": 60}


@dataclass
class Neighbourhood:
    """A server with tables in all phases, each created on first use; `ada` sits at all of them."""

    address: str
    ada: Guest
    stack: ExitStack
    tables: dict[tuple[str, str], tuple[str, Guest]] = field(default_factory=dict)

    def gathering(self) -> str:
        return f"/t/{self.ada.make('contretemps', 4)}"

    def one_device(self) -> str:
        """A table on a shared device, before anybody has taken it."""
        code = self.ada.make("contretemps", 3, device="one")
        for seat, name in ((1, "Blaise"), (2, "Cléo")):
            self.ada.post(f"/t/{code}/player", seat=seat, name=name)
        self.ada.post(f"/t/{code}/start")
        return f"/t/{code}"

    def first_match(self, name: str) -> str:
        return self.ada.post(f"/learn/{name}").url.path

    def rated(self) -> tuple[str, Guest]:
        """A rated match that is over, and one of its players."""
        if ("rated", "end") not in self.tables:
            names = "Camille", "Blaise"
            guests = [self.stack.enter_context(Guest(self.address, name)) for name in names]
            for guest, name in zip(guests, names, strict=True):
                account = f"{name}-{token_hex(3)}"  # unique, even if another Camille has one
                answer = guest.post("/me/account", account=account, password="secret secret")
                assert answer.status_code == 200, answer.text
                guest.come_back(guest.web.cookies)
            for _ in range(2):
                code = guests[0].make("timeline", 2, clock="10+20", rated="yes")
                guests[1].post(f"/t/{code}/sit", seat=1)
                guests[0].post(f"/t/{code}/start")
                play(code, guests, 5000)
            self.tables["rated", "end"] = code, guests[0]
        return self.tables["rated", "end"]

    def tournament(self) -> str:
        """A tournament in its first round, which Ada organizes and plays in with two others and a bot."""
        if ("tournament", "") not in self.tables:
            form = {"name": "Sunday", "game": "contretemps", "plays": "yes", "seats-contretemps": "4"}
            where = self.ada.post("/tournament", **form).url.path
            for name in ("Blaise", "Cléo"):
                self.stack.enter_context(Guest(self.address)).post(f"{where}/join", name=name)
            self.ada.post(f"{where}/begin", round="1")
            self.tables["tournament", ""] = where, self.ada
        return self.tables["tournament", ""][0]

    def public(self) -> str:
        """A person's public page."""
        guest = self.rated()[1]
        guest.post("/me/shows", shows="all")
        return f"/people/{guest.web.get('/me').text.partition('/people/')[2].partition(chr(34))[0]}"

    def table(self, name: str, phase: str) -> tuple[str, Guest]:
        """A table in the middle of its match, at the guest's turn, or at its end. If a match ended early, another one
        is begun."""
        while (name, phase) not in self.tables:
            code, guests = self.stack.enter_context(seated(self.address, name, game(name).seats[0]))
            over = play(code, guests, IN_THE_MIDDLE.get(name, 30) if phase == "asked" else 5000)
            if over == (phase == "end"):
                self.tables[name, phase] = code, guests[0]
        return self.tables[name, phase]


def play(code: str, guests: list[Guest], moves: int) -> bool:
    """Play at random, at least `moves` moves and until the first guest's turn, or to the end; whether it is over."""
    dice = Random(1)
    with ExitStack() as stack:
        lines: list[PageSocket] = [stack.enter_context(guest.line(code, -1)) for guest in guests]
        for line in lines:
            line.shown()
        while not lines[0].over and not (lines[0].version >= moves and lines[0].actions):
            line = next(line for line in lines if line.actions)
            line.do(dice.choice(line.actions)[0], f"m{line.version}")
            for other in lines:
                while other.version < line.version:
                    other.hear()
        return bool(lines[0].over)


Way = Callable[[Neighbourhood], tuple[str, Guest | None]]  # the address of a page, and whose cookies open it


def path(address: str) -> Way:
    return lambda there: (address, there.ada)


def at_table(name: str, phase: str, *, watching: bool = False, page: str = "") -> Way:
    def way(there: Neighbourhood) -> tuple[str, Guest | None]:
        code, guest = there.table(name, phase)
        return f"/t/{code}{page}", None if watching else guest

    return way


VISITS: dict[str, Way] = {
    "lobby": path("/"),
    "new table": path("/new/contretemps"),
    "gathering": lambda there: (there.gathering(), there.ada),
    "refused": path("/t/nowhere"),
    "one device": lambda there: (there.one_device(), there.ada),
    "account": path("/me/keep"),
    "when it is my turn": path("/me/calls"),
    "forgotten password": path("/me/recover"),
    "offline": path("/shell?lang=en"),
    "an empty page": path("/me"),
    "my page": lambda there: ("/me?result=rated", there.rated()[1]),
    "somebody's page": lambda there: (there.public(), there.ada),
    "why a rating moved": lambda there: (f"/t/{there.rated()[0]}/rating", there.rated()[1]),
    "new tournament": path("/tournament/new"),
    "tournament": lambda there: (there.tournament(), there.ada),
    "wall screen": lambda there: (f"{there.tournament()}/wall", None),
    "daily deal": path("/daily"),
    "tokens": path("/me/tokens"),
    "api": path("/api"),
    "workshop": path("/workshop"),
    "boards": path("/workshop/pirates/board"),
    "choosing cards": path("/workshop/masters/cards/house/choose"),
    "a deck": path("/workshop/timeline/decks/exploration"),
    "a board": path("/workshop/pirates/board/house"),
    "rules on one page": path("/rules/timeline/summary"),
    "rules": path("/rules/masters"),
    "first match": lambda there: (there.first_match("masters"), there.ada),
    "replay": at_table("masters", "end", page="/replay?at=20&seat=all"),
    "watching": at_table("masters", "asked", watching=True),
    "score sheet": at_table("masters", "end"),
    **{name: at_table(name, "asked") for name in GAMES},  # every game has its own stylesheet
}


@contextmanager
def neighbourhood(address: str) -> Iterator[Neighbourhood]:
    with ExitStack() as stack:
        yield Neighbourhood(address, stack.enter_context(Guest(address, "Ada")), stack)


@contextmanager
def visit(browser: Browser, there: Neighbourhood, name: str, **how: object) -> Iterator[Page]:
    """A page of `VISITS`, open in its own browser."""
    with browser.new_context(base_url=there.address, locale="en-GB", reduced_motion="reduce", **how) as context:  # type: ignore[arg-type]
        page = context.new_page()
        go(page, there, name)
        yield page


def go(page: Page, there: Neighbourhood, name: str) -> None:
    """Go to a page of `VISITS` as the person it is for, who is asked at a game's table; at the end of a match the score
    sheet is on top."""
    address, guest = VISITS[name](there)
    page.context.clear_cookies()
    if guest:
        lend(page.context, guest)
    page.goto(address)
    if name == "score sheet":
        page.wait_for_selector("#end[open]")
    elif name in GAMES:
        lit(page).first.wait_for()


def lend(context: BrowserContext, guest: Guest) -> None:
    """Give a browser the cookies of a guest."""
    context.add_cookies(
        [{"name": name, "value": value, "url": guest.address} for name, value in guest.web.cookies.items()]
    )
