"""C3.6 to C3.8 Old events played again, and a present that nobody visits."""

from tempolude.games.contretemps import state

from .positions import CONSTANT, discarded, happened, lying, match_events, play, position, present, travel

THERE = {0: 1, 1: 1}  # seats 0 and 1 at event 1, seat 2 at the present


def replay(event, cards, constant, *, holder=2):
    """Event 1 is given; seat 2 plays alone at the present, then seats 0 and 1 play these cards at event 1."""
    match = position(
        events={1: f"{event} by {holder}", 2: ""}, at=THERE, constant=constant, hands={**cards, 2: "F7"}, first=0
    )
    play(match, {2: "F7", **cards})
    return match


def test_a_higher_card_of_the_suit_asked_for_takes_the_event_C3_6():
    match = replay("Q8 Q11", {0: "Q10", 1: "Q12"}, "M9")
    assert lying(match, 1) == "Q8 Q12 by 1"
    assert discarded(match) == "Q10 Q11"


def test_the_disc_replaced_goes_back_to_its_owner_C3_6():
    match = replay("Q8 Q11", {0: "Q10", 1: "Q12"}, "M9")
    assert match.scores == [0, 1, 1]  # seat 2 lost event 1, and won event 2 alone


def test_if_nothing_beats_the_winning_card_nothing_changes_C3_6():
    match = replay("Q8 Q11", {0: "Q10", 1: "F13"}, "M9")
    assert lying(match, 1) == "Q8 Q11 by 2"
    assert discarded(match) == "Q10 F13"
    assert "event kept" in happened(match)


def test_the_constants_suit_is_over_the_suit_asked_for_C3_6():
    """The rulebook's example: the 12 of Quills and the 7 of Cogs both beat the 11; the 7 of Cogs is the better."""
    match = replay("Q8 Q11", {0: "C7", 1: "Q12"}, "C9")
    assert lying(match, 1) == "Q8 C7 by 0"
    assert discarded(match) == "Q11 Q12"


def test_a_winning_card_of_the_constants_suit_is_beaten_by_a_higher_one_only_C3_6():
    assert lying(replay("Q8 C10", {0: "C9", 1: "Q13"}, "C12"), 1) == "Q8 C10 by 2"
    assert lying(replay("Q8 C10", {0: "C11", 1: "Q13"}, "C12"), 1) == "Q8 C11 by 0"


def test_an_old_winning_card_now_of_neither_suit_is_beaten_by_the_suit_asked_for_C3_6():
    """The rulebook's example: Stars won with the 13, now Moons are the constant."""
    match = replay("Q9 S13", {0: "Q8", 1: "F13"}, "M9")
    assert lying(match, 1) == "Q9 Q8 by 0"  # lower than the lead card, which is not the winning card
    assert discarded(match) == "S13 F13"


def test_an_old_winning_card_now_of_neither_suit_is_beaten_by_the_constants_C3_6():
    assert lying(replay("Q9 S13", {0: "M7", 1: "Q10"}, "M9"), 1) == "Q9 M7 by 0"


def test_a_card_of_neither_suit_beats_nothing_C3_6():
    assert lying(replay("Q9 S7", {0: "F13", 1: "S13"}, "M9"), 1) == "Q9 S7 by 2"


def test_cards_are_compared_under_the_constant_of_now_C3_6():
    """The 12 of Quills won when Cogs were the constant; now Quills are, and Cogs beat nothing."""
    assert lying(replay("Q12", {0: "C13", 1: "Q11"}, "Q9"), 1) == "Q12 by 2"


def test_with_no_constant_only_the_suit_asked_for_wins_C3_6():
    assert lying(replay("Q8 Q11", {0: "C13", 1: "Q12"}, None), 1) == "Q8 Q12 by 1"
    assert lying(replay("Q8 C11", {0: "C13", 1: "Q7"}, None), 1) == "Q8 Q7 by 1"


def test_a_lead_card_that_was_also_winning_stays_as_lead_C3_6():
    match = replay("Q11", {0: "Q12", 1: "Q10"}, "M9")
    assert lying(match, 1) == "Q11 Q12 by 0"
    assert discarded(match) == "Q10"


def test_one_alone_can_take_an_old_event_C3_6():
    match = position(events={1: "Q8 by 2", 2: ""}, at={0: 1}, constant="M9", hands={0: "Q9", 1: "F8", 2: "F7"})
    play(match, {2: "F7", 1: "F8", 0: "Q9"})
    assert lying(match, 1) == "Q8 Q9 by 0"


def test_a_controller_who_wins_again_keeps_it_and_the_card_is_replaced_C3_7():
    match = replay("Q8 Q11", {0: "Q12", 1: "Q10"}, "M9", holder=0)
    assert lying(match, 1) == "Q8 Q12 by 0"
    assert discarded(match) == "Q10 Q11"
    assert match.scores == [1, 0, 1]
    assert match_events(match, "event taken") == [(0, 1, 0)]


def test_nobody_at_the_present_it_is_not_resolved_C3_8():
    match = position(
        events={1: "Q8 by 2", 2: ""}, at={0: 1, 1: 1, 2: CONSTANT}, constant="M9",
        hands={0: "Q9 C8", 1: "F8 C9", 2: "F7 C10"},
    )  # fmt: skip
    assert happened(match) == ["round", "event unresolved"]
    play(match, {0: "Q9", 1: "F8", 2: "F7"})
    assert lying(match, 2) == ""
    assert match.state.phase == state.TRAVEL


def test_everybody_at_the_constant_and_no_event_is_resolved_C3_8():
    match = position(events={1: "Q8 by 2", 2: ""}, at=dict.fromkeys(range(3), CONSTANT), hands={0: "Q9"})
    assert happened(match) == ["round", "event unresolved"]
    assert match.waiting == [0, 1, 2]


def test_an_event_left_open_is_new_when_it_is_resolved_C3_8():
    match = position(events={1: "Q8 by 2", 2: ""}, crystals={0: 1, 1: 1, 2: 1}, travel=True, hands={0: "Q9 M9 F9"})
    travel(match, {0: "1", 1: "1", 2: "1"})
    while match.state.phase == state.RESOLUTION:
        match.play(match.waiting[0], match.legal(match.waiting[0])[0].number)
    assert present(match) == 2
    travel(match, {0: "0", 1: "0", 2: "0"})
    leader = match.waiting[0]
    assert len(match.legal(leader)) == 2  # the whole hand: no suit is led yet
