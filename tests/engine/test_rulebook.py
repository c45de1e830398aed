"""Rulebooks as data."""

from __future__ import annotations

from tempolude.engine.rulebook import read_rulebook


def test_a_rulebook_is_read_with_what_belongs_to_each_rule() -> None:
    book = read_rulebook(
        "en", "# T\n\n## A\n- **A1.1** One.\n  *Example:* two.\n- **A1.2** Three. [no code]\n\nProse.\n"
    )
    assert book.rules == {"A1.1": "One.\n  *Example:* two.", "A1.2": "Three. [no code]"}
    assert book.needs_no_code("A1.2")
    assert not book.needs_no_code("A1.1")
