"""What a seat did in a match of Time Pirates, and had at its end, for studies."""

from __future__ import annotations

from tempolude.engine.state import State

from .components import COLOURS as NAMES
from .components import read_board
from .scoring import colours_owned, contracts_of
from .state import COLOURS, CONTRACTS, COSTS

BOARD = read_board("house")  # studies use the house board
DEEDS = {"caught": "caught by the police", "jumped": "jumps", "swapped": "swaps", "restocked": "restockings"}


def facts(s: State, seat: int) -> dict[str, int]:
    owned = s.owned[seat]
    found = {f"{name} contracts": contracts_of(s, seat, colour) for colour, name in enumerate(NAMES)}
    for contract in range(CONTRACTS):
        sort = "white" if contract >= COLOURS * COSTS else "coloured"
        name = f"{sort} contracts of cost {s.cost[contract]}"
        found[name] = found.get(name, 0) + owned[contract]
    found["contracts"] = sum(owned)
    found["colours owned"] = bin(colours_owned(s, seat)).count("1")
    found["all five colours"] = int(found["colours owned"] == COLOURS)
    found["objects left"] = s.held[seat]
    return found


def deed(event: str, seat: int, a: int, b: int) -> tuple[str, int] | None:
    """Where seats go and take objects (P1.4, P3.4), and what else they do."""
    match event:
        case "taken":
            return f"objects taken: {BOARD[b].name['en']}", 1
        case "gate":
            return f"gates to: {BOARD[b].name['en']}", 1
        case "landed":
            return f"gone to after a sale: {BOARD[a].name['en']}", 1
    return (DEEDS[event], 1) if event in DEEDS else None


PLACES = {
    "objects taken": {"en": "Objects from {place}", "fr": "Objets : {place}"},
    "gates to": {"en": "Gate to {place}", "fr": "Porte : {place}"},
}


def fact_name(name: str, lang: str) -> str | None:
    """What the place of a fact is called on a player's page; None if the fact is not about one."""
    what, _, place = name.partition(": ")
    where = next((spot.name[lang] for spot in BOARD if spot.name["en"] == place), None)
    return PLACES[what][lang].format(place=where) if what in PLACES and where else None
