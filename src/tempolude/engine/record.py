"""The record of a match as a file: small JSON with the actions in notation, sealed against change.

The seal is a hash over everything else in the file, so any edit is noticed. The end of the file has the result, and
loading replays the actions and compares.

A record is untrusted input. It is read strictly and within limits, and nothing in it can name a path: built-in cards
and boards are named with their versions and pinned by their SHA-256, a player's own are included as text. Reading a
record gives a match or raises BadRecord, nothing else.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from pathlib import Path
from stat import S_ISREG
from typing import Any, NoReturn

from .errors import BadRecord, OtherRules, TamperedRecord, TempoludeError, TruncatedRecord, cut
from .game import game
from .match import UNDO, Match

FORMAT = "tempolude match 3"
OLDER = ("tempolude match 1", "tempolude match 2")  # which used another random generator
UNDONE = "undo"
SEED = re.compile(r"0|[1-9][0-9]{0,77}", re.ASCII)  # canonical decimal; Match refuses seeds that are too large
KEYS = {
    "format": str, "game": str, "rules": int, "seats": int, "options": dict, "data": dict,
    "seed": str, "seed_sha256": str, "names": list, "players": list, "actions": list,
    "over": bool, "scores": list, "ranks": list, "state": str, "seal": str,
}  # fmt: skip
LARGEST = 2**23  # bytes of a file: enough for all the files of a match (see options.LARGEST_FILES) and its actions
MOST_ACTIONS, LONGEST_NUMBER = 10**5, 100  # digits
DEEPEST = 4  # nesting: the record, its options, a list of files, a file
ACTION = re.compile(r"([0-9]{1,2}) (.{1,200})")  # a seat and its action


def seed_hash(seed: int) -> str:
    """The commitment to a seed that a table shows before the match is over: the SHA-256 of its decimal digits.

    A 256-bit seed cannot be found from its hash. A small one can be found by trying, so use it in tests only.

    >>> seed_hash(7)[:12]
    '7902699be42c'
    """
    return hashlib.sha256(str(seed).encode()).hexdigest()


def to_record(match: Match) -> dict[str, Any]:
    """The record as plain data."""
    record: dict[str, Any] = {
        "format": FORMAT,
        "game": match.game.name,
        "rules": match.rules,
        "seats": match.seats,
        "options": match.options,
        "data": match.data,
        "seed": str(match.seed),  # as a string: many JSON parsers would round a 256-bit number
        "seed_sha256": seed_hash(match.seed),
        "names": match.names,
        "players": match.players,
        "actions": _written(match),
        **_result(match),
    }
    return {**record, "seal": _seal(record)}


def _result(match: Match) -> dict[str, Any]:
    """The result so far; a replay must reproduce it."""
    state = hashlib.sha256(match.state.standing_bytes()).hexdigest()
    return {"over": match.over, "scores": match.scores, "ranks": match.ranks, "state": state}


def _seal(record: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(record, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _written(match: Match) -> list[str]:
    """The log in notation, one `seat action` per entry, each written in the position where it was taken."""
    again = Match(match.game, seats=match.seats, seed=match.seed, options=match.options, rules=match.rules)
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
    """Write the record of a match to a file."""
    write_text(path, json.dumps(to_record(match), ensure_ascii=False, indent=1) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a file atomically: a crash never leaves half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(temporary, 0o644)  # mkstemp creates private files
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def load(path: Path, *, compiled: bool = False) -> Match:
    """Load a match from a file, replay it and compare the result."""
    return from_record(read(path), str(path), compiled=compiled)


def read(path: Path) -> Any:
    """The file as plain data, unchecked."""
    try:
        if not S_ISREG(path.stat().st_mode):  # a pipe would block
            raise BadRecord(f"{path} cannot be read: it is not a file")
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:  # ValueError: not a valid file name
        raise BadRecord(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    if len(content) > LARGEST:
        raise BadRecord(f"{path} is too large: a record has at most {LARGEST} bytes")
    try:
        return json.loads(content.decode("utf-8"), **STRICTLY)
    except RecursionError as error:
        raise TruncatedRecord(f"{path} is no whole record: it is nested too deeply") from error
    except ValueError as error:  # not UTF-8, not JSON, or refused below
        raise TruncatedRecord(f"{path} is no whole record: {error}") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A dictionary without duplicate keys: JSON parsers disagree on which one counts."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"duplicate key {cut(key)}")
        found[key] = value
    return found


def _whole(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError(f"a number has {len(text)} digits")
    return int(text)


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{cut(text)} stands where only whole numbers can")


STRICTLY: dict[str, Any] = {
    "object_pairs_hook": _once, "parse_int": _whole, "parse_float": _no_number, "parse_constant": _no_number,
}  # fmt: skip


def from_record(record: Any, source: str = "the record", *, compiled: bool = False) -> Match:
    """Check a record, replay it, and compare the result."""
    _check_form(record, source)
    match = _start(record, source, compiled=compiled)
    for number, entry in enumerate(record["actions"], 1):
        _replay(match, entry, f"{source}, action {number} ({cut(entry)})")
    for key, value in _result(match).items():
        if value != record[key]:
            raise TamperedRecord(f"{source} does not replay to what it says: {key!r} differs")
    return match


def _check_form(record: Any, source: str) -> None:
    """Check whatever can be checked without replaying."""
    if not isinstance(record, dict):
        raise BadRecord(f"{source} is no record of a match")
    if _too_deep(record):
        raise TamperedRecord(f"{source} is no record of a match: it is nested too deeply")
    if isinstance(record.get("format"), str) and record["format"] != FORMAT:  # its keys may differ
        why = ", since the chance of older matches came from another generator" if record["format"] in OLDER else ""
        raise OtherRules(f"{source} has the format {cut(record['format'])}; this programme reads {FORMAT!r}{why}")
    for key, kind in KEYS.items():
        if key not in record:
            raise TruncatedRecord(f"{source} has no {key!r}")
        if not isinstance(record[key], kind) or (kind is int and isinstance(record[key], bool)):
            raise TamperedRecord(f"{source}: {key!r} is {cut(record[key])}, which cannot be")
    if more := record.keys() - KEYS.keys():
        raise TamperedRecord(f"{source}: {cut(min(more, key=str))} is no part of a record")
    try:
        seal = _seal({key: value for key, value in record.items() if key != "seal"})
    except UnicodeEncodeError as error:  # JSON can contain lone surrogates
        raise TamperedRecord(f"{source} has text that is no text: {error.reason}") from error
    if record["seal"] != seal:
        raise TamperedRecord(f"{source} was changed after it was saved: its seal is broken")
    if not SEED.fullmatch(record["seed"]):
        raise TamperedRecord(f"{source}: 'seed' is {cut(record['seed'])}, which cannot be")
    if record["seed_sha256"] != seed_hash(int(record["seed"])):
        raise TamperedRecord(f"{source}: the seed is not the one whose hash was shown")
    if len(record["actions"]) > MOST_ACTIONS:
        raise BadRecord(f"{source} has {len(record['actions'])} actions; at most {MOST_ACTIONS} are replayed")


def _too_deep(value: Any) -> bool:
    """Whether a value is nested more deeply than any record; recursive code is not made for that."""
    level = [value]
    for _ in range(DEEPEST):
        level = [each for one in level if isinstance(one, dict) for each in one.values()] + [
            each for one in level if isinstance(one, list) for each in one
        ]
    return any(isinstance(one, (dict, list)) for one in level)


def _start(record: dict[str, Any], source: str, *, compiled: bool) -> Match:
    try:
        played = game(record["game"])
        match = Match(
            played,
            seats=record["seats"],
            seed=int(record["seed"]),
            options=record["options"],
            names=record["names"],
            players=record["players"],
            compiled=compiled,
            data=record["data"],
            rules=record["rules"],
        )
    except OtherRules as error:
        raise OtherRules(f"{source} cannot be replayed: {error}") from error
    except TempoludeError as error:
        raise BadRecord(f"{source} cannot be replayed: {error}") from error
    for name, value in record["options"].items():  # options added later may be missing and take their defaults
        if match.options[name] != value:
            raise TamperedRecord(f"{source}: option {name!r} is {cut(value)}, which is not how a match keeps it")
    return match


def _replay(match: Match, entry: Any, where: str) -> None:
    said = ACTION.fullmatch(entry) if isinstance(entry, str) else None
    if not said:
        raise TamperedRecord(f"{where} is no action")
    seat, text = int(said[1]), said[2]
    try:
        match.undo(seat) if text == UNDONE else match.play(seat, text)
    except TempoludeError as error:
        raise TamperedRecord(f"{where} cannot have happened: {error}") from error
