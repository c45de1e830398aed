"""T1 Components: decks, mixed decks, mixes of more than 240 cards, and the cards for children."""

from itertools import pairwise

import pytest

from tempolude.engine.errors import BadData, BadOption
from tempolude.engine.match import Match
from tempolude.games.timeline.components import COLUMNS, mix
from tempolude.games.timeline.meta import GAME

from .positions import card_row, in_play, line, made_deck, position, write_deck


def start(*decks, seats=2, seed=1, **options):
    return Match(GAME, seats=seats, seed=seed, options={"decks": list(decks), **options})


def cards_of(match):
    return [match.table.card(number) for number in range(match.state.cards)]


def test_a_match_is_played_with_all_cards_of_its_deck_T1_2():
    match = start("inventions")
    assert {card.id for card in cards_of(match)} == {card.id for card in mix(["inventions"])} == in_play(match)


def test_fewer_than_55_cards_are_refused_T1_2(tmp_path):
    few = made_deck(tmp_path / "few.csv", range(1, 55))
    with pytest.raises(BadData, match=r"few.csv, line 1: too few cards: 54 in total; at least 55 are needed"):
        start(few)
    assert start(made_deck(tmp_path / "enough.csv", range(1, 56))).state.cards == 55


def test_small_decks_are_enough_together_T1_2(tmp_path):
    one, two = made_deck(tmp_path / "one.csv", range(1, 31)), made_deck(tmp_path / "two.csv", range(31, 61))
    assert start(one, two).state.cards == 60


def test_a_card_found_in_two_mixed_decks_is_used_once_T1_2(tmp_path):
    one, two = made_deck(tmp_path / "one.csv", range(1, 41)), made_deck(tmp_path / "two.csv", range(31, 71))
    match = start(one, two)
    assert match.state.cards == 70
    assert [card.id for card in cards_of(match)].count("card-35") == 1


def test_cards_used_once_do_not_count_twice_towards_55_T1_2(tmp_path):
    one, two = made_deck(tmp_path / "one.csv", range(1, 41)), made_deck(tmp_path / "two.csv", range(1, 50))
    with pytest.raises(BadData, match=r"two.csv, line 1: too few cards: 49 in total"):
        start(one, two)


def test_a_card_with_another_year_in_another_deck_is_refused_T1_2(tmp_path):
    one = made_deck(tmp_path / "one.csv", range(1, 61))
    two = write_deck(tmp_path / "two.csv", [card_row(7, year="8")])
    with pytest.raises(BadOption, match=r"'card-7' has another year in deck '.*two.csv'"):
        start(one, two)


def test_cards_of_one_name_under_two_ids_are_refused_but_a_match_begun_before_goes_on_T1_2(tmp_path):
    one = made_deck(tmp_path / "one.csv", range(1, 61))
    two = write_deck(tmp_path / "two.csv", [card_row(7, id="seventh")])
    with pytest.raises(BadOption, match=r"two decks have a card called .*, under the ids 'card-7' and 'seventh'"):
        start(one, two)
    options = GAME.settle(2, {"decks": [one, two]})
    older = Match(GAME, seats=2, seed=1, options=options, rules=1)
    assert older.state.cards == 61
    assert Match.load(saved(older, tmp_path)).state.cards == 61


def saved(match, folder):
    path = folder / "match.json"
    match.save(path)
    return path


def test_the_order_of_the_decks_does_not_matter_T1_2(tmp_path):
    one, two = made_deck(tmp_path / "one.csv", range(1, 41)), made_deck(tmp_path / "two.csv", range(41, 71))
    assert mix([one, two]) == mix([two, one])


def test_a_year_can_be_far_back_T1_2(tmp_path):
    rows = [card_row(number) for number in range(1, 60)]
    rows += [card_row(60, year="-13800000000"), card_row(61, year="-4540000000"), card_row(62, year="-1")]
    match = start(write_deck(tmp_path / "far.csv", rows))
    in_time = sorted(range(match.state.cards), key=lambda number: match.state.date[number])
    assert [match.table.card(number).year for number in in_time[:4]] == [-13_800_000_000, -4_540_000_000, -1, 1]


def test_there_is_no_year_0_between_the_eras_T1_2():
    match = position(line="bc1 1", hands={0: "bc500", 1: "1400 1410"})
    match.play(0, "place bc500 0")
    match.play(1, "place 1400 3")
    assert line(match) == "bc500 bc1 1 1400"
    assert match.ranks == [1, 2]


# --- Mixes of more than 240 cards ------------------------------------------------


@pytest.fixture
def large(tmp_path):
    """Two decks with 300 cards in all; cards 201 to 300 have the years 1 to 100 again."""
    one = made_deck(tmp_path / "one.csv", range(1, 201))
    two = write_deck(tmp_path / "two.csv", [card_row(n, year=str(n - 200)) for n in range(201, 301)])
    return one, two


def test_exactly_240_cards_are_all_used_T1_3(tmp_path):
    match = start(made_deck(tmp_path / "deck.csv", range(1, 241)))
    assert {card.year for card in cards_of(match)} == set(range(1, 241))


def test_of_a_larger_mix_240_are_drawn_T1_3(large):
    match = start(*large, seats=8, cards=10)
    ids = [card.id for card in cards_of(match)]
    assert len(ids) == len(set(ids)) == match.state.cards == 240
    assert in_play(match) == set(ids)
    assert set(ids) != {card.id for card in cards_of(start(*large, seed=2))}


def test_the_cards_drawn_have_their_own_dates_T1_3(large):
    for seed in range(5):
        match = start(*large, seed=seed)
        s, cards = match.state, cards_of(match)
        assert sorted(s.date[: s.cards]) == list(range(240))
        in_time = sorted(range(240), key=lambda number: s.date[number])
        years = [cards[number].year for number in in_time]
        assert years == sorted(years)
        places = [s.year[place] for place in range(240)]
        assert [a == b for a, b in pairwise(places)] == [a == b for a, b in pairwise(years)]


def test_every_card_is_drawn_as_often_T1_3(large):
    encoded = GAME.encode(2, GAME.settle(2, {"decks": list(large)}))
    match = start(*large)
    total, found = 400, [0] * 300
    for seed in range(total):
        match.way.setup(match.state, 2, encoded, seed)
        for number in range(240):
            found[match.state.catalogue[number]] += 1
    expected, spread = total * 240 / 300, total * 0.8 * 0.2
    assert sum((n - expected) ** 2 / spread for n in found) < 384  # 299 degrees of freedom, one in a thousand


def test_a_match_with_drawn_cards_is_told_and_read_by_their_own_names_T1_3(large):
    match = start(*large, seed=3, cards=1)
    opened = match.events[1]
    card = match.table.card(opened.numbers[0])
    assert str(match.story()[1]) == f"“{card.name['en']}” opens the line ({card.year})."
    seat = match.waiting[0]
    mine = match.table.card(match.state.hand[seat][0])
    match.play(seat, f"place {mine.id} {1 if mine.year >= card.year else 0}")
    assert [event.name for event in match.events][:2] == ["placed right", "dated"]
    assert str(match.story()[4]) == f"{mine.year} — {mine.text['en']}"


def test_a_mix_of_more_cards_than_can_be_numbered_is_refused_T1_3(tmp_path):
    many = made_deck(tmp_path / "many.csv", range(1, 2**15 + 2))
    with pytest.raises(BadOption, match="32769 cards in total; at most 32768 can be mixed"):
        mix([{"name": "many", "csv": many.read_text("utf-8")}])
    with pytest.raises(BadData, match=r"many\.csv, line 1: is too large: at most 262144 characters are read"):
        start(many)


# --- For children ----------------------------------------------------------------


def known_deck(path, known, others=range(3000, 3060)):
    """A deck in which only these years are marked as best known."""
    rows = [card_row(number, known="true") for number in known] + [card_row(number, known="false") for number in others]
    return write_deck(path, rows, (*COLUMNS, "known"))


def test_children_play_with_the_best_known_cards_T1_4(tmp_path):
    match = start(known_deck(tmp_path / "deck.csv", range(100, 300, 10)), level="children")
    assert sorted(card.year for card in cards_of(match)) == list(range(100, 300, 10))
    assert in_play(match) == {card.id for card in cards_of(match)}


def test_a_card_too_soon_after_another_is_left_out_T1_4(tmp_path):
    years = [*range(100, 300, 10), 109, 119, 295, 300]
    match = start(known_deck(tmp_path / "deck.csv", years), level="children")
    assert sorted(card.year for card in cards_of(match)) == [*range(100, 300, 10), 300]


def test_of_best_known_cards_of_two_decks_none_are_close_T1_4():
    years = sorted(card.year for card in cards_of(start("world", "france", level="children")))
    assert len(years) > 60
    assert all(after - before >= 10 for before, after in pairwise(years))


@pytest.mark.parametrize("known", [range(0), range(100, 270, 10)])
def test_fewer_than_18_for_children_are_refused_T1_4(tmp_path, known):
    deck = known_deck(tmp_path / "deck.csv", known)
    with pytest.raises(BadOption, match=f"level = children: {len(known)} best-known cards .* at least 18 are needed"):
        start(deck, level="children")
    assert start(deck).state.cards == len(known) + 60


def test_a_deck_for_children_still_needs_55_cards_T1_4(tmp_path):
    with pytest.raises(BadData, match="too few cards: 30 in total"):
        start(known_deck(tmp_path / "deck.csv", range(100, 300, 10), range(3000, 3010)), level="children")


def test_eighteen_cards_are_enough_for_eight_children_T1_4(tmp_path):
    deck = known_deck(tmp_path / "deck.csv", range(100, 280, 10))
    assert start(deck, seats=8, cards=1, level="children").state.cards == 18
    with pytest.raises(BadOption, match="with 18 cards and 8 players at most 1 each"):
        start(deck, seats=8, level="children")


def test_a_match_for_children_is_kept_as_a_record_T1_4(tmp_path):
    match = start("france", level="children")
    match.play(match.waiting[0], match.legal(match.waiting[0])[0].notation)
    match.save(tmp_path / "match.json")
    assert Match.load(tmp_path / "match.json").state == match.state
