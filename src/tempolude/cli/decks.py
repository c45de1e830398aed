"""`tempolude deck check`."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table
from typer import Exit

from tempolude.games.timeline.checker import Report, check_decks, our_deck, our_decks

HEADINGS = {
    "en": ("deck", "cards", "best known", "icons", "first", "last", "fullest century"),
    "fr": ("paquet", "cartes", "les plus connues", "icônes", "première", "dernière", "siècle le plus rempli"),
}
SUMMARY = {
    "en": "{decks} checked, {cards} cards, faults: {faults}.",
    "fr": "{decks} vérifiés, {cards} cartes, défauts\u00a0: {faults}.",
}


def check(files: list[str], lang: str) -> None:
    """Print the counts and spread of each deck, then every fault by file and line; exit code 2 if there is one."""
    reports = check_decks([Path(name) if name.endswith(".csv") else our_deck(name) for name in files] or our_decks())
    table = Table(box=None, pad_edge=False, header_style="italic")
    for heading in HEADINGS[lang]:
        table.add_column(heading)
    for report in reports:
        table.add_row(*_figures(report))
    faults = [fault for report in reports for fault in report.faults]
    cards = sum(len(report.cards) for report in reports)
    console = Console(emoji=False, highlight=False)
    console.print(table)
    console.print(SUMMARY[lang].format(decks=len(reports), cards=cards, faults=len(faults)))
    for fault in faults:
        print(fault.said(lang), file=sys.stderr)
    if faults:
        raise Exit(2)


def _figures(report: Report) -> tuple[str, ...]:
    years = [card.year for card in report.cards]
    century, most = report.fullest_century
    return (
        f"[bold]{report.path.stem}",
        str(len(report.cards)),
        str(report.known),
        str(report.icons),
        str(min(years, default="")),
        str(max(years, default="")),
        f"{century} ({most})" if years else "",
    )
