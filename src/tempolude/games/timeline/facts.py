"""What a seat did in a match of Timeline, and had at its end, for studies."""


def facts(s, seat):
    return {
        "cards left": s.held[seat],
        "reached a play-off": int(s.playoff and (s.out[seat] == 0 or s.held[seat] == 0)),
    }


def deed(event, seat, a, b):
    return (event, 1) if event in ("placed right", "placed wrong") else None
