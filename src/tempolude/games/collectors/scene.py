"""The pieces of Time Collectors at their places, for the browser, and what only their owner sees of them.

A die is named after its rank among the four, not after its place: so it keeps its name from the roll, which only its
owner sees, to the date that everybody sees, and glides into place when the screens are lifted (L3.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from tempolude.engine.parts import Parts, kept_of_each, part, part_of_each
from tempolude.engine.state import NONE
from tempolude.engine.table import People, Piece, Scene
from tempolude.engine.wording import signed

from . import scoring, state, words
from .dates import ORDERS, PERMUTATIONS, changed_date, date_of, date_text, orders, reachable, stop_of

if TYPE_CHECKING:
    from .table import Table

STOPS = ("era-a", "date-1984", "era-b", "date-3961", "era-c", "date-6257", "era-d", "date-8053", "future")  # L1.4
Pieces = Iterable[Piece]
WORTH_TELLING = 6  # from this many treasures on, the top bar mentions the end (L5.1)


def nook(seat: int, place: int) -> str:
    """The name of a place of a board, such as “nook-0-2-3”."""
    return "nook-{}-{}-{}".format(seat, *divmod(place, state.COLUMNS))


class Tabletop(Parts):
    """The table in one language, as its readers see it."""

    def __init__(self, table: Table, lang: str, people: People) -> None:
        super().__init__()
        self.table, self.lang, self.people, self.say = table, lang, people, words.PAGE[lang]

    def scene(self, s: Any) -> Scene:
        """The table as everybody sees it."""
        seats = range(s.players)
        top = s.discard[s.discarded - 1] if s.discarded else NONE
        waiting = tuple([bool(s.waiting[seat]) for seat in seats])
        groups = [
            self._cards(s.next, tuple(s.line[: state.ERAS]), top, s.turn, tuple(s.collected)),
            *[self._cabinet(seat, tuple(s.board[seat])) for seat in seats],
            *[self._traveller(seat, s.at[seat]) for seat in seats],
            *[self._dice(seat, s.date[seat], self.table.shown_date(s, seat)) for seat in seats],
            self._turns(tuple(s.date[: s.players]), tuple(s.gone[: s.players]), waiting, s.turn),
            self._feats_taken(tuple(s.feat), s.players),
        ]
        return Scene(groups, _states(s), self._counts(s))

    def own(self, s: Any, seat: int) -> list[Piece]:
        """What only `seat` sees: its dice, and tags with the costs and gains of its choices."""
        roll, order, date = tuple(s.roll[seat]), s.order[seat], s.date[seat]
        shown = self.table.shown_date(s, seat) if date != NONE else NONE
        pieces = [*self._own_dice(seat, roll, order), *self._caption(seat, shown, roll, order, s.waiting[seat])]
        if not s.waiting[seat]:
            return pieces
        if s.phase == state.PLACING:
            return pieces + list(_gains(s, seat))
        if s.phase == state.SETTING:
            return [*pieces, *self._dates_in_reach(seat, roll)]
        return pieces + slips(_tags(s, seat, self.people))

    def preview(self, s: Any, seat: int, action: int) -> list[Piece]:
        """What an action would do: the dice and where their date leads, and the points on the seat’s own board."""
        if action < state.TRAVEL:
            stop = stop_of(date_of(s, seat, action))
            return [
                Piece(f"caption-{seat}", f"leads:{stop}", f"leads-{seat}"),
                *_best_gains(s, seat, cards_at(s, stop)),
            ]
        if action < state.GIVE:
            stop, changes = divmod(action - state.TRAVEL, 3)
            date = changed_date(s.date[seat], stop, changes)
            changed = [die for die in self._dice(seat, s.date[seat], date) if die.state]
            caption = Piece(f"caption-{seat}", f"leads:{stop}", f"leads-{seat}")
            return [*changed, caption, *_best_gains(s, seat, cards_at(s, stop))]
        if action == state.COLLECT:
            return list(_best_gains(s, seat, [s.line[s.at[seat] >> 1]]))
        if state.DISCARD <= action < state.COLLECT:
            return list(_best_gains(s, seat, [s.next]))
        return []

    def open_dice(self, s: Any) -> list[Piece]:
        """L3.1: what is behind the screens."""
        behind = [seat for seat in range(s.players) if s.date[seat] == NONE]
        return [die for seat in behind for die in self._own_dice(seat, tuple(s.roll[seat]), s.order[seat])]

    # --- Cards and pawns -------------------------------------------------------------

    @part
    def _cards(self, following: int, line: tuple[int, ...], top: int, turn: int, collected: tuple[int, ...]) -> Pieces:
        yield from self._card(following, "pile")
        for era, card in enumerate(line):
            yield from self._card(card, STOPS[2 * era])
        yield from self._card(top, "discard")
        for i, card in enumerate(collected):
            yield from self._card(card, f"hold-{turn}", i)

    @part_of_each
    def _cabinet(self, seat: int, cards: tuple[int, ...]) -> Pieces:
        for place, card in enumerate(cards[: state.PLACES]):
            yield from self._card(card, nook(seat, place))

    def _card(self, card: int, at: str, order: int = 0) -> Pieces:
        if card != NONE:
            name, kind = self.table.card(card).name[self.lang], state.type_of(card)
            label = name if kind == state.BOOK else f"{name}, {words.TYPES[self.lang][kind]}"
            yield Piece(f"card-{card}", f"treasure:{card}", at, order, label=label)

    @part_of_each
    def _traveller(self, seat: int, stop: int) -> Pieces:
        label = self.say["pawn"].format(who=self.people.names[seat], stop=words.STOPS[self.lang][stop])
        yield Piece(f"traveller-{seat}", f"traveller:{self._colour(seat)}", f"stand-{stop}", seat, label=label)

    # --- Dice and dates --------------------------------------------------------------

    @part_of_each
    def _dice(self, seat: int, date: int, shown: int) -> Pieces:
        """L3.2: dice behind screens, then dates."""
        at, colour = f"dice-{seat}", self._colour(seat)
        if date == NONE:
            label = self.say["hidden die"]
            yield from (Piece(f"die-{seat}-{i}", f"die:{colour}", at, i, label=label) for i in range(state.DICE))
            return
        dice, now = date_text(date), date_text(shown)
        ranked = sorted(range(state.DICE), key=lambda i: dice[i])
        for rank, i in enumerate(ranked):
            changed = "changed" if now[i] != dice[i] else ""  # L4.1
            label = self.say["die"].format(n=now[i])
            yield Piece(f"die-{seat}-{rank}", f"die:{colour}:{now[i]}", at, i, changed, label)

    @part_of_each
    def _own_dice(self, seat: int, roll: tuple[int, ...], order: int) -> Pieces:
        """L3.1: the dice as rolled, or in the order chosen."""
        if roll[0] == NONE:
            return
        for i, die in enumerate(PERMUTATIONS[order if order != NONE else 0]):
            face, label = f"die:{self._colour(seat)}:{roll[die]}", self.say["die"].format(n=roll[die])
            yield Piece(f"die-{seat}-{die}", face, f"dice-{seat}", i, label=label, handle=f"die-{die}")

    @part_of_each
    def _caption(self, seat: int, shown: int, roll: tuple[int, ...], order: int, waiting: int) -> Pieces:
        """Where the date of a seat leads."""
        if shown != NONE or order != NONE:
            stop = stop_of(shown if shown != NONE else date_of(rolled(seat, roll), seat, order))
            yield Piece(f"caption-{seat}", f"leads:{stop}", f"leads-{seat}")
        elif waiting:
            yield Piece(f"caption-{seat}", "order", f"leads-{seat}")

    @part_of_each
    def _dates_in_reach(self, seat: int, roll: tuple[int, ...]) -> Pieces:
        return slips(_dates_in_reach(rolled(seat, roll), seat))

    @part
    def _turns(self, dates: tuple[int, ...], gone: tuple[int, ...], waiting: tuple[bool, ...], turn: int) -> Pieces:
        """L3.3: from the latest date revealed to the earliest; before that by seat."""
        queue = sorted(range(len(dates)), key=lambda seat: (-dates[seat], seat))
        for i, seat in enumerate(queue):
            date = date_text(dates[seat]) if dates[seat] != NONE else ""
            state = "now" if turn == seat else "done" if gone[seat] else ""
            if not date and not waiting[seat]:
                state = "ready"
            key = "turn" if date else "ready" if state else "setting it"
            label = self.say[key].format(who=self.people.names[seat], date=date)
            face = f"turn:{self._colour(seat)}:{date}" if date else f"turn:{self._colour(seat)}"
            yield Piece(f"turn-{seat}", face, "turns", i, state, label, handle=f"seat-{seat}")

    def _colour(self, seat: int) -> int:
        return self.people.colours[seat]

    # --- Feats and counts ------------------------------------------------------------

    @part
    def _feats_taken(self, feats: tuple[int, ...], players: int) -> Pieces:
        for feat, name in enumerate(state.FEATS):
            owner = feats[feat]
            if owner in range(players):
                label = self.say["taken"].format(who=self.people.names[owner])
                yield Piece(f"owner-{name}", f"disc:{self._colour(owner)}", f"taken-{name}", label=label)

    def _counts(self, s: Any) -> dict[str, int | str]:
        say, names = self.say, self.people.names
        most = max(range(s.players), key=lambda seat: int(s.owned[seat]))
        near = say["ends, near"].format(who=names[most], n=s.owned[most])
        counts: dict[str, int | str] = {
            "round": int(s.round),
            "piled": int(s.piled) + 1,
            "discarded": int(s.discarded),
            "reserve": int(s.reserve),
            "most": min(int(s.owned[most]), state.ENOUGH),
            "ends": near if s.owned[most] >= WORTH_TELLING else say["ends"],
        }
        feats = tuple(s.feat)
        for feat, name in enumerate(state.FEATS):
            if feats[feat] != state.IN_BOX:
                taken = feats[feat] in range(s.players)
                counts[f"feat-{name}"] = say["taken"].format(who=names[feats[feat]]) if taken else ""
        for seat in range(s.players):
            counts[f"owned-{seat}"] = int(s.owned[seat])
            counts |= self._pad(seat, s.crystals[seat], tuple(s.lying[seat]), tuple(s.board[seat]), feats, s.players)
        return counts

    @kept_of_each
    def _pad(
        self,
        seat: int,
        crystals: int,
        lying: tuple[int, ...],
        board: tuple[int, ...],
        feats: tuple[int, ...],
        players: int,
    ) -> dict[str, int | str]:
        """What the cards of a seat are worth: the lines of its score sheet (L6), and its progress with feats (L7)."""
        s: Any = SimpleNamespace(feat=feats, crystals={seat: crystals}, lying={seat: lying}, board={seat: board})
        points = [int(scoring.sheet_line(s, seat, line)) for line in range(len(scoring.SHEET))]
        counts: dict[str, int | str] = {f"crystals-{seat}": crystals, f"points-{seat}": signed(sum(points))}
        counts |= {f"pad-{seat}-{line}": signed(number) for line, number in enumerate(points)}
        for feat, name in enumerate(state.FEATS):
            if feats[feat] in range(players):
                counts[f"feat-{name}-{seat}"] = self.say["taken"].format(who=self.people.names[feats[feat]])
            elif feats[feat] != state.IN_BOX:
                have, needed = progress(s, seat, feat)
                text = self.say["within reach"] if have >= needed else self.say["so far"]
                counts[f"feat-{name}-{seat}"] = text.format(have=have, needed=needed)
        return counts


def rolled(seat: int, roll: tuple[int, ...]) -> Any:
    """The dice of a seat, in the form that rules read."""
    return SimpleNamespace(roll={seat: roll})


def slips(tags: dict[str, str]) -> list[Piece]:
    """Tags as pieces."""
    return [Piece(f"slip-{at}", face, f"tag-{at}") for at, face in tags.items()]


# --- Feats -----------------------------------------------------------------------


def progress(s: Any, seat: int, feat: int) -> tuple[int, int]:
    """L7: how far `seat` is with a feat, and how far it must get."""
    counted = {state.ONE_ANIMAL: (state.ANIMAL, 1), state.THREE_PLANTS: (state.PLANT, 3)}
    counted |= {state.FOUR_WONDERS: (state.WONDER, 4), state.THREE_BOOKS: (state.BOOK, 3)}
    counted |= {state.FOUR_MINERALS: (state.MINERAL, 4)}
    if feat in counted:
        what, needed = counted[feat]
        return scoring.size(s.lying[seat][what]), needed
    if feat == state.FIVE_CRYSTALS:
        return int(s.crystals[seat]), 5
    covered = scoring.covered(s, seat)
    across = feat == state.ROW
    step, line = (state.COLUMNS, scoring.TOP_ROW) if across else (1, scoring.LEFT_COLUMN)
    lines = range(state.ROWS if across else state.COLUMNS)
    return max(scoring.size(covered & line << step * i) for i in lines), state.COLUMNS if across else state.ROWS


# --- States of places ------------------------------------------------------------


def _states(s: Any) -> dict[str, str]:
    setting = s.phase == state.SETTING and not s.over
    states = {"phase-set" if setting else "phase-travel": "current"}
    for feat, name in enumerate(state.FEATS):
        if s.feat[feat] != state.IN_BOX:
            states[f"feat-{name}"] = "shown" if s.feat[feat] == state.ON_OFFER else "shown gone"
    for seat in range(s.players):
        if s.date[seat] == NONE:
            states[f"dice-{seat}"] = "behind" if s.waiting[seat] else "behind set"
    if s.turn != NONE:
        states[f"seat-{s.turn}"] = "playing"
    return states


# --- What a choice costs or brings -----------------------------------------------


def _tags(s: Any, seat: int, people: People) -> dict[str, str]:
    """The paper tags under the stops of the timeline."""
    match s.phase:
        case state.TRAVELLING:
            return _prices(s, seat, people)
        case state.IN_ERA:
            return {STOPS[s.at[seat]]: "word:collect", "pile": "word:swap"}
        case state.AT_PRESENT | state.IN_FUTURE:
            return {STOPS[2 * era]: "word:discard" for era in range(state.ERAS)}
    return {}


def _dates_in_reach(s: Any, seat: int) -> dict[str, str]:
    """L3.1: for each stop the earliest and the latest date that the dice can make there."""
    found: dict[str, list[int]] = {}
    for order in range(ORDERS):
        if orders(s, seat) >> order & 1:
            date = date_of(s, seat, order)
            found.setdefault(STOPS[stop_of(date)], []).append(date)
    ends = {at: dict.fromkeys((min(dates), max(dates))) for at, dates in found.items()}
    return {at: ":".join(["dates", *map(date_text, dates)]) for at, dates in ends.items()}


def fewest_changes(s: Any, seat: int, stop: int) -> int:
    """L4.1: the fewest dice to change to reach a stop; NONE if it is out of reach."""
    reach = reachable(s.date[seat], s.crystals[seat])
    return next((n for n in range(3) if reach >> 3 * stop + n & 1), NONE)


def spare_changes(s: Any, seat: int) -> list[int]:
    """L4.2: the journeys that change more dice than necessary."""
    reach = reachable(s.date[seat], s.crystals[seat])
    return [
        state.TRAVEL + n for n in range(3 * state.STOPS) if reach >> n & 1 and n % 3 > fewest_changes(s, seat, n // 3)
    ]


def _prices(s: Any, seat: int, people: People) -> dict[str, str]:
    """L4.1, L4.3: what the cheapest journey to each stop costs, and to whom the toll would go."""
    prices = {}
    for stop, at in enumerate(STOPS):
        changes = fewest_changes(s, seat, stop)
        if changes == NONE:
            continue
        prices[at] = f"price:{changes}"
        hosts = [other for other in range(s.players) if other != seat and s.gone[other] and s.at[other] == stop]
        if hosts and s.at[seat] != stop and s.crystals[seat] > changes:
            prices[at] += ":" + "-".join(str(people.colours[host]) for host in hosts)
    return prices


def _gains(s: Any, seat: int) -> Iterator[Piece]:
    for place, points in points_by_place(s, seat, s.collected[0]).items():
        yield Piece(f"gain-{place}", f"gain:{plus(points)}", nook(seat, place))


def cards_at(s: Any, stop: int) -> list[int]:
    """What can be collected at a stop: one card in an era, two on a key date (L4.4, L4.5)."""
    eras = [stop >> 1, (stop >> 1) + 1] if stop & 1 else [stop >> 1]
    return [s.line[era] for era in eras if era < state.ERAS and s.line[era] != NONE]


def _best_gains(s: Any, seat: int, cards: list[int]) -> Iterator[Piece]:
    """The points of each card where it adds most, each on a different place."""
    taken: set[int] = set()
    for card in cards:
        points = {place: n for place, n in points_by_place(s, seat, card).items() if place not in taken}
        if points:
            best = max(points, key=lambda place: points[place])
            taken.add(best)
            yield Piece(f"gain-{best}", f"gain:{plus(points[best])}", nook(seat, best))


def points_by_place(s: Any, seat: int, card: int) -> dict[int, int]:
    """L6: the points that a card would add on each place that may take it, including a crystal found there."""
    room = scoring.room_for(s, seat, card)
    before = scoring.total(s, seat)
    added = {}
    for place in (place for place in range(state.PLACES) if room >> place & 1):
        after: Any = SimpleNamespace(feat=s.feat, lying={seat: list(s.lying[seat])}, board={seat: list(s.board[seat])})
        after.lying[seat][state.type_of(card)] |= 1 << place
        after.board[seat][place] = card
        found = s.gems[seat] >> place & 1 and s.reserve > 0
        after.crystals = {seat: s.crystals[seat] + bool(found)}
        added[place] = int(scoring.total(after, seat) - before)
    return added


def plus(points: int) -> str:
    """Points to be added, with their sign.

    >>> plus(4), plus(0), plus(-3)
    ('+4', '+0', '−3')
    """
    return f"{'+' * (points >= 0)}{signed(points)}"
