"""The chat at a table."""

from __future__ import annotations

from ..http.inputs import JOINERS, one_line
from ..refusal import N_, Refusal

LONGEST = 300  # characters


def spoken(text: str) -> str:
    """A chat message on one line, or a Refusal."""
    words = one_line(text, keep=JOINERS)
    if not words:
        raise Refusal(N_("This message is empty."), 400)
    if len(words) > LONGEST:
        raise Refusal(N_("That message is too long."))
    return words
