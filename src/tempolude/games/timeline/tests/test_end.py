"""T4 End."""

import pytest

from tempolude.engine.match import Match
from tempolude.engine.state import ENDED, LIMIT
from tempolude.games.timeline.meta import GAME

from .positions import discards, hand, happened, line, pile, playoff, position, shown


def play(match, *texts):
    """Play these turns in order, each by the player whose turn it is."""
    for text in texts:
        match.play(match.waiting[0], f"place {text}")


# --- A player without cards ------------------------------------------------------


def test_the_end_is_looked_at_when_the_round_is_over_T4_1():
    match = position(3, hands={0: "1600", 1: "1700 1710", 2: "1800 1810"})
    play(match, "1600 1")
    assert hand(match, 0) == ""
    assert not match.over
    play(match, "1700 2")
    assert match.waiting == [2]
    play(match, "1800 0")
    assert match.over


def test_a_round_begins_and_ends_with_the_first_player_T4_1():
    match = position(3, first=1, hands={0: "1600 1610", 1: "1700 1710", 2: "1800 1810"})
    play(match, "1700 1", "1800 2")
    assert match.state.round == 1
    play(match, "1600 1")
    assert match.state.round == 2
    assert happened(match) == ["placed right", "dated", "round"]
    assert match.waiting == [1]


def test_who_alone_has_no_card_left_wins_T4_2():
    match = position(3, hands={0: "1600 1610", 1: "1700", 2: "1800 1810"})
    play(match, "1600 1", "1700 2", "1800 3")
    assert match.ranks == [2, 1, 2]
    assert match.state.over == ENDED
    assert match.waiting == []
    assert happened(match) == ["placed right", "dated", "won"]
    assert match.events[-1].numbers[0] == 1


def test_a_last_card_placed_wrong_is_replaced_and_does_not_win_T4_2():
    match = position(hands={0: "1600", 1: "1700 1710"})
    play(match, "1600 0", "1700 1")
    assert not match.over
    assert match.state.held[0] == 1


def test_nobody_without_cards_means_another_round_T4_2():
    match = position(hands={0: "1600 1610", 1: "1700 1710"})
    play(match, "1600 1", "1700 2")
    assert (match.state.round, match.waiting) == (2, [0])


# --- The play-off ----------------------------------------------------------------


def several(**more):
    """Ada and Camille place their last cards in the same round; Blaise and Dora do not."""
    hands = {0: "1600", 1: "1700 1710", 2: "1800", 3: "1850 1860 1870"}
    match = position(4, hands=hands, **more)
    play(match, "1600 1", "1700 0", "1800 2", "1850 3")
    return match


def test_several_without_cards_stay_in_and_the_others_are_out_T4_3():
    match = several()
    assert list(match.state.out[:4]) == [0, 1, 0, 1]
    assert [event.numbers[0] for event in match.events if event.name == "put out"] == [1, 3]
    assert match.state.playoff
    assert match.state.round == 2


def test_cards_of_players_who_are_out_stay_before_them_dates_hidden_T4_3():
    match = several()
    assert hand(match, 3) == "1860 1870"
    for seat in range(-1, 4):
        assert shown(match, seat).isdisjoint({"1860", "1870", *hand(match, 1).split()})


def test_every_player_still_in_draws_one_card_at_the_start_of_the_round_T4_3():
    match = several()
    assert [len(hand(match, seat).split()) for seat in (0, 2)] == [1, 1]
    assert match.waiting == [0]
    assert happened(match)[-4:] == ["play-off", "drawn", "drawn", "round"]


def test_the_first_player_draws_first_T4_3():
    hands = {0: "1600", 1: "1700 1710", 2: "1800"}
    match = position(3, first=2, hands=hands, pile="1900 1910 1920")
    play(match, "1800 1", "1600 1", "1700 2")
    assert hand(match, 2) == "1900"
    assert match.waiting == [2]


def test_only_those_still_in_play_in_seat_order_T4_3():
    match = several()
    card = hand(match, 0)
    play(match, f"{card} 0")
    assert match.waiting == [2]


def test_cards_for_a_play_off_come_from_the_discards_when_the_pile_is_empty_T4_3():
    match = position(3, hands={0: "1600", 1: "1700", 2: "1800 1810"}, pile="1900", discards="1410 1420")
    play(match, "1600 1", "1700 2", "1800 3")
    assert hand(match, 0) == "1900"
    assert hand(match, 1) in ("1410", "1420")
    assert happened(match)[-5:] == ["play-off", "drawn", "pile renewed", "drawn", "round"]


def test_a_wrong_card_is_not_replaced_in_a_play_off_T4_3():
    match = playoff(hands={0: "1600", 1: "1700"}, pile="1900 1910")
    play(match, "1600 0")
    assert hand(match, 0) == ""
    assert discards(match) == "1600"
    assert pile(match) == "1900 1910"
    assert happened(match) == ["placed wrong", "dated"]


def test_who_alone_places_right_in_a_play_off_wins_T4_4():
    match = playoff(3, hands={0: "1600", 1: "1700", 2: "1800"})
    play(match, "1600 0", "1700 1", "1800 0")
    assert match.state.over == ENDED
    assert match.ranks == [2, 1, 2]
    assert happened(match)[-1] == "won"


def test_the_first_to_place_right_waits_for_the_others_T4_4():
    match = playoff(hands={0: "1600", 1: "1700"})
    play(match, "1600 1")
    assert not match.over
    assert match.waiting == [1]


def test_of_several_who_place_right_those_go_on_and_the_others_are_out_T4_4():
    match = playoff(3, hands={0: "1600", 1: "1700", 2: "1800"})
    play(match, "1600 1", "1700 0", "1800 2")
    assert list(match.state.out[:3]) == [0, 5, 0]
    assert happened(match)[-5:] == ["put out", "play-off", "drawn", "drawn", "round"]
    assert match.waiting == [0]
    assert [len(hand(match, seat).split()) for seat in range(3)] == [1, 0, 1]


def test_if_all_place_right_all_go_on_T4_4():
    match = playoff(hands={0: "1600", 1: "1700"})
    play(match, "1600 1", "1700 2")
    assert list(match.state.out[:2]) == [0, 0]
    assert "put out" not in happened(match)
    assert "play-off" in happened(match)


def test_if_nobody_places_right_all_go_on_T4_4():
    match = playoff(3, hands={0: "1600", 1: "1700", 2: "1800"}, out={2: 3})
    play(match, "1600 0", "1700 0")
    assert list(match.state.out[:3]) == [0, 0, 3]
    assert happened(match)[-4:] == ["went on", "drawn", "drawn", "round"]
    assert match.events[-4].numbers[0] == 2
    assert match.state.round == 6


def test_who_was_right_in_an_earlier_round_must_be_right_again_T4_4():
    match = playoff(hands={0: "1600", 1: "1700"}, pile="1800 1900 1910 1920")
    play(match, "1600 1", "1700 2")
    play(match, f"{hand(match, 0)} 0", f"{hand(match, 1)} 3")
    assert match.ranks == [2, 1]


# --- Too few cards, too many rounds ----------------------------------------------


def test_too_few_cards_for_a_play_off_mean_a_shared_victory_T4_5():
    match = position(3, hands={0: "1600", 1: "1700", 2: "1800 1810"}, pile="1900")
    play(match, "1600 1", "1700 2", "1800 3")
    assert match.state.over == ENDED
    assert match.ranks == [1, 1, 3]
    assert happened(match)[-4:] == ["put out", "too few cards", "shared", "shared"]
    assert (hand(match, 0), hand(match, 1), pile(match)) == ("", "", "1900")


def test_too_few_cards_to_go_on_in_a_play_off_too_T4_5():
    match = playoff(3, hands={0: "1600", 1: "1700"}, out={2: 4}, pile="")
    play(match, "1600 1", "1700 2")
    assert match.ranks == [1, 1, 3]
    assert line(match) == "1500 1600 1700"


def test_pile_and_discards_count_together_T4_5():
    match = playoff(hands={0: "1600", 1: "1700"}, pile="1900")
    play(match, "1600 0", "1700 0")
    assert not match.over
    assert hand(match, 0) == "1900"
    assert hand(match, 1) in ("1600", "1700")


def test_just_enough_cards_are_enough_T4_5():
    match = playoff(hands={0: "1600", 1: "1700"}, pile="1900 1910")
    play(match, "1600 1", "1700 2")
    assert not match.over
    assert match.state.piled == 0


def test_after_sixty_rounds_fewest_cards_wins_T4_6():
    match = position(3, number=60, hands={0: "1600 1610", 1: "1700 1710 1720", 2: "1800 1810"})
    play(match, "1600 1", "1700 2", "1800 0")
    assert match.state.over == LIMIT
    assert match.at_limit
    assert match.ranks == [1, 2, 2]
    assert happened(match)[-1] == "won"


def test_the_fifty_ninth_round_is_not_the_last_T4_6():
    match = position(number=59, hands={0: "1600 1610", 1: "1700 1710"})
    play(match, "1600 1", "1700 2")
    assert not match.over
    assert match.state.round == 60


def test_equal_players_share_the_victory_after_sixty_rounds_T4_6():
    match = position(3, number=60, hands={0: "1600 1610", 1: "1700 1710", 2: "1800 1810"})
    play(match, "1600 1", "1700 2", "1800 0")
    assert match.ranks == [1, 1, 3]
    assert happened(match)[-2:] == ["shared", "shared"]


def test_a_win_in_the_sixtieth_round_is_a_win_T4_6():
    match = position(number=60, hands={0: "1600", 1: "1700 1710"})
    play(match, "1600 1", "1700 2")
    assert match.state.over == ENDED
    assert match.ranks == [1, 2]


def test_several_without_cards_share_after_the_sixtieth_round_T4_6():
    match = position(3, number=60, hands={0: "1600", 1: "1700", 2: "1800 1810"})
    play(match, "1600 1", "1700 2", "1800 3")
    assert match.state.over == LIMIT
    assert match.ranks == [1, 1, 3]


def test_only_players_still_in_win_after_sixty_rounds_T4_6():
    match = position(4, playoff=True, number=60, hands={0: "1600", 1: "1700", 2: "1800"}, out={2: 8, 3: 9})
    play(match, "1600 0", "1700 0")
    assert match.state.over == LIMIT
    assert match.ranks == [1, 1, 4, 3]


def test_no_match_passes_sixty_rounds_T4_6():
    """Two players who are always wrong."""
    match = Match(GAME, seats=2, seed=1)
    while not match.over:
        seat, s = match.waiting[0], match.state
        wrong = [gap for gap in range(s.lined + 1) if not GAME.rules.fits(s, s.hand[seat][0], gap)]
        match.play(seat, wrong[0])
    assert (match.state.round, len(match.log), match.ranks) == (60, 120, [1, 1])


# --- Ranks -----------------------------------------------------------------------


def test_put_out_later_ranks_before_put_out_earlier_T4_7():
    hands = {0: "1600", 1: "1700", 2: "1800", 3: "", 4: "1900"}
    match = playoff(5, hands=hands, out={2: 2, 3: 4, 4: 2})
    play(match, "1600 1", "1700 0")
    assert match.ranks == [1, 2, 4, 3, 4]


def test_put_out_in_the_same_round_ranks_by_fewest_cards_T4_7():
    hands = {0: "1600", 1: "1700", 2: "1800 1810", 3: "1820", 4: "1830 1840"}
    match = playoff(5, hands=hands, out={2: 3, 3: 3, 4: 3})
    play(match, "1600 1", "1700 0")
    assert match.ranks == [1, 2, 4, 3, 4]


def test_an_earlier_exit_is_worse_whatever_the_cards_T4_7():
    hands = {0: "1600", 1: "1700", 2: "1400 1410 1420 1430 1440 1450 1460 1470 1480 1490", 3: ""}
    match = playoff(4, hands=hands, out={2: 4, 3: 3})
    play(match, "1600 1", "1700 0")
    assert match.ranks == [1, 2, 3, 4]


def test_players_left_with_cards_rank_by_fewest_T4_7():
    match = position(4, hands={0: "1600", 1: "1700 1710", 2: "1800 1810 1820", 3: "1900 1910"})
    play(match, "1600 1", "1700 2", "1800 3", "1900 4")
    assert match.ranks == [1, 2, 4, 2]


def test_the_score_is_the_cards_left_T4_7():
    match = position(3, hands={0: "1600", 1: "1700 1710", 2: "1800 1810 1820"})
    assert match.scores == [1, 2, 3]


@pytest.mark.parametrize("seats", GAME.seats)
def test_whole_matches_have_winners_and_lose_no_card_T4_7(seats):
    for seed in range(4):
        match = Match(GAME, seats=seats, seed=seed, options={"cards": 1 + seed})
        while not match.over:
            seat = match.waiting[0]
            legal = match.way.legal(match.state, seat)
            match.play(seat, legal[(7 * len(match.log)) % len(legal)])
            places = [card for card, _ in GAME.rules.census(match.state)]
            assert sorted(places) == list(range(150))
        assert 1 in match.ranks
        assert match.state.round <= 60


@pytest.mark.parametrize("seats", [2, 8])
def test_a_match_of_mistakes_is_as_long_as_can_be_T4_6(seats):
    match = Match(GAME, seats=seats, seed=1)
    while not match.over:
        seat, s = match.waiting[0], match.state
        wrong = (a for a in match.way.legal(s, seat) if not GAME.rules.fits(s, s.hand[seat][a // 256], a % 256))
        match.play(seat, next(wrong))
    assert match.state.over == LIMIT
    assert len(match.log) == GAME.longest(seats)
