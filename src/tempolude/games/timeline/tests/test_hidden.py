"""What is hidden: the dates of cards in hands and pile, and the order of the pile below its top card."""

from collections import Counter
from itertools import pairwise, permutations

import pytest

from tempolude.engine.match import Match
from tempolude.engine.state import NONE
from tempolude.games.timeline.components import mix
from tempolude.games.timeline.meta import GAME

from .positions import in_play, line, named, next_card, playoff, position, shown

SITUATION = {"line": "1500 1700", "hands": {0: "1600", 1: "1800"}, "pile": "1400 1900", "discards": "1410"}
HIDDEN = ("1600", "1800", "1400", "1900")


def guessed(match, seat, number):
    view = match.view(seat)
    match.way.guess(view, seat, number)
    return view


def numbers(match, ids):
    return [card for wanted in ids for card in range(match.state.cards) if match.table.card(card).id == wanted]


def random_matches(seats, count):
    for seed in range(count):
        match = Match(GAME, seats=seats, seed=seed)
        while not match.over:
            yield match
            legal = match.way.legal(match.state, match.waiting[0])
            match.play(match.waiting[0], legal[(5 * len(match.log) + seed) % len(legal)])
        yield match


@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_only_dates_in_the_line_and_the_discards_are_shown(seat):
    match = position(**SITUATION)
    assert shown(match, seat) & in_play(match) == {"1500", "1700", "1410"}


@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_of_the_pile_only_the_next_card_is_known_by_name(seat):
    match = position(**SITUATION)
    assert named(match, match.view(seat).pile) == next_card(match) == "1400"
    assert match.view(seat).piled == 2


def test_chance_is_hidden_from_everyone():
    match = position()
    assert not any(any(match.view(seat).rng_key) or any(match.view(seat).rng_block) for seat in (-1, 0, 1))


def test_all_seats_know_the_same():
    for match in random_matches(3, 2):
        assert match.view(0) == match.view(1) == match.view(2) == match.view(-1)


def test_no_hidden_date_is_shown_in_any_position():
    for match in random_matches(4, 3):
        view, s = match.view(0), match.state
        known = {*s.line[: s.lined], *s.discard[: s.discarded]}
        assert {card for card in range(s.cards) if view.date[card] != NONE} == known
        assert [view.date[card] for card in known] == [s.date[card] for card in known]
        assert set(view.pile[: view.piled - 1]) <= {NONE}


def test_dates_of_players_who_are_out_stay_hidden_at_the_end_T4_3():
    match = playoff(3, hands={0: "1600", 1: "1700", 2: "1800 1810"}, out={2: 3})
    match.play(0, "place 1600 1")
    match.play(1, "place 1700 0")
    assert match.over
    assert shown(match).isdisjoint({"1800", "1810"})


def test_the_number_of_a_card_does_not_give_its_date_away():
    """Decks are written in chronological order; the cards of a match are numbered by their ids."""
    cards = mix(["inventions"])
    assert [card.id for card in cards] == sorted(card.id for card in cards)
    rising = sum(a.year < b.year for a, b in pairwise(cards))
    assert 55 < rising < 95


def test_hiding_twice_hides_no_more():
    match = position(**SITUATION)
    assert GAME.hide(match.view(0), 0) == match.view(0)


# --- Guesses ---------------------------------------------------------------------


def test_a_guess_fits_the_view():
    for turn, match in enumerate(random_matches(3, 2)):
        view = guessed(match, 0, turn)
        assert GAME.hide(view, 0) == match.view(0)
        assert sorted(card for card, _ in GAME.rules.census(view)) == list(range(150))
        assert sorted(view.date[: view.cards]) == list(range(150))
        assert set(view.spare) == {0}


def test_a_guess_can_be_played_on_to_the_end():
    match = Match(GAME, seats=3, seed=1)
    view = guessed(match, 0, 1)
    while not view.over:
        seat = next(seat for seat in range(3) if view.waiting[seat])
        match.way.play(view, seat, match.way.legal(view, seat)[-1])
    assert sorted(card for card, _ in GAME.rules.census(view)) == list(range(150))


def test_guesses_are_even_over_all_dates_that_fit():
    """Four cards hide four dates: 24 assignments, all equally likely."""
    match = position(**SITUATION)
    hidden, total, found = numbers(match, HIDDEN), 4800, Counter()
    for number in range(total):
        view = guessed(match, number % 3 - 1, number)
        found[tuple(view.date[card] for card in hidden)] += 1
    ways = set(permutations(match.state.date[card] for card in hidden))
    assert set(found) == ways
    assert sum((n - total / 24) ** 2 / (total / 24) for n in found.values()) < 49.7  # 23 degrees of freedom


def test_cards_shuffled_back_are_guessed_anew_T3_4():
    match = position(line="1500", hands={0: "1600", 1: "1800"}, pile="1900", discards="1400")
    match.play(0, "place 1600 0")
    (card,) = numbers(match, ["1600"])
    dates = {guessed(match, 0, number).date[card] for number in range(80)}
    assert dates == {match.state.date[other] for other in numbers(match, ["1400", "1600", "1800", "1900"])}


def test_what_is_shown_is_never_guessed_otherwise():
    match = position(**SITUATION)
    known = numbers(match, ["1500", "1700", "1410"])
    for number in range(30):
        view = guessed(match, 1, number)
        assert [view.date[card] for card in known] == [match.state.date[card] for card in known]
    assert line(match) == "1500 1700"


def test_compiled_guesses_are_the_same():
    match = position(**SITUATION)
    for number in range(20):
        view, other = match.view(0), match.view(0)
        match.way.guess(view, 0, number)
        GAME.compiled.guess(other, 0, number)
        assert view == other
