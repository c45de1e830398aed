"""Timeline in words, English and French. A pair is what is said to the reader and what is said of somebody else."""

from typing import Any

ABOUT = {"en": "about {year}", "fr": "vers {year}"}
BEFORE_CHRIST = {"en": "{year} BC", "fr": "{year} av. J.-C."}
THOUSANDS = {"en": ",", "fr": " "}
CARDS = {"en": ("{n} card", "{n} cards"), "fr": ("{n} carte", "{n} cartes")}

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
