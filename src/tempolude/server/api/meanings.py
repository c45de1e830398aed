"""What the fields of a game's state and its events mean: what the source says beside each of them."""

from __future__ import annotations

import ast
import tokenize
from functools import cache
from io import StringIO
from pathlib import Path

from tempolude.engine import state
from tempolude.engine.game import Game

from ..view.pages import folder


def meanings(game: Game) -> tuple[dict[str, str], dict[str, str]]:
    """What every field means, and what the numbers of every event are, by name.

    >>> from tempolude.engine.game import game
    >>> fields, events = meanings(game("contretemps"))
    >>> fields["present"]
    'C6.1 the newest event'
    >>> events["card played"]
    'seat, card, event'
    """
    fields: dict[str, str] = {}
    events: dict[str, str] = {}
    for path in (Path(state.__file__), *sorted(folder(game).glob("*.py"))):
        of_fields, of_events = _read(path)
        fields |= of_fields
        events |= of_events
    return fields, events


@cache
def _read(path: Path) -> tuple[dict[str, str], dict[str, str]]:
    """What one file says."""
    fields: dict[str, str] = {}
    events: dict[str, str] = {}
    text = path.read_text("utf-8")
    comments = remarks(text)
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(func=ast.Name("field"), args=[ast.Constant(str(name)), *_], end_lineno=int(line)):
                fields[name] = comments.get(line, "")
            case ast.Assign(targets=[ast.Name("EVENTS")], value=ast.Tuple(elts)):
                named = [each for each in elts if isinstance(each, ast.Constant)]
                events |= {str(each.value): comments.get(each.lineno, "") for each in named}
    return fields, events


def remarks(text: str) -> dict[int, str]:
    """The comment at the end of each line of code that has one.

    >>> remarks("a = 1  # the first\\nb = 2")
    {1: 'the first'}
    """
    tokens = tokenize.generate_tokens(StringIO(text).readline)
    return {token.start[0]: token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT}
