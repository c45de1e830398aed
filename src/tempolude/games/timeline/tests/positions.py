"""Positions by name, for tests. Their deck, `years.csv`, has cards named after their years: 1789, bc500, and 1876b for
another card of 1876. So `line="1500 1800"` describes a line completely."""

import csv
from pathlib import Path

from tempolude.engine.chance import seed
from tempolude.engine.match import Match
from tempolude.engine.state import NONE
from tempolude.games.timeline import rules
from tempolude.games.timeline.components import COLUMNS
from tempolude.games.timeline.meta import GAME

NAMES = ("Ada", "Blaise", "Camille", "Dora", "Émile", "Fanny", "Gaston", "Hedy")
YEARS = Path(__file__).parent / "years.csv"


def position(
    seats=2, *, line="1500", hands=None, pile=None, discards="", first=0, number=1, playoff=False, out=None, luck=1,
):  # fmt: skip
    """A match at the start of round `number`, in which it is the turn of the first player still in.

    `out` gives the players eliminated, and in which round. The next card of the pile comes first. Cards not named are
    in the pile; if `pile` is given, they are not in the match. `luck` seeds everything that chance decides.
    """
    match = Match(GAME, seats=seats, seed=1, names=NAMES[:seats], options={"decks": [YEARS]})
    s = match.state
    cards = {match.table.card(card).id: card for card in range(s.cards)}
    rows = [(s.line, line), (s.discard, discards)]
    rows += [(s.hand[seat], (hands or {}).get(seat, "")) for seat in range(seats)]
    named = " ".join(text for _, text in rows).split()
    rows.append((s.pile, pile if pile is not None else " ".join(name for name in cards if name not in named)))
    for row, text in rows:
        numbers = [cards.pop(name) for name in text.split()]
        lay(row, numbers[::-1] if row is s.pile else numbers)
    s.lined, s.discarded, s.piled = (count(row) for row in (s.line, s.discard, s.pile))
    for seat in range(seats):
        s.held[seat] = count(s.hand[seat])
        s.out[seat] = (out or {}).get(seat, 0)
    s.first, s.round, s.playoff, s.happened = first, number - 1, playoff, 0
    rules.begin_round(s)
    seed(s, luck)
    return match


def lay(row, numbers):
    for i in range(len(row)):
        row[i] = numbers[i] if i < len(numbers) else NONE


def count(row):
    return sum(number != NONE for number in row)


def playoff(seats=2, **more):
    """A position in a play-off (T4.3), the fifth round of a match."""
    return position(seats, playoff=True, number=5, **more)


# --- Looking at positions --------------------------------------------------------


def named(match, row):
    return " ".join(match.table.card(number).id for number in row if number != NONE)


def line(match):
    return named(match, match.state.line)


def hand(match, seat):
    return named(match, match.state.hand[seat])


def discards(match):
    return named(match, match.state.discard)


def pile(match):
    """The cards of the pile in alphabetical order; their real order is random."""
    return " ".join(sorted(named(match, match.state.pile).split()))


def next_card(match):
    return named(match, [match.state.pile[match.state.piled - 1]])


def shown(match, seat=-1):
    """The cards whose dates `seat` may see; -1 is a spectator."""
    view = match.view(seat)
    return {match.table.card(card).id for card in range(view.cards) if view.date[card] != NONE}


def in_play(match):
    """The cards anywhere on the table."""
    return {match.table.card(card).id for card, _ in rules.census(match.state)}


def may(match, seat):
    return [action.notation for action in match.legal(seat)]


def happened(match):
    """The names of the last events."""
    return [event.name for event in match.events]


# --- Decks -----------------------------------------------------------------------


def card_row(number, **changes):
    """A valid row of a deck file, except for the changes."""
    row = {
        "id": f"card-{number}", "year": str(number), "approximate": "false", "name_en": f"Thing {number}",
        "name_fr": f"Chose {number}", "icon": "thing", "text_en": f"In {number}.", "text_fr": f"En {number}.",
    }  # fmt: skip
    return row | changes


def write_deck(path, rows, columns=COLUMNS):
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return path


def made_deck(path, numbers):
    """A deck with a card for each of these years."""
    return write_deck(path, [card_row(number) for number in numbers])
