"""What a seat had at the end of a match of Contre-Temps, for studies."""

from .components import DISCS, TOKENS


def facts(s, seat):
    held = [event for event in range(TOKENS) if s.holder[event] == seat]
    retaken = [event for event in held if s.best[event] != s.lead[event]]
    return {
        "events controlled": len(held),
        "three events": int(len(held) >= DISCS),
        "event 1 controlled": int(0 in held),
        "the present controlled": int(s.present in held),
        "events held by a card that was not the lead": len(retaken),
        "crystals left": s.crystals[seat],
    }
