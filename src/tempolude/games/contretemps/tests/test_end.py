"""C5 End check: three events, ten rounds, ranks."""

import pytest

from tempolude.engine.errors import MatchOver
from tempolude.engine.match import Match
from tempolude.games.contretemps.meta import GAME

from .positions import CONSTANT, constant, happened, play, position

SIX = {1: "C8 by 1", 2: "C9 by 2", 3: "C10 by 0", 4: "S8 by 1", 5: "S9 by 0", 6: "S10 by 2", 7: ""}


def test_a_player_who_controls_three_events_wins_C5_1():
    events = {1: "C8 by 1", 2: "C9 by 1", 3: ""}
    match = position(events=events, hands={0: "Q9 M7", 1: "Q12 M8", 2: "Q8 M10"})
    play(match, {1: "Q12", 2: "Q8", 0: "Q9"})
    assert match.over
    assert match.ranks == [2, 1, 2]
    assert happened(match)[-2:] == ["three events", "won"]


def test_three_events_count_only_when_all_events_are_resolved_C5_1():
    """Blaise takes his third at the present, and loses his first later in the same round."""
    match = position(
        events={1: "C8 by 1", 2: "C9 by 1", 3: ""}, at={0: 1}, hands={0: "C12 M7", 1: "Q12 M8", 2: "Q8 M10"},
        constant="M9",
    )  # fmt: skip
    play(match, {1: "Q12", 2: "Q8"})
    assert match.scores == [0, 3, 0]
    assert not match.over
    play(match, {0: "C12"})
    assert match.scores == [1, 2, 0]
    assert not match.over


def test_of_two_with_three_the_nearest_to_the_constant_wins_C5_1():
    """The rulebook's example: Ada ends with events 3, 5 and 6, Blaise with 1, 4 and 7."""
    match = position(events=SIX, at={0: 6, 2: CONSTANT}, hands={0: "S13", 1: "M12", 2: "F7"})
    play(match, {1: "M12", 0: "S13"})
    assert match.scores == [3, 3, 1]
    assert match.ranks == [2, 1, 3]
    assert str(match.story()[-1]) == "Blaise wins."


def test_with_a_winner_the_constant_is_not_changed_C5_1():
    match = position(events=SIX, at={0: 6, 2: CONSTANT}, hands={0: "S13", 1: "M12", 2: "F7"})
    play(match, {1: "M12", 0: "S13"})
    assert match.over
    assert match.waiting == []
    assert constant(match) == "C13"
    with pytest.raises(MatchOver):
        match.play(2, "offer F7")


FOUR = {1: "C8 by 3", 2: "C9 by 1", 3: "C10 by 2", 4: ""}


def test_after_ten_rounds_the_most_events_win_C5_2():
    match = position(4, round=10, events=FOUR, hands={0: "Q9", 1: "Q7", 2: "Q12", 3: "Q6"})
    play(match, {2: "Q12", 3: "Q6", 0: "Q9", 1: "Q7"})
    assert match.over
    assert match.scores == [0, 1, 2, 1]
    assert match.ranks == [4, 3, 1, 2]


def test_after_ten_rounds_then_the_event_nearest_the_constant_C5_2():
    match = position(4, round=10, events=FOUR, hands={0: "Q12", 1: "Q7", 2: "Q9", 3: "Q6"})
    play(match, {2: "Q9", 3: "Q6", 0: "Q12", 1: "Q7"})
    assert match.ranks == [4, 2, 3, 1]


def test_nine_rounds_are_not_the_end_C5_2():
    match = position(4, round=9, events=FOUR, hands={0: "Q12 C5", 1: "Q7 C6", 2: "Q9 C7", 3: "Q6 C11"})
    play(match, {2: "Q9", 3: "Q6", 0: "Q12", 1: "Q7"})
    assert not match.over


def test_the_constant_is_still_changed_in_the_tenth_round_C5_2():
    match = position(4, round=10, events=FOUR, at={3: CONSTANT}, hands={0: "Q12", 1: "Q7", 2: "Q9", 3: "F6"})
    play(match, {2: "Q9", 0: "Q12", 1: "Q7"})
    assert not match.over
    play(match, {3: "F6"})
    assert match.over
    assert constant(match) == "F6"


def test_the_score_is_events_controlled_C5_3():
    assert position(5, events={1: "C8 by 4", 2: "C9 by 1", 3: "C10 by 4", 4: ""}).scores == [0, 1, 0, 0, 2]


def test_players_with_none_tie_C5_3():
    assert position(5, events={1: "C8 by 4", 2: "C9 by 1", 3: "C10 by 4", 4: ""}).ranks == [3, 2, 3, 3, 1]


def test_ranks_go_by_events_then_by_the_nearest_C5_3():
    events = {1: "C8 by 0", 2: "C9 by 1", 3: "C10 by 1", 4: "S8 by 2", 5: "S9 by 2", 6: ""}
    assert position(4, events=events).ranks == [3, 1, 2, 4]


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_match_of_ten_rounds_is_as_long_as_can_be_C5_2(seats):
    lengths = []
    for seed in range(40):
        match = Match(GAME, seats=seats, seed=seed)
        while not match.over:
            seat = match.waiting[0]
            match.play(seat, match.way.legal(match.state, seat)[seed % 2 - 1])
        lengths.append(len(match.log))
    assert max(lengths) == GAME.longest(seats)
