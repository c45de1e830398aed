"""The text of uploaded files, from any spreadsheet, and of downloads."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from io import StringIO
from pathlib import PurePath

from tempolude.engine.data import separator
from tempolude.engine.options import LARGEST_FILE, LONGEST_NAME

from ..http.inputs import one_line
from ..refusal import N_, Refusal

ZIP = b"PK\x03\x04"  # the signature of .xlsx and .ods files
FORMULA = re.compile(r"[=+@\-\t\r](?![0-9]+$)")


@dataclass(frozen=True)
class Brought:
    """A text, and whether it was decoded as Windows-1252, which is a guess."""

    text: str
    guessed: bool = False


def text_of(content: bytes) -> Brought:
    """Decode a file: UTF-8, UTF-16 with a byte order mark, or Windows-1252."""
    if content.startswith(ZIP):
        raise Refusal(N_("This is a spreadsheet file. Save it as CSV and upload that."), 422)
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Brought(plain(content.decode("utf-16", "replace")))
    try:
        return Brought(plain(content.decode("utf-8-sig")))
    except UnicodeDecodeError:
        pass
    try:
        return Brought(plain(content.decode("cp1252")), guessed=True)
    except UnicodeDecodeError:
        raise Refusal(N_("This is not a text file. Save it as CSV, in UTF-8."), 422) from None


def plain(text: str) -> str:
    """Normalize a text for storage: uniform line breaks, no byte order mark, no characters that cannot be stored."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        raise Refusal(N_("This is not a text file. Save it as CSV, in UTF-8."), 422)
    if len(text) > LARGEST_FILE:
        raise Refusal(N_("This file is too large: {most} KiB at most."), 413, most=LARGEST_FILE // 1024)
    return text


def file_name(text: str, file: str) -> str:
    """The name of a component: as given, or its file's; on one line.

    >>> file_name(" Our \\n town ", ""), file_name("", "C:\\\\decks\\\\our-town.csv")
    ('Our town', 'our-town')
    """
    name = one_line(text, LONGEST_NAME) or one_line(PurePath(file.replace("\\", "/")).stem, LONGEST_NAME)
    if not name:
        raise Refusal(N_("It needs a name."), 422)
    return name


def harmless(text: str) -> str:
    """A file for download, with a space before anything a spreadsheet would take for a formula; reading drops it again.

    >>> harmless("year,name,text\\n-44,=1+1,Yes.\\n")
    'year,name,text\\n-44, =1+1,Yes.\\n'
    """
    mark = separator(text)
    rows = list(csv.reader(StringIO(text, newline="\n"), delimiter=mark))
    if not any(FORMULA.match(cell) for row in rows for cell in row):
        return text
    written = StringIO()
    safe = ([f" {cell}" if FORMULA.match(cell) else cell for cell in row] for row in rows)
    csv.writer(written, delimiter=mark, lineterminator="\n").writerows(safe)
    return written.getvalue()
