"""Where what people send becomes text, numbers and forms. Nothing else reads a form or turns its text into a number."""

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

UNKEPT = re.compile("[\0\ud800-\udfff]")  # no database keeps NUL, no encoding writes half a character
FIELDS = 400  # of a form
JOINERS = "\u200c\u200d\ufe0f"  # make one sign of several: some scripts and many emoji need them


def _characters(*ranges: tuple[int, int]) -> frozenset[str]:
    return frozenset(chr(code) for first, last in ranges for code in range(first, last + 1))


# Letters, marks and symbols that show as nothing: Unicode's Default_Ignorable_Code_Point as far as its category does
# not say so already, Braille's blank cell, the empty note head and the sign for an object that is not there.
BLANK = _characters(
    (0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2800, 0x2800), (0x2D7F, 0x2D7F),
    (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xFFFC, 0xFFFC), (0x1D159, 0x1D159), (0xE0100, 0xE01EF),
)  # fmt: skip


def one_line(text: str, longest: int | None = None, keep: str = "") -> str:
    """A text as it is shown on one line: composed (NFC), without control characters, without what has no width or
    turns the text around it, cut at `longest` characters; empty if nothing of it would be seen. `keep` are characters
    without width that may stay.

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
    """The whole number from 0 to `most` that a text is; none if it is anything else, of whatever length.

    >>> number("7", 8), number("9", 8), number("9" * 5000, 8), number("-1", 8), number("½", 8)
    (7, None, None, None, None)
    """
    digits = str(text)
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= len(str(most))):
        return None
    return found if (found := int(digits)) <= most else None


def quoted(text: object, longest: int = 100) -> str:
    """What somebody sent, to be said back to them: whatever it is, it can be written."""
    return UNKEPT.sub("\ufffd", str(text)[:longest])


@asynccontextmanager
async def form_with_file(request: Request, largest: int) -> AsyncIterator[FormData]:
    """A form that may bring one file of so many bytes, or a Refusal; the file is let go at the end."""
    form = await _read(request, files=1, largest=largest)
    try:
        yield form
    finally:
        await form.close()


async def read_form(request: Request) -> FormData:
    """A form without files, or a Refusal."""
    return await _read(request, files=0, largest=2**20)


async def _read(request: Request, files: int, largest: int) -> FormData:
    """Our pages are in UTF-8, and so are the forms that browsers send from them; nobody chooses another encoding."""
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
