"""A person with a long history, stored as if they had played all these matches."""

from __future__ import annotations

from random import Random

from sqlalchemy import Connection, insert

from tempolude.bots.ratings import Rating
from tempolude.server.rating import BOTS, PEOPLE, moved
from tempolude.server.storage.results import ResultRow, _values
from tempolude.server.storage.schema import ratings, results

DAY = 24 * 3600.0
LEVELS = ("visitor", "apprentice", "regular", "strategist")
FACTS = {
    "contretemps": ("new events taken", "events taken from another", "crystals spent"),
    "timeline": ("placed right", "placed wrong"),
    "collectors": ("wonders", "plants", "treasures of era 3", "books"),
    "pirates": ("gates to: Pyramids", "objects taken: Pyramids"),
    "masters": (),
}


def live_through(
    connection: Connection, person: str, matches: int, now: float, names: tuple[str, ...], mark: str = "m"
) -> None:
    """Store `matches` matches of all games, some of them rated, over half a year."""
    dice, mine, played = Random(7), {}, {}
    rows = []
    for n in range(matches):
        game = dice.choices(list(FACTS), [5, 3, 4, 1, 1])[0]
        seats = dice.choice((3, 4, 4, 5)) if game in ("contretemps", "pirates") else dice.choice((2, 3, 4))
        people = dice.random() < 0.4
        ranks = list(range(1, seats + 1))
        dice.shuffle(ranks)
        level, scale = dice.choice(LEVELS), None
        before = after = None
        if dice.random() < 0.5:
            scale = PEOPLE if people else BOTS
            before = mine.get((game, scale), Rating())
            after = moved([before, *[Rating(25, 4)] * (seats - 1)], ranks)[0]
            mine[game, scale] = after
            played[game, scale] = played.get((game, scale), 0) + 1
        ended = now - 180 * DAY * (matches - n - 1) / matches - 60
        for seat in range(seats):
            other = seat > 0
            rows.append(
                ResultRow(
                    code=f"{mark}{n}",
                    seat=seat,
                    person=(f"{names[seat]}-{seat}" if people else None) if other else person,
                    bot=level if other and not people else None,
                    name=names[seat],
                    colour=seat + 1,
                    game=game,
                    seats=seats,
                    ended=ended,
                    rank=ranks[seat],
                    score=dice.randrange(3, 80) if game == "collectors" else dice.randrange(4),
                    against=PEOPLE if people else level,
                    moves=20,
                    pace={str(int(min(60, dice.expovariate(1 / 14)))): 3 for _ in range(8)},
                    facts={name: dice.randrange(1, 9) for name in FACTS[game]},
                    scale=scale,
                    mu=before.mu if before and not other else 25.0 if scale else None,
                    sigma=before.sigma if before and not other else 4.0 if scale else None,
                    new_mu=after.mu if after and not other else None,
                    new_sigma=after.sigma if after and not other else None,
                )
            )
    connection.execute(insert(results), [_values(row) for row in rows])
    connection.execute(
        insert(ratings),
        [
            {"person": person, "game": game, "scale": scale, "mu": r.mu, "sigma": r.sigma, "at": now}
            | {"matches": played[game, scale]}
            for (game, scale), r in mine.items()
        ],
    )
