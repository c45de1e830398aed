"""Laws of what is hidden: nobody sees what they may not, and what they see is all that anything shown to them uses."""

from __future__ import annotations

from random import Random

import numpy as np

from tempolude.engine.game import Game
from tempolude.engine.state import SPECTATOR
from tempolude.engine.table import People
from tempolude.engine.ways import Interpreted

from .cases import Case, every_case, every_game, positions


def sampled(case: Case, seed: int):  # type: ignore[no-untyped-def]
    """Positions of one match with every seat that looks at them."""
    for match in positions(case, seed, every=9):
        for seat in range(SPECTATOR, case.seats):
            yield match, seat


@every_case
def test_hiding_twice_is_hiding_once(case: Case) -> None:
    for match, seat in sampled(case, 1):
        view = match.view(seat)
        assert case.game.hide(view, seat) == view
        assert not any(view.array[name].any() for name in ("rng_drawn", "rng_block", "rng_key"))


@every_case
def test_a_glance_is_the_view_of_now(case: Case) -> None:
    match, dice = case.match(3), Random(3)
    while not match.over and len(match.log) < 60:
        for seat in range(SPECTATOR, case.seats):
            assert match.glance(seat) == match.view(seat)
        seat = dice.choice(match.waiting)
        match.play(seat, dice.choice(match.way.legal(match.state, seat)))
        if match.can_undo(seat) and dice.random() < 0.3:
            match.undo(seat)


@every_case
def test_a_guess_fits_what_is_seen_in_both_ways(case: Case) -> None:
    plain, fast = Interpreted(case.game), case.game.compiled
    for number, (match, seat) in enumerate(sampled(case, 2)):
        view = match.view(seat)
        guessed, again = view.copy(), view.copy()
        plain.guess(guessed, seat, number)
        fast.guess(again, seat, number)
        assert guessed == again
        assert case.game.hide(guessed, seat) == view
        pieces = sorted(str(piece) for piece, _ in case.game.rules.census(match.state))
        assert sorted(str(piece) for piece, _ in case.game.rules.census(guessed)) == pieces


@every_case
def test_what_a_seat_may_do_and_observes_depends_on_its_view_alone(case: Case) -> None:
    plain, fast = Interpreted(case.game), case.game.compiled
    for number, (match, seat) in enumerate(sampled(case, 3)):
        if seat == SPECTATOR:
            continue
        view = match.view(seat)
        other = view.copy()
        fast.guess(other, seat, number)
        if match.state.waiting[seat]:
            legal = plain.legal(match.state, seat)
            assert legal == plain.legal(view, seat) == fast.legal(other, seat)
        seen = plain.observe(match.state, seat)
        for observed in (fast.observe(match.state, seat), plain.observe(view, seat), fast.observe(other, seat)):
            np.testing.assert_array_equal(seen, observed)
        assert np.isfinite(seen).all()
        assert seen.shape == (case.game.rules.FEATURES,)
        assert np.abs(seen).max() <= 4, "features are scaled"


@every_case
def test_a_guess_can_be_played_to_its_end(case: Case) -> None:
    fast = case.game.compiled
    for number, (match, seat) in enumerate(sampled(case, 4)):
        guessed, dice = match.view(seat), Random(number)
        fast.guess(guessed, seat, number)
        steps = 0
        while not guessed.over and steps < 20_000:
            actor = dice.choice([x for x in range(case.seats) if guessed.waiting[x]])
            fast.play(guessed, actor, dice.choice(fast.legal(guessed, actor)))
            steps += 1
        assert guessed.over


@every_case
def test_a_page_is_the_same_whatever_is_hidden(case: Case) -> None:
    """Questions and drawing are made from views; the view of a guess is the same view, so it is the same page."""
    drawing = case.game.drawing()
    match = positions(case, 5, every=15)[1]
    for seat in range(SPECTATOR, case.seats):
        people = People(match.names, seat)
        for lang in ("en", "fr"):
            asked = [str(line) for line in match.table.ask(match.view(seat), seat, lang, people)]
            assert asked[0]
            assert not any("{" in line for line in asked)
            assert drawing.draw(match.view(seat), seat, people, lang, [], match.table) is not None
            assert drawing.title(match.view(seat), lang)


@every_game
def test_a_guess_has_another_key_than_the_match_even_by_the_same_seed(game: Game) -> None:
    for way in (Interpreted(game), game.compiled):
        match = Case(game, game.seats[0], {}).match(7)
        guessed = match.view(SPECTATOR)
        way.guess(guessed, SPECTATOR, 7)
        assert list(guessed.rng_key) != list(match.state.rng_key)
