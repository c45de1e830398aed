"""M7: the end, points, ties."""

from random import Random

import pytest

from tempolude.engine.match import Match
from tempolude.engine.state import ENDED, LIMIT
from tempolude.games.masters.meta import GAME
from tempolude.games.masters.state import ASK_SPHERES, DONE, LEVELS, PASS, TAKE

from .positions import position


def test_the_second_sphere_running_empty_lets_the_turn_be_finished_M7_1() -> None:
    p = position(hands={0: "charge " * 6}, ke={0: "9/9"}, spheres={1: "", 2: "flow", 3: "whirl echo"})
    p.do(*["cast charge"] * 6, "done", "take 2")
    assert not p.over
    p.do("take 3")
    assert p.over == ENDED
    assert p.scores == [5, 0]
    assert "won" in p.happened


def test_two_spheres_emptied_in_one_turn_end_the_match_M7_1() -> None:
    p = position(hands={0: "charge charge charge"}, ke={0: "9/9"}, spheres={1: "spark", 2: "flow"})
    p.do(*["cast charge"] * 3, "done", "take 2", "take 1")
    assert p.over == ENDED


def test_one_empty_sphere_does_not_end_the_match_M7_1() -> None:
    assert not position(hands={0: "charge"}, spheres={1: "spark"}).do("cast charge", "done", "take 1").over


def test_points_are_the_levels_of_all_cards_wherever_they_are_M7_1() -> None:
    p = position(
        hands={0: "spark charge"},
        decks={0: "flow"},
        discards={0: "whirl"},
        timers={0: ["great-clock: torrent / mastery"]},
    )
    assert p.scores == [1 + 2 + 3 + 5 + 4 + 5, 0]
    p.do("cast spark")
    assert p.scores[0] == 20


def test_cards_removed_from_the_game_do_not_count_M7_1() -> None:
    p = position(hands={0: "oblivion mastery charge"}).do("cast oblivion")
    assert p.scores[0] == 7
    p.do("remove mastery")
    assert (p.scores[0], p.removed) == (2, "mastery")


@pytest.mark.parametrize(
    ("mine", "theirs", "ranks"),
    [("4/4", "3/4", [1, 2]), ("2/4+1", "4/4", [2, 1]), ("1/4+3", "4/4", [1, 1]), ("0/9", "1/4", [2, 1])],
)
def test_a_tie_goes_to_the_most_available_ke_M7_2(mine: str, theirs: str, ranks: list[int]) -> None:
    p = position(hands={0: "spark", 1: "ebb"}, ke={0: mine, 1: theirs})
    assert p.scores == [1, 1]
    assert p.ranks == ranks


def test_points_come_before_ke_M7_2() -> None:
    assert position(hands={0: "spark"}, ke={0: "0/4", 1: "12/12+4"}).ranks == [1, 2]


def test_who_is_level_in_all_shares_the_victory_M7_2_G2() -> None:
    p = position(3, spheres={1: "", 2: ""}, ke={0: "4/4", 1: "4/4", 2: "3/4"}).do("done")
    assert p.ranks == [1, 1, 3]
    assert p.happened[-2:] == ["shared", "shared"]


def test_a_match_lasts_100_turns_per_player_at_most_M7_3_G3() -> None:
    p = position(3)
    for _ in range(299):
        p.do("pass")
    assert not p.over
    p.do("pass")
    assert (p.over, p.turns) == (LIMIT, 300)


def test_a_table_can_play_the_round_to_its_end_M7_4() -> None:
    p = position(3, hands={0: "charge charge"}, spheres={1: "", 2: "flow"}, ke={0: "9/9"}, options={"end": "round"})
    p.do("cast charge", "cast charge", "done", "take 2")
    assert not p.over
    assert p.happened.count("last round") == 1
    p.do("pass")
    assert (p.over, p.waiting) == (0, 2)
    assert "last round" not in p.happened, "it is said once"
    assert p.do("pass").over == ENDED


def test_the_last_of_the_round_ends_it_at_once_M7_4() -> None:
    p = position(hands={1: "charge charge"}, spheres={1: "", 2: "flow"}, ke={1: "9/9"}, options={"end": "round"})
    p.do("pass", "cast charge", "cast charge", "done", "take 2")
    assert p.over == ENDED
    assert "last round" not in p.happened


def test_the_limit_counts_whole_rounds_too_M7_3_M7_4() -> None:
    p = position(options={"end": "round"})
    for _ in range(200):
        p.do("pass")
    assert (p.over, p.turns) == (LIMIT, 200)


@pytest.mark.parametrize("options", [{}, {"end": "round", "spheres": "storm"}])
def test_players_who_do_all_they_can_and_leave_each_sphere_a_card_stay_within_the_bound_M7_3(
    options: dict[str, str],
) -> None:
    match, dice = Match(GAME, seats=3, seed=1, options=options), Random(1)

    def puts_off(action: int) -> int:
        if match.state.asks == ASK_SPHERES and action != DONE:
            return 2 if match.state.remaining[(action - TAKE) % LEVELS] == 1 else 0
        return int(action in (DONE, PASS))

    while not match.over:
        seat = match.waiting[0]
        legal = match.way.legal(match.state, seat)
        least = min(map(puts_off, legal))
        match.play(seat, dice.choice([action for action in legal if puts_off(action) == least]))
    assert match.state.over == LIMIT
    assert 1_000 < len(match.log) <= GAME.longest(3, options)
