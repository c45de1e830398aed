"""The texts of Hearts, in English and French. Of two forms of a sentence, the first is for the seat it is about."""

from __future__ import annotations

from typing import Any

SUITS = {"en": ("clubs", "diamonds", "spades", "hearts"), "fr": ("trèfle", "carreau", "pique", "cœur")}
RANKS = {
    "en": ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace"),
    "fr": ("2", "3", "4", "5", "6", "7", "8", "9", "10", "valet", "dame", "roi", "as"),
}
INDICES = {  # in the corner of a card
    "en": ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"),
    "fr": ("2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R", "A"),
}
CARD = {"en": "{rank} of {suit}", "fr": "{rank} de {suit}"}
ARTICLE = {"en": ("the ",) * 13, "fr": ("le ",) * 10 + ("la ", "le ", "l’")}  # by rank
POINTS = {"en": ("{n} point", "{n} points"), "fr": ("{n} point", "{n} points")}
CARDS = {"en": ("{n} card", "{n} cards"), "fr": ("{n} carte", "{n} cartes")}
TRICKS = {"en": ("{n} trick", "{n} tricks"), "fr": ("{n} pli", "{n} plis")}
TIMES = {"en": ("once", "{n} times"), "fr": ("une fois", "{n} fois")}

# By direction: nowhere, left, across, right.
DIRECTIONS = {
    "en": ("nobody passes", "pass to the left", "pass across", "pass to the right"),
    "fr": ("pas d’échange", "on passe à gauche", "on passe en face", "on passe à droite"),
}

TELL: dict[str, dict[str, Any]] = {
    "en": {
        "dealt": "Deal {number}: {direction}",
        "given": ("You pass {other} {card}.", "{who} passes you {card}.", "{who} passes {other} {card}."),
        "led": ("You lead {card}.", "{who} leads {card}."),
        "played": ("You play {card}.", "{who} plays {card}."),
        "hearts broken": "Hearts are broken.",
        "trick taken": ("You take the trick.", "{who} takes the trick."),
        "trick with points": ("You take the trick: {points}.", "{who} takes the trick: {points}."),
        "moon shot": (
            "You shoot the moon: 26 points for everybody else!",
            "{who} shoots the moon: 26 points for everybody else!",
        ),
        "scored": ("You score {points}: {total} in all.", "{who} scores {points}: {total} in all."),
        "won": ("You win with {points}.", "{who} wins with {points}."),
    },
    "fr": {
        "dealt": "Donne {number} : {direction}",
        "given": ("Vous passez à {other} {card}.", "{who} vous passe {card}.", "{who} passe à {other} {card}."),
        "led": ("Vous entamez {card}.", "{who} entame {card}."),
        "played": ("Vous jouez {card}.", "{who} joue {card}."),
        "hearts broken": "Les cœurs sont ouverts.",
        "trick taken": ("Vous remportez le pli.", "{who} remporte le pli."),
        "trick with points": ("Vous remportez le pli : {points}.", "{who} remporte le pli : {points}."),
        "moon shot": (
            "Grand chelem ! Vous infligez 26 points à tous les autres.",
            "{who} réussit le grand chelem : 26 points pour tous les autres.",
        ),
        "scored": ("Vous marquez {points} : {total} en tout.", "{who} marque {points} : {total} en tout."),
        "won": ("Vous gagnez avec {points}.", "{who} gagne avec {points}."),
    },
}

# The clauses that join a line to the previous one.
THEN: dict[str, dict[str, Any]] = {
    "en": {
        "given": ", {card}.",
        "hearts broken": " (hearts are broken).",
        "played": (", you {card}.", ", {who} {card}."),
        "scored": ("; you score {points}: {total} in all.", "; {who} scores {points}: {total} in all."),
    },
    "fr": {
        "given": ", {card}.",
        "hearts broken": " (les cœurs sont ouverts).",
        "played": (", vous {card}.", ", {who} {card}."),
        "scored": (" ; vous marquez {points} : {total} en tout.", " ; {who} marque {points} : {total} en tout."),
    },
}

ASK = {
    "en": {
        "pass": "Choose three cards to pass to {other}.",
        "pass more": "Choose {n} more to pass to {other}.",
        "pass last": "Choose one more card to pass to {other}.",
        "begin": "You hold the 2 of clubs: lead it.",
        "lead": "Lead any card.",
        "lead no hearts": "Lead any card but a heart.",
        "follow": "Follow suit: {suit}.",
        "discard": "You have no {suit}: play any card.",
        "discard no points": "You have no {suit}: play any card that counts no points.",
        "wait": "{who} is thinking.",
        "wait for several": "{who} are choosing.",
        "over": "The game is over.",
        "secret": "Everybody chooses at once; nobody else sees these cards (H2.2, H2.3).",
        "must begin": "The 2 of clubs begins every deal (H3.1).",
        "unbroken": "Hearts are not broken yet (H3.3).",
        "broken": "Hearts are broken: they may be led (H3.3).",
        "lying": "{who} is winning the trick with {card}; it holds {points}.",
        "lying yours": "You are winning the trick with {card}; it holds {points}.",
        "first": "No hearts and no queen of spades in the first trick (H3.4).",
    },
    "fr": {
        "pass": "Choisissez trois cartes à passer à {other}.",
        "pass more": "Choisissez-en encore {n} à passer à {other}.",
        "pass last": "Choisissez encore une carte à passer à {other}.",
        "begin": "Vous avez le 2 de trèfle : entamez-le.",
        "lead": "Entamez avec la carte de votre choix.",
        "lead no hearts": "Entamez avec la carte de votre choix, sauf un cœur.",
        "follow": "Fournissez à {suit}.",
        "discard": "Vous n’avez pas de {suit} : jouez la carte de votre choix.",
        "discard no points": "Vous n’avez pas de {suit} : jouez une carte qui ne compte pas de points.",
        "wait": "{who} réfléchit.",
        "wait for several": "{who} choisissent.",
        "over": "La partie est finie.",
        "secret": "Tous choisissent en même temps ; personne d’autre ne voit ces cartes (H2.2, H2.3).",
        "must begin": "Le 2 de trèfle ouvre chaque donne (H3.1).",
        "unbroken": "Les cœurs ne sont pas encore ouverts (H3.3).",
        "broken": "Les cœurs sont ouverts : on peut en entamer (H3.3).",
        "lying": "{who} tient le pli avec {card} ; il contient {points}.",
        "lying yours": "Vous tenez le pli avec {card} ; il contient {points}.",
        "first": "Ni cœur ni dame de pique au premier pli (H3.4).",
    },
}

EXPLAIN = {
    "en": {
        "lead": "the others must follow: {suit}",
        "takes": "takes the trick as it lies",
        "takes for good": "takes the trick: {points}",
        "under": "does not take the trick",
    },
    "fr": {
        "lead": "les autres devront fournir à {suit}",
        "takes": "tient le pli pour l’instant",
        "takes for good": "remporte le pli : {points}",
        "under": "ne remporte pas le pli",
    },
}

ADVISE = {
    "en": {
        "pass": "Pass {card} to {other}.",
        "lead": "Lead {card}.",
        "takes": "Play {card}: it takes the trick as it lies.",
        "takes for good": "Take the trick with {card}: {points}.",
        "under": "Play {card}: it does not take the trick.",
        "discard": "Get rid of {card}.",
    },
    "fr": {
        "pass": "Passez {card} à {other}.",
        "lead": "Entamez {card}.",
        "takes": "Jouez {card} : vous tenez le pli pour l’instant.",
        "takes for good": "Remportez le pli avec {card} : {points}.",
        "under": "Jouez {card} : vous ne remportez pas le pli.",
        "discard": "Défaussez-vous : {card}.",
    },
}

# The names of things on the table. `{who}` is a name, `{card}` a card.
BOARD = {
    "en": {
        "hand": "{who}: {cards}",
        "hand without": "{who}: {cards}, no {suits} (H3.2)",
        "played": "{card}, played by {who}",
        "winning": "{card}, played by {who}, wins the trick so far",
        "last": "{card}, played by {who} to the trick before",
        "to pass": "{who} has chosen a card to pass",
        "own pass": "{card}: your choice, still secret",
        "new": "{card}, from {who}",
        "taken": "{who} has taken {tricks}: {points}",
        "queen": "{who} has taken the queen of spades: 13 points",
    },
    "fr": {
        "hand": "{who} : {cards}",
        "hand without": "{who} : {cards}, aucune de {suits} (H3.2)",
        "played": "{card}, par {who}",
        "winning": "{card}, par {who} : remporte le pli pour l’instant",
        "last": "{card}, par {who}, au pli précédent",
        "to pass": "{who} a choisi une carte à passer",
        "own pass": "{card} : votre choix, encore secret",
        "new": "{card}, carte passée par {who}",
        "taken": "{who} a remporté {tricks} : {points}",
        "queen": "{who} a ramassé la dame de pique : 13 points",
    },
}

# The texts of the page itself, and the tooltips of its places.
PAGE: dict[str, dict[str, Any]] = {
    "en": {
        "deal": "Deal",
        "trick": "The trick",
        "last trick": "last trick",
        "you": "You",
        "cards": "cards",
        "points": "points in this deal",
        "total": "points",
        "to": {0: "a single deal", 50: "to 50 points", 100: "to 100 points"},
        "directions": ("no passing", "pass left", "pass across", "pass right"),
        "unbroken": "hearts not broken",
        "broken": "hearts broken",
        "hand tip": "Thirteen cards each at the start (H1.3). What a player has shown not to have is known to all (H3.2).",
        "points tip": "Points taken in this deal: 1 for a heart, 13 for the queen of spades; all 26 shoot the moon (H4.1, H4.2).",
        "total tip": "Points of the deals before. The fewest win (H4.3, H5.3).",
        "deal tip": "Left, right, across, then nobody passes (H2.1).",
        "trick tip": "Clockwise; you must follow suit if you can. The highest card of the suit led takes the trick (H3.2, H3.5).",
        "hearts tip": "Hearts may be led once a heart or the queen of spades has been played (H3.3).",
        "last tip": "The trick taken last can be looked at (H3.6).",
        "pass tip": "The cards you pass (H2.2).",
        "sheet deals": "Points",
        "sheet moons": "Shot the moon",
        "sheet total": "Total",
    },
    "fr": {
        "deal": "Donne",
        "trick": "Le pli",
        "last trick": "dernier pli",
        "you": "Vous",
        "cards": "cartes",
        "points": "points dans cette donne",
        "total": "points",
        "to": {0: "une seule donne", 50: "en 50 points", 100: "en 100 points"},
        "directions": ("sans échange", "on passe à gauche", "on passe en face", "on passe à droite"),
        "unbroken": "cœurs fermés",
        "broken": "cœurs ouverts",
        "hand tip": "Treize cartes chacun au début (H1.3). Tout le monde sait ce qu’un joueur n’a pas pu fournir (H3.2).",
        "points tip": "Points ramassés dans cette donne : 1 par cœur, 13 pour la dame de pique ; les 26 font le grand chelem (H4.1, H4.2).",
        "total tip": "Points des donnes précédentes. Le plus petit total gagne (H4.3, H5.3).",
        "deal tip": "À gauche, à droite, en face, puis pas d’échange (H2.1).",
        "trick tip": "Dans le sens des aiguilles d’une montre ; il faut fournir si l’on peut. La plus forte carte de la couleur demandée remporte le pli (H3.2, H3.5).",
        "hearts tip": "On peut entamer à cœur dès qu’un cœur ou la dame de pique a été joué (H3.3).",
        "last tip": "On peut regarder le dernier pli (H3.6).",
        "pass tip": "Les cartes que vous passez (H2.2).",
        "sheet deals": "Points",
        "sheet moons": "Grands chelems",
        "sheet total": "Total",
    },
}

# Why a player finished where they did.
WHY: dict[str, dict[str, Any]] = {
    "en": {
        "fewest": (
            "You have the fewest points, {points}; {other} comes next with {theirs}{moons}.",
            "{who} has the fewest points, {points}; {other} comes next with {theirs}{moons}.",
        ),
        "level": ("You have {points}, like {other}.", "{who} has {points}, like {other}."),
        "more": ("{points}, {margin} more than {other}{moons}.", "{points}, {margin} more than {other}{moons}."),
        "moons": ("; you shot the moon {times}", "; {who} shot the moon {times}"),
    },
    "fr": {
        "fewest": (
            "Vous avez le moins de points, {points} ; {other} suit avec {theirs}{moons}.",
            "{who} a le moins de points, {points} ; {other} suit avec {theirs}{moons}.",
        ),
        "level": ("Vous avez {points}, comme {other}.", "{who} a {points}, comme {other}."),
        "more": ("{points}, {margin} de plus {than}{moons}.", "{points}, {margin} de plus {than}{moons}."),
        "moons": (" ; grand chelem {times} pour vous", " ; grand chelem {times} pour {who}"),
    },
}
