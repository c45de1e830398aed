"""Contre-Temps in words, English and French. A pair is what is said to the reader and what is said of somebody else."""

from typing import Any

SUITS = {  # C1.1
    "en": ("Cogs", "Stars", "Moons", "Quills", "Flames"),
    "fr": ("Rouage", "Étoile", "Lune", "Plume", "Flamme"),
}
CARD = {  # by suit: French elides before a vowel
    "en": ("{value} of {suit}",) * 5,
    "fr": ("{value} de {suit}", "{value} d’{suit}", *("{value} de {suit}",) * 3),
}
CRYSTALS = {"en": ("{n} crystal", "{n} crystals"), "fr": ("{n} cristal", "{n} cristaux")}
PHASES = {"en": ("Resolution", "The constant", "Travel"), "fr": ("Résolution", "La constante", "Voyage")}

TELL: dict[str, dict[str, Any]] = {
    "en": {
        "first player": ("You hold the first-player marker.", "{who} holds the first-player marker."),
        "constant turned": "The constant is the {card}.",
        "event laid": "Event {event} is laid: it is the present.",
        "card played": ("You play the {card} at event {event}.", "{who} plays the {card} at event {event}."),
        "crystal gained": (
            "It lies under the {card}: you gain {crystals}.",
            "It lies under the {card}: {who} gains {crystals}.",
        ),
        "event taken": ("You take event {event}.", "{who} takes event {event}."),
        "event taken from": ("You take event {event} from {loser}.", "{who} takes event {event} from {loser}."),
        "event taken from you": "{who} takes event {event} from you.",
        "event taken again": ("You win event {event} again.", "{who} wins event {event} again."),
        "event kept": (
            "Nothing beats your card: you keep event {event}.",
            "Nothing beats the winning card: {who} keeps event {event}.",
        ),
        "event unresolved": "Nobody is at event {event}: it stays open.",
        "card offered": ("You offer the {card}.", "{who} offers the {card}."),
        "constant changed": "The {card} is the new constant.",
        "constant lost": "The highest value, {value}, was offered more than once: there is no constant.",
        "crystals flow": ("You gain {crystals}.", "{who} gains {crystals}."),
        "stayed": ("You stay at the present.", "{who} stays at the present."),
        "travelled": (
            "You spend {crystals} and go to event {event}.",
            "{who} spends {crystals} and goes to event {event}.",
        ),
        "travelled to constant": (
            "You spend {crystals} and go to the constant.",
            "{who} spends {crystals} and goes to the constant.",
        ),
        "three events": ("You hold three events.", "{who} holds three events."),
        "round": "Round {number}",
        "won": ("You win.", "{who} wins."),
    },
    "fr": {
        "first player": ("Vous avez le marqueur de premier joueur.", "{who} a le marqueur de premier joueur."),
        "constant turned": "La constante est le {card}.",
        "event laid": "L’événement {event} est posé : c’est le présent.",
        "card played": ("Vous jouez le {card} à l’événement {event}.", "{who} joue le {card} à l’événement {event}."),
        "crystal gained": ("Sous le {card} : vous gagnez {crystals}.", "Sous le {card} : {who} gagne {crystals}."),
        "event taken": ("Vous prenez l’événement {event}.", "{who} prend l’événement {event}."),
        "event taken from": (
            "Vous prenez l’événement {event} à {loser}.",
            "{who} prend l’événement {event} à {loser}.",
        ),
        "event taken from you": "{who} vous prend l’événement {event}.",
        "event taken again": (
            "Vous remportez de nouveau l’événement {event}.",
            "{who} remporte de nouveau l’événement {event}.",
        ),
        "event kept": (
            "Rien ne bat votre carte : vous gardez l’événement {event}.",
            "Rien ne bat la carte gagnante : {who} garde l’événement {event}.",
        ),
        "event unresolved": "Personne n’est à l’événement {event} : il reste ouvert.",
        "card offered": ("Vous proposez le {card}.", "{who} propose le {card}."),
        "constant changed": "Le {card} est la nouvelle constante.",
        "constant lost": "La plus haute valeur, {value}, est proposée plusieurs fois : il n’y a plus de constante.",
        "crystals flow": ("Vous gagnez {crystals}.", "{who} gagne {crystals}."),
        "stayed": ("Vous restez au présent.", "{who} reste au présent."),
        "travelled": (
            "Vous dépensez {crystals} et allez à l’événement {event}.",
            "{who} dépense {crystals} et va à l’événement {event}.",
        ),
        "travelled to constant": (
            "Vous dépensez {crystals} et allez à la constante.",
            "{who} dépense {crystals} et va à la constante.",
        ),
        "three events": ("Vous tenez trois événements.", "{who} tient trois événements."),
        "round": "Tour {number}",
        "won": ("Vous gagnez.", "{who} gagne."),
    },
}  # fmt: skip

ASK = {
    "en": {
        "lead": "You lead at event {event}: play any card.",
        "follow": "You play at event {event}: follow the suit asked for, {suit}.",
        "replay": "You replay event {event}: follow the suit asked for, {suit}.",
        "cannot follow": "You have no {suit} for event {event}: play any card.",
        "offer": "Choose a card to offer as the constant.",
        "travel": "Choose how many crystals to spend.",
        "wait": "{who} is thinking.",
        "wait for several": "{who} are choosing.",
        "over": "The match is over.",
        "chosen": "{who} chose already.",
        "under": "{suit} under the {card} gain 1 crystal (C3.4).",
        "asks": "Your card’s suit is asked for at this event for ever (C3.3).",
        "void": "Only the constant’s suit can win without following (C3.5).",
        "highest": "The highest value becomes the constant; a tie leaves none (C4.1, C4.2).",
        "one each": "One event a crystal; past the first event lies the constant (C7.1).",
        "both ways": "One event a crystal, back or forward (C8.2).",
    },
    "fr": {
        "lead": "Vous ouvrez l’événement {event} : jouez la carte de votre choix.",
        "follow": "Vous jouez à l’événement {event} : suivez la suite demandée, {suit}.",
        "replay": "Vous rejouez l’événement {event} : suivez la suite demandée, {suit}.",
        "cannot follow": "Vous ne pouvez pas suivre en {suit} à l’événement {event} : jouez la carte de votre choix.",
        "offer": "Choisissez une carte à proposer comme constante.",
        "travel": "Choisissez combien de cristaux dépenser.",
        "wait": "{who} réfléchit.",
        "wait for several": "{who} choisissent.",
        "over": "La partie est finie.",
        "chosen": "Choix déjà faits : {who}.",
        "under": "En {suit}, une carte sous le {card} rapporte 1 cristal (C3.4).",
        "asks": "La suite de votre carte sera demandée ici pour toujours (C3.3).",
        "void": "Sans suivre, seule la suite de la constante peut gagner (C3.5).",
        "highest": "La plus haute valeur devient la constante ; à égalité il n’y en a plus (C4.1, C4.2).",
        "one each": "Un événement par cristal ; avant le premier se trouve la constante (C7.1).",
        "both ways": "Un événement par cristal, en arrière ou en avant (C8.2).",
    },
}

STAKES = {
    "en": (
        "You hold three events: if nobody takes one of them, the match ends this round (C5.1).",
        "{who} holds three events: if nobody takes one of them, the match ends this round (C5.1).",
    ),
    "fr": (
        "Vous tenez trois événements : si personne n’en prend un, la partie finit à ce tour (C5.1).",
        "{who} tient trois événements : si personne n’en prend un, la partie finit à ce tour (C5.1).",
    ),
}

EXPLAIN = {
    "en": {"stay": "stay", "event": "to event {event}", "constant": "to the constant", "crystal": "gains 1 crystal"},
    "fr": {
        "stay": "rester",
        "event": "vers l’événement {event}",
        "constant": "vers la constante",
        "crystal": "rapporte 1 cristal",
    },
}
