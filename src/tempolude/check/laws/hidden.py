"""Hidden information: nobody sees what they may not, and everything shown to them depends only on their view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np

from tempolude.engine.chance import GUESS, seed_small
from tempolude.engine.features import BOUND
from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tempolude.engine.state import HEADER, SPECTATOR
from tempolude.engine.table import People
from tempolude.engine.ways import Interpreted

from ..cases import MOST_DECISIONS, Case, play_at_random, positions
from ..explain import differences
from ..law import law_of_cases, law_of_games

COMPILES = {
    "a_guess_fits_what_is_seen",
    "a_seat_goes_by_its_view_alone",
    "a_guess_can_be_played_to_its_end",
    "a_guess_has_a_key_of_its_own",
}
PLAYED_ON = 40  # guesses of a case, among all positions and readers: long matches would be played hundreds of times
SECRET = 40  # actions at most that are chosen before any of them is shown
GENERATOR = ("rng_drawn", "rng_block", "rng_key")


def reader(seat: int) -> str:
    return "a spectator" if seat == SPECTATOR else f"seat {seat}"


def sampled(case: Case, seed: int) -> Iterator[tuple[Match, int]]:
    """Positions of one match with every viewer."""
    for match in positions(case, seed, every=9):
        for seat in range(SPECTATOR, case.seats):
            yield match, seat


def culprits(state: Any, other: Any, shown: Callable[[Any], Any]) -> str:
    """The fields, row by row, that change what is shown, where two states show something different."""
    found, before = [], shown(state)
    for field in state.layout.fields[len(HEADER) :]:
        rows = range(field.shape[0]) if field.by_seat else [None]
        for row in rows:
            mixed = state.copy()
            if row is None:
                mixed.array[field.name] = other.array[field.name]
            else:
                mixed.array[field.name][0, row] = other.array[field.name][0, row]
            if mixed == state:
                continue
            try:
                same = bool(np.array_equal(shown(mixed), before))
            except (IndexError, ValueError):  # not a possible position, so it was read
                same = False
            if not same:
                found.append(field.name if row is None else f"{field.name} of seat {row}")
    return ", ".join(found) or "several hidden fields together"


@law_of_cases
def hiding_twice_is_hiding_once(case: Case) -> Iterator[str]:
    """A view hides everything that may not be seen, including the random generator."""
    for match, seat in sampled(case, 1):
        view = match.view(seat)
        again = case.game.hide(view, seat)
        if again != view:
            yield f"hide erases more the second time for {reader(seat)}: {differences(view, again)}"
            return
        if shown := [name for name in GENERATOR if view.array[name].any()]:
            yield f"{shown[0]} leaks to {reader(seat)}: all future chance could be predicted"
            return


@law_of_cases
def a_glance_is_the_view_of_now(case: Case) -> Iterator[str]:
    """The view reused between actions is the same as a new one."""
    match, dice = case.match(3), Random(3)
    while not match.over and len(match.log) < 60:
        for seat in range(SPECTATOR, case.seats):
            if match.glance(seat) != match.view(seat):
                yield f"{reader(seat)} has a different view: ONE_VIEW is wrong, or hide depends on the previous view"
                return
        play_at_random(match, dice, 1)
        seat = match.log[-1][0]
        if match.can_undo(seat) and dice.random() < 0.3:
            match.undo(seat)


@law_of_cases
def a_guess_fits_what_is_seen(case: Case) -> Iterator[str]:
    """`guess` completes a view to a state with the same view and the same pieces, interpreted and compiled alike."""
    plain, fast, census = Interpreted(case.game), case.game.compiled, case.game.rules.census
    for number, (match, seat) in enumerate(sampled(case, 1)):
        view = match.view(seat)
        guessed, again = view.copy(), view.copy()
        plain.guess(guessed, seat, number)
        fast.guess(again, seat, number)
        if guessed != again:
            yield f"guess for {reader(seat)} differs interpreted and compiled: {differences(guessed, again)}"
            return
        if (seen := case.game.hide(guessed, seat)) != view:
            yield f"guess changes what {reader(seat)} sees: {differences(view, seen)}"
            return
        there, imagined = (Counter(str(piece) for piece, _ in census(s)) for s in (match.state, guessed))
        if there != imagined:
            lost, new = sorted(there - imagined), sorted(imagined - there)
            yield f"guess for {reader(seat)} loses the pieces {lost} and makes {new}"
            return


@law_of_cases
def a_reshuffle_changes_nothing_that_anybody_sees(case: Case) -> Iterator[str]:
    """`reshuffle`, where a game has one, moves only what nobody knows, and loses no piece."""
    reshuffle, census = getattr(case.game.rules, "reshuffle", None), case.game.rules.census
    if reshuffle is None:
        return
    for number, match in enumerate(positions(case, 1, every=9)):
        other = match.state.copy()
        seed_small(other, number, GUESS)
        reshuffle(other)
        for seat in range(SPECTATOR, case.seats):
            if (seen := case.game.hide(other, seat)) != (view := match.view(seat)):
                yield f"reshuffle changes what {reader(seat)} sees: {differences(view, seen)}"
                return
        if Counter(str(piece) for piece, _ in census(other)) != Counter(str(piece) for piece, _ in census(match.state)):
            yield "reshuffle loses pieces, or makes new ones"
            return


@law_of_cases
def what_is_open_again_can_be_chosen_as_before(case: Case) -> Iterator[str]:
    """After `reopen`, the seat is still asked the same, and whoever is asked again can choose the same: then all is as
    it was."""
    reopen, plain = case.game.rules.reopen, Interpreted(case.game)
    for match in positions(case, 2, every=2):
        for seat in match.waiting:
            other = match.state.copy()
            reopen(other, seat)
            if not other.waiting[seat] or plain.legal(other, seat) != plain.legal(match.state, seat):
                yield f"reopen changes what seat {seat} may choose"
                return
            if not any(replayed(plain, other, seat, last) == match.state.standing_bytes() for last in endings(match)):
                changed = differences(match.state, other)
                yield f"after reopen for seat {seat} the same choices do not lead back: {changed}"
                return


def endings(match: Match) -> Iterator[list[tuple[int, int]]]:
    """The last actions of a match, each with its seat: none, one, two, and so on."""
    log = match.log
    return (log[len(log) - count :] for count in range(min(len(log), SECRET) + 1))


def replayed(plain: Interpreted, state: Any, seat: int, actions: list[tuple[int, int]]) -> bytes:
    """The position after the actions of all but one seat; nothing if one of them is not legal."""
    played = state.copy()
    for actor, action in actions:
        if actor != seat:
            if not played.waiting[actor] or action not in plain.legal(played, actor):
                return b""
            plain.play(played, actor, action)
    return played.standing_bytes()


@law_of_cases
def a_seat_goes_by_its_view_alone(case: Case) -> Iterator[str]:
    """The legal actions and observation of a seat do not depend on what it may not know."""
    plain, fast = Interpreted(case.game), case.game.compiled
    for number, (match, seat) in enumerate(sampled(case, 0)):
        if seat == SPECTATOR:
            continue
        view = match.view(seat)
        other = view.copy()
        fast.guess(other, seat, number)

        def legal(s: Any, seat: int = seat) -> list[int]:
            return plain.legal(s, seat)

        def seen(s: Any, seat: int = seat) -> Any:
            return plain.observe(s, seat)

        for what, shown in (("legal", legal), ("observe", seen)):
            if what == "legal" and not match.state.waiting[seat]:
                continue
            truth = shown(match.state)
            for s in (view, other):
                if not np.array_equal(truth, shown(s)):
                    leak = culprits(match.state, s, shown)
                    yield f"{leak} leaks to seat {seat} through {what}: it may not see that"
                    return
        if match.state.waiting[seat] and legal(match.state) != fast.legal(other, seat):
            yield f"compiled rules allow seat {seat} different actions than interpreted ones"
            return
        features = seen(match.state)
        if not np.array_equal(features, fast.observe(other, seat)):
            yield f"observe gives seat {seat} different numbers compiled: assign each feature once, never add to it"
            return
        if not np.isfinite(features).all() or np.abs(features).max(initial=0) > BOUND:
            worst = int(np.abs(features).argmax())
            name = case.game.rules.SEEN.names[worst]
            yield f"observe writes {features[worst]} for {name!r}: numbers are about 0 to 1, and at most {BOUND}"
            return


@law_of_cases
def a_guess_can_be_played_to_its_end(case: Case) -> Iterator[str]:
    """A guessed position can be played to its end by the rules."""
    fast, all_of_them = case.game.compiled, [*sampled(case, 0)]
    for number, (match, seat) in enumerate(Random(0).sample(all_of_them, min(PLAYED_ON, len(all_of_them)))):
        guessed, dice, steps = match.view(seat), Random(number), 0
        fast.guess(guessed, seat, number)
        while not guessed.over and steps < MOST_DECISIONS:
            waiting = [x for x in range(case.seats) if guessed.waiting[x]]
            legal = fast.legal(guessed, actor := dice.choice(waiting)) if waiting else []
            if not legal:
                yield f"a guess of {reader(seat)} comes to a dead end after {steps} actions"
                return
            fast.play(guessed, actor, dice.choice(legal))
            steps += 1
        if not guessed.over:
            yield f"a guess of {reader(seat)} never ends"
            return


@law_of_cases
def the_terminal_draws_every_view(case: Case) -> Iterator[str]:
    """The terminal draws prompts and tables from views, in both languages, without unfilled placeholders."""
    drawing = case.game.drawing()
    for match in positions(case, 0, every=15)[:3]:
        for seat in range(SPECTATOR, case.seats):
            people = People(match.names, seat)
            for lang in ("en", "fr"):
                asked = [str(line) for line in match.table.ask(match.view(seat), seat, lang, people)]
                if not asked[0] or any("{" in line for line in asked):
                    yield f"ask returns {asked} for {reader(seat)} in {lang!r}: expected a complete sentence"
                    return
                if drawing.draw(match.view(seat), seat, people, lang, [], match.table) is None:
                    yield f"terminal.py draws nothing for {reader(seat)}"
                    return
                drawing.title(match.view(seat), lang)


@law_of_games
def a_guess_has_a_key_of_its_own(game: Game) -> Iterator[str]:
    """Even with the same seed, a guess draws different chance than the match."""
    for way in (Interpreted(game), game.compiled):
        match = Case(game, game.seats[0], {}).match(7)
        guessed = match.view(SPECTATOR)
        way.guess(guessed, SPECTATOR, 7)
        if list(guessed.rng_key) == list(match.state.rng_key):
            yield "a guess draws the same chance as the match"
