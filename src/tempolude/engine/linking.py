"""Compiling rules quickly, as tests do: in less than half the time, with the same results, for slower play.

numba optimizes each rule and makes it machine code, with everything it calls, at every level of calls again. But only
compiled code calls a compiled rule. So here a rule is only linked, and optimized as part of whatever Python calls. Nor
is it inlined: with the same flags for all rules each is compiled once.

This is not how rules are compiled for users, as it reaches into numba, whose version is pinned for the tests alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from llvmlite.binding import create_new_module_pass_manager
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class PartLibrary(JITCodeLibrary):
    """A rule and everything it calls, not optimized: it is only ever linked into other libraries."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Link nothing yet: numba would link what a rule calls into it, and both again into whatever calls that."""
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True

    def alone(self) -> Any:
        """The rule itself, without what it calls."""
        return super()._get_module_for_linking()  # type: ignore[no-untyped-call]

    def _get_module_for_linking(self) -> Any:
        """The rule with everything it calls, for callers that numba compiles in its usual way."""
        linked = self.alone().clone()
        _link(linked, self._linking_libraries, {self})
        return linked

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
    """What Python calls, with each rule it reaches linked once, and optimized lightly: numba runs all of LLVM's passes
    twice, here variables are put into registers and little more."""

    def finalize(self) -> None:
        _link(self._final_module, self._linking_libraries, {self})
        self._linking_libraries.clear()
        super().finalize()  # type: ignore[no-untyped-call]

    def _optimize_final_module(self) -> None:
        manager = create_new_module_pass_manager()
        manager.add_global_dead_code_eliminate_pass()
        manager.add_sroa_pass()
        manager.add_instruction_combine_pass()
        manager.add_simplify_cfg_pass()
        manager.run(self._final_module, self._codegen._pass_builder(opt=1))  # type: ignore[no-untyped-call]


def _link(module: Any, libraries: Iterable[Any], linked: set[Any]) -> None:
    """Link libraries into a module, and all that the rules among them call, each once."""
    for library in libraries:
        if library not in linked:
            linked.add(library)
            rule = isinstance(library, PartLibrary)
            module.link_in(library.alone() if rule else library._get_module_for_linking(), preserve=True)
            if rule:
                _link(module, library._linking_libraries, linked)


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
