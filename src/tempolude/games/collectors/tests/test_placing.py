"""L4.8 to L4.11: the pile, the board, feats and the reserve. L7: the conditions of feats."""

import pytest

from tempolude.engine.match import Match
from tempolude.games.collectors.components import read_cards
from tempolude.games.collectors.meta import GAME

from .positions import CARDS_FILE, WAY, position

FOUR = "colossus ginkgo dodo pyrite"


# --- The pile --------------------------------------------------------------------


def test_empty_eras_are_refilled_from_a_to_d_L4_8():
    p = position(line=FOUR, pile="zeus moa quagga", dates={0: 6257, 1: 0}).play(0, "travel 6257 0")
    assert p.line() == "colossus ginkgo zeus moa"
    assert p.next() == "quagga"


def test_the_discards_become_the_pile_as_soon_as_it_is_empty_L4_8():
    p = position(crystals={0: 2}, line=FOUR, pile="zeus", only=True, dates={0: 2000, 1: 0})
    before = p.discards()
    p.play(0, "travel B 0", "discard B")
    assert "pile renewed" in p.told
    assert p.line() == "colossus zeus dodo pyrite"
    assert p.discards() == []
    pile = [p.next(), *(p.id_of(card) for card in p.s.pile[: p.s.piled])]
    assert sorted(pile) == sorted([*before, "ginkgo"])  # the card just discarded is among them


def test_the_pile_may_run_out_between_two_eras_L4_8():
    p = position(line=FOUR, pile="zeus", only=True, dates={0: 3961, 1: 0}).play(0, "travel 3961 0")
    assert p.told.index("pile renewed") > p.told.index("turned up")
    line = p.line().split()
    assert line[1] == "zeus"
    assert len(line) == 4


def test_pile_and_discards_are_never_both_empty_L4_8():
    ids = [card.id for card in read_cards(CARDS_FILE)]
    boards = {seat: " ".join([*ids[11 * seat : 11 * seat + 11], "."]) for seat in range(3)}
    boards[3] = " ".join(
        [*ids[33:42], *"..."]
    )  # 42 cards on boards, four in the timeline, and the last turn takes two more
    p = position(
        seats=4,
        crystals={3: 1},
        board=boards,
        line=" ".join(ids[42:46]),
        dates={0: 9, 1: 8, 2: 7, 3: 3961},
        played=[0, 1, 2],
    )
    p.play(3, "travel 3961 0")
    assert len(p.line().split()) == 4
    assert p.next()
    assert p.s.piled + p.s.discarded == 1


# --- The board -------------------------------------------------------------------


def test_a_card_goes_on_any_empty_place_that_takes_its_type_L4_9():
    p = position(line="colossus", board={0: "zeus . . . / . . . . / . . . ."}, dates={0: 5, 1: 0})
    p.play(0, "travel A 0", "collect")
    places = [text.removeprefix("place ") for text in p.legal(0)]
    assert places == ["0,1", "0,2", "1,0", "1,1", "1,2", "1,3", "2,0", "2,1", "2,3"]  # not 0,3 (animal), 2,2 (mineral)


def test_a_place_for_one_type_takes_that_type_L4_9():
    p = position(line="dodo", dates={0: 5, 1: 0}).play(0, "travel A 0", "collect", "place 0,3")
    assert p.on(0, "0,3") == "dodo"


def test_a_crystal_place_brings_one_crystal_L4_9():
    p = position(line="colossus", crystals={0: 1}, dates={0: 5, 1: 0}).play(0, "travel A 0", "collect", "place 0,1")
    assert p.crystals(0) == 2
    assert p.told[:2] == ["placed", "crystal found"]


def test_the_crystal_of_a_place_counts_at_once_for_a_feat_L4_9():
    p = position(line="colossus", crystals={0: 4}, feats="crystals", dates={0: 5, 1: 0})
    p.play(0, "travel A 0", "collect", "place 0,1", "feat crystals")
    assert p.feat("crystals") == 0


def test_the_card_of_the_earlier_era_is_placed_first_L4_9():
    p = position(line=FOUR, dates={0: 3961, 1: 0}).play(0, "travel 3961 0", "place 0,0", "place 1,0")
    assert p.on(0, "0,0") == "ginkgo"
    assert p.on(0, "1,0") == "dodo"


def test_where_one_place_is_left_the_card_goes_there_L4_9():
    board = {0: "zeus artemis moa . / ginkgo quagga aurochs silphium / mausoleum . . cooksonia"}
    p = position(line="colossus", board=board, dates={0: 5, 1: 0}).play(0, "travel A 0", "collect")
    assert p.on(0, "2,1") == "colossus"
    assert p.waiting == [1]


def test_a_card_that_no_place_can_take_is_discarded_L4_9():
    board = {0: "zeus artemis moa . / ginkgo quagga aurochs silphium / mausoleum calamites . cooksonia"}
    p = position(line="colossus", board=board, dates={0: 5, 1: 0}).play(0, "travel A 0", "collect")
    assert "no place" in p.told
    assert p.discards() == ["colossus"]
    assert p.s.owned[0] == 10


def test_a_card_placed_by_mistake_can_be_taken_back_until_something_new_is_shown_L4_9():
    match = Match(GAME, seats=2, seed=1)
    for _ in range(200):
        seat = match.waiting[0]
        placing = match.legal(seat)[0].notation.startswith("place")
        match.play(seat, match.legal(seat)[0].number)
        if placing and not match.over and match.waiting != [0, 1] and "turned up" not in [e.name for e in match.events]:
            break
    assert match.can_undo(seat)


# --- Feats -----------------------------------------------------------------------


def test_a_feat_is_offered_only_to_who_meets_its_condition_L4_10():
    p = position(line="dodo", feats="animal plants", dates={0: 5, 1: 0}).play(0, "travel A 0", "collect", "place 0,0")
    assert p.legal(0) == ["feat animal", "feat none"]


def test_a_feat_taken_is_not_replaced_and_gone_for_the_others_L4_10():
    p = position(line="dodo moa", feats="animal", dates={0: 2000, 1: 5})
    p.play(0, "travel B 0", "collect", "place 0,0", "feat animal")
    assert p.feat("animal") == 0
    p.play(1, "travel A 0", "collect", "place 0,1")
    assert not any(text.startswith("feat") for text in p.legal(1))


def test_one_feat_a_turn_L4_10():
    p = position(line="dodo", crystals={0: 5}, feats="animal crystals", dates={0: 5, 1: 0})
    p.play(0, "travel A 0", "collect", "place 0,0")
    assert p.legal(0) == ["feat animal", "feat crystals", "feat none"]
    p.play(0, "feat animal")
    assert p.waiting == [1]


def test_a_feat_may_be_left_and_taken_in_a_turn_without_cards_L4_10():
    p = position(board={0: "dodo . . . / . . . . / . . . ."}, feats="animal", dates={0: 9000, 1: 0})
    p.play(0, "travel future 0", "discard none", "feat none")
    assert p.feat("animal") == "on offer"


@pytest.mark.parametrize(
    ("feat", "short", "enough"),
    [
        ("column", "zeus . . . / dodo . . . / . . . .", "zeus . . . / dodo . . . / moa . . ."),
        ("row", ". . . . / zeus dodo moa . / . . . .", ". . . . / zeus dodo moa ginkgo / . . . ."),
        ("animal", "zeus . . . / . . . . / . . . .", "dodo . . . / . . . . / . . . ."),
        ("plants", "ginkgo calamites . . / . . . . / . . . .", "ginkgo calamites . . / silphium . . . / . . . ."),
        ("wonders", "zeus colossus artemis . / . . . . / . . . .",
         "zeus colossus artemis . / lighthouse . . . / . . . ."),
        ("books", "book-of-books book-of-books . . / . . . . / . . . .",
         "book-of-books book-of-books . . / book-of-types . . . / . . . ."),
        ("minerals", "pyrite pyrite pyrite . / . . . . / . . . .",
         "pyrite pyrite pyrite . / malachite . . . / . . . ."),
    ],
)  # fmt: skip
def test_what_a_feat_asks_for_on_the_board_L7(feat, short, enough):
    for board, expected in ((short, []), (enough, [f"feat {feat}", "feat none"])):
        p = position(board={0: board}, feats=feat, dates={0: 9000, 1: 0}).play(0, "travel future 0", "discard none")
        assert p.legal(0) == expected


def test_a_row_is_no_four_places_across_two_rows_L7():
    board = {0: ". . zeus . / dodo moa . . / . . . ."}
    p = position(board=board, feats="row column", dates={0: 9000, 1: 0}).play(0, "travel future 0", "discard none")
    assert p.waiting == [1]


def test_five_crystals_are_those_held_L7():
    for crystals, expected in ((2, []), (3, ["feat crystals", "feat none"])):  # two more come from the future
        p = position(crystals={0: crystals}, feats="crystals", dates={0: 9000, 1: 0})
        p.play(0, "travel future 0", "discard none")
        assert p.legal(0) == expected


# --- Crystals --------------------------------------------------------------------


def test_crystals_spent_go_to_the_reserve_L4_11():
    p = position(crystals={0: 3, 1: 1}, dates={0: 3841, 1: 0}).play(0, "travel C 1", "discard C")
    assert p.crystals(0) == 1
    assert p.s.reserve == 22


@pytest.mark.parametrize(("reserve", "gained"), [(0, 0), (1, 1), (2, 2)])
def test_what_the_reserve_cannot_pay_is_not_gained_L4_11(reserve, gained):
    p = position(crystals={0: 1, 1: 1}, reserve=reserve, dates={0: 9000, 1: 0}).play(0, "travel future 0")
    assert p.crystals(0) == 1 + gained
    assert p.s.reserve == reserve - gained


def test_an_empty_reserve_pays_no_crystal_place_either_L4_11():
    p = position(crystals={0: 1, 1: 0}, reserve=0, line="colossus", dates={0: 5, 1: 0})
    p.play(0, "travel A 0", "collect", "place 0,1")
    assert p.crystals(0) == 1


def test_a_seat_is_asked_only_where_it_has_a_choice():
    p = position(crystals={0: 0, 1: 0}, line=FOUR, dates={0: 2000, 1: 100})
    while p.waiting and not p.s.over and p.s.round < 6:
        seat = p.waiting[0]
        legal = WAY.legal(p.s, seat)
        assert len(legal) > 1 or p.legal(seat)[0].startswith("set")
        WAY.play(p.s, seat, legal[0])
