"""What a seat may know, and guesses at the rest: all consistent deals are equally likely."""

from collections import Counter
from collections.abc import Callable, Iterable
from math import sqrt

import pytest

from tempolude.engine.state import NONE
from tempolude.games.masters.meta import GAME

from .positions import WAY, Position, position

GUESSES = 1000
SPHERE_1 = "spark ebb intuition recollection pendulum metronome inspiration spark ebb faint-echo"


def view(p: Position, seat: int) -> Position:
    return Position(GAME.hide(p.s, seat), p.table)


def guesses(p: Position, seat: int, look: Callable[[Position], str]) -> Counter[str]:
    """What `look` sees in many guesses at what `seat` does not know."""
    hidden = GAME.hide(p.s, seat)
    seen: Counter[str] = Counter()
    for seed in range(GUESSES):
        guess = hidden.copy()
        WAY.guess(guess, seat, seed)
        assert GAME.hide(guess, seat) == hidden
        seen[look(Position(guess, p.table))] += 1
    return seen


def assert_even(seen: Counter[str], expected: Iterable[str]) -> None:
    """A chi-square test: all of `expected` come up about equally often; one listed twice, twice as often."""
    weights = Counter(expected)
    assert seen.keys() == weights.keys()
    share = GUESSES / weights.total()
    off = sum((seen[name] - weight * share) ** 2 / (weight * share) for name, weight in weights.items())
    free = len(weights) - 1
    assert off < free + 4 * sqrt(2 * free)


# --- Hiding ----------------------------------------------------------------------


def test_a_hand_is_its_owners() -> None:
    p = position(3, hands={0: "charge", 1: "flow spark"})
    assert [view(p, seat).hand(1) for seat in (-1, 0, 1, 2)] == ["", "", "spark flow", ""]


def test_an_owner_knows_the_deck_but_not_its_order() -> None:
    p = position(decks={0: "flow charge spark"})
    assert [view(p, seat).deck(0) for seat in (-1, 0, 1)] == ["", "charge spark flow", ""]
    other = position(decks={0: "spark flow charge"})
    assert GAME.hide(p.s, 0) == GAME.hide(other.s, 0)


def test_cards_under_timers_are_seen_by_their_owner_only() -> None:
    p = position(timers={0: ["pendulum: flow / charge spark"]})
    assert view(p, 0).timers(0) == ["pendulum: flow / charge spark"]
    assert view(p, 1).timers(0) == ["pendulum: flow"]


def test_of_a_sphere_the_revealed_card_is_seen() -> None:
    p = position(spheres={1: "spark ebb intuition"})
    assert view(p, 0).sphere(1) == "spark"


def test_a_card_put_at_the_bottom_stays_known() -> None:
    p = position(hands={0: "clairvoyance"}, spheres={1: "spark ebb intuition recollection"})
    p.do("cast clairvoyance", "renew 1")
    assert view(p, 1).sphere(1) == "ebb spark"
    assert p.sphere(1) == "ebb intuition recollection spark"


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_what_is_hidden_leaves_no_trace(seat: int) -> None:
    """Two positions that differ only in what `seat` may not know are the same to it."""
    hands = ["charge flow", "spark flow", "spark charge"]
    decks = ["spark", "charge", "flow"]
    views = []
    for swap in range(3):
        other = (seat + 1) % 3
        p = position(3, hands={other: hands[swap]}, decks={other: decks[swap]})
        views.append(GAME.hide(p.s, seat).tobytes())
    assert len(set(views)) == 1


def test_a_card_drawn_or_taken_unseen_is_told_to_its_owner_only() -> None:
    p = position(hands={0: "charge charge"}, decks={0: "flow"}, spheres={1: "spark ebb intuition"})
    p.do("cast charge", "cast charge", "done", "take unseen 1")
    assert {"got", "took unseen"} <= set(p.happened)
    assert "got" in view(p, 0).happened
    assert "took unseen" not in view(p, 0).happened
    assert "got" not in view(p, 1).happened
    assert "drawn" not in view(p, -1).happened
    assert {"took unseen", "drew"} <= set(view(p, -1).happened)


# --- Guessing --------------------------------------------------------------------


def test_ones_own_deck_may_lie_in_any_order() -> None:
    p = position(hands={0: "spark"}, decks={0: "charge flow ebb"})
    orders = (
        "charge flow ebb",
        "charge ebb flow",
        "flow charge ebb",
        "flow ebb charge",
        "ebb flow charge",
        "ebb charge flow",
    )
    assert_even(guesses(p, 0, lambda g: g.deck(0)), orders)


def test_ones_own_hand_and_cards_under_timers_are_kept() -> None:
    p = position(hands={0: "spark"}, decks={0: "charge flow"}, timers={0: ["hourglass: ebb / whirl"]})
    assert guesses(p, 0, lambda g: f"{g.hand(0)}, {g.timers(0)[0]}") == {"spark, hourglass: ebb / whirl": GUESSES}


def test_another_player_may_hold_any_of_their_cards() -> None:
    p = position(hands={1: "spark charge"}, decks={1: "flow"}, timers={1: ["hourglass: ebb / whirl"]})
    pairs = ("charge spark", "charge flow", "charge whirl", "spark flow", "spark whirl", "flow whirl")
    assert_even(guesses(p, 0, lambda g: g.hand(1)), pairs)
    assert_even(guesses(p, -1, lambda g: g.timers(1)[0].split()[-1]), ("spark", "charge", "flow", "whirl"))


def test_copies_count_each() -> None:
    p = position(hands={1: "charge"}, decks={1: "charge charge flow"})
    assert_even(guesses(p, 0, lambda g: g.hand(1)), ("charge", "charge", "charge", "flow"))


def test_cards_stay_with_their_owners() -> None:
    p = position(3, hands={0: "spark", 1: "charge charge", 2: "flow flow"})
    assert guesses(p, 0, lambda g: f"{g.hand(1)}, {g.hand(2)}") == {"charge charge, flow flow": GUESSES}


def test_an_unrevealed_card_is_any_of_its_sphere_not_seen_M1_3() -> None:
    p = position(
        hands={0: "mastery mastery", 1: "eternity"},
        discards={1: "eternity zenith"},
        spheres={5: "zenith paradox stasis stasis time-storm"},
    )
    unknown = ["paradox", "stasis", "perfect-clarity", "time-storm", "wellspring", "great-clock", "chronograph"] * 2
    assert_even(guesses(p, 0, lambda g: g.sphere(5).split()[1]), unknown)


def test_with_a_chosen_table_an_unrevealed_card_is_one_of_its_ten_M2_1() -> None:
    spheres = {5: "mastery eternity"}
    p = position(options={"spheres": "peace"}, spheres=spheres, discards={1: "zenith zenith paradox perfect-clarity"})
    left = ("eternity", "wellspring", "wellspring", "great-clock", "chronograph")
    assert_even(guesses(p, 0, lambda g: g.sphere(5).split()[1]), left)


def test_a_card_taken_unseen_is_any_of_its_sphere_to_the_others_and_known_to_its_owner() -> None:
    p = position(  # of this table's ten cards, Ebb, Faint echo and Inspiration have not been seen
        options={"spheres": "peace"},
        hands={0: "charge charge"},
        discards={1: "spark intuition recollection brain-cleansing"},
        timers={1: ["metronome", "pendulum"]},
        spheres={1: "spark ebb"},
    )
    p.do("cast charge", "cast charge", "done", "take unseen 1")
    assert "ebb" in p.hand(0)
    mine = {"ebb", "faint-echo", "inspiration"}
    owned = guesses(p, 1, lambda g: " ".join(mine & {*g.hand(0).split(), *g.deck(0).split()}))
    assert_even(owned, mine)
    assert set(guesses(p, 0, lambda g: g.hand(0))) == {p.hand(0)}


def test_a_card_taken_unseen_and_played_is_a_secret_no_more() -> None:
    p = position(hands={0: "charge charge"}, decks={0: "whirl whirl flow flow"}, spheres={1: SPHERE_1})
    p.do("cast charge", "cast charge", "done", "take unseen 1", "pass")
    assert p.known(0).split()[-1] == "1"
    p.do("cast ebb")
    assert p.known(0) == p.hand(0) == "flow flow whirl whirl"
    assert guesses(p, 1, lambda g: g.hand(0)) == {p.hand(0): GUESSES}


def test_cards_put_at_the_bottom_are_guessed_right() -> None:
    p = position(hands={0: "clairvoyance"}, spheres={1: SPHERE_1})
    p.do("cast clairvoyance", "renew 1")
    assert {text.split()[-1] for text in guesses(p, 1, lambda g: g.sphere(1))} == {"spark"}


def test_an_unseen_card_known_from_the_bottom_is_no_secret() -> None:
    p = position(hands={0: "clairvoyance charge charge"}, ke={0: "9/9"}, spheres={1: "spark ebb"})
    p.do("cast clairvoyance", "renew 1", "cast charge", "done", "take unseen 1")
    assert "spark" in p.hand(0)
    assert p.known(0) == "charge charge spark clairvoyance"


def test_a_guess_needs_nothing_that_is_hidden() -> None:
    """The same view and seed give the same guess, whatever the true state is."""
    one = position(hands={1: "charge flow"}, decks={1: "spark"})
    two = position(hands={1: "spark flow"}, decks={1: "charge"})
    for p in (one, two):
        p.s.become(GAME.hide(p.s, 0))
        WAY.guess(p.s, 0, 7)
    assert one.s == two.s


def test_nothing_is_left_over_in_a_guess() -> None:
    p = position(hands={1: "charge flow"}, decks={1: "spark"})
    hidden = GAME.hide(p.s, 0)
    WAY.guess(hidden, 0, 7)
    assert all(card == NONE for card in hidden.deck[1][1:])
    assert not any(hidden.spare)
    assert not any(hidden.unknown)
