"""The texts of Time Collectors, in English and French. Of two forms, the first is for the seat it is about."""

from typing import Any

# Singular and plural.
CRYSTALS = {"en": ("{n} crystal", "{n} crystals"), "fr": ("{n} cristal", "{n} cristaux")}
POINTS = {"en": ("{n} point", "{n} points"), "fr": ("{n} point", "{n} points")}
DISCARDS = {
    "en": ("the one discarded card forms", "{n} discards are shuffled into"),
    "fr": ("la seule carte défaussée en forme", "{n} cartes défaussées, mélangées, en forment"),
}
DICE = {"en": ("{n} die", "{n} dice"), "fr": ("{n} dé", "{n} dés")}
STOPS = {
    "en": ("era A", "1984", "era B", "3961", "era C", "6257", "era D", "8053", "the future"),
    "fr": ("l’ère A", "1984", "l’ère B", "3961", "l’ère C", "6257", "l’ère D", "8053", "le futur"),
}
TAGS = {  # a stop without its article
    "en": ("era A", "1984", "era B", "3961", "era C", "6257", "era D", "8053", "future"),
    "fr": ("ère A", "1984", "ère B", "3961", "ère C", "6257", "ère D", "8053", "futur"),
}
TO = {"en": ("to {stop}",) * 3, "fr": ("dans {stop}", "en {stop}", "dans {stop}")}  # an era, a key date, the future
IN = {"en": ("in {stop}",) * 3, "fr": ("dans {stop}", "en {stop}", "dans {stop}")}
TYPES = {
    "en": ("wonder", "plant", "animal", "mineral", "book"),
    "fr": ("merveille", "plante", "animal", "minéral", "livre"),
}
BOARDS = {
    "en": {"red": "red board", "blue": "blue board", "green": "green board", "yellow": "yellow board"},
    "fr": {"red": "vitrine rouge", "blue": "vitrine bleue", "green": "vitrine verte", "yellow": "vitrine jaune"},
}
FEATS = {  # L7
    "en": (
        "a full column",
        "one animal",
        "a full row",
        "three plants",
        "four wonders",
        "five crystals",
        "three books",
        "four minerals",
    ),
    "fr": (
        "une colonne pleine",
        "un animal",
        "une rangée pleine",
        "trois plantes",
        "quatre merveilles",
        "cinq cristaux",
        "trois livres",
        "quatre minéraux",
    ),
}
SHEET = {  # L6, the lines of the score sheet
    "en": ("wonders", "plants", "animals", "minerals", "books", "feats", "crystals", "total"),
    "fr": ("merveilles", "plantes", "animaux", "minéraux", "livres", "exploits", "cristaux", "total"),
}
DECIDED = {  # the same inside a sentence about what made the difference (la différence vient…)
    "en": SHEET["en"],
    "fr": (
        "des merveilles",
        "des plantes",
        "des animaux",
        "des minéraux",
        "des livres",
        "des exploits",
        "des cristaux",
        "du total",
    ),
}
TIE = {"en": "Crystals, on a tie", "fr": "Cristaux, en cas d’égalité"}  # L5.1
TIE_DECIDED = {"en": "crystals", "fr": "des cristaux"}
PHASES = {
    "en": ("setting the machine", "travel", "toll", "in an era", "8053", "the future", "placing", "feats"),
    "fr": ("réglage", "voyage", "péage", "dans une ère", "8053", "le futur", "placement", "exploits"),
}

TELL: dict[str, dict[str, Any]] = {
    "en": {
        "feat shown": "Feats available: {feat} ({points}).",
        "round": "Round {number}",
        "rolled": ("You roll {dice}.", "{who} rolls {dice}."),
        "date shown": ("You set the date {date}.", "{who} sets the date {date}."),
        "rift": (
            "A rift at {date}: you lose {crystals}.",
            "A rift at {date}: {who} loses {crystals}.",
        ),
        "rift for free": (
            "A rift at {date}: you have no crystal to lose.",
            "A rift at {date}: {who} has no crystal to lose.",
        ),
        "travelled": ("You go {to}.", "{who} goes {to}."),
        "travelled, dice changed": (
            "You pay {crystals}, turn {date} into {new} and go {to}.",
            "{who} pays {crystals}, turns {date} into {new} and goes {to}.",
        ),
        "stayed": ("You stay {here}.", "{who} stays {here}."),
        "stayed, dice changed": (
            "You pay {crystals}, turn {date} into {new} and stay {here}.",
            "{who} pays {crystals}, turns {date} into {new} and stays {here}.",
        ),
        "toll": ("You pay {host} a toll of {crystals}.", "{who} pays {host} a toll of {crystals}."),
        "paid to discard": (
            "You pay {crystals} and discard “{card}” from era {era}.",
            "{who} pays {crystals} and discards “{card}” from era {era}.",
        ),
        "discarded": ("You discard “{card}” from era {era}.", "{who} discards “{card}” from era {era}."),
        "pile renewed": "The draw pile is empty: {discards} a new one.",
        "collected": ("You collect “{card}” in era {era}.", "{who} collects “{card}” in era {era}."),
        "crystals gained": ("You take {crystals} from the future.", "{who} takes {crystals} from the future."),
        "placed": (
            "You place “{card}” {where}{worth}.",
            "{who} places “{card}” {where}{worth}.",
        ),
        "crystal found": ("You find {crystals} there.", "{who} finds {crystals} there."),
        "reserve empty": "The reserve is empty: there is no crystal to gain.",
        "no place": (
            "“{card}” fits nowhere on your board and is discarded.",
            "“{card}” fits nowhere on {who}’s board and is discarded.",
        ),
        "feat taken": (
            "You take the feat: {feat}, {points} points.",
            "{who} takes the feat: {feat}, {points} points.",
        ),
        "ten treasures": (
            "You have ten treasures: the game ends after this round.",
            "{who} has ten treasures: the game ends after this round.",
        ),
        "limit reached": "After {number} rounds the game ends here.",
        "won": ("You win with {points}.", "{who} wins with {points}."),
        "shared": ("You share the victory with {points}.", "{who} shares the victory with {points}."),
    },
    "fr": {
        "feat shown": "Exploits proposés : {feat} ({points}).",
        "round": "Manche {number}",
        "rolled": ("Vos dés : {dice}.", "{who} obtient {dice}."),
        "date shown": ("Vous composez {date}.", "{who} compose {date}."),
        "rift": (
            "Faille en {date} : vous perdez {crystals}.",
            "Faille en {date} : {who} perd {crystals}.",
        ),
        "rift for free": (
            "Faille en {date} : vous n’avez pas de cristal à perdre.",
            "Faille en {date} : {who} n’a pas de cristal à perdre.",
        ),
        "travelled": ("Vous allez {to}.", "{who} va {to}."),
        "travelled, dice changed": (
            "Vous payez {crystals}, changez {date} en {new} et allez {to}.",
            "{who} paie {crystals}, change {date} en {new} et va {to}.",
        ),
        "stayed": ("Vous restez {here}.", "{who} reste {here}."),
        "stayed, dice changed": (
            "Vous payez {crystals}, changez {date} en {new} et restez {here}.",
            "{who} paie {crystals}, change {date} en {new} et reste {here}.",
        ),
        "toll": (
            "Vous payez à {host} un péage de {crystals}.",
            "{who} paie à {host} un péage de {crystals}.",
        ),
        "paid to discard": (
            "Vous payez {crystals} et défaussez « {card} » de l’ère {era}.",
            "{who} paie {crystals} et défausse « {card} » de l’ère {era}.",
        ),
        "discarded": (
            "Vous défaussez « {card} » de l’ère {era}.",
            "{who} défausse « {card} » de l’ère {era}.",
        ),
        "pile renewed": "La pioche est vide : {discards} une nouvelle.",
        "collected": (
            "Vous collectez « {card} » dans l’ère {era}.",
            "{who} collecte « {card} » dans l’ère {era}.",
        ),
        "crystals gained": ("Vous rapportez {crystals} du futur.", "{who} rapporte {crystals} du futur."),
        "placed": (
            "Vous placez « {card} » {where}{worth}.",
            "{who} place « {card} » {where}{worth}.",
        ),
        "crystal found": ("Vous y trouvez {crystals}.", "{who} y trouve {crystals}."),
        "reserve empty": "La réserve est vide : il n’y a pas de cristal à gagner.",
        "no place": (
            "Vous n’avez pas de place pour « {card} » : la carte est défaussée.",
            "{who} n’a pas de place pour « {card} » : la carte est défaussée.",
        ),
        "feat taken": (
            "Vous prenez l’exploit : {feat}, {points} points.",
            "{who} prend l’exploit : {feat}, {points} points.",
        ),
        "ten treasures": (
            "Vous avez dix trésors : la partie s’achève à la fin de cette manche.",
            "{who} a dix trésors : la partie s’achève à la fin de cette manche.",
        ),
        "limit reached": "Après {number} manches, la partie s’arrête ici.",
        "won": ("Vous gagnez avec {points}.", "{who} gagne avec {points}."),
        "shared": ("Vous partagez la victoire avec {points}.", "{who} partage la victoire avec {points}."),
    },
}

# The clauses that join a line to the previous one, in place of the full stop.
THEN: dict[str, dict[str, Any]] = {
    "en": {
        "feat shown": ", {feat} ({points}).",
        "date shown": (", you {date}.", ", {who} {date}."),
        "toll": (", pay {host} a toll of {crystals}.", ", pays {host} a toll of {crystals}."),
        "paid to discard": (", pay {crystals} to discard “{card}”.", ", pays {crystals} to discard “{card}”."),
        "discarded": (", discard “{card}” from era {era}.", ", discards “{card}” from era {era}."),
        "collected": (", collect “{card}”.", ", collects “{card}”."),
        "crystals gained": (", take {crystals}.", ", takes {crystals}."),
        "placed": (", place it {where}{worth}.", ", places it {where}{worth}."),
        "placed of two": (", place “{card}” {where}{worth}.", ", places “{card}” {where}{worth}."),
        "crystal found": (", and find {crystals} there.", ", and finds {crystals} there."),
        "feat taken": (", and take the feat {feat}: +{points}.", ", and takes the feat {feat}: +{points}."),
    },
    "fr": {
        "feat shown": ", {feat} ({points}).",
        "date shown": (", vous {date}.", ", {who} {date}."),
        "toll": (", payez à {host} un péage de {crystals}.", ", paie à {host} un péage de {crystals}."),
        "paid to discard": (
            ", payez {crystals} pour défausser « {card} ».",
            ", paie {crystals} pour défausser « {card} ».",
        ),
        "discarded": (", défaussez « {card} » de l’ère {era}.", ", défausse « {card} » de l’ère {era}."),
        "collected": (", collectez « {card} ».", ", collecte « {card} »."),
        "crystals gained": (", rapportez {crystals}.", ", rapporte {crystals}."),
        "placed": (", placez ce trésor {where}{worth}.", ", place ce trésor {where}{worth}."),
        "placed of two": (", placez « {card} » {where}{worth}.", ", place « {card} » {where}{worth}."),
        "crystal found": (", et y trouvez {crystals}.", ", et y trouve {crystals}."),
        "feat taken": (" et prenez l’exploit {feat} : +{points}.", " et prend l’exploit {feat} : +{points}."),
    },
}
# Where a treasure is: next to another, or else by its shelf.
BESIDE = {
    "en": {"under": "under “{card}”", "beside": "beside “{card}”", "over": "above “{card}”"},
    "fr": {"under": "sous « {card} »", "beside": "à côté de « {card} »", "over": "au-dessus de « {card} »"},
}
SHELF = {
    "en": ("in the top row, {column}", "in the middle row, {column}", "in the bottom row, {column}"),
    "fr": ("dans la rangée du haut, {column}", "dans la rangée du milieu, {column}", "dans la rangée du bas, {column}"),
}
COLUMN = {
    "en": ("far left", "left of centre", "right of centre", "far right"),
    "fr": ("tout à gauche", "à gauche du centre", "à droite du centre", "tout à droite"),
}
WORTH = {"en": ": {points}", "fr": " : {points}"}

ASK: dict[str, dict[str, Any]] = {
    "en": {
        "set": "Arrange your four dice to make a date.",
        "chosen": "Already chosen: {who}.",
        "why set": "The latest date plays first; equal dates open a rift (L3.2, L3.3).",
        "travel": "Choose where to travel: each die you change costs {crystals}, two at most.",
        "why travel": "With no dice changed, {date} takes you {to} (L4.2).",
        "set already": "Your date, {date}, takes you {to} (L4.2).",
        "company": "Joining {who} costs one crystal more (L4.3).",
        "toll": "Choose who gets {crystals} from you: {who}.",
        "why toll": "They have already had their turn this round (L4.3).",
        "era": "Collect “{card}”, or pay {crystals} for “{next}” instead.",
        "why era": "Each swap discards the card; you may pay as often as you can (L4.4).",
        "present": "Collect “{card}” now, or use the future first: discard a card of the timeline, or none.",
        "why present": "The future gives {crystals}, and “{next}” is next in the draw pile (L4.6, L4.7).",
        "future": "Discard a card of the timeline, or none.",
        "why future": "“{next}” would replace it, for free (L4.6).",
        "place": "Place “{card}” on your board.",
        "why place": (
            "Wonders count in sets of three: 3, 7, 12 points (L6.1).",
            "A plant gives 4 points if no plant is next to it (L6.2).",
            "Animals count side by side: 6, 12, 20 points; a lone one costs 3 (L6.3).",
            "Minerals of two types give 8 points, of three 16, wherever they are (L6.4).",
            "{text} (L6.5).",
        ),
        "feat": "Take a feat, or none.",
        "why feat": "One per turn; it is not replaced (L4.10).",
        "wait": "{who} is thinking.",
        "wait for several": "{who} are setting their machines.",
        "over": "The game is over.",
        "stakes": (
            "You have {n} treasures: this round is the last (L5.1).",
            "{who} has {n} treasures: this round is the last (L5.1).",
        ),
    },
    "fr": {
        "set": "Composez une date avec vos quatre dés.",
        "chosen": "Choix déjà faits : {who}.",
        "why set": "La plus grande date joue en premier ; des dates égales ouvrent une faille (L3.2, L3.3).",
        "travel": "Choisissez où voyager : chaque dé changé coûte {crystals}, deux dés au plus.",
        "why travel": "Sans rien changer, {date} vous mène {to} (L4.2).",
        "set already": "Votre date, {date}, vous mène {to} (L4.2).",
        "company": "Rejoindre {who} coûte un cristal de plus (L4.3).",
        "toll": "Choisissez à qui donner {crystals} : {who}.",
        "why toll": "Ils ont déjà joué pendant cette manche (L4.3).",
        "era": "Collectez « {card} », ou payez {crystals} pour avoir « {next} » à la place.",
        "why era": "La carte est alors défaussée ; recommencez tant que vous pouvez payer (L4.4).",
        "present": "Collectez tout de suite « {card} », ou appliquez d’abord le futur : défaussez une carte de la "
        "ligne, ou aucune.",
        "why present": "Le futur rapporte {crystals}, et la prochaine carte de la pioche est « {next} » (L4.6, L4.7).",
        "future": "Défaussez une carte de la ligne, ou aucune.",
        "why future": "« {next} » la remplacerait, gratuitement (L4.6).",
        "place": "Placez « {card} » dans votre vitrine.",
        "why place": (
            "Les merveilles comptent par séries de trois : 3, 7, 12 points (L6.1).",
            "Une plante rapporte 4 points si aucune autre ne la touche (L6.2).",
            "Les animaux comptent côte à côte : 6, 12, 20 points ; un animal seul coûte 3 (L6.3).",
            "Deux types de minéraux rapportent 8 points, trois 16, où qu’ils soient (L6.4).",
            "{text} (L6.5).",
        ),
        "feat": "Prenez un exploit, ou aucun.",
        "why feat": "Un seul par tour, et il n’est pas remplacé (L4.10).",
        "wait": "{who} réfléchit.",
        "wait for several": "{who} règlent leur machine.",
        "over": "La partie est finie.",
        "stakes": (
            "Vous avez {n} trésors : cette manche est la dernière (L5.1).",
            "{who} a {n} trésors : cette manche est la dernière (L5.1).",
        ),
    },
}

EXPLAIN = {
    "en": {
        "as it is": "no change",
        "toll": "a toll of 1 crystal",
        "for one": "1 crystal, then {next}",
        "for nothing": "{card}, then {next}",
        "points": "{n} points",
        "crystal": "1 crystal",
        "kept": "reserved for this type",
        "has": "has {crystals}",
    },
    "fr": {
        "as it is": "sans rien changer",
        "toll": "1 cristal de péage",
        "for one": "1 cristal, puis {next}",
        "for nothing": "{card}, puis {next}",
        "points": "{n} points",
        "crystal": "1 cristal",
        "kept": "réservée à ce type",
        "has": "a {crystals}",
    },
}

# The texts of the page itself.
PAGE: dict[str, dict[str, str]] = {
    "en": {
        "round": "Round",
        "setting": "Setting",
        "travels": "Travels",
        "ends": "game ends at ten treasures",
        "ends, near": "game ends at ten treasures; {who} has {n}",
        "line": "Timeline",
        "era": "Era",
        "pile": "draw pile",
        "cards": "cards",
        "discards": "discards",
        "future": "future",
        "future_name": "The future",
        "reserve": "reserve",
        "feats": "Feats",
        "turns": "Turn order",
        "mine": "Your board",
        "others": "The others’ boards",
        "cabinet": "Board",
        "crystals": "crystals",
        "treasures": "treasures",
        "pts": "pts",
        "hold": "To place",
        "as it is": "no change",
        "collect": "collect",
        "swap": "swap",
        "discard": "discard",
        "order": "Click your dice in the order you want.",
        "leads": "This date takes you {to}.",
        "pawn": "{who}, {stop}",
        "hidden die": "A die behind its screen",
        "die": "Die: {n}",
        "nook": "Row {row}, column {column}",
        "turn": "{who}: {date}",
        "ready": "{who} is ready",
        "setting it": "{who} is setting the machine",
        "taken": "taken by {who}",
        "within reach": "within reach",
        "so far": "{have} of {needed}",
        "tip_crystals": "Crystals change dice and cards, pay tolls, and give a point each (L4.1, L4.3, L6.7).",
        "tip_treasures": "The game ends after the round in which someone has ten treasures (L5.1).",
        "tip_points": "Points so far (L6.1 to L6.7).",
        "tip_dice": "Four dice make a date; all dates are revealed at once (L3.1, L3.2).",
        "tip_turns": "From the latest date to the earliest; changed dice do not change it (L3.3).",
        "tip_feat": "Take one per turn if you meet its condition; it is not replaced (L4.10).",
        "tip_reserve": "Available crystals; if there are too few, you gain fewer (L4.11).",
        "tip_pile": "The next card lies face up (L2.1).",
        "tip_discard": "When the draw pile is empty, the discards are shuffled into a new one (L4.8).",
        "tip_future": "After 8053: take 2 crystals, and you may discard a card of the timeline (L4.6).",
        "tip_exact": "On a key date you collect both neighbouring cards (L4.5).",
        "tip_present": "Collect the card of era D and apply the effect of the future (L4.7).",
        "tip_era": "In an era you may pay 1 crystal for the next card instead; then you collect (L4.4).",
    },
    "fr": {
        "round": "Manche",
        "setting": "Réglage",
        "travels": "Voyages",
        "ends": "fin à dix trésors",
        "ends, near": "fin à dix trésors ; {who} en a {n}",
        "line": "La ligne du temps",
        "era": "Ère",
        "pile": "la pioche",
        "cards": "cartes",
        "discards": "défausse",
        "future": "futur",
        "future_name": "Le futur",
        "reserve": "réserve",
        "feats": "Exploits",
        "turns": "Ordre de jeu",
        "mine": "Votre vitrine",
        "others": "Les autres vitrines",
        "cabinet": "Vitrine",
        "crystals": "cristaux",
        "treasures": "trésors",
        "pts": "pts",
        "hold": "À placer",
        "as it is": "sans rien changer",
        "collect": "collecter",
        "swap": "échanger",
        "discard": "défausser",
        "order": "Cliquez sur vos dés dans l’ordre voulu.",
        "leads": "Cette date vous mène {to}.",
        "pawn": "{who}, {stop}",
        "hidden die": "Un dé derrière son paravent",
        "die": "Dé : {n}",
        "nook": "Rangée {row}, colonne {column}",
        "turn": "{who} : {date}",
        "ready": "{who} a réglé sa machine",
        "setting it": "{who} règle sa machine",
        "taken": "pris par {who}",
        "within reach": "à portée",
        "so far": "{have} sur {needed}",
        "tip_crystals": "Les cristaux changent dés et cartes, paient les péages, et valent un point (L4.1, L4.3, L6.7).",
        "tip_treasures": "La partie s’achève après la manche où un joueur atteint dix trésors (L5.1).",
        "tip_points": "Les points pour l’instant (L6.1 à L6.7).",
        "tip_dice": "Quatre dés font une date ; toutes sont révélées ensemble (L3.1, L3.2).",
        "tip_turns": "De la plus grande date à la plus petite ; changer un dé n’y change rien (L3.3).",
        "tip_feat": "Un par tour si vous en remplissez la condition ; il n’est pas remplacé (L4.10).",
        "tip_reserve": "Les cristaux disponibles ; s’il en manque, on en gagne moins (L4.11).",
        "tip_pile": "La prochaine carte est face visible (L2.1).",
        "tip_discard": "Quand la pioche est vide, la défausse, mélangée, en forme une nouvelle (L4.8).",
        "tip_future": "Après 8053 : prenez 2 cristaux, et vous pouvez défausser une carte de la ligne (L4.6).",
        "tip_exact": "Sur une date-clé, on collecte les deux cartes voisines (L4.5).",
        "tip_present": "Collectez la carte de l’ère D et appliquez l’effet du futur (L4.7).",
        "tip_era": "Dans une ère, payez 1 cristal pour avoir la carte suivante, autant de fois que voulu ; puis collectez (L4.4).",
    },
}
NOOKS = {
    "en": {
        "": "A place for any treasure (L4.9).",
        "crystal": "A treasure placed here earns 1 crystal (L4.9).",
        "wonder": "Only a wonder may go here (L1.3).",
        "plant": "Only a plant may go here (L1.3).",
        "animal": "Only an animal may go here (L1.3).",
        "mineral": "Only a mineral may go here (L1.3).",
        "book": "Only a book may go here (L1.3).",
    },
    "fr": {
        "": "Une place pour tout trésor (L4.9).",
        "crystal": "Un trésor placé ici rapporte 1 cristal (L4.9).",
        "wonder": "Réservée à une merveille (L1.3).",
        "plant": "Réservée à une plante (L1.3).",
        "animal": "Réservée à un animal (L1.3).",
        "mineral": "Réservée à un minéral (L1.3).",
        "book": "Réservée à un livre (L1.3).",
    },
}
BUTTONS = {
    "en": {
        "spare": "Change extra dice",
        "spare one": "Change {dice} all the same: {stop}",
        "collect": "Collect first",
        "leave": "Discard nothing",
        "feat-none": "Take no feat",
    },
    "fr": {
        "spare": "Changer d’autres dés",
        "spare one": "Changer quand même {dice} : {stop}",
        "collect": "Collecter d’abord",
        "leave": "Ne rien défausser",
        "feat-none": "Ne prendre aucun exploit",
    },
}

HALF = {  # what was picked, and what is still to be chosen
    "en": {
        "dice": "{date}: which die comes next?",
        "last dice": "{date}: {ends}?",
        "end": "{date} ({stop})",
        "spare": "Change extra dice: to go where?",
        "spare to": "{stop}: how many dice do you change?",
    },
    "fr": {
        "dice": "{date} : quel dé ensuite ?",
        "last dice": "{date} : {ends} ?",
        "end": "{date} ({stop})",
        "spare": "Changer d’autres dés : pour aller où ?",
        "spare to": "{stop} : combien de dés changez-vous ?",
    },
}
ADVISE = {
    "en": {
        "set": "Set {date}, which takes you {to}{brings}.",
        "as it is": "Travel {to} with your dice as they are{brings}.",
        "travel": "Travel {to} for {crystals}{brings}.",
        "brings": ": {cards}",
        "card": "“{card}” ({points})",
        "give": "Give {who} {crystals} as the toll.",
        "swap": "Pay {crystals} to discard “{card}” and find “{next}” ({points}) in its place.",
        "discard": "Discard “{card}” from {stop}: “{next}” takes its place.",
        "collect": "Collect “{card}” ({points}).",
        "collect first": "Collect “{card}” ({points}) before you use the future.",
        "leave": "Leave all four cards of the timeline where they are.",
        "place": "Place “{card}” in row {row}, column {column}: {points}.",
        "feat": "Take the feat “{feat}”: {points}.",
        "no feat": "Leave the feats for now.",
    },
    "fr": {
        "set": "Composez {date}, qui vous mène {to}{brings}.",
        "as it is": "Allez {to} sans changer de dé{brings}.",
        "travel": "Allez {to} pour {crystals}{brings}.",
        "brings": " : {cards}",
        "card": "« {card} » ({points})",
        "give": "Donnez à {who} {crystals} de péage.",
        "swap": "Payez {crystals} pour défausser « {card} » et trouver « {next} » ({points}) à sa place.",
        "discard": "Défaussez « {card} » de {stop} : « {next} » la remplace.",
        "collect": "Collectez « {card} » ({points}).",
        "collect first": "Collectez « {card} » ({points}) avant d’appliquer le futur.",
        "leave": "Laissez les quatre cartes de la ligne où elles sont.",
        "place": "Placez « {card} » en rangée {row}, colonne {column} : {points}.",
        "feat": "Prenez l’exploit « {feat} » : {points}.",
        "no feat": "Laissez les exploits pour l’instant.",
    },
}
