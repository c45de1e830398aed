"""Datasets: matches recorded in compiled code, stored in Parquet files, replayed, verified and exported for learning.

A folder of recorded matches has `dataset.json`, which describes them, and files `matches-*.parquet` with one row per
match: its seed, the seats and actions of its decisions, and its result. All else follows by replaying.

`export` replays the matches and writes `decisions-*.parquet`, one row per decision:

| column | meaning |
|---|---|
| `seed`, `step`, `seat` | the match, the number of decisions before this one, the seat that decides |
| `action`, `legal` | its action, and the legal actions |
| `reward` | its reward at the end of the match |
| `observation` | its observation (`rules.SEEN`) |
| `view` | on request: its view, as the bytes of `rules.STATE` |
| `state` | on request: the whole state as numbers (`rules.STATE.whole`) |

`dataset.json` is written last: a folder without it is incomplete and is refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np

from tempolude import __version__
from tempolude.engine.batch import STAY, Batch
from tempolude.engine.errors import BadOption, BadRecord, IllegalAction, OtherRules, TamperedRecord, TempoludeError
from tempolude.engine.game import Game
from tempolude.engine.game import game as find_game
from tempolude.engine.match import Match
from tempolude.engine.seats import payoff

FORMAT = "tempolude matches 1"
SHEET = "dataset.json"
TOGETHER = 1024  # matches played at once
ROWS = 100_000  # decisions per file, roughly
COLUMNS = ("seed", "seats", "actions", "scores", "ranks")

Show = Callable[[int], None]


@dataclass(frozen=True)
class Sheet:
    """The description of a folder of matches: the content of `dataset.json`."""

    format: str
    tempolude: str  # the version that wrote it
    game: str
    rules: int
    seats: int
    options: Mapping[str, Any]  # pinned
    data: Mapping[str, str]  # the hashes of the data files (`Match.data`)
    bot: str
    seed: int  # of the first match; the others have consecutive seeds
    matches: int
    decisions: int


@dataclass(frozen=True)
class Played:
    """One recorded match."""

    seed: int
    seats: Any  # who decided, in order
    actions: Any
    scores: Any
    ranks: Any


def arrow() -> tuple[Any, Any]:
    """pyarrow and pyarrow.parquet, or BadOption."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise BadOption('Parquet files need pyarrow: pip install "tempolude[data]"') from None
    return pyarrow, parquet


# --- Recording -------------------------------------------------------------------


def record(
    folder: Path, game: Game, seats: int, options: Mapping[str, Any], bot: str, seed: int, matches: int, show: Show
) -> Sheet:
    """Play matches of a compiled bot against itself and record them in a new folder."""
    pyarrow, parquet = arrow()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadOption(f"{folder} is there already: a new or an empty folder is expected")
    pinned = game.pin(game.settle(seats, options))
    folder.mkdir(parents=True, exist_ok=True)
    total, decisions, number, rows = 0, 0, count(), []
    waiting = 0
    for played in _play(game, seats, pinned, bot, seed, matches):
        rows.append(played)
        total, decisions, waiting = total + 1, decisions + len(played.actions), waiting + len(played.actions)
        if waiting >= 10 * ROWS or total == matches:
            _write(pyarrow, parquet, folder / f"matches-{next(number):05}.parquet", _match_columns(rows))
            rows, waiting = [], 0
        show(total)
    data = game.pins(pinned, game.encode(seats, pinned))
    version = game.rules_version
    sheet = Sheet(FORMAT, __version__, game.name, version, seats, pinned, data, bot, seed, total, decisions)
    _write_whole(folder / SHEET, json.dumps(asdict(sheet), ensure_ascii=False, indent=1).encode() + b"\n")
    return sheet


def _play(game: Game, seats: int, options: Any, bot: str, seed: int, matches: int) -> Iterator[Played]:
    """Play the matches of these seeds; yields them in the order in which they end."""
    batch = Batch(game, min(TOGETHER, matches), seats=seats, options=options, seed=seed, others=bot)
    at_random = bot == "random"
    logs: list[list[tuple[int, int]]] = [[] for _ in range(batch.matches)]
    end = seed + matches
    while (going := batch.seeds < end).any():
        chosen = np.where(going, batch.random if at_random else batch.choices(), STAY)
        who, seeds = batch.seat.tolist(), batch.seeds.tolist()
        numbers = chosen.tolist()
        _, ended = batch.step(chosen)
        for i in np.flatnonzero(going).tolist():
            logs[i].append((who[i], numbers[i]))
        for i in np.flatnonzero(ended).tolist():
            log = np.array(logs[i], np.int32)
            logs[i] = []
            yield Played(seeds[i], log[:, 0], log[:, 1], batch.scores[i].copy(), batch.ranks[i].copy())


def _match_columns(rows: list[Played]) -> dict[str, Any]:
    rows = sorted(rows, key=lambda played: played.seed)
    return {
        "seed": np.array([played.seed for played in rows], np.int64),
        "seats": [played.seats.astype(np.int8) for played in rows],
        "actions": [played.actions.astype(np.int32) for played in rows],
        "scores": [played.scores.astype(np.int64) for played in rows],
        "ranks": [played.ranks.astype(np.int8) for played in rows],
    }


def _write(pyarrow: Any, parquet: Any, path: Path, columns: Mapping[str, Any]) -> None:
    """Write a table atomically."""
    part = path.with_suffix(".part")
    try:
        parquet.write_table(pyarrow.table(dict(columns)), part, compression="zstd")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _write_whole(path: Path, content: bytes) -> None:
    part = path.with_suffix(".part")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


# --- Reading ---------------------------------------------------------------------


def read_sheet(folder: Path) -> Sheet:
    """The description of a folder, or BadRecord."""
    try:
        found = json.loads((folder / SHEET).read_text("utf-8"))
        sheet = Sheet(**found)
    except (OSError, ValueError, TypeError) as error:
        raise BadRecord(f"{folder} holds no finished record of matches: {error}") from error
    if sheet.format != FORMAT:
        raise OtherRules(f"{folder} has the format {sheet.format!r}; this programme reads {FORMAT!r}")
    try:
        game = find_game(sheet.game)
        if sheet.rules != game.rules_version:
            raise OtherRules(f"{folder} was played by version {sheet.rules} of the rules; here is {game.rules_version}")
        options = game.pin(game.settle(sheet.seats, sheet.options))
        if game.pins(options, game.encode(sheet.seats, options)) != sheet.data:
            raise OtherRules(f"{folder} was played with other cards or boards than those installed here")
    except OtherRules:
        raise
    except (TempoludeError, TypeError, ValueError, AttributeError) as error:
        raise BadRecord(f"{folder} cannot be replayed: {error}") from error
    return sheet


def matches_of(folder: Path, sheet: Sheet) -> Iterator[Played]:
    """The matches of a folder, file by file."""
    _, parquet = arrow()
    seeds, decisions = set(), 0
    for path in sorted(folder.glob("matches-*.parquet")):
        try:
            columns = parquet.read_table(path).to_pydict()
            rows = list(zip(*(columns[name] for name in COLUMNS), strict=True))
        except (OSError, ValueError, KeyError) as error:
            raise BadRecord(f"{path} cannot be read: {error}") from error
        for row in rows:
            played = _played(path, sheet, *row)
            if played.seed in seeds:
                raise TamperedRecord(f"{path}: the match of seed {played.seed} stands there twice")
            seeds.add(played.seed)
            decisions += len(played.actions)
            yield played
    if (len(seeds), decisions) != (sheet.matches, sheet.decisions):
        told = f"{sheet.matches} matches and {sheet.decisions} decisions"
        raise TamperedRecord(f"{folder} has {len(seeds)} matches and {decisions} decisions where {told} were recorded")


def _played(path: Path, sheet: Sheet, seed: Any, *lists: Any) -> Played:
    """One row, or TamperedRecord if it cannot have been written by `record`."""
    try:
        seats, actions, scores, ranks = (np.array(values, np.int64) for values in lists)
        fine = seats.shape == actions.shape and actions.size and scores.shape == ranks.shape == (sheet.seats,)
        if fine and actions.min() >= 0 and 0 <= seed - sheet.seed < sheet.matches:
            return Played(int(seed), seats, actions, scores, ranks)
    except (TypeError, ValueError, OverflowError):
        pass
    raise TamperedRecord(f"{path}: the match of seed {seed} is no match of this record")


def replay(folder: Path, sheet: Sheet, each: Callable[[Batch, list[Played], int], None], show: Show) -> int:
    """Replay all matches of a folder, many at once, and compare; `each` is called before every step with the batch, its
    matches, and the number of decisions made in each. Returns the number of decisions replayed."""
    done = decisions = 0
    matches = matches_of(folder, sheet)
    while together := list(islice(matches, TOGETHER)):
        decisions += _replay_together(sheet, together, each)
        done += len(together)
        show(done)
    return decisions


def _replay_together(sheet: Sheet, matches: list[Played], each: Callable[[Batch, list[Played], int], None]) -> int:
    game = find_game(sheet.game)
    seeds = [played.seed for played in matches]
    batch = Batch(game, len(matches), seats=sheet.seats, options=sheet.options, seed=seeds)
    longest = max(len(played.actions) for played in matches)
    actions, who = (np.full((longest, len(matches)), STAY, np.int32) for _ in range(2))
    for i, played in enumerate(matches):
        actions[: len(played.actions), i], who[: len(played.seats), i] = played.actions, played.seats
    ended = np.zeros(len(matches), np.bool_)
    for step in range(longest):
        going = actions[step] != STAY
        if (batch.seat[going] != who[step][going]).any() or (ended & going).any():
            raise TamperedRecord(f"decision {step + 1} of a match was not made by who is named")
        each(batch, matches, step)
        try:
            _, over = batch.step(actions[step])
        except IllegalAction as error:
            raise TamperedRecord(f"decision {step + 1} of a match cannot have happened: {error}") from error
        ended |= over
        for i in np.flatnonzero(over).tolist():
            if (batch.scores[i] != matches[i].scores).any() or (batch.ranks[i] != matches[i].ranks).any():
                raise TamperedRecord(f"the match of seed {matches[i].seed} does not end as it says")
            if step + 1 != len(matches[i].actions):
                raise TamperedRecord(f"the match of seed {matches[i].seed} goes on after its end")
    if not ended.all():
        raise TamperedRecord(
            f"the match of seed {matches[int(np.flatnonzero(~ended)[0])].seed} is not played to its end"
        )
    return int((actions != STAY).sum())


def verify(folder: Path, show: Show = lambda done: None) -> tuple[Sheet, int]:
    """Replay all matches of a folder and compare every decision and result; returns the number of decisions."""
    sheet = read_sheet(folder)
    return sheet, replay(folder, sheet, lambda batch, matches, step: None, show)


# --- Rows to learn from ----------------------------------------------------------


def export(
    folder: Path, to: Path, *, observations: bool = True, views: bool = False, states: bool = False, show: Show
) -> int:
    """Replay the matches of a folder and write a row for every decision; returns the number of rows."""
    pyarrow, parquet = arrow()
    sheet = read_sheet(folder)
    if to.exists() and (not to.is_dir() or any(to.iterdir())):
        raise BadOption(f"{to} is there already: a new or an empty folder is expected")
    to.mkdir(parents=True, exist_ok=True)
    rows, number = _Rows(sheet, observations=observations, views=views, states=states), count()

    def note(batch: Batch, matches: list[Played], step: int) -> None:
        rows.add(batch, matches, step)
        if rows.size >= ROWS:
            _write(pyarrow, parquet, to / f"decisions-{next(number):05}.parquet", rows.columns(pyarrow))
            rows.clear()

    decisions = replay(folder, sheet, note, show)
    if rows.size:
        _write(pyarrow, parquet, to / f"decisions-{next(number):05}.parquet", rows.columns(pyarrow))
    _write_whole(to / SHEET, json.dumps(asdict(sheet), ensure_ascii=False, indent=1).encode() + b"\n")
    return decisions


class _Rows:
    """A buffer of rows to be written."""

    def __init__(self, sheet: Sheet, *, observations: bool, views: bool, states: bool) -> None:
        self.sheet, self.game = sheet, find_game(sheet.game)
        self.observations, self.views, self.states = observations, views, states
        self.clear()

    def clear(self) -> None:
        self.parts: dict[str, list[Any]] = {}
        self.size = 0

    def add(self, batch: Batch, matches: list[Played], step: int) -> None:
        going = np.array([i for i, played in enumerate(matches) if step < len(played.actions)])
        seats = batch.seat[going]
        rows = {
            "seed": batch.seeds[going],
            "step": np.full(len(going), step, np.int32),
            "seat": seats.astype(np.int8),
            "action": np.array([matches[i].actions[step] for i in going], np.int32),
            "reward": np.array([self._reward(matches[i], int(batch.seat[i])) for i in going], np.float32),
            "counts": np.diff(batch.first)[going],
            "legal": np.concatenate([batch.legal_actions(i) for i in going]),
        }
        if self.observations:
            rows["observation"] = batch.observations()[going]
        if self.states:
            rows["state"] = batch.whole_states()[going]
        if self.views:
            rows["view"] = np.array([batch.view(int(i), int(batch.seat[i])).tobytes() for i in going], object)
        for name, values in rows.items():
            self.parts.setdefault(name, []).append(values)
        self.size += len(going)

    def _reward(self, played: Played, seat: int) -> float:
        return payoff(played.ranks, self.sheet.seats, seat)

    def columns(self, pyarrow: Any) -> dict[str, Any]:
        together = {name: np.concatenate(parts) for name, parts in self.parts.items()}
        ends = np.concatenate([[0], np.cumsum(together.pop("counts"))]).astype(np.int32)
        columns: dict[str, Any] = {}
        for name, values in together.items():
            if name == "legal":
                columns[name] = pyarrow.ListArray.from_arrays(ends, values)
            elif name in ("observation", "state"):
                columns[name] = pyarrow.FixedSizeListArray.from_arrays(values.reshape(-1), values.shape[1])
            else:
                columns[name] = pyarrow.array(values.tolist() if name == "view" else values)
        return columns


def verify_export(folder: Path, source: Path, show: Show = lambda done: None) -> int:
    """Compare the rows of an export with a replay of the matches; returns the number of rows."""
    _, parquet = arrow()
    sheet = read_sheet(source)
    if read_sheet(folder) != sheet:
        raise TamperedRecord(f"{folder} was not exported from {source}")
    tables = iter(parquet.read_table(path) for path in sorted(folder.glob("decisions-*.parquet")))
    first = next(iter(sorted(folder.glob("decisions-*.parquet"))), None)
    names = set(parquet.read_schema(first).names) if first else set()
    pyarrow, _ = arrow()
    chosen = {"observations": "observation" in names, "views": "view" in names, "states": "state" in names}
    rows = _Rows(sheet, **chosen)

    def compare() -> None:
        expected = pyarrow.table(rows.columns(pyarrow))
        found = next(tables, None)
        if found is None or not found.equals(expected):
            raise TamperedRecord(f"{folder} does not say what the matches of {source} were")
        rows.clear()

    def note(batch: Batch, matches: list[Played], step: int) -> None:
        rows.add(batch, matches, step)
        if rows.size >= ROWS:
            compare()

    decisions = replay(source, sheet, note, show)
    if rows.size:
        compare()
    if next(tables, None) is not None:
        raise TamperedRecord(f"{folder} has more decisions than the matches of {source}")
    return decisions


# --- Records ---------------------------------------------------------------------


def export_records(folder: Path, to: Path, show: Show) -> int:
    """Write every match of a folder as a separate record, `match-SEED.json`; returns the number of records."""
    sheet, done = read_sheet(folder), 0
    if to.exists() and (not to.is_dir() or any(to.iterdir())):
        raise BadOption(f"{to} is there already: a new or an empty folder is expected")
    for played in matches_of(folder, sheet):
        match = Match(
            sheet.game, seats=sheet.seats, seed=played.seed, options=sheet.options,
            players=[sheet.bot] * sheet.seats, compiled=True, data=sheet.data,
        )  # fmt: skip
        try:
            for seat, action in zip(played.seats.tolist(), played.actions.tolist(), strict=True):
                match.play(seat, action)
        except TempoludeError as error:
            raise TamperedRecord(f"the match of seed {played.seed} cannot have happened: {error}") from error
        if (match.scores, match.ranks) != (played.scores.tolist(), played.ranks.tolist()) or not match.over:
            raise TamperedRecord(f"the match of seed {played.seed} does not end as it says")
        match.save(to / f"match-{played.seed}.json")
        done += 1
        show(done)
    return done
