"""Matches in bulk: records replay, exports match what was observed, and tampering is detected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tempolude.arena import dataset
from tempolude.engine.errors import BadOption, BadRecord, TamperedRecord
from tempolude.engine.game import game
from tempolude.engine.match import Match
from tempolude.engine.seats import payoff

pyarrow = pytest.importorskip("pyarrow")
from pyarrow import parquet  # noqa: E402


def quiet(done: int) -> None:
    pass


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data") / "matches"
    dataset.record(folder, game("contretemps"), 3, {}, "greedy", 50, 40, quiet)
    return folder


@pytest.fixture(scope="module")
def exported(recorded: Path) -> Path:
    to = recorded.with_name("rows")
    dataset.export(recorded, to, views=True, states=True, show=quiet)
    return to


def test_recorded_matches_are_the_matches_of_their_seeds(recorded: Path) -> None:
    sheet, decisions = dataset.verify(recorded)
    rows = list(dataset.matches_of(recorded, sheet))
    assert [played.seed for played in rows] == list(range(50, 90))
    assert decisions == sheet.decisions == sum(len(played.actions) for played in rows)
    match = Match("contretemps", seats=3, seed=rows[7].seed, options=sheet.options)
    for seat, action in zip(rows[7].seats, rows[7].actions, strict=True):
        match.play(int(seat), int(action))
    assert match.over
    assert (match.scores, match.ranks) == (rows[7].scores.tolist(), rows[7].ranks.tolist())


def test_every_decision_is_exported_with_what_its_seat_saw(recorded: Path, exported: Path) -> None:
    rows = parquet.read_table(exported / "decisions-00000.parquet").to_pylist()
    sheet = dataset.read_sheet(recorded)
    assert len(rows) == sheet.decisions == dataset.verify_export(exported, recorded)
    mine = sorted((row for row in rows if row["seed"] == 61), key=lambda row: row["step"])
    match = Match("contretemps", seats=3, seed=61, options=sheet.options)
    for row in mine:
        seat = row["seat"]
        assert match.waiting[0] == seat
        assert row["legal"] == match.way.legal(match.state, seat)
        np.testing.assert_array_equal(row["observation"], match.way.observe(match.state, seat))
        view = game("contretemps").rules.STATE.read(row["view"])
        assert view.standing_bytes() == match.view(seat).standing_bytes()
        whole = game("contretemps").rules.STATE.numbers(match.state.array)[0]
        np.testing.assert_array_equal(row["state"], whole)
        match.play(seat, row["action"])
    assert match.over
    assert [row["reward"] for row in mine] == pytest.approx([payoff(match.ranks, 3, row["seat"]) for row in mine])


def changed(folder: Path, to: Path, change: Any) -> Path:
    """A copy of a folder with one change in its first match."""
    to.mkdir()
    for path in folder.iterdir():
        (to / path.name).write_bytes(path.read_bytes())
    columns = parquet.read_table(to / "matches-00000.parquet").to_pydict()
    change(columns)
    types = parquet.read_schema(to / "matches-00000.parquet")
    parquet.write_table(pyarrow.table(columns, schema=types), to / "matches-00000.parquet")
    return to


@pytest.mark.parametrize(
    "change",
    [
        lambda columns: columns["actions"][0].__setitem__(3, 85),
        lambda columns: columns["seats"][0].__setitem__(3, 2 - columns["seats"][0][3]),
        lambda columns: columns["ranks"][0].reverse(),
        lambda columns: (columns["actions"][0].pop(), columns["seats"][0].pop()),
        lambda columns: columns["seed"].__setitem__(0, 777),
        lambda columns: columns["seed"].__setitem__(0, columns["seed"][1]),
        lambda columns: [column.pop() for column in columns.values()],
        lambda columns: (columns["actions"][0].insert(3, -1), columns["seats"][0].insert(3, 0)),
        lambda columns: columns["actions"][0].__setitem__(3, None),
        lambda columns: columns["seats"][0].append(0),
        lambda columns: columns["scores"].__setitem__(0, []),
        lambda columns: columns["actions"].__setitem__(0, []),
    ],
    ids=[
        "action",
        "seat",
        "result",
        "cut short",
        "seed",
        "twice",
        "one less",
        "pause",
        "nothing",
        "one more seat",
        "no scores",
        "no actions",
    ],
)
def test_what_was_changed_is_noticed(recorded: Path, tmp_path: Path, change: Any) -> None:
    with pytest.raises(TamperedRecord):
        dataset.verify(changed(recorded, tmp_path / "copy", change))


@pytest.mark.parametrize(
    ("old", "new"),
    [('"rules": 1', '"rules": 99'), ('"seats": 3', '"seats": "3"'), ('"mode": "classic"', '"speed": "fast"'),
     ('"format": "tempolude matches 1"', '"format": "tempolude matches 9"'), ('"encoded": "', '"encoded": "0'),
     ("{", "[")],
)  # fmt: skip
def test_a_sheet_that_does_not_fit_is_refused(recorded: Path, tmp_path: Path, old: str, new: str) -> None:
    sheet = (recorded / "dataset.json").read_text("utf-8")
    assert old in sheet
    (tmp_path / "dataset.json").write_text(sheet.replace(old, new), "utf-8")
    with pytest.raises(BadRecord):
        dataset.read_sheet(tmp_path)


def test_unfinished_foreign_and_full_folders_are_refused(recorded: Path, tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="no finished record"):
        dataset.verify(tmp_path)
    (tmp_path / "note").write_text("mine")
    with pytest.raises(BadOption, match="is there already"):
        dataset.record(tmp_path, game("contretemps"), 3, {}, "random", 0, 1, quiet)
    with pytest.raises(BadOption, match="is there already"):
        dataset.export(recorded, tmp_path, show=quiet)
    with pytest.raises(BadOption, match="compiled"):
        dataset.record(tmp_path / "new", game("contretemps"), 3, {}, "search:9", 0, 1, quiet)


def test_matches_become_records_that_replay(recorded: Path, tmp_path: Path) -> None:
    assert dataset.export_records(recorded, tmp_path / "records", quiet) == 40
    match = Match.load(tmp_path / "records" / "match-61.json")
    assert match.over
    assert match.players == ["greedy"] * 3
