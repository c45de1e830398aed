"""Timeline in words, English and French. A pair is what is said to the reader and what is said of somebody else."""

from typing import Any

from .decks import Card

ABOUT = {"en": "about {year}", "fr": "vers {year}"}
BEFORE_CHRIST = {"en": "{year} BC", "fr": "{year} av. J.-C."}
THOUSANDS = {"en": ",", "fr": " "}
CARDS = {"en": ("{n} card", "{n} cards"), "fr": ("{n} carte", "{n} cartes")}


def year(card: Card, lang: str) -> str:
    """The date of a card as people write it.

    >>> year(Card("hand-axe", -1760000, True, {}, "", {}), "en").split()
    ['about', '1,760,000', 'BC']
    """
    text = str(abs(card.year)) if abs(card.year) < 10_000 else f"{abs(card.year):,}".replace(",", THOUSANDS[lang])
    if card.year < 0:
        text = BEFORE_CHRIST[lang].format(year=text)
    return ABOUT[lang].format(year=text) if card.approximate else text


TELL: dict[str, dict[str, Any]] = {
    "en": {
        "first player": ("You begin.", "{who} begins."),
        "line opened": "{card} opens the line ({date}).",
        "placed right": ("You place {card}: right.", "{who} places {card}: right."),
        "placed wrong": ("You place {card}: wrong.", "{who} places {card}: wrong."),
        "dated": "{date} — {text}",
        "drawn": ("You draw {card}.", "{who} draws {card}."),
        "pile renewed": "The discards are shuffled into a new pile of {cards}.",
        "round": "Round {number}",
        "play-off": "Several have placed their last card: {number} go on, with one card each a round.",
        "put out": ("You are out.", "{who} is out."),
        "went on": "Nobody placed theirs right: all {number} go on.",
        "too few cards": "Too few cards are left for a play-off.",
        "won": ("You win.", "{who} wins."),
        "shared": ("You share the victory.", "{who} shares the victory."),
    },
    "fr": {
        "first player": ("Vous commencez.", "{who} commence."),
        "line opened": "{card} ouvre la ligne ({date}).",
        "placed right": ("Vous placez {card} : juste.", "{who} place {card} : juste."),
        "placed wrong": ("Vous placez {card} : faux.", "{who} place {card} : faux."),
        "dated": "{date} — {text}",
        "drawn": ("Vous piochez {card}.", "{who} pioche {card}."),
        "pile renewed": "La défausse, mélangée, forme une nouvelle pioche de {cards}.",
        "round": "Tour {number}",
        "play-off": "Plusieurs ont posé leur dernière carte : {number} continuent, avec une carte par tour.",
        "put out": ("Vous êtes hors jeu.", "{who} est hors jeu."),
        "went on": "Personne n’a placé la sienne juste : les {number} continuent.",
        "too few cards": "Il reste trop peu de cartes pour se départager.",
        "won": ("Vous gagnez.", "{who} gagne."),
        "shared": ("Vous partagez la victoire.", "{who} partage la victoire."),
    },
}

ASK = {
    "en": {
        "place": "Choose a card and the gap in the line where it belongs.",
        "wait": "{who} is thinking.",
        "over": "The match is over.",
        "rule": "The same year fits on either side; a wrong card is replaced (T3.2, T3.3).",
        "play-off": "One card each: whoever alone places theirs right wins (T4.4).",
        "stakes": "{who} has one card left (T4.2).",
        "done": "{who} has no card left; the round is played to its end (T4.1).",
    },
    "fr": {
        "place": "Choisissez une carte et l’intervalle où elle va dans la ligne.",
        "wait": "{who} réfléchit.",
        "over": "La partie est finie.",
        "rule": "La même année convient des deux côtés ; une carte fausse est remplacée (T3.2, T3.3).",
        "play-off": "Une carte chacun : qui place seul la sienne juste gagne (T4.4).",
        "stakes": "Plus qu’une carte pour {who} (T4.2).",
        "done": "Plus aucune carte pour {who} ; le tour se joue jusqu’au bout (T4.1).",
    },
}

# What is written on the table in the browser.
BOARD = {
    "en": {
        "round": "Round {number}",
        "play-off": "Round {number} · play-off",
        "of": "{n} cards",
        "you": "you",
        "none": "no card",
        "out": "out",
        "hands": "Everyone’s cards",
        "line": "The line of time",
        "pile": "pile",
        "discard": "discards",
        "between": "Between {before} and {after}",
        "before": "Before {card}",
        "after": "After {card}",
        "hint before": "before",
        "hint after": "after",
        "about": "c.",
        "point": ".",
        "million": "M",
        "milliard": "bn",
        "belonged": "{card}: it belonged here",
        "tip hand": "Names are known to all, dates to nobody (T2.1).",
        "tip pile": "The pile: dates are hidden, the name of its top card is not (T2.2).",
        "tip discard": "A card placed wrong lies here, its date shown, until the pile runs out (T3.3, T3.4).",
        "tip gap": "The same year fits too, on either side (T3.1, T3.2).",
        "tip round": "Whoever is alone without a card when a round is over wins (T4.1, T4.2).",
        "sheet out": "Put out in round",
        "sheet left": "Cards left",
    },
    "fr": {
        "round": "Tour {number}",
        "play-off": "Tour {number} · départage",
        "of": "{n} cartes",
        "you": "vous",
        "none": "aucune carte",
        "out": "hors jeu",
        "hands": "Les cartes de tous",
        "line": "La ligne du temps",
        "pile": "pioche",
        "discard": "défausse",
        "between": "Entre {before} et {after}",
        "before": "Avant {card}",
        "after": "Après {card}",
        "hint before": "avant",
        "hint after": "après",
        "about": "vers",
        "point": ",",
        "million": "M",
        "milliard": "Md",
        "belonged": "{card} : sa place était ici",
        "tip hand": "Les noms sont connus de tous, les dates de personne (T2.1).",
        "tip pile": "La pioche : les dates sont cachées, pas le nom de la carte du dessus (T2.2).",
        "tip discard": "Une carte mal placée reste ici, date visible, tant qu’il y a une pioche (T3.3, T3.4).",
        "tip gap": "La même année convient aussi, des deux côtés (T3.1, T3.2).",
        "tip round": "Qui est seul sans carte à la fin d’un tour gagne (T4.1, T4.2).",
        "sheet out": "Hors jeu au tour",
        "sheet left": "Cartes restantes",
    },
}

# What an action would do, beside where it puts the card: what if it is wrong.
EXPLAIN = {
    "en": {"turn": "{card}; if wrong, you draw another", "play-off": "{card}; if wrong, you may be out"},
    "fr": {
        "turn": "{card} ; si c’est faux, vous en piochez une autre",
        "play-off": "{card} ; si c’est faux, vous risquez d’être hors jeu",
    },
}
