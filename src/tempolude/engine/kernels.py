"""The rules of a game as CUDA kernels, one thread per match, compiled by numba-cuda and cached on disk.

A step of a batch is several kernels, so that the threads of each do the same kind of work: `check` the actions, `act`,
`begin` the matches that ended, `ask` who decides next and what is legal. Each takes a list of matches, so that all its
threads are busy. `cuda.py` runs them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from typing import Any

import numpy as np

from .chance import GUESS, seed_small
from .defaults import hide_no_more
from .events import clear_events, whisper
from .policy import BITS, next_whim, whim_below
from .rule import CALLED, MARKED
from .seats import first_waiting
from .state import EVENTS, LIMIT, SEATS
from .stepping import ANY_SEAT, STAY, begin_match, draw_players, next_seed, settle

FINE = 2**31 - 1  # no action of a step is illegal

# The counters of a step, as indices of one array.
WRONG, BEGINNING, FOLLOWING, COUNTERS = 0, 1, 2, 3

# The counters of random play: decisions, matches that ended at the limit, victories by number of winners and seat.
DECISIONS, AT_LIMIT, VICTORIES = 0, 1, 2
TOTALS = VICTORIES + (SEATS + 1) * SEATS

POINTS = 2 * SEATS  # points and ranks, as `score` writes them
WARP = 32  # threads that run in lockstep
PADDED = WARP + 1  # a row in shared memory, so that columns lie in different banks
NAMES = ("check", "check_long", "act", "begin", "ask", "observe_float32", "mask", "matches")  # the common ones


# What kernels are compiled from besides the rules of a game and this file; part of the cache key in `cuda.py`.
MADE_OF = (
    whisper, clear_events, next_whim, whim_below, first_waiting, begin_match, draw_players, settle, next_seed,
    seed_small, hide_no_more, BITS, EVENTS, LIMIT, SEATS, ANY_SEAT, STAY, GUESS,
)  # fmt: skip


@dataclass(frozen=True)
class Kernel:
    """A function to compile, and the types of its arguments."""

    function: Callable[..., Any]
    types: tuple[Any, ...]
    registers: int = 0  # per thread; 0: no limit


def without_events(kind: Any) -> Any:
    """The type of a record whose events nobody reads: the same bytes, without the list of events."""
    names = [name for name in kind.names if name != "events"]
    return np.dtype({
        "names": names, "formats": [kind.fields[name][0] for name in names],
        "offsets": [kind.fields[name][1] for name in names], "itemsize": kind.itemsize,
    })  # fmt: skip


def room(rules: Any) -> int:
    """The capacity of a list of legal actions: the most that a game declares, and one more."""
    return int(getattr(rules, "CHOICES", rules.ACTIONS)) + 1


# --- Steps of one match ----------------------------------------------------------
# Plain functions over arrays, called for every match of a list; tests also run them on the CPU.


def make_steps(
    rules: Any, clear: Any, copy: Any, append: Any, least: Any, *, loud: bool = False
) -> dict[str, Callable[..., Any]]:
    """The step that each kernel takes for match `i`; with `loud`, events are recorded. A GPU has its own ways to clear
    a record and to share a counter."""
    setup, legal, play, score = rules.setup, rules.legal, rules.play, rules.score
    guess, reopen = rules.guess, rules.reopen
    hide: Any = getattr(rules, "hide", hide_no_more)
    happened = 0 if loud else EVENTS

    def check(i, given, actions, random, numbers, counts, counters):  # type: ignore[no-untyped-def]
        """Find the first match whose action is illegal."""
        action = given[i]
        actions[i] = action
        if action == STAY or action == random[i]:
            return
        for k in range(counts[i]):
            if numbers[i, k] == action:
                return
        least(counters, WRONG, i)

    def act(  # type: ignore[no-untyped-def]
        i, states, seats, asked, stride, seeds, whims, seat, actions, points, rewards, ended, scores, ranks, last,
        beginning, counters,
    ):  # fmt: skip
        """Take the action; if the match ends, write its rewards and mark it for a restart."""
        s = states[i]
        if asked:
            ended[i] = 0
            for other in range(seats):
                rewards[i, other] = 0
        if actions[i] == STAY:
            return
        if asked:
            whims[i] = next_whim(whims[i])
        if loud:
            clear_events(s)
        play(s, np.int64(seat[i]), np.int64(actions[i]))
        if s.over != 0:
            settle(s, score, points, seats, rewards[i], scores[i], ranks[i])
            ended[i] = 1
            if len(last) > 0:
                copy(last, states, i)
            seeds[i] = next_seed(seeds[i], stride)
            append(beginning, counters, BEGINNING, i)

    def begin(i, states, options, seats, seeds, whims, opponent, shares):  # type: ignore[no-untyped-def]
        """Begin the match of the seed in `seeds[i]`, and draw its players."""
        clear(states, i)
        whim = begin_match(states[i], setup, options, seats, seeds[i], happened)
        whims[i] = draw_players(whim, seats, shares, opponent[i])

    def ask(i, states, seat, numbers, counts, whims, random, learner, following, counters):  # type: ignore[no-untyped-def]
        """Find who decides and what is legal; if it is not the learner, mark the match for another player."""
        s = states[i]
        now = first_waiting(s)
        count = legal(s, now, numbers[i])
        seat[i] = now
        counts[i] = count
        random[i] = numbers[i, (whim_below(whims[i], 1 << BITS) * count) >> BITS]
        if learner[i] != ANY_SEAT and learner[i] != now:
            append(following, counters, FOLLOWING, i)

    def imagine(i, states, rows, keep, fill, seat, seeds, again):  # type: ignore[no-untyped-def]
        """Hide what the seat does not know, and guess it; `rows` are the bytes of `states`.

        If `again`, others choose again what they have chosen in secret.
        """
        s = states[i]
        now = np.int64(seat[i])
        hide(s, now)
        for k in range(rows.shape[1]):
            rows[i, k] = rows[i, k] & keep[now, k] | fill[now, k]
        seed_small(s, seeds[i], GUESS)
        guess(s, now)
        if again:
            reopen(s, now)

    return {"check": check, "act": act, "begin": begin, "ask": ask, "imagine": imagine}


# --- Kernels ---------------------------------------------------------------------


def make_kernels(rules: Any, decide: Callable[..., int] | None = None) -> dict[str, Kernel]:
    """The kernels of a game, by name; with one more, `choose`, where `decide` plays other seats."""
    cuda = numba_cuda()
    types = import_module("numba.cuda").types
    clear, copy_record = _record_tools()
    from_dtype = import_module("numba.cuda.np.numpy_support").from_dtype
    loud_state, state = from_dtype(rules.STATE.dtype), from_dtype(without_events(rules.STATE.dtype))
    bytes_, int16, int32, int64, float32 = types.uint8, types.int16, types.int32, types.int64, types.float32

    def row(kind: Any) -> Any:
        return types.Array(kind, 1, "C")

    def table(kind: Any) -> Any:
        return types.Array(kind, 2, "C")

    def append(listed, counters, which, i):  # type: ignore[no-untyped-def]
        listed[cuda.atomic.add(counters, which, 1)] = i

    def least(counters, which, i):  # type: ignore[no-untyped-def]
        cuda.atomic.min(counters, which, i)

    def clear_one(states, i):  # type: ignore[no-untyped-def]
        clear(states[i])

    def copy(target, source, i):  # type: ignore[no-untyped-def]
        copy_record(target[i], source[i])

    for helper in (append, least, clear_one, copy):
        _callable(helper)
    steps, loud_steps = (make_steps(rules, clear_one, copy, append, least, loud=loud) for loud in (False, True))
    for step in (*steps.values(), *loud_steps.values()):
        _callable(step)
    check_one, ask_one, imagine_one = steps["check"], steps["ask"], steps["imagine"]
    legal, setup, play, score, observe_one = rules.legal, rules.setup, rules.play, rules.score, rules.observe
    choices, features = room(rules), int(rules.FEATURES)
    padded = -(-features // WARP) * WARP

    def check(count, given, actions, random, numbers, counts, counters):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < count:
            check_one(i, given, actions, random, numbers, counts, counters)

    def acting(act_one: Any) -> Any:
        def act(  # type: ignore[no-untyped-def]
            listed, listed_count, which, states, seats, asked, stride, seeds, whims, seat, actions, rewards, ended,
            scores, ranks, last, beginning, counters,
        ):  # fmt: skip
            k = cuda.grid(1)
            if k < listed_count[which] and counters[WRONG] == FINE:
                points = cuda.local.array(POINTS, int32)
                act_one(
                    listed[k], states, seats, asked, stride, seeds, whims, seat, actions, points, rewards, ended,
                    scores, ranks, last, beginning, counters,
                )  # fmt: skip

        return act

    def beginning(begin_one: Any) -> Any:
        def begin(  # type: ignore[no-untyped-def]
            listed, listed_count, which, states, options, seats, seeds, whims, opponent, shares
        ):  # fmt: skip
            k = cuda.grid(1)
            if k < listed_count[which]:
                begin_one(listed[k], states, options, seats, seeds, whims, opponent, shares)

        return begin

    def ask(  # type: ignore[no-untyped-def]
        listed, listed_count, which, states, seat, numbers, counts, whims, random, learner, following, counters
    ):  # fmt: skip
        k = cuda.grid(1)
        if k < listed_count[which] and counters[WRONG] == FINE:
            ask_one(listed[k], states, seat, numbers, counts, whims, random, learner, following, counters)

    def imagine(states, rows, keep, fill, seat, seeds, again):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(seat):
            imagine_one(i, states, rows, keep, fill, seat, seeds, again)

    def observe(states, seat, out):  # type: ignore[no-untyped-def]
        """Each thread observes into its own memory; then the warp writes row by row with coalesced writes.

        Most numbers are zero: only the others are cleared for the next row. `out` has room for a row of every thread,
        and is one-dimensional, so that few instructions are needed for each number.
        """
        seen = cuda.local.array(padded, float32)
        tile = cuda.shared.array((WARP, PADDED), float32)
        lane = cuda.threadIdx.x
        count = len(seat)
        for k in range(padded):
            seen[k] = 0
        for begin in range(cuda.blockIdx.x * WARP, count, cuda.gridDim.x * WARP):
            if begin + lane < count:
                observe_one(states[begin + lane], np.int64(seat[begin + lane]), seen)
            for k in range(0, padded, WARP):
                for j in range(WARP):
                    tile[lane, j] = seen[k + j]
                for j in range(WARP):
                    if tile[lane, j] != 0:
                        seen[k + j] = 0
                cuda.syncthreads()
                if k + lane < features:
                    place = np.uint64(begin * features + k + lane)
                    for j in range(WARP):
                        out[place + np.uint64(j * features)] = tile[j, lane]
                cuda.syncthreads()

    def mask(numbers, counts, out):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(counts):
            for k in range(counts[i]):
                out[i, numbers[i, k]] = 1

    def matches(options, seats, first_seed, count, totals):  # type: ignore[no-untyped-def]
        """Play at random, match after match in every thread.

        All threads of a block decide together and begin matches together. Otherwise each warp would be somewhere else
        in the rules, and all would wait for their next instruction most of the time.
        """
        states = cuda.local.array(1, state, 16)
        numbers = cuda.local.array(choices, int16)
        points = cuda.local.array(POINTS, int32)
        s = states[0]
        number = cuda.grid(1)
        decisions = 0
        whim = 0
        running = False
        while cuda.syncthreads_count(int32(number < count)) > 0:
            if number < count:
                clear(s)
                whim = begin_match(s, setup, options, seats, first_seed + number, EVENTS)
                running = True
            while cuda.syncthreads_count(int32(running)) > 0:
                if running:
                    seat = first_waiting(s)
                    action = np.int64(numbers[whim_below(whim, legal(s, seat, numbers))])
                    whim = next_whim(whim)
                    play(s, seat, action)
                    decisions += 1
                    running = s.over == 0
            if number < count:
                if s.over == LIMIT:
                    cuda.atomic.add(totals, AT_LIMIT, 1)
                score(s, points, points[SEATS:])
                winners = 0
                for seat in range(seats):
                    winners += points[SEATS + seat] == 1
                for seat in range(seats):
                    if points[SEATS + seat] == 1:
                        cuda.atomic.add(totals, VICTORIES + winners * SEATS + seat, 1)
            number += cuda.gridsize(1)
        cuda.atomic.add(totals, DECISIONS, decisions)

    ways = ("", steps, state), ("_loud", loud_steps, loud_state)
    listed = (row(int32), row(int32), int64)
    checked = (row(int32), row(int32), table(int16), row(int32), row(int32))
    kernels = {
        "check": Kernel(check, (int64, row(int32), *checked)),
        "check_long": Kernel(check, (int64, row(int64), *checked)),
        **{f"act{way}": Kernel(acting(one["act"]), (
            *listed, row(kind), int64, int64, int64, row(int64), row(int64), row(int32), row(int32), table(float32),
            row(bytes_), table(int64), table(int64), row(kind), row(int32), row(int32),
        ), registers=64) for way, one, kind in ways},
        **{f"begin{way}": Kernel(beginning(one["begin"]), (
            *listed, row(kind), row(int64), int64, row(int64), row(int64), table(int32), table(int64),
        )) for way, one, kind in ways},
        "ask": Kernel(ask, (
            *listed, row(state), row(int32), table(int16), row(int32), row(int64), row(int32), row(int32), row(int32),
            row(int32),
        )),
        "imagine": Kernel(imagine, (
            row(state), table(bytes_), table(bytes_), table(bytes_), row(int32), row(int64), int64,
        )),
        "observe_float32": Kernel(observe, (row(state), row(int32), row(float32))),
        "observe_float16": Kernel(observe, (row(state), row(int32), row(types.float16))),
        "mask": Kernel(mask, (table(int16), row(int32), table(bytes_))),
        "matches": Kernel(matches, (row(int64), int64, int64, int64, row(int64)), registers=128),
    }  # fmt: skip
    if decide is not None:
        _callable(decide)

        def choose(  # type: ignore[no-untyped-def]
            listed, count, states, seat, numbers, counts, whims, opponent, which, draws, knowledge, out
        ):  # fmt: skip
            """Choose the actions of the other seats."""
            k = cuda.grid(1)
            if k < count:
                i = listed[k]
                now = np.int64(seat[i])
                player = opponent[i, now]
                chance = whim_below(whims[i], 1 << BITS)
                whims[i] = next_whim(whims[i])
                out[i] = decide(
                    which[player], states[i], now, numbers[i], np.int64(counts[i]), chance, draws[player],
                    knowledge[player], whims[i : i + 1],
                )  # fmt: skip

        kernels["choose"] = Kernel(choose, (
            row(int32), int64, row(state), row(int32), table(int16), row(int32), row(int64), table(int32), row(int64),
            row(int64), table(types.float64), row(int32),
        ))  # fmt: skip
    return kernels


# --- The compiler ----------------------------------------------------------------

JUMP = re.compile(r'\s+br label %"?([^"]+)"?')
NOT_UNROLLED = 1_000_000  # the first metadata number used in LLVM's text; each loop takes one more
OPTIONS = {"opt": 3, "fma": 0}  # no fused multiply-add: a CPU rounds in between

_callables: set[int] = set()


def numba_cuda() -> Any:
    """The compiler, loaded when it is needed."""
    if not hasattr(np, "row_stack"):  # NumPy 2.5 dropped it, and numba-cuda 0.30 imports it
        np.row_stack = np.vstack
    return import_module("numba.cuda")


def _callable(function: Callable[..., Any]) -> None:
    """Make a function callable from kernels."""
    if id(function) not in _callables:
        _callables.add(id(function))
        extending = import_module("numba.cuda.extending")
        if function in (whisper, clear_events):
            extending.overload(function, strict=False)(_if_loud(function))
        else:
            extending.register_jitable(function)


def _if_loud(function: Callable[..., Any]) -> Callable[..., Any]:
    """A rule about events that does nothing for records without a list of events."""

    def chosen(s, *numbers):  # type: ignore[no-untyped-def]
        return function if "events" in s.fields else lambda s, *numbers: None

    return chosen


def _record_tools() -> tuple[Any, Any]:
    """Rules that clear and copy a record eight bytes at a time; a GPU's compiler would go byte by byte."""
    from llvmlite import ir

    cuda_types = import_module("numba.cuda").types
    cgutils = import_module("numba.cuda.cgutils")
    intrinsic = import_module("numba.cuda.extending").intrinsic
    word = ir.IntType(64)

    def each_word(builder: Any, record: Any, step: Callable[[Any], None]) -> None:
        with cgutils.for_range(builder, ir.Constant(word, record.size // 8)) as loop:
            step(loop.index)

    @intrinsic  # type: ignore[untyped-decorator]
    def clear(typing_context: Any, record: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            begin = builder.bitcast(arguments[0], word.as_pointer())
            each_word(builder, record, lambda k: _store(builder, ir.Constant(word, 0), builder.gep(begin, [k])))
            return context.get_dummy_value()

        return cuda_types.void(record), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def copy(typing_context: Any, target: Any, source: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            there, here = (builder.bitcast(argument, word.as_pointer()) for argument in arguments)

            def one(k: Any) -> None:
                value = builder.load(builder.gep(here, [k]))
                value.align = 8
                _store(builder, value, builder.gep(there, [k]))

            each_word(builder, source, one)
            return context.get_dummy_value()

        return cuda_types.void(target, source), generate

    return clear, copy


def _store(builder: Any, value: Any, place: Any) -> None:
    builder.store(value, place).align = 8


@contextmanager
def _tables_in_memory() -> Iterator[None]:
    """Place the tables that rules read in the GPU's global memory, each once, while something is compiled.

    numba-cuda would put a copy for every function that reads it into constant memory, which holds 64 KiB in all.
    """
    from llvmlite import ir

    target = import_module("numba.cuda.descriptor").cuda_target.target_context
    numbers = import_module("numba.cuda").types
    byte, in_memory = ir.IntType(8), 1  # the address space of global memory

    def make_constant_array(builder: Any, kind: Any, given: Any) -> Any:
        values = np.ascontiguousarray(given)
        data = values.tobytes()
        name = f"tempolude_{sha256(data).hexdigest()[:24]}"  # the same in every module, so that they are merged
        if name not in builder.module.globals:
            made = ir.GlobalVariable(builder.module, ir.ArrayType(byte, len(data)), name, in_memory)
            made.linkage, made.global_constant, made.align = "linkonce_odr", True, 16
            made.initializer = ir.Constant(made.value_type, bytearray(data))
        found = builder.module.globals[name]
        array = target.make_array(kind)(target, builder)
        begin = builder.addrspacecast(found, ir.PointerType(byte), "generic")
        target.populate_array(
            array,
            data=builder.bitcast(begin, array.data.type),
            shape=[target.get_constant(numbers.intp, n) for n in values.shape],
            strides=[target.get_constant(numbers.intp, n) for n in values.strides],
            itemsize=array.itemsize,
            parent=array.parent,
            meminfo=None,
        )
        return array._getvalue()

    target.make_constant_array = make_constant_array  # shadows the method of its class
    try:
        yield
    finally:
        del target.make_constant_array


def to_ptx(kernel: Kernel, name: str, capability: tuple[int, int]) -> str:
    """Compile a kernel to PTX under this name, for GPUs of that compute capability."""
    numba_cuda()
    for function in MARKED:
        _callable(function)
    compiler = import_module("numba.cuda.compiler")
    with _tables_in_memory():
        made = compiler.compile_cuda(
            kernel.function, import_module("numba.cuda").types.void, kernel.types,
            nvvm_options=OPTIONS, cc=capability,
        )  # fmt: skip
    long_name = made.fndesc.llvm_func_name
    compiler.kernel_fixup(made.library.get_function(long_name), False)
    modules = [_kept_short(module) for module in made.library.llvm_strs]
    nvvm = import_module("numba.cuda.cudadrv.nvvm")
    ptx: bytes = nvvm.compile_ir(modules, arch="compute_{}{}".format(*capability), **OPTIONS)
    return ptx.decode().strip("\x00").replace(long_name, name)


def _kept_short(module: str) -> str:
    """Change LLVM's text of a module so that it compiles to less code: a GPU waits most for instructions.

    Long rules are called instead of inlined, loops of rules are not unrolled, and local arrays are not zeroed.
    """
    names = "|".join("".join(f"{len(part)}{part}" for part in _path(function)) for function in CALLED)
    module = re.sub(rf'^(define linkonce_odr .*@"_ZN(?:{names})B.*\))$', r"\1 noinline", module, flags=re.MULTILINE)
    module = re.sub(r'^ +store .* zeroinitializer, .*%"_cudapy_lmem.*\n', "", module, flags=re.MULTILINE)
    lines: list[str] = []
    notes = [f'!{NOT_UNROLLED} = !{{!"llvm.loop.unroll.disable"}}']
    blocks: set[str] = set()
    for line in module.split("\n"):
        if line.startswith("define"):
            blocks, of_rule = set(), line.startswith("define linkonce_odr")
        elif line.endswith(":"):
            blocks.add(line[:-1].strip('"'))
        elif (jump := JUMP.fullmatch(line)) and jump[1] in blocks and of_rule:  # back to where a loop begins
            number = NOT_UNROLLED + len(notes)
            notes.append(f"!{number} = distinct !{{!{number}, !{NOT_UNROLLED}}}")
            line = f"{line}, !llvm.loop !{number}"
        lines.append(line)
    return "\n".join(lines + notes)


def _path(function: Callable[..., Any]) -> list[str]:
    return [*function.__module__.split("."), function.__name__]


def to_machine_code(kernel: Kernel, ptx: str, capability: tuple[int, int]) -> bytes:
    """Compile PTX to what a GPU loads."""
    core = import_module("cuda.core")
    options = core.LinkerOptions(arch="sm_{}{}".format(*capability), max_register_count=kernel.registers or None)
    code: bytes = core.Linker(core.ObjectCode.from_ptx(ptx.encode()), options=options).link("cubin").code
    return code
