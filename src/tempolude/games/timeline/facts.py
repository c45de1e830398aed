"""What a seat had at the end of a match of Timeline, for studies."""


def facts(s, seat):
    return {
        "cards left": s.held[seat],
        "reached a play-off": int(s.playoff and (s.out[seat] == 0 or s.held[seat] == 0)),
    }
