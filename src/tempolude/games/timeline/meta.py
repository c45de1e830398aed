"""Timeline, as lists and lobbies show it."""

from pathlib import Path

from tempolude.engine.game import Game
from tempolude.engine.options import Choice, Number, Several, first_player

FIRST = first_player(8, {"en": "In the box the youngest begins.", "fr": "Dans la boîte, c’est le plus jeune."})

GAME = Game(
    name="timeline",
    package=__package__ or "",
    title={"en": "Timeline", "fr": "Timeline"},
    tagline={
        "en": "Before or after? Slip every event into its place in the line.",
        "fr": "Avant ou après ? Glissez chaque événement à sa place dans la frise.",
    },
    designers=("Frédéric Henry",),
    seats=range(2, 9),
    minutes=15,
    rules_version=2,  # 2: cards of one name under two ids are not mixed (T1.2)
    older_rules=(1,),
    score={"en": "cards left", "fr": "cartes restantes"},
    options=(
        Number(
            name="cards",
            title={"en": "Cards each", "fr": "Cartes par joueur"},
            meaning={
                "en": "How many cards everyone starts with; fewer cards make a shorter game (T2.1).",
                "fr": "Combien de cartes chacun reçoit ; moins il y en a, plus la partie est courte (T2.1).",
            },
            default=4,
            low=1,
            high=10,
        ),
        Several(
            name="decks",
            title={"en": "Decks", "fr": "Paquets"},
            meaning={
                "en": "The decks to mix, built-in or custom; in the terminal, a CSV file by its path (T1.2).",
                "fr": "Les paquets à mélanger, les nôtres ou les vôtres ; dans le terminal, un fichier CSV désigné "
                "par son chemin (T1.2).",
            },
            default=["inventions"],
            choices={
                "inventions": {"en": "Inventions", "fr": "Inventions"},
                "sciences": {"en": "Sciences and discoveries", "fr": "Sciences et découvertes"},
                "arts": {"en": "Arts and letters", "fr": "Arts et lettres"},
                "world": {"en": "World history", "fr": "Histoire du monde"},
                "france": {"en": "History of France", "fr": "Histoire de France"},
                "exploration": {
                    "en": "Exploration, space and the measuring of time",
                    "fr": "Exploration, espace et mesure du temps",
                },
            },
            folder=Path(__file__).parent / "decks",
        ),
        Choice(
            name="level",
            title={"en": "Level", "fr": "Niveau"},
            meaning={
                "en": "For children: only the best-known cards, at least ten years apart (T1.4).",
                "fr": "Pour les enfants : les cartes les plus connues, à dix ans au moins l’une de l’autre (T1.4).",
            },
            default="full",
            choices={
                "full": {"en": "all cards", "fr": "toutes les cartes"},
                "children": {"en": "children", "fr": "enfants"},
            },
        ),
        FIRST,
    ),
)
