"""Write docs/protocol.md and static/wire.js from the declaration of the protocol, server/wire.py.

Run `make protocol` after changing a message; tests/docs/test_protocol.py fails while these files are out of date.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from tempolude.engine.table import Piece
from tempolude.server import wire

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "protocol.md"
SCRIPT = ROOT / "src" / "tempolude" / "server" / "static" / "wire.js"
PIECE = (
    "An array without its empty last items: `id`, `face` (a key of `faces`), `at` (its place),\n"
    "`order` among the pieces there, `state` (CSS classes), `label` (its name), `was` (the id before it was\n"
    "turned over), `handle` (its name in actions, if not its id)."
)
PARTS = (wire.Scene, wire.Log, wire.Seat, wire.Guide, wire.Lesson)
PAGES = (wire.TablePage, wire.ReplayPage, wire.Moment, wire.Moments, wire.Lines)

INTRODUCTION = """\
# The protocol between a page and the server

Written by `make protocol` from [`server/wire.py`](../src/tempolude/server/wire.py), which the server, the tests and the
script share; edit that file, not this one. Programs should use the [API](api.md) instead: this protocol changes with
the pages.

A page of a table opens a WebSocket at `/t/CODE/live?v={version}&at=N`: `v` is the version of this protocol, `at` the
version of the match that the page shows (`-1`: none), and on a shared device `seat` is its seat. The lobby opens
`/me/live?v={version}`, which sends only {notifier}.

Every message is a JSON object whose `t` is its kind. A field marked `?` may be absent. A page's message is at most
{largest} characters long; one that does not fit its declaration is refused and changes nothing. A page names its moves,
and sends those that were not answered again when it has reconnected; under one name a move is done once.

After an upgrade the server closes the connection of a page whose script uses another version ({outdated}), and the page
reloads, with the new script. Scripts of version 1 sent no version; they get `{reload}` and {signed_out}.
"""


def document() -> str:
    """docs/protocol.md."""
    assert all(f"`{field}`" in PIECE for field in Piece._fields), "a piece has a field that is not described"
    introduction = INTRODUCTION.format(
        version=wire.VERSION,
        largest=wire.LARGEST,
        notifier=" and ".join(f"`{kind}`" for kind in wire.kinds(wire.SentToNotifier)),
        outdated=wire.Close.OUTDATED.value,
        signed_out=wire.Close.SIGNED_OUT.value,
        reload=wire.FIRST_RELOAD.decode(),
    )
    codes = (f"| {code.value} | {code.name} | {code.about} |\n" for code in wire.Close)
    parts = [
        introduction,
        *section("From the server to a page", wire.kinds(wire.Sent).values()),
        *section("From a page to the server", wire.kinds(wire.Received).values()),
        *section("Parts of messages", PARTS),
        *[f"### Piece\n\n{PIECE}\n", f"### Line\n\n{doc(wire.Line)} An array of these five.\n"],
        f"### Spoken\n\n{doc(wire.Spoken)} An array of these two.\n",
        *section("What a page begins with, and what a replay fetches", PAGES),
        "## Why the server closes a connection\n",
        "| code | name | why |\n|---|---|---|\n" + "".join(codes),
    ]
    return "\n".join(parts)


def section(title: str, declared: Iterable[type[Struct]]) -> Iterator[str]:
    yield f"## {title}\n"
    for kind in declared:
        yield f"### {name(kind)}\n\n{doc(kind)}\n"
        if rows := [row(kind, field) for field in msgspec.structs.fields(kind)]:
            yield "| field | type | |\n|---|---|---|\n" + "".join(rows)


def name(kind: type[Struct]) -> str:
    tag = kind.__struct_config__.tag
    return f"`{tag}`" if tag else kind.__name__


def row(kind: type[Struct], field: msgspec.structs.FieldInfo) -> str:
    _, components = msgspec.json.schema_components([kind])
    schema = components[kind.__name__]["properties"][field.encode_name]
    optional = "" if field.required else "?"
    return f"| `{field.encode_name}`{optional} | {written(schema)} | {described(field.type)} |\n"


def described(annotation: object) -> str:
    """The description of a field in its declaration; the schema omits it if the field's type is a reference."""
    if get_origin(annotation) is Annotated:
        return next((each.description or "" for each in get_args(annotation) if isinstance(each, msgspec.Meta)), "")
    if get_origin(annotation) in (Union, UnionType):
        return next(filter(None, map(described, get_args(annotation))), "")
    return ""


def written(schema: dict[str, Any]) -> str:
    """A readable type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "anyOf" in schema:
        return " or ".join(written(each) for each in schema["anyOf"])
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(written(each) for each in schema['prefixItems'])}]"
        case "array":
            return f"list of {written(schema['items'])}"
        case "object":
            return f"object of {written(schema['additionalProperties'])}"
        case found:
            return str(found)


def doc(kind: type) -> str:
    return inspect.cleandoc(kind.__doc__ or "").replace("\n", " ")


def script() -> str:
    """static/wire.js."""
    codes = ", ".join(f"{code.name}: {code.value}" for code in wire.Close)
    return (
        "// Written by `make protocol` from server/wire.py; docs/protocol.md has all messages.\n\n"
        f"export const VERSION = {wire.VERSION};\n"
        f"export const CLOSE = {{ {codes} }};   // why the server closes a connection\n"
    )


WRITTEN = {DOCUMENT: document, SCRIPT: script}

if __name__ == "__main__":
    for path, write in WRITTEN.items():
        path.write_text(write(), encoding="utf-8")
