"""Time Collectors in a terminal: the timeline, the feats, the boards, and your own board with names."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tempolude.engine.drawing import BRASS, CRYSTAL, LAMP, SEAL, SHADE, mark, person, tray
from tempolude.engine.state import NONE
from tempolude.engine.table import Action, Chip, People

from . import state, words
from .components import COUNTED, TYPE_NAMES
from .dates import date_of, date_text
from .table import STOPS, Table

EMBLEMS = "⌂❀♞❖▤"  # wonder, plant, animal, mineral, book
COUNTS = "⌂❀♞❖✱▤◈"  # what the seven kinds of book count
INKS = ("#d9a85c", "#63c48a", "#ff7f66", "#6aa5ff", "#b48cf2")

WORDS = {
    "en": {
        "title": "Round {round} · {phase}", "over": "Round {round}", "line": "timeline", "feats": "feats",
        "seats": "at the table", "board": "your board", "dice": "your dice", "sheet": "score pad",
        "next": "next in the draw pile: ", "piles": "{n} below · discards {d} · reserve ", "future": "future",
        "free": "no change", "place": "to place: ", "points": "{n} pts", "ready": "has set", "setting": "setting…",
        "gone": "has played", "turn": "plays", "to come": "to come", "date": "date", "kept": "{type} only",
        "crystal": "crystal",
    },
    "fr": {
        "title": "Manche {round} · {phase}", "over": "Manche {round}", "line": "la ligne du temps", "feats": "exploits",
        "seats": "à la table", "board": "votre vitrine", "dice": "vos dés", "sheet": "carnet de score",
        "next": "prochaine de la pioche : ", "piles": "{n} dessous · défausse {d} · réserve ", "future": "futur",
        "free": "sans changer", "place": "à placer : ", "points": "{n} pts", "ready": "date composée",
        "setting": "compose…", "gone": "a joué", "turn": "joue", "to come": "à venir", "date": "date", "kept": "{type}",
        "crystal": "cristal",
    },
}  # fmt: skip


def emblem(card: int, table: Table, lang: str) -> Text:
    """A card in two signs: its type, and which mineral it is or what a book counts."""
    what = state.type_of(card)
    second = ""
    if what == state.MINERAL:
        second = table.card(card).name[lang][0]
    elif what == state.BOOK:
        second = COUNTS[COUNTED.index(table.card(card).counts)]
    return Text(EMBLEMS[what] + second, style=f"bold {INKS[what]}")


def card_text(card: int, table: Table, lang: str) -> Text:
    return Text.assemble(emblem(card, table, lang), " ", (table.card(card).name[lang], "bold"))


def crystals_text(n: int) -> Text:
    return Text(f"◈ {n}", style=CRYSTAL)


def chip(part: Chip) -> Text:
    """Cards, dates, dice, feats and crystals as they appear in sentences."""
    if part.kind == "card":
        what = state.type_of(part.value)
        return Text.assemble((EMBLEMS[what], f"bold {INKS[what]}"), " ", (part.text, "bold"))
    if part.kind == "crystals":
        return Text(f"◈ {part.text}", style=CRYSTAL)
    return Text(part.text, style=f"bold {BRASS}")


def title(s: Any, lang: str) -> str:
    if s.over:
        return WORDS[lang]["over"].format(round=s.round)
    return WORDS[lang]["title"].format(round=s.round, phase=words.PHASES[lang][s.phase])


def draw(s: Any, seat: int, people: People, lang: str, legal: list[Action], table: Table) -> RenderableType:
    """The table as `seat` sees it; `legal` is what it may do now."""
    say = WORDS[lang]
    numbers = {action.number for action in legal}
    drawn = [
        tray(say["line"], _line(s, lang, numbers, table), lit=any(state.TRAVEL <= n < state.PLACE for n in numbers)),
        tray(say["feats"], _feats(s, lang, numbers), lit=any(n >= state.TAKE for n in numbers)),
        tray(say["seats"], _seats(s, people, lang, table)),
    ]
    if s.over:
        return Group(*drawn, tray(say["sheet"], _sheet(s, people, lang, table)))
    if seat >= 0:
        if s.roll[seat][0] != NONE:
            drawn.append(tray(say["dice"], _dice(s, seat, lang), lit=bool(s.waiting[seat])))
        placing = s.waiting[seat] and s.phase == state.PLACING
        drawn.append(tray(say["board"], _own_board(s, seat, lang, numbers, table), lit=bool(placing)))
    return Group(*drawn)


# --- The line --------------------------------------------------------------------


def _line(s: Any, lang: str, legal: set[int], table: Table) -> RenderableType:
    """L1.4: the nine stops in order, the cards of the eras, the pawns, and what it costs you to go there."""
    say = WORDS[lang]
    grid = Grid(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), expand=True)
    for stop, name in enumerate(STOPS):
        journeys = [n for n in range(3) if state.TRAVEL + 3 * stop + n in legal]
        heading = Text(say["future"] if stop == state.FUTURE else name, style=f"bold {LAMP if journeys else BRASS}")
        grid.add_column(heading, justify="center", ratio=1 if stop & 1 else 3 if stop < state.FUTURE else 2)
    cards = [card_text(s.line[stop >> 1], table, lang) if not stop & 1 else Text("") for stop in range(state.FUTURE)]
    grid.add_row(*cards, crystals_text(2))
    grid.add_row(*(Text(" ").join(mark(x) for x in range(s.players) if s.at[x] == stop) for stop in range(state.STOPS)))
    if any(state.TRAVEL <= n < state.GIVE for n in legal):
        grid.add_row(*(_cost(stop, legal, say) for stop in range(state.STOPS)))
    below = Text.assemble(
        (say["next"], SHADE),
        card_text(s.next, table, lang),
        (" · " + say["piles"].format(n=s.piled, d=s.discarded), SHADE),
        crystals_text(s.reserve),
    )
    return Group(grid, Text(""), below)


def _cost(stop: int, legal: set[int], say: dict[str, str]) -> Text:
    """L4.1: the fewest crystals it takes to reach a stop."""
    costs = [n for n in range(3) if state.TRAVEL + 3 * stop + n in legal]
    if not costs:
        return Text("·", style=SHADE)
    return crystals_text(costs[0]) if costs[0] else Text(say["free"], style=LAMP)


def _feats(s: Any, lang: str, legal: set[int]) -> RenderableType:
    shown = []
    for feat in range(len(state.FEATS)):
        if s.feat[feat] == state.IN_BOX:
            continue
        taken = s.feat[feat] != state.ON_OFFER
        style = LAMP if state.TAKE + feat in legal else SHADE if taken else ""
        text = Text.assemble((f"{state.FEAT_POINTS[feat]} ", f"bold {BRASS}"), (words.FEATS[lang][feat], style))
        shown.append(text + Text(" ") + mark(s.feat[feat]) if taken else text)
    return Columns(shown, padding=(0, 4))


# --- Boards ----------------------------------------------------------------------


def _seats(s: Any, people: People, lang: str, table: Table) -> RenderableType:
    """Every seat: what it has, its date, its board in signs."""
    say = WORDS[lang]
    totals = table.points(s)[-1]
    grid = Grid.grid(expand=True, padding=(0, 2, 0, 0))
    for _ in range(s.players):
        grid.add_column(ratio=1)
    names, counts, dates = [], [], []
    for seat in range(s.players):
        names.append(Text.assemble(("▸ " if s.waiting[seat] else "  ", LAMP), person(people, seat)))
        owned = Text(f"▦ {s.owned[seat]}", style=SEAL if s.owned[seat] >= state.ENOUGH else "")
        points = say["points"].format(n=totals[seat])
        counts.append(Text("   ").join([Text.assemble("  ", crystals_text(s.crystals[seat])), owned, Text(points)]))
        dates.append(Text.assemble("  ", _date(s, seat, say, table)))
    for cells in (names, counts, dates):
        grid.add_row(*cells)
    for row in range(state.ROWS):
        grid.add_row(*(_signs(s, seat, row, table, lang) for seat in range(s.players)))
    return grid


def _date(s: Any, seat: int, say: dict[str, str], table: Table) -> Text:
    """L3.2, L4.1: the date that the dice show now, and whether the turn is over."""
    if s.over:
        return Text(date_text(table.shown_date(s, seat)) if s.date[seat] != NONE else "", style=BRASS)
    if s.phase == state.SETTING:
        return Text(say["setting"] if s.waiting[seat] else say["ready"], style=SHADE)
    key = "turn" if s.turn == seat else "gone" if s.gone[seat] else "to come"
    return Text.assemble((date_text(table.shown_date(s, seat)), f"bold {BRASS}"), (f" {say[key]}", SHADE))


def _signs(s: Any, seat: int, row: int, table: Table, lang: str) -> Text:
    """One row of a board in signs: cards, ◇ for crystal places, small signs where only one type may go."""
    text = Text("  ")
    for column in range(state.COLUMNS):
        place = state.COLUMNS * row + column
        sign = _sign(s, seat, place, table, lang)
        text += sign + Text(" " * (4 - len(sign)))
    return text


def _sign(s: Any, seat: int, place: int, table: Table, lang: str) -> Text:
    card, what = s.board[seat][place], table.board(seat).places[place]
    if card != NONE:
        return emblem(card, table, lang)
    if what in TYPE_NAMES:
        kept = TYPE_NAMES.index(what)
        return Text(f"({EMBLEMS[kept]})", style=SHADE)
    return Text("◇", style=CRYSTAL) if what else Text("·", style=SHADE)


def _own_board(s: Any, seat: int, lang: str, legal: set[int], table: Table) -> RenderableType:
    """The reader’s board with names; places that can take the card in hand are highlighted, as in notation."""
    grid = Grid(box=box.SQUARE, show_header=False, show_lines=True, border_style=SHADE, expand=True, padding=(0, 1))
    for _ in range(state.COLUMNS):
        grid.add_column(ratio=1)
    for row in range(state.ROWS):
        grid.add_row(*(_nook(s, seat, row, column, lang, legal, table) for column in range(state.COLUMNS)))
    if s.turn != seat or s.collected[0] == NONE:
        return grid
    cards = Text(", ").join(card_text(card, table, lang) for card in s.collected if card != NONE)
    return Group(Text.assemble((WORDS[lang]["place"], SHADE), cards), grid)


def _nook(s: Any, seat: int, row: int, column: int, lang: str, legal: set[int], table: Table) -> Text:
    say, place = WORDS[lang], state.COLUMNS * row + column
    if s.board[seat][place] != NONE:
        return card_text(s.board[seat][place], table, lang)
    what = table.board(seat).places[place]
    text = Text(f"{row},{column} ", style=f"bold {LAMP}" if state.PLACE + place in legal else SHADE)
    if what in TYPE_NAMES:
        kept = TYPE_NAMES.index(what)
        return text + Text(say["kept"].format(type=words.TYPES[lang][kept]), style=SHADE)
    return text + Text(f"◇ {say['crystal']}", style=CRYSTAL) if what else text


# --- Dice and scores -------------------------------------------------------------


def _dice(s: Any, seat: int, lang: str) -> Text:
    dice = Text("  ").join(Text(f" {face} ", style=f"bold reverse {BRASS}") for face in s.roll[seat])
    if s.order[seat] == NONE:
        return dice
    date = date_text(date_of(s, seat, s.order[seat]))
    return Text.assemble(dice, (f"   {WORDS[lang]['date']} ", SHADE), (date, "bold"))


def _sheet(s: Any, people: People, lang: str, table: Table) -> RenderableType:
    """L6.1-L6.7: the score sheet, line by line."""
    grid = Grid(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("")
    for seat in range(s.players):
        grid.add_column(person(people, seat), justify="right")
    lines = table.points(s)
    for number, (name, points) in enumerate(zip(words.SHEET[lang], lines, strict=True)):
        style = f"bold {BRASS}" if number == len(lines) - 1 else ""
        grid.add_row(Text(name, style=style), *(Text(str(n), style=style) for n in points))
    return grid
