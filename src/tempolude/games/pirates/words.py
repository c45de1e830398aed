"""The texts of Time Pirates, in English and French. Of two forms, the first is for the seat it is about."""

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
    "en": ("the {n}-point {colour} contract", "a white contract worth {points}"),
    "fr": ("le contrat {colour} à {points}", "un contrat blanc à {points}"),
}
POINTS = {"en": ("{n} point", "{n} points"), "fr": ("{n} point", "{n} points")}

TELL: dict[str, dict[str, Any]] = {
    "en": {
        "first player": ("You begin.", "{who} begins."),
        "placed": ("You start in {place}.", "{who} starts in {place}."),
        "caught": ("You are caught by the police.", "{who} is caught by the police."),
        "caught with white": (
            "You are caught by the police: you lose {objects}.",
            "{who} is caught by the police and loses {objects}.",
        ),
        "lost": ("You lose {objects} to the police.", "{who} loses {objects} to the police."),
        "gate": ("You go through gate {gate} to {place}.", "{who} goes through gate {gate} to {place}."),
        "restocked": ("You restock {place}.", "{who} restocks {place}."),
        "filled": "Drawn from the bag: {objects}.",
        "police": "Police counter {gate} drawn ({n} of 8): the police move to {place}.",
        "not filled": "The bag is out of objects: {place} cannot be filled.",
        "taken": ("You take {objects} from {place}.", "{who} takes {objects} from {place}."),
        "paid": ("You hand in {objects}.", "{who} hands in {objects}."),
        "bought": ("You get {contract}.", "{who} gets {contract}."),
        "landed": ("You return to {place}.", "{who} returns to {place}."),
        "jumped": ("You discard {objects} and jump to {place}.", "{who} discards {objects} and jumps to {place}."),
        "swapped": ("You give {other} {given} and take {taken}.", "{who} gives {other} {given} and takes {taken}."),
        "swapped with you": "{who} gives you {given} and takes {taken}.",
        "year ended": "Year {year} ends",
        "scored": ("You score {points}: {total} in total.", "{who} scores {points}: {total} in total."),
        "turns over": "{n} turns have been played: the game ends here",
        "set aside": "You add {contract} to {colour}, in secret.",
        "added": ("You add {contract} to {colour}.", "{who} adds {contract} to {colour}."),
        "all colours": (
            "Contracts in all five colours: you score {points}.",
            "Contracts in all five colours: {who} scores {points}.",
        ),
        "most": (
            "Most points in {colour} ({points}): you score 2 points.",
            "Most points in {colour} ({points}): {who} scores 2 points.",
        ),
        "won": ("You win with {points}.", "{who} wins with {points}."),
        "shared": ("You share the victory with {points}.", "{who} shares the victory with {points}."),
    },
    "fr": {
        "first player": ("Vous commencez.", "{who} commence."),
        "placed": ("Vous commencez {place}.", "{who} commence {place}."),
        "caught": ("La police vous attrape.", "La police attrape {who}."),
        "caught with white": (
            "La police vous attrape : vous perdez {objects}.",
            "La police attrape {who}, qui perd {objects}.",
        ),
        "lost": ("Vous laissez {objects} à la police.", "{who} laisse {objects} à la police."),
        "gate": ("Vous passez la porte {gate} et arrivez {place}.", "{who} passe la porte {gate} et arrive {place}."),
        "restocked": ("Vous regarnissez une époque : {epoch}.", "{who} regarnit une époque : {epoch}."),
        "filled": "Tiré du sac : {objects}.",
        "police": "Jeton de police {gate} tiré du sac ({n} sur 8) : la police passe {place}.",
        "not filled": "Le sac n’a plus d’objet : il reste des sites vides {place}.",
        "taken": ("Vous prenez {objects} {place}.", "{who} prend {objects} {place}."),
        "paid": ("Vous remettez {objects}.", "{who} remet {objects}."),
        "bought": ("Vous obtenez {contract}.", "{who} obtient {contract}."),
        "landed": ("Vous revenez {place}.", "{who} revient {place}."),
        "jumped": ("Vous défaussez {objects} et sautez {place}.", "{who} défausse {objects} et saute {place}."),
        "swapped": (
            "Vous donnez à {other} {given} et lui prenez {taken}.",
            "{who} donne à {other} {given} et lui prend {taken}.",
        ),
        "swapped with you": "{who} vous donne {given} et vous prend {taken}.",
        "year ended": "L’année {year} s’achève",
        "scored": ("Vous marquez {points} : {total} en tout.", "{who} marque {points} : {total} en tout."),
        "turns over": "{n} tours ont été joués : la partie s’arrête là",
        "set aside": "Vous ajoutez {contract} à vos contrats {colours}, en secret.",
        "added": (
            "Vous ajoutez {contract} à vos contrats {colours}.",
            "{who} ajoute {contract} à ses contrats {colours}.",
        ),
        "all colours": (
            "Des contrats dans les cinq couleurs : vous marquez {points}.",
            "Des contrats dans les cinq couleurs : {who} marque {points}.",
        ),
        "most": (
            "Le plus de points en {colour} ({points}) : vous marquez 2 points.",
            "Le plus de points en {colour} ({points}) : {who} marque 2 points.",
        ),
        "won": ("Vous gagnez avec {points}.", "{who} gagne avec {points}."),
        "shared": ("Vous partagez la victoire avec {points}.", "{who} partage la victoire avec {points}."),
    },
}

# The clauses that join a line to the previous one, in place of the full stop.
THEN: dict[str, dict[str, Any]] = {
    "en": {
        "lost": (" and lose {objects}.", " and loses {objects}."),
        "gate": (", go through gate {gate} to {place}.", ", goes through gate {gate} to {place}."),
        "filled": ": {objects}.",
        "taken": (", take {objects}.", ", takes {objects}."),
        "paid": (", hand in {objects}.", ", hands in {objects}."),
        "bought": " for {contract}.",
        "landed": (" and return to {place}.", " and returns to {place}."),
        "jumped": (", discard {objects} and jump to {place}.", ", discards {objects} and jumps to {place}."),
        "swapped": (", give {other} {given} for {taken}.", ", gives {other} {given} for {taken}."),
        "swapped with you": ", gives you {given} for {taken}.",
    },
    "fr": {
        "lost": (" et vous prend {objects}.", " et lui prend {objects}."),
        "gate": (", passez la porte {gate} et arrivez {place}.", ", passe la porte {gate} et arrive {place}."),
        "filled": ", {objects}.",
        "taken": (", prenez {objects}.", ", prend {objects}."),
        "paid": (", remettez {objects}.", ", remet {objects}."),
        "bought": (", obtenez {contract}.", ", obtient {contract}."),
        "landed": (" et revenez {place}.", " et revient {place}."),
        "jumped": (", défaussez {objects} et sautez {place}.", ", défausse {objects} et saute {place}."),
        "swapped": (
            ", donnez à {other} {given} et lui prenez {taken}.",
            ", donne à {other} {given} et lui prend {taken}.",
        ),
        "swapped with you": ", vous donne {given} et vous prend {taken}.",
    },
}

ASK = {
    "en": {
        "place": "Place your pawn in an epoch.",
        "lose": "The police catch you: choose an object to lose, of the colour you have the most of.",
        "flee": "Flee through gate 1 to {first}, or through gate 2 to {second}.",
        "restock": "Restock an epoch, or start your actions: go through a gate, take an object or sell.",
        "act 2": "First action: go through a gate, take an object or sell.",
        "act 1": "Second action: go through a gate, take an object or sell.",
        "act 0": "Jump, swap, or end your turn.",
        "pay": "Choose an object to hand in for {contract}: {n} more.",
        "land": "Place your pawn in an epoch.",
        "add": "Choose a colour for {contract}.",
        "wait": "{who} is thinking.",
        "wait, next": "{who} is thinking. You play next.",
        "wait for several": "{who} are choosing.",
        "over": "The game is over.",
        "chosen": "Already chosen: {who}.",
        "free epochs": "Any epoch without the police and without a pawn; the first player chooses last (P2.2).",
        "losses": "All your white objects are gone too (P3.2).",
        "flight": "This is your first standard action; one more follows (P3.2).",
        "eighth": "{n} of 8 police counters drawn: with the eighth, year {year} ends (P5.2).",
        "special": "At any time: discard an atomic object to jump, or give a double arrow to swap (P3.5).",
        "one epoch": "One epoch with an empty site and no pirate, before anything else (P3.3).",
        "two actions": "Two standard actions per turn, the same twice if you like (P3.4).",
        "objects": "White objects are wild; what you hand in goes to the discards (P4.1, P4.2).",
        "anywhere": "Any epoch, even the one you left or the one with the police (P3.4).",
        "bonus": "Having the most points in a colour scores 2; everybody chooses in secret (P6.2).",
    },
    "fr": {
        "place": "Placez votre pion dans une époque.",
        "lose": "La police vous attrape : perdez un objet de votre couleur la plus nombreuse.",
        "flee": "Fuyez {first} par la porte 1, ou {second} par la porte 2.",
        "restock": "Regarnissez une époque, ou passez à vos actions : franchissez une porte, prenez un objet ou vendez.",
        "act 2": "Première action : franchissez une porte, prenez un objet ou vendez.",
        "act 1": "Deuxième action : franchissez une porte, prenez un objet ou vendez.",
        "act 0": "Sautez, échangez ou finissez votre tour.",
        "pay": "Choisissez un objet à remettre pour {contract} : encore {n}.",
        "land": "Placez votre pion dans une époque.",
        "add": "Choisissez une couleur pour {contract}.",
        "wait": "{who} réfléchit.",
        "wait, next": "{who} réfléchit. Vous jouez ensuite.",
        "wait for several": "{who} choisissent.",
        "over": "La partie est finie.",
        "chosen": "Choix déjà faits : {who}.",
        "free epochs": "Toute époque sans police et sans pion ; le premier joueur choisit en dernier (P2.2).",
        "losses": "Vos objets blancs sont perdus aussi (P3.2).",
        "flight": "C’est votre première action standard ; une autre suit (P3.2).",
        "eighth": "{n} jetons de police tirés sur 8 : au huitième, l’année {year} s’achève (P5.2).",
        "special": "À tout moment : défaussez un objet atomique pour sauter, donnez une double flèche pour échanger (P3.5).",
        "one epoch": "Une époque avec un site vide et sans pirate, avant toute autre chose (P3.3).",
        "two actions": "Deux actions standard par tour, deux fois la même si vous le voulez (P3.4).",
        "objects": "Les objets blancs sont des jokers ; les objets remis vont à la défausse (P4.1, P4.2).",
        "anywhere": "N’importe quelle époque, même celle que vous quittez ou celle de la police (P3.4).",
        "bonus": "Avoir le plus de points dans une couleur en rapporte 2 ; chacun choisit en secret (P6.2).",
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
JOKERS = {"en": ("{n} wild object", "{n} wild objects"), "fr": ("{n} joker", "{n} jokers")}
JOKER = {"en": "white object, wild", "fr": "objet blanc, joker"}
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
        "year": "Year {n}", "of": " of 3", "chart": "The board of time", "auction": "Auction house", "sale": "Sales",
        "close": "Close", "zoom": "Enlarge the board", "chest": "Your chest", "see": "What {name} has", "points": "pts",
        "track": "Police counters", "sack": "bag", "counters": "counters", "discards": "discards",
        "here": "Your epoch", "with police": "With the police",
        "police pawn": "The time police", "pawn": "{name}’s pawn", "gate": "Gate {n}: {start} to {end}",
        "way": "Gate {n}, to {end}", "counter": "Police counter {n}", "sold": "{contract} (owned by {name})",
        "sealed": "A white contract (colour chosen in secret)", "end-turn": "End the turn", "contracts": "{colour} contracts",
        "tip year": "Each year ends with the eighth police counter and scores all contracts (P5.2, P6.1)",
        "tip track": "Each counter moves the police through the gate of its number; the eighth ends the year (P5.2)",
        "tip sack": "All objects that are nowhere else, and the police counters not yet drawn (P2.1)",
        "tip discards": "Objects lost, sold or used to jump; they go back into the bag when the year ends (P5.2)",
        "tip epoch": "{n} sites; gate 1 to {first}, gate 2 to {second} (P1.4)",
        "tip gate": "One way only; going through is a standard action (P3.4)",
        "tip site": "Taking an object is a standard action; your pawn must be here (P3.4)",
        "tip deal": "Hand in the objects shown on it; it scores its points each year (P4.1, P6.1)",
        "tip paid": "Handed in for the contract that is being bought (P4.2)",
        "tip objects": "Atomic: discard it to jump. Double arrow: give it to swap. White: wild (P3.5, P4.1)",
        "tip score": "Points so far, and what the contracts will score when the year ends (P6.1)",
        "tip owned": "Contracts by colour; they score at the end of each year (P6.1)",
        "tip hub": "If you start your turn with the police, you lose objects and must flee (P3.2)",
        "verbs": "Kinds of action", "anytime": "at any time",
        "verb_names": {"restock": "Restock", "gate": "Go through a gate", "take": "Take an object", "sell": "Sell", "jump": "Jump", "swap": "Swap"},
        "verb_asks": {
            "restock": "Restock: which epoch?", "gate": "Go through a gate: which one?", "take": "Take an object: which one?",
            "sell": "Sell: for which contract?", "jump": "Jump: which atomic object do you discard?", "swap": "Swap: which double arrow do you give?",
        },
        "phases": {"setup": "Setup", "police": "Police", "restock": "Restock", "1": "Action 1", "2": "Action 2", "special": "Special actions", "white": "White contracts"},
    },
    "fr": {
        "year": "Année {n}", "of": " sur 3", "chart": "Le plateau du temps", "auction": "Salle des ventes", "sale": "Ventes",
        "close": "Fermer", "zoom": "Agrandir le plateau", "chest": "Votre coffre", "see": "Ce que possède {name}", "points": "pts",
        "track": "Jetons de police", "sack": "sac", "counters": "jetons", "discards": "défausse",
        "here": "Votre époque", "with police": "Avec la police",
        "police pawn": "La police du temps", "pawn": "Pion : {name}", "gate": "Porte {n} : {start} vers {end}",
        "way": "Porte {n}, vers {end}", "counter": "Jeton de police {n}", "sold": "{contract} (acquis par {name})",
        "sealed": "Un contrat blanc (couleur choisie en secret)", "end-turn": "Finir le tour", "contracts": "contrats {colour}",
        "tip year": "Chaque année s’achève au huitième jeton de police ; tous les contrats rapportent alors leurs points (P5.2, P6.1)",
        "tip track": "Chaque jeton fait franchir à la police la porte de son numéro ; le huitième met fin à l’année (P5.2)",
        "tip sack": "Tous les objets qui ne sont pas ailleurs, et les jetons de police à tirer (P2.1)",
        "tip discards": "Objets perdus, vendus ou dépensés pour sauter ; ils retournent dans le sac en fin d’année (P5.2)",
        "tip epoch": "{n} sites ; porte 1 vers {first}, porte 2 vers {second} (P1.4)",
        "tip gate": "À sens unique ; la franchir est une action standard (P3.4)",
        "tip site": "Prendre un objet est une action standard ; votre pion doit s’y trouver (P3.4)",
        "tip deal": "Remettez les objets indiqués ; le contrat rapporte ses points chaque année (P4.1, P6.1)",
        "tip paid": "Remis pour le contrat en cours d’achat (P4.2)",
        "tip objects": "Atomique : à défausser pour sauter. Double flèche : à donner pour échanger. Blanc : joker (P3.5, P4.1)",
        "tip score": "Points marqués, et ce que rapporteront les contrats en fin d’année (P6.1)",
        "tip owned": "Contrats par couleur ; ils comptent à la fin de chaque année (P6.1)",
        "tip hub": "Si vous commencez votre tour avec la police, vous perdez des objets et devez fuir (P3.2)",
        "verbs": "Sortes d’action", "anytime": "à tout moment",
        "verb_names": {"restock": "Regarnir", "gate": "Franchir une porte", "take": "Prendre un objet", "sell": "Vendre", "jump": "Sauter", "swap": "Échanger"},
        "verb_asks": {
            "restock": "Regarnir : quelle époque ?", "gate": "Franchir une porte : laquelle ?", "take": "Prendre un objet : lequel ?",
            "sell": "Vendre : pour quel contrat ?", "jump": "Sauter : quel objet atomique défaussez-vous ?", "swap": "Échanger : quelle double flèche donnez-vous ?",
        },
        "phases": {"setup": "Mise en place", "police": "Police", "restock": "Regarnir", "1": "Action 1", "2": "Action 2", "special": "Actions spéciales", "white": "Contrats blancs"},
    },
}  # fmt: skip

EXPLAIN: dict[str, dict[str, Any]] = {
    "en": {
        "place": "You start in {place}. {there}",
        "land": "You return to {place}. {there}",
        "restock": "You draw until its empty sites ({n}) are full; each police counter moves the police (P5.2).",
        "gate": "You go to {place}. {there}",
        "jump": "You discard the atomic object and jump to {place}. {there}",
        "take": "It goes into your chest: {n} of its colour.",
        "take white": "It goes into your chest: {jokers}.",
        "sell": "You hand in {n} objects. It scores {points} per year, {total} in total, and your pawn goes where you like.",
        "lose": "The police take it; then you flee.",
        "pay": "It goes towards the contract; {n} more after it.",
        "swap": "You give {given} and take this.",
        "end": "The next pirate’s turn begins.",
        "add": "Your points in {colour} become {n}.",
        "objects": ("There is nothing to take there.", "One object is there.", "{n} objects are there."),
        "police": "The police are there.",
    },
    "fr": {
        "place": "Vous commencez {place}. {there}",
        "land": "Vous revenez {place}. {there}",
        "restock": "Vous tirez jusqu’à garnir ses sites vides ({n}) ; chaque jeton de police déplace la police (P5.2).",
        "gate": "Vous passez {place}. {there}",
        "jump": "Vous défaussez l’objet atomique et sautez {place}. {there}",
        "take": "Il rejoint votre coffre : {n} de sa couleur.",
        "take white": "Il rejoint votre coffre : {jokers}.",
        "sell": "Vous remettez {n} objets. Le contrat rapporte {points} par an, {total} en tout, et votre pion va où vous voulez.",
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
        "most": "Most points in {colour}",
        "total": "Total",
        "contracts": "Contracts, on a tie",
        "year decided": "year {n}",
        "all decided": "the bonus for all five colours",
        "most decided": "the bonus for most points in {colour}",
        "contracts decided": "contracts",
    },
    "fr": {
        "year": "Année {n}",
        "all": "Les cinq couleurs",
        "most": "Le plus de points en {colour}",
        "total": "Total",
        "contracts": "Contrats, en cas d’égalité",
        "year decided": "de l’année {n}",
        "all decided": "de la prime des cinq couleurs",
        "most decided": "de la majorité en {colour}",
        "contracts decided": "des contrats",
    },
}

HALF = {  # after the reader picked one of their objects
    "en": {"jump": "{objects}: jump to which epoch?", "swap": "{objects}: swap it for which object?"},
    "fr": {"jump": "{objects} : sauter à quelle époque ?", "swap": "{objects} : l’échanger contre quel objet ?"},
}
ADVISE = {
    "en": {
        "place": "Start in {place}.",
        "land": "Return to {place}.",
        "restock": "Restock {place}.",
        "gate": "Go through gate {gate} to {place}.",
        "take": "Take {objects}.",
        "sell": "Sell {n} objects to get {contract}.",
        "pay": "Hand in {objects}.",
        "lose": "Leave {objects} to the police.",
        "jump": "Discard {objects} and jump to {place}.",
        "swap": "Give {other} {given} and take {taken}.",
        "end": "End your turn and keep what you have.",
        "add": "Add {contract} to your {colours} contracts.",
    },
    "fr": {
        "place": "Commencez {place}.",
        "land": "Revenez {place}.",
        "restock": "Regarnissez l’époque « {epoch} ».",
        "gate": "Passez la porte {gate} et arrivez {place}.",
        "take": "Prenez {objects}.",
        "sell": "Vendez {n} objets pour obtenir {contract}.",
        "pay": "Remettez {objects}.",
        "lose": "Laissez {objects} à la police.",
        "jump": "Défaussez {objects} et sautez {place}.",
        "swap": "Donnez à {other} {given} et prenez-lui {taken}.",
        "end": "Finissez votre tour et gardez ce que vous avez.",
        "add": "Ajoutez {contract} à vos contrats {colours}.",
    },
}
