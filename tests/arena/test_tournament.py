"""Tournaments: seating, counting, and that results do not depend on where matches are played."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest

from tempolude.arena.executors import in_this_process, on_all_cores
from tempolude.arena.matches import (
    Hall,
    Outcome,
    Pairing,
    ladder_matches,
    lineups,
    lineups_against,
    lineups_ladder,
    pairings,
    play_match,
)  # fmt: skip
from tempolude.arena.pages import ladder_markdown
from tempolude.arena.standings import Standings
from tempolude.arena.tournament import run_tournament
from tempolude.bots import prepare
from tempolude.bots.ratings import wilson
from tempolude.engine.errors import BadOption
from tempolude.engine.game import game
from tests.bots.searching import thinking


@pytest.mark.parametrize(("bots", "seats"), [(2, 4), (3, 4), (4, 4), (6, 4), (2, 3), (5, 3)])
def test_every_bot_has_every_seat_as_often_as_the_others(bots: int, seats: int) -> None:
    ways = lineups(bots, seats)
    for seat in range(seats):
        counts = [sum(way[seat] == number for way in ways) for number in range(bots)]
        assert len(set(counts)) == 1


def test_against_a_table_each_bot_sits_alone_in_every_seat() -> None:
    ways = lineups_against(3, 4)
    assert len(ways) == 8
    for number in range(2):
        assert sorted(way.index(number) for way in ways if number in way) == [0, 1, 2, 3]


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (3, 2), (3, 4), (4, 3)])
def test_in_a_ladder_each_sits_alone_in_every_seat_against_every_other(bots: int, seats: int) -> None:
    ways = lineups_ladder(bots, seats)
    for alone, table in permutations(range(bots), 2):
        mine = [way for way in ways if way.count(alone) == 1 and way.count(table) == seats - 1]
        assert sorted(way.index(alone) for way in mine) == list(range(seats))
    assert ladder_matches(bots, seats, seats) == len(ways)


def test_a_ladder_is_one_table_of_all_against_all() -> None:
    prepare(game("contretemps"))
    given = ("contretemps", ["random", "greedy", "greedy:draws=2"], 8)
    standings = run_tournament(*given, seats=4, ladder=True, spread=in_this_process)
    assert len(standings.outcomes) == 6 * 8
    assert {standings.against(a, b).matches for a, b in permutations(range(3), 2)} == {8}
    alone = standings.against(1, 0)
    wins = [
        outcome.wins[outcome.pairing.lineup.index(1)]
        for outcome in standings.outcomes
        if sorted(outcome.pairing.lineup) == [0, 0, 0, 1]
    ]
    assert (alone.wins, alone.matches, alone.share) == (sum(wins), 8, sum(wins) / 8)
    assert (alone.low, alone.high) == wilson(sum(wins), 8)
    table = ladder_markdown(standings, "a command").splitlines()[4:]
    assert table[2].startswith(f"| `{max(standings.entrants, key=lambda e: e.rating).bot}` | ")
    assert [row.count("|") for row in table] == [6] * 5
    with pytest.raises(BadOption, match="all bots against all"):
        run_tournament(*given, seats=4, ladder=True, against="search:10", spread=in_this_process)


def test_all_line_ups_are_dealt_the_same_cards() -> None:
    played = list(pairings(lineups(2, 2), first_seed=5, matches=5))
    assert [pairing.seed for pairing in played] == [5, 5, 6, 6, 7]


def test_wilson_is_what_it_should_be() -> None:
    low, high = wilson(0, 10)
    assert (low, round(high, 4)) == (0, 0.2775)
    assert wilson(0, 0) == (0, 1)
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)


def outcome(lineup: tuple[int, ...], ranks: tuple[int, ...]) -> Outcome:
    return Outcome(Pairing(0, lineup), ranks, ranks, 10, False, None)


def test_a_shared_victory_counts_in_part_and_ratings_follow_results() -> None:
    standings = Standings(Hall("timeline", 3, {}, ("ada", "blaise")))
    standings.add(outcome((0, 1, 1), (1, 1, 3)))
    assert [(e.matches, e.wins) for e in standings.entrants] == [(1, 0.5), (2, 0.5)]
    for _ in range(20):
        standings.add(outcome((1, 0, 1), (3, 1, 2)))
    ada, blaise = standings.entrants
    assert ada.rating > 25 > blaise.rating
    assert ada.low < ada.share < ada.high
    assert standings.settled()


def test_it_is_not_settled_while_anybody_may_be_no_better_than_fair() -> None:
    standings = Standings(Hall("timeline", 2, {}, ("ada", "blaise")))
    for turn in range(40):
        standings.add(outcome((0, 1), (1, 2) if turn % 2 else (2, 1)))
    assert not standings.settled()


def tournament(**given):  # type: ignore[no-untyped-def]
    return run_tournament("timeline", ["greedy", "random"], 12, seats=3, seed=3, **given)


def test_it_does_not_matter_in_how_many_processes_matches_are_played() -> None:
    thinking(game("timeline"))
    alone = tournament(spread=in_this_process)
    assert alone.outcomes == tournament(spread=on_all_cores).outcomes
    assert alone.as_json()["matches"] == 12
    assert set(alone.as_json()["entrants"][0]) == {"bot", "matches", "wins", "share", "low", "high", "rating", "sigma"}


def test_it_stops_when_the_question_is_settled_if_asked() -> None:
    thinking(game("timeline"))
    standings = run_tournament(
        "timeline", ["greedy"], 400, seats=3, against="random", until_settled=True, spread=in_this_process
    )
    assert len(standings.outcomes) < 100
    assert standings.entrants[0].low > standings.fair


RAY = """
import json, ray
from ray.cluster_utils import Cluster
from tempolude.arena.executors import on_ray
from tempolude.arena.tournament import run_tournament

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
cluster.add_node(num_cpus=1)
spread = on_ray(cluster.address)
standings = run_tournament("timeline", ["greedy", "random"], 12, seats=3, seed=3, spread=spread)
assert len([node for node in ray.nodes() if node["Alive"]]) == 2
print(json.dumps(standings.as_json()))
ray.shutdown()
cluster.shutdown()
"""


def test_a_ray_cluster_of_two_nodes_gives_the_same_as_one_process() -> None:
    pytest.importorskip("ray")
    thinking(game("timeline"))
    done = subprocess.run([sys.executable, "-c", RAY], capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == tournament(spread=in_this_process).as_json()


@pytest.mark.parametrize(
    ("bots", "given", "reason"),
    [(["random"], {}, "needs two bots"), (["random", "random"], {}, "named once"), (["nobody"], {}, "unknown bot"),
     (["random", "greedy"], {"seats": 9}, "is for 2 to 8"), (["random", "greedy"], {"seed": 2**256 - 5}, "beyond")],
)  # fmt: skip
def test_a_tournament_that_cannot_be_held_is_refused(bots: list[str], given: dict, reason: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(BadOption, match=reason):
        run_tournament("timeline", bots, 10, **{"seats": 3, **given})


def test_a_match_is_the_same_each_time() -> None:
    hall = Hall("contretemps", 3, game("contretemps").settle(3), ("random",))
    pairing = Pairing(7, (0, 0, 0))
    assert play_match(hall, pairing) == play_match(hall, pairing)


KILLED = """
import multiprocessing, os
from tempolude.bots.worker import end_with_parent
from concurrent.futures import ProcessPoolExecutor

if __name__ == "__main__":
    pool = ProcessPoolExecutor(2, multiprocessing.get_context("spawn"), initializer=end_with_parent)
    print(pool.submit(os.getpid).result(), flush=True)
    os.kill(os.getpid(), 9)
"""


def test_who_plays_for_a_process_that_is_killed_ends_with_it(tmp_path: Path) -> None:
    (tmp_path / "killed.py").write_text(KILLED)
    # this returns once no process is left that could print
    told = subprocess.run([sys.executable, tmp_path / "killed.py"], capture_output=True, check=False, timeout=60)
    assert told.returncode == -9
    assert int(told.stdout) > 0
