"""The pieces of Time Pirates at their places, for the browser, made from a view.

Objects of one kind are interchangeable and the state only counts them, so a piece is named after its place, its kind
and its number there. A piece that the last action moved says what it `was`, so that it glides from where it came.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any

from tempolude.engine.parts import Parts, part, part_of_each
from tempolude.engine.state import NONE
from tempolude.engine.table import People, Piece, Scene, moved

from . import rules, scoring, state, words
from .components import COLOURS, Contract, Epoch
from .names import contract_label, contract_name, kind_name, object_label

Pieces = Iterable[Piece]
ON_TOP = 7  # objects of the bag that exist as pieces: no action draws more for one epoch


def kinds_noted(low: int, high: int) -> list[int]:
    """The kinds in the two numbers of an event, in their order."""
    note = high << 15 | low
    kinds: list[int] = []
    while note:
        kinds.insert(0, (note & 31) - 1)
        note >>= 5
    return kinds


def can_restock(s: Any) -> bool:
    """P3.3, P5.1: whether nothing was done yet this turn, and some epoch has an empty site and no pirate."""
    taken = rules.pawns(s)
    gaps = (epoch for epoch in range(state.EPOCHS) if s.filled[epoch] < s.sites[epoch])
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
    """The previous names of the pieces that the last action moved. The last of a kind is the one that comes or goes."""
    came: dict[str, str] = {}
    drawn = count(sum(s.bag) + sum(s.counters))

    def discard(seat: int, kinds: Sequence[int]) -> None:
        for kind, number in Counter(kinds).items():
            for i in range(number):
                came[discarded(kind, s.discard[kind] - 1 - i)] = held(seat, kind, s.hand[seat][kind] + i)

    for i in range(s.happened):
        event, _, a, b, c = s.events[i]
        if event == state.TAKEN:
            came[held(a, b, s.hand[a][b] - 1)] = lying(c, b, s.lying[c][b])
        elif event == state.SWAPPED:
            given, taken = divmod(c, state.KINDS)
            came[held(a, taken, s.hand[a][taken] - 1)] = held(b, taken, s.hand[b][taken])
            came[held(b, given, s.hand[b][given] - 1)] = held(a, given, s.hand[a][given])
        elif event == state.CAUGHT:
            discard(a, [state.WHITE] * c)
        elif event in (state.LOST, state.JUMPED):
            discard(a, [b])
        elif event == state.PAID:
            discard(a, kinds_noted(b, c))
        elif event == state.FILLED:
            for kind, number in Counter(kinds_noted(b, c)).items():
                for j in range(number):
                    came[lying(a, kind, s.lying[a][kind] - 1 - j)] = f"sack-{next(drawn)}"
        elif event == state.POLICE:
            came[f"counter-{c - 1}"] = f"sack-{next(drawn)}"
        elif event == state.BOUGHT and b >= state.WHITE_CONTRACTS:
            came[bought(a, b, s.owned[a][b] - 1)] = for_sale(b, s.market[b])
    return came


# --- The pieces ------------------------------------------------------------------


class Tabletop(Parts):
    """The table in one language."""

    def __init__(self, board: Sequence[Epoch], contracts: Sequence[Contract], lang: str, people: People) -> None:
        super().__init__()
        self.lang, self.people, self.board, self.contracts = lang, people, board, contracts
        self.say = words.PAGE[lang]

    def scene(self, s: Any) -> Scene:
        seats, epochs, turn = range(s.players), range(state.EPOCHS), Turn(s)
        owned = tuple([tuple(s.owned[seat]) for seat in seats])
        groups = [
            self._officer(s.police),
            *[self._pawn(seat, s.at[seat]) for seat in seats],
            *[self._gates(epoch, tuple(s.gate[epoch]), turn.gates_open and epoch == turn.here) for epoch in epochs],
            *[self._objects(epoch, tuple(s.lying[epoch]), s.sites[epoch]) for epoch in epochs],
            *[self._chest(seat, tuple(s.hand[seat]), turn.paid(seat)) for seat in seats],
            self._discards(tuple(s.discard)),
            self._sack(sum(s.bag) + sum(s.counters)),
            self._police(tuple(s.track[: s.tracked])),
            self._market(tuple(s.market), owned),
            *[self._owned(seat, owned[seat], s.added[seat], tuple(s.shown[seat]), s.over) for seat in seats],
        ]
        return Scene(groups, self._places(s, turn), self._counts(s), arrivals(s))

    def own(self, s: Any, seat: int) -> list[Piece]:
        """What only this seat sees: its epoch enlarged for small screens, and its secret choices (P6.2)."""
        turn = Turn(s)
        pieces: list[Piece] = []
        if turn.acting == seat and turn.gates_open:
            here = turn.here
            pieces += self._loupe(here, tuple(s.lying[here]), tuple(s.gate[here]), s.phase == state.ACTING)
        return pieces + self._secret(s, seat)

    def unsealed(self, s: Any) -> list[Piece]:
        """The secret choices of all seats (P6.2)."""
        return [piece for seat in range(s.players) for piece in self._secret(s, seat)]

    def _secret(self, s: Any, seat: int) -> list[Piece]:
        if s.phase != state.ADDING:
            return []
        added, choice, shown = s.added[seat], s.choice[seat], s.shown[seat]
        chosen = [choice[i] if i < added else shown[i] for i in range(len(shown))]
        return moved(self._contracts(seat, s.owned[seat], 0, chosen, s.over), arrivals(s))

    def _object(self, name: str, kind: int, at: str, **more: Any) -> Piece:
        return Piece(name, f"object:{kind_name(kind)}", at, label=object_label(kind, self.lang), **more)

    @part
    def _officer(self, epoch: int) -> Pieces:
        yield Piece("police", "officer", f"epoch-{epoch}", label=self.say["police pawn"])

    @part_of_each
    def _pawn(self, seat: int, at: int) -> Pieces:
        """P1.4, P3.6: before it is placed, a pawn waits with its owner."""
        place = f"berth-{seat}" if at == NONE else f"epoch-{at}"
        label = self.say["pawn"].format(name=self.people.names[seat])
        yield Piece(f"pirate-{seat}", f"pirate:{self.people.colours[seat]}", place, seat + 1, label=label)

    @part_of_each
    def _gates(self, start: int, ends: tuple[int, ...], opened: bool) -> Pieces:
        for gate, end in enumerate(ends[: state.GATES]):
            label = self.say["gate"].format(
                n=gate + 1, start=self.board[start].name[self.lang], end=self.board[end].name[self.lang]
            )
            handle = f"gate-{gate + 1}" if opened else ""
            name = f"{start}-{gate + 1}"
            yield Piece(f"gate-{name}", f"gate:{gate + 1}", f"door-{name}", label=label, handle=handle)

    @part_of_each
    def _objects(self, epoch: int, numbers: tuple[int, ...], sites: int) -> Pieces:
        for (kind, number), site in sockets(numbers, sites).items():
            handle = f"epoch-{epoch}-{kind_name(kind)}"
            yield self._object(lying(epoch, kind, number), kind, f"site-{epoch}-{site}", handle=handle)

    @part_of_each
    def _chest(self, seat: int, hand: tuple[int, ...], paid: tuple[int, ...]) -> Pieces:
        """A player’s objects; those handed in for a contract (P4.2) are in the auction house until it is paid."""
        for kind, number in enumerate(hand):
            handle = f"seat-{seat}-{kind_name(kind)}"
            for i in range(number):
                state = "again" if i else ""
                yield self._object(held(seat, kind, i), kind, f"objects-{seat}", order=kind, state=state, handle=handle)
            for i in range(paid[kind] if paid else 0):
                yield self._object(held(seat, kind, number + i), kind, "paid", order=kind)

    @part
    def _discards(self, numbers: tuple[int, ...]) -> Pieces:
        for kind, number in enumerate(numbers):
            for i in range(number):
                yield self._object(discarded(kind, i), kind, "discards", order=kind)

    @part
    def _sack(self, left: int) -> Pieces:
        for i in range(max(0, left - ON_TOP), left):
            yield Piece(f"sack-{i}", "lump", "sack", i)

    @part
    def _police(self, track: tuple[int, ...]) -> Pieces:
        """P5.2: the counters drawn this year."""
        for i, counter in enumerate(track):
            label = self.say["counter"].format(n=counter + 1)
            yield Piece(f"counter-{i}", f"counter:{counter + 1}", "track", i, label=label)

    # --- Contracts ---------------------------------------------------------------

    def _contract(self, name: str, contract: int, at: str, **more: Any) -> Piece:
        about = self.contracts[contract]
        return Piece(name, f"contract:{contract}", at, label=contract_label(about, self.lang), **more)

    @part
    def _market(self, market: tuple[int, ...], owned: tuple[tuple[int, ...], ...]) -> Pieces:
        """P1.3: contracts still for sale, and the owners of coloured ones that are gone."""
        for contract, about in enumerate(self.contracts):
            place, name = f"deal-{contract}", contract_name(about)
            if contract >= state.WHITE_CONTRACTS:
                for i in range(market[contract]):
                    top = name if i == market[contract] - 1 else ""
                    yield self._contract(for_sale(contract, i), contract, place, order=i, handle=top)
            elif market[contract]:
                yield self._contract(name, contract, place)
            else:
                owner = next(seat for seat, contracts in enumerate(owned) if contracts[contract])
                label = self.say["sold"].format(
                    contract=contract_label(about, self.lang), name=self.people.names[owner]
                )
                yield Piece(f"sold-{contract}", f"mark:{self.people.colours[owner]}", place, label=label)

    @part_of_each
    def _owned(self, seat: int, owned: tuple[int, ...], sealed: int, shown: tuple[int, ...], over: int) -> Pieces:
        return self._contracts(seat, owned, sealed, shown, over)

    def _contracts(
        self, seat: int, owned: Sequence[int], sealed: int, chosen: Sequence[int], over: int
    ) -> Iterator[Piece]:
        """A player’s contracts by colour; white ones where they were added (P6.2), hidden until all are revealed."""
        group = "group-{}-{}".format
        for contract in range(state.WHITE_CONTRACTS):
            if owned[contract]:
                about = self.contracts[contract]
                place = group(seat, COLOURS[about.colour])
                yield self._contract(contract_name(about), contract, place, order=contract)
        whites = [
            (contract, i) for contract in range(state.WHITE_CONTRACTS, state.CONTRACTS) for i in range(owned[contract])
        ]
        for i, (contract, number) in enumerate(whites):
            if i < sealed:
                yield Piece(f"sealed-{seat}-{i}", "sealed", f"sealed-{seat}", i, label=self.say["sealed"])
                continue
            place = group(seat, COLOURS[chosen[i]])  # NONE is the last colour, white
            piece = self._contract(bought(seat, contract, number), contract, place, order=state.CONTRACTS + i)
            yield piece._replace(was=f"sealed-{seat}-{i}") if over else piece

    # --- The reader's own --------------------------------------------------------

    @part
    def _loupe(self, epoch: int, numbers: tuple[int, ...], ends: tuple[int, ...], takes: bool) -> Pieces:
        """P3.4: what can be taken here and where the gates lead, large enough for a finger."""
        for kind, number in enumerate(numbers):
            if number and takes:
                handle = f"epoch-{epoch}-{kind_name(kind)}"
                yield self._object(f"loupe-{kind}", kind, "loupe", order=kind, handle=handle)
        for gate, to in enumerate(ends[: state.GATES]):
            label = self.say["way"].format(n=gate + 1, end=self.board[to].name[self.lang])
            yield Piece(f"way-{gate + 1}", f"way:{gate + 1}:{to}", "ways", label=label, handle=f"gate-{gate + 1}")

    # --- Places and counts -------------------------------------------------------

    def _places(self, s: Any, turn: Turn) -> dict[str, str]:
        states = {f"year-{year}": "on" for year in range(1, s.year + 1)}
        states[f"phase-{turn.step()}"] = "current"
        states[f"land-{s.police}"] = "policed"
        if turn.here != NONE:
            states[f"land-{turn.here}"] = "policed here" if turn.here == s.police else "here"
        if s.contract != NONE:
            states[f"deal-{s.contract}"] = "bid"
        return states | {f"nab-{seat}": "on" for seat in range(s.players) if s.at[seat] == s.police}

    def _counts(self, s: Any) -> dict[str, int | str]:
        counts: dict[str, int | str] = {
            "year": s.year, "sack": sum(s.bag), "left": sum(s.counters), "discarded": sum(s.discard)
        }  # fmt: skip
        for seat in range(s.players):
            counts[f"points-{seat}"] = s.points[seat]
            counts[f"income-{seat}"] = f"+{scoring.income(s, seat)}"
            counts[f"held-{seat}"] = s.held[seat]
            counts[f"owned-{seat}"] = sum(s.owned[seat])
        for contract in range(state.WHITE_CONTRACTS, state.CONTRACTS):
            counts[f"copies-{contract}"] = f"×{s.market[contract]}"
        return counts


class Turn:
    """Whose turn it is, where they are, and what they have done."""

    def __init__(self, s: Any) -> None:
        self.s = s
        turn = s.phase in (state.ACTING, state.FLEEING, state.LOSING, state.PAYING, state.LANDING)
        self.acting = next((seat for seat in range(s.players) if turn and s.waiting[seat]), NONE)
        self.here = s.at[self.acting] if self.acting != NONE else NONE
        self.gates_open = s.phase == state.FLEEING or (s.phase == state.ACTING and s.due > 0)

    def paid(self, seat: int) -> tuple[int, ...]:
        """What this seat has handed in for a contract (P4.2)."""
        return tuple(self.s.paid) if seat == self.acting else ()

    def step(self) -> str:
        """The step of the turn, for the top bar."""
        s = self.s
        if s.phase in (state.PLACING, state.ADDING):
            return "setup" if s.phase == state.PLACING else "white"
        if s.phase in (state.LOSING, state.FLEEING):
            return "police"
        return "restock" if can_restock(s) else ("special", "2", "1")[s.due]


def sockets(numbers: Sequence[int], sites: int) -> dict[tuple[int, int], int]:
    """The site of every object of an epoch, chosen so that most stay where they are when one is taken.

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
