"""Parsing of untrusted input into text, numbers and forms. No other module parses forms or their numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import Request
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException

from ..refusal import N_, Refusal

UNKEPT = re.compile("[\0\ud800-\udfff]")  # databases reject NUL, encodings reject lone surrogates
FIELDS = 400  # of a form
JOINERS = "\u200c\u200d\ufe0f"  # join characters: some scripts and many emoji need them


def _characters(*ranges: tuple[int, int]) -> frozenset[str]:
    return frozenset(chr(code) for first, last in ranges for code in range(first, last + 1))


# Invisible letters, marks and symbols: Unicode's Default_Ignorable_Code_Point where the category does not show it
# already, Braille's blank cell, the null note head and the object replacement character.
BLANK = _characters(
    (0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2800, 0x2800), (0x2D7F, 0x2D7F),
    (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xFFFC, 0xFFFC), (0x1D159, 0x1D159), (0xE0100, 0xE01EF),
)  # fmt: skip


def one_line(text: str, longest: int | None = None, keep: str = "") -> str:
    """Normalize a text to one line: composed (NFC), without control, zero-width and bidirectional characters, cut at
    `longest` characters; empty if nothing of it would be visible. `keep` are zero-width characters that may stay.

    >>> one_line(" Ada \\n Love\\u200blace\\u202e"), one_line("\\u3164\\u2800")
    ('Ada Lovelace', '')
    """
    words = " ".join("".join(_shown(character, keep) for character in text).split())
    shown = unicodedata.normalize("NFC", words)[:longest].strip()
    return shown if any(unicodedata.category(c)[0] in "LNPS" for c in shown) else ""


def _shown(character: str, keep: str) -> str:
    category = unicodedata.category(character)
    if character in keep:
        return character
    if category == "Cc" or category[0] == "Z" or character == "\u2800":
        return " "
    return "" if category[0] == "C" or character in BLANK else character


def number(text: object, most: int) -> int | None:
    """Parse a whole number from 0 to `most`; None for anything else, of any length.

    >>> number("7", 8), number("9", 8), number("9" * 5000, 8), number("-1", 8), number("½", 8)
    (7, None, None, None, None)
    """
    digits = str(text)
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= len(str(most))):
        return None
    return found if (found := int(digits)) <= most else None


def quoted(text: object, longest: int = 100) -> str:
    """Untrusted input, made safe to quote back."""
    return UNKEPT.sub("\ufffd", str(text)[:longest])


@asynccontextmanager
async def form_with_file(request: Request, largest: int) -> AsyncIterator[FormData]:
    """A form that may have one file of at most `largest` bytes, or a Refusal; the file is closed at the end."""
    form = await _read(request, files=1, largest=largest)
    try:
        yield form
    finally:
        await form.close()


async def read_form(request: Request) -> FormData:
    """A form without files, or a Refusal."""
    return await _read(request, files=0, largest=2**20)


async def _read(request: Request, files: int, largest: int) -> FormData:
    """Parse a form as UTF-8, the encoding of our pages, whatever the request declares."""
    _, said = parse_options_header(request.headers.get("content-type"))
    unreadable = Refusal(N_("This form cannot be read. Nothing has changed."), 400)
    if said.get(b"charset", b"utf-8").lower() not in (b"utf-8", b"utf8"):
        raise unreadable
    try:
        form = await request.form(max_files=files, max_fields=FIELDS, max_part_size=largest)
    except (HTTPException, FormParserError):
        raise unreadable from None
    for name, value in form.multi_items():
        texts = (name, value.filename or "") if isinstance(value, UploadFile) else (name, value)
        if any(UNKEPT.search(text) for text in texts):
            await form.close()
            raise Refusal(N_("This form contains a character that cannot be stored. Nothing has changed."), 400)
    return form
