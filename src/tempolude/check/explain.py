"""Explain an error in a game's own code in one sentence, with the file and the offending line.

An overflow is reported with its field and number; a compiler error, with its line.
"""

from __future__ import annotations

import ast
import linecache
import re
import traceback
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

from tempolude.engine.errors import TempoludeError
from tempolude.engine.game import Game
from tempolude.engine.lock import folder_of
from tempolude.engine.state import State

PLACE = re.compile(r'File "([^"]+)", line (\d+)')


def explained(error: BaseException, game: Game | None = None, folder: Path | None = None) -> str:
    """An error in one sentence."""
    if game is not None and folder is None:
        folder = folder_of(game)
    if isinstance(error, SyntaxError) and error.filename:
        return f"{Path(error.filename).name}, line {error.lineno}: {error.msg}: {(error.text or '').strip()}"
    if type(error).__module__.startswith(("numba", "llvmlite")):
        return refused(error, folder)
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    lines = [line for _, line in traceback.walk_tb(error.__traceback__)]
    if isinstance(error, (ValueError, OverflowError, TypeError)) and frames:
        told = overflow(error, frames[-1], lines[-1], frames)
    else:
        told = ""
    what = told or (str(error) if isinstance(error, TempoludeError) else f"{type(error).__name__}: {error}")
    at = next((n for n in reversed(range(len(frames))) if _inside(frames[n].f_code.co_filename, folder)), None)
    when = "".join(f" ({note})" for note in getattr(error, "__notes__", []))
    if at is None:
        return what.split("\n")[0] + when
    name, line = frames[at].f_code.co_filename, lines[at]
    source = linecache.getline(name, line).strip()
    return f"{_short(name, folder)}, line {line}: {what.splitlines()[0]}: {source}{when}"


def refused(error: BaseException, folder: Path | None) -> str:
    """A compiler error: its reason, and the deepest line of the game that it names."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    reasons = [row.strip() for row in text.splitlines() if row.strip()]
    telling = re.compile(
        r"No implementation|Unknown attribute|cannot|Cannot|Undecided|not supported|Use of|Invalid use|unify"
    )
    reason = next((row for row in reasons if telling.search(row)), reasons[0] if reasons else type(error).__name__)
    places = [(name, int(line)) for name, line in PLACE.findall(text)]
    here = [
        (name, line)
        for name, line in places
        if _inside(name, folder) or (folder and Path(name).parent.name == folder.name)
    ]
    if not here:
        return f"the compiler refuses the rules: {reason}"
    name, line = here[-1]
    path = name if Path(name).exists() else str((folder or Path()) / Path(name).name)
    return (
        f"{Path(name).name}, line {line}: the compiler refuses it ({reason}): {linecache.getline(path, line).strip()}"
    )


# --- Numbers that do not fit -----------------------------------------------------


def overflow(error: Exception, frame: FrameType, line: int, frames: list[FrameType]) -> str:
    """The field and the number that does not fit it, if that is the error."""
    if "self" in frame.f_locals and isinstance(frame.f_locals["self"], State) and "value" in frame.f_locals:
        s, index = frame.f_locals["self"], frame.f_locals.get("index")
        if index is not None:
            return does_not_fit(s.layout.scalars[index], "", frame.f_locals["value"])
    states = [value for each in frames for value in each.f_locals.values() if isinstance(value, State)]
    written = assigned(linecache.getline(frame.f_code.co_filename, line), frame)
    if written is None or not states:
        return ""
    row, index, value = written
    return next((told for s in states if (told := _located(s, row, index, value))), "")


def assigned(source: str, frame: FrameType) -> tuple[Any, int, Any] | None:
    """The row and index that a line writes to, and the number, evaluated again where the line failed."""
    try:
        statement = ast.parse(source.strip()).body[0]
        target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
        if not isinstance(target, ast.Subscript):
            return None
        value = statement.value  # type: ignore[attr-defined]
        if isinstance(statement, ast.AugAssign):
            read = ast.Subscript(target.value, target.slice, ast.Load())
            value = ast.BinOp(read, statement.op, statement.value)

        def worked_out(node: ast.expr) -> Any:
            tree = ast.fix_missing_locations(ast.Expression(node))
            return eval(compile(tree, "<line>", "eval"), frame.f_globals, frame.f_locals)

        return worked_out(target.value), int(worked_out(target.slice)), worked_out(value)
    except Exception:  # another kind of line, or it cannot be evaluated twice
        return None


def _located(s: State, row: Any, index: int, value: Any) -> str:
    if not isinstance(row, memoryview):
        return ""
    begin = int(np.frombuffer(row.cast("B"), np.uint8).ctypes.data) + index * row.itemsize - int(s.raw.ctypes.data)
    for field in s.layout.fields:
        kind, offset = s.layout.dtype.fields[field.name][:2]  # type: ignore[index]
        if offset <= begin < offset + kind.itemsize:
            place = np.unravel_index((begin - offset) // np.dtype(field.kind).itemsize, field.shape)
            return does_not_fit(field, "".join(f"[{n}]" for n in place), value)
    return ""


def does_not_fit(field: Any, place: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        return f"{field.name}{place} is set to {value!r}, which is no whole number"
    limits = np.iinfo(field.kind)
    if limits.min <= value <= limits.max:
        return ""
    kind = np.dtype(field.kind).name
    return f"{field.name}{place} overflows with {value}: {kind} holds {limits.min} to {limits.max}"


# --- What differs ----------------------------------------------------------------


def differences(one: Any, two: Any, most: int = 3) -> str:
    """The fields in which two states differ, with the first differing indices and numbers.

    >>> from tempolude.engine.state import ALL, field, int8, layout
    >>> a = layout(field("coins", int8, 2, sees=ALL)).new()
    >>> b = a.copy()
    >>> b.coins[1] = 4
    >>> differences(a, b)
    'coins[1] (0, 4)'
    """
    told = []
    for field in one.layout.fields:
        x, y = one.array[field.name][0], two.array[field.name][0]
        for place in np.argwhere(np.atleast_1d(x != y))[:most]:
            where = "".join(f"[{n}]" for n in place) if field.shape else ""
            a, b = (int(np.atleast_1d(each)[tuple(place)]) for each in (x, y))
            told.append(f"{field.name}{where} ({a}, {b})")
    return ", ".join(told[:most]) + ("…" if len(told) > most else "")


def _inside(name: str, folder: Path | None) -> bool:
    return folder is not None and Path(name).is_absolute() and Path(name).is_relative_to(folder)


def _short(name: str, folder: Path | None) -> str:
    return str(Path(name).relative_to(folder)) if folder and _inside(name, folder) else name
