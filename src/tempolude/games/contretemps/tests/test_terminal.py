"""The drawing in a terminal."""

from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console

from tempolude.engine.drawing import sentence
from tempolude.engine.table import People
from tempolude.games.contretemps import terminal
from tempolude.games.contretemps.meta import GAME

from .positions import CONSTANT, play, position, random_match, travel

LANGUAGES = ("en", "fr")
WIDTHS = (80, 120)

NINE = ("C9 C10", "S9 S10", "M9 M10", "Q9 Q10", "F9 F10", "C11 C12", "S11 S12", "M11 M12", "Q11 Q12")
EVENTS = {number: f"{text} by {number % 6}" for number, text in enumerate(NINE, 1)}


def drawn(match, seat, lang="en", width=80):
    console = Console(width=width, file=StringIO(), record=True, color_system=None)
    people, legal = People(match.names, seat), match.legal(seat) if seat >= 0 else []
    console.print(terminal.draw(match.view(seat), seat, people, lang, legal, match.table))
    return console.export_text()


def check(text, width):
    """Every line fills the width exactly: the terminal wraps nothing and nothing is cut off."""
    assert {cell_len(line) for line in text.splitlines()} == {width}
    assert "…" not in text


def the_line_is_full(**more):
    """Ten events, all six pawns at the last."""
    return position(6, round=10, events={**EVENTS, 10: ""}, constant="C13", hands={0: "F13"}, **more)


def resolving():
    match = position(6, hands={0: "C10 C11 C12 M10 M11 M12 Q10 Q11 Q12 Q13"}, voids={3: "CSMQF"})
    play(match, {0: "M12"})
    return match


def at_the_constant():
    match = position(6, events={1: "Q8 by 0", 2: ""}, at=dict.fromkeys(range(6), CONSTANT), hands={0: "M9", 1: "M8"})
    play(match, {0: "M9"})
    return match


def travelling():
    match = position(
        6, events={1: "Q8 by 0", 2: ""}, travel=True, crystals=dict.fromkeys(range(6), 18), hands={0: "M9"}
    )
    travel(match, {4: "2", 2: "0"})
    return match


def over():
    match = position(round=10, hands={0: "Q9", 1: "Q8", 2: "Q10"})
    play(match, {0: "Q9", 1: "Q8", 2: "Q10"})
    return match


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("made", [the_line_is_full, resolving, at_the_constant, travelling, over])
def test_every_phase_fits_its_terminal(made, lang, width):
    match = made()
    for seat in (-1, 0, 1):
        check(drawn(match, seat, lang, width), width)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_line_of_ten_events_is_five_rows_high(lang):
    """A heading, a rule, and a row each for cards, lead, disc and pawns: nothing wraps into another row."""
    for at in ({}, dict.fromkeys(range(6), 3), dict.fromkeys(range(6), CONSTANT)):
        lines = drawn(the_line_is_full(at=at), 0, lang).splitlines()
        assert lines[8].startswith("╰")
        assert "●▲■◆✚♣" in lines[6]
        assert "[10]" in lines[1]


def test_a_seat_is_one_row_even_with_a_long_name():
    match = travelling()
    match.names[4] = "Marie-Antoinette"
    text = drawn(match, 0, "fr")
    check(text, 80)
    row = next(line for line in text.splitlines() if "Marie-Antoinette" in line)
    assert "a choisi" in row


def test_a_card_in_hand_is_never_broken():
    text = drawn(position(6, hands={0: "C10 C11 C12 M10 M11 M12 Q10 Q11 Q12 Q13"}), 0)
    hand = [line for line in text.splitlines() if "M10" in line or "Q13" in line]
    for line in hand:
        words = line.strip("│ ").split()
        assert [words[i][1:] for i in range(0, len(words), 2)] == [words[i][1:] for i in range(1, len(words), 2)]


def test_the_drawing_shows_events_seats_and_hand():
    match = position(
        events={1: "Q8 M9 by 1", 2: ""}, hands={0: "Q12 F7", 1: "M13", 2: "M8"}, constant="S9", crystals={0: 3},
        at={0: 1, 2: CONSTANT}, voids={1: "CF"},
    )  # fmt: skip
    lines = [" ".join(line.strip("│ ").split()) for line in drawn(match, 0).splitlines()]
    assert lines[1] == "constant 1 [2]"
    assert lines[3:7] == ["winning ✦9 ☾9 ·", "lead ✎8 ·", "control ▲ ·", "pawns ■ ● ▲"]
    assert "● Ada ◈ 3 2 ○○○ event 1" in lines
    assert "▸ ▲ Blaise ◈ 0 1 ●○○ event 2 ⚙ ▲" in lines
    assert "■ Camille ◈ 0 1 ○○○ constant" in lines
    assert "✎12 Q12 ▲7 F7" in lines


def test_no_hand_of_another_is_drawn():
    match = position(hands={0: "Q12", 1: "M13", 2: "M8"}, constant="S9")
    assert "Q12" in drawn(match, 0)
    for seat in (-1, 1, 2):
        assert "Q12" not in drawn(match, seat)
        assert "✎12" not in drawn(match, seat)


def test_a_choice_is_drawn_as_made_and_no_more_C7_1():
    match = travelling()
    rows = [line for line in drawn(match, 0).splitlines() if "has chosen" in line]
    assert [row.split()[2] for row in rows] == ["Camille", "Émile"]


def test_no_constant_is_said_C4_2():
    assert "none" in drawn(position(constant=None), 0)
    assert "aucune" in drawn(position(constant=None), 0, "fr")


def test_the_title_says_round_and_phase():
    assert terminal.title(position(round=7).view(0), "en") == "Round 7 of 10 · Resolution"
    assert terminal.title(travelling().view(0), "fr") == "Manche 3 sur 10 · Voyage"


@pytest.mark.parametrize("mode", ["classic", "paradoxes"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_drawing_is_wider_than_its_terminal(lang, mode):
    for turn, (match, seat) in enumerate(random_match(6, mode, 5)):
        if turn % 12 == 0 or match.over:
            for width in WIDTHS:
                check(drawn(match, seat, lang, width), width)


def test_every_sentence_of_the_log_can_be_drawn():
    *_, (match, _) = random_match(GAME.seats[-1], "paradoxes", 2)
    for lang in LANGUAGES:
        for line in match.story(0, lang):
            assert "Chip" not in str(sentence(line, terminal.chip))
