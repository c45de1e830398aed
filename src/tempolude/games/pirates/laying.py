"""What lies where on the page of Time Pirates: pieces at places, worked out from a view alone.

Objects of one kind are alike and the state only counts them, so a piece is named after its place, its kind and its
number there. What the last action moved says what it `was`, so that it glides from where it came.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from tempolude.engine.state import NONE
from tempolude.engine.table import People, Piece, Scene

from . import components as parts
from . import rules, scoring, words
from .box import COLOURS, Contract, Epoch

FORMS = ("", "-atomic", "-arrow")
ON_TOP = 7  # objects of the sack that are there to be drawn: no action draws more for one epoch


def kind_name(kind: int) -> str:
    """A kind of object in handles.

    >>> kind_name(2), kind_name(15)
    ('blue-arrow', 'white')
    """
    return COLOURS[kind // parts.FORMS] + FORMS[kind % parts.FORMS]


def kinds_noted(low: int, high: int) -> list[int]:
    """The kinds in the two numbers of an event, in the order in which they came."""
    note = high << 15 | low
    kinds: list[int] = []
    while note:
        kinds.insert(0, (note & 31) - 1)
        note >>= 5
    return kinds


def contract_name(contract: Contract) -> str:
    return f"contract-{COLOURS[contract.colour]}-{contract.cost}"


def object_label(kind: int, lang: str) -> str:
    """An object for who cannot see it.

    >>> object_label(4, "fr"), object_label(15, "en")
    ('Objet orange, Afrique, atomique', 'White object, joker')
    """
    if kind == parts.WHITE:
        return capital(words.JOKER[lang])
    colour, form = divmod(kind, parts.FORMS)
    return capital(
        words.LABEL[lang][form].format(colour=words.COLOURS[lang][colour][0], land=words.CONTINENTS[lang][colour])
    )


def contract_label(contract: Contract, lang: str) -> str:
    """A contract for who cannot see it.

    >>> contract_label(Contract(colour=2, cost=5, points=6, copies=1), "en")
    'Red contract: 5 red objects, 6 points'
    """
    colour, colours = words.COLOURS[lang][contract.colour]
    return capital(
        words.DEAL[lang][contract.colour == parts.COLOURS].format(
            colour=colour, colours=colours, n=contract.cost, points=points_text(contract.points, lang)
        )
    )


def points_text(points: int, lang: str) -> str:
    return words.POINTS[lang][points != 1 if lang == "en" else points > 1].format(n=points)


def capital(text: str) -> str:
    return text[0].upper() + text[1:]


def can_restock(s: Any) -> bool:
    """P3.3, P5.1: nothing is done yet this turn, and some epoch has an empty site and no pirate."""
    taken = rules.pawns(s)
    gaps = (epoch for epoch in range(parts.EPOCHS) if s.filled[epoch] < s.sites[epoch])
    return bool(s.fresh) and any(not taken >> epoch & 1 for epoch in gaps)


# --- The names of pieces ---------------------------------------------------------


def lying(epoch: int, kind: int, number: int) -> str:
    return f"epoch-{epoch}-{kind_name(kind)}-{number}"


def held(seat: int, kind: int, number: int) -> str:
    return f"seat-{seat}-{kind_name(kind)}-{number}"


def discarded(kind: int, number: int) -> str:
    return f"discard-{kind_name(kind)}-{number}"


def for_sale(contract: int, number: int) -> str:
    return f"sale-{contract}-{number}"


def bought(seat: int, contract: int, number: int) -> str:
    return f"white-{seat}-{contract}-{number}"


def arrivals(s: Any) -> dict[str, str]:
    """What the pieces that the last action moved were before. The last of its kind is the one that comes or goes."""
    came: dict[str, str] = {}
    drawn = count(sum(s.bag) + sum(s.counters))

    def discard(seat: int, kinds: Sequence[int]) -> None:
        for kind, number in Counter(kinds).items():
            for i in range(number):
                came[discarded(kind, s.discard[kind] - 1 - i)] = held(seat, kind, s.hand[seat][kind] + i)

    for i in range(s.happened):
        event, _, a, b, c = s.events[i]
        if event == parts.TAKEN:
            came[held(a, b, s.hand[a][b] - 1)] = lying(c, b, s.lying[c][b])
        elif event == parts.SWAPPED:
            given, taken = divmod(c, parts.KINDS)
            came[held(a, taken, s.hand[a][taken] - 1)] = held(b, taken, s.hand[b][taken])
            came[held(b, given, s.hand[b][given] - 1)] = held(a, given, s.hand[a][given])
        elif event == parts.CAUGHT:
            discard(a, [parts.WHITE] * c)
        elif event in (parts.LOST, parts.JUMPED):
            discard(a, [b])
        elif event == parts.PAID:
            discard(a, kinds_noted(b, c))
        elif event == parts.FILLED:
            for kind, number in Counter(kinds_noted(b, c)).items():
                for j in range(number):
                    came[lying(a, kind, s.lying[a][kind] - 1 - j)] = f"sack-{next(drawn)}"
        elif event == parts.POLICE:
            came[f"counter-{c - 1}"] = f"sack-{next(drawn)}"
        elif event == parts.BOUGHT and b >= parts.WHITE_CONTRACTS:
            came[bought(a, b, s.owned[a][b] - 1)] = for_sale(b, s.market[b])
    return came


# --- The pieces ------------------------------------------------------------------


class Laying:
    """One view, laid out for its reader."""

    def __init__(
        self, s: Any, lang: str, people: People, board: Sequence[Epoch], contracts: Sequence[Contract]
    ) -> None:
        self.s, self.lang, self.people, self.board, self.contracts = s, lang, people, board, contracts
        self.say = words.PAGE[lang]
        self.came = arrivals(s)
        turn = s.phase in (parts.ACTING, parts.FLEEING, parts.LOSING, parts.PAYING, parts.LANDING)
        self.acting = next((seat for seat in range(s.players) if turn and s.waiting[seat]), NONE)
        self.here = s.at[self.acting] if self.acting != NONE else NONE
        self.gates_open = s.phase == parts.FLEEING or (s.phase == parts.ACTING and s.due > 0)

    def scene(self) -> Scene:
        pieces = [*self._pawns(), *self._gates(), *self._objects(), *self._police(), *self._market()]
        for seat in range(self.s.players):
            pieces += self._owned(seat)
        return Scene([pieces], self._places(), self._counts())

    def own(self, seat: int) -> list[Piece]:
        """What only this seat sees: its epoch once more in large for small screens, and its secret choices (P6.2)."""
        pieces = list(self._loupe(seat)) if self.acting == seat and self.gates_open else []
        if self.s.phase == parts.ADDING:
            pieces += self._owned(seat, secret=True)
        return pieces

    def unsealed(self) -> list[Piece]:
        """The secret choices of all seats (P6.2)."""
        if self.s.phase != parts.ADDING:
            return []
        return [piece for seat in range(self.s.players) for piece in self._owned(seat, secret=True)]

    def _piece(self, name: str, face: str, at: str, label: str = "", **more: Any) -> Piece:
        return Piece(name, face, at, label=label, was=self.came.get(name, ""), **more)

    def _object(self, name: str, kind: int, at: str, **more: Any) -> Piece:
        return self._piece(name, f"object:{kind_name(kind)}", at, object_label(kind, self.lang), **more)

    def _pawns(self) -> Iterator[Piece]:
        """P1.4, P3.6: before it is put, a pawn waits with its owner."""
        s = self.s
        yield self._piece("police", "officer", f"epoch-{s.police}", self.say["police pawn"])
        for seat in range(s.players):
            place = f"berth-{seat}" if s.at[seat] == NONE else f"epoch-{s.at[seat]}"
            label = self.say["pawn"].format(name=self.people.names[seat])
            yield self._piece(f"pirate-{seat}", f"pirate:{self.people.colours[seat]}", place, label, order=seat + 1)

    def _gates(self) -> Iterator[Piece]:
        for start in range(parts.EPOCHS):
            for gate in range(parts.GATES):
                label = self.say["gate"].format(
                    n=gate + 1,
                    start=self.board[start].name[self.lang],
                    end=self.board[self.s.gate[start][gate]].name[self.lang],
                )
                handle = f"gate-{gate + 1}" if start == self.here and self.gates_open else ""
                name = f"{start}-{gate + 1}"
                yield self._piece(f"gate-{name}", f"gate:{gate + 1}", f"door-{name}", label, handle=handle)

    def _objects(self) -> Iterator[Piece]:
        s = self.s
        for epoch in range(parts.EPOCHS):
            for (kind, number), site in sockets(s.lying[epoch], s.sites[epoch]).items():
                handle = f"epoch-{epoch}-{kind_name(kind)}"
                yield self._object(lying(epoch, kind, number), kind, f"site-{epoch}-{site}", handle=handle)
        for seat in range(s.players):
            yield from self._chest(seat)
        for kind in range(parts.KINDS):
            for i in range(s.discard[kind]):
                yield self._object(discarded(kind, i), kind, "discards", order=kind)
        left = sum(s.bag) + sum(s.counters)
        for i in range(max(0, left - ON_TOP), left):
            yield Piece(f"sack-{i}", "lump", "sack", i)

    def _chest(self, seat: int) -> Iterator[Piece]:
        """A player's objects; those handed in for a contract (P4.2) lie in the auction house until it is paid."""
        s = self.s
        for kind in range(parts.KINDS):
            handle = f"seat-{seat}-{kind_name(kind)}"
            for i in range(s.hand[seat][kind]):
                state = "again" if i else ""
                yield self._object(held(seat, kind, i), kind, f"objects-{seat}", order=kind, state=state, handle=handle)
            for i in range(s.paid[kind] if seat == self.acting else 0):
                yield self._object(held(seat, kind, s.hand[seat][kind] + i), kind, "paid", order=kind)

    def _police(self) -> Iterator[Piece]:
        """P5.2: the counters drawn this year."""
        for i in range(self.s.tracked):
            number = self.s.track[i] + 1
            label = self.say["counter"].format(n=number)
            yield self._piece(f"counter-{i}", f"counter:{number}", "track", label, order=i)

    # --- Contracts ---------------------------------------------------------------

    def _contract(self, name: str, contract: int, at: str, **more: Any) -> Piece:
        about = self.contracts[contract]
        return self._piece(name, f"contract:{contract}", at, contract_label(about, self.lang), **more)

    def _market(self) -> Iterator[Piece]:
        """P1.3: contracts still there, and whose the coloured ones are that are gone."""
        s = self.s
        for contract, about in enumerate(self.contracts):
            place, name = f"deal-{contract}", contract_name(about)
            if contract >= parts.WHITE_CONTRACTS:
                for i in range(s.market[contract]):
                    top = name if i == s.market[contract] - 1 else ""
                    yield self._contract(for_sale(contract, i), contract, place, order=i, handle=top)
            elif s.market[contract]:
                yield self._contract(name, contract, place)
            else:
                owner = next(seat for seat in range(s.players) if s.owned[seat][contract])
                label = self.say["sold"].format(
                    contract=contract_label(about, self.lang), name=self.people.names[owner]
                )
                yield Piece(f"sold-{contract}", f"mark:{self.people.colours[owner]}", place, label=label)

    def _owned(self, seat: int, *, secret: bool = False) -> list[Piece]:
        """A player's contracts by colour; white ones where they are added to (P6.2), sealed until all are shown."""
        s, group = self.s, "group-{}-{}".format
        coloured = [contract for contract in range(parts.WHITE_CONTRACTS) if s.owned[seat][contract]]
        pieces = [
            self._contract(contract_name(about), contract, group(seat, COLOURS[about.colour]), order=contract)
            for contract, about in ((contract, self.contracts[contract]) for contract in coloured)
        ]
        whites = [
            (contract, i)
            for contract in range(parts.WHITE_CONTRACTS, parts.CONTRACTS)
            for i in range(s.owned[seat][contract])
        ]
        for i, (contract, number) in enumerate(whites):
            name = bought(seat, contract, number)
            chosen = s.choice[seat][i] if secret and i < s.added[seat] else s.shown[seat][i]
            if i < s.added[seat] and not secret:
                pieces.append(Piece(f"sealed-{seat}-{i}", "sealed", f"sealed-{seat}", i, label=self.say["sealed"]))
            else:
                place = group(seat, COLOURS[chosen])  # NONE is the last colour, white
                piece = self._contract(name, contract, place, order=parts.CONTRACTS + i)
                pieces.append(piece._replace(was=f"sealed-{seat}-{i}") if s.over else piece)
        return pieces

    # --- The reader's own --------------------------------------------------------

    def _loupe(self, seat: int) -> Iterator[Piece]:
        """P3.4: what can be taken here and where the gates lead, large enough for a finger."""
        s, epoch = self.s, self.here
        for kind in range(parts.KINDS):
            if s.lying[epoch][kind] and s.phase == parts.ACTING:
                handle = f"epoch-{epoch}-{kind_name(kind)}"
                yield self._object(f"loupe-{kind}", kind, "loupe", order=kind, handle=handle)
        for gate in range(parts.GATES):
            to = s.gate[epoch][gate]
            label = self.say["way"].format(n=gate + 1, end=self.board[to].name[self.lang])
            yield self._piece(f"way-{gate + 1}", f"way:{gate + 1}:{to}", "ways", label, handle=f"gate-{gate + 1}")

    # --- Places and counts -------------------------------------------------------

    def _places(self) -> dict[str, str]:
        s = self.s
        states = {f"year-{year}": "on" for year in range(1, s.year + 1)}
        states[f"phase-{self._step()}"] = "current"
        states[f"land-{s.police}"] = "policed"
        if self.here != NONE:
            states[f"land-{self.here}"] = "policed here" if self.here == s.police else "here"
        if s.contract != NONE:
            states[f"deal-{s.contract}"] = "bid"
        return states | {f"nab-{seat}": "on" for seat in range(s.players) if s.at[seat] == s.police}

    def _step(self) -> str:
        """Where in the turn we are, for the top bar."""
        s = self.s
        if s.phase in (parts.PLACING, parts.ADDING):
            return "setup" if s.phase == parts.PLACING else "white"
        if s.phase in (parts.LOSING, parts.FLEEING):
            return "police"
        return "restock" if can_restock(s) else ("special", "2", "1")[s.due]

    def _counts(self) -> dict[str, int | str]:
        s = self.s
        counts: dict[str, int | str] = {
            "year": s.year, "sack": sum(s.bag), "left": sum(s.counters), "discarded": sum(s.discard)
        }  # fmt: skip
        for seat in range(s.players):
            counts[f"points-{seat}"] = s.points[seat]
            counts[f"income-{seat}"] = f"+{scoring.income(s, seat)}"
            counts[f"held-{seat}"] = s.held[seat]
            counts[f"owned-{seat}"] = sum(s.owned[seat])
        for contract in range(parts.WHITE_CONTRACTS, parts.CONTRACTS):
            counts[f"copies-{contract}"] = f"×{s.market[contract]}"
        return counts


def sockets(numbers: Sequence[int], sites: int) -> dict[tuple[int, int], int]:
    """The site of every object of an epoch, so chosen that the others mostly stay where they are when one is taken.

    >>> sockets([2, 1], 4)
    {(0, 0): 0, (0, 1): 2, (1, 0): 3}
    >>> sockets([1, 1], 4)
    {(0, 0): 0, (1, 0): 3}
    """
    free = list(range(sites))
    found = {}
    for kind, number in enumerate(numbers):
        for i in range(number):
            wanted = (3 * kind + 2 * i) % sites
            site = next((place for place in free if place >= wanted), free[0])
            free.remove(site)
            found[kind, i] = site
    return found
