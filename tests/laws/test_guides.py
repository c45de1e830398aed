"""Laws of first matches with a guide, for every game that has one."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

import pytest

from tempolude.engine.game import Game
from tempolude.engine.guide import Telling, moment
from tempolude.engine.match import Match
from tempolude.engine.state import may_see
from tempolude.engine.ways import Interpreted
from tempolude.server.view.page import SeatedPlayer, table_page
from tempolude.server.view.pages import Pages

from .guided import GUIDED, as_bot, first_match, obedient, opponent, played

guided = pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.name)
GAP = re.compile(r"\{\w+\}")
MISTAKES = {  # lessons that who follows the guide does not come to need
    "contretemps": {"in vain"},
    "timeline": {"play-off", "danger"},
    "collectors": {"crowded"},
    "masters": {"wasted"},
}


@cache
def _followed(name: str) -> tuple[Match, Telling]:
    return played(next(game for game in GUIDED if game.name == name), obedient)


def followed(game: Game) -> tuple[Match, Telling]:
    """The match of a beginner who does what the guide points at."""
    return _followed(game.name)


def names(telling: Telling) -> list[str]:
    return [said.lesson.name for said in telling.said]


@guided
def test_who_follows_the_guide_hears_every_lesson_once_but_those_about_mistakes(game: Game) -> None:
    match, telling = followed(game)
    assert game.guide
    every = [lesson.name for lesson in game.guide.lessons]
    assert len(every) == len(set(every)) >= 10
    assert sorted(names(telling)) == sorted(set(every) - MISTAKES.get(game.name, set()))
    assert names(telling)[-1] == every[-1], "the closing line comes last"
    assert not match.at_limit


@guided
def test_who_makes_mistakes_hears_the_other_lessons(game: Game) -> None:
    wanted = set(MISTAKES.get(game.name, set()))
    for kind, seed in product(("apprentice", "random"), range(0, 2000, 100)):
        if wanted:
            wanted -= set(names(played(game, as_bot(kind, seed))[1]))
    assert not wanted


@guided
def test_most_lessons_come_in_the_first_half_and_never_many_at_once(game: Game) -> None:
    match, telling = followed(game)
    mine = [number for number, step in enumerate(match.steps) if step.seat == telling.guide.seat]
    half = mine[len(mine) // 2]
    assert 2 * sum(said.moment.number <= half for said in telling.said) > len(telling.said)
    at = [said.moment.number for said in telling.said]
    assert max(map(at.count, at)) <= 3


@guided
def test_every_rule_that_a_lesson_names_is_in_both_rulebooks(game: Game) -> None:
    assert game.guide
    for lesson in game.guide.lessons:
        assert lesson.rules
        for book in game.rulebook.values():
            assert set(lesson.rules) <= book.rules.keys(), lesson.name


@guided
def test_both_languages_say_the_same_and_are_set_well(game: Game) -> None:
    assert game.guide
    for lesson in game.guide.lessons:
        assert sorted(lesson.says) == ["en", "fr"]
        assert sorted(GAP.findall(lesson.says["en"])) == sorted(GAP.findall(lesson.says["fr"])), lesson.name
        for text in lesson.says.values():
            assert len(text) < 300, f"{lesson.name} is too long to be read at a table"
            assert "'" not in text, lesson.name
            assert "  " not in text, lesson.name
        assert not re.search(r" [:;?!]", lesson.says["fr"]), f"a no-break space is wanted: {lesson.name}"
    for said in followed(game)[1].said:
        for lang in ("en", "fr"):
            assert "{" not in str(said.words(lang))


@guided
def test_what_is_pointed_at_lies_on_the_page(game: Game) -> None:
    """At the moment it is said, for who follows the guide and for who plays anything."""
    pages = Pages([game])
    for beginner in (obedient, as_bot("random", 3)):
        match, telling = played(game, beginner)
        for said in telling.said:
            then, _, guide = first_match(game)
            for step in match.steps[: said.moment.number]:
                then.play(step.seat, step.action)
            seats = [SeatedPlayer(seat, name, seat + 1) for seat, name in enumerate(then.names)]
            page = table_page(pages, then, seats, guide.seat, "en", None)
            for name in said.at:  # a place, a piece or a handle
                assert f'"{name}"' in page, (said.lesson.name, name)


@guided
def test_a_lesson_goes_by_nothing_that_its_seat_may_not_know(game: Game) -> None:
    """The same lessons come up, with the same words, whatever the others may have in their hands."""
    match, telling = followed(game)
    seat, way = telling.guide.seat, Interpreted(game)
    for said in telling.said:
        number = said.moment.number
        if number == len(match.steps):
            continue  # at the end nothing is hidden that a lesson could tell
        other = game.hide(game.rules.STATE.read(match.steps[number].before), seat)
        way.guess(other, seat, number)
        now = moment(match, seat, number, said.moment.said)
        twin = replace(now, view=game.hide(other, seat))
        subject = said.lesson.when(twin)
        assert subject == said.subject
        assert said.lesson.fill(twin, subject, "fr") == said.lesson.fill(now, said.subject, "fr")
        assert all(may_see(event.seen_by, seat) for event in now.events)


@guided
def test_what_has_been_said_follows_from_the_log_alone(game: Game) -> None:
    """Listened to at every action, or once at the end, or after an undo: the same lessons at the same moments."""
    match, telling, guide = first_match(game)
    dice, undone = Random(5), 0
    for _ in range(60):
        if match.over:
            break
        seat = match.waiting[0]
        match.play(seat, dice.choice(match.legal(seat)).number if seat == guide.seat else opponent(match, seat, guide))
        telling.listen()
        if match.can_undo(guide.seat) and seat == guide.seat and dice.random() < 0.5:
            match.undo(guide.seat)
            telling.listen()
            undone += 1
    late = Telling(guide, match)
    assert late.listen()
    assert [(s.lesson.name, s.moment.number) for s in late.said] == [
        (s.lesson.name, s.moment.number) for s in telling.said
    ]
    assert not telling.listen(), "nothing new"
