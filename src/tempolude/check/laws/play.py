"""Play: interpreted and compiled rules agree, matches end, no piece is lost, illegal actions are refused."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from tempolude.engine.errors import BadAction, BadSeat, MatchOver, NotWaiting
from tempolude.engine.game import Game
from tempolude.engine.kernels import room
from tempolude.engine.match import Match
from tempolude.engine.state import EVENTS
from tempolude.engine.ways import Interpreted

from ..cases import Case, at, play_at_random
from ..explain import differences
from ..law import law_of_cases, law_of_games

COMPILES = {
    "compiled_rules_do_the_same",
    "many_matches_end_by_the_rules",
    "only_simultaneous_games_ask_several_at_once",
}
RANDOM_MATCHES = 2_000


@law_of_cases
def compiled_rules_do_the_same(case: Case) -> Iterator[str]:
    """Interpreted and compiled rules give the same bytes after every action."""
    plain, fast, options = Interpreted(case.game), case.game.compiled, case.encoded()
    for seed in range(3):
        dice = Random(seed)
        a, b = case.game.rules.STATE.new(), case.game.rules.STATE.new()
        plain.setup(a, case.seats, options, seed)
        fast.setup(b, case.seats, options, seed)
        done = "setup"
        while not a.over and a == b:
            seat = dice.choice([x for x in range(case.seats) if a.waiting[x]])
            legal = plain.legal(a, seat)
            if legal != fast.legal(b, seat):
                yield f"after {done}, interpreted and compiled rules allow seat {seat} different actions"
                return
            action = dice.choice(legal)
            plain.play(a, seat, action)
            fast.play(b, seat, action)
            done = f"action {action} of seat {seat}"
        if a != b:
            yield f"after {done}, interpreted and compiled rules differ in {differences(a, b)}: does a number overflow?"
        elif plain.score(a) != fast.score(b):
            yield f"interpreted rules score {plain.score(a)}, compiled ones {fast.score(b)}"


@law_of_cases
def a_match_ends_and_loses_no_piece(case: Case) -> Iterator[str]:
    """A random match ends within `longest` without a dead end; no piece of the census is ever lost."""
    rules = case.game.rules
    for seed in range(2):
        match = case.played(seed)
        pieces: Counter[object] | None = None
        for n in range(len(match.steps) + 1):
            now = at(match, n)
            counted = Counter(piece for piece, _ in rules.census(now.state))
            pieces = counted if pieces is None else pieces
            if counted != pieces:
                lost, new = sorted(map(str, pieces - counted)), sorted(map(str, counted - pieces))
                yield f"after action {n} the census lacks {lost} and has {new} in addition"
                return
            if now.state.happened >= EVENTS:
                yield f"action {n} causes {EVENTS} events or more: the last are not recorded"
            for seat in now.waiting:
                legal = now.way.legal(now.state, seat)
                if legal != sorted(set(legal)) or not legal or legal[0] < 0 or legal[-1] >= rules.ACTIONS:
                    yield (
                        f"after action {n}, legal gives seat {seat} {legal[:8]}: expected ascending numbers, each once,"
                        f" from 0 to {rules.ACTIONS - 1}"
                    )
                    return
        if len(match.log) > (most := case.game.longest(case.seats, case.options)):
            yield f"a match took {len(match.log)} decisions, and longest says at most {most}"
        if match.waiting:
            yield f"the match is over and still waits for seats {match.waiting}"
        if min(match.ranks) != 1:
            yield f"score gives nobody rank 1: {match.ranks}"


@law_of_cases
def no_more_is_legal_than_declared(case: Case) -> Iterator[str]:
    """No position has more legal actions than `CHOICES` declares, for which a GPU has room."""
    plain, most = Interpreted(case.game), room(case.game.rules)
    plain.numbers = memoryview(array("q", bytes(8 * most)))
    match = case.played(0)
    for step in match.steps:
        try:
            plain.legal(case.game.rules.STATE.read(step.before), step.seat)
        except IndexError:
            yield f"legal writes more than the {most - 1} actions that CHOICES (or ACTIONS) declares"
            return


@law_of_games
def action_numbers_fit(game: Game) -> Iterator[str]:
    """The numbers of actions fit a GPU's lists."""
    if not room(game.rules) - 1 <= game.rules.ACTIONS <= 2**15:
        yield f"CHOICES is {room(game.rules) - 1} and ACTIONS {game.rules.ACTIONS}: they ascend, up to {2**15}"


@law_of_cases
def many_matches_end_by_the_rules(case: Case) -> Iterator[str]:
    """Thousands of random matches end, most of them not at the limit."""
    tally = case.game.compiled.matches(case.seats, case.encoded(), first_seed=1, count=RANDOM_MATCHES)
    if abs(sum(tally.wins) - RANDOM_MATCHES) > 0.01:
        yield f"{RANDOM_MATCHES} matches have {sum(tally.wins)} winners: score must rank somebody first"
    if tally.at_limit == RANDOM_MATCHES:
        yield "every random match ends at the limit"


@law_of_games
def what_is_illegal_is_refused(game: Game) -> Iterator[str]:
    """Any other number, text or seat is refused and changes nothing."""
    dice = Random(4)
    for seats in game.seats:
        played = Case(game, seats, {}).played(0)
        for _ in range(12):
            match = at(played, dice.randrange(min(len(played.steps), 40) + 1))
            before, log = match.state.tobytes(), list(match.log)
            seat = dice.choice([dice.randint(-2, seats + 1), *match.waiting])
            action: Any = dice.choice([dice.randint(-5, game.rules.ACTIONS + 5), "", "\0", "play it", True, False])
            waits = 0 <= seat < seats and match.state.waiting[seat]
            if waits and not isinstance(action, (bool, str)) and action in match.way.legal(match.state, seat):
                continue
            try:
                match.play(seat, action)
            except (BadAction, BadSeat, NotWaiting, MatchOver):
                if (match.state.tobytes(), match.log) != (before, log):
                    yield f"{action!r} of seat {seat} was refused and changed the match"
            else:
                yield f"{action!r} of seat {seat} was played and is not legal"


@law_of_games
def a_seed_is_one_match(game: Game) -> Iterator[str]:
    """The same seed gives the same match, another seed a different one; a copy shares nothing."""
    first, again, other = (Case(game, game.seats[0], {}).match(seed) for seed in (11, 11, 12))
    if first.state != again.state:
        yield f"setup gives different matches for the same seed: {differences(first.state, again.state)}"
    if first.state == other.state:
        yield "setup gives the same match for different seeds"
    copy, before = first.state.copy(), first.state.tobytes()
    seat = first.waiting[0]
    Interpreted(game).play(copy, seat, first.way.legal(copy, seat)[0])
    if first.state.tobytes() != before:
        yield "playing on a copy of a state changed the state: does play keep something elsewhere?"
    if copy.tobytes() == before:
        yield f"action {first.way.legal(copy, seat)[0]} of seat {seat} changes nothing at all"


@law_of_games
def an_action_is_final_if_it_cannot_be_undone(game: Game) -> Iterator[str]:
    """An action is final if it cannot be undone, or if it passes the turn on, since others may act on it at once."""
    match, dice = Match(game, seats=game.seats[0], seed=1), Random(1)
    while not match.over:
        seat = dice.choice(match.waiting)
        action = dice.choice(match.way.legal(match.view(seat), seat))
        final = match.is_final(seat, action)
        match.play(seat, action)
        if final is (match.can_undo(seat) and bool(match.state.waiting[seat])):
            yield (
                f"action {action} of seat {seat} {'can' if final else 'cannot'} be undone, and a guess says otherwise:"
                " do its events depend on what the seat may not see?"
            )
            return


@law_of_games
def only_simultaneous_games_ask_several_at_once(game: Game) -> Iterator[str]:
    """`simultaneous` in meta.py says whether several seats ever decide at once."""
    several = False
    for seats in game.seats:
        match, dice = Match(game, seats=seats, seed=2, compiled=True), Random(2)
        while not match.over:
            several |= len(match.waiting) > 1
            play_at_random(match, dice, 1)
    if several != game.simultaneous:
        yield f"meta.py needs simultaneous={several}: several seats {'do' if several else 'never'} decide at once"
