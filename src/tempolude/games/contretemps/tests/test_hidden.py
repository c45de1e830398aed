"""What is hidden, and undo: hands, unseen cards, tokens, choices not yet revealed (C4.1, C7.1)."""

import pytest

from tempolude.engine.errors import UndoRefused
from tempolude.games.contretemps import rules, state
from tempolude.games.contretemps.meta import GAME

from .positions import CONSTANT, constant, crystals, happened, places, play, position, random_match, travel

EVENTS = {1: "Q8 by 2", 2: ""}
HANDS = {0: "C9 F9", 1: "C10 F10", 2: "C11 F11"}


def offering():
    """All three are at the constant; seats 1 and 0 have chosen."""
    match = position(events=EVENTS, at=dict.fromkeys(range(3), CONSTANT), hands=HANDS, constant="M9")
    play(match, {1: "F10", 0: "C9"})
    return match


def travelling():
    """Seats 2 and 0 have chosen their journeys."""
    match = position(events=EVENTS, travel=True, crystals={0: 3, 1: 3, 2: 3}, hands=HANDS)
    travel(match, {2: "1", 0: "2"})
    return match


# --- Views -----------------------------------------------------------------------


def test_only_its_owner_sees_a_hand():
    match = position(hands=HANDS)
    for seat in (-1, 0, 1, 2):
        for owner in range(3):
            seen = [card for card in match.view(seat).hand[owner] if card != -1]
            assert len(seen) == (2 if owner == seat else 0)


def test_nobody_sees_the_unseen_cards_the_pile_and_chance():
    match = position(mode="paradoxes", hands=HANDS)
    for seat in (-1, 0, 1, 2):
        view = match.view(seat)
        assert set(view.unseen) == set(view.tokens) == {-1}
        assert not any(view.rng_key)
        assert not any(view.rng_block)


def test_discards_crystals_and_events_are_public():
    match = position(events=EVENTS, hands=HANDS, crystals={0: 3})
    for name in ("discard", "crystals", "lead", "best", "holder", "at", "constant", "void", "held"):
        assert (match.view(-1).array[name] == match.state.array[name]).all()


def test_an_offer_is_hidden_until_all_have_chosen_C4_1():
    match = offering()
    assert list(match.view(0).offer[:2]) == [match.state.offer[0], -1]
    for seat in (-1, 2):
        assert set(match.view(seat).offer) == {-1}
        assert match.view(seat).held[0] == match.view(seat).held[1] == 2  # the card is still in hand
    assert happened(match) == ["chosen"]
    assert match.events[0].numbers == (0, 0, 0)  # who chose, but not what


def test_all_offers_are_shown_at_once_C4_1():
    match = offering()
    play(match, {2: "C11"})
    assert happened(match)[:5] == ["chosen", *["card offered"] * 3, "constant changed"]
    assert constant(match) == "C11"


def test_a_journey_is_hidden_until_all_have_chosen_C7_1():
    match = travelling()
    assert match.view(0).journey[0] == state.BACK + 2
    for seat in (-1, 1, 2):
        assert match.view(seat).journey[0] == -1
    assert crystals(match) == [3, 3, 3]
    assert happened(match) == ["chosen"]


def test_seats_that_cannot_know_see_the_same_bytes_C7_1():
    match, other = travelling(), travelling()
    other.undo(0)
    travel(other, {0: "0"})
    for seat in (-1, 1, 2):
        assert match.view(seat) == other.view(seat)
        assert [str(line) for line in match.story(seat)] == [str(line) for line in other.story(seat)]
    assert match.view(0) != other.view(0)


def test_seats_that_cannot_know_see_the_same_bytes_C4_1():
    match, other = offering(), offering()
    other.undo(0)
    play(other, {0: "F9"})
    for seat in (-1, 1, 2):
        assert match.view(seat) == other.view(seat)
    assert match.view(0) != other.view(0)


# --- Taking back -----------------------------------------------------------------


def test_a_choice_can_be_taken_back_until_all_are_shown_C7_1():
    match = travelling()
    match.undo(2)  # although seat 0 has chosen since
    assert match.waiting == [1, 2]
    assert match.view(0).journey[0] == state.BACK + 2
    travel(match, {2: "0", 1: "0"})
    assert places(match) == [CONSTANT, 2, 2]


def test_a_choice_cannot_be_taken_back_once_shown_C7_1():
    match = travelling()
    travel(match, {1: "0"})
    for seat in range(3):
        assert not match.can_undo(seat)
    with pytest.raises(UndoRefused):
        match.undo(1)


def test_an_offer_can_be_taken_back_until_all_are_shown_C4_1():
    match = offering()
    match.undo(1)
    play(match, {1: "C10", 2: "F11"})
    assert constant(match) == "F11"
    assert not any(match.can_undo(seat) for seat in range(3))


def test_one_alone_at_the_constant_shows_at_once_C4_1():
    match = position(events=EVENTS, at={0: CONSTANT}, hands=HANDS, constant="M9")
    play(match, {2: "C11", 1: "C10", 0: "F9"})
    assert not match.can_undo(0)


def test_a_card_played_stays_played():
    match = position(events={1: ""}, hands=HANDS)
    play(match, {0: "C9"})
    assert not match.can_undo(0)


# --- Guesses fit -----------------------------------------------------------------


@pytest.mark.parametrize("mode", ["classic", "paradoxes"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_guess_fits_the_view_and_all_that_was_shown(seats, mode):
    for turn, (match, _) in enumerate(random_match(seats, mode, seats)):
        for seat in range(-1, seats) if turn % 5 == 0 or match.over else ():
            view = match.view(seat)
            match.way.guess(view, seat, turn)
            assert GAME.hide(view, seat) == match.view(seat)
            check_whole(view)


def check_whole(s):
    """No card is lost or duplicated, hands are sorted, and nobody has a suit they have shown to lack (C3.3)."""
    pieces = [piece for piece, _ in rules.census(s)]
    assert len(pieces) == len(set(pieces)) == 10 * s.players + 5 + 10
    assert not any(s.spare)
    for seat in range(s.players):
        hand = [card for card in s.hand[seat] if card != -1]
        assert hand == sorted(hand)
        assert not any(s.void[seat][state.suit(card)] for card in hand)


def test_every_state_of_a_match_is_whole():
    for seats in GAME.seats:
        for match, _ in random_match(seats, "paradoxes", seats + 20):
            check_whole(match.state)


def test_bots_learn_from_nothing_that_is_hidden():
    for match, seat in random_match(5, "paradoxes", 4):
        seen = match.way.observe(match.view(seat), seat)
        assert (seen == match.way.observe(match.state, seat)).all()
        assert (seen == GAME.compiled.observe(match.state, seat)).all()


def test_guesses_are_the_same_compiled():
    for match, seat in random_match(6, "paradoxes", 3):
        for viewer in (-1, seat):
            one, other = match.view(viewer), match.view(viewer)
            match.way.guess(one, viewer, 5)
            GAME.compiled.guess(other, viewer, 5)
            assert one == other
