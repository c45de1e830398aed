"""Who plays whom: laws for any number of players, tables of any size and any history of rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tempolude.server.tournament.pairing import MOST, Player, pair, table_sizes
from tempolude.server.tournament.standings import Played, all_met, players, points, rounds_needed, standings

SIZES = st.integers(2, 8)


def play(numbers: list[int], size: int, rounds: int, seed: str, swiss: bool) -> list[Played]:
    """Rounds played with random ranks; some players share a rank, some leave their table."""
    dice, tables = Random(seed), list[Played]()
    for number in range(1, rounds + 1):
        for seats in pair(players(numbers, tables), size, f"{seed} {number}", swiss):
            ranks = list(range(1, size + 1))
            dice.shuffle(ranks)
            if dice.random() < 0.2:
                ranks = [1 if rank == 2 else rank for rank in ranks]
            left = [seat for seat in range(size) if dice.random() < 0.05]
            tables.append(Played(number, seats, ranks, left))
    return tables


def repeats(found: list[list[int | None]], met: dict[int, dict[int, int]]) -> int:
    """How many pairs of players at these tables have met before."""
    people = [[n for n in table if n is not None] for table in found]
    return sum(met[a].get(b, 0) for table in people for a in table for b in table if a < b)


@st.composite
def tournaments(draw: st.DrawFn, most: int = MOST, rounds: int = 4) -> tuple[list[int], int, list[Played], str, bool]:
    count, size, seed = draw(st.integers(3, most)), draw(SIZES), str(draw(st.integers(0, 2**32)))
    swiss = draw(st.booleans())
    before = play(list(range(1, count + 1)), size, draw(st.integers(0, rounds)), seed, swiss)
    here = draw(st.sets(st.integers(1, count + 3), min_size=min(3, count)))  # some have left, others have come
    return sorted(here), size, before, seed, swiss


@settings(max_examples=30, deadline=None)
@given(tournaments())
def test_everyone_plays_once_a_round_at_a_table_of_the_size_chosen(
    case: tuple[list[int], int, list[Played], str, bool],
) -> None:
    here, size, before, seed, swiss = case
    found = pair(players(here, before), size, seed, swiss)
    assert Counter(n for table in found for n in table if n is not None) == Counter(here)
    assert {len(table) for table in found} == {size}
    people = [sum(n is not None for n in table) for table in found]
    assert len(found) == -(-len(here) // size)  # as few bots as possible
    assert max(people) - min(people) <= 1  # and the tables' numbers of people differ by at most one
    assert found == pair(players(here, before), size, seed, swiss)  # the seed determines it


@settings(max_examples=30, deadline=None)
@given(tournaments())
def test_whoever_was_first_least_often_is_first(case: tuple[list[int], int, list[Played], str, bool]) -> None:
    here, size, before, seed, swiss = case
    known = {player.number: player for player in players(here, before)}
    for table in pair(list(known.values()), size, seed, swiss):
        firsts = [known[n].seats.get(0, 0) for n in table if n is not None]
        assert table[0] is not None
        assert known[table[0]].seats.get(0, 0) == min(firsts)


def ways(people: list[int], sizes: list[int]) -> Iterator[list[list[int]]]:
    """Every seating at tables of these sizes, some of them more than once."""
    if not people:
        yield []
        return
    first, *rest = people
    for size in set(sizes):
        others = list(sizes)
        others.remove(size)
        for mates in combinations_of(rest, size - 1):
            for more in ways([n for n in rest if n not in mates], others):
                yield [[first, *mates], *more]


def combinations_of(people: list[int], count: int) -> Iterator[list[int]]:
    if count == 0:
        yield []
        return
    for n, first in enumerate(people):
        for rest in combinations_of(people[n + 1 :], count - 1):
            yield [first, *rest]


@settings(max_examples=40, deadline=None)
@given(tournaments(most=7, rounds=5))
def test_as_few_people_meet_again_as_is_possible(case: tuple[list[int], int, list[Played], str, bool]) -> None:
    here, size, before, seed, swiss = case
    here = here[:8]
    known = players(here, before)
    met = {player.number: dict(player.met) for player in known}
    fewest = min(repeats([list(t) for t in way], met) for way in ways(here, table_sizes(len(here), size)))
    assert repeats(pair(known, size, seed, swiss), met) == fewest


def test_in_pairs_everyone_in_turn_takes_one_round_less_than_there_are_players() -> None:
    for count in (4, 7, 12):
        numbers = list(range(1, count + 1))
        tables = play(numbers, 2, rounds_needed(count + count % 2, 2), "pairs", swiss=False)
        assert all_met(numbers, tables)
        met = Counter(tuple(sorted(table.people)) for table in tables if len(table.people) == 2)
        assert set(met.values()) == {1}
        assert sum(len(table.people) == 1 for table in tables) == (count if count % 2 else 0)  # a bot each


def test_everyone_in_turn_ends_at_larger_tables_too() -> None:
    for count, size, rounds in ((9, 3, 4), (12, 4, 8), (16, 4, 8), (20, 5, 9)):
        numbers = list(range(1, count + 1))
        assert all_met(numbers, play(numbers, size, rounds, "tables", swiss=False))


def test_the_swiss_system_lets_those_with_the_same_points_play_each_other() -> None:
    field = [Player(n, points=10 - (n - 1) // 4) for n in range(1, 17)]  # four with ten points, four with nine, ...
    tables = pair(field, 4, "a seed")
    assert sorted(sorted(map(int, filter(None, table))) for table in tables) == [
        list(range(n, n + 4)) for n in (1, 5, 9, 13)
    ]


def test_nobody_meets_bots_again_while_others_have_met_none() -> None:
    numbers = list(range(1, 24))  # one bot a round
    tables = play(numbers, 4, 3, "bots", swiss=True)
    with_bots = Counter(n for table in tables if None in table.seats for n in table.people)
    assert max(with_bots.values()) == 1
    assert sum(with_bots.values()) == 9


def test_whoever_has_blocked_somebody_does_not_meet_them_where_there_is_another_table() -> None:
    for seed in range(20):
        tables = pair(players(range(1, 9), [], [(1, 2), (4, 3)]), 4, str(seed))
        assert not any({1, 2} <= set(table) or {3, 4} <= set(table) for table in tables)
    assert len(pair(players([1, 2], [], [(1, 2)]), 2, "one table")) == 1  # and there is a round nonetheless


def test_points_by_rank_are_shared_with_the_rank() -> None:
    assert [points([1, 2, 3, 4], seat) for seat in range(4)] == [4, 3, 2, 1]
    assert [points([1, 1, 1, 4], seat) for seat in range(4)] == [3, 3, 3, 1]
    assert [points([1, 2], seat) for seat in range(2)] == [2, 1]


def test_the_standings_go_by_points_then_opponents_then_tables_won() -> None:
    tables = [
        Played(1, [1, 2], [1, 2]),
        Played(1, [3, 4], [1, 2]),
        Played(2, [1, 3], [1, 2]),
        Played(2, [2, 4], [1, 2]),
    ]
    lines = {line.number: line for line in standings([1, 2, 3, 4], tables)}
    assert [lines[n].points for n in (1, 2, 3, 4)] == [4, 3, 3, 2]
    assert [float(lines[n].met) for n in (2, 3)] == [3, 3]  # 2 met 1 and 4, 3 met 4 and 1
    assert [lines[n].rank for n in (1, 2, 3, 4)] == [1, 2, 2, 4]  # and both won one table
    assert lines[1].gained == 0
    assert lines[3].gained == -1  # it shared the lead


def test_whoever_leaves_a_table_gets_nothing_for_it_and_a_table_that_never_ended_counts_for_nobody() -> None:
    left, never = Played(1, [1, 2, None], [1, 2, 3], [0]), Played(1, [3, None, None], [])
    lines = {line.number: line.points for line in standings([1, 2, 3], [left, never])}
    assert lines == {1: 0, 2: 2, 3: 0}
