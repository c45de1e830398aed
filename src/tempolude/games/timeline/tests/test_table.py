"""What a person sees: notation, handles, sentences, the log."""

import random
import re

import pytest

from tempolude.engine.errors import IllegalAction, UnreadableAction
from tempolude.engine.events import Event
from tempolude.engine.match import Match
from tempolude.engine.table import People
from tempolude.games.timeline import rules, terminal, words
from tempolude.games.timeline.components import Card
from tempolude.games.timeline.meta import GAME

from .positions import NAMES, playoff, position

LANGUAGES = ("en", "fr")


def ask(match, seat, lang="en"):
    people = People(match.names, seat)
    return tuple(str(line) for line in match.table.ask(match.view(seat), seat, lang, people))


def told(match, name, *numbers, seat=-1, lang="en"):
    """The log line of an event as `seat` reads it, with plain spaces."""
    event = Event(rules.EVENTS.index(name), name, (*numbers, 0, 0, 0)[:3])
    return str(match.table.tell(event, lang, People(NAMES, seat))).replace("\u00a0", " ")


def positions(seed, seats, **options):
    """A match of random actions, yielded before each of them."""
    match = Match(GAME, seats=seats, seed=seed, names=NAMES[:seats], options=options)
    chance = random.Random(seed)
    while not match.over:
        seat = match.waiting[0]
        yield match, seat
        match.play(seat, chance.choice(match.way.legal(match.state, seat)))
    yield match, 0


# --- Notation --------------------------------------------------------------------


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_legal_action_has_a_notation_that_reads_back(seats):
    for match, seat in positions(seats, seats, cards=3):
        view = match.view(seat)
        for action in match.legal(seat):
            assert match.table.read(view, seat, action.notation) == action.number


def test_notation_is_read_without_regard_to_case_and_spaces():
    match = position(hands={0: "bc500 1600", 1: "1700"})
    match.play(0, "  Place  BC500   0 ")
    assert [event.name for event in match.events] == ["placed right", "dated"]


@pytest.mark.parametrize(
    "text",
    ["", "place", "place 1600", "put 1600 1", "place 1600 one", "place 1600 -1", "place 1600 1 2", "place 1600 ١"],
)
def test_what_is_no_notation_is_unreadable(text):
    with pytest.raises(UnreadableAction, match=r"cannot read .* 'place compass 3'"):
        position(hands={0: "1600", 1: "1700"}).play(0, text)


def test_a_card_that_is_not_in_the_match_is_unreadable():
    with pytest.raises(UnreadableAction, match="no card in this game is called 'flying-car'"):
        position(hands={0: "1600", 1: "1700"}).play(0, "place flying-car 1")


@pytest.mark.parametrize("text", ["place 1700 0", "place 1500 1", "place 1600 2", "place 1600 256", "place 1600 999"])
def test_what_can_be_read_may_still_be_illegal(text):
    match = position(hands={0: "1600", 1: "1700"})
    before = match.state.tobytes()
    with pytest.raises(IllegalAction, match="it may: place 1600 0, place 1600 1"):
        match.play(0, text)
    assert match.state.tobytes() == before


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_handles_tell_legal_actions_apart(seats):
    for match, seat in positions(seats, seats, cards=3):
        handles = [action.handles for action in match.legal(seat)]
        assert len(set(handles)) == len(handles)
        assert all(len(pair) == 2 for pair in handles)


def test_handles_name_the_card_and_the_gap():
    match = position(line="1500", hands={0: "1600 1610", 1: "1700"})
    card = match.state.hand[0][1]
    assert match.legal(0)[-1].handles == (f"card-{card}", f"after-{match.state.line[0]}")


def test_beside_an_action_stands_the_name_of_its_card():
    match = position(hands={0: "1600 1610", 1: "1700"})
    number = match.legal(0)[-1].number
    assert match.table.explain(match.view(0), 0, number, "fr").startswith("«\u00a0Événement 1610\u00a0»\u00a0: ")


def test_nothing_can_be_taken_back_for_every_turn_shows_a_date():
    match = position(hands={0: "1600 1610", 1: "1700"})
    match.play(0, "place 1600 1")
    assert not match.can_undo(0)


# --- Years -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("year", "approximate", "en", "fr"),
    [
        (1969, False, "1969", "1969"),
        (60, True, "about 60", "vers 60"),
        (-45, False, "45 BC", "45 av. J.-C."),
        (-3500, True, "about 3500 BC", "vers 3500 av. J.-C."),
        (-9999, False, "9999 BC", "9999 av. J.-C."),
        (-10000, True, "about 10,000 BC", "vers 10 000 av. J.-C."),
        (-13_800_000_000, True, "about 13,800,000,000 BC", "vers 13 800 000 000 av. J.-C."),
        (12345, False, "12,345", "12 345"),
    ],
)
def test_a_date_is_written_as_people_write_it(year, approximate, en, fr):
    card = Card("thing", year, approximate, {}, "", {})
    assert words.year(card, "en").replace("\u00a0", " ") == en
    assert words.year(card, "fr").replace("\u00a0", " ") == fr
    assert not re.search(
        r"\d (\d|BC|av)|av\. J", words.year(card, "fr") + words.year(card, "en")
    )  # no line may break there


# --- Sentences -------------------------------------------------------------------


def test_what_is_asked_on_a_turn():
    match = position(3, hands={0: "1600 1610", 1: "1700 1710", 2: "1800 1810"})
    assert ask(match, 0) == (
        "Choose a card and the gap in the line where it belongs.",
        "The same year fits on either side; a misplaced card is replaced (T3.2, T3.3).",
    )
    assert ask(match, 1) == ("Ada is thinking.", "")
    assert ask(match, -1, "fr")[0] == "Ada réfléchit."


def test_a_player_close_to_the_end_is_announced_T4_2():
    match = position(3, hands={0: "1600", 1: "1700 1710", 2: "1800 1810"})
    assert "same year" in ask(match, 0)[1]  # you know your own
    assert ask(match, 1)[1] == "Ada has one card left (T4.2)."
    match.play(0, "place 1600 1")
    assert ask(match, 1)[1] == "Ada has no cards left; this round is played out (T4.1)."
    assert ask(match, 2, "fr")[1].startswith("Ada n’a plus de carte")


def test_what_is_asked_in_a_play_off_T4_4():
    match = playoff(3, hands={0: "1600", 1: "1700", 2: "1800"}, out={2: 3})
    assert ask(match, 0)[1] == "One card each: if only one player is right, they win (T4.4)."
    assert ask(match, 2) == ("Ada is thinking.", "")


def test_when_it_is_over_nothing_is_asked():
    match = position(hands={0: "1600", 1: "1700 1710"})
    match.play(0, "place 1600 1")
    match.play(1, "place 1700 2")
    assert ask(match, 0) == ("The game is over.", "")
    assert ask(match, 1, "fr") == ("La partie est finie.", "")


def test_the_log_says_you_to_its_reader():
    match = position(hands={0: "1600 1610", 1: "1700"}, pile="1800 1900")
    match.play(0, "place 1600 0")
    assert [str(line) for line in match.story(0)[-3:]] == [
        "You place “Event 1600”: wrong.", "1600 — It was in 1600.", "You draw “Event 1800”.",
    ]  # fmt: skip
    assert [str(line).replace("\u00a0", " ") for line in match.story(1, "fr")[-3:]] == [
        "Ada place « Événement 1600 » : mauvaise place.", "1600 — C’était en 1600.", "Ada pioche « Événement 1800 ».",
    ]  # fmt: skip


def test_every_event_has_its_line_in_both_languages():
    match = position()
    assert set(words.TELL["en"]) == set(words.TELL["fr"]) == set(rules.EVENTS)
    for name in rules.EVENTS:
        for lang in LANGUAGES:
            for seat in (-1, 0, 1):
                text = told(match, name, 1, 1, 1, seat=seat, lang=lang)
                assert text
                assert "{" not in text
                assert name == "round" or text.endswith(".")
                assert ".." not in text


def test_lines_of_the_log_that_count():
    match = position()
    assert told(match, "pile renewed", 1) == "The discards are shuffled into a new draw pile of 1 card."
    assert told(match, "pile renewed", 2, lang="fr") == "La défausse, mélangée, forme une nouvelle pioche de 2 cartes."
    assert told(match, "went on", 3) == "Nobody was right: all 3 play on."
    assert told(match, "won", 2) == "Camille wins."
    assert told(match, "shared", 2, seat=2, lang="fr") == "Vous partagez la victoire."
    assert match.table.tell(Event(7, "round", (4, 0, 0)), "en", People(NAMES)).heading


def test_an_old_date_opens_the_line_and_is_told_without_a_doubled_stop():
    match = Match(GAME, seats=2, seed=1)
    card = next(number for number in range(150) if match.table.card(number).id == "wheel")
    assert told(match, "line opened", card, lang="fr") == "« La roue » ouvre la frise (vers 3500 av. J.-C.)."
    assert told(match, "dated", card).startswith("About 3500 BC — The first wheeled carts")
    assert told(match, "dated", card, lang="fr").startswith("Vers 3500 av. J.-C. — Les premiers chariots")


def test_both_languages_say_the_same_things():
    for book in (words.TELL, words.ASK, terminal.WORDS):
        assert set(book["en"]) == set(book["fr"])


def test_french_sentences_have_their_no_break_spaces():
    for book in (words.TELL, words.ASK, terminal.WORDS):
        for forms in book["fr"].values():
            for form in [forms] if isinstance(forms, str) else forms:
                assert not re.search(r"[^\u00a0][:;!?]", form)
                assert "'" not in form


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_every_position_has_its_sentences_and_every_event_its_line(seats):
    for match, _ in positions(seats + 10, seats, cards=2):
        for lang in LANGUAGES:
            for seat in range(-1, seats):
                sentence, reason = ask(match, seat, lang)
                assert sentence.endswith(".")
                assert "{" not in sentence + reason
    for lang in LANGUAGES:
        assert all("{" not in str(line) and str(line) for line in match.story(0, lang))
