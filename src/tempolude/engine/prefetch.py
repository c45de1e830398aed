"""A prefetch instruction for compiled code, which neither Python nor numba provides."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.cgutils import get_or_insert_function
from numba.extending import intrinsic

LINE = 64  # bytes in a cache line
TO_WRITE, KEEP, DATA = 1, 3, 1  # the arguments of LLVM's prefetch: for writing, into the nearest cache, data


@intrinsic
def prefetch(typing_context: Any, array: Any, index: Any, offset: Any) -> Any:
    """In compiled code only: prefetch the memory `offset` bytes into `array[index]`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number, byte = ir.IntType(32), ir.IntType(8).as_pointer()
        values = context.make_array(signature.args[0])(context, builder, arguments[0])
        begin = builder.ptrtoint(values.data, ir.IntType(64))
        place = builder.add(begin, builder.add(builder.mul(arguments[1], values.itemsize), arguments[2]))
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        fetch = get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")  # type: ignore[no-untyped-call]
        builder.call(fetch, [builder.inttoptr(place, byte), *(ir.Constant(number, n) for n in (TO_WRITE, KEEP, DATA))])
        return context.get_dummy_value()

    return types.void(array, index, offset), generate


def places(rules: Any) -> tuple[int, ...]:
    """The offsets in a record to prefetch before a turn: the header, and every cache line of the fields in `AHEAD`.

    Prefetching takes time too, so a game with long fields names those that every turn needs. Without `AHEAD` everything
    is prefetched but the events, which a batch does not write.
    """
    fields = rules.STATE.dtype.fields
    names = getattr(rules, "AHEAD", [name for name in fields if fields[name][1] > fields["events"][1]])
    found, fetched = [0], LINE
    for begin, end in sorted((fields[name][1], fields[name][1] + fields[name][0].itemsize) for name in names):
        found += range(max(begin, fetched), end, LINE)
        fetched = max(fetched, found[-1] + LINE)
    return tuple(found)
