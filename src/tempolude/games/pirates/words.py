"""Time Pirates in words, English and French. A pair is what is said to the reader and what is said of somebody else."""

from typing import Any

COLOURS = {  # P1.1, white last: of one object, of several
    "en": tuple((name, name) for name in ("blue", "orange", "red", "green", "violet", "white")),
    "fr": (
        ("bleu", "bleus"),
        ("orange", "orange"),
        ("rouge", "rouges"),
        ("vert", "verts"),
        ("violet", "violets"),
        ("blanc", "blancs"),
    ),
}
OBJECTS = {  # one and several; plain, atomic, double arrow
    "en": (
        ("a {colour} object", "{n} {colour} objects"),
        ("an atomic {colour} object", "{n} atomic {colour} objects"),
        ("a {colour} double arrow", "{n} {colour} double arrows"),
    ),
    "fr": (
        ("un objet {colour}", "{n} objets {colour}"),
        ("un objet {colour} atomique", "{n} objets {colour} atomiques"),
        ("un objet {colour} à double flèche", "{n} objets {colour} à double flèche"),
    ),
}
AN_ORANGE = "an orange"  # English: a blue object, an orange one
NUMBERS = {
    "en": ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    "fr": ("aucun", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"),
}
CONTRACT = {
    "en": ("the {colour} contract of {points}", "a white contract of {points}"),
    "fr": ("le contrat {colour} à {points}", "un contrat blanc à {points}"),
}
POINTS = {"en": ("{n} point", "{n} points"), "fr": ("{n} point", "{n} points")}

TELL: dict[str, dict[str, Any]] = {
    "en": {
        "first player": ("You begin.", "{who} begins."),
        "placed": ("You start from {place}.", "{who} starts from {place}."),
        "caught": ("You are caught by the police.", "{who} is caught by the police."),
        "caught with white": (
            "You are caught by the police: you lose {objects}.",
            "{who} is caught by the police and loses {objects}.",
        ),
        "lost": ("You lose {objects} to the police.", "{who} loses {objects} to the police."),
        "gate": ("You go through gate {gate} to {place}.", "{who} goes through gate {gate} to {place}."),
        "restocked": ("You restock {place}.", "{who} restocks {place}."),
        "filled": "The bag gives {objects}.",
        "police": "A counter {gate} comes out of the bag: the police pawn goes to {place} ({n} of 8).",
        "not filled": "The bag holds no more objects: {place} cannot be filled.",
        "taken": ("You take {objects} from {place}.", "{who} takes {objects} from {place}."),
        "paid": ("You hand in {objects}.", "{who} hands in {objects}."),
        "bought": ("You get {contract}.", "{who} gets {contract}."),
        "landed": ("You come back to {place}.", "{who} comes back to {place}."),
        "jumped": ("You discard {objects} and jump to {place}.", "{who} discards {objects} and jumps to {place}."),
        "swapped": ("You give {other} {given} and take {taken}.", "{who} gives {other} {given} and takes {taken}."),
        "swapped with you": "{who} gives you {given} and takes {taken}.",
        "year ended": "Year {year} ends",
        "scored": ("You score {points}: {total} in all.", "{who} scores {points}: {total} in all."),
        "turns over": "{n} turns have been played: the match ends here",
        "set aside": "You add {contract} to {colour}, in secret.",
        "added": ("You add {contract} to {colour}.", "{who} adds {contract} to {colour}."),
        "all colours": (
            "Contracts of all five colours: you gain {points}.",
            "Contracts of all five colours: {who} gains {points}.",
        ),
        "most": ("Most in {colour}, {points}: you gain 2.", "Most in {colour}, {points}: {who} gains 2."),
        "won": ("You win with {points}.", "{who} wins with {points}."),
        "shared": ("You share the victory with {points}.", "{who} shares the victory with {points}."),
    },
    "fr": {
        "first player": ("Vous commencez.", "{who} commence."),
        "placed": ("Vous vous posez {place}.", "{who} se pose {place}."),
        "caught": ("La police vous attrape.", "La police attrape {who}."),
        "caught with white": (
            "La police vous attrape : vous perdez {objects}.",
            "La police attrape {who}, qui perd {objects}.",
        ),
        "lost": ("Vous laissez {objects} à la police.", "{who} laisse {objects} à la police."),
        "gate": ("Vous passez la porte {gate} et arrivez {place}.", "{who} passe la porte {gate} et arrive {place}."),
        "restocked": ("Vous regarnissez les sites {place}.", "{who} regarnit les sites {place}."),
        "filled": "Le sac donne {objects}.",
        "police": "Un jeton {gate} sort du sac : la police passe {place} ({n} sur 8).",
        "not filled": "Le sac n’a plus d’objet : il reste des sites vides {place}.",
        "taken": ("Vous prenez {objects} {place}.", "{who} prend {objects} {place}."),
        "paid": ("Vous rendez {objects}.", "{who} rend {objects}."),
        "bought": ("Vous obtenez {contract}.", "{who} obtient {contract}."),
        "landed": ("Vous revenez {place}.", "{who} revient {place}."),
        "jumped": ("Vous défaussez {objects} et sautez {place}.", "{who} défausse {objects} et saute {place}."),
        "swapped": (
            "Vous donnez à {other} {given} et lui prenez {taken}.",
            "{who} donne à {other} {given} et lui prend {taken}.",
        ),
        "swapped with you": "{who} vous donne {given} et vous prend {taken}.",
        "year ended": "L’année {year} finit",
        "scored": ("Vous marquez {points} : {total} en tout.", "{who} marque {points} : {total} en tout."),
        "turns over": "{n} tours ont été joués : la partie s’arrête là",
        "set aside": "Vous joignez {contract} au groupe {colour}, en secret.",
        "added": ("Vous joignez {contract} au groupe {colour}.", "{who} joint {contract} au groupe {colour}."),
        "all colours": (
            "Des contrats des cinq couleurs : vous gagnez {points}.",
            "Des contrats des cinq couleurs : {who} gagne {points}.",
        ),
        "most": (
            "Le plus en {colour}, {points} : vous gagnez 2 points.",
            "Le plus en {colour}, {points} : {who} gagne 2 points.",
        ),
        "won": ("Vous gagnez avec {points}.", "{who} gagne avec {points}."),
        "shared": ("Vous partagez la victoire avec {points}.", "{who} partage la victoire avec {points}."),
    },
}

ASK = {
    "en": {
        "place": "Put your pawn on an epoch.",
        "lose": "You are caught by the police: choose an object to lose, of the colour you have most of.",
        "flee": "Flee through gate 1 to {first}, or through gate 2 to {second}.",
        "restock": "Restock an epoch, or begin: go through a gate, take an object or sell.",
        "act 2": "First action: go through a gate, take an object or sell.",
        "act 1": "Second action: go through a gate, take an object or sell.",
        "act 0": "Jump, swap, or end your turn.",
        "pay": "Choose an object to hand in for {contract}: {n} more.",
        "land": "Put your pawn on an epoch.",
        "add": "Choose a colour to add {contract} to.",
        "wait": "{who} is thinking.",
        "wait, next": "{who} is thinking. You play next.",
        "wait for several": "{who} are choosing.",
        "over": "The match is over.",
        "chosen": "{who} chose already.",
        "free epochs": "Any epoch without the police and without a pawn; who begins the match chooses last (P2.2).",
        "losses": "All your white objects are gone too (P3.2).",
        "flight": "This is your first standard action; one more follows (P3.2).",
        "eighth": "{n} of 8 police counters are out: with the eighth, year {year} ends (P5.2).",
        "special": "An atomic object takes you to any epoch, a double arrow swaps objects, at any time (P3.5).",
        "one epoch": "One epoch with an empty site and no pirate, before anything else (P3.3).",
        "two actions": "Two standard actions a turn, the same twice if you like (P3.4).",
        "objects": "White objects are jokers; what you hand in goes to the discards (P4.1, P4.2).",
        "anywhere": "Any epoch: the one you left and that of the police too (P3.4).",
        "bonus": "The most points in a colour bring 2; everybody chooses in secret (P6.2).",
    },
    "fr": {
        "place": "Posez votre pion sur une époque.",
        "lose": "La police vous a pris : choisissez un objet à perdre, de la couleur que vous avez le plus.",
        "flee": "Fuyez {first} par la porte 1, ou {second} par la porte 2.",
        "restock": "Regarnissez une époque, ou commencez : franchissez une porte, prenez un objet ou vendez.",
        "act 2": "Première action : franchissez une porte, prenez un objet ou vendez.",
        "act 1": "Deuxième action : franchissez une porte, prenez un objet ou vendez.",
        "act 0": "Sautez, échangez ou finissez votre tour.",
        "pay": "Choisissez un objet à rendre pour {contract} : encore {n}.",
        "land": "Posez votre pion sur une époque.",
        "add": "Choisissez la couleur à laquelle joindre {contract}.",
        "wait": "{who} réfléchit.",
        "wait, next": "{who} réfléchit. Vous jouez ensuite.",
        "wait for several": "{who} choisissent.",
        "over": "La partie est finie.",
        "chosen": "Choix déjà faits : {who}.",
        "free epochs": "Toute époque sans police et sans pion ; qui commence la partie choisit en dernier (P2.2).",
        "losses": "Vos objets blancs sont perdus aussi (P3.2).",
        "flight": "C’est votre première action standard ; une autre suit (P3.2).",
        "eighth": "{n} jetons de police sur 8 sont sortis : au huitième, l’année {year} finit (P5.2).",
        "special": "À tout moment, un objet atomique mène à toute époque, une double flèche échange (P3.5).",
        "one epoch": "Une époque avec un site vide et sans pirate, avant toute autre chose (P3.3).",
        "two actions": "Deux actions standard par tour, deux fois la même si vous voulez (P3.4).",
        "objects": "Les objets blancs sont des jokers ; ce que vous rendez va à la défausse (P4.1, P4.2).",
        "anywhere": "N’importe laquelle : celle que vous quittez et celle de la police aussi (P3.4).",
        "bonus": "Le plus de points dans une couleur en rapporte 2 ; chacun choisit en secret (P6.2).",
    },
}

# --- On the page -----------------------------------------------------------------

CONTINENTS = {  # P1.1
    "en": ("Europe", "Africa", "the Americas", "Asia", "Australia"),
    "fr": ("Europe", "Afrique", "Amériques", "Asie", "Australie"),
}
LABEL = {  # an object on its own: plain, atomic, double arrow
    "en": ("{colour} object, {land}", "{colour} object, {land}, atomic", "{colour} object, {land}, double arrow"),
    "fr": ("objet {colour}, {land}", "objet {colour}, {land}, atomique", "objet {colour}, {land}, double flèche"),
}
JOKER = {"en": "white object, joker", "fr": "objet blanc, joker"}
DEAL = {  # a contract on its own: coloured, white
    "en": (
        "{colour} contract: {n} {colour} objects, {points}",
        "white contract: {n} objects of different colours, {points}",
    ),
    "fr": (
        "contrat {colour} : {n} objets {colours}, {points}",
        "contrat blanc : {n} objets de couleurs différentes, {points}",
    ),
}

PAGE: dict[str, dict[str, Any]] = {
    "en": {
        "year": "Year {n}", "of": " of 3", "chart": "The chart of time", "auction": "Auction house", "sale": "Sales",
        "close": "Close", "zoom": "Enlarge the chart", "chest": "Your chest", "see": "What {name} holds", "points": "pts",
        "track": "Police counters", "sack": "bag", "counters": "counters", "discards": "discards",
        "here": "Your epoch", "with police": "With the police",
        "police pawn": "The time police", "pawn": "{name}’s pawn", "gate": "Gate {n}: {start} to {end}",
        "way": "Gate {n}, to {end}", "counter": "Police counter {n}", "sold": "{contract}: sold to {name}",
        "sealed": "A white contract, its colour chosen in secret", "end-turn": "End the turn", "contracts": "{colour} contracts",
        "tip year": "Each year ends with the eighth police counter and brings the points of all contracts (P5.2, P6.1)",
        "tip track": "Each counter moves the police through the gate of its number; the eighth ends the year (P5.2)",
        "tip sack": "All objects that lie nowhere else, and the police counters not yet drawn (P2.1)",
        "tip discards": "What was lost, sold or used to jump; it goes back into the bag when the year ends (P5.2)",
        "tip epoch": "{n} sites; gate 1 to {first}, gate 2 to {second} (P1.4)",
        "tip gate": "One way only; going through is a standard action (P3.4)",
        "tip site": "Taking an object is a standard action, for a pirate who is here (P3.4)",
        "tip deal": "Hand in the objects drawn on it; it brings its points each year (P4.1, P6.1)",
        "tip paid": "Handed in for the contract that is being bought (P4.2)",
        "tip objects": "Atomic: discard it to jump. Double arrow: give it to swap. White: a joker (P3.5, P4.1)",
        "tip score": "Points so far, and what the contracts bring when the year ends (P6.1)",
        "tip owned": "Contracts by colour; they score at the end of each year (P6.1)",
        "tip hub": "Who begins a turn where the police is loses objects and must flee (P3.2)",
        "phases": {"setup": "Setup", "police": "Police", "restock": "Restock", "1": "Action 1", "2": "Action 2", "special": "Special actions", "white": "White contracts"},
    },
    "fr": {
        "year": "Année {n}", "of": " sur 3", "chart": "La carte du temps", "auction": "Hôtel des ventes", "sale": "Ventes",
        "close": "Fermer", "zoom": "Agrandir la carte", "chest": "Votre coffre", "see": "Ce que possède {name}", "points": "pts",
        "track": "Jetons de police", "sack": "sac", "counters": "jetons", "discards": "défausse",
        "here": "Votre époque", "with police": "Avec la police",
        "police pawn": "La police du temps", "pawn": "Pion : {name}", "gate": "Porte {n} : {start} vers {end}",
        "way": "Porte {n}, vers {end}", "counter": "Jeton de police {n}", "sold": "{contract} : à {name}",
        "sealed": "Un contrat blanc, sa couleur choisie en secret", "end-turn": "Finir le tour", "contracts": "contrats {colour}",
        "tip year": "Chaque année finit au huitième jeton de police et rapporte les points de tous les contrats (P5.2, P6.1)",
        "tip track": "Chaque jeton fait franchir à la police la porte de son numéro ; le huitième finit l’année (P5.2)",
        "tip sack": "Tous les objets qui ne sont pas ailleurs, et les jetons de police à tirer (P2.1)",
        "tip discards": "Ce qui fut perdu, vendu ou dépensé pour sauter ; revient au sac en fin d’année (P5.2)",
        "tip epoch": "{n} sites ; porte 1 vers {first}, porte 2 vers {second} (P1.4)",
        "tip gate": "À sens unique ; la franchir est une action standard (P3.4)",
        "tip site": "Prendre un objet est une action standard, pour un pirate qui s’y trouve (P3.4)",
        "tip deal": "Rendez les objets dessinés ; il rapporte ses points chaque année (P4.1, P6.1)",
        "tip paid": "Rendus pour le contrat en cours d’achat (P4.2)",
        "tip objects": "Atomique : à défausser pour sauter. Double flèche : à donner pour échanger. Blanc : joker (P3.5, P4.1)",
        "tip score": "Points marqués, et ce que rapporteront les contrats en fin d’année (P6.1)",
        "tip owned": "Contrats par couleur ; ils comptent à la fin de chaque année (P6.1)",
        "tip hub": "Qui commence son tour avec la police perd des objets et doit fuir (P3.2)",
        "phases": {"setup": "Mise en place", "police": "Police", "restock": "Regarnir", "1": "Action 1", "2": "Action 2", "special": "Actions spéciales", "white": "Contrats blancs"},
    },
}  # fmt: skip

EXPLAIN: dict[str, dict[str, Any]] = {
    "en": {
        "place": "You start from {place}. {there}",
        "land": "You come back to {place}. {there}",
        "restock": "You draw until its {n} empty sites are full; each police counter moves the police (P5.2).",
        "gate": "You go to {place}. {there}",
        "jump": "You discard the atomic object and jump to {place}. {there}",
        "take": "It goes into your chest: {n} of its colour.",
        "take white": "It goes into your chest: {n} jokers.",
        "sell": "You hand in {n} objects. It brings {points} a year, {total} in all, and your pawn goes where you like.",
        "lose": "The police takes it; then you flee.",
        "pay": "It goes towards the contract; {n} more after it.",
        "swap": "You give {given} and take this.",
        "end": "The next pirate’s turn begins.",
        "add": "Your points in {colour} become {n}.",
        "objects": ("There is nothing to take there.", "One object lies there.", "{n} objects lie there."),
        "police": "The police is there.",
    },
    "fr": {
        "place": "Vous vous posez {place}. {there}",
        "land": "Vous revenez {place}. {there}",
        "restock": "Vous tirez jusqu’à garnir ses {n} sites vides ; chaque jeton de police déplace la police (P5.2).",
        "gate": "Vous passez {place}. {there}",
        "jump": "Vous défaussez l’objet atomique et sautez {place}. {there}",
        "take": "Il rejoint votre coffre : {n} de sa couleur.",
        "take white": "Il rejoint votre coffre : {n} jokers.",
        "sell": "Vous rendez {n} objets. Il rapporte {points} par an, {total} en tout, et votre pion va où vous voulez.",
        "lose": "La police le prend ; puis vous fuyez.",
        "pay": "Il compte pour le contrat ; encore {n} après lui.",
        "swap": "Vous donnez {given} et prenez celui-ci.",
        "end": "Le pirate suivant joue.",
        "add": "Vos points en {colour} passent à {n}.",
        "objects": ("Il n’y a rien à y prendre.", "Un objet s’y trouve.", "{n} objets s’y trouvent."),
        "police": "La police y est.",
    },
}

SHEET = {
    "en": {
        "year": "Year {n}",
        "all": "All five colours",
        "most": "Most in {colour}",
        "total": "Total",
        "contracts": "Contracts",
    },
    "fr": {
        "year": "Année {n}",
        "all": "Les cinq couleurs",
        "most": "Le plus en {colour}",
        "total": "Total",
        "contracts": "Contrats",
    },
}
