"""Files of cards and tables: their contents, and every mistake reported with file, line and reason."""

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tempolude.engine.errors import BadData, BadOption
from tempolude.engine.match import Match
from tempolude.engine.options import enclosed
from tempolude.games.masters import rules, state
from tempolude.games.masters.cards import effect_text
from tempolude.games.masters.components import MOST_KINDS, SETS, TABLES, in_match, read_set, read_table
from tempolude.games.masters.meta import GAME

from .positions import position

HOUSE = (SETS / "house@1.csv").read_text("utf-8").splitlines()
PEACE = (TABLES / "peace@1.csv").read_text("utf-8").splitlines()
CHARGE, METRONOME, CONVERGENCE = (
    next(i for i, row in enumerate(HOUSE, 1) if row.startswith(f"{x},")) for x in ("charge", "metronome", "convergence")
)


def changed(tmp_path: Path, line: int, old: str, new: str, rows: list[str] = HOUSE) -> Path:
    """A file with a change in one line (counted from 1)."""
    copy = list(rows)
    assert old in copy[line - 1]
    copy[line - 1] = copy[line - 1].replace(old, new, 1)
    return written(tmp_path, copy)


def written(tmp_path: Path, rows: list[str]) -> Path:
    path = tmp_path / "mine.csv"
    path.write_text("\n".join(rows) + "\n", "utf-8")
    return path


def refused(name: Path, line: int, reason: str, *, table: bool = False) -> None:
    with pytest.raises(BadData, match=re.escape(reason)) as caught:
        read_table(name, read_set("house")) if table else read_set(name)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"{name}, line {line}: ")


def test_the_house_set_has_39_spells_5_focuses_and_11_timers_M1_1() -> None:
    assert Counter(kind.sort for kind in read_set("house")) == {state.SPELL: 39, state.FOCUS: 5, state.TIMER: 11}


def test_each_sphere_has_20_cards_and_a_base_deck_10_M1_2_M1_3() -> None:
    counts: Counter[int] = Counter()
    for kind in read_set("house"):
        counts[kind.level] += kind.copies
    assert counts == {0: 10, 1: 20, 2: 20, 3: 20, 4: 20, 5: 20}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_house_set_is_the_one_of_the_rulebook(lang: str) -> None:
    """Level, name, mage, cost or slots, effect: as the tables of both rulebooks have them."""
    rows = [
        [cell.strip() for cell in row.strip("|").split("|")]
        for row in GAME.rulebook[lang].text.splitlines()
        if re.match(r"\| \d", row)
    ]
    book = {row[1]: row for row in rows}
    for kind in read_set("house"):
        row = book.pop(kind.name[lang])
        assert int(row[0]) == kind.level
        effect = re.sub(r" \(.*\)", "", row[-1])
        none = {"en": "none", "fr": "aucun"}[lang]
        assert effect == none if not kind.effect else effect == effect_text(kind, lang), kind.id
        if kind.sort == state.SPELL:
            assert row[2:4] == [kind.mage, str(kind.cost)]
        if kind.sort == state.TIMER:
            assert int(row[2]) == kind.slots
    assert not book


@pytest.mark.parametrize(
    ("line", "old", "new", "reason"),
    [
        (1, "mage", "wizard", "missing column: mage"),
        (CHARGE, "discount 1", "rebate 1", "unknown effect 'rebate 1'; there are: recover"),
        (CHARGE, "discount 1", "discount", "effect 'discount': 'discount' needs an amount from 1 to 2"),
        (CHARGE, "discount 1", "discount 3", "effect 'discount 3': 'discount' needs an amount from 1 to 2"),
        (CHARGE, "discount 1", "renew 2", "effect 'renew 2': 'renew' has no amount"),
        (CHARGE, "discount 1", "", "a spell needs an effect"),
        (
            CHARGE,
            "discount 1",
            '"draw 1, draw 1, draw 1, draw 1, draw 1"',
            "the effect has 5 words: expected at",
        ),
        (CHARGE, "Charge,Charge", "Charge,", "name_fr has 0 characters: expected 1 to 24"),
        (CHARGE, "Charge,Charge", ",Charge", "name_en has 0 characters: expected 1 to 24"),
        (CHARGE, "Charge,Charge", "Charge," + "Charge" * 9, "name_fr has 54 characters: expected 1 to 24"),
        (CHARGE, "charge", "Charge!", "id 'Charge!': expected lower-case letters"),
        (CHARGE, "charge", "suggestion", "duplicate: 'suggestion' is already in line 2"),
        (CHARGE, "Charge", "Suggestion", "duplicate: 'Suggestion (en)' is already in line 2"),
        (CHARGE, "spell", "charm", "type 'charm': expected spell, focus or timer"),
        (CHARGE, "Atossypher", "", "a spell needs a mage"),
        (CHARGE, ",1,,,", ",ten,,,", "cost 'ten': expected a whole number from 0 to 9"),
        (CHARGE, ",0,2,", ",6,2,", "level '6': expected a whole number from 0 to 5"),
        (CHARGE, ",0,2,", ",0,0,", "copies '0': expected a whole number from 1 to 20"),
        (CHARGE, ",1,,,", ",1,1,,", "a spell has no slots"),
        (CHARGE, ",1,,,", ",1,,placing,", "when 'placing': only the effect of a timer waits"),
        (CONVERGENCE, "Convergence,,", "Convergence,Ekkor,", "a focus has no mage"),
        (METRONOME, ",1,placing", ",3,placing", "slots '3': expected a whole number from 1 to 2"),
        (METRONOME, "placing", "", "when '': expected placing or discarded"),
        (METRONOME, "recover 1", "", "when 'placing': a timer without effect has none"),
    ],
)
def test_a_mistake_is_refused_with_its_line(tmp_path: Path, line: int, old: str, new: str, reason: str) -> None:
    refused(changed(tmp_path, line, old, new), line, reason)


def test_a_wrong_count_is_told_where_the_level_ends(tmp_path: Path) -> None:
    last = max(i for i, row in enumerate(HOUSE, 1) if ",0," in row[:30])
    refused(changed(tmp_path, CHARGE, ",0,2,", ",0,3,"), last, "level 0 has 11 cards where 10 are needed")
    fewer = [row for row in HOUSE if ",timer,5," in row or not re.search(r",5,2,", row)]
    refused(written(tmp_path, fewer), len(fewer), "level 5 has 4 cards where at least 10 are needed")


def test_a_set_without_cards_is_refused(tmp_path: Path) -> None:
    refused(written(tmp_path, HOUSE[:1]), 1, "level 0 has 0 cards")


EXTENSION = [f"more-{i},focus,1,2,More {i},Plus {i},,,,,{word}" for i, word in enumerate(["recover half"] * 30)]


def test_a_sphere_with_an_extension_is_dealt_at_random_M1_3(tmp_path: Path) -> None:
    cards = written(tmp_path, HOUSE + EXTENSION[:5])
    match = Match(GAME, seats=2, seed=1, options={"cards": cards})
    dealt = Counter(kind for seed in range(60) for kind in dealt_in(cards, seed))
    assert all(dealt[number] for number, kind in enumerate(read_set(cards)) if kind.level == 1)
    assert sum(dealt.values()) == 60 * state.SPHERE
    census = Counter(piece for piece, _ in rules.census(match.state))
    assert set(census.values()) == {1}
    assert sum(piece in census for piece in (f"card {len(HOUSE) - 1}.1", f"card {len(HOUSE) - 1}.2")) == 2
    view = match.view(0)
    GAME.rules.guess(view, 0)
    assert Counter(piece for piece, _ in rules.census(view)) == census


def dealt_in(cards: Path, seed: int) -> list[int]:
    return list(Match(GAME, seats=2, seed=seed, options={"cards": cards}).state.sphere[0])


def test_of_more_kinds_than_a_match_numbers_the_table_chooses_ten_a_sphere_M2_1(tmp_path: Path) -> None:
    cards = written(tmp_path, HOUSE + EXTENSION)
    with pytest.raises(BadOption, match="85 kinds of card; with more than 60 the table must choose ten"):
        Match(GAME, seats=2, seed=1, options={"cards": cards})
    chosen = [row for row in PEACE if not row.startswith("1,")] + [f"1,more-{i},2" for i in range(25, 30)]
    match = Match(GAME, seats=2, seed=1, options={"cards": cards, "spheres": enclosed("t", "\n".join(chosen))})
    kinds, _ = in_match(match.options)
    assert {kinds[card].id for card in match.state.sphere[0]} == {f"more-{i}" for i in range(25, 30)}


def test_too_many_kinds_are_refused(tmp_path: Path) -> None:
    more = [f"more-{i},focus,1,1,More {i},Plus {i},,,,,recover 1" for i in range(MOST_KINDS - 54)]
    refused(written(tmp_path, HOUSE + more), len(HOUSE) + len(more), "more than 300 kinds of card")


def test_every_mistake_of_a_set_is_told_by_its_line_in_both_languages(tmp_path: Path) -> None:
    rows = [
        row.replace("charge,spell", "charge,charm").replace("placing,recover 1", "later,recover 1") for row in HOUSE
    ]
    with pytest.raises(BadData) as caught:
        read_set(written(tmp_path, rows))
    lines = [i for i, row in enumerate(rows, 1) if ",charm," in row or ",later," in row]
    assert [fault.line for fault in caught.value.all] == lines
    assert len(lines) > 2
    assert all(fault.because("fr") != fault.because("en") for fault in caught.value.all)


def test_too_many_timers_are_refused(tmp_path: Path) -> None:
    rows = [row.replace(",timer,1,2,", ",timer,1,5,").replace("ebb,spell,1,2,", "ebb,spell,1,1,") for row in HOUSE]
    rows = [row for row in rows if not re.match(r"spark|recollection|intuition", row)]
    rows = [row.replace("ebb,spell,1,1,", "ebb,spell,1,2,") for row in rows]
    refused(written(tmp_path, rows), len(rows), "27 timers, of which a player could have at most 24")


@pytest.mark.parametrize(
    ("line", "old", "new", "reason"),
    [
        (1, "sphere", "level", "missing column: sphere"),
        (2, "1,spark", "9,spark", "sphere '9': expected a whole number from 1 to 5"),
        (2, "spark", "sparkle", "card 'sparkle' is not in the set of cards"),
        (2, "1,spark", "2,spark", "spark is a card of level 1, not of sphere 2"),
        (2, ",2", ",3", "3 copies of spark, of which the set has 2"),
        (2, ",2", ",none", "copies 'none': expected a whole number from 1 to 10"),
    ],
)
def test_a_mistake_in_a_table_is_refused_with_its_line(
    tmp_path: Path, line: int, old: str, new: str, reason: str
) -> None:
    refused(changed(tmp_path, line, old, new, PEACE), line, reason, table=True)


def test_a_table_with_a_wrong_count_is_told_where_the_sphere_ends(tmp_path: Path) -> None:
    last = max(i for i, row in enumerate(PEACE, 1) if row.startswith("1,"))
    name = changed(tmp_path, 2, ",2", ",1", PEACE)
    refused(name, last, "sphere 1 has 9 cards where 10 are needed", table=True)


def test_a_match_is_played_with_a_set_and_a_table_of_ones_own(tmp_path: Path) -> None:
    cards = changed(tmp_path, CHARGE, "Atossypher,1", "Atossypher,0")
    match = Match(GAME, seats=2, seed=1, options={"cards": cards})
    assert match.options["cards"] == {"name": "mine.csv", "csv": cards.read_text("utf-8")}
    assert position(options={"cards": cards}, hands={0: "charge"}).do("cast charge").ke(0) == "4/4"
    table = tmp_path / "table.csv"
    table.write_text("\n".join(PEACE) + "\n", "utf-8")
    assert (
        GAME.encode(2, GAME.settle(2, {"spheres": table})) == GAME.encode(2, GAME.settle(2, {"spheres": "peace"}))
    ).all()


def test_a_changed_set_gives_other_numbers_so_a_record_can_tell(tmp_path: Path) -> None:
    cards = changed(tmp_path, CHARGE, "discount 1", "discount 2")
    ours, theirs = (GAME.encode(2, GAME.settle(2, {"cards": name})) for name in ("house", cards))
    assert (ours != theirs).any()


def test_an_unknown_set_is_refused() -> None:
    with pytest.raises(BadOption, match=r"one of house or a \.csv file"):
        GAME.settle(2, {"cards": "palace"})


def test_cards_that_give_cards_and_spheres_of_many_play_alike_both_ways_and_replay_M1_3_M4_4(tmp_path: Path) -> None:
    """Random matches end and lose no card; interpreted and compiled agree to the byte; a record replays."""
    rows = [
        row.replace(",,,,,recover 2", ",,,,,draw 2").replace("discarded,discard 1", "discarded,fetch 1")
        for row in [*HOUSE, *EXTENSION[:5]]
    ]
    rows = [row.replace("recover 3", "echo 1") if row.startswith("inspiration") else row for row in rows]
    cards = written(tmp_path, rows)
    match, dice = Match(GAME, seats=3, seed=4, options={"cards": cards}), Random(4)
    fast, other = GAME.compiled, rules.STATE.new()
    fast.setup(other, 3, GAME.encode(3, match.options), 4)
    pieces = Counter(piece for piece, _ in rules.census(match.state))
    while not match.over:
        assert match.state == other
        seat = match.waiting[0]
        action = dice.choice(match.way.legal(match.state, seat))
        match.play(seat, action)
        fast.play(other, seat, action)
        assert Counter(piece for piece, _ in rules.census(match.state)) == pieces
        view = match.view(0)
        rules.guess(view, 0)
        assert GAME.hide(view, 0) == match.view(0)
    match.save(tmp_path / "match.json")
    assert Match.load(tmp_path / "match.json").scores == match.scores
