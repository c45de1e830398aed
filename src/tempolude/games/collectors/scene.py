"""Time Collectors on the page: which pieces lie where, and what only their owner sees of them.

A die is named by its rank among the four, not by where it lies: so it keeps its name from the roll, which only its
owner sees, to the date that everybody sees, and glides into place when the screens are lifted (L3.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from tempolude.engine.state import NONE
from tempolude.engine.table import People, Piece, Scene

from . import components as parts
from . import rules, scoring, words
from .dates import ORDERS, PERMUTATIONS, date_of, date_text, orders, reachable, stop_of

if TYPE_CHECKING:
    from .table import Table

STOPS = ("era-a", "date-1984", "era-b", "date-3961", "era-c", "date-6257", "era-d", "date-8053", "future")  # L1.4
WORTH_TELLING = 6  # so many treasures, and the end (L5.1) is worth a word in the top bar


def nook(seat: int, place: int) -> str:
    """The place of a cabinet, such as "nook-0-2-3"."""
    return "nook-{}-{}-{}".format(seat, *divmod(place, parts.COLUMNS))


def scene(table: Table, s: Any, lang: str, people: People) -> Scene:
    """The table as everybody sees it."""
    pieces = [*_cards(table, s, lang), *_travellers(s, lang, people), *_dice(table, s, lang, people)]
    pieces += [*_turns(s, lang, people), *_feats_taken(s, lang, people)]
    return Scene([pieces], _states(s), _counts(table, s, lang, people))


def own(table: Table, s: Any, seat: int, lang: str, people: People) -> list[Piece]:
    """What only `seat` sees: its dice, and tags that say what its choices cost or bring."""
    pieces = list(_own_dice(s, seat, lang, people))
    if s.date[seat] != NONE or s.order[seat] != NONE:
        stop = stop_of(table.shown_date(s, seat) if s.date[seat] != NONE else date_of(s, seat, s.order[seat]))
        pieces.append(Piece(f"caption-{seat}", f"leads:{stop}", f"leads-{seat}"))
    elif s.waiting[seat]:
        pieces.append(Piece(f"caption-{seat}", "order", f"leads-{seat}"))
    if not s.waiting[seat]:
        return pieces
    if s.phase == parts.PLACING:
        return pieces + list(_gains(s, seat))
    return pieces + [Piece(f"slip-{at}", face, f"tag-{at}") for at, face in _tags(s, seat, people).items()]


# --- Cards and pawns -------------------------------------------------------------


def _cards(table: Table, s: Any, lang: str) -> Iterator[Piece]:
    lying = [(s.next, "pile", 0)]
    lying += [(s.line[era], STOPS[2 * era], 0) for era in range(parts.ERAS)]
    lying += [(s.discard[s.discarded - 1], "discard", 0)] if s.discarded else []
    lying += [(card, f"hold-{s.turn}", i) for i, card in enumerate(s.collected)]
    lying += [
        (s.board[seat][place], nook(seat, place), 0) for seat in range(s.players) for place in range(parts.PLACES)
    ]
    for card, at, order in lying:
        if card != NONE:
            name = table.card(card).name[lang]
            label = name if parts.type_of(card) == parts.BOOK else f"{name}, {words.TYPES[lang][parts.type_of(card)]}"
            yield Piece(f"card-{card}", f"treasure:{card}", at, order, label=label)


def _travellers(s: Any, lang: str, people: People) -> Iterator[Piece]:
    for seat in range(s.players):
        label = words.PAGE[lang]["pawn"].format(who=people.names[seat], stop=words.STOPS[lang][s.at[seat]])
        yield Piece(f"traveller-{seat}", f"traveller:{people.colours[seat]}", f"stand-{s.at[seat]}", seat, label=label)


# --- Dice and dates --------------------------------------------------------------


def _dice(table: Table, s: Any, lang: str, people: People) -> Iterator[Piece]:
    """L3.2: dice behind screens, then dates."""
    for seat in range(s.players):
        at, colour = f"dice-{seat}", people.colours[seat]
        if s.date[seat] == NONE:
            label = words.PAGE[lang]["hidden die"]
            yield from (Piece(f"die-{seat}-{i}", f"die:{colour}", at, i, label=label) for i in range(parts.DICE))
            continue
        dice, shown = date_text(s.date[seat]), date_text(table.shown_date(s, seat))
        ranked = sorted(range(parts.DICE), key=lambda i: dice[i])
        for rank, i in enumerate(ranked):
            changed = "changed" if shown[i] != dice[i] else ""  # L4.1
            label = words.PAGE[lang]["die"].format(n=shown[i])
            yield Piece(f"die-{seat}-{rank}", f"die:{colour}:{shown[i]}", at, i, changed, label)


def _own_dice(s: Any, seat: int, lang: str, people: People) -> Iterator[Piece]:
    """L3.1: the dice as they fell, or in the order chosen."""
    if s.roll[seat][0] == NONE:
        return
    order = PERMUTATIONS[s.order[seat] if s.order[seat] != NONE else 0]
    for i, die in enumerate(order):
        value = s.roll[seat][die]
        face, label = f"die:{people.colours[seat]}:{value}", words.PAGE[lang]["die"].format(n=value)
        yield Piece(f"die-{seat}-{die}", face, f"dice-{seat}", i, label=label, handle=f"die-{die}")


def open_dice(s: Any, lang: str, people: People) -> list[Piece]:
    """L3.1: what lies behind the screens."""
    behind = [seat for seat in range(s.players) if s.date[seat] == NONE]
    return [die for seat in behind for die in _own_dice(s, seat, lang, people)]


def _turns(s: Any, lang: str, people: People) -> Iterator[Piece]:
    """L3.3: from the latest date to the earliest, as shown; before that by seat."""
    queue = sorted(range(s.players), key=lambda seat: (-s.date[seat], seat))
    for i, seat in enumerate(queue):
        date = date_text(s.date[seat]) if s.date[seat] != NONE else ""
        state = "now" if s.turn == seat else "done" if s.gone[seat] else ""
        if not date and not s.waiting[seat]:
            state = "ready"
        key = "turn" if date else "ready" if state else "setting it"
        label = words.PAGE[lang][key].format(who=people.names[seat], date=date)
        face = f"turn:{people.colours[seat]}:{date}" if date else f"turn:{people.colours[seat]}"
        yield Piece(f"turn-{seat}", face, "turns", i, state, label, handle=f"seat-{seat}")


# --- Feats -----------------------------------------------------------------------


def _feats_taken(s: Any, lang: str, people: People) -> Iterator[Piece]:
    for feat, name in enumerate(parts.FEATS):
        owner = s.feat[feat]
        if owner in range(s.players):
            label = words.PAGE[lang]["taken"].format(who=people.names[owner])
            yield Piece(f"owner-{name}", f"disc:{people.colours[owner]}", f"taken-{name}", label=label)


def progress(s: Any, seat: int, feat: int) -> tuple[int, int]:
    """L7: how far `seat` is with a feat, and how far it must get."""
    counted = {parts.ONE_ANIMAL: (parts.ANIMAL, 1), parts.THREE_PLANTS: (parts.PLANT, 3)}
    counted |= {parts.FOUR_WONDERS: (parts.WONDER, 4), parts.THREE_BOOKS: (parts.BOOK, 3)}
    counted |= {parts.FOUR_MINERALS: (parts.MINERAL, 4)}
    if feat in counted:
        what, needed = counted[feat]
        return scoring.size(s.lying[seat][what]), needed
    if feat == parts.FIVE_CRYSTALS:
        return int(s.crystals[seat]), 5
    covered = scoring.covered(s, seat)
    across = feat == parts.ROW
    step, line = (parts.COLUMNS, scoring.TOP_ROW) if across else (1, scoring.LEFT_COLUMN)
    lines = range(parts.ROWS if across else parts.COLUMNS)
    return max(scoring.size(covered & line << step * i) for i in lines), parts.COLUMNS if across else parts.ROWS


# --- States and counts -----------------------------------------------------------


def _states(s: Any) -> dict[str, str]:
    setting = s.phase == parts.SETTING and not s.over
    states = {"phase-set" if setting else "phase-travel": "current"}
    for feat, name in enumerate(parts.FEATS):
        if s.feat[feat] != parts.IN_BOX:
            states[f"feat-{name}"] = "shown" if s.feat[feat] == parts.ON_OFFER else "shown gone"
    for seat in range(s.players):
        if s.date[seat] == NONE:
            states[f"dice-{seat}"] = "behind" if s.waiting[seat] else "behind set"
    if s.turn != NONE:
        states[f"seat-{s.turn}"] = "playing"
    return states


def _counts(table: Table, s: Any, lang: str, people: People) -> dict[str, int | str]:
    say = words.PAGE[lang]
    most = max(range(s.players), key=lambda seat: int(s.owned[seat]))
    near = say["ends, near"].format(who=people.names[most], n=s.owned[most])
    counts: dict[str, int | str] = {
        "round": int(s.round),
        "piled": int(s.piled) + 1,
        "discarded": int(s.discarded),
        "reserve": int(s.reserve),
        "most": min(int(s.owned[most]), parts.ENOUGH),
        "ends": near if s.owned[most] >= WORTH_TELLING else say["ends"],
    }
    for seat in range(s.players):
        counts[f"crystals-{seat}"] = int(s.crystals[seat])
        counts[f"owned-{seat}"] = int(s.owned[seat])
        pad = [int(scoring.sheet_line(s, seat, line)) for line in range(len(scoring.SHEET))]
        counts |= {f"pad-{seat}-{line}": signed(points) for line, points in enumerate(pad)}
        counts[f"points-{seat}"] = signed(sum(pad))
    for feat, name in enumerate(parts.FEATS):
        if s.feat[feat] == parts.IN_BOX:
            continue
        taken = s.feat[feat] in range(s.players)
        counts[f"feat-{name}"] = say["taken"].format(who=people.names[s.feat[feat]]) if taken else ""
        for seat in range(s.players):
            have, needed = progress(s, seat, feat)
            text = say["within reach"] if have >= needed else say["so far"].format(have=have, needed=needed)
            counts[f"feat-{name}-{seat}"] = counts[f"feat-{name}"] or text
    return counts


# --- What a choice costs or brings -----------------------------------------------


def _tags(s: Any, seat: int, people: People) -> dict[str, str]:
    """The paper tags under the stops of the line."""
    match s.phase:
        case parts.SETTING:
            return _dates_in_reach(s, seat)
        case parts.TRAVELLING:
            return _prices(s, seat, people)
        case parts.IN_ERA:
            return {STOPS[s.at[seat]]: "word:collect", "pile": "word:swap"}
        case parts.AT_PRESENT | parts.IN_FUTURE:
            return {STOPS[2 * era]: "word:discard" for era in range(parts.ERAS)}
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
    """L4.1: how many dice must be changed to get to a stop; NONE if it is out of reach."""
    reach = reachable(s.date[seat], s.crystals[seat])
    return next((n for n in range(3) if reach >> 3 * stop + n & 1), NONE)


def spare_changes(s: Any, seat: int) -> list[int]:
    """L4.2: the journeys that change more dice than they need."""
    reach = reachable(s.date[seat], s.crystals[seat])
    return [
        rules.TRAVEL + n for n in range(3 * parts.STOPS) if reach >> n & 1 and n % 3 > fewest_changes(s, seat, n // 3)
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


def points_by_place(s: Any, seat: int, card: int) -> dict[int, int]:
    """L6: the points that a card would add on each place that may take it, a crystal found there included."""
    room = rules.room_for(s, seat, card)
    before = scoring.total(s, seat)
    added = {}
    for place in (place for place in range(parts.PLACES) if room >> place & 1):
        after = SimpleNamespace(feat=s.feat, lying={seat: list(s.lying[seat])}, board={seat: list(s.board[seat])})
        after.lying[seat][parts.type_of(card)] |= 1 << place
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


def signed(points: int) -> str:
    """Points with a true minus.

    >>> signed(4), signed(-3)
    ('4', '−3')
    """
    return str(points).replace("-", "−")
