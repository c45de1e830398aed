"""Time Collectors as numbers for learning: what a seat sees, itself first and the others clockwise, and the actions."""

from __future__ import annotations

from typing import Any

from tempolude.engine.features import block, each, features
from tempolude.engine.rule import rule
from tempolude.engine.state import NONE, State

from .dates import DATES, MOST_CHANGES, date_of, reachable
from .scoring import feats_within_reach, points_added, points_added_at, room_for, total

from .state import (  # isort: skip
    CARDS, CRYSTALS, DICE, EACH, ENOUGH, ERAS, FACES, FEATS, FUTURE, IN_BOX, KINDS, ON_OFFER, ORDERS, PHASES, PLACES,
    PRESENT, ROUNDS, SEATS, SETTING, STOPS, TRAVELLING, TYPES, kind_of,
)  # fmt: skip

PLACE_SPAN = KINDS + TYPES + 1
SOME_POINTS, MANY_POINTS = 20, 100  # of a card and of a score: they scale to 1
MANY_LEADS = 4 * SOME_POINTS  # a lead counts no further
WAYS = MOST_CHANGES + 1
ALIKE = "wonder, plant, animal, the 3 minerals, the 7 books"

SEEN = features(
    each(
        "seat",
        SEATS,
        block("there", 1, "1 if somebody sits there"),
        block("deciding", 1, "1 if it must decide now"),
        block("crystals", 1, "crystals / 24"),
        block("treasures", 1, "treasures on its board / 12"),
        block("points", 1, "its score if the match ended now / 100"),
        block("lead", 1, "by how much that exceeds the score of the seat that looks / 20"),
        block("gains", ERAS + 1, "points that the card of each era, and the next, would add to it at once / 20"),
        block("gone", 1, "1 if it has begun a turn this round"),
        block("turn", 1, "1 if it is its turn"),
        block("date", 1, "the date shown: (date + 1) / 10 000; 0 while machines are set"),
        block("changed", 1, "dice changed this round / 2"),
        block("soon", 1, "dates are shown: 1 if its turn is the next, 2/3 or 1/3 if one or two go before it"),
        block("feats", len(FEATS), "1 for each feat on offer whose condition it meets"),
        block("ways", STOPS, "dates are shown: 1, 2/3, 1/3 for each stop it can still reach, changing 0, 1, 2 dice"),
        block("hopes", STOPS, "the points that each of these stops gives it at once, less crystals for dice / 20"),
        block("stop", STOPS, "1 for where its pawn stands: A, 1984, B, 3961, C, 6257, D, 8053, the future"),
        block(
            "places",
            PLACES * PLACE_SPAN,
            f"12 places, row by row: 1 for the card there ({ALIKE}), then for each type it takes (5), then if it "
            "brings a crystal",
        ),
    ),
    block("line", ERAS * KINDS, f"eras A to D: 1 for the card there ({ALIKE})"),
    block("next", KINDS, "1 for the card on top of the pile"),
    block("collected", 2 * KINDS, "1 for the card to be placed now, and for the one after"),
    block("stops", STOPS, "points that the cards and crystals of each stop give it at once / 20"),
    block("tolls", STOPS, "1 for each stop where it would owe a toll"),
    block("placing", PLACES, "points that the card to be placed now would add on each place it may take / 20"),
    block("discards", KINDS, "cards of each kind discarded / 9"),
    each(
        "feat",
        len(FEATS),
        block("on offer", 1, "1 if anybody can still take it"),
        block("taken", SEATS, "1 for who has it, counted from the seat that looks"),
    ),
    block("dice", DICE * FACES, "its dice while machines are set, ascending: 1 for the face of each"),
    block(
        "reach",
        ORDERS * STOPS,
        "for each order of its dice, the earliest date first, and each stop: 1 if its date leads there, 2/3 or 1/3 if "
        "one or two changed dice do, if it can pay for them",
    ),
    block(
        "best",
        ORDERS * WAYS,
        "for each of these orders: the points that the best stop gives at once, changing 0, 1 or 2 dice / 20",
    ),
    block("order", ORDERS, "1 for the order it chose, not yet shown"),
    block("phase", PHASES, "1 for: setting, travelling, toll, in an era, at 8053, in the future, placing, feat"),
    block("last", 1, "1 if somebody has ten treasures: this round is the last"),
    block("round", 1, "round / 200"),
    block("reserve", 1, "crystals nobody has / 24"),
    block("pile", 1, "cards below the top card / 50"),
    block("number", SEATS, "1 for its own number, for the toll names a seat by its number"),
    left_out={"lying": "the places of each type, which the cards on the board say"},
)
FEATURES = SEEN.size

DOES = features(
    block("order", ORDERS, "put the dice, which lie in ascending order, into that order, the earliest date first"),
    block("travel", 3 * STOPS, "3 × stop + dice changed: travel there", stop=STOPS, dice=3),
    block("toll", SEATS, "give that seat the toll"),
    block("discard", ERAS, "discard the card of era A to D"),
    block("collect", 1, "collect the card"),
    block("leave", 1, "discard nothing"),
    block("place", PLACES, "put the card on that place of the board"),
    block("feat", len(FEATS), "take that feat"),
    block("no feat", 1, "take none"),
)

SEAT_SPAN = SEEN.span("seat")
LINE, STOPS_AT, TOLLS_AT, PLACING_AT, DISCARDED, FEAT_AT, ROLL, REACH_AT, BEST, ORDER, PHASE, LAST, ROUND, NUMBER = (
    SEEN.at(name)
    for name in (
        "line", "stops", "tolls", "placing", "discards", "feat", "dice", "reach", "best", "order", "phase", "last",
        "round", "number",
    )
)  # fmt: skip


@rule
def observe(s: State, seat: int, out: Any) -> None:
    points = total(s, seat)
    for step in range(s.players):
        observe_seat(s, points, (seat + step) % s.players, out, SEAT_SPAN * step)
    observe_cards(s, seat, out)
    observe_tolls(s, seat, out)
    for feat in range(len(FEATS)):
        at = FEAT_AT + (1 + SEATS) * feat
        out[at] = s.feat[feat] == ON_OFFER
        if s.feat[feat] != ON_OFFER and s.feat[feat] != IN_BOX:
            out[at + 1 + (s.feat[feat] - seat) % s.players] = 1
    for i in range(DICE):
        if s.roll[seat][i] != NONE:
            out[ROLL + FACES * i + s.roll[seat][i]] = 1
    if s.phase == SETTING and s.roll[seat][0] != NONE:
        for order in range(ORDERS):
            observe_order(s, seat, order, out)
    if s.order[seat] != NONE:
        out[ORDER + s.order[seat]] = 1
    if s.phase < PHASES:
        out[PHASE + s.phase] = 1
    for other in range(s.players):
        if s.owned[other] >= ENOUGH:
            out[LAST] = 1
    out[ROUND] = s.round / ROUNDS
    out[ROUND + 1] = s.reserve / CRYSTALS
    out[ROUND + 2] = s.piled / CARDS
    out[NUMBER + seat] = 1


@rule
def observe_seat(s: State, mine: int, other: int, out: Any, at: int) -> None:
    """A seat, for one that has `mine` points."""
    points = total(s, other)
    out[at] = 1
    out[at + 1] = s.waiting[other]
    out[at + 2] = s.crystals[other] / CRYSTALS
    out[at + 3] = s.owned[other] / PLACES
    out[at + 4] = points / MANY_POINTS
    out[at + 5] = min(max(points - mine, -MANY_LEADS), MANY_LEADS) / SOME_POINTS
    gains = at + 6
    for era in range(ERAS):
        out[gains + era] = points_added(s, other, s.line[era])
    out[gains + ERAS] = points_added(s, other, s.next)
    at = gains + ERAS + 1
    out[at] = s.gone[other]
    out[at + 1] = s.turn == other
    out[at + 2] = (s.date[other] + 1) / DATES
    out[at + 3] = s.changed[other] / MOST_CHANGES
    out[at + 4] = soon(s, other)
    feats = feats_within_reach(s, other)
    for feat in range(len(FEATS)):
        out[at + 5 + feat] = feats >> feat & 1
    at += 5 + len(FEATS)
    if s.date[other] != NONE and (not s.gone[other] or (s.phase == TRAVELLING and s.turn == other)):
        observe_ways(s, other, out, at, gains)
    for card in range(ERAS + 1):
        out[gains + card] /= SOME_POINTS
    at += 2 * STOPS
    out[at + s.at[other]] = 1
    at += STOPS
    for place in range(PLACES):
        here = at + place * PLACE_SPAN
        observe_card(s.board[other][place], out, here)
        for t in range(TYPES):
            out[here + KINDS + t] = s.room[other][t] >> place & 1
        out[here + KINDS + TYPES] = s.gems[other] >> place & 1


@rule
def soon(s: State, other: int) -> float:
    """L3.3: how soon the turn of a seat comes that has not gone yet; 0 while machines are set."""
    if s.gone[other] or s.date[other] == NONE:
        return 0.0
    before = 0
    for third in range(s.players):
        before += not s.gone[third] and s.date[third] > s.date[other]
    return (SEATS - 1 - min(before, SEATS - 1)) / (SEATS - 1)


@rule
def observe_ways(s: State, other: int, out: Any, at: int, gains: int) -> None:
    """L4.1, L4.2: where the date of a seat leads, and what it gets there at once (L4.4 to L4.7).

    `gains` is where the points of the cards are, as whole numbers: fractions would add up differently interpreted.
    """
    ways = reachable(s.date[other], s.crystals[other])
    for stop in range(STOPS):
        digit = ways >> WAYS * stop & 7
        if digit:
            fewest = 0 if digit & 1 else (1 if digit & 2 else 2)
            points = 2 * (stop >= PRESENT) - fewest
            for era in range(ERAS):
                if stop >= 2 * era - 1 and stop <= 2 * era + 1:
                    points += int(out[gains + era])
            out[at + stop] = 1 - fewest / WAYS
            out[at + STOPS + stop] = points / SOME_POINTS


@rule
def observe_tolls(s: State, seat: int, out: Any) -> None:
    """L4.3: the stops where an opponent who has had a turn this round stands, except for its own."""
    for other in range(s.players):
        if other != seat and s.gone[other] and s.turn != other and s.at[other] != s.at[seat]:
            out[TOLLS_AT + s.at[other]] = 1


@rule
def observe_order(s: State, seat: int, order: int, out: Any) -> None:
    """Where an order of the dice leads, and what is to be had there at once (L4.1, L4.2)."""
    ways = reachable(date_of(s, seat, order), s.crystals[seat])
    best = BEST + WAYS * order
    for stop in range(STOPS):
        digit = ways >> WAYS * stop & 7
        if digit:
            points = out[STOPS_AT + stop]
            fewest = 0 if digit & 1 else (1 if digit & 2 else 2)
            out[REACH_AT + STOPS * order + stop] = 1 - fewest / WAYS
            for changes in range(WAYS):
                if digit >> changes & 1 and points > out[best + changes]:
                    out[best + changes] = points


@rule
def observe_stops(s: State, seat: int, out: Any) -> None:
    """L4.4 to L4.7: the points that the cards and crystals of each stop give at once."""
    for era in range(ERAS):
        points = points_added(s, seat, s.line[era])
        for stop in range(max(0, 2 * era - 1), 2 * era + 2):
            out[STOPS_AT + stop] += points
    out[STOPS_AT + PRESENT] += 2
    out[STOPS_AT + FUTURE] += 2
    for stop in range(STOPS):
        out[STOPS_AT + stop] /= SOME_POINTS


@rule
def observe_cards(s: State, seat: int, out: Any) -> None:
    at = LINE
    for era in range(ERAS):
        observe_card(s.line[era], out, at + era * KINDS)
    at += ERAS * KINDS
    observe_card(s.next, out, at)
    observe_card(s.collected[0], out, at + KINDS)
    observe_card(s.collected[1], out, at + 2 * KINDS)
    observe_stops(s, seat, out)
    if s.turn == seat and s.collected[0] != NONE:
        room = room_for(s, seat, s.collected[0])
        for place in range(PLACES):
            if room >> place & 1:
                out[PLACING_AT + place] = points_added_at(s, seat, s.collected[0], place) / SOME_POINTS
    for i in range(s.discarded):  # whole numbers first: adding ninths would round differently interpreted and compiled
        out[DISCARDED + kind_of(s.discard[i])] += 1
    for kind in range(KINDS):
        out[DISCARDED + kind] = out[DISCARDED + kind] / EACH


@rule
def observe_card(card: int, out: Any, at: int) -> None:
    if card != NONE:
        out[at + kind_of(card)] = 1
