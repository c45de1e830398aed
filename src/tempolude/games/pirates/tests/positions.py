"""Positions by name, for tests: objects as in notation ("B B* B<> W"), contracts as colour and cost ("B5 W3")."""

from itertools import count

from tempolude.engine.chance import seed
from tempolude.engine.match import Match
from tempolude.engine.state import NONE
from tempolude.games.pirates import rules, state
from tempolude.games.pirates.meta import GAME
from tempolude.games.pirates.names import code, kind_of
from tempolude.games.pirates.table import kinds_noted

NAMES = ("Ada", "Blaise", "Camille", "Dora", "Émile", "Fanny")
PYRAMIDS, CLASSICAL, CALIPHS, SAIL, REVOLUTIONS, MOON, FUTURE = range(7)


def position(
    seats=3, *, turn=0, at=(PYRAMIDS, CLASSICAL, CALIPHS), police=FUTURE, hands=None, epochs=None, contracts=None,
    bag=None, discards="", elsewhere=None, track="", year=1, points=None, due=2, fresh=True, turns=0,
):  # fmt: skip
    """A match in which it is the turn of seat `turn`.

    Epochs not given are empty. Objects not given are in the bag; if `bag` is given, the others belong to the seat
    `elsewhere`, or to nobody if that is None (so that pieces are missing).
    """
    match = Match(GAME, seats=seats, seed=1, names=NAMES[:seats])
    s = match.state
    put_objects(s, hands or {}, epochs or {}, discards, bag, elsewhere)
    own(match, contracts or {})
    for seat in range(seats):
        s.at[seat] = at[seat]
        s.points[seat] = (points or {}).get(seat, 0)
    s.police, s.year, s.turn = police, year, turns
    lay_track(s, track)
    s.phase, s.due, s.fresh, s.happened = state.ACTING, due, fresh, 0
    rules.wait_for(s, turn)
    rules.make_arrows_ready(s, turn)
    return match


def counts(text):
    """How many of each kind a text names."""
    numbers = [0] * state.KINDS
    for word in text.split():
        numbers[kind_of(word)] += 1
    return numbers


def put_objects(s, hands, epochs, discards, bag, elsewhere):
    left = [0] * state.KINDS
    for row in (s.bag, *s.lying):
        left = [a + b for a, b in zip(left, row, strict=True)]
    places = [(s.discard, discards)]
    places += [(s.hand[seat], hands.get(seat, "")) for seat in range(s.players)]
    places += [(s.lying[epoch], epochs.get(epoch, "")) for epoch in range(state.EPOCHS)]
    places += [(s.bag, bag)] if bag is not None else []
    for row, text in places:
        for kind, number in enumerate(counts(text)):
            row[kind] = number
            left[kind] -= number
    assert min(left) >= 0, "more objects of a kind than there are"
    rest = s.bag if bag is None else s.hand[elsewhere] if elsewhere is not None else [0] * state.KINDS
    for kind in range(state.KINDS):
        rest[kind] = left[kind] + (rest[kind] if bag is not None else 0)
    for seat in range(s.players):
        s.held[seat] = sum(s.hand[seat])
    for epoch in range(state.EPOCHS):
        s.filled[epoch] = sum(s.lying[epoch])


def own(match, contracts):
    codes = [match.table.contract_code(contract) for contract in range(state.CONTRACTS)]
    for seat, text in contracts.items():
        for word in text.split():
            match.state.owned[seat][codes.index(word)] += 1
            match.state.market[codes.index(word)] -= 1
    assert min(match.state.market) >= 0, "more contracts of a kind than there are"


def lay_track(s, track):
    for word in track.split():
        s.track[s.tracked] = int(word) - 1
        s.counters[int(word) - 1] -= 1
        s.tracked += 1


# --- Going on from there ---------------------------------------------------------


def begin_turn(match, seat):
    """Begin the turn of `seat` as if the previous player had just ended theirs."""
    rules.begin_turn(match.state, seat)


def bag_gives(match, seat, epoch, wanted):
    """Arrange chance so that restocking that epoch draws exactly this: objects, and "1" or "2" for police counters."""
    for number in count():
        s = match.state.copy()
        seed(s, number)
        s.happened = 0
        match.way.play(s, seat, state.RESTOCK + epoch)
        if drawn(s) == wanted:
            seed(match.state, number)
            return
        assert number < 20_000, f"the bag cannot give {wanted!r}"


def drawn(s):
    """What came out of the bag in the last action, in order."""
    words = []
    for i in range(s.happened):
        kind, _, a, b, c = s.events[i]
        if kind == state.FILLED:
            words += [code(k) for k in kinds_noted(b, c)]
        elif kind == state.POLICE:
            words.append(str(a + 1))
    return " ".join(words)


# --- Looking ---------------------------------------------------------------------


def named(numbers):
    """Objects as a text."""
    return " ".join(code(kind) for kind in range(state.KINDS) for _ in range(numbers[kind]))


def hand(match, seat):
    return named(match.state.hand[seat])


def lying(match, epoch):
    return named(match.state.lying[epoch])


def discards(match):
    return named(match.state.discard)


def owned(match, seat):
    numbers = match.state.owned[seat]
    return " ".join(match.table.contract_code(c) for c in range(state.CONTRACTS) for _ in range(numbers[c]))


def track(match):
    return " ".join(str(gate + 1) for gate in match.state.track if gate != NONE)


def may(match, seat, verb=""):
    """What `seat` may do now, in notation; with `verb`, only the actions that begin with it."""
    texts = [action.notation for action in match.legal(seat)]
    return [text for text in texts if text.split()[0].startswith(verb)]


def happened(match):
    """The names of the last events."""
    return [event.name for event in match.events]
