"""Custom boards and contracts (P1.3, P1.4) in the workshop."""

from __future__ import annotations

from tempolude.engine.component import Component, Face, Group, Look
from tempolude.engine.data import Source
from tempolude.engine.figures import Figure
from tempolude.engine.match import Match

from . import words
from .components import COLOURS, EPOCHS, FOLDER, MOST_SITES, read_board, read_contracts
from .meta import BOARDS, CONTRACTS, GAME
from .table import Table

SEATS, SEED = 4, 7  # of the match that illustrates a board


class Board(Look):
    """A board, laid out for a match."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.epochs, self.size = read_board(source), EPOCHS
        self.album = Table(SEATS, GAME.settle(SEATS, {"board": dict(source)}))  # type: ignore[arg-type]
        self.figure = Figure("board", lambda game: Match(game, seats=SEATS, seed=SEED, options={"board": dict(source)}))  # type: ignore[arg-type]

    def figures(self, lang: str) -> list[tuple[str, str]]:
        sites = sum(epoch.sites for epoch in self.epochs)
        start = next(epoch for epoch in self.epochs if epoch.police)
        said = {"en": ("epochs", "sites", "the police start"), "fr": ("époques", "sites", "départ de la police")}[lang]
        return list(zip(said, (str(EPOCHS), str(sites), start.name[lang]), strict=True))

    def sample(self, lang: str, count: int) -> list[Face]:
        """Epochs are drawn only at the table; a tile shows the gates and the officer."""
        return [Face("gate:1", ""), Face("officer", ""), Face("gate:2", "")]


class Contracts(Look):
    """The contracts of the auction house."""

    width = 76

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.contracts = read_contracts(source)
        self.size = sum(contract.copies for contract in self.contracts)
        self.album = Table(SEATS, GAME.settle(SEATS, {"contracts": dict(source)}))  # type: ignore[arg-type]

    def figures(self, lang: str) -> list[tuple[str, str]]:
        points = [contract.points for contract in self.contracts]
        said = {"en": ("contracts", "least points", "most points"), "fr": ("contrats", "points au moins", "au plus")}[
            lang
        ]
        return list(zip(said, map(str, (self.size, min(points), max(points))), strict=True))

    def groups(self, lang: str, told: bool) -> list[Group]:
        found = []
        for colour in range(len(COLOURS)):
            kinds = [(i, contract) for i, contract in enumerate(self.contracts) if contract.colour == colour]
            one, several = words.COLOURS[lang][colour]
            faces = [
                Face(
                    f"contract:{i}",
                    f"{one}, {contract.cost} → {contract.points}",
                    f"× {contract.copies}" if contract.copies > 1 else "",
                )
                for i, contract in kinds
            ]
            found.append(Group(several.capitalize(), faces))
        return found


OWN_BOARDS = Component(
    option="board",
    what="board",
    folder=FOLDER / "boards",
    names=BOARDS,
    needed=("id", "name", "years", "sites", "gate_1", "gate_2", "police"),
    title={"en": "Boards", "fr": "Plateaux"},
    vacant={
        "en": "The board of the box, or seven epochs of your own.",
        "fr": "Le plateau de la boîte, ou sept époques à vous.",
    },
    bounds={
        "en": f"{EPOCHS} epochs of 1 to {MOST_SITES} sites with two gates each; every epoch can be reached from every "
        "other.",
        "fr": f"{EPOCHS} époques de 1 à {MOST_SITES} sites, deux portes chacune\u00a0; toute époque peut être atteinte "
        "de toute autre.",
    },
    help={
        "en": {
            "id": "a short name in lower-case letters, for the gates and for records",
            "name": "the name, at most 40 characters; name_en and name_fr for two languages",
            "years": "the years, as the board shows them: 1400–1499; or years_en and years_fr",
            "sites": f"how many sites it has, 1 to {MOST_SITES}",
            "gate_1": "the id of the epoch that the first gate leads to",
            "gate_2": "the id of the epoch that the second gate leads to",
            "police": "true where the police start, false elsewhere",
            "place": "the name as it stands after “to”: the Moon age; optional; or place_en and place_fr",
        },
        "fr": {
            "id": "un nom court en minuscules, pour les portes et les enregistrements",
            "name": "le nom, 40 caractères au plus\u00a0; name_en et name_fr pour deux langues",
            "years": "les années, comme le plateau les montre\u00a0: 1400–1499\u00a0; ou years_en et years_fr",
            "sites": f"combien elle a de sites, de 1 à {MOST_SITES}",
            "gate_1": "l’id de l’époque où mène la première porte",
            "gate_2": "l’id de l’époque où mène la seconde porte",
            "police": "true là où part la police, false ailleurs",
            "place": "le nom après un verbe\u00a0: à l’Âge de la Lune\u00a0; facultatif\u00a0; ou place_en et place_fr",
        },
    },
    read=Board,
)
OWN_CONTRACTS = Component(
    option="contracts",
    what="list of contracts",
    folder=FOLDER / "contracts",
    names=CONTRACTS,
    needed=("colour", "cost", "points", "copies"),
    title={"en": "Contracts", "fr": "Contrats"},
    vacant={
        "en": "The contracts of the box, or prices of your own.",
        "fr": "Les contrats de la boîte, ou des prix à vous.",
    },
    bounds={
        "en": "Five kinds of each colour, once each, and three kinds of white ones, twelve in all.",
        "fr": "Cinq sortes de chaque couleur, une fois chacune, et trois sortes de blancs, douze en tout.",
    },
    help={
        "en": {
            "colour": ", ".join(COLOURS),
            "cost": "how many objects it asks for, 1 to 6; a white one 1 to 5, of different colours",
            "points": "what it scores, 1 to 20",
            "copies": "how many there are of it: 1, of a white one more",
        },
        "fr": {
            "colour": ", ".join(COLOURS) + "\u00a0: bleu, orange, rouge, vert, violet, blanc",
            "cost": "combien d’objets il demande, de 1 à 6\u00a0; un blanc de 1 à 5, de couleurs différentes",
            "points": "ce qu’il rapporte, de 1 à 20",
            "copies": "combien il y en a\u00a0: 1, d’un blanc davantage",
        },
    },
    read=Contracts,
)
COMPONENTS = (OWN_BOARDS, OWN_CONTRACTS)
