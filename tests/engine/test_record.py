"""Record files: saving and loading, and the refusal of invalid files with the right reason."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tempolude.engine.errors import BadRecord, OtherRules, TamperedRecord, TruncatedRecord
from tempolude.engine.match import Match
from tempolude.engine.record import LARGEST, MOST_ACTIONS, _seal, from_record, seed_hash, to_record


@pytest.fixture(scope="module")
def match() -> Match:
    match, dice = Match("contretemps", seats=3, seed=42, names=["Ada", "Blaise", "Émile"]), Random(1)
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, dice.choice(match.legal(seat)).number)
        if match.can_undo(seat) and len(match.log) < 12:
            match.undo(seat)
    return match


@pytest.fixture
def record(match: Match) -> dict[str, Any]:
    return to_record(match)


def sealed(record: dict[str, Any]) -> dict[str, Any]:
    """Seal a record again, like a forger who knows the seal."""
    return {**record, "seal": _seal({key: value for key, value in record.items() if key != "seal"})}


def test_a_record_reads_as_a_person_would_write_it(record: dict[str, Any]) -> None:
    assert record["game"] == "contretemps"
    assert record["actions"][0].split()[1] == "play"
    assert any(action.endswith("undo") for action in record["actions"])
    assert record["names"] == ["Ada", "Blaise", "Émile"]


def test_what_is_saved_comes_back(match: Match, tmp_path: Path) -> None:
    match.save(tmp_path / "deep" / "match.json")
    again = Match.load(tmp_path / "deep" / "match.json")
    assert again.state == match.state
    assert again.log == match.log
    assert again.names == match.names
    assert [p.name for p in (tmp_path / "deep").iterdir()] == ["match.json"], "nothing is left lying about"


def test_a_match_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    match = Match("timeline", seats=2, seed=3)
    match.play(match.waiting[0], match.legal(match.waiting[0])[0].number)
    match.save(tmp_path / "half.json")
    again = Match.load(tmp_path / "half.json")
    assert again.waiting == match.waiting
    assert not again.over


def test_a_cut_off_file_is_called_truncated(match: Match, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    match.save(path)
    text = path.read_text()
    for length in (0, 1, len(text) // 2, len(text) - 3):
        path.write_text(text[:length])
        with pytest.raises(TruncatedRecord, match=r"match\.json"):
            Match.load(path)


def test_a_missing_part_is_called_truncated(record: dict[str, Any]) -> None:
    del record["actions"]
    with pytest.raises(TruncatedRecord, match="has no 'actions'"):
        from_record(record)


@pytest.mark.parametrize("key", ["seed", "options", "actions", "scores", "ranks", "names", "state", "seats", "over"])
def test_any_edit_breaks_the_seal(record: dict[str, Any], key: str) -> None:
    changed = {"seed": "43", "options": {"mode": "paradoxes"}, "seats": 4, "over": False, "state": "0" * 64}
    record[key] = changed.get(key, record[key][:-1] if isinstance(record[key], list) else None)
    with pytest.raises(TamperedRecord):
        from_record(record)


def test_a_forged_seal_does_not_save_a_result_that_was_not_played(record: dict[str, Any]) -> None:
    with pytest.raises(TamperedRecord, match="does not replay to what it says: 'scores'"):
        from_record(sealed({**record, "scores": [9, 0, 0]}))


def test_a_forged_seal_does_not_save_an_illegal_action(record: dict[str, Any]) -> None:
    actions = [*record["actions"][:5], "0 play F13", *record["actions"][6:]]
    with pytest.raises(TamperedRecord, match=r"action \d+ .* cannot have happened"):
        from_record(sealed({**record, "actions": actions}))
    with pytest.raises(TamperedRecord, match="is no action"):
        from_record(sealed({**record, "actions": ["nonsense"]}))


def test_another_seed_is_not_the_one_whose_hash_was_shown(record: dict[str, Any]) -> None:
    with pytest.raises(TamperedRecord, match="the seed is not the one whose hash was shown"):
        from_record(sealed({**record, "seed": "43"}))


def test_another_version_of_the_rules_is_named(record: dict[str, Any]) -> None:
    with pytest.raises(OtherRules, match="version 99 of the rules; these are version"):
        from_record(sealed({**record, "rules": 99}))
    with pytest.raises(OtherRules, match="has the format"):
        from_record(sealed({**record, "format": "tempolude match 7"}))


def test_a_record_of_the_older_generator_is_refused_in_one_sentence(record: dict[str, Any]) -> None:
    with pytest.raises(OtherRules, match="chance of older matches came from another generator") as refused:
        from_record(sealed({**record, "format": "tempolude match 1", "seed": 42}))
    assert "\n" not in str(refused.value)


def test_a_seed_of_256_bits_comes_back_from_a_file_as_digits(tmp_path: Path) -> None:
    match = Match("timeline", seats=2, seed=2**256 - 1)
    match.save(tmp_path / "match.json")
    assert json.loads((tmp_path / "match.json").read_text())["seed"] == str(2**256 - 1)
    again = Match.load(tmp_path / "match.json")
    assert (again.seed, again.state) == (match.seed, match.state)


@pytest.mark.parametrize("seed", ["", "007", "-1", "+7", "7.0", "0x7", " 7", "7\n", "٧", "1_000", "9" * 79])
def test_a_seed_is_written_in_one_way_only(record: dict[str, Any], seed: str) -> None:
    with pytest.raises(TamperedRecord, match="'seed' is"):
        from_record(sealed({**record, "seed": seed}))


def test_a_seed_past_the_last_one_is_no_seed(record: dict[str, Any]) -> None:
    seed = 2**256
    with pytest.raises(BadRecord, match=r"a whole number from 0 to 2\*\*256 - 1"):
        from_record(sealed({**record, "seed": str(seed), "seed_sha256": seed_hash(seed)}))


def test_other_data_is_named(record: dict[str, Any]) -> None:
    with pytest.raises(OtherRules, match="these rules read otherwise"):
        from_record(sealed({**record, "data": {"encoded": "0" * 64}}))
    with pytest.raises(OtherRules, match="other cards or boards than those installed here: decks/world@1"):
        from_record(sealed({**record, "data": {**record["data"], "decks/world@1": "0" * 64}}))


def test_an_unknown_game_or_option_in_a_record_is_a_bad_record(record: dict[str, Any]) -> None:
    with pytest.raises(BadRecord, match="unknown game 'chess'"):
        from_record(sealed({**record, "game": "chess"}))
    with pytest.raises(BadRecord, match="unknown option"):
        from_record(sealed({**record, "options": {"speed": 9}}))


def test_a_file_that_is_not_there_or_not_text_is_a_bad_record(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot be read"):
        Match.load(tmp_path / "nothing.json")
    (tmp_path / "binary.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TruncatedRecord):
        Match.load(tmp_path / "binary.json")
    (tmp_path / "list.json").write_text("[1, 2]")
    with pytest.raises(BadRecord, match="no record of a match"):
        Match.load(tmp_path / "list.json")


# --- Whatever is in a file -------------------------------------------------------


def test_a_record_of_an_older_format_is_called_that(record: dict[str, Any]) -> None:
    with pytest.raises(OtherRules, match="has the format 'tempolude match 1'; this programme reads"):
        from_record({**record, "format": "tempolude match 1", "data": "0" * 64})


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"[" * 200_000, "nested too deeply"),
        (b'{"a":' * 200_000, "nested too deeply"),
        (b"[[[[[[[]]]]]]]", "no record of a match"),
        (b'{"options": [[[[[]]]]]}', "nested too deeply"),
        (b'{"seed": ' + b"9" * 5000 + b"}", "a number has 5000 digits"),
        (b'{"seed": Infinity}', "'Infinity' stands where only whole numbers can"),
        (b'{"seed": -NaN}', "no whole record"),
        (b'{"seed": 1e999}', "'1e999' stands where only whole numbers can"),
        (b'{"seed": 7, "seed": 8}', "duplicate key 'seed'"),
        (b'{"format": "\\ud800"}', "has the format"),
        (b"\xff\xfe{}", "no whole record"),
        (b" " * (LARGEST + 1), "too large"),
        (b"null", "no record of a match"),
    ],
)
def test_a_file_that_is_no_record_is_refused_with_a_short_sentence(tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "r.json").write_bytes(content)
    with pytest.raises(BadRecord, match=reason) as refused:
        Match.load(tmp_path / "r.json")
    assert len(str(refused.value)) < 600


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"names": ["\ud800", "b", "c"], "seal": ""}, "text that is no text"),
        ({"names": ["\x1b[2J", "b", "c"]}, "cannot be shown"),
        ({"names": ["x" * 10**5, "b", "c"]}, "too long"),
        ({"names": [["Ada"], "b", "c"]}, "expected 3 words"),
        ({"options": {"mode": ["classic"]}}, "choose one of"),
        ({"options": {"mode": {"a": 1}}}, "choose one of"),
        ({"actions": ["9" * 5000 + " play C10"]}, "is no action"),
        ({"actions": ["0 " + "9" * 5000]}, "is no action"),
        ({"actions": ["٣ play C10"]}, "is no action"),
        ({"actions": [["0 play C10"]]}, "is no action"),
        ({"actions": ["9 play C10"]}, "there is no seat 9"),
        ({"actions": ["0 undo"] * (MOST_ACTIONS + 1)}, "at most 100000 are replayed"),
        ({"seats": 10**50}, "is for 3 to 6 players"),
        ({"extra": 1}, "'extra' is no part of a record"),
    ],
)
def test_what_a_forger_who_knows_the_seal_puts_in_is_refused_with_a_short_sentence(
    record: dict[str, Any], tmp_path: Path, changes: dict[str, Any], reason: str
) -> None:
    forged = json.dumps({**record, **changes} if "seal" in changes else sealed({**record, **changes}))
    (tmp_path / "r.json").write_text(forged)
    with pytest.raises(BadRecord, match=reason) as refused:
        Match.load(tmp_path / "r.json")
    assert len(str(refused.value)) < 800


def opened() -> list[str]:
    """The files opened since the last call; an audit hook stays for the life of a process."""
    if not OPENED:
        sys.addaudithook(lambda event, given: OPENED.append(str(given[0])) if event == "open" else None)
        OPENED.append("")
    found = OPENED[1:]
    del OPENED[1:]
    return found


OPENED: list[str] = []
NAMED = [("timeline", "decks", True), ("pirates", "board", False), ("masters", "cards", False)]


@pytest.mark.parametrize(("game", "option", "several"), [*NAMED, ("collectors", "cards", False)])
def test_a_record_never_names_a_file(tmp_path: Path, game: str, option: str, several: bool) -> None:
    os.mkfifo(tmp_path / "pipe.csv")  # opening it blocks forever
    (tmp_path / "house@1.csv").touch()
    record = to_record(Match(game, seed=1))
    for name in (str(tmp_path / "pipe.csv"), str(tmp_path / "house@1"), "../tests/years", "/etc/passwd", "house@1.csv"):
        options = {**record["options"], option: [name] if several else name}
        opened()
        with pytest.raises(BadRecord, match=f"{option}|called"):
            from_record(sealed({**record, "options": options}))
        assert not [path for path in opened() if str(tmp_path) in path or "years" in path or "passwd" in path]
    with pytest.raises(BadRecord, match="it is not a file"):
        Match.load(tmp_path / "pipe.csv")


def test_a_record_must_say_which_versions_it_was_played_with() -> None:
    record = to_record(Match("pirates", seed=1))
    with pytest.raises(TamperedRecord, match="option 'board' is 'house', which is not how a match keeps it"):
        from_record(sealed({**record, "options": {**record["options"], "board": "house"}}))


def short(match: Match, actions: int) -> dict[str, Any]:
    dice = Random(1)
    for _ in range(actions):
        match.play(match.waiting[0], dice.choice(match.legal(match.waiting[0])).number)
    return to_record(match)


BOUGHT = "year,name,text\n" + "".join(f"{n},Thing {n},Told.\n" for n in range(1, 61))
RECORDS = [
    *(short(Match(name, seed=2), 4) for name in ("collectors", "contretemps", "masters", "pirates")),
    short(Match("timeline", seed=2, options={"decks": ["world", {"name": "Mine", "csv": BOUGHT}]}), 4),
]
ODD = st.sampled_from(
    [None, True, -1, 0, 10**30, "", " ", "house", "house@1", "world@1", "house@99", "house@1.csv", "../years.csv",
     "/dev/zero", "\ud800", "\x00", "\u202e", "x" * 5000, "0 undo", "0 pass", "1 " + "9" * 30, "0 play C10", "random",
     "+", [], {}, [[]],
     {"name": "x", "csv": ""}, {"name": "x", "csv": BOUGHT}, {"name": 1, "csv": 2}, {"csv": "\ud800", "name": "x"}]
)  # fmt: skip
json_values = st.recursive(
    ODD | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


REPLAYED = ("game", "rules", "seats", "data", "seed", "actions", "over", "scores", "ranks", "state")


def mutated(value: Any, data: Any) -> Any:
    """The value with a random change somewhere inside."""
    if not isinstance(value, (dict, list)) or not value or data.draw(st.integers(0, 4)) == 0:
        return data.draw(json_values)
    if isinstance(value, list):
        at = data.draw(st.integers(0, len(value) - 1))
        kept = [mutated(one, data) if i == at else one for i, one in enumerate(value)]
        return data.draw(st.sampled_from([kept, value[:at], [*value, value[at]], value[::-1]]))
    key = data.draw(st.sampled_from(sorted(value)))
    changed = {**value, key: mutated(value[key], data)}
    return data.draw(st.sampled_from([changed, changed, changed, {k: v for k, v in value.items() if k != key}]))


@settings(max_examples=250, deadline=None)
@given(data=st.data())
def test_nothing_put_in_a_record_does_more_than_be_refused(tmp_path_factory: pytest.TempPathFactory, data: Any) -> None:
    record = data.draw(st.sampled_from(RECORDS))
    changed = mutated(record, data)
    if isinstance(changed, dict) and data.draw(st.integers(0, 9)):
        with suppress(UnicodeEncodeError):
            changed = sealed(changed)
    content = json.dumps(changed).encode()
    if data.draw(st.integers(0, 9)) == 0:
        at = data.draw(st.integers(0, len(content)))
        content = content[:at] + data.draw(st.binary(max_size=4)) + content[at + data.draw(st.integers(0, 4)) :]
    path = tmp_path_factory.getbasetemp() / "fuzzed.json"
    path.write_bytes(content)
    opened()
    sentence = ""
    try:
        loaded = Match.load(path)
        loaded.story()  # what `replay` prints
        said, again = json.loads(content), to_record(loaded)
        assert said["options"] == {name: again["options"][name] for name in said["options"]}
        assert [said[key] for key in REPLAYED] == [again[key] for key in REPLAYED]
    except BadRecord as refused:
        sentence = str(refused)
    assert len(sentence) < 1000
    assert not [name for name in opened() if name.endswith(".csv") and "tempolude/games" not in name]
