"""The drawing in a terminal."""

import random
import re
from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console

from tempolude.cli.choosing import LONGEST_LIST, Menu
from tempolude.engine.match import Match
from tempolude.engine.table import People
from tempolude.games.timeline import terminal
from tempolude.games.timeline.meta import GAME

from .positions import NAMES, card_row, playoff, position, write_deck

LANGUAGES = ("en", "fr")
CENTURIES = " ".join(str(year) for year in range(1400, 1700, 10))


def drawn(match, seat, lang="en", width=80):
    console = Console(width=width, file=StringIO(), color_system=None)
    people, legal = People(match.names, seat), match.legal(seat) if seat >= 0 else []
    console.print(terminal.draw(match.view(seat), seat, people, lang, legal, match.table))
    return console.file.getvalue()


def after_a_while(seats, lined, **options):
    """A match of fair players, played until the line has that many cards."""
    match, chance = Match(GAME, seats=seats, seed=seats, names=NAMES[:seats], options=options), random.Random(seats)
    while not match.over and match.state.lined < lined:
        s, seat = match.state, match.waiting[0]
        legal = match.way.legal(s, seat)
        right = [a for a in legal if GAME.rules.fits(s, s.hand[seat][a // GAME.rules.GAPS], a % GAME.rules.GAPS)]
        match.play(seat, chance.choice(right if right and chance.random() < 0.7 else legal))
    return match


def test_the_line_is_drawn_with_the_number_of_each_gap_T3_1():
    match = position(line="bc500 1500 1800", hands={0: "1600", 1: "1700"})
    rows = [" ".join(row.strip("│ ").split()) for row in drawn(match, 0).splitlines()]
    assert rows[1:5] == ["0 ▸ 500 BC Event bc500", "1 ▸ 1500 Event 1500", "2 ▸ 1800 Event 1800", "3 ▸"]


def test_every_gap_of_a_long_line_is_numbered_in_order_T3_1():
    text = drawn(position(line=CENTURIES, hands={0: "1900", 1: "1910"}), 0)
    assert sorted(int(gap) for gap in re.findall(r"(\d+) ▸", text)) == list(range(31))
    for gap, year in re.findall(r"(\d+) ▸ (\d{4})", text):
        assert int(year) == 1400 + 10 * int(gap)


def test_the_drawing_shows_hands_by_name_and_the_piles():
    match = position(3, hands={0: "1600", 1: "1700 1710", 2: "1800"}, pile="1900 1910", discards="1410")
    text = drawn(match, 0)
    assert "▸ ● Ada" in text
    assert re.search(r"Blaise +▮▮ +Event 1700 · Event 1710", text)
    assert "draw pile: 2 · next: Event 1900 · discards: 1" in text
    assert "1910" not in text  # hidden below the next card
    assert "Event 1600" in text.split("your cards")[1]


def test_an_empty_pile_has_no_next_card():
    assert "draw pile: 0 · next: — · discards: 0" in drawn(position(hands={0: "1600", 1: "1700"}, pile=""), 0)


def test_who_is_out_is_marked_and_their_cards_stay_T4_3():
    match = playoff(3, hands={0: "1600", 1: "1700", 2: "1800 1810"}, out={2: 3})
    assert re.search(r"Camille +hors course +Événement 1800 · Événement 1810", drawn(match, 0, "fr"))


def test_a_spectator_sees_all_hands_and_has_none():
    match = position(hands={0: "1600", 1: "1700"})
    text = drawn(match, -1)
    assert "your cards" not in text
    assert "Event 1600" in text
    assert "Event 1700" in text


def test_the_letters_of_the_hand_are_those_the_command_asks_for():
    """When there are many choices, the command groups them by card, lettered in order."""
    match = position(line="1500 1510 1520", hands={0: "1600 1610 1620 bc500", 1: "1700"})
    groups = Menu(match.legal(0)).groups
    assert list(groups) == ["a", "b", "c", "d"]
    hand = drawn(match, 0).split("your cards")[1]
    for letter, actions in groups.items():
        card = actions[0].notation.split()[1]
        assert f"{letter}  Event {card}" in hand


def test_a_hand_has_no_letters_where_the_command_numbers_its_choices():
    match = position(line="1500 1510 1520", hands={0: "1600 1610", 1: "1700"})
    assert Menu(match.legal(0)).groups == {}
    assert "│ Event 1600   Event 1610" in drawn(match, 0)
    assert terminal.LISTED == LONGEST_LIST


@pytest.mark.parametrize(("gaps", "hand"), [(7, "1900 1910"), (8, "1900 1910"), (15, "1900")])
def test_letters_begin_where_the_command_begins_them(gaps, hand):
    match = position(line=CENTURIES[: 5 * (gaps - 1) - 1], hands={0: hand, 1: "1920"})
    assert len(match.legal(0)) == gaps * len(hand.split())
    lettered = len(match.legal(0)) > LONGEST_LIST and len(hand.split()) > 1
    assert bool(Menu(match.legal(0)).groups) == ("a  Event 1900" in drawn(match, 0)) == lettered


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize(
    ("seats", "lined", "cards"), [(2, 1, 4), (4, 12, 4), (8, 24, 4), (8, 24, 10), (3, 30, 10), (8, 60, 10)]
)
def test_no_drawing_is_wider_than_its_terminal(lang, width, seats, lined, cards):
    match = after_a_while(seats, lined, cards=cards)
    for seat in (-1, 0, match.waiting[0] if not match.over else 1):
        text = drawn(match, seat, lang, width)
        assert max(map(cell_len, text.splitlines())) <= width
        assert all(name in text for name in match.names)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("seats", "lined", "cards"), [(8, 24, 4), (8, 24, 10), (3, 21, 10), (4, 30, 8)])
def test_a_table_with_a_long_line_fits_a_screen(lang, seats, lined, cards):
    match = after_a_while(seats, lined, cards=cards)
    assert match.state.lined >= 20
    assert len(drawn(match, 0, lang).splitlines()) <= 34
    assert len(drawn(match, 0, lang, 120).splitlines()) <= 32


def test_a_short_line_is_not_cut():
    match = after_a_while(4, 9)
    assert "…" not in drawn(match, 0, "fr").split("à la table")[0]


def test_wide_letters_and_the_longest_names_fit_too(tmp_path):
    rows = [
        card_row(n, name_en=f"{n} " + "長" * 55, name_fr=f"{n} " + "x" * 55, year=f"-{n}000000000")
        for n in range(1, 70)
    ]
    deck = write_deck(tmp_path / "deck.csv", rows)
    match = after_a_while(8, 25, decks=[deck], cards=5)
    for lang in LANGUAGES:
        for width in (40, 80, 120):
            assert max(map(cell_len, drawn(match, 0, lang, width).splitlines())) <= width


def test_the_title_says_the_round_and_the_play_off():
    assert terminal.title(position(number=3).view(0), "fr") == "Manche 3"
    assert terminal.title(playoff(hands={0: "1600", 1: "1700"}).view(0), "en") == "Round 5 · play-off"
