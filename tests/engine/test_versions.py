"""A match continues with the data it began with, whatever its game has published since."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tempolude.engine import lock
from tempolude.engine.errors import BadRecord, OtherRules
from tempolude.engine.match import Match

from ..stranger import BLUE_SIX, NAME, contracts, dearer, importable, install


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    folder = install(tmp_path)
    with importable(tmp_path):
        yield folder


@pytest.fixture
def record(folder: Path, tmp_path: Path) -> Path:
    """The record of a match begun with the first version of the contracts."""
    match = Match(NAME, seats=3, seed=1)
    for _ in range(5):
        match.play(match.waiting[0], match.legal(match.waiting[0])[0].number)
    match.save(tmp_path / "match.json")
    return tmp_path / "match.json"


def test_a_new_price_is_for_new_matches_and_a_record_replays_with_the_old_one(folder: Path, record: Path) -> None:
    before = Match.load(record)
    dearer(folder, 2)
    again, new = Match.load(record), Match(NAME, seats=3, seed=1)
    assert again.state == before.state
    assert (again.options["contracts"], new.options["contracts"]) == ("house@1", "house@2")
    assert (again.state.worth[BLUE_SIX], new.state.worth[BLUE_SIX]) == (7, 20)
    assert again.table.contracts[BLUE_SIX].points == 7, "what people see is of that version too"
    assert (lock.broken(folder), lock.unlisted(folder)) == ([], ["contracts/house@2.csv"])


def test_an_edit_in_place_is_refused_by_the_lock_and_by_the_record(
    folder: Path, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dearer(folder, 1)
    with pytest.raises(OtherRules, match=r"other cards or boards .*: contracts/house@1 was changed"):
        Match.load(record)
    told = (
        "contracts/house@1.csv was changed; put it back as it was, and make a new version of what is new: house@2.csv"
    )
    assert lock.broken(folder) == [told]
    listed = (folder / lock.LIST).read_text()
    assert lock.main([NAME]) == 1
    assert told in capsys.readouterr().err
    assert (folder / lock.LIST).read_text() == listed
    assert lock.main([NAME, "--again"]) == 0
    assert lock.broken(folder) == []


def test_a_version_that_was_taken_away_is_refused_too(folder: Path, record: Path) -> None:
    dearer(folder, 2)
    contracts(folder, 1).unlink()
    with pytest.raises(BadRecord, match="version '1' of the contracts 'house' is not installed here; available: 2"):
        Match.load(record)
    assert [sentence.partition(";")[0] for sentence in lock.broken(folder)] == ["contracts/house@1.csv was taken away"]


def test_records_of_whole_matches_are_only_ever_added(folder: Path, record: Path) -> None:
    golden = folder / lock.RECORDS / "3-seats.json"
    golden.parent.mkdir(parents=True)
    golden.write_bytes(record.read_bytes())
    assert lock.unlisted(folder) == ["tests/records/3-seats.json"]
    assert lock.main([NAME]) == 0
    golden.write_text(record.read_text().replace("Seat 1", "Ada"))
    assert "records are only ever added" in lock.broken(folder)[0]
    golden.unlink()
    assert "was taken away" in lock.broken(folder)[0]


def test_data_that_the_rules_read_otherwise_is_refused(folder: Path, record: Path) -> None:
    """No file has changed, but the code that parses it has."""
    rules = Match(NAME).game.rules
    encode = rules.encode
    rules.encode = lambda players, options: [*encode(players, options)[:-1], 3]
    with pytest.raises(OtherRules, match="these rules read otherwise: they need a new rules_version"):
        Match.load(record)
