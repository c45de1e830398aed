"""What a person sees: notation, handles, questions, the log."""

import pytest

from tempolude.engine.errors import BadAction, IllegalAction, UnreadableAction
from tempolude.engine.events import Event
from tempolude.engine.table import People
from tempolude.games.contretemps import rules, state, terminal, words
from tempolude.games.contretemps.meta import GAME
from tempolude.games.contretemps.names import card_chip, card_of, code, crystals_chip

from .positions import CONSTANT, NAMES, happened, play, position, random_match, travel

LANGUAGES = ("en", "fr")
MODES = ("classic", "paradoxes")


def ask(match, seat, lang="en"):
    people = People(match.names, seat)
    return tuple(str(line) for line in match.table.ask(match.view(seat), seat, lang, people))


def tell(name, numbers, reader=-1, lang="en"):
    event = Event(rules.EVENTS.index(name), name, numbers)
    return str(GAME.table(3, GAME.settle(3)).tell(event, lang, People(NAMES[:3], reader)))


# --- Notation --------------------------------------------------------------------


def test_every_card_has_a_code_that_reads_back():
    codes = [code(card) for card in range(65)]
    assert len(set(codes)) == 65
    assert [card_of(text) for text in codes] == list(range(65))
    assert card_of("q7") == card_of("Q7")


@pytest.mark.parametrize("text", ["", "Q", "7", "Q0", "Q14", "X7", "Q 7", "Q07", "QQ7", "Q7x", "13Q"])
def test_what_names_no_card(text):
    assert card_of(text) is None


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_legal_action_reads_back_and_has_its_own_handle(seats, mode):
    for match, seat in random_match(seats, mode, seats):
        view, legal = match.view(seat), match.legal(seat)
        assert [match.table.read(view, seat, action.notation) for action in legal] == [a.number for a in legal]
        assert len({action.notation for action in legal}) == len({action.handles for action in legal}) == len(legal)
        for action in legal:
            for lang in LANGUAGES:
                assert "{" not in match.table.explain(view, seat, action.number, lang)


@pytest.mark.parametrize("text", ["  PLAY   q9 ", "play Q9", "Play q9\n"])
def test_a_card_is_read_without_regard_to_case_and_spaces(text):
    match = position(hands={0: "Q9"})
    match.play(0, text)
    assert match.waiting == [1]


@pytest.mark.parametrize("text", ["travel 2", " Travel  2 ", "TRAVEL 2"])
def test_a_journey_is_read_without_regard_to_case_and_spaces(text):
    match = position(travel=True, crystals={0: 3}, events={1: "Q8 by 1", 2: ""})
    match.play(0, text)
    assert match.state.journey[0] == state.BACK + 2


@pytest.mark.parametrize(
    "text",
    ["", "Q9", "play", "play X9", "play Q14", "discard Q9", "travel", "travel 11", "travel +0", "travel -1", "go 3"],
)
def test_what_is_no_notation_cannot_be_read(text):
    with pytest.raises(UnreadableAction, match="cannot read"):
        position(hands={0: "Q9"}).play(0, text)


@pytest.mark.parametrize("text", ["play Q10", "offer Q9", "travel 1", "travel +1"])
def test_what_is_notation_but_not_allowed_is_illegal(text):
    with pytest.raises(IllegalAction, match="not legal for seat 0 now"):
        position(hands={0: "Q9"}).play(0, text)


@pytest.mark.parametrize("text", ["play Q9", "travel 0"])
def test_at_the_constant_a_card_is_offered_C4_1(text):
    match = position(hands={0: "Q9"}, at=dict.fromkeys(range(3), CONSTANT), events={1: "Q8 by 0", 2: ""})
    with pytest.raises(IllegalAction):
        match.play(0, text)
    match.play(0, "offer Q9")


@pytest.mark.parametrize("text", ["play Q9", "offer Q9", "travel 9"])
def test_a_refused_text_changes_nothing(text):
    match = position(travel=True, hands={0: "Q9"})
    before = match.state.tobytes()
    with pytest.raises(BadAction):
        match.play(0, text)
    assert match.state.tobytes() == before
    assert match.log == []


def test_handles_are_the_card_or_the_place_one_goes_to():
    match = position(hands={0: "Q9 M11"})
    assert {a.notation: a.handles for a in match.legal(0)} == {"play M11": ("card-M11",), "play Q9": ("card-Q9",)}
    match = position(
        mode="paradoxes", events={2: "Q8 by 0", 5: "", 9: "S8 by 1"}, present=5, travel=True, crystals={0: 9}
    )
    assert {a.notation: a.handles for a in match.legal(0)} == {
        "travel 0": ("event-5",),
        "travel 1": ("event-2",),
        "travel 2": ("constant",),
        "travel +1": ("event-9",),
    }


def explained(match, seat, lang="en"):
    return [match.table.explain(match.view(seat), seat, action.number, lang) for action in match.legal(seat)]


def test_what_a_card_would_do():
    match = position(hands={0: "Q9", 1: "Q8 Q10", 2: "S9 C9"}, constant="C13")
    assert explained(match, 0) == ["sets the suit to follow at event 1, for good: Quills"]
    play(match, {0: "Q9"})
    assert explained(match, 1) == [
        "lower than the 9 of Quills: earns 1 crystal",
        "beats the 9 of Quills: takes event 1 for now",
    ]
    play(match, {1: "Q10"})
    assert explained(match, 2) == [
        "beats the 10 of Quills: takes event 1 for now",
        "beats nothing and earns nothing",
    ]


def test_a_card_can_take_an_event_and_gain_a_crystal_C3_4_C3_6():
    """The winning card is no longer of a suit that counts; the lead card is still the highest of the suit led."""
    match = position(
        events={1: "Q12 S7 by 1", 2: ""}, at=dict.fromkeys(range(3), 1), hands={0: "Q8"}, constant="M9", first=0
    )
    assert explained(match, 0) == [
        "beats the 7 of Stars: takes event 1 for now; lower than the 12 of Quills: earns 1 crystal"
    ]
    assert "\u00a0; " in explained(match, 0, "fr")[0]
    play(match, {0: "Q8"})
    assert "crystal gained" in happened(match)


def test_what_a_journey_would_cost():
    match = position(events={1: "Q8 by 0", 2: ""}, travel=True, crystals={0: 9})
    assert explained(match, 0) == [
        "stay in the present, for free",
        "spend 1 crystal and go to event 1",
        "spend 2 crystals and go to the constant",
    ]
    assert explained(match, 0, "fr")[1] == "dépenser 1 cristal et aller à l’événement 1"


# --- Questions -------------------------------------------------------------------


def test_what_is_asked_at_a_new_event():
    match = position(hands={0: "Q9", 1: "Q8 M9", 2: "S9 M10"})
    assert ask(match, 0) == (
        "You lead at event 1: play any card.",
        "Your card sets the suit to follow at this event, for good (C3.3).",
    )
    assert ask(match, 1) == ("Ada is thinking.", "")
    play(match, {0: "Q9"})
    assert ask(match, 1) == (
        "You play at event 1: follow suit (Quills).",
        "Below the 9 of Quills, Quills earn 1 crystal (C3.4).",
    )
    assert ask(match, 1, "fr")[1] == "En Plume, une carte plus faible que le 9 de Plume rapporte 1 cristal (C3.4)."
    play(match, {1: "Q8"})
    assert ask(match, 2)[0] == "You have no Quills for event 1: play any card."
    assert ask(match, 2, "fr")[0].startswith("À l’événement 1, vous n’avez pas la suite Plume")


def test_what_is_asked_at_an_old_event():
    match = position(events={1: "Q8 by 1", 2: ""}, at=dict.fromkeys(range(3), 1), hands={0: "Q9"})
    assert ask(match, 0)[0] == "You replay event 1: follow suit (Quills)."


def test_what_is_asked_at_the_constant_and_who_has_chosen_C4_1():
    match = position(hands={0: "Q9", 1: "M9"}, at=dict.fromkeys(range(3), CONSTANT), events={1: "Q8 by 0", 2: ""})
    assert ask(match, -1)[0] == "Ada, Blaise and Camille are choosing."
    assert ask(match, 0)[0] == "Choose a card to offer as the constant."
    play(match, {1: "M9"})
    assert ask(match, 0)[0] == "Choose a card to offer as the constant. Already chosen: Blaise."
    assert ask(match, 1, "fr")[0] == "Ada et Camille choisissent."


def test_who_is_not_at_the_constant_has_not_chosen_C4_1():
    match = position(hands={0: "Q9", 1: "M9", 2: "M10"}, at={0: CONSTANT, 1: CONSTANT}, events={1: "Q8 by 0", 2: ""})
    play(match, {2: "M10"})
    assert ask(match, 0)[0] == "Choose a card to offer as the constant."


def test_what_is_asked_before_a_journey_C7_1_C8_2():
    match = position(travel=True, events={1: "Q8 by 0", 2: ""})
    assert ask(match, 0)[1] == "One event per crystal; beyond the first event is the constant (C7.1)."
    travel(match, {2: "0"})
    assert ask(match, 0)[0] == "Choose how many crystals to spend. Already chosen: Camille."
    match = position(mode="paradoxes", travel=True, events={1: "Q8 by 0", 2: ""})
    assert ask(match, 0, "fr")[1] == "Un événement par cristal, en arrière ou en avant (C8.2)."


def test_of_two_with_three_events_the_one_who_would_win_is_announced_C5_1():
    """Seat 0 has events 2, 3 and 6; seat 1, with events 1 and 4, takes event 5 too; seat 2 is still to play."""
    events = {1: "C8 by 1", 2: "C9 by 0", 3: "S8 by 0", 4: "S9 by 1", 5: "M8 by 2", 6: ""}
    match = position(events=events, at={1: 5, 2: 1}, hands={0: "Q12", 1: "M12", 2: "C12"}, constant="F9")
    play(match, {0: "Q12"})
    assert ask(match, 1)[1].startswith("Ada controls three events")
    play(match, {1: "M12"})
    assert ask(match, 2)[1].startswith("Blaise controls three events")


def test_three_events_are_announced_C5_1():
    match = position(
        events={1: "C8 by 1", 2: "C9 by 1", 3: ""}, at={0: 1}, hands={0: "C12", 1: "Q12", 2: "Q8"}, constant="M9"
    )
    play(match, {1: "Q12", 2: "Q8"})
    assert ask(match, 0)[1].startswith("Blaise controls three events: unless someone takes one")
    assert ask(match, 1)[1].startswith("You control three events: unless someone takes one")


def test_at_the_end_nothing_is_asked():
    match = position(round=10, hands={0: "Q9", 1: "Q8", 2: "Q10"})
    play(match, {0: "Q9", 1: "Q8", 2: "Q10"})
    assert ask(match, 0) == ("The game is over.", "")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_position_has_its_question(seats, mode):
    for match, _ in random_match(seats, mode, seats + 10):
        for lang in LANGUAGES:
            for seat in range(-1, seats):
                question, reason = ask(match, seat, lang)
                assert question.endswith(".")
                assert "{" not in question + reason


# --- The log ---------------------------------------------------------------------

NUMBERS = {  # one event of each kind, with the numbers that the rules report
    "first player": (1, 0, 0), "constant turned": (45, 0, 0), "event laid": (3, 0, 0), "card played": (1, 45, 2),
    "crystal gained": (1, 45, 0), "event taken": (1, 2, -1), "event kept": (1, 2, 0), "event unresolved": (2, 0, 0),
    "card offered": (1, 45, 0), "constant changed": (45, 1, 0), "constant lost": (9, 0, 0), "crystals flow": (1, 2, 0),
    "travelled": (1, 2, 1), "three events": (1, 0, 0), "round": (3, 0, 0), "won": (1, 3, 0),
}  # fmt: skip


def test_every_event_but_a_secret_choice_has_its_line():
    assert {*NUMBERS, "chosen"} == set(rules.EVENTS)
    assert tell("chosen", (1, 0, 0)) == "None"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NUMBERS)
def test_every_line_is_whole(name, lang):
    for reader in (-1, 0, 1):
        text = tell(name, NUMBERS[name], reader, lang)
        assert text
        assert "{" not in text
        assert ("Blaise" in text) == (reader != 1 and "{who}" in str(words.TELL[lang].get(name)))


def test_an_event_changes_hands_in_the_log():
    assert tell("event taken", (1, 2, -1)) == "Blaise takes event 3."
    assert tell("event taken", (1, 2, 0)) == "Blaise takes event 3 from Ada."
    assert tell("event taken", (1, 2, 0), reader=0) == "Blaise takes event 3 from you."
    assert tell("event taken", (1, 2, 0), reader=1) == "You take event 3 from Ada."
    assert tell("event taken", (1, 2, 1)) == "Blaise wins event 3 again."
    assert tell("event taken", (1, 2, 0), 0, "fr") == "Blaise vous prend l’événement 3."


def test_journeys_in_the_log():
    assert tell("travelled", (1, 4, 0)) == "Blaise stays in the present."
    assert tell("travelled", (1, 2, 1)) == "Blaise spends 1 crystal and goes to event 3."
    assert tell("travelled", (1, -1, 3), lang="fr") == "Blaise dépense 3 cristaux et va à la constante."


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_log_can_be_read(seats, mode):
    *_, (match, _) = random_match(seats, mode, seats + 30)
    for lang in LANGUAGES:
        for seat in (-1, 0):
            lines = [str(line) for line in match.story(seat, lang)]
            assert all(line and "{" not in line for line in lines)
    assert sum(line.heading for line in match.story()) == match.state.round


def test_cards_and_crystals_in_words():
    assert str(card_chip(card_of("S13"), "en")) == "13 of Stars"
    assert str(card_chip(card_of("S13"), "fr")) == "13 d’Étoile"
    assert str(card_chip(card_of("C7"), "fr")) == "7 de Rouage"
    assert [str(crystals_chip(n, "en")) for n in (0, 1, 2)] == ["0 crystals", "1 crystal", "2 crystals"]
    assert [str(crystals_chip(n, "fr")) for n in (0, 1, 2)] == ["0 cristal", "1 cristal", "2 cristaux"]


def test_both_languages_say_the_same_things():
    for book in (words.TELL, words.ASK, words.EXPLAIN, words.BOARD, words.PAGE, terminal.WORDS):
        assert set(book["en"]) == set(book["fr"])
