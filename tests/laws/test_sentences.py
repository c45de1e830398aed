"""Laws of the sentence that asks: it follows the hand, and every action can be put into words."""

from __future__ import annotations

from random import Random

from tempolude.engine.rulebook import LANGUAGES
from tempolude.engine.table import People, half_made

from .cases import Case, every_case
from .test_words import badly_set

EMPTY = ("no effect", "sans effet")


@every_case
def test_a_half_made_move_has_a_question_of_its_own_and_every_action_a_sentence(case: Case) -> None:
    """Over a random match: for every prefix of handles, in both languages, a question that names what was picked."""
    match, dice = case.match(seed=7), Random(7)
    labels: dict[str, str] = {}
    for _ in range(120):
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
