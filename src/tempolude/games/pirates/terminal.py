"""Time Pirates in a terminal: the seven epochs, the auction house, the pirates, the chest."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tempolude.engine.drawing import BRASS, LAMP, SEAL, SHADE, mark, person, tray
from tempolude.engine.table import Action, Chip, People

from . import scoring, state, words
from .names import LETTERS, MARKS
from .table import Table

EMBLEMS = "♜✺⌂♠☾☠"  # castle, sun mask, stepped house, leaf, boomerang, and a skull for the wild one
INKS = ("#6aa5ff", "#f0a04b", "#ff7f66", "#63c48a", "#b48cf2", "#f0e6cf")
POLICE = "★"

WORDS = {
    "en": {
        "title": "Year {year} of 3 · {phase}", "epochs": "the seven epochs", "seats": "at the table",
        "market": "the auction house: cost ▸ points", "chest": "your chest", "empty": "nothing yet",
        "handed in": "handed in for {contract}: ",
        "epoch": "epoch", "sites": "sites", "gates": "gates", "pawns": "pawns", "police": "police",
        "track": "police counters", "bag": "bag: objects {objects}, counters {counters} · discards: {n}",
        "points": "points", "year end": "per year", "objects": "objects", "contracts": "contracts",
        "ready": "has chosen",
    },
    "fr": {
        "title": "Année {year} sur 3 · {phase}", "epochs": "les sept époques", "seats": "à la table",
        "market": "la salle des ventes : coût ▸ points", "chest": "votre coffre", "empty": "encore rien",
        "handed in": "remis pour {contract} : ",
        "epoch": "époque", "sites": "sites", "gates": "portes", "pawns": "pions", "police": "police",
        "track": "jetons de police", "bag": "sac : objets {objects}, jetons {counters} · défausse : {n}",
        "points": "points", "year end": "par an", "objects": "objets", "contracts": "contrats", "ready": "a choisi",
    },
}  # fmt: skip
PHASES = {
    "en": ("Setup", "The police", "The police", "Actions", "Sale", "Sale", "White contracts"),
    "fr": ("Mise en place", "La police", "La police", "Actions", "Vente", "Vente", "Contrats blancs"),
}


def object_text(kind: int, *, shaded: bool = False) -> Text:
    """An object: emblem and letter in its colour, with the mark of its form, as in notation."""
    colour, form = divmod(kind, state.FORMS)
    style = SHADE if shaded else f"bold {INKS[colour]}"
    return Text(f"{EMBLEMS[colour]}{LETTERS[colour]}{MARKS[form]}", style=style)


def chip(part: Chip) -> Text:
    """Objects, contracts, epochs, colours and gates as they appear in sentences."""
    match part.kind:
        case "objects":
            kind, _ = part.value
            return Text.assemble((EMBLEMS[kind // state.FORMS], INKS[kind // state.FORMS]), " ", (part.text, "bold"))
        case "contract":
            colour = part.value // state.COSTS
            return Text.assemble(("▤", INKS[colour]), " ", (part.text, "bold"))
        case "colour":
            return Text(f"{EMBLEMS[part.value]} {part.text}", style=f"bold {INKS[part.value]}")
        case _:
            return Text(part.text, style=f"bold {BRASS}")


def title(s: Any, lang: str) -> str:
    return WORDS[lang]["title"].format(year=s.year, phase=PHASES[lang][s.phase])


def draw(s: Any, seat: int, people: People, lang: str, legal: list[Action], table: Table) -> RenderableType:
    """The table as `seat` sees it; `legal` is what it may do now."""
    say, numbers = WORDS[lang], {action.number for action in legal}
    on_board = any(n < state.SELL for n in numbers)
    sales = {n - state.SELL for n in numbers if state.SELL <= n < state.HAND_IN}
    trays = [
        tray(say["epochs"], Group(_epochs(s, lang, table, numbers), _bag(s, lang)), lit=on_board),
        tray(say["market"], _market(s, lang, table, sales), lit=bool(sales)),
        tray(say["seats"], _seats(s, people, lang, table)),
    ]
    if seat >= 0:
        usable = usable_kinds(numbers)
        trays.append(tray(say["chest"], _chest(s, seat, lang, table, usable), lit=bool(usable)))
    return Group(*trays)


def usable_kinds(numbers: set[int]) -> set[int]:
    """The kinds of your own objects that some legal action uses."""
    kinds = {n - state.HAND_IN for n in numbers if state.HAND_IN <= n < state.JUMP}
    for colour in range(state.COLOURS):
        jumps = range(state.JUMP + colour * state.EPOCHS, state.JUMP + (colour + 1) * state.EPOCHS)
        each = state.SEATS * state.KINDS
        swaps = range(state.SWAP + colour * each, state.SWAP + (colour + 1) * each)
        kinds |= {colour * state.FORMS + state.ATOMIC} if numbers.intersection(jumps) else set()
        kinds |= {colour * state.FORMS + state.ARROW} if numbers.intersection(swaps) else set()
    return kinds


def objects_row(numbers: Any, gap: str = "  ", lit: set[int] | None = None) -> Text:
    """All objects of a place, by kind; those not in `lit` are dimmed."""
    kinds = [kind for kind in range(state.KINDS) for _ in range(numbers[kind])]
    return Text(gap).join(object_text(kind, shaded=lit is not None and kind not in lit) for kind in kinds)


# --- Epochs ----------------------------------------------------------------------


def _epochs(s: Any, lang: str, table: Table, numbers: set[int]) -> Grid:
    """P1.4: one row per epoch: what is on its sites, where its gates lead, who is there."""
    say = WORDS[lang]
    grid = Grid(box=None, header_style=f"italic {SHADE}", pad_edge=False, padding=(0, 2, 0, 0))
    for column in ("", say["epoch"], "", say["sites"], say["gates"], say["pawns"]):
        grid.add_column(column)
    here = next((s.at[seat] for seat in range(s.players) if s.waiting[seat]), None)
    for number, epoch in enumerate(table.board):
        lit = number in numbers or number + state.RESTOCK in numbers
        grid.add_row(
            Text(str(number), style=f"bold {LAMP if lit else BRASS}"),
            Text(epoch.name[lang], style="bold" if number == here else ""),
            Text(epoch.years[lang], style=SHADE),
            _sites(s, number),
            _gates(s, number, numbers if number == here else set()),
            _pawns(s, number, say["police"]),
        )
    return grid


def _sites(s: Any, epoch: int) -> Text:
    places = [object_text(kind) for kind in range(state.KINDS) for _ in range(s.lying[epoch][kind])]
    places += [Text("○", style=SHADE)] * (s.sites[epoch] - s.filled[epoch])
    return Text(" ").join(places)


def _gates(s: Any, epoch: int, numbers: set[int]) -> Text:
    """Where the two gates lead; highlighted if they can be used now."""
    styles = [f"bold {LAMP}" if state.GATE + gate in numbers else SHADE for gate in range(state.GATES)]
    return Text("  ").join(Text(f"{i + 1}▸{s.gate[epoch][i]}", style=style) for i, style in enumerate(styles))


def _pawns(s: Any, epoch: int, police: str) -> Text:
    pawns = [mark(seat) for seat in range(s.players) if s.at[seat] == epoch]
    if s.police == epoch:
        pawns.insert(0, Text(f"{POLICE} {police}", style=f"bold {SEAL}"))
    return Text(" ").join(pawns)


def _bag(s: Any, lang: str) -> Text:
    """P5.2: the counters drawn this year; what the bag and the discards hold."""
    say = WORDS[lang]
    track = [Text(str(s.track[i] + 1), style=f"bold {SEAL}") for i in range(s.tracked)]
    track += [Text("○", style=SHADE)] * (state.TRACK - s.tracked)
    bag = say["bag"].format(objects=sum(s.bag), counters=sum(s.counters), n=sum(s.discard))
    return Text.assemble("\n", (f"{say['track']}  ", f"italic {SHADE}"), Text(" ").join(track), (f"     {bag}", SHADE))


# --- Contracts -------------------------------------------------------------------


def _market(s: Any, lang: str, table: Table, sales: set[int]) -> Grid:
    """P1.3: what each contract costs and scores; the owner’s mark where a coloured one is gone."""
    grid = Grid(box=box.SIMPLE_HEAD, show_header=False, show_edge=False, pad_edge=False, padding=(0, 3, 0, 0))
    for colour in range(state.COLOURS + 1):
        of_colour = [i for i, contract in enumerate(table.contracts) if contract.colour == colour]
        name = words.COLOURS[lang][colour][0]
        cells = [_contract(s, table, contract, contract in sales) for contract in of_colour]
        grid.add_row(Text(f"{EMBLEMS[colour]} {name}", style=f"bold {INKS[colour]}"), *cells)
    return grid


def _contract(s: Any, table: Table, contract: int, lit: bool) -> Text:
    about = table.contracts[contract]
    price = f"{LETTERS[about.colour]}{about.cost}▸{about.points}"
    if s.market[contract]:
        text = Text(price, style=f"bold {LAMP}" if lit else "")
        return text.append(f" ×{s.market[contract]}", style=SHADE) if about.copies > 1 else text
    owners = [mark(seat) for seat in range(s.players) if s.owned[seat][contract] and about.copies == 1]
    return Text.assemble((price, f"strike {SHADE}"), " ", *owners)


def _owned(s: Any, seat: int, table: Table) -> Text:
    codes = [
        Text(table.contract_code(contract), style=INKS[table.contracts[contract].colour])
        for contract in range(state.CONTRACTS)
        for _ in range(s.owned[seat][contract])
    ]
    return Text(" ").join(codes)


# --- Seats -----------------------------------------------------------------------


def _seats(s: Any, people: People, lang: str, table: Table) -> Grid:
    say = WORDS[lang]
    grid = Grid(box=None, header_style=f"italic {SHADE}", pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("")
    grid.add_column(say["points"], justify="right")
    grid.add_column(say["year end"], justify="right")
    grid.add_column(say["objects"], ratio=1)
    grid.add_column(say["contracts"], ratio=1)
    for seat in range(s.players):
        name = Text.assemble(("▸ " if s.waiting[seat] else "  ", LAMP), person(people, seat))
        gain = Text(f"+{scoring.income(s, seat)}", style=SHADE)
        ready = s.phase == state.ADDING and s.added[seat] > 0 and not s.waiting[seat]
        objects = Text(say["ready"], style=SHADE) if ready else objects_row(s.hand[seat], gap=" ")
        grid.add_row(name, Text(str(s.points[seat]), style="bold"), gain, objects, _owned(s, seat, table))
    return grid


def _chest(s: Any, seat: int, lang: str, table: Table, usable: set[int]) -> Text:
    """Objects that no action can use now are dimmed."""
    say = WORDS[lang]
    chest = objects_row(s.hand[seat], lit=usable) if s.held[seat] else Text(say["empty"], style=SHADE)
    if s.phase == state.PAYING and s.waiting[seat] and any(s.paid):
        contract = table.contract_code(s.contract)
        chest.append("\n" + say["handed in"].format(contract=contract), style=SHADE).append_text(objects_row(s.paid))
    return chest
