"""Positions by name, for tests: cards by their id, places as `0,3`, stops of the timeline as `C` or `1984`."""

from tempolude.engine.events import Event
from tempolude.engine.state import NONE
from tempolude.engine.table import People
from tempolude.engine.ways import Interpreted
from tempolude.games.collectors import rules, scoring, state
from tempolude.games.collectors.components import BOARDS_FOLDER, CARDS_FOLDER
from tempolude.games.collectors.meta import GAME
from tempolude.games.collectors.table import STOPS

WAY = Interpreted(GAME)
CARDS_FILE, BOARDS_FILE = CARDS_FOLDER / "house@1.csv", BOARDS_FOLDER / "house@1.csv"


class Position:
    """A state with its table, queried and played in the words of the rulebook."""

    def __init__(self, seats, options=None, seed=0):
        self.options = GAME.settle(seats, options)
        self.table = GAME.table(seats, self.options)
        self.s = rules.STATE.new()
        WAY.setup(self.s, seats, GAME.encode(seats, self.options), seed)

    # --- Acting ------------------------------------------------------------------

    def legal(self, seat):
        """What a seat may do, in notation; nothing if it need not act."""
        if not self.s.waiting[seat]:
            return []
        return [self.table.notation(self.s, seat, n) for n in WAY.legal(self.s, seat)]

    def play(self, seat, *texts):
        """Play these actions in order; each must be legal."""
        for text in texts:
            assert text in self.legal(seat), f"{text!r} is not among {self.legal(seat)}"
            WAY.play(self.s, seat, self.table.read(self.s, seat, text))
        return self

    # --- Asking ------------------------------------------------------------------

    @property
    def waiting(self):
        return [seat for seat in range(self.s.players) if self.s.waiting[seat]]

    @property
    def told(self):
        """The names of the events of the last action."""
        return [rules.EVENTS[self.s.events[i][0]] for i in range(self.s.happened)]

    def log(self, seat=NONE, lang="en"):
        """The log lines of the last action, as a seat reads them; the seats are Ada, Blaise, Camille and Inès."""
        rows = [self.s.events[i] for i in range(self.s.happened)]
        events = [Event(kind, rules.EVENTS[kind], tuple(numbers)) for kind, _, *numbers in rows]
        people = People(["Ada", "Blaise", "Camille", "Inès"][: self.s.players], seat)
        lines = [self.table.tell(event, lang, people) for event in events]
        return [str(line).replace("\u00a0", " ") for line in lines if line is not None]

    def crystals(self, seat):
        return self.s.crystals[seat]

    def at(self, seat):
        return STOPS[self.s.at[seat]]

    def line(self):
        return " ".join(self.id_of(card) for card in self.s.line)

    def next(self):
        return self.id_of(self.s.next)

    def discards(self):
        return sorted(self.id_of(card) for card in self.s.discard[: self.s.discarded])

    def on(self, seat, place):
        row, column = map(int, place.split(","))
        return self.id_of(self.s.board[seat][state.COLUMNS * row + column])

    def feat(self, name):
        """Who has a feat: a seat, `on offer` or `in the box`."""
        owner = self.s.feat[state.FEATS.index(name)]
        return {state.ON_OFFER: "on offer", state.IN_BOX: "in the box"}.get(owner, owner)

    def points(self, seat, line=None):
        """The score, or one line of the score sheet."""
        return (
            WAY.score(self.s)[0][seat] if line is None else scoring.sheet_line(self.s, seat, scoring.SHEET.index(line))
        )

    @property
    def ranks(self):
        return WAY.score(self.s)[1]

    def id_of(self, card):
        return "" if card == NONE else self.table.card(card).id


class Deck:
    """The cards not yet placed; of equal cards, the first is taken."""

    def __init__(self, table):
        self.left = dict(enumerate(card.id for card in table.cards))

    def take(self, name):
        number = next((n for n, id_ in self.left.items() if id_ == name), None)
        assert number is not None, f"there is no card {name!r} left"
        del self.left[number]
        return number


def position(
    *,
    seats=2,
    options=None,
    round=1,
    crystals=None,  # by seat; 1 by default
    reserve=None,  # by default what is left of the 24; if given, any others are out of the game
    at=None,  # by seat: a stop; 8053 by default
    board=None,  # by seat: rows of card ids, a dot for an empty place
    line="",  # the cards of eras A to D
    pile="",  # the next cards of the pile, then all others
    discards="",
    only=False,  # the pile is exactly `pile`, and all other cards are discards
    feats="",  # those on offer; the others are in the box
    taken=None,  # by seat
    rolls=None,  # by seat: dates are being set
    dates=None,  # by seat: turns are being played
    played=(),  # seats that have had their turn
):
    p = Position(seats, options)
    s, deck = p.s, Deck(p.table)
    s.round = round
    _lay_cards(p, deck, board or {}, line, pile, discards, only)
    for seat in range(seats):
        s.crystals[seat] = (crystals or {}).get(seat, 1)
        s.at[seat] = STOPS.index((at or {}).get(seat, "8053"))
    s.reserve = state.CRYSTALS - sum(s.crystals[:seats]) if reserve is None else reserve
    for number, name in enumerate(state.FEATS):
        s.feat[number] = state.ON_OFFER if name in feats.split() else state.IN_BOX
    for seat, names in (taken or {}).items():
        for name in names.split():
            s.feat[state.FEATS.index(name)] = seat
    s.happened = 0
    for seat, dice in (rolls or {}).items():
        for i, face in enumerate(sorted(map(int, dice))):
            s.roll[seat][i] = face
    if dates:
        _begin_turns(s, dates, played)
    return p


def _lay_cards(p, deck, board, line, pile, discards, only):
    s = p.s
    for seat, rows in board.items():
        places = rows.replace("/", " ").split()
        assert len(places) == state.PLACES, f"{len(places)} places"
        for place, name in enumerate(places):
            if name != ".":
                s.board[seat][place] = deck.take(name)
                s.lying[seat][state.type_of(s.board[seat][place])] |= 1 << place
                s.owned[seat] += 1
    named = [[deck.take(name) for name in names.split()] for names in (line, pile, discards)]
    rest = list(deck.left)
    for era in range(state.ERAS):
        s.line[era] = named[0][era] if era < len(named[0]) else rest.pop()
    in_order = named[1] + ([] if only else rest)
    thrown = named[2] + (rest if only else [])
    for row, cards in ((s.pile, in_order[:0:-1]), (s.discard, thrown)):
        for i in range(state.CARDS):
            row[i] = cards[i] if i < len(cards) else NONE
    s.next, s.piled, s.discarded = in_order[0], len(in_order) - 1, len(thrown)


def _begin_turns(s, dates, played):
    for seat in range(s.players):
        s.date[seat] = dates[seat]
        s.gone[seat] = seat in played
        for i in range(state.DICE):
            s.roll[seat][i] = NONE
    s.phase = state.BETWEEN_TURNS
    rules.go_on(s)
