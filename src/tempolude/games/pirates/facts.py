"""What a seat had at the end of a match of Time Pirates, for studies."""

from .box import COLOURS as NAMES
from .components import COLOURS, CONTRACTS, COSTS
from .scoring import colours_owned, contracts_of


def facts(s, seat):
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
