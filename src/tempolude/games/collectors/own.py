"""Custom boards (L1.3) in the workshop."""

from __future__ import annotations

from tempolude.engine.component import Component, Face, Group, Look
from tempolude.engine.data import Source

from .components import BOARDS, BOARDS_FOLDER, CRYSTAL, CRYSTAL_PLACES, KEPT_PLACES, TYPE_NAMES, read_boards
from .meta import GAME, LAYOUTS
from .state import COLUMNS, ROWS
from .table import Table

COLOURS = {"en": ("Red", "Blue", "Green", "Yellow"), "fr": ("Rouge", "Bleue", "Verte", "Jaune")}
KINDS = {
    "en": dict(zip(("", CRYSTAL, *TYPE_NAMES), ("free", CRYSTAL, *TYPE_NAMES), strict=True)),
    "fr": dict(
        zip(
            ("", CRYSTAL, *TYPE_NAMES),
            ("libre", "cristal", "merveille", "plante", "animal", "minéral", "livre"),
            strict=True,
        )
    ),
}


class Boards(Look):
    """The four boards of a match."""

    width = 230

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.boards, self.size = read_boards(source), len(BOARDS)
        self.album = Table(self.size, GAME.settle(self.size, {"layout": dict(source)}))  # type: ignore[arg-type]

    def figures(self, lang: str) -> list[tuple[str, str]]:
        said = {"en": ("boards", "places each"), "fr": ("vitrines", "places chacune")}[lang]
        return list(zip(said, (str(self.size), str(ROWS * COLUMNS)), strict=True))

    def groups(self, lang: str, told: bool) -> list[Group]:
        return [Group("", [Face(f"cabinet:{seat}", self.described(seat, lang)) for seat in range(self.size)])]

    def described(self, seat: int, lang: str) -> str:
        """A board in words, row by row, for screen readers."""
        places = self.boards[BOARDS[seat]].places
        named = [KINDS[lang][what] for what in places]
        rows = "; ".join(", ".join(named[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS))
        colon = "\u00a0: " if lang == "fr" else ": "
        return f"{COLOURS[lang][seat]}{colon}{rows}"

    def sample(self, lang: str, count: int) -> list[Face]:
        return [Face("cabinet:0", ""), Face("cabinet:1", "")]


COMPONENTS = (
    Component(
        option="layout",
        what="layout",
        folder=BOARDS_FOLDER,
        names=LAYOUTS,
        needed=("board", "row", "first", "second", "third", "fourth"),
        title={"en": "Boards", "fr": "Vitrines"},
        vacant={
            "en": "The personal boards of the box, or four of your own.",
            "fr": "Les plateaux personnels de la boîte, ou quatre à vous.",
        },
        bounds={
            "en": f"Four boards of {ROWS} rows of {COLUMNS} places; on each, {KEPT_PLACES} places kept for a type and "
            f"{CRYSTAL_PLACES} that bring a crystal.",
            "fr": f"Quatre vitrines de {ROWS} rangées de {COLUMNS} places\u00a0; sur chacune, {KEPT_PLACES} places "
            f"réservées à un type et {CRYSTAL_PLACES} à cristal.",
        },
        help={
            "en": {
                "board": ", ".join(BOARDS),
                "row": f"which row of it, 0 (the uppermost) to {ROWS - 1}",
                "first": f"what the first place is: nothing, crystal, or kept for {', '.join(TYPE_NAMES)}",
                "second": "the second place",
                "third": "the third",
                "fourth": "the fourth",
            },
            "fr": {
                "board": ", ".join(BOARDS) + "\u00a0: rouge, bleue, verte, jaune",
                "row": f"quelle rangée, de 0 (en haut) à {ROWS - 1}",
                "first": f"ce qu’est la première place\u00a0: rien, crystal, ou réservée\u00a0: "
                f"{', '.join(TYPE_NAMES)} (merveille, plante, animal, minéral, livre)",
                "second": "la deuxième place",
                "third": "la troisième",
                "fourth": "la quatrième",
            },
        },
        read=Boards,
    ),
)
