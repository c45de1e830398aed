"""One hash of everything compiled code is made from: functions, and all that they reach.

numba compiles a function together with every function that it calls, and treats the globals they read as constants. The
hash follows the same references, so it does not matter how or from which module a name was imported, or whether a
constant was computed or read from a data file. Comments and file names do not count.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

COMPILER = ("numba", "numpy", "llvmlite")


def fingerprint(*values: Any) -> str:
    """A hash of functions and other values that is the same in every process and changes with any of them.

    >>> fingerprint(lambda: 1) == fingerprint(lambda: 1), fingerprint(lambda: 1) == fingerprint(lambda: 2)
    (True, False)
    """
    digest = hashlib.sha256()
    for part in _Walk().through(values):
        digest.update(f"{len(part)}:{part}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


class _Walk:
    """A traversal of everything that is reached, each function once."""

    def __init__(self) -> None:
        self.seen: dict[int, int] = {}
        self.kept: list[Any] = []  # so that ids are not reused
        self.modules: set[tuple[str, frozenset[str]]] = set()

    def through(self, value: Any, names: frozenset[str] = frozenset()) -> Iterator[str]:
        """Yield a description of a value. Of a module, only these names count."""
        if value is None or (
            isinstance(value, (bool, int, float, complex, str, bytes)) and not isinstance(value, Enum)
        ):
            yield f"{type(value).__name__} {value!r}"
        elif isinstance(value, (np.ndarray, np.generic)):
            yield f"array {value.dtype.descr} {np.shape(value)} {value.tobytes().hex()}"
        elif isinstance(value, np.dtype):
            yield f"dtype {value.descr}"
        elif isinstance(value, (tuple, list)):
            yield f"{type(value).__name__} of {len(value)}"
            for one in value:
                yield from self.through(one)
        elif isinstance(value, (set, frozenset)):
            yield from self.through(sorted(map(repr, value)))
        elif isinstance(value, dict):
            yield from self.through(list(value.items()))
        elif id(value) in self.seen:
            yield f"again {self.seen[id(value)]}"
        elif isinstance(value, ModuleType):
            yield from self._module(value, names)
        elif isinstance(value, CodeType):
            yield from self._code(value)
        else:
            self.seen[id(value)] = len(self.kept)
            self.kept.append(value)
            yield from self._thing(value)

    def _module(self, module: ModuleType, names: frozenset[str]) -> Iterator[str]:
        yield f"module {module.__name__}"
        if _known(module.__name__) or (module.__name__, names) in self.modules:
            return
        self.modules.add((module.__name__, names))
        for name in sorted(names & vars(module).keys()):
            yield name
            yield from self.through(vars(module)[name], names)

    def _thing(self, value: Any) -> Iterator[str]:
        yield f"{type(value).__name__} {getattr(value, '__module__', '')} {getattr(value, '__qualname__', '')}"
        if _known(getattr(value, "__module__", None) or type(value).__module__):
            return
        if isinstance(value, FunctionType):
            yield from self._function(value)
        elif isinstance(value, type) and issubclass(value, Enum):
            yield from self.through({name: one.value for name, one in value.__members__.items()})
        elif isinstance(value, Enum):
            yield value.name
            yield from self.through(value.value)
        elif isinstance(wrapped := getattr(value, "py_func", getattr(value, "__wrapped__", None)), FunctionType):
            yield from self.through(wrapped)
        elif not isinstance(value, type):
            yield _source(type(value))  # any other object: the source of its class

    def _function(self, function: FunctionType) -> Iterator[str]:
        code, names = function.__code__, frozenset(_names(function.__code__))
        yield from self.through((code, function.__defaults__, function.__kwdefaults__))
        for cell in function.__closure__ or ():
            yield from self.through(cell.cell_contents)
        for name in sorted(names & function.__globals__.keys()):
            yield name
            yield from self.through(function.__globals__[name], names)

    def _code(self, code: CodeType) -> Iterator[str]:
        yield code.co_code.hex() + code.co_exceptiontable.hex()
        yield f"{code.co_argcount} {code.co_kwonlyargcount} {code.co_posonlyargcount} {code.co_flags}"
        yield from self.through((code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_consts))


def _known(module: str) -> bool:
    """Whether a module belongs to Python or the compiler, whose versions are hashed instead."""
    top = module.partition(".")[0]
    return top in sys.stdlib_module_names or top in COMPILER


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


def _source(made: Callable[..., Any]) -> str:
    home = getattr(sys.modules.get(made.__module__), "__file__", None)
    return hashlib.sha256(Path(home).read_bytes()).hexdigest() if home and home.endswith(".py") else ""
