"""The texts of Contre-Temps, in English and French. Of two forms, the first is for the seat it is about."""

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
            "Lower than the {card}: you gain {crystals}.",
            "Lower than the {card}: {who} gains {crystals}.",
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
        "constant lost": "The highest value, {value}, was offered more than once: the constant is gone.",
        "crystals flow": ("You gain {crystals}.", "{who} gains {crystals}."),
        "stayed": ("You stay in the present.", "{who} stays in the present."),
        "travelled": (
            "You spend {crystals} and go to event {event}.",
            "{who} spends {crystals} and goes to event {event}.",
        ),
        "travelled to constant": (
            "You spend {crystals} and go to the constant.",
            "{who} spends {crystals} and goes to the constant.",
        ),
        "three events": ("You control three events.", "{who} controls three events."),
        "round": "Round {number}",
        "won": ("You win.", "{who} wins."),
    },
    "fr": {
        "first player": ("Vous avez le marqueur de premier joueur.", "{who} a le marqueur de premier joueur."),
        "constant turned": "La constante est le {card}.",
        "event laid": "L’événement {event} est posé : c’est le présent.",
        "card played": ("Vous jouez le {card} à l’événement {event}.", "{who} joue le {card} à l’événement {event}."),
        "crystal gained": (
            "Plus faible que le {card} : vous gagnez {crystals}.",
            "Plus faible que le {card} : {who} gagne {crystals}.",
        ),
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
            "Rien ne bat votre carte : vous gardez l’événement {event}.",
            "Rien ne bat la carte gagnante : {who} garde l’événement {event}.",
        ),
        "event unresolved": "Personne n’est à l’événement {event} : il reste ouvert.",
        "card offered": ("Vous proposez le {card}.", "{who} propose le {card}."),
        "constant changed": "Le {card} est la nouvelle constante.",
        "constant lost": "La plus haute valeur, {value}, a été proposée plusieurs fois : il n’y a plus de constante.",
        "crystals flow": ("Vous gagnez {crystals}.", "{who} gagne {crystals}."),
        "stayed": ("Vous restez dans le présent.", "{who} reste dans le présent."),
        "travelled": (
            "Vous dépensez {crystals} et allez à l’événement {event}.",
            "{who} dépense {crystals} et va à l’événement {event}.",
        ),
        "travelled to constant": (
            "Vous dépensez {crystals} et allez à la constante.",
            "{who} dépense {crystals} et va à la constante.",
        ),
        "three events": ("Vous contrôlez trois événements.", "{who} contrôle trois événements."),
        "round": "Manche {number}",
        "won": ("Vous gagnez.", "{who} gagne."),
    },
}  # fmt: skip

# The clauses that join a line to the previous one, in place of the full stop.
THEN: dict[str, dict[str, Any]] = {
    "en": {
        "crystal gained": ", lower than the {card}: +{crystals}.",
        "event taken": (" and take it.", " and takes it."),
        "event taken from": (" and take it from {loser}.", " and takes it from {loser}."),
        "event taken from you": " and takes it from you.",
        "event taken again": (" and win it again.", " and wins it again."),
        "crystals flow": (", you {crystals}.", ", {who} {crystals}."),
    },
    "fr": {
        "crystal gained": ", plus faible que le {card} : +{crystals}.",
        "event taken": (" et le prenez.", " et le prend."),
        "event taken from": (" et le prenez à {loser}.", " et le prend à {loser}."),
        "event taken from you": " et vous le prend.",
        "event taken again": (" et le remportez de nouveau.", " et le remporte de nouveau."),
        "crystals flow": (", vous {crystals}.", ", {who} {crystals}."),
    },
}

ASK = {
    "en": {
        "lead": "You lead at event {event}: play any card.",
        "follow": "You play at event {event}: follow suit ({suit}).",
        "replay": "You replay event {event}: follow suit ({suit}).",
        "cannot follow": "You have no {suit} for event {event}: play any card.",
        "offer": "Choose a card to offer as the constant.",
        "travel": "Choose how many crystals to spend.",
        "wait": "{who} is thinking.",
        "wait for several": "{who} are choosing.",
        "over": "The game is over.",
        "chosen": "Already chosen: {who}.",
        "under": "Below the {card}, {suit} earn 1 crystal (C3.4).",
        "asks": "Your card sets the suit to follow at this event, for good (C3.3).",
        "void": "If you do not follow suit, only the constant’s suit can win (C3.5).",
        "highest": "The highest value becomes the constant; a tie leaves none (C4.1, C4.2).",
        "one each": "One event per crystal; beyond the first event is the constant (C7.1).",
        "both ways": "One event per crystal, back or forward (C8.2).",
    },
    "fr": {
        "lead": "À vous d’entamer l’événement {event} : jouez la carte de votre choix.",
        "follow": "Vous jouez à l’événement {event} : fournissez la suite {suit}.",
        "replay": "Vous rejouez l’événement {event} : fournissez la suite {suit}.",
        "cannot follow": "À l’événement {event}, vous n’avez pas la suite {suit} : jouez la carte de votre choix.",
        "offer": "Choisissez une carte à proposer comme constante.",
        "travel": "Choisissez combien de cristaux dépenser.",
        "wait": "{who} réfléchit.",
        "wait for several": "{who} choisissent.",
        "over": "La partie est finie.",
        "chosen": "Choix déjà faits : {who}.",
        "under": "En {suit}, une carte plus faible que le {card} rapporte 1 cristal (C3.4).",
        "asks": "Votre carte fixe la suite demandée à cet événement, une fois pour toutes (C3.3).",
        "void": "Si vous ne fournissez pas, seule la suite de la constante peut gagner (C3.5).",
        "highest": "La plus haute valeur devient la constante ; à égalité, il n’y en a plus (C4.1, C4.2).",
        "one each": "Un événement par cristal ; avant le premier se trouve la constante (C7.1).",
        "both ways": "Un événement par cristal, en arrière ou en avant (C8.2).",
    },
}

STAKES = {
    "en": (
        "You control three events: unless someone takes one, the game ends this round (C5.1).",
        "{who} controls three events: unless someone takes one, the game ends this round (C5.1).",
    ),
    "fr": (
        "Vous contrôlez trois événements : si personne ne vous en prend un, la partie s’achève à la fin de cette "
        "manche (C5.1).",
        "{who} contrôle trois événements : si personne ne lui en prend un, la partie s’achève à la fin de cette "
        "manche (C5.1).",
    ),
}

EXPLAIN = {
    "en": {
        "stay": "stay in the present, for free",
        "event": "spend {crystals} and go to event {event}",
        "constant": "spend {crystals} and go to the constant",
        "asks": "sets the suit to follow at event {event}, for good: {suit}",
        "beats": "beats the {card}: takes event {event} for now",
        "crystal": "lower than the {card}: earns 1 crystal",
        "nothing": "beats nothing and earns nothing",
        "and": "; ",
    },
    "fr": {
        "stay": "rester dans le présent, sans rien dépenser",
        "event": "dépenser {crystals} et aller à l’événement {event}",
        "constant": "dépenser {crystals} et aller à la constante",
        "asks": "fixe la suite demandée à l’événement {event}, une fois pour toutes : {suit}",
        "beats": "bat le {card} : prend pour l’instant l’événement {event}",
        "crystal": "plus faible que le {card} : rapporte 1 cristal",
        "nothing": "ne bat rien et ne rapporte rien",
        "and": " ; ",
    },
}

# The names of things on the table. `{who}` is a name, `{card}` a card, `{n}` the number of an event.
BOARD = {
    "en": {
        "event": "Event {n}",
        "present": "Event {n}, the present",
        "held": "{event}: {suit} led; controlled by {who}",
        "open": "{event}: {suit} led",
        "next": "Event {n}, to come",
        "next hidden": "A token face down: the next event",
        "lead": "{card}, the lead card of event {n}",
        "win": "{card}, the winning card of event {n}",
        "lead win": "{card}, the lead card and the winning card of event {n}",
        "played": "{card}, played by {who}",
        "constant": "{card}, the constant",
        "hub": "The constant: {suit} beat all other suits",
        "no hub": "There is no constant: no suit beats the others",
        "discarded": "{card}, discarded",
        "disc": "{who} controls event {n}",
        "discs": "Events controlled by {who}: {n} of 3",
        "pawn": "{who} stands at event {n}",
        "pawn at constant": "{who} stands at the constant",
        "hand": "{who}: card in hand",
        "hand without": "{who}: card in hand, no {suits} (C3.3)",
        "crystals": "{who}: {crystals}",
        "first": "{who} holds the first-player marker",
        "offered": "{who} has chosen a card",
        "own offer": "{card}: your choice, still secret",
        "chosen": "{who} has chosen how far to travel",
        "own stay": "You chose to stay in the present (still secret)",
        "own journey": "You chose event {n} for {crystals} (still secret)",
        "own journey to constant": "You chose the constant for {crystals} (still secret)",
    },
    "fr": {
        "event": "Événement {n}",
        "present": "Événement {n}, le présent",
        "held": "{event} : suite demandée {suit}, contrôlé par {who}",
        "open": "{event} : suite demandée {suit}",
        "next": "Événement {n}, à venir",
        "next hidden": "Un jeton face cachée : le prochain événement",
        "lead": "{card}, carte d’entame de l’événement {n}",
        "win": "{card}, carte gagnante de l’événement {n}",
        "lead win": "{card}, carte d’entame et carte gagnante de l’événement {n}",
        "played": "{card}, jouée par {who}",
        "constant": "{card}, la constante",
        "hub": "La constante : la suite {suit} bat toutes les autres",
        "no hub": "Il n’y a pas de constante : aucune suite ne bat les autres",
        "discarded": "{card}, défaussée",
        "disc": "{who} contrôle l’événement {n}",
        "discs": "Événements contrôlés par {who} : {n} sur 3",
        "pawn": "{who} se tient à l’événement {n}",
        "pawn at constant": "{who} se tient à la constante",
        "hand": "{who} : carte en main",
        "hand without": "{who} : carte en main, aucune en {suits} (C3.3)",
        "crystals": "{who} : {crystals}",
        "first": "{who} a le marqueur de premier joueur",
        "offered": "{who} a choisi une carte",
        "own offer": "{card} : votre choix, encore secret",
        "chosen": "{who} a choisi son voyage",
        "own stay": "Vous avez choisi de rester dans le présent (choix secret)",
        "own journey": "Vous avez choisi l’événement {n} pour {crystals} (choix secret)",
        "own journey to constant": "Vous avez choisi la constante pour {crystals} (choix secret)",
    },
}

# The texts of the page itself, and the tooltips of its places.
PAGE: dict[str, dict[str, Any]] = {
    "en": {
        "line": "Timeline",
        "round": "Round",
        "of": "of 10",
        "phases": ("Resolution", "Constant", "Flow of time", "Travel"),
        "phase tips": (
            "Every event with pawns on it is resolved, from the far end of the line back to the constant (C3.1).",
            "Whoever stands at the constant chooses a card in secret; the highest becomes the constant (C4.1).",
            "A new event is laid, all pawns go to the present, crystals are gained (C6.1, C6.2, C6.3).",
            "Everybody chooses in secret how many crystals to spend and goes back one event per crystal (C7.1).",
        ),
        "rounds tip": "After ten rounds without a winner, whoever controls the most events wins (C5.2).",
        "constant": "the constant",
        "present": "the present",
        "unseen": "unseen",
        "discards": "discards",
        "yours": "your<br>card",
        "your journey": "your<br>journey",
        "you": "You",
        "crystals": "crystals",
        "cards": "cards",
        "setting tip": "Its suit beats all others (C2.1). Players who travel here choose a new one (C4.1).",
        "hub tip": "The head of the line. Beyond the first event is the constant (C7.1).",
        "past tip": "Behind is the lead card: its suit must be followed here, for good (C3.3). In front, the winning "
        "card and its controller’s disc (C3.5).",
        "token tip": "Each player standing here plays one card this round (C3.1).",
        "played tip": "Cards played this round. Clockwise from the lead; you must follow suit if you can (C3.2, C3.3).",
        "discs tip": "Whoever controls three events once all are resolved wins (C5.1).",
        "crystals tip": "A crystal takes you one event back in time (C7.1). You gain 2 per round, less one per event you "
        "control (C6.3), and 1 for a low card of the suit led (C3.4).",
        "hand tip": "Ten cards each at the start, one played per round (C2.1, C3.1).",
        "unseen tip": "Four cards that nobody was dealt (C2.1).",
        "discards tip": "Discards lie face up (C3.5). Hover over them, or tap them, to see them all.",
        "next tip": "The next event is laid when the present has a controller (C6.1).",
        "first tip": "Its holder leads at the first event of the line, and where the event before has no controller (C3.2).",
        "sheet events": "Events",
        "sheet nearest": "Nearest the constant",
        "sheet total": "Events controlled",
    },
    "fr": {
        "line": "La ligne du temps",
        "round": "Manche",
        "of": "sur 10",
        "phases": ("Résolution", "Constante", "Écoulement du temps", "Voyage"),
        "phase tips": (
            "Chaque événement où se tiennent des pions est résolu, du bout de la ligne vers la constante (C3.1).",
            "Chaque joueur présent à la constante choisit une carte en secret ; la plus haute la remplace (C4.1).",
            "Un événement est posé, tous les pions vont au présent, on gagne des cristaux (C6.1, C6.2, C6.3).",
            "Chacun choisit en secret combien de cristaux dépenser et remonte d’un événement par cristal (C7.1).",
        ),
        "rounds tip": "Après dix manches sans vainqueur, le joueur qui contrôle le plus d’événements gagne (C5.2).",
        "constant": "la constante",
        "present": "le présent",
        "unseen": "cachées",
        "discards": "défausse",
        "yours": "votre<br>carte",
        "your journey": "votre<br>voyage",
        "you": "Vous",
        "crystals": "cristaux",
        "cards": "cartes",
        "setting tip": "Sa suite bat toutes les autres (C2.1). Les joueurs qui viennent ici la remplacent (C4.1).",
        "hub tip": "La tête de la ligne. Avant le premier événement se trouve la constante (C7.1).",
        "past tip": "Derrière, la carte d’entame : sa suite est demandée ici une fois pour toutes (C3.3). Devant, la carte "
        "gagnante et le disque de son contrôleur (C3.5).",
        "token tip": "Chaque joueur présent ici y joue une carte (C3.1).",
        "played tip": "Les cartes jouées dans cette manche, dans le sens horaire ; il faut fournir si on le peut (C3.2, C3.3).",
        "discs tip": "Le joueur qui contrôle trois événements, une fois tous résolus, gagne (C5.1).",
        "crystals tip": "Un cristal fait remonter d’un événement (C7.1). Chaque manche en rapporte 2, moins un par "
        "événement contrôlé (C6.3) ; une carte basse de la suite demandée en rapporte 1 (C3.4).",
        "hand tip": "Dix cartes chacun au début, une jouée par manche (C2.1, C3.1).",
        "unseen tip": "Quatre cartes que personne n’a reçues (C2.1).",
        "discards tip": "Les cartes défaussées sont face visible (C3.5). Survolez-les ou touchez-les pour les voir toutes.",
        "next tip": "L’événement suivant est posé quand le présent a un contrôleur (C6.1).",
        "first tip": "Son détenteur a la main au premier événement, et là où l’événement précédent n’est contrôlé par "
        "personne (C3.2).",
        "sheet events": "Événements",
        "sheet nearest": "Le plus proche de la constante",
        "sheet total": "Événements contrôlés",
    },
}

ADVISE = {
    "en": {
        "lead": "Lead event {event} with the {card}: {suit} must then be followed there.",
        "beats": "Play the {card}: it beats the {best} and takes event {event} for now.",
        "beats, crystal": "Play the {card}: it beats the {best}, takes event {event} for now and earns {crystals}.",
        "crystal": "Play the {card}: lower than the {highest}, it earns {crystals}.",
        "nothing": "Get rid of the {card}: it cannot win event {event}.",
        "offer": "Offer the {card}: as the constant it would make {suit} beat all other suits.",
        "stay": "Stay in the present, at event {event}.",
        "event": "Go to event {event} for {crystals}.",
        "constant": "Go to the constant for {crystals}, to offer a new one.",
    },
    "fr": {
        "lead": "Entamez l’événement {event} avec le {card} : la suite demandée y sera {suit}.",
        "beats": "Jouez le {card} : il bat le {best} et prend pour l’instant l’événement {event}.",
        "beats, crystal": "Jouez le {card} : il bat le {best}, prend pour l’instant l’événement {event} et rapporte {crystals}.",
        "crystal": "Jouez le {card} : plus faible que le {highest}, il rapporte {crystals}.",
        "nothing": "Débarrassez-vous du {card} : il ne peut pas gagner l’événement {event}.",
        "offer": "Proposez le {card} : s’il devient la constante, la suite {suit} bat toutes les autres.",
        "stay": "Restez dans le présent, à l’événement {event}.",
        "event": "Allez à l’événement {event} pour {crystals}.",
        "constant": "Allez à la constante pour {crystals}, pour en proposer une nouvelle.",
    },
}

# Why a player finished where they did.
EVENTS = {"en": ("{n} event", "{n} events"), "fr": ("{n} événement", "{n} événements")}
LISTED = {"en": ("event {list}", "events {list}"), "fr": ("l’événement {list}", "les événements {list}")}
LOST = {
    "en": ("; 1 was taken back", "; {n} were taken back"),
    "fr": (" ; 1 a été repris", " ; {n} ont été repris"),
}
WHY: dict[str, dict[str, Any]] = {
    "en": {
        "three": (
            "You control {events}, and nobody takes one back.",
            "{who} controls {events}, and nobody takes one back.",
        ),
        "most": (
            "After ten rounds you control the most events: {events}.",
            "After ten rounds {who} controls the most events: {events}.",
        ),
        "nearer": (
            "You control {number}, like {other}, but event {near} is nearer the constant than event {far}.",
            "{who} controls {number}, like {other}, but event {near} is nearer the constant than event {far}.",
        ),
        "farther": (
            "You control {number}, like {other}, but event {far} is farther from the constant than event {near}.",
            "{who} controls {number}, like {other}, but event {far} is farther from the constant than event {near}.",
        ),
        "fewer": (
            "You control {events}, {margin} fewer than {other}{lost}.",
            "{who} controls {events}, {margin} fewer than {other}{lost}.",
        ),
        "none": ("You control no event{lost}.", "{who} controls no event{lost}."),
        "nobody": "Nobody controls an event.",
    },
    "fr": {
        "three": (
            "Vous contrôlez {events}, et personne n’en reprend un.",
            "{who} contrôle {events}, et personne n’en reprend un.",
        ),
        "most": (
            "Après dix manches, c’est vous qui contrôlez le plus d’événements : {events}.",
            "Après dix manches, {who} contrôle le plus d’événements : {events}.",
        ),
        "nearer": (
            "Vous contrôlez {number}, comme {other}, mais l’événement {near} est plus proche de la constante que "
            "l’événement {far}.",
            "{who} contrôle {number}, comme {other}, mais l’événement {near} est plus proche de la constante que "
            "l’événement {far}.",
        ),
        "farther": (
            "Vous contrôlez {number}, comme {other}, mais l’événement {far} est plus loin de la constante que "
            "l’événement {near}.",
            "{who} contrôle {number}, comme {other}, mais l’événement {far} est plus loin de la constante que "
            "l’événement {near}.",
        ),
        "fewer": (
            "Vous contrôlez {events}, {margin} de moins {than}{lost}.",
            "{who} contrôle {events}, {margin} de moins {than}{lost}.",
        ),
        "none": ("Vous ne contrôlez aucun événement{lost}.", "{who} ne contrôle aucun événement{lost}."),
        "nobody": "Personne ne contrôle d’événement.",
    },
}
