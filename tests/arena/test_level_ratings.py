"""The levels of bots, rated on the scale of people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tempolude.arena.level_ratings import rate_levels
from tempolude.arena.matches import Hall, Outcome, Pairing
from tempolude.bots import levels
from tempolude.bots.ratings import level_ratings, measured
from tempolude.engine.game import games

STRENGTH = {"visitor": 0, "apprentice": 1, "regular": 2, "strategist": 3, "search:900:error=0.05": 4}


def the_stronger_wins(hall: Hall, pairings: Iterable[Pairing]) -> Iterator[Outcome]:
    """Matches that the stronger bot always wins."""
    for pairing in pairings:
        order = sorted(pairing.lineup, key=lambda bot: -STRENGTH[hall.bots[bot]])
        ranks = tuple(order.index(bot) + 1 for bot in pairing.lineup)
        yield Outcome(pairing, ranks, ranks, 10, False, None)


def test_levels_are_rated_by_their_results_with_regular_where_a_person_begins() -> None:
    found = rate_levels("timeline", 40, 60, seats=4, second=900, spread=the_stronger_wins)["levels"]
    means = [found[level.key]["mu"] for level in levels()]
    assert means == sorted(means)
    assert found["regular"]["mu"] == 25
    assert [found[level.key]["matches"] for level in levels()] == [40, 40, 40, 40, 60]
    assert found["master"]["as"] == "search:900:error=0.05"
    assert all(level["sigma"] < 25 / 3 for level in found.values())


def test_a_level_that_was_not_played_is_not_rated() -> None:
    assert "master" not in rate_levels("timeline", 4, 0, seats=4, spread=the_stronger_wins)["levels"]


def test_the_file_says_of_every_rating_how_many_matches_it_is_from() -> None:
    assert measured().keys() <= {game.name for game in games()}
    for name, found in measured().items():
        assert found["made by"].startswith("tempolude rate-levels")
        assert all(level["matches"] > 0 for level in found["levels"].values())
        assert list(level_ratings(name)) == [level.key for level in levels() if level.key in found["levels"]]
