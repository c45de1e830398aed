"""What a person sees: notation that can be read back, handles, sentences, the terminal."""

import random
from collections.abc import Iterator
from io import StringIO

import pytest
from rich.console import Console

from tempolude.engine.errors import UnreadableAction
from tempolude.engine.events import Event
from tempolude.engine.match import Match
from tempolude.engine.table import People
from tempolude.games.masters import terminal, words
from tempolude.games.masters.components import AMOUNT
from tempolude.games.masters.meta import GAME
from tempolude.games.masters.table import Table

from .positions import NAMES, Position, position

LANGUAGES = ("en", "fr")


def decisions(seats: int, seed: int, spheres: str = "storm") -> Iterator[tuple[Match, int]]:
    """Every decision of a match played at random, and who makes it."""
    match = Match(GAME, seats=seats, seed=seed, options={"spheres": spheres}, names=NAMES[:seats])
    chance = random.Random(seed)
    while not match.over:
        seat = match.waiting[0]
        yield match, seat
        match.play(seat, chance.choice(match.way.legal(match.state, seat)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_notation_reads_back(seats: int) -> None:
    for match, seat in decisions(seats, seats):
        view = match.view(seat)
        actions = match.legal(seat)
        assert len({action.notation for action in actions}) == len(actions)
        for action in actions:
            assert match.table.read(view, seat, action.notation) == action.number
            assert match.table.read(view, seat, f"  {action.notation.upper()} ") == action.number


def test_no_two_actions_have_the_same_handles_and_none_begins_another() -> None:
    for match, seat in decisions(3, 5):
        handles = [action.handles for action in match.legal(seat)]
        starts = {h[:i] for h in handles for i in range(1, len(h))}
        assert len(set(handles)) == len(handles)
        assert not starts & set(handles)


NO_ACTIONS = (
    "", "cast", "cast nothing", "focus charge", "set charge", "take 6", "take 0", "take unseen", "activate 1",
    "activate t0", "activate t99", "cast charge 1", "cast charge 2+2", "cast charge 1+0 now", "fetch charge", "renew 3",
    "place charge", "dance",
)  # fmt: skip


@pytest.mark.parametrize("text", NO_ACTIONS)
def test_what_is_no_action_is_told_with_what_would_be(text: str) -> None:
    p = position(hands={0: "charge"})
    with pytest.raises(UnreadableAction, match="expected something like 'cast charge'"):
        p.table.read(p.s, 0, text)


def test_a_payment_may_be_left_out_and_is_recurring_ke_first_then() -> None:
    p = position(hands={0: "suggestion"}, ke={0: "2/4+4"})
    assert p.do("cast suggestion").ke(0) == "0/4+3"


CASES = {  # a question, and a position in which it is asked
    "timers": (
        position(hands={0: "charge"}, timers={0: ["hourglass: flow"]}),
        "You have a full timer: activate it, or tuck a card under it.",
    ),
    "timers only": (
        position(timers={0: ["hourglass: flow"]}),
        "You have a full timer and no card in hand: activate it.",
    ),
    "begin": (position(ke={0: "1/4"}), "Play, or pass."),
    "begin with all": (position(), "Play, or pass."),
    "go on": (position(hands={0: "charge"}).do("cast charge"), "Play more, or go to the spheres with 1 access point."),
    "freed": (
        position(timers={0: ["pendulum: flow"]}).do("activate t1"),
        "Cast the released spells; you may play more.",
    ),
    "spheres": (
        position(hands={0: "charge"}).do("cast charge", "done"),
        "Take cards from the spheres: 1 access point to spend.",
    ),
    "second": (
        position(hands={0: "charge flow"}, ke={0: "0/4"}).do("trade flow"),
        "Choose the second card to discard.",
    ),
    "fetch": (
        position(hands={0: "recollection"}, discards={0: "flow ebb"}).do("cast recollection"),
        "Choose a card to take back from your discards.",
    ),
    "remove": (
        position(hands={0: "oblivion flow ebb"}).do("cast oblivion"),
        "Choose a card in your hand to remove from the game.",
    ),
    "remove up to": (
        position(hands={0: "great-clearing flow ebb"}).do("cast great-clearing"),
        "Remove up to 2 cards in your hand from the game, or none.",
    ),
    "renew": (
        position(hands={0: "clairvoyance"}).do("cast clairvoyance"),
        "Choose the sphere whose revealed card goes to the bottom.",
    ),
    "discard": (
        position(hands={0: "fog", 1: "flow ebb"}).do("cast fog"),
        "Ada attacks: choose a card in your hand to discard.",
    ),
    "break": (
        position(hands={0: "broken-hourglass"}, timers={1: ["hourglass", "pendulum"]}).do("cast broken-hourglass"),
        "Ada attacks: choose a timer to discard.",
    ),
    "surcharge": (
        position(hands={0: "temporal-gravity"}, tokens={1: "-1"}).do("cast temporal-gravity"),
        "Ada attacks: take the +1, or give up your −1.",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_every_question_is_a_sentence_with_a_reason(case: str) -> None:
    p, sentence = CASES[case]
    assert p.question() == sentence
    seat = p.waiting
    for lang in LANGUAGES:
        asked, reason = p.table.ask(p.s, seat, lang, People(NAMES, seat))
        assert str(asked).endswith(".")
        assert str(reason).endswith(".")
        assert "{" not in f"{asked}{reason}"
        waiting, _ = p.table.ask(GAME.hide(p.s, -1), -1, lang, People(NAMES))
        assert NAMES[seat] in str(waiting)


def test_an_empty_sphere_is_told_to_those_who_wait_M7_1() -> None:
    p = position(spheres={2: ""})
    assert str(p.table.ask(p.s, 1, "en", People(NAMES, 1))[1]).startswith("Sphere 2 is empty")


def test_all_are_told_what_a_second_empty_sphere_means_M7_4() -> None:
    p = position(spheres={2: ""}, options={"end": "round"})
    assert "this becomes the last round" in str(p.table.ask(p.s, 1, "en", People(NAMES, 1))[1])
    p = position(spheres={2: "", 3: ""}, options={"end": "round"})
    for seat in (0, 1):
        assert "this is the last round (M7.4)" in str(p.table.ask(p.s, seat, "en", People(NAMES, seat))[1])


def test_every_question_of_the_rules_is_in_words() -> None:
    for lang in LANGUAGES:
        stakes = {"stakes", "stakes of the round", "last round"}
        assert words.ASIDE[lang].keys() - words.ASK[lang].keys() == {"begin with all", *stakes}
        assert words.ASIDE[lang].keys() - stakes == CASES.keys()
        assert words.ASK[lang].keys() - words.ASIDE[lang].keys() == {"wait", "over"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAME.rules.EVENTS)
def test_every_event_is_told(name: str, lang: str) -> None:
    p = position(4)
    for seat, number, more in ((0, 1, 2), (2, 0, 1), (3, 2, 0), (1, 3, 0)):
        for reader in (-1, 0, 2):
            event = Event(GAME.rules.EVENTS.index(name), name, (seat, number, more))
            told = p.table.tell(event, lang, People(NAMES, reader))
            assert told is not None
            assert told.heading == (name == "turn")
            assert "{" not in str(told)


def test_both_languages_say_the_same_things() -> None:
    for table in (words.TELL, words.ASK, words.ASIDE, words.EXPLAIN, words.EFFECTS, words.WHEN, terminal.WORDS):
        assert table["en"].keys() == table["fr"].keys()
    assert words.EFFECTS["en"].keys() == AMOUNT.keys()


def test_a_log_says_you_to_its_reader_and_names_the_others() -> None:
    match = Match(GAME, seats=2, seed=4, names=NAMES[:2])
    seat = match.waiting[0]
    match.play(seat, "pass")
    assert "You pass." in [str(line) for line in match.story(seat)]
    assert f"{NAMES[seat]} passe." in [str(line) for line in match.story(1 - seat, "fr")]


def test_one_ke_is_spoken_of_as_well_as_many_M4_1() -> None:
    p = position(ke={0: "3/4"}).do("pass")
    assert log(p, 0, "en")[0] == "You pass and recover 1 Kè."
    assert log(p, 1, "en")[0] == "Ada passes and recovers 1 Kè."


def test_an_echo_is_told_before_a_vowel_too() -> None:
    p = position(hands={0: "intuition echo"}).do("cast intuition", "cast echo")
    assert "En écho\N{NO-BREAK SPACE}: Intuition." in log(p, 0, "fr")


def test_who_gives_up_a_discount_is_told_what_for_M6_5() -> None:
    p = position(hands={0: "temporal-gravity"}, tokens={1: "-1"}).do("cast temporal-gravity", "give up")
    assert "Blaise gives up −1 instead of taking +1." in log(p, 0, "en")


def log(p: Position, reader: int, lang: str) -> list[str]:
    """The log lines of the last action for `reader`."""
    view = GAME.hide(p.s, reader)
    events = [Event(k, GAME.rules.EVENTS[k], (a, b, c), by) for k, by, a, b, c in view.events[: view.happened]]
    return [str(p.table.tell(event, lang, People(NAMES, reader))) for event in events]


def test_a_log_does_not_name_cards_that_its_reader_may_not_know() -> None:
    p = position(hands={0: "charge charge"}, decks={0: "whirl"}, spheres={1: "spark ebb intuition"})
    p.do("cast charge", "cast charge", "done", "take unseen 1")
    for reader in (1, -1):
        told = " ".join(log(p, reader, "en"))
        assert "Ada takes the hidden card of sphere 1." in told
        assert "Ebb" not in told
        assert "Whirl" not in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_is_drawn_100_columns_wide(lang: str) -> None:
    console = Console(width=100, record=True, force_terminal=True, file=StringIO())
    for number, (match, seat) in enumerate(decisions(4, 6)):
        if number % 25 == 0:
            for reader in (seat, -1):
                view, legal = match.view(reader), match.legal(seat) if reader == seat else []
                people = People(match.names, reader)
                assert isinstance(match.table, Table)
                console.print(terminal.draw(view, reader, people, lang, legal, match.table), terminal.title(view, lang))
    assert max(len(row) for row in console.export_text().splitlines()) <= 100


def test_a_chain_of_spells_is_drawn_in_its_order() -> None:
    p = position(
        hands={0: "charge flow spark ebb whirl"}, decks={0: "charge"}, ke={0: "9/9"}, timers={0: ["hourglass: echo"]}
    )
    p.do("activate t1", "cast charge", "cast flow", "cast spark", "cast ebb 2+0", "cast whirl 2+0")
    console = Console(width=100)
    with console.capture() as drawn:
        console.print(terminal.draw(p.s, 0, People(NAMES, 0), "en", [], p.table))
    text = drawn.get()
    assert text.index("1 ✦ Charge") < text.index("2 ✦ Flow") < text.index("4 ✦ Ebb") < text.index("5 ✦ Whirl")
    assert "released: ✦ Echo" in text
    assert "◆ ◆ ◆ ◆ ◆ 5" in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_action_is_explained_without_a_word_missing(lang: str) -> None:
    for match, seat in decisions(2, 3):
        for action in match.legal(seat):
            assert "{" not in match.table.explain(match.view(seat), seat, action.number, lang)
