"""Golden records of whole matches: if one no longer replays, the rules have changed."""

from pathlib import Path

import pytest

from tempolude.engine.match import Match

RECORDS = {path.stem: path for path in sorted(Path(__file__).with_name("records").glob("*.json"))}
ENDS = {"deal-never": [4, 0, 16, 6], "to-100": [38, 100, 48, 48], "to-50": [40, 7, 7, 50]}


@pytest.mark.parametrize("name", ENDS)
def test_a_record_replays_to_its_end(name):
    match = Match.load(RECORDS[name])
    assert match.over
    assert match.scores == ENDS[name]


def test_every_record_is_replayed():
    assert RECORDS.keys() == ENDS.keys()
