"""What a person sees: notation, handles, sentences, the log, and the drawing in a terminal."""

import random
from io import StringIO

import pytest
from rich.console import Console

from tempolude.engine.errors import UnreadableAction
from tempolude.engine.match import Match
from tempolude.engine.table import People
from tempolude.games.pirates import rules, terminal, words
from tempolude.games.pirates.meta import GAME
from tempolude.games.pirates.names import code, kind_of, objects_chip

from .positions import FUTURE, NAMES, PYRAMIDS, begin_turn, position

LANGUAGES = ("en", "fr")


def ask(match, seat, lang="en"):
    people = People(match.names, seat)
    return tuple(str(line) for line in match.table.ask(match.view(seat), seat, lang, people))


def positions(seed, seats):
    """A match of random actions, yielded before each of them."""
    match = Match(GAME, seats=seats, seed=seed, names=NAMES[:seats])
    chance = random.Random(seed)
    while not match.over:
        seat = chance.choice(match.waiting)
        yield match, seat
        match.play(seat, chance.choice(match.legal(seat)).number)
    yield match, 0


# --- Notation --------------------------------------------------------------------


def test_every_kind_has_a_code_that_reads_back():
    codes = [code(kind) for kind in range(16)]
    assert codes[:3] == ["B", "B*", "B<>"]
    assert codes[-1] == "W"
    assert [kind_of(text) for text in codes] == list(range(16))
    assert kind_of("X") is kind_of("W<>") is kind_of("") is None


def test_every_action_has_a_notation_that_reads_back():
    table = GAME.table(3, GAME.settle(3))
    texts = [table.notation(None, 0, action) for action in range(rules.ACTIONS)]
    assert len(set(texts)) == rules.ACTIONS
    assert [table.read(None, 0, text) for text in texts] == list(range(rules.ACTIONS))


def test_notation_is_read_without_regard_to_case_and_spaces():
    match = position(hands={0: "B<>", 1: "R*"})
    match.play(0, "  Swap b<>   1 r* ")
    assert match.state.hand[0][7] == 1


@pytest.mark.parametrize(
    "text", ["", "steal B", "take", "take X", "jump B 3", "gate 3", "swap B* 1 R", "put 7", "add W"]
)
def test_what_is_no_notation_is_refused(text):
    with pytest.raises(UnreadableAction, match="cannot read"):
        position().play(0, text)


@pytest.mark.parametrize("seats", GAME.seats)
def test_handles_tell_legal_actions_apart(seats):
    for match, seat in positions(seats, seats):
        handles = [action.handles for action in match.legal(seat)]
        assert len(set(handles)) == len(handles)
        assert not any(a != b and b[: len(a)] == a for a in handles for b in handles)


def test_handles_name_the_piece_and_where_it_lies():
    match = position(hands={0: "B<> G* R R", 1: "W"}, epochs={PYRAMIDS: "O*"})
    handles = {action.notation: action.handles for action in match.legal(0)}
    assert handles["gate 2"] == ("gate-2",)
    assert handles["take O*"] == ("epoch-0-orange-atomic",)
    assert handles["sell R2"] == ("contract-red-2",)
    assert handles["restock 4"] == ("epoch-4",)
    assert handles["jump G* 4"] == ("seat-0-green-atomic", "epoch-4")
    assert handles["swap B<> 1 W"] == ("seat-0-blue-arrow", "seat-1-white")


# --- Sentences -------------------------------------------------------------------


def test_what_is_asked_on_a_turn():
    match = position(hands={0: "B B* B<> W"})
    assert ask(match, 0)[0] == "Restock an epoch, or start your actions: go through a gate, take an object or sell."
    assert ask(match, 1) == ("Ada is thinking. You play next.", "")
    assert ask(match, 2, "fr")[0] == "Ada réfléchit."
    match.play(0, "sell B2")
    assert ask(match, 0)[0] == "Choose an object to hand in for the 2-point blue contract: two more."
    match.play(0, "give B")
    match.play(0, "give W")
    assert ask(match, 0, "fr")[0] == "Placez votre pion dans une époque."
    match.play(0, "put 3")
    assert ask(match, 0)[0] == "Second action: go through a gate, take an object or sell."
    match.play(0, "gate 1")
    assert ask(match, 0)[0] == "Jump, swap, or end your turn."


def test_what_is_asked_with_the_police():
    match = position(police=PYRAMIDS, hands={0: "B R"})
    begin_turn(match, 0)
    assert ask(match, 0)[0].startswith("The police catch you: choose an object to lose")
    match.play(0, "give B")
    assert ask(match, 0)[0] == "Flee through gate 1 to the Classical age, or through gate 2 to the Age of sail."
    assert ask(match, 0, "fr")[0] == "Fuyez à l’Âge classique par la porte 1, ou à l’Âge de la voile par la porte 2."


def test_a_restock_is_offered_only_where_one_is_possible_P3_3_P5_1():
    full = {PYRAMIDS: "B B B B", 3: "B B B B", 4: "R R R R R R", 5: "G G G G G G G", FUTURE: "V V V"}
    match = position(epochs=full, hands={0: "O*"})  # only epochs 1 and 2 have empty sites, and there are pirates there
    assert ask(match, 0) == (
        "First action: go through a gate, take an object or sell.",
        "At any time: discard an atomic object to jump, or give a double arrow to swap (P3.5).",
    )
    match = position(epochs=full, at=(PYRAMIDS, 1, 1))
    assert ask(match, 0)[0].startswith("Restock an epoch, or start")


def test_what_the_police_takes_is_told_P3_2():
    match = position(police=PYRAMIDS, turn=2, due=1, hands={0: "B W W"}, at=(PYRAMIDS, 1, 2))
    match.play(2, "gate 1")
    told = [str(line) for line in match.story(0)][-2:]
    assert told == [
        "You are caught by the police: you lose two white objects.",
        "You lose a blue object to the police.",
    ]
    assert str(match.story(1)[-2]) == "Ada is caught by the police and loses two white objects."


def test_the_year_that_nears_its_end_is_announced_P5_2():
    match = position(track="1 1 1 2 2 2")
    assert ask(match, 0)[1] == "6 of 8 police counters drawn: with the eighth, year 1 ends (P5.2)."


def test_who_has_chosen_is_said_and_not_what_P6_2():
    match = position(year=3, bag="", elsewhere=2, contracts={0: "B2 G3 W3", 1: "R2 V3 W4"})
    match.play(0, f"restock {FUTURE}")
    assert ask(match, 2)[0] == "Ada and Blaise are choosing."
    match.play(1, "add V")
    assert ask(match, 0)[0] == "Choose a colour for a white contract worth 2 points. Already chosen: Blaise."
    assert "violet" not in " ".join(str(line) for line in match.story(0))


def test_the_log_says_you_to_its_reader():
    match = position(hands={0: "B<>", 1: "R*"})
    match.play(0, "swap B<> 1 R*")
    assert str(match.story(0)[-1]) == "You give Blaise a blue double arrow and take an atomic red object."
    assert str(match.story(1)[-1]) == "Ada gives you a blue double arrow and takes an atomic red object."
    assert str(match.story(2, "fr")[-1]) == (
        "Ada donne à Blaise un objet bleu à double flèche et lui prend un objet rouge atomique."
    )


def test_objects_in_words():
    assert str(objects_chip(3, 1, "en")) == "an orange object"
    assert str(objects_chip(5, 2, "en")) == "two orange double arrows"
    assert str(objects_chip(15, 1, "fr")) == "un objet blanc"
    assert str(objects_chip(10, 2, "fr")) == "deux objets verts atomiques"


def test_both_languages_say_the_same_things():
    for book in (words.TELL, words.ASK, terminal.WORDS):
        assert set(book["en"]) == set(book["fr"])


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_position_has_its_sentences_and_every_event_its_line(seats):
    for match, _ in positions(seats + 10, seats):
        for lang in LANGUAGES:
            for seat in range(-1, seats):
                people = People(match.names, seat)
                sentence, reason = match.table.ask(match.view(seat), seat, lang, people)
                assert str(sentence).endswith(".")
                assert "{" not in str(sentence) + str(reason)
    for lang in LANGUAGES:
        assert all("{" not in str(line) and str(line) for line in match.story(0, lang))


def test_actions_that_show_nothing_new_can_be_taken_back():
    match = position(epochs={PYRAMIDS: "B*"}, hands={0: "R<>", 1: "W"})
    before = match.state.tobytes()
    for text in ("take B*", "jump B* 1", "swap R<> 1 W", "gate 1"):
        match.play(0, text)
    assert match.waiting == [1]
    for _ in range(4):
        match.undo(0)
    assert match.state.tobytes() == before


# --- In a terminal ---------------------------------------------------------------


def drawn(match, seat, lang, width=100):
    console = Console(width=width, file=StringIO(), color_system=None)
    people, legal = People(match.names, seat), match.legal(seat) if seat >= 0 else []
    console.print(terminal.draw(match.view(seat), seat, people, lang, legal, match.table))
    return console.file.getvalue()


def test_the_drawing_shows_epochs_market_seats_and_chest():
    match = position(hands={0: "B* W"}, epochs={PYRAMIDS: "G<> V"}, contracts={1: "B5"}, track="1 2")
    text = drawn(match, 0, "en")
    lines = text.splitlines()
    pyramids = next(line for line in lines if "Pyramids" in line)
    assert " ".join(pyramids.strip("│ ").split()) == "0 Pyramids 2600–2501 BC ♠G<> ☾V ○ ○ 1▸1 2▸3 ●"
    assert "★ police" in next(line for line in lines if "Far future" in line)
    assert "B5▸6 ▲" in next(line for line in lines if "♜ blue" in line)
    assert "+6" in next(line for line in lines if "Blaise" in line)
    assert "police counters  1 2 ○ ○ ○ ○ ○ ○" in text
    assert "♜B*  ☠W" in lines[-2]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_drawing_is_wider_than_its_terminal(lang):
    for turn, (match, seat) in enumerate(positions(4, 6)):
        if turn % 40 == 0 or match.over:
            for viewer in (-1, seat):
                text = drawn(match, viewer, lang)
                assert max(map(len, text.splitlines())) <= 100
                assert "…" not in text


def test_the_title_says_year_and_phase():
    assert terminal.title(position(year=2).view(0), "fr") == "Année 2 sur 3 · Actions"
