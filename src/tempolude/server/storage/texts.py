"""The texts of custom decks, each stored once: decks and tables refer to a text by its SHA-256.

An option of a match holds a whole deck, `{"name": …, "csv": …}`. In the database that is `{"name": …, "text": HASH}`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from .inserting import add_if_new
from .schema import deck_texts, decks, table_texts

Options = Mapping[str, Any]


def put_text(connection: Connection, csv: str) -> str:
    """Store a text, if it is new, and return its hash."""
    key = sha256(csv.encode()).hexdigest()
    add_if_new(connection, deck_texts, {"hash": key, "csv": csv})
    return key


def packed(connection: Connection, options: Options) -> dict[str, Any]:
    """Options for storage: texts replaced by hashes."""
    return _changed(options, "csv", lambda file: {"name": file["name"], "text": put_text(connection, file["csv"])})


def unpacked(connection: Connection, options: Options) -> dict[str, Any]:
    """Options for a match: hashes replaced by texts."""
    found = select(deck_texts.c.hash, deck_texts.c.csv).where(deck_texts.c.hash.in_(texts_in(options)))
    texts = {row.hash: row.csv for row in connection.execute(found)} if texts_in(options) else {}
    return _changed(options, "text", lambda file: {"name": file["name"], "csv": texts[file["text"]]})


def refer(connection: Connection, code: str, options: Options) -> None:
    """Record which texts a table needs, by its stored options."""
    connection.execute(delete(table_texts).where(table_texts.c.code == code))
    if keys := texts_in(options):
        connection.execute(insert(table_texts), [{"code": code, "hash": key} for key in keys])


def texts_in(options: Options) -> list[str]:
    """The hashes of the texts that stored options refer to."""
    return sorted({file["text"] for value in options.values() for file in _files(value) if "text" in file})


def clean_texts(connection: Connection) -> None:
    """Delete texts that no deck and no table needs."""
    needed = deck_texts.c.hash.in_(select(decks.c.text)), deck_texts.c.hash.in_(select(table_texts.c.hash))
    connection.execute(delete(deck_texts).where(~needed[0], ~needed[1]))


def _files(value: Any) -> Iterable[dict[str, str]]:
    return (file for file in (value if isinstance(value, list) else [value]) if isinstance(file, dict))


def _changed(options: Options, part: str, change: Callable[[dict[str, str]], dict[str, str]]) -> dict[str, Any]:
    def one(file: Any) -> Any:
        return change(file) if isinstance(file, dict) and part in file else file

    return {
        name: [one(file) for file in value] if isinstance(value, list) else one(value)
        for name, value in options.items()
    }
