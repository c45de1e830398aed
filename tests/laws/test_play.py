"""Laws of playing: both ways to run a rule agree, matches end, nothing is lost, what is illegal is refused."""

from __future__ import annotations

from array import array
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tempolude.engine.errors import BadAction, BadSeat, MatchOver, NotWaiting
from tempolude.engine.game import Game
from tempolude.engine.kernels import room
from tempolude.engine.match import Match
from tempolude.engine.state import EVENTS
from tempolude.engine.ways import Interpreted

from .cases import Case, every_case, every_game, play_at_random


@every_case
def test_interpreted_and_compiled_rules_give_the_same_bytes(case: Case) -> None:
    plain, fast = Interpreted(case.game), case.game.compiled
    options = case.game.encode(case.seats, case.game.settle(case.seats, case.options))
    for seed in range(3):
        dice = Random(seed)
        a, b = case.game.rules.STATE.new(), case.game.rules.STATE.new()
        plain.setup(a, case.seats, options, seed)
        fast.setup(b, case.seats, options, seed)
        while not a.over:
            assert a == b
            seat = dice.choice([x for x in range(case.seats) if a.waiting[x]])
            legal = plain.legal(a, seat)
            assert legal == fast.legal(b, seat)
            action = dice.choice(legal)
            plain.play(a, seat, action)
            fast.play(b, seat, action)
        assert a == b
        assert plain.score(a) == fast.score(b)


@every_case
def test_a_random_match_ends_and_loses_no_piece_on_the_way(case: Case) -> None:
    for seed in range(2):
        dice, match = Random(seed), case.match(seed)
        pieces = Counter(piece for piece, _ in case.game.rules.census(match.state))
        assert max(pieces.values()) >= 1
        while not match.over:
            assert match.waiting, "nobody must decide, yet it goes on"
            seat = dice.choice(match.waiting)
            legal = match.way.legal(match.state, seat)
            assert legal == sorted(set(legal))
            assert legal
            assert legal[0] >= 0
            assert legal[-1] < case.game.rules.ACTIONS
            match.play(seat, dice.choice(legal))
            assert Counter(piece for piece, _ in case.game.rules.census(match.state)) == pieces
            assert match.state.happened < EVENTS, "more happened than is written down"
        assert len(match.log) <= case.game.longest(case.seats, case.options)
        assert match.waiting == []
        assert min(match.ranks) == 1
        assert len(match.scores) == len(match.ranks) == case.seats


@every_case
def test_no_more_is_legal_at_once_than_declared(case: Case) -> None:
    """A GPU has room for as many actions as `CHOICES` says and one more; here what is written beyond is an error."""
    plain, dice, s = Interpreted(case.game), Random(3), case.game.rules.STATE.new()
    plain.numbers = memoryview(array("q", bytes(8 * room(case.game.rules))))
    plain.setup(s, case.seats, case.game.encode(case.seats, case.game.settle(case.seats, case.options)), 3)
    while not s.over:
        seat = dice.choice([x for x in range(case.seats) if s.waiting[x]])
        plain.play(s, seat, dice.choice(plain.legal(s, seat)))


@every_game
def test_numbers_of_actions_fit_the_lists_of_a_gpu(game) -> None:  # type: ignore[no-untyped-def]
    assert room(game.rules) - 1 <= game.rules.ACTIONS <= 2**15


@every_case
def test_many_random_matches_end_by_the_rules(case: Case) -> None:
    options = case.game.encode(case.seats, case.game.settle(case.seats, case.options))
    tally = case.game.compiled.matches(case.seats, options, first_seed=1, count=2_000)
    assert sum(tally.wins) == pytest.approx(2_000)
    assert tally.at_limit < 2_000


@every_game
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_what_is_not_legal_is_refused_and_changes_nothing(game, data) -> None:  # type: ignore[no-untyped-def]
    seats = data.draw(st.sampled_from(list(game.seats)))
    match = Case(game, seats, {}).match(data.draw(st.integers(0, 2**63 - 1)))
    play_at_random(match, Random(0), data.draw(st.integers(0, 40)))
    before, log = match.state.tobytes(), list(match.log)
    seat = data.draw(st.integers(-2, seats + 1))
    action = data.draw(st.one_of(st.integers(-5, game.rules.ACTIONS + 5), st.text(max_size=12), st.booleans()))
    legal = match.way.legal(match.state, seat) if 0 <= seat < seats and match.state.waiting[seat] else []
    if action in legal and not isinstance(action, bool):
        return
    with pytest.raises((BadAction, BadSeat, NotWaiting, MatchOver)):
        match.play(seat, action)
    assert match.state.tobytes() == before
    assert match.log == log


@every_game
def test_a_copy_shares_nothing(game) -> None:  # type: ignore[no-untyped-def]
    match = Case(game, game.seats[0], {}).match(5)
    copy = match.state.copy()
    before = match.state.tobytes()
    Interpreted(game).play(
        copy, next(s for s in range(game.seats[0]) if copy.waiting[s]), match.way.legal(copy, match.waiting[0])[0]
    )
    assert match.state.tobytes() == before != copy.tobytes()


@every_game
def test_the_same_seed_gives_the_same_match_and_another_gives_another(game) -> None:  # type: ignore[no-untyped-def]
    first, again, other = (Case(game, game.seats[0], {}).match(seed) for seed in (11, 11, 12))
    assert first.state == again.state
    assert first.state != other.state


@every_game
def test_an_action_is_called_final_if_and_only_if_it_cannot_be_taken_back(game: Game) -> None:
    """Or if it passes the turn on: then others may build on it at once."""
    match, dice = Match(game, seats=game.seats[0], seed=1), Random(1)
    while not match.over:
        seat = dice.choice(match.waiting)
        action = dice.choice(match.way.legal(match.view(seat), seat))
        final = match.is_final(seat, action)
        match.play(seat, action)
        assert final is not (match.can_undo(seat) and bool(match.state.waiting[seat]))
