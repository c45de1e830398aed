"""What people see: notation that can be read back, handles, sentences in both languages, the terminal."""

import re
from io import StringIO

import pytest
from rich.console import Console

from tempolude.engine.errors import IllegalAction, UnreadableAction
from tempolude.engine.events import Event
from tempolude.engine.match import Match
from tempolude.engine.table import People
from tempolude.games.collectors import rules, state, terminal, words
from tempolude.games.collectors.meta import GAME

from .positions import position

NAMES = ["Ada", "Blaise", "Camille", "Inès"]
LANGUAGES = ("en", "fr")


def walk(seats, seed, limit=400):
    """A match that tries all kinds of choices equally, stopping before each."""
    match = Match(GAME, seats=seats, seed=seed, names=NAMES[:seats])
    for step in range(limit):
        if match.over:
            break
        seat = match.waiting[step % len(match.waiting)]
        legal = match.legal(seat)
        yield match, seat, legal
        match.play(seat, legal[(step * 13 + seed) % len(legal)].notation)
    yield match, -1, []


# --- Notation --------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_notation_reads_back(seats):
    for match, seat, legal in walk(seats, seed=seats):
        for action in legal:
            assert match.table.read(match.view(seat), seat, action.notation) == action.number
            assert match.table.read(match.view(seat), seat, f"  {action.notation.upper()} ") == action.number


@pytest.mark.parametrize(
    "text",
    ["", "set", "set 12", "travel", "travel E 1", "travel C 3", "give purple", "place 3,0", "feat luck", "collect A"],
)
def test_what_is_no_notation_is_refused(text):
    match = Match(GAME, seats=2, seed=1)
    with pytest.raises(UnreadableAction, match="expected something like 'set 3841'"):
        match.play(0, text)


@pytest.mark.parametrize("text", ["set 9999", "travel C 1", "collect", "place 0,0", "feat row"])
def test_what_the_rules_do_not_allow_now_is_refused_and_changes_nothing(text):
    match = Match(GAME, seats=2, seed=1)
    before = match.state.tobytes()
    with pytest.raises(IllegalAction):
        match.play(0, text)
    assert match.state.tobytes() == before


def test_travel_without_a_number_changes_no_dice():
    p = position(crystals={0: 2}, dates={0: 3841, 1: 0})
    assert p.table.read(p.s, 0, "travel B") == p.table.read(p.s, 0, "travel B 0")


def test_the_toll_names_a_seat_by_its_board():
    p = position(
        seats=3, options={"boards": "yellow+red+blue"}, crystals={0: 2}, at={1: "C", 2: "C"},
        dates={0: 5000, 1: 9000, 2: 8000}, played=[1, 2],
    )  # fmt: skip
    p.play(0, "travel C 0")
    assert p.legal(0) == ["give red", "give blue"]


# --- Handles ---------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4])
def test_handles_tell_legal_actions_apart_and_none_begins_another(seats):
    for _, _, legal in walk(seats, seed=7):
        handles = [action.handles for action in legal]
        assert len(set(handles)) == len(handles)
        for one in handles:
            assert not any(other != one and other[: len(one)] == one for other in handles)


def test_a_date_is_set_by_clicking_the_dice_in_their_order():
    p = position(rolls={0: "1348"})
    assert p.table.handles(p.s, 0, p.table.read(p.s, 0, "set 3841")) == ("die-1", "die-3", "die-2", "die-0")


# --- Sentences -------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_question_and_every_log_line_can_be_said(lang, seats):
    for match, seat, legal in walk(seats, seed=11):
        for reader in range(-1, seats):
            people = People(NAMES[:seats], reader)
            view = match.view(reader)
            asked, aside = match.table.ask(view, reader, lang, people)
            assert str(asked)
            assert not re.search(r"[{}]", f"{asked} {aside}")
            for event in match.events:
                told = match.table.tell(event, lang, people)
                assert told is None or str(told)
        for action in legal:
            match.table.explain(match.view(seat), seat, action.number, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_of_event_has_its_words(lang):
    silent = {"chosen", "turned up"}
    assert set(rules.EVENTS) - silent <= set(words.TELL[lang])
    assert set(words.TELL["en"]) == set(words.TELL["fr"])
    assert set(words.ASK["en"]) == set(words.ASK["fr"])
    assert set(words.EXPLAIN["en"]) == set(words.EXPLAIN["fr"])
    assert len(words.FEATS[lang]) == len(state.FEATS)
    assert len(words.STOPS[lang]) == state.STOPS
    assert len(words.PHASES[lang]) == state.PHASES


def test_the_log_says_you_to_its_reader_and_names_the_others():
    p = position(crystals={0: 2}, at={1: "C"}, dates={0: 5000, 1: 9000}, played=[1]).play(0, "travel C 0")
    assert p.log(0) == ["You go to era C.", "You pay Blaise a toll of 1 crystal."]
    assert p.log(1, "fr") == ["Ada va dans l’ère C.", "Ada paie à Blaise un péage de 1 cristal."]


def test_the_log_shows_the_date_that_changed_dice_make_L4_2():
    p = position(crystals={0: 2}, dates={0: 3841, 1: 0}).play(0, "travel 3961 2")
    assert p.log(1)[0] == "Ada pays 2 crystals, turns 3841 into 3961 and goes to 3961."
    assert p.log(0, "fr")[0] == "Vous payez 2 cristaux, changez 3841 en 3961 et allez en 3961."


def test_a_card_whose_name_is_a_plural_is_no_subject_of_a_singular_verb_L4_8():
    p = position(line="colossus ginkgo dodo pyrite", pile="hanging-gardens", crystals={0: 1}, dates={0: 5000, 1: 0})
    p.play(0, "travel C 0")
    asked, _ = p.table.ask(p.s, 0, "fr", People(NAMES[:2], 0))
    assert "avoir «\u00a0Jardins suspendus de Babylone\u00a0» à la place" in str(asked)
    p.play(0, "discard C")
    assert "Ada collects “Hanging Gardens of Babylon” in era C." in p.log()


def test_no_place_is_said_in_french_without_an_elision_L4_9():
    event = Event(state.NO_PLACE, "no place", (0, 18, 0))
    told = str(position().table.tell(event, "fr", People(NAMES[:2], 1)))
    assert told == "Ada n’a pas de place pour «\u00a0Dodo\u00a0»\u00a0: la carte est défaussée."


def test_a_rift_is_told_L3_2():
    p = position(crystals={0: 0, 1: 1}, rolls={0: "1234", 1: "1234"}).play(0, "set 1234").play(1, "set 1234")
    assert "A rift at 1234: Ada has no crystal to lose." in p.log()
    assert "A rift at 1234: Blaise loses 1 crystal." in p.log()


def test_the_question_warns_of_company_L4_3():
    p = position(at={1: "C"}, dates={0: 3841, 1: 9000}, played=[1])
    asked, aside = p.table.ask(p.s, 0, "en", People(NAMES[:2], 0))
    assert str(asked) == "Choose where to travel: each die you change costs 1 crystal, two at most."
    assert str(aside) == "Joining Blaise costs one crystal more (L4.3)."


def test_a_choice_explains_what_it_would_bring():
    p = position(crystals={0: 2}, line="colossus ginkgo dodo pyrite", at={1: "C"}, dates={0: 3841, 1: 9000}, played=[1])

    def explained(text):
        return p.table.explain(p.s, 0, p.table.read(p.s, 0, text), "en")

    assert explained("travel B 0") == "no change, Ginkgo +5"  # at best: on a crystal
    assert explained("travel C 1") == "4841, Dodo −2, a toll of 1 crystal"
    assert explained("travel C 2") == "3971, Dodo −2"  # no crystal is left for the toll
    assert explained("travel 3961 2") == "3961, Ginkgo +5, Dodo −2"
    assert explained("travel future 1") == "8841, +2 crystals"


def test_a_choice_promises_no_crystal_that_the_reserve_cannot_pay_L4_11():
    p = position(crystals={0: 2}, reserve=0, line="colossus ginkgo dodo pyrite", dates={0: 9053, 1: 0})

    def explained(text):
        return p.table.explain(p.s, 0, p.table.read(p.s, 0, text), "en")

    assert explained("travel future 0") == "no change"
    assert explained("travel 8053 1") == "8053, Pyrite +0, +1 crystal"  # the one paid for the die
    assert explained("travel future 2") == "9049, +2 crystals"
    assert explained("place 0,1") == ""
    p.s.reserve = 1
    assert explained("place 0,1") == "1 crystal"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_single_discard_and_a_single_point_are_said_in_the_singular_L4_8_L5_1(lang):
    p = position()
    said = {
        number: [
            str(p.table.tell(Event(rules.EVENTS.index(name), name, numbers), lang, People(NAMES[:2], 0)))
            for name, numbers in (("pile renewed", (number, 0, 0)), ("won", (1, number, 0)), ("shared", (0, number, 0)))
        ]
        for number in (1, 2)
    }
    assert (
        said
        == {
            "en": {
                1: [
                    "The draw pile is empty: the one discarded card forms a new one.",
                    "Blaise wins with 1 point.",
                    "You share the victory with 1 point.",
                ],
                2: [
                    "The draw pile is empty: 2 discards are shuffled into a new one.",
                    "Blaise wins with 2 points.",
                    "You share the victory with 2 points.",
                ],
            },
            "fr": {
                1: [
                    "La pioche est vide\u00a0: la seule carte défaussée en forme une nouvelle.",
                    "Blaise gagne avec 1 point.",
                    "Vous partagez la victoire avec 1 point.",
                ],
                2: [
                    "La pioche est vide\u00a0: 2 cartes défaussées, mélangées, en forment une nouvelle.",
                    "Blaise gagne avec 2 points.",
                    "Vous partagez la victoire avec 2 points.",
                ],
            },
        }[lang]
    )


def test_who_waits_is_told_that_the_round_is_the_last_and_why_L5_1():
    eleven = "zeus colossus artemis . / mausoleum lighthouse amber-room dodo / moa quagga ginkgo silphium"
    p = position(board={0: eleven}, dates={0: 9000, 1: 100}, played=[0])

    def aside(seat, lang):
        return str(p.table.ask(p.s, seat, lang, People(NAMES[:2], seat))[1])

    assert aside(0, "en") == "You have 11 treasures: this round is the last (L5.1)."
    assert aside(-1, "en") == "Ada has 11 treasures: this round is the last (L5.1)."
    assert aside(-1, "fr") == "Ada a 11 trésors\u00a0: cette manche est la dernière (L5.1)."


# --- Terminal --------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_table_fits_into_a_terminal_of_100_columns(lang, seats):
    for step, (match, seat, legal) in enumerate(walk(seats, seed=3)):
        if step % 9 and not match.over:
            continue
        console = Console(width=100, file=StringIO(), highlight=False)
        view = match.view(seat)
        console.print(terminal.title(view, lang))
        console.print(terminal.draw(view, seat, People(NAMES[:seats], seat), lang, legal, match.table))
        drawn = console.file.getvalue()
        assert max(len(row) for row in drawn.splitlines()) <= 100
        assert all(name in drawn for name in NAMES[:seats])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_score_sheet_is_shown_at_the_end_L6(lang):
    *_, (match, _, _) = walk(2, seed=3)
    assert match.over
    console = Console(width=100, file=StringIO(), highlight=False)
    console.print(terminal.draw(match.view(-1), -1, People(NAMES[:2]), lang, [], match.table))
    drawn = console.file.getvalue()
    assert all(line in drawn for line in words.SHEET[lang])
    assert match.table.points(match.view(-1))[-1] == match.scores
