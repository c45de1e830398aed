"""Compiling rules quickly, as tests do: in half the time, with the same results; play is up to a third slower.

numba optimizes each rule and makes it machine code, with everything it calls, at every level of calls again. But only
compiled code calls a compiled rule. So here a rule is only linked, and optimized as part of whatever Python calls. Nor
is it inlined wherever it is called: LLVM decides that, and with the same flags for all rules each is compiled once.

This is not how rules are compiled for users, as it reaches into numba, whose version is pinned for the tests alone.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class PartLibrary(JITCodeLibrary):
    """A rule and everything it calls, not optimized: it is only ever linked into other libraries."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()  # type: ignore[no-untyped-call]
        return 0  # numba's answer for a function that Python cannot call

    @property
    def codegen(self) -> Any:
        return _Unexecuted(self._codegen)


class _Unexecuted:
    """A code generator that gives no environment to code that is not loaded; rules use none."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, env_name: str, env: Any) -> None:
        pass


class WholeLibrary(JITCodeLibrary):
    """What Python calls, optimized once and lightly: numba does it twice, to find in between which counts of references
    cancel, and vectorizes loops, of which rules have none that are long."""

    def _optimize_final_module(self) -> None:
        manager, builder = self._codegen._module_pass_manager(opt=1)  # type: ignore[no-untyped-call]
        manager.run(self._final_module, builder)


class Part(Compiler):
    """Compiles a rule to a `PartLibrary`."""

    library: type[JITCodeLibrary] = PartLibrary

    def define_pipelines(self) -> Any:
        state = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().define_pipelines()  # type: ignore[no-untyped-call]


class Whole(Part):
    """Compiles a function that Python calls."""

    library = WholeLibrary
