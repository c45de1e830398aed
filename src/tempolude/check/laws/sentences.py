"""Prompts: they follow a half-made move, and every action can be put into words."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from random import Random

from tempolude.engine.game import Game
from tempolude.engine.match import Match
from tempolude.engine.rulebook import LANGUAGES
from tempolude.engine.table import People, half_made
from tempolude.server.view.page import SeatedPlayer, table_page

from ..cases import Case, at
from ..law import law_of_cases, law_of_games
from .pages import pages_of
from .words import badly_set

COMPILES = False
DRAGS = re.compile(r"data-drags='([^']*)'")
VERB = re.compile(r'data-verb="([^"]*)" data-ask="([^"]*)"')
EMPTY = ("no effect", "sans effet")
MOMENTS = 80


@law_of_cases
def a_half_made_move_has_a_question(case: Case) -> Iterator[str]:
    """Every half-made move has a prompt that names what was picked, and every action advice, in both languages."""
    played, dice = case.played(0), Random(7)
    labels: dict[str, str] = {}
    for n, step in enumerate(played.steps[:MOMENTS]):
        match, seat = at(played, n), step.seat
        view, table = match.view(seat), match.table
        legal = match.way.legal(view, seat)
        found = {number: table.handles(view, seat, number) for number in legal}
        sample = dice.sample(legal, min(4, len(legal)))
        for lang in LANGUAGES:
            people = People(match.names, seat)
            pieces = [*table.scene(match.view(-1), lang, people).pieces, *table.own(view, seat, lang, people)]
            labels |= {piece.handle or piece.id: piece.label for piece in pieces}
            asked = str(table.ask(view, seat, lang, people)[0])
            seen: dict[str, tuple[str, ...]] = {}
            for picked, following in half_made(found.values()).items():
                question = str(table.half(view, seat, picked, following, lang))
                names = tuple(labels.get(handle, handle) for handle in picked)
                if not question.endswith("?") or question == asked or badly_set(question, lang):
                    yield f"after {' '.join(picked)} half returns {question!r}: expected a question about what is open"
                    return
                if seen.setdefault(question, names) != names:
                    yield f"half returns {question!r} after {names} and {seen[question]}: it must name what was picked"
                    return
            for number in sample:
                advice = str(table.advise(view, seat, number, lang, people))
                if not advice.endswith(".") or badly_set(advice, lang) or any(words in advice for words in EMPTY):
                    yield f"advise says {advice!r} of {table.notation(view, seat, number)!r}: expected a sentence"
                    return


@law_of_games
def every_verb_means_actions(game: Game) -> Iterator[str]:
    """The patterns of a page's verbs each match some action's handles, and no action matches two."""
    match, dice = Match(game, seats=game.seats[0], seed=3), Random(3)
    players = [SeatedPlayer(seat, f"Player {seat}", seat + 1) for seat in range(match.seats)]
    verbs: dict[str, str] = {}
    for lang in LANGUAGES:
        page = table_page(pages_of(game), match, players, 0, lang, None)
        verbs = {html.unescape(pattern): html.unescape(ask) for pattern, ask in VERB.findall(page)}
        yield from (f"the verb {pattern} asks {ask!r}" for pattern, ask in verbs.items() if not ask.endswith("?"))
        drags = DRAGS.search(page)
        if drags is None or any(len(pair) != 2 for pair in json.loads(html.unescape(drags[1]))):
            yield "the block drags of table.html is not a list of pairs"
    used: set[str] = set()
    while verbs and not match.over:
        seat = dice.choice(match.waiting)
        view = match.view(seat)
        for number in (legal := match.way.legal(view, seat)):
            handles = " ".join(match.table.handles(view, seat, number))
            kinds = [pattern for pattern in verbs if re.search(pattern, handles)]
            if len(kinds) > 1:
                yield f"{handles} is of the kinds {kinds}"
                return
            used.update(kinds)
        match.play(seat, dice.choice(legal))
    yield from (f"no action is of the kind {pattern}" for pattern in verbs if pattern not in used)
