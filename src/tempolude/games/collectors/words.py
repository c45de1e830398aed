"""Time Collectors in words, English and French. A pair is what is said to the reader and what is said of others."""

from typing import Any

# One of them, and several.
CRYSTALS = {"en": ("{n} crystal", "{n} crystals"), "fr": ("{n} cristal", "{n} cristaux")}
POINTS = {"en": ("{n} point", "{n} points"), "fr": ("{n} point", "{n} points")}
DISCARDS = {
    "en": ("the one card discarded makes", "{n} discards are shuffled into"),
    "fr": ("la seule carte défaussée en fait", "{n} cartes défaussées, mélangées, en font"),
}
STOPS = {
    "en": ("era A", "1984", "era B", "3961", "era C", "6257", "era D", "8053", "the future"),
    "fr": ("l’ère A", "1984", "l’ère B", "3961", "l’ère C", "6257", "l’ère D", "8053", "le futur"),
}
TO = {"en": ("to {stop}",) * 3, "fr": ("dans {stop}", "en {stop}", "dans {stop}")}  # an era, an exact date, the future
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
PHASES = {
    "en": ("setting the machine", "travel", "toll", "in an era", "8053", "the future", "placing", "feats"),
    "fr": ("réglage", "voyage", "péage", "dans une ère", "8053", "le futur", "rangement", "exploits"),
}

TELL: dict[str, dict[str, Any]] = {
    "en": {
        "feat shown": "A feat is on offer: {feat}, {points} points.",
        "turned up": "Era {era} now holds {card}.",
        "round": "Round {number}",
        "rolled": ("You roll {dice}.", "{who} rolls {dice}."),
        "date shown": ("You have set {date}.", "{who} has set {date}."),
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
        "toll": ("You give {host} {crystals} for the company.", "{who} gives {host} {crystals} for the company."),
        "paid to discard": (
            "You pay {crystals} and discard {card} from era {era}.",
            "{who} pays {crystals} and discards {card} from era {era}.",
        ),
        "discarded": ("You discard {card} from era {era}.", "{who} discards {card} from era {era}."),
        "pile renewed": "The pile is empty: {discards} a new one.",
        "collected": ("You collect {card} in era {era}.", "{who} collects {card} in era {era}."),
        "crystals gained": ("You take {crystals} from the future.", "{who} takes {crystals} from the future."),
        "placed": ("You place {card} on {row},{column}.", "{who} places {card} on {row},{column}."),
        "crystal found": ("You find {crystals} there.", "{who} finds {crystals} there."),
        "reserve empty": "The reserve is empty: there is no crystal to gain.",
        "no place": (
            "No place of your board can take {card}: it is discarded.",
            "No place of {who}’s board can take {card}: it is discarded.",
        ),
        "feat taken": (
            "You take the feat: {feat}, {points} points.",
            "{who} takes the feat: {feat}, {points} points.",
        ),
        "ten treasures": (
            "You have ten treasures: the match ends after this round.",
            "{who} has ten treasures: the match ends after this round.",
        ),
        "limit reached": "After {number} rounds the match ends here.",
        "won": ("You win with {points}.", "{who} wins with {points}."),
        "shared": ("You share the victory with {points}.", "{who} shares the victory with {points}."),
    },
    "fr": {
        "feat shown": "Un exploit est proposé : {feat}, {points} points.",
        "turned up": "L’ère {era} reçoit {card}.",
        "round": "Tour {number}",
        "rolled": ("Vous lancez {dice}.", "{who} lance {dice}."),
        "date shown": ("Vous avez réglé {date}.", "{who} a réglé {date}."),
        "rift": (
            "Faille en {date} : vous perdez {crystals}.",
            "Faille en {date} : {who} perd {crystals}.",
        ),
        "rift for free": (
            "Faille en {date} : vous n’avez pas de cristal à perdre.",
            "Faille en {date} : {who} n’a pas de cristal à perdre.",
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
        "toll": ("Vous donnez {crystals} à {host} pour la place.", "{who} donne {crystals} à {host} pour la place."),
        "paid to discard": (
            "Vous payez {crystals} et défaussez {card} de l’ère {era}.",
            "{who} paie {crystals} et défausse {card} de l’ère {era}.",
        ),
        "discarded": ("Vous défaussez {card} de l’ère {era}.", "{who} défausse {card} de l’ère {era}."),
        "pile renewed": "La pile est vide : {discards} une nouvelle.",
        "collected": ("Vous récoltez {card} dans l’ère {era}.", "{who} récolte {card} dans l’ère {era}."),
        "crystals gained": ("Vous prenez {crystals} au futur.", "{who} prend {crystals} au futur."),
        "placed": ("Vous rangez {card} en {row},{column}.", "{who} range {card} en {row},{column}."),
        "crystal found": ("Vous y trouvez {crystals}.", "{who} y trouve {crystals}."),
        "reserve empty": "La réserve est vide : il n’y a pas de cristal à gagner.",
        "no place": (
            "Aucune place de votre vitrine ne peut recevoir {card} : la carte est défaussée.",
            "Chez {who}, aucune place ne peut recevoir {card} : la carte est défaussée.",
        ),
        "feat taken": (
            "Vous prenez l’exploit : {feat}, {points} points.",
            "{who} prend l’exploit : {feat}, {points} points.",
        ),
        "ten treasures": (
            "Vous avez dix trésors : la partie finit après ce tour de table.",
            "{who} a dix trésors : la partie finit après ce tour de table.",
        ),
        "limit reached": "Après {number} tours de table, la partie s’arrête ici.",
        "won": ("Vous gagnez avec {points}.", "{who} gagne avec {points}."),
        "shared": ("Vous partagez la victoire avec {points}.", "{who} partage la victoire avec {points}."),
    },
}

ASK: dict[str, dict[str, Any]] = {
    "en": {
        "set": "Put your four dice in order: they make your date.",
        "chosen": "{who} chose already.",
        "why set": "The latest date plays first; equal dates open a rift (L3.2, L3.3).",
        "travel": "You have set {date}. Choose where to travel: 1 crystal a die changed, two dice at most.",
        "why travel": "As it is, your date leads {to} (L4.2).",
        "company": "Joining {who} where they stand costs one crystal more (L4.3).",
        "toll": "Choose who gets 1 crystal from you: {who}.",
        "why toll": "They had their turn here before you came (L4.3).",
        "era": "Collect {card}, or pay 1 crystal to discard it and have {next} in its place.",
        "why era": "As often as you can pay (L4.4).",
        "present": "Collect {card} first; or let the future come first, and discard a card of the line or none.",
        "why present": "The future brings {crystals}, and {next} is the next card of the pile (L4.6, L4.7).",
        "future": "Discard a card of the line, or none.",
        "why future": "The next card of the pile is {next}, and it costs nothing (L4.6).",
        "place": "Place {card} on your board.",
        "why place": (
            "Wonders count in sets of three: 3, 7, 12 points (L6.1).",
            "A plant gives 4 points if no plant is next to it (L6.2).",
            "Animals count side by side: 6, 12, 20 points; a lone one costs 3 (L6.3).",
            "Minerals of two types give 8 points, of three 16, wherever they lie (L6.4).",
            "{text} (L6.5)",
        ),
        "feat": "Take a feat, or none.",
        "why feat": "One a turn, and it is not replaced (L4.10).",
        "wait": "{who} is thinking.",
        "wait for several": "{who} are setting their machines.",
        "over": "The match is over.",
        "stakes": (
            "You have {n} treasures: this round is the last (L5.1).",
            "{who} has {n} treasures: this round is the last (L5.1).",
        ),
    },
    "fr": {
        "set": "Mettez vos quatre dés en ordre : ils font votre date.",
        "chosen": "Choix déjà faits : {who}.",
        "why set": "La date la plus tardive joue d’abord ; des dates égales ouvrent une faille (L3.2, L3.3).",
        "travel": "Vous avez réglé {date}. Choisissez où voyager : 1 cristal par dé changé, deux dés au plus.",
        "why travel": "Telle quelle, votre date vous mène {to} (L4.2).",
        "company": "Rejoindre {who} coûte un cristal de plus (L4.3).",
        "toll": "Choisissez à qui donner 1 cristal : {who}.",
        "why toll": "Leur tour les a menés ici avant vous (L4.3).",
        "era": "Récoltez {card}, ou payez 1 cristal pour défausser et avoir {next} à la place.",
        "why era": "Aussi souvent que vous pouvez payer (L4.4).",
        "present": "Récoltez d’abord {card} ; ou laissez venir le futur, et défaussez une carte de la ligne ou aucune.",
        "why present": "Le futur apporte {crystals}, et la prochaine carte de la pile est {next} (L4.6, L4.7).",
        "future": "Défaussez une carte de la ligne, ou aucune.",
        "why future": "La prochaine carte de la pile est {next}, et cela ne coûte rien (L4.6).",
        "place": "Rangez {card} dans votre vitrine.",
        "why place": (
            "Les merveilles comptent par séries de trois : 3, 7, 12 points (L6.1).",
            "Une plante donne 4 points si aucune plante ne la touche (L6.2).",
            "Les animaux comptent côte à côte : 6, 12, 20 points ; un animal seul coûte 3 (L6.3).",
            "Deux types de minéraux donnent 8 points, trois 16, où qu’ils soient (L6.4).",
            "{text} (L6.5)",
        ),
        "feat": "Prenez un exploit, ou aucun.",
        "why feat": "Un seul par tour, et il n’est pas remplacé (L4.10).",
        "wait": "{who} réfléchit.",
        "wait for several": "{who} règlent leur machine.",
        "over": "La partie est finie.",
        "stakes": (
            "Vous avez {n} trésors : ce tour de table est le dernier (L5.1).",
            "{who} a {n} trésors : ce tour de table est le dernier (L5.1).",
        ),
    },
}

EXPLAIN = {
    "en": {
        "as it is": "as it is",
        "toll": "1 crystal toll",
        "for one": "1 crystal, then {next}",
        "for nothing": "{card}, then {next}",
        "points": "{n} points",
        "crystal": "1 crystal",
        "kept": "kept for this type",
        "has": "has {crystals}",
    },
    "fr": {
        "as it is": "telle quelle",
        "toll": "1 cristal de péage",
        "for one": "1 cristal, puis {next}",
        "for nothing": "{card}, puis {next}",
        "points": "{n} points",
        "crystal": "1 cristal",
        "kept": "réservée à ce type",
        "has": "a {crystals}",
    },
}
