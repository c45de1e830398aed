"""Guided first matches, for games that have a guide."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from random import Random

from tempolude.bots import Setting, bot
from tempolude.engine.game import Game
from tempolude.engine.guide import Guide, GuideProgress, Said, moment
from tempolude.engine.match import Match
from tempolude.engine.state import may_see
from tempolude.engine.ways import Interpreted
from tempolude.server.view.page import SeatedPlayer, table_page

from ..cases import at
from ..law import law_of_games
from .pages import pages_of
from .words import badly_set

COMPILES = False
GAP = re.compile(r"\{\w+\}")
LONGEST, FEWEST, AT_ONCE = 300, 10, 3  # characters of a lesson, lessons of a guide, lessons at one moment
Choose = Callable[[Match, GuideProgress], int]
_followed: dict[str, tuple[Match, GuideProgress]] = {}


def first_match(game: Game, guide: Guide) -> tuple[Match, GuideProgress]:
    match = Match(game, seats=guide.seats, seed=guide.seed, options=guide.options)
    return match, GuideProgress(guide, match)


def opponent(match: Match, seat: int, guide: Guide) -> int:
    """The action that the server's bots choose."""
    mine = sum(step.seat == seat for step in match.steps)
    return bot(guide.bot, Setting.of(match, mine)).choose(match.view(seat), seat)


def played(game: Game, guide: Guide, beginner: Choose) -> tuple[Match, GuideProgress]:
    """A complete first match, played as on the server."""
    match, progress = first_match(game, guide)
    while not match.over:
        seat = guide.seat if guide.seat in match.waiting else match.waiting[0]
        match.play(seat, beginner(match, progress) if seat == guide.seat else opponent(match, seat, guide))
    progress.update()
    return match, progress


def as_bot(kind: str, seed: int = 1) -> Choose:
    """A beginner who plays like a bot."""

    def choose(match: Match, progress: GuideProgress) -> int:
        seat = progress.guide.seat
        return bot(kind, Setting.of(match, seed + len(match.steps))).choose(match.view(seat), seat)

    return choose


def obedient(match: Match, progress: GuideProgress) -> int:
    """A beginner who does what the guide points at, if that is an action."""
    progress.update()
    advised = [said.subject for said in progress.said if said.moment.number == len(match.steps) and advises(said)]
    return int(advised[-1]) if advised else as_bot("greedy")(match, progress)


def advises(said: Said) -> bool:
    """Whether a lesson is about an action and points at everything to click for it."""
    action, now = said.subject, said.moment
    return type(action) is int and action in now.legal and set(now.click(action)) <= set(said.at)


def followed(game: Game, guide: Guide) -> tuple[Match, GuideProgress]:
    """The match of a beginner who does what the guide points at."""
    if game.package not in _followed:
        _followed[game.package] = played(game, guide, obedient)
    return _followed[game.package]


def names(progress: GuideProgress) -> list[str]:
    return [said.lesson.name for said in progress.said]


@law_of_games
def every_lesson_comes_up(game: Game) -> Iterator[str]:
    """Following the guide shows every lesson once, except those about mistakes, which appear when one is made."""
    if not (guide := game.guide):
        return
    match, progress = followed(game, guide)
    every = [lesson.name for lesson in guide.lessons]
    mistakes = {lesson.name for lesson in guide.lessons if lesson.mistake}
    if len(every) != len(set(every)) or len(every) < FEWEST:
        yield f"the guide has {len(every)} lessons, {len(set(every))} of them by name: expected {FEWEST} or more"
    heard = names(progress)
    yield from (f"whoever follows the guide never hears {name!r}" for name in every if name not in {*heard, *mistakes})
    yield from (f"whoever follows the guide hears {name!r}, a lesson about a mistake" for name in mistakes & {*heard})
    if heard and heard[-1] != every[-1]:
        yield f"the last lesson shown is {heard[-1]!r}: expected the closing one, {every[-1]!r}"
    if match.at_limit:
        yield "the guided match ends at its limit"
    for kind, seed in product(("apprentice", "random"), range(0, 2000, 100)):
        if mistakes:
            mistakes -= set(names(played(game, guide, as_bot(kind, seed))[1]))
    yield from (f"no beginner makes the mistake of the lesson {name!r}" for name in sorted(mistakes))


@law_of_games
def lessons_come_early_and_never_many_at_once(game: Game) -> Iterator[str]:
    """Most lessons come in the first half of the match, and never many at once."""
    if not (guide := game.guide):
        return
    match, progress = followed(game, guide)
    mine = [number for number, step in enumerate(match.steps) if step.seat == guide.seat]
    at = [said.moment.number for said in progress.said]
    if 2 * sum(number <= mine[len(mine) // 2] for number in at) <= len(at):
        yield "most lessons come in the second half of the match"
    if max(map(at.count, at)) > AT_ONCE:
        yield f"{max(map(at.count, at))} lessons come at the same moment"


@law_of_games
def lessons_are_said_well(game: Game) -> Iterator[str]:
    """Lessons exist in both languages, with the same placeholders, and cite rules that exist."""
    if not (guide := game.guide):
        return
    for lesson in guide.lessons:
        for book in game.rulebook.values():
            if not lesson.rules or not set(lesson.rules) <= book.rules.keys():
                yield f"the lesson {lesson.name!r} names the rules {lesson.rules}"
        if sorted(GAP.findall(lesson.says["en"])) != sorted(GAP.findall(lesson.says["fr"])):
            yield f"the lesson {lesson.name!r} has different placeholders in French"
        for lang, text in lesson.says.items():
            if len(text) >= LONGEST or "  " in text or badly_set(text, lang):
                yield f"the lesson {lesson.name!r} is too long or has typographic faults in {lang!r}"
    for said in followed(game, guide)[1].said:
        if any("{" in str(said.words(lang)) for lang in ("en", "fr")):
            yield f"the lesson {said.lesson.name!r} has an unfilled placeholder"


@law_of_games
def what_is_pointed_at_lies_on_the_page(game: Game) -> Iterator[str]:
    """What a lesson points at is on the page at that moment, for an obedient beginner and for random play."""
    if not (guide := game.guide):
        return
    for match, progress in (followed(game, guide), played(game, guide, as_bot("random", 3))):
        for said in progress.said:
            then = at(match, said.moment.number)
            seats = [SeatedPlayer(seat, name, seat + 1) for seat, name in enumerate(then.names)]
            page = table_page(pages_of(game), then, seats, guide.seat, "en", None)
            for name in said.at:  # a place, a piece or a handle
                if f'"{name}"' not in page:
                    yield f"the lesson {said.lesson.name!r} points at {name!r}, which is not on the page"


@law_of_games
def a_lesson_goes_by_its_view_alone(game: Game) -> Iterator[str]:
    """Lessons and their texts do not depend on what the other players may hold."""
    if not (guide := game.guide):
        return
    match, progress = followed(game, guide)
    seat, way = guide.seat, Interpreted(game)
    for said in progress.said:
        number = said.moment.number
        if number == len(match.steps):
            continue  # at the end nothing is hidden any more
        other = game.hide(game.rules.STATE.read(match.steps[number].before), seat)
        way.guess(other, seat, number)
        now = moment(match, seat, number, said.moment.said)
        twin = replace(now, view=game.hide(other, seat))
        subject = said.lesson.when(twin)
        fill = said.lesson.fill
        if subject != said.subject or fill(twin, subject, "fr") != fill(now, said.subject, "fr"):
            yield f"the lesson {said.lesson.name!r} depends on what its seat may not know"
        if not all(may_see(event.seen_by, seat) for event in now.events):
            yield f"the lesson {said.lesson.name!r} depends on events that its seat may not see"


@law_of_games
def what_has_been_said_follows_from_the_log(game: Game) -> Iterator[str]:
    """The lessons and their moments are the same, read after every action, once at the end, or after an undo."""
    if not (guide := game.guide):
        return
    match, progress = first_match(game, guide)
    dice = Random(5)
    for _ in range(60):
        if match.over:
            break
        seat = match.waiting[0]
        match.play(seat, dice.choice(match.legal(seat)).number if seat == guide.seat else opponent(match, seat, guide))
        progress.update()
        if match.can_undo(guide.seat) and seat == guide.seat and dice.random() < 0.5:
            match.undo(guide.seat)
            progress.update()
    late = GuideProgress(guide, match)
    late.update()
    if [(s.lesson.name, s.moment.number) for s in late.said] != [
        (s.lesson.name, s.moment.number) for s in progress.said
    ]:
        yield "the lessons differ if they are read after every action"
    if progress.update():
        yield "a lesson is shown again although nothing has happened"
