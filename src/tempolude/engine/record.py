"""The record of a match as a file: small JSON with the actions in notation, sealed against change.

The seal is a hash over everything else in the file, so a slip or a quiet edit is noticed at once. The end of the file
says what the match came to, and loading replays the actions and compares: a record that is believed is one that plays.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from .errors import (
    BadAction,
    BadData,
    BadOption,
    BadRecord,
    NotWaiting,
    OtherRules,
    TamperedRecord,
    TruncatedRecord,
    UndoRefused,
    UnknownGame,
)
from .game import game
from .match import UNDO, Match
from .options import LARGEST_FILE, LONGEST_NAME, enclosed

FORMAT = "tempolude match 1"
UNDONE = "undo"
KEYS = {
    "format": str, "game": str, "rules": int, "seats": int, "options": dict, "data": str,
    "seed": int, "seed_sha256": str, "names": list, "players": list, "actions": list,
    "over": bool, "scores": list, "ranks": list, "state": str, "seal": str,
}  # fmt: skip


def seed_hash(seed: int) -> str:
    """What a table shows of its seed before the match is over.

    >>> seed_hash(7)[:12]
    '7902699be42c'
    """
    return hashlib.sha256(str(seed).encode()).hexdigest()


def to_record(match: Match) -> dict[str, Any]:
    """The record as plain data."""
    record: dict[str, Any] = {
        "format": FORMAT,
        "game": match.game.name,
        "rules": match.game.rules_version,
        "seats": match.seats,
        "options": whole(match.options),
        "data": hashlib.sha256(match.encoded.tobytes()).hexdigest(),
        "seed": match.seed,
        "seed_sha256": seed_hash(match.seed),
        "names": match.names,
        "players": match.players,
        "actions": _written(match),
        **_result(match),
    }
    return {**record, "seal": _seal(record)}


def whole(options: dict[str, Any]) -> dict[str, Any]:
    """Options with the text of a player's own files in place of their paths: a record can be read anywhere."""

    def one(value: Any) -> Any:
        return _enclosed(Path(value)) or value if isinstance(value, str) and value.endswith(".csv") else value

    return {name: [one(v) for v in value] if isinstance(value, list) else one(value) for name, value in options.items()}


def _enclosed(path: Path) -> dict[str, str] | None:
    """The file, unless it is gone or too large since."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (OSError, ValueError):
        return None
    return enclosed(path.stem[:LONGEST_NAME], text) if path.stem and len(text) <= LARGEST_FILE else None


def _result(match: Match) -> dict[str, Any]:
    """What the match has come to; a replay must come to the same."""
    state = hashlib.sha256(match.state.standing_bytes()).hexdigest()
    return {"over": match.over, "scores": match.scores, "ranks": match.ranks, "state": state}


def _seal(record: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(record, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _written(match: Match) -> list[str]:
    """The log in notation, `seat action` each. Actions are written as they were seen when they were taken."""
    again = Match(match.game, seats=match.seats, seed=match.seed, options=match.options)
    lines = []
    for seat, action in match.log:
        if action == UNDO:
            lines.append(f"{seat} {UNDONE}")
            again.undo(seat)
        else:
            lines.append(f"{seat} {match.table.notation(again.view(seat), seat, action)}")
            again.play(seat, action)
    return lines


def save(match: Match, path: Path) -> None:
    """Write the record whole or not at all: a crash never leaves half a file where a match was."""
    text = json.dumps(to_record(match), ensure_ascii=False, indent=1) + "\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(temporary, 0o644)  # as any new file, where mkstemp makes private ones
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def load(path: Path, *, compiled: bool = False) -> Match:
    """The match in a file, replayed and compared with what the file says."""
    return from_record(read(path), str(path), compiled=compiled)


def read(path: Path) -> Any:
    """The file as plain data, whatever it holds."""
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise TruncatedRecord(f"{path} is no whole record: {error}") from error


def from_record(record: Any, source: str = "the record", *, compiled: bool = False) -> Match:
    """Check a record, replay it, and compare."""
    _check_form(record, source)
    match = _start(record, source, compiled=compiled)
    for number, entry in enumerate(record["actions"], 1):
        _replay(match, entry, f"{source}, action {number} ({entry!r})")
    for key, value in _result(match).items():
        if value != record[key]:
            raise TamperedRecord(f"{source} does not replay to what it says: {key!r} differs")
    return match


def _check_form(record: Any, source: str) -> None:
    if not isinstance(record, dict):
        raise BadRecord(f"{source} is no record of a match")
    for key, kind in KEYS.items():
        if key not in record:
            raise TruncatedRecord(f"{source} has no {key!r}")
        if not isinstance(record[key], kind) or (kind is int and isinstance(record[key], bool)):
            raise TamperedRecord(f"{source}: {key!r} is {record[key]!r}, which cannot be")
    if record["format"] != FORMAT:
        raise OtherRules(f"{source} has the format {record['format']!r}; this programme reads {FORMAT!r}")
    if record["seal"] != _seal({key: value for key, value in record.items() if key != "seal"}):
        raise TamperedRecord(f"{source} was changed after it was saved: its seal is broken")
    if record["seed_sha256"] != seed_hash(record["seed"]):
        raise TamperedRecord(f"{source}: the seed is not the one whose hash was shown")


def _start(record: dict[str, Any], source: str, *, compiled: bool) -> Match:
    try:
        played = game(record["game"])
        if record["rules"] != played.rules_version:
            theirs, ours = record["rules"], played.rules_version
            raise OtherRules(f"{source} was played by version {theirs} of the rules; these are version {ours}")
        match = Match(
            played,
            seats=record["seats"],
            seed=record["seed"],
            options=record["options"],
            names=record["names"],
            players=record["players"],
            compiled=compiled,
        )
    except (UnknownGame, BadOption, BadData) as error:
        raise BadRecord(f"{source} cannot be replayed: {error}") from error
    if record["data"] != hashlib.sha256(match.encoded.tobytes()).hexdigest():
        raise OtherRules(f"{source} was played with other cards or boards than those installed here")
    return match


def _replay(match: Match, entry: Any, where: str) -> None:
    seat, _, text = entry.partition(" ") if isinstance(entry, str) else ("", "", "")
    if not seat.isdecimal() or not text:
        raise TamperedRecord(f"{where} is no action")
    try:
        match.undo(int(seat)) if text == UNDONE else match.play(int(seat), text)
    except (BadAction, NotWaiting, UndoRefused, BadOption) as error:
        raise TamperedRecord(f"{where} cannot have happened: {error}") from error
