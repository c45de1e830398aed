"""Laws of the sentence that asks: it follows the hand, and every action can be put into words."""

from __future__ import annotations

import html
import json
import re
from random import Random

from tempolude.engine.game import Game, games
from tempolude.engine.match import Match
from tempolude.engine.rulebook import LANGUAGES
from tempolude.engine.table import People, half_made
from tempolude.server.view.page import SeatedPlayer, table_page
from tempolude.server.view.pages import Pages, playable

from .cases import Case, every_case, every_game
from .test_words import badly_set

PAGES = Pages(filter(playable, games()))
DRAGS = re.compile(r"data-drags='([^']*)'")
VERB = re.compile(r'data-verb="([^"]*)" data-ask="([^"]*)"')

EMPTY = ("no effect", "sans effet")


@every_case
def test_a_half_made_move_has_a_question_of_its_own_and_every_action_a_sentence(case: Case) -> None:
    """Over a random match: for every prefix of handles, in both languages, a question that names what was picked."""
    match, dice = case.match(seed=7), Random(7)
    labels: dict[str, str] = {}
    for _ in range(80):
        if match.over:
            break
        seat = dice.choice(match.waiting)
        view, table = match.view(seat), match.table
        legal = match.way.legal(view, seat)
        found = {number: table.handles(view, seat, number) for number in legal}
        for lang in LANGUAGES:
            people = People(match.names, seat)
            pieces = [*table.scene(match.view(-1), lang, people).pieces, *table.own(view, seat, lang, people)]
            labels |= {piece.handle or piece.id: piece.label for piece in pieces}
            asked = {str(table.ask(view, seat, lang, people)[0])}
            seen: dict[str, tuple[str, ...]] = {}
            for picked, following in half_made(found.values()).items():
                question = str(table.half(view, seat, picked, following, lang))
                assert question.endswith("?"), f"{picked}: {question!r}"
                assert question not in asked
                assert badly_set(question, lang) == []
                names = tuple(labels.get(handle, handle) for handle in picked)
                assert seen.setdefault(question, names) == names, f"{picked} is asked like {seen[question]}"
            for number in dice.sample(legal, min(4, len(legal))):
                advice = str(table.advise(view, seat, number, lang, people))
                assert advice.endswith("."), f"{match.table.notation(view, seat, number)}: {advice!r}"
                assert badly_set(advice, lang) == []
                assert not any(words in advice for words in EMPTY)
        match.play(seat, dice.choice(legal))


@every_game
def test_every_verb_of_a_page_means_actions_and_asks_which(game: Game) -> None:
    """The patterns of its buttons match the handles of some action, and no action is of two kinds."""
    match, dice = Match(game, seats=game.seats[0], seed=3), Random(3)
    players = [SeatedPlayer(seat, f"Player {seat}", seat + 1) for seat in range(match.seats)]
    for lang in LANGUAGES:
        page = table_page(PAGES, match, players, 0, lang, None)
        verbs = {html.unescape(pattern): html.unescape(ask) for pattern, ask in VERB.findall(page)}
        assert all(ask.endswith("?") for ask in verbs.values())
    drags = DRAGS.search(page)
    assert drags
    assert all(len(pair) == 2 for pair in json.loads(html.unescape(drags[1])))
    used: set[str] = set()
    while verbs and not match.over:
        seat = dice.choice(match.waiting)
        view = match.view(seat)
        for number in (legal := match.way.legal(view, seat)):
            handles = " ".join(match.table.handles(view, seat, number))
            kinds = [pattern for pattern in verbs if re.search(pattern, handles)]
            assert len(kinds) <= 1, f"{handles} is of the kinds {kinds}"
            used.update(kinds)
        match.play(seat, dice.choice(legal))
    assert used == {*verbs}
