"""The texts of Timeline, in English and French. Of two forms of a sentence, the first is for the seat it is about."""

from typing import Any

from .components import Card

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
        "line opened": "“{card}” opens the line ({date}).",
        "placed right": ("You place “{card}”: correct.", "{who} places “{card}”: correct."),
        "placed wrong": ("You place “{card}”: wrong.", "{who} places “{card}”: wrong."),
        "dated": "{date} — {text}",
        "drawn": ("You draw “{card}”.", "{who} draws “{card}”."),
        "pile renewed": "The discards are shuffled into a new draw pile of {cards}.",
        "round": "Round {number}",
        "play-off": "Several players have placed their last card: {number} play on, one card each per round.",
        "put out": ("You are out.", "{who} is out."),
        "went on": "Nobody was right: all {number} play on.",
        "too few cards": "Too few cards are left for a play-off.",
        "won": ("You win.", "{who} wins."),
        "shared": ("You share the victory.", "{who} shares the victory."),
    },
    "fr": {
        "first player": ("Vous commencez.", "{who} commence."),
        "line opened": "« {card} » ouvre la frise ({date}).",
        "placed right": ("Vous placez « {card} » : bonne place.", "{who} place « {card} » : bonne place."),
        "placed wrong": ("Vous placez « {card} » : mauvaise place.", "{who} place « {card} » : mauvaise place."),
        "dated": "{date} — {text}",
        "drawn": ("Vous piochez « {card} ».", "{who} pioche « {card} »."),
        "pile renewed": "La défausse, mélangée, forme une nouvelle pioche de {cards}.",
        "round": "Manche {number}",
        "play-off": "Plusieurs joueurs ont posé leur dernière carte : {number} continuent, une carte par manche.",
        "put out": ("Cette manche vous élimine.", "Cette manche élimine {who}."),
        "went on": "Personne n’a bien placé sa carte : les {number} continuent.",
        "too few cards": "Il reste trop peu de cartes pour se départager.",
        "won": ("Vous gagnez.", "{who} gagne."),
        "shared": ("Vous partagez la victoire.", "{who} partage la victoire."),
    },
}

# The clauses that join a line to the previous one, in place of the full stop.
THEN: dict[str, dict[str, Any]] = {
    "en": {"dated": ". {date} — {text}", "drawn": (". You draw “{card}”.", ". {who} draws “{card}”.")},
    "fr": {"dated": ". {date} — {text}", "drawn": (". Vous piochez « {card} ».", ". {who} pioche « {card} ».")},
}

ASK = {
    "en": {
        "place": "Choose a card and the gap in the line where it belongs.",
        "wait": "{who} is thinking.",
        "over": "The game is over.",
        "rule": "The same year fits on either side; a misplaced card is replaced (T3.2, T3.3).",
        "play-off": "One card each: if only one player is right, they win (T4.4).",
        "stakes": "{who} has one card left (T4.2).",
        "done": "{who} has no cards left; this round is played out (T4.1).",
    },
    "fr": {
        "place": "Choisissez une carte et sa place dans la frise.",
        "wait": "{who} réfléchit.",
        "over": "La partie est finie.",
        "rule": "La même année convient des deux côtés ; une carte mal placée est remplacée (T3.2, T3.3).",
        "play-off": "Une carte chacun : le seul à bien placer la sienne gagne (T4.4).",
        "stakes": "{who} n’a plus qu’une carte (T4.2).",
        "done": "{who} n’a plus de carte ; la manche se joue jusqu’au bout (T4.1).",
    },
}

# The texts on the table in the browser.
BOARD = {
    "en": {
        "round": "Round {number}",
        "play-off": "Round {number} · play-off",
        "of": "{n} cards",
        "you": "you",
        "none": "no card",
        "out": "out",
        "hands": "Everyone’s cards",
        "line": "The line",
        "pile": "draw pile",
        "discard": "discards",
        "quoted": "“{name}” ({date})",
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
        "tip pile": "The draw pile: dates are hidden, the name of its top card is not (T2.2).",
        "tip discard": "A misplaced card stays here, its date revealed, until the draw pile runs out (T3.3, T3.4).",
        "tip gap": "The same year fits too, on either side (T3.1, T3.2).",
        "tip round": "You win if you are the only one without cards at the end of a round (T4.1, T4.2).",
        "sheet out": "Eliminated in round",
        "sheet left": "Cards left",
    },
    "fr": {
        "round": "Manche {number}",
        "play-off": "Manche {number} · départage",
        "of": "{n} cartes",
        "you": "vous",
        "none": "aucune carte",
        "out": "hors course",
        "hands": "Les cartes des joueurs",
        "line": "La frise",
        "pile": "pioche",
        "discard": "défausse",
        "quoted": "« {name} » ({date})",
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
        "tip round": "Vous gagnez si, à la fin d’une manche, vous êtes sans carte et les autres non (T4.1, T4.2).",
        "sheet out": "Manche de l’élimination",
        "sheet left": "Cartes restantes",
    },
}

# What an action would do, besides placing the card: what happens if it is wrong.
EXPLAIN = {
    "en": {"turn": "“{card}”: if wrong, you draw another", "play-off": "“{card}”: if wrong, you may be out"},
    "fr": {
        "turn": "« {card} » : en cas d’erreur, vous en piochez une autre",
        "play-off": "« {card} » : une erreur peut vous éliminer",
    },
}

# A card was picked and its gap is still to be chosen: one of several cards, or the only one.
HALF = {
    "en": {"several": "“{card}”: between which cards?", "one": "“{card}”: before or after “{other}”?"},
    "fr": {"several": "« {card} » : entre quelles cartes ?", "one": "« {card} » : avant ou après « {other} » ?"},
}
ADVISE = {
    "en": {
        "between": "Place “{card}” between {before} and {after}.",
        "before": "Place “{card}” before {after}.",
        "after": "Place “{card}” after {before}.",
    },
    "fr": {
        "between": "Placez « {card} » entre {before} et {after}.",
        "before": "Placez « {card} » avant {after}.",
        "after": "Placez « {card} » après {before}.",
    },
}

# Why a player finished where they did.
MISTAKES = {"en": ("{n} mistake", "{n} mistakes"), "fr": ("{n} erreur", "{n} erreurs")}
NO_MISTAKE = {"en": "no mistakes", "fr": "aucune erreur"}
WHY: dict[str, dict[str, Any]] = {
    "en": {
        "last card": (
            "You place your last card in round {round}: {mistakes}, against {others} by {other}.",
            "{who} places the last card in hand in round {round}: {mistakes}, against {others} by {other}.",
        ),
        "play-off": (
            "In the play-off of round {round} you place your card correctly, and nobody else does.",
            "In the play-off of round {round} {who} places a card correctly, and nobody else does.",
        ),
        "too few": "Too few cards are left for a play-off to separate them.",
        "limit": (
            "When the game stops after {round} rounds, you have the fewest cards: {cards}.",
            "When the game stops after {round} rounds, {who} has the fewest cards: {cards}.",
        ),
        "out": (
            "You are eliminated in round {round}, with {cards} left and {mistakes}.",
            "{who} is eliminated in round {round}, with {cards} left and {mistakes}.",
        ),
        "left": (
            "You still have {cards}: {mistakes}, against {others} by {other}.",
            "{who} still has {cards}: {mistakes}, against {others} by {other}.",
        ),
    },
    "fr": {
        "last card": (
            "Vous posez votre dernière carte à la manche {round} : {mistakes}, contre {others} pour {other}.",
            "{who} pose sa dernière carte à la manche {round} : {mistakes}, contre {others} pour {other}.",
        ),
        "play-off": (
            "Au départage de la manche {round}, vous placez bien votre carte, et personne d’autre.",
            "Au départage de la manche {round}, {who} place bien sa carte, et personne d’autre.",
        ),
        "too few": "Il reste trop peu de cartes pour un départage.",
        "limit": (
            "La partie s’arrête après {round} manches, et c’est vous qui avez le moins de cartes : {cards}.",
            "La partie s’arrête après {round} manches, et {who} a le moins de cartes : {cards}.",
        ),
        "out": (
            "La manche {round} vous élimine : {cards} en main et {mistakes}.",
            "La manche {round} élimine {who} : {cards} en main et {mistakes}.",
        ),
        "left": (
            "Il vous reste {cards} : {mistakes}, contre {others} pour {other}.",
            "Il reste {cards} à {who} : {mistakes}, contre {others} pour {other}.",
        ),
    },
}
