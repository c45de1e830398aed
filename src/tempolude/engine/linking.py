"""How rules are compiled: as parts of the functions that Python calls.

By default numba generates machine code for each rule by itself, with everything it calls, although only compiled code
calls a compiled rule. Here it is only linked into the functions that Python calls.

A rule is still optimized before it is linked, again at every level of calls, which takes half the time. With
TEMPOLUDE_QUICK_COMPILE set, it is optimized only where it is linked: batches then step up to a seventh slower.
"""

from __future__ import annotations

import os
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

QUICK = bool(os.environ.get("TEMPOLUDE_QUICK_COMPILE"))


class PartLibrary(JITCodeLibrary):
    """A rule and everything it calls; it is only ever linked into other libraries."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout
        if not QUICK:
            super()._optimize_functions(ll_module)  # type: ignore[no-untyped-call]

    def _optimize_final_module(self) -> None:
        if not QUICK:
            super()._optimize_final_module()  # type: ignore[no-untyped-call]

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


class Part(Compiler):
    """Compiles a rule to a `PartLibrary`."""

    def define_pipelines(self) -> Any:
        state = self.state
        state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)  # type: ignore[no-untyped-call]
        state.library.enable_object_caching()
        return super().define_pipelines()  # type: ignore[no-untyped-call]
