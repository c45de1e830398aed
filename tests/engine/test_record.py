"""Record files: what is saved comes back, and what is not right is refused for what is wrong with it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tempolude.engine.errors import BadRecord, OtherRules, TamperedRecord, TempoludeError, TruncatedRecord
from tempolude.engine.match import Match
from tempolude.engine.record import _seal, from_record, to_record


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
    """As a forger would who knows the seal."""
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
    changed = {"seed": 43, "options": {"mode": "paradoxes"}, "seats": 4, "over": False, "state": "0" * 64}
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
        from_record(sealed({**record, "seed": 43}))


def test_another_version_of_the_rules_is_named(record: dict[str, Any]) -> None:
    with pytest.raises(OtherRules, match="version 99 of the rules; these are version"):
        from_record(sealed({**record, "rules": 99}))
    with pytest.raises(OtherRules, match="has the format"):
        from_record(sealed({**record, "format": "tempolude match 7"}))


def test_other_data_is_named(record: dict[str, Any]) -> None:
    with pytest.raises(OtherRules, match="other cards or boards"):
        from_record(sealed({**record, "data": "0" * 64}))


def test_an_unknown_game_or_option_in_a_record_is_a_bad_record(record: dict[str, Any]) -> None:
    with pytest.raises(BadRecord, match="no game is called 'chess'"):
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


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_nothing_put_in_a_record_does_more_than_be_refused(record: dict[str, Any], data: Any) -> None:
    key = data.draw(st.sampled_from(sorted(record)))
    changed = {**record, key: data.draw(json_values)}
    changed = sealed(changed) if key != "seal" and data.draw(st.booleans()) else changed
    try:
        loaded = from_record(json.loads(json.dumps(changed)))
    except TempoludeError:
        return
    unharmed = {**to_record(loaded), "names": 0, "players": 0, "seal": 0}
    assert unharmed == {**record, "names": 0, "players": 0, "seal": 0}
