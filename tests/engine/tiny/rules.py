"""Everyone secretly picks 0, 1 or 2 at once; picks are added to scores; then seat 0 may draw 1 to 6, or not.

Actions: 0-2 pick that number, 3 draw, 4 do not draw.
"""

from tempolude.engine.chance import rand
from tempolude.engine.events import tell, whisper
from tempolude.engine.features import block, features
from tempolude.engine.rule import rule
from tempolude.engine.seats import anybody_waiting, wait_for, wait_for_nobody
from tempolude.engine.state import ALL, ENDED, NONE, OWNER, field, int8, layout

ACTIONS, SEATS = 5, 3
DRAW, PASS = 3, 4

STATE = layout(
    field("goal", int8, sees=ALL),
    field("tokens", int8, SEATS, sees=ALL),
    field("pick", int8, SEATS, sees=OWNER),
    field("drawing", int8, sees=ALL),
)
EVENTS = ("picked", "secretly", "shown", "drawn")
PICKED, SECRETLY, SHOWN, DRAWN = range(4)
QUIET = (PICKED, SECRETLY)

SEEN = features(block("tokens", SEATS, "tokens of each seat / the goal, the seat that looks first"))
FEATURES = SEEN.size


def encode(players, options):
    return [options["goal"]]


@rule
def setup(s, options):
    s.goal = options[0]
    begin_picking(s)


@rule
def begin_picking(s):
    s.drawing = 0
    for seat in range(SEATS):
        s.pick[seat] = NONE
    for seat in range(s.players):
        s.waiting[seat] = True


@rule
def legal(s, seat, out):
    first = DRAW if s.drawing else 0
    count = 2 if s.drawing else 3
    for i in range(count):
        out[i] = first + i
    return count


@rule
def play(s, seat, action):
    if s.drawing:
        if action == DRAW:
            s.tokens[seat] += 1 + rand(s, 6)
            tell(s, DRAWN, seat, s.tokens[seat], 0)
        end_turn(s)
    else:
        s.pick[seat] = action
        s.waiting[seat] = False
        tell(s, PICKED, seat, 0, 0)
        whisper(s, 1 << seat, SECRETLY, seat, action, 0)
        if not anybody_waiting(s):
            show(s)


@rule
def show(s):
    for seat in range(s.players):
        s.tokens[seat] += s.pick[seat]
        tell(s, SHOWN, seat, s.pick[seat], 0)
    s.drawing = 1
    wait_for(s, 0)


@rule
def end_turn(s):
    most = 0
    for seat in range(s.players):
        most = max(most, s.tokens[seat])
    if most >= s.goal:
        wait_for_nobody(s)
        s.over = ENDED
    else:
        s.tokens[1] += 1  # so that it ends
        begin_picking(s)


@rule
def score(s, points, ranks):
    for seat in range(s.players):
        points[seat] = s.tokens[seat]
        ahead = 0
        for other in range(s.players):
            ahead += s.tokens[other] > s.tokens[seat]
        ranks[seat] = 1 + ahead


@rule
def guess(s, seat):
    for other in range(s.players):
        if other != seat and not s.drawing and not s.waiting[other]:
            s.pick[other] = rand(s, 3)


@rule
def observe(s, seat, out):
    for step in range(s.players):
        out[step] = s.tokens[(seat + step) % s.players] / s.goal


def longest(players, options):
    """Each round every seat picks and seat 0 may draw; then seat 0 or seat 1 has one more token."""
    return 2 * options["goal"] * (players + 1)


def census(s):
    yield from ((f"pawn {seat}", "table") for seat in range(s.players))
