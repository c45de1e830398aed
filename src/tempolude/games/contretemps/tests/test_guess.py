"""Guesses are uniform over all consistent deals: every deal is enumerated, with a chi-square test of many guesses."""

from collections import Counter
from itertools import combinations
from math import sqrt

import pytest

from tempolude.games.contretemps import hidden, state
from tempolude.games.contretemps.meta import GAME
from tempolude.games.contretemps.names import LETTERS

from .positions import CONSTANT, cards, play, position, random_match, travel


def guesses(match, seat, total):
    view = match.view(seat)
    for number in range(total):
        s = view.copy()
        GAME.compiled.guess(s, seat, number)
        yield s


def hands(s, seats):
    return tuple(tuple(card for card in s.hand[seat] if card != -1) for seat in seats)


def deals(unknown, needs, voids):
    """Every way to deal, given `needs` and `voids` by seat; the remaining cards stay unseen."""
    if not needs:
        yield ()
        return
    could = [card for card in unknown if LETTERS[state.suit(card)] not in voids[0]]
    for hand in combinations(could, needs[0]):
        rest = [card for card in unknown if card not in hand]
        yield from ((hand, *others) for others in deals(rest, needs[1:], voids[1:]))


def check_even(found, cells):
    """Only these cells occur, and the counts pass a chi-square test at one in a thousand."""
    total, expected = sum(found.values()), sum(found.values()) / len(cells)
    assert expected > 5
    assert set(found) <= set(cells)
    square = sum((found[cell] - expected) ** 2 / expected for cell in cells)
    free = max(1, len(cells) - 1)
    limit = free * (1 - 2 / (9 * free) + 3.09 * sqrt(2 / (9 * free))) ** 3
    assert square < limit, f"{square:.1f} over {len(cells)} cells and {total} guesses; the limit is {limit:.1f}"


def check_deals(seats, seat, own, others, unseen, voids, total):
    """Check the guesses of `seat` against hands of these sizes, with the voids given by seat."""
    match = position(seats, hands={**own, **others}, unseen=unseen, voids=voids, events={1: ""})
    unknown = sorted(card for text in (*others.values(), unseen) for card in cards(text))
    sizes = [len(text.split()) for text in others.values()]
    cells = list(deals(unknown, sizes, [voids.get(other, "") for other in others]))
    found = Counter(hands(s, others) for s in guesses(match, seat, total))
    check_even(found, cells)
    return len(cells)


def test_with_no_voids_every_deal_is_as_likely():
    count = check_deals(3, 0, {0: "C7 C8"}, {1: "Q7 M7", 2: "Q8 M8"}, "S7 S8 F7 F8", {}, 12_000)
    assert count == 28 * 15


def test_one_void():
    check_deals(3, 0, {0: "C7 C8"}, {1: "Q7 M7", 2: "Q8 M8"}, "S7 S8 F7 Q9", {1: "S"}, 12_000)


def test_voids_that_overlap():
    voids = {1: "SF", 2: "FQ"}
    check_deals(3, 0, {0: "C7 C8"}, {1: "Q7 M7", 2: "S9 M8"}, "S7 F8 F7 Q9", voids, 12_000)


def test_voids_in_a_circle():
    """Seat 1 can have Cogs and Stars, seat 2 Stars and Moons, seat 3 Moons and Cogs: no dealing order is fair."""
    voids = {1: "MQF", 2: "CQF", 3: "SQF"}
    others = {1: "C6 S6", 2: "S7 M7", 3: "M8 C8"}
    assert check_deals(4, 0, {0: "F9"}, others, "C9 S10 M11 Q5", voids, 20_000) > 300


def test_voids_in_a_circle_with_almost_no_room():
    """All unseen cards but one are of suits that nobody at the table can have."""
    voids = {1: "MQF", 2: "CQF", 3: "SQF"}
    others = {1: "C6 S6", 2: "S7 M7", 3: "M8 C8"}
    check_deals(4, 0, {0: "F10"}, others, "C9 Q5 Q6 F5", voids, 12_000)


def test_voids_in_every_suit():
    voids = {1: "C", 2: "S", 3: "M", 4: "QF"}
    others = {1: "S6", 2: "M7", 3: "Q8", 4: "C8"}
    check_deals(5, 0, {0: "F10"}, others, "F9 Q5 S9 F5", voids, 20_000)


def test_one_deal_that_fits_is_found():
    voids = {1: "SMQF", 2: "CMQF", 3: "CSQF"}
    others = {1: "C6 C7", 2: "S7 S8", 3: "M8 M9"}
    assert check_deals(4, 0, {0: "F10"}, others, "Q9 Q5 Q6 F5", voids, 50) == 1


def test_a_spectator_guesses_all_hands():
    check_deals(3, -1, {}, {0: "C7", 1: "Q7", 2: "M8"}, "S7 S8 F7 Q9", {0: "S", 1: "M"}, 8000)


def test_the_unseen_cards_are_what_is_left_in_order():
    match = position(hands={0: "C7 C8", 1: "Q7 M7", 2: "Q8 M8"}, unseen="S7 S8 F7 F8")
    known = {*match.state.hand[0], *match.state.discard, match.state.constant}
    for s in guesses(match, 0, 50):
        assert list(s.unseen) == sorted(s.unseen)
        assert not known & {*s.unseen}


def test_the_pile_of_tokens_is_as_likely_in_every_order_C8_1():
    events = {n: f"{a}{v} by 0" for n, (a, v) in enumerate(zip("CCSSMMQ", (7, 8) * 4, strict=False), 1)}
    match = position(mode="paradoxes", events={**events, 7: ""}, present=7)
    found = Counter(tuple(s.tokens[:3]) for s in guesses(match, 1, 1200))
    check_even(found, [(7, 8, 9), (7, 9, 8), (8, 7, 9), (8, 9, 7), (9, 7, 8), (9, 8, 7)])


def test_the_pile_is_known_in_the_classic_game_C2_2():
    match = position(events={1: "Q8 by 0", 2: ""})
    for s in guesses(match, 0, 5):
        assert list(s.tokens) == list(match.state.tokens)


def test_journeys_not_shown_are_as_likely_C7_1():
    match = position(
        mode="paradoxes", events={2: "Q8 by 0", 5: "", 8: "S8 by 1"}, present=5, travel=True, crystals={1: 9, 2: 1}
    )
    travel(match, {1: "0", 2: "1"})
    found = Counter((s.journey[1], s.journey[2]) for s in guesses(match, 0, 3000))
    back, forward = state.BACK, state.FORWARD
    cells = [(a, b) for a in (back, back + 1, back + 2, forward + 1) for b in (back, back + 1, forward + 1)]
    check_even(found, cells)


def test_offers_not_shown_are_any_card_of_the_hand_guessed_C4_1():
    match = position(
        events={1: "Q8 by 2", 2: ""}, at=dict.fromkeys(range(3), CONSTANT), unseen="S7 S8 F7 F8", voids={1: "S"},
        hands={0: "C9 F9", 1: "C10 F10", 2: "C11 F11"}, constant="M9",
    )  # fmt: skip
    play(match, {1: "C10"})
    unknown = sorted(cards("C10 F10 C11 F11 S7 S8 F7 F8"))
    cells = [(*deal, offer) for deal in deals(unknown, [2, 2], ["S", ""]) for offer in deal[0]]
    found = Counter((*hands(s, (1, 2)), s.offer[1]) for s in guesses(match, 0, 15_000))
    check_even(found, cells)
    assert all(s.offer[2] == -1 and s.offer[0] == -1 for s in guesses(match, 0, 5))


def test_ones_own_choice_is_kept_C7_1():
    match = position(events={1: "Q8 by 0", 2: ""}, travel=True, crystals={1: 2})
    travel(match, {1: "2"})
    assert {s.journey[1] for s in guesses(match, 1, 20)} == {state.BACK + 2}


def test_what_others_have_chosen_can_be_opened_again_C7_1():
    match = position(events={1: "Q8 by 0", 2: ""}, travel=True, crystals={1: 2})
    travel(match, {0: "0", 1: "2"})
    for s in guesses(match, 1, 5):
        hidden.reopen(s, 1)
        assert (list(s.waiting[:3]), list(s.journey[:3])) == ([True, False, True], [-1, state.BACK + 2, -1])


def test_offers_of_others_can_be_opened_again_C4_1():
    """Seat 2 stands at an event and is not asked."""
    match = position(at={0: CONSTANT, 1: CONSTANT}, hands={0: "Q9 F9", 1: "F8 M7", 2: "F7 M8"}, events={1: "", 2: ""})
    play(match, {2: "F7", 1: "M7"})
    for s in guesses(match, 0, 5):
        hidden.reopen(s, 0)
        assert (list(s.waiting[:3]), list(s.offer[:3])) == ([True, True, False], [-1, -1, -1])


@pytest.mark.parametrize("seats", [5, 6])
def test_a_guess_is_quick_however_many_voids_were_shown(seats, monkeypatch):
    """Deals are rejected to make all equally likely, but never many thousands of them."""
    tries, deal = [0], hidden.deal_unknown

    def counted(s, seat):
        tries[0] += 1
        return deal(s, seat)

    monkeypatch.setattr(hidden, "deal_unknown", counted)
    count = 0
    for seed in (13, 29, 32):
        for turn, (match, _) in enumerate(random_match(seats, "classic", seed)):
            if turn % 9 == 0:
                match.way.guess(match.view(-1), -1, turn)
                count += 1
    assert tries[0] < 8 * count
