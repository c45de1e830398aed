"""`tempolude games`."""

from __future__ import annotations

import json

from rich.console import Console
from rich.table import Table

from tempolude.engine.game import games

HEADINGS = {
    "en": ("name", "title", "players", "minutes", "by", ""),
    "fr": ("nom", "titre", "joueurs", "minutes", "de", ""),
}


def show_games(lang: str, *, as_json: bool) -> None:
    found = games()
    if as_json:
        rows = [
            {
                "name": g.name,
                "title": g.title[lang],
                "seats": [g.seats[0], g.seats[-1]],
                "minutes": g.minutes,
                "designers": g.designers,
            }
            for g in found
        ]
        print(json.dumps(rows, ensure_ascii=False))
        return
    table = Table(box=None, pad_edge=False, header_style="italic")
    for heading in HEADINGS[lang]:
        table.add_column(heading)
    for g in found:
        table.add_row(
            g.name,
            f"[bold]{g.title[lang]}",
            f"{g.seats[0]}-{g.seats[-1]}",
            str(g.minutes),
            ", ".join(g.designers),
            g.tagline[lang],
        )
    Console(emoji=False).print(table)
