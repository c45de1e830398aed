"""The fixed words of the page and of the cards, in English and French. Sentences are in words.py."""

PAGE = {  # the fixed words of table.html; what starts with a verb is a tooltip
    "en": {
        "turn": "Turn", "timers": "Timers", "main": "Spells", "spheres": "Spheres", "attack": "Attack",
        "board": "The spheres, the chain and your timers", "chain": "Spells cast this turn", "access": "access points",
        "here": "cast here", "free": "free", "freed": "Released spells", "fetch": "Your discards: choose",
        "zone": "Your timers", "set": "Set it up here", "deck": "deck", "heap": "discards", "pts": "pts",
        "trade": ("2 cards", "1 Kè"), "trading": "Two cards for 1 Kè",
        "revealed": "Sphere {n}, the revealed card", "unseen": "Sphere {n}, the next card, hidden",
        "tip orb": "Sphere of level {n}: ten cards at the start. The game ends when a second sphere is empty (M7.1).",
        "tip sphere": "Access points for the revealed card: {n}. One card per sphere per turn (M5.1).",
        "tip unseen": "The next card, hidden: {n} access points, if two are left (M5.1).",
        "tip glass": "One access point for each spell cast this turn, and what effects add (M5.1).",
        "tip chain": "Every spell cast this turn, in order; they are discarded at the end of it (M4.2, M5.2).",
        "tip freed": "They are free and must be cast before the main phase ends (M4.3, M6.1).",
        "tip zone": "Spells wait on timers; a full one must be activated or delayed each turn (M3.1, M6.1).",
        "tip deck": "At the end of a turn you draw up to five, less one for each card under timers (M5.2).",
        "tip heap": "The discards, visible to all; they are shuffled into a new deck when it is empty (M5.2).",
        "tip hand": "Cards in hand, hidden from the others (M5.2).",
        "tip pool": "Recurring Kè: gold while available, grey when spent (M1.4); pass to recover them (M4.1).",
        "tip drops": "Ephemeral Kè: four at most, gone when spent (M1.4).",
        "tip toks": "Discount and surcharge change the next spell paid for (M6.4), limit 3 the next turn (M6.6).",
        "tip points": "The levels of all cards, wherever they are (M7.1).",
        "tip drop": "The spells on it and the cards under it are discarded too, without effect (M4.2, M6.2).",
        "tip trade": "Discard two cards of your hand, and one spent Kè is available again (M4.2).",
    },
    "fr": {
        "turn": "Tour", "timers": "Temporisateurs", "main": "Sorts", "spheres": "Sphères", "attack": "Attaque",
        "board": "Les sphères, la chaîne et vos temporisateurs", "chain": "Sorts lancés ce tour",
        "access": "points d’accès", "here": "lancer ici", "free": "libre", "freed": "Sorts libérés",
        "fetch": "Votre défausse : choisissez", "zone": "Vos temporisateurs", "set": "Installer ici",
        "deck": "pioche", "heap": "défausse", "pts": "pts", "trade": ("2 cartes", "1 Kè"),
        "trading": "Deux cartes contre 1 Kè",
        "revealed": "Sphère {n}, la carte révélée", "unseen": "Sphère {n}, la carte suivante, cachée",
        "tip orb": "Sphère de niveau {n}, dix cartes au début. La partie s’achève à la deuxième sphère vide (M7.1).",
        "tip sphere": "Points d’accès pour la carte révélée : {n}. Une carte par sphère et par tour (M5.1).",
        "tip unseen": "La carte suivante, cachée : {n} points d’accès, s’il en reste deux (M5.1).",
        "tip glass": "Un point d’accès par sort lancé ce tour, et ce que les effets ajoutent (M5.1).",
        "tip chain": "Les sorts lancés ce tour, dans l’ordre ; à la fin ils vont à la défausse (M4.2, M5.2).",
        "tip freed": "Ils sont gratuits et doivent être lancés avant la fin de la phase principale (M4.3, M6.1).",
        "tip zone": "Les sorts y attendent ; un temporisateur plein est activé ou temporisé chaque tour (M3.1, M6.1).",
        "tip deck": "À la fin du tour on pioche jusqu’à cinq, une de moins par carte sous un temporisateur (M5.2).",
        "tip heap": "La défausse, visible de tous ; mélangée, elle forme la pioche quand celle-ci est vide (M5.2).",
        "tip hand": "Les cartes en main, cachées aux autres (M5.2).",
        "tip pool": "Kè récurrents : dorés, disponibles ; gris, dépensés (M1.4). Passez pour les récupérer (M4.1).",
        "tip drops": "Kè éphémères : quatre au plus, perdus une fois dépensés (M1.4).",
        "tip toks": "Remise et surcoût changent le prochain sort payé (M6.4), la limite 3 le prochain tour (M6.6).",
        "tip points": "Les niveaux de toutes les cartes, où qu’elles soient (M7.1).",
        "tip drop": "Les sorts posés dessus et les cartes dessous partent aussi, sans effet (M4.2, M6.2).",
        "tip trade": "Défaussez deux cartes de votre main : un Kè dépensé redevient disponible (M4.2).",
    },
}  # fmt: skip
ENDS = {  # how near the end is, and that it has come
    "en": ("game ends with a second empty sphere: {cards} to go", "last round"),
    "fr": ("fin à la deuxième sphère vide : encore {cards}", "dernière manche"),
}
LABELS = {  # the names of pieces other than cards
    "en": {
        "back": "a card in hand", "deck": "a card of the deck", "next": "the next card, hidden",
        "known": "the next card, known to all: {card}", "ready": "Kè, available", "spent": "Kè, spent",
        "spark": "ephemeral Kè", "discount": "discount −{n} on the next spell", "surcharge": "+1 on the next spell",
        "limit": "limit: 3 Kè per turn", "planet": "sphere {n}: {cards}", "slot": "a free slot",
        "under": "a card under the timer: it is delayed", "mine under": "under the timer: {card}",
        "drop": "discard {card} for its effect", "heap": "discards: {cards}",
    },
    "fr": {
        "back": "une carte en main", "deck": "une carte de la pioche", "next": "la carte suivante, cachée",
        "known": "la carte suivante, connue de tous : {card}", "ready": "Kè disponible", "spent": "Kè dépensé",
        "spark": "Kè éphémère", "discount": "remise de {n} sur le prochain sort",
        "surcharge": "+1 sur le prochain sort", "limit": "limite : 3 Kè par tour", "planet": "sphère {n} : {cards}",
        "slot": "un emplacement libre", "under": "une carte sous le temporisateur : il est temporisé",
        "mine under": "sous le temporisateur : {card}", "drop": "défausser {card} pour son effet",
        "heap": "défausse : {cards}",
    },
}  # fmt: skip
BUTTONS = {
    "en": {
        "pass": "Pass: recover {ke}", "pass with all": "Pass", "done": "To the spheres: {n}",
        "close": "End the turn", "close, draw": "End the turn: draw {cards}",
        "take it": "Take the +1", "give up": "Give up the −1",
        "stop": "Remove no more", "pay": "With {sparks}", "pay gold": "With recurring Kè only",
    },
    "fr": {
        "pass": "Passer : récupérer {ke}", "pass with all": "Passer", "done": "Aux sphères : {n}",
        "close": "Finir le tour", "close, draw": "Finir le tour : piocher {cards}",
        "take it": "Prendre le +1", "give up": "Rendre le −1",
        "stop": "Ne plus retirer", "pay": "Avec {sparks}", "pay gold": "Kè récurrents seuls",
    },
}  # fmt: skip
SHEET = {
    "en": {
        "level": "Sphere {n}, {n} per card", "ke": "Kè available, on a tie", "total": "Erudition",
        "level decided": "cards of sphere {n}", "ke decided": "available Kè",
    },
    "fr": {
        "level": "Sphère {n}, {n} par carte", "ke": "Kè disponibles, en cas d’égalité",
        "total": "Érudition", "level decided": "des cartes de la sphère {n}", "ke decided": "des Kè disponibles",
    },
}  # fmt: skip

# --- On the cards ----------------------------------------------------------------

SORTS = {"en": ("spell", "focus", "timer"), "fr": ("sort", "concentration", "temporisateur")}
ABOUT = {  # the first words of a card's small print, by sort
    "en": (
        "Spell of {mage}, level {level}, cost {cost}.",
        "Focus, level {level}, free.",
        "Timer, level {level}, free, slots: {slots}.",
    ),
    "fr": (
        "Sort {of_mage}, niveau {level}, coût {cost}.",
        "Concentration, niveau {level}, gratuite.",
        "Temporisateur, niveau {level}, gratuit, emplacements : {slots}.",
    ),
}
SHORT = {  # on the card itself: for an amount of one (or none), for more
    "en": {
        "recover": ("recover {n}",) * 2, "recover all": ("recover all",) * 2, "recover half": ("recover half",) * 2,
        "gain": ("+{n} recurring",) * 2,
        "spark": ("+{n} ephemeral",) * 2, "draw": ("draw {n}",) * 2, "fetch": ("fetch {n}",) * 2,
        "remove": ("remove {n}",) * 2, "remove up to": ("remove 0 to {n}",) * 2, "discount": ("next spell −{n}",) * 2,
        "insight": ("+{n} access",) * 2, "renew": ("renew a sphere",) * 2, "echo": ("echo the last", "echo {n} times"),
        "convert": ("→ recurring",) * 2, "surcharge": ("rivals: +1",) * 2, "limit": ("rivals: 3 Kè",) * 2,
        "drain": ("rivals: −1 Kè",) * 2, "discard": ("rivals: −{n} card", "rivals: −{n} cards"),
        "discard half": ("rivals: ½ hand",) * 2, "break": ("rivals: −1 timer",) * 2,
    },
    "fr": {
        "recover": ("récupérez {n}",) * 2, "recover all": ("récupérez tout",) * 2, "recover half": ("récupérez ½",) * 2,
        "gain": ("+{n} récurrent", "+{n} récurrents"), "spark": ("+{n} éphémère", "+{n} éphémères"),
        "draw": ("piochez {n}",) * 2, "fetch": ("reprenez {n}",) * 2,
        "remove": ("retirez {n}",) * 2, "remove up to": ("retirez 0 à {n}",) * 2,
        "discount": ("sort suivant −{n}",) * 2, "insight": ("+{n} accès",) * 2, "renew": ("sphère renouvelée",) * 2,
        "echo": ("répète le dernier", "répète {n} fois"), "convert": ("→ récurrent",) * 2,
        "surcharge": ("rivaux : +1",) * 2, "limit": ("rivaux : 3 Kè",) * 2, "drain": ("rivaux : −1 Kè",) * 2,
        "discard": ("rivaux : −{n} carte", "rivaux : −{n} cartes"), "discard half": ("rivaux : ½ main",) * 2,
        "break": ("rivaux : −1 tempo.",) * 2,
    },
}  # fmt: skip
AMOUNTS = {  # beside an icon, where the number alone is not clear
    "en": {"recover all": "all", "recover half": "½",
           "remove up to": "0–{n}", "discount": "−{n}", "discard half": "½", "surcharge": "+1",
           "limit": "3"},
    "fr": {"recover all": "tout", "recover half": "½",
           "remove up to": "0–{n}", "discount": "−{n}", "discard half": "½", "surcharge": "+1",
           "limit": "3"},
}  # fmt: skip
MEANING = {  # in the tooltip: for an amount of one (or none), for more
    "en": {
        "recover": ("one spent Kè is available again", "{n} spent Kè are available again"),
        "recover all": ("all your spent Kè are available again",) * 2,
        "recover half": ("half of your spent Kè, rounded up, are available again",) * 2,
        "gain": ("you gain {n} recurring Kè",) * 2,
        "spark": ("you gain {n} ephemeral Kè, four at most",) * 2,
        "draw": ("you draw a card", "you draw {n} cards"),
        "fetch": ("you take a card back from your discards", "you take {n} cards back from your discards"),
        "remove": (
            "you remove a card in your hand from the game", "you remove {n} cards in your hand from the game"
        ),
        "remove up to": ("you may remove up to {n} cards in your hand from the game",) * 2,
        "discount": ("your next spell costs {n} less",) * 2,
        "insight": ("{n} more access point this turn", "{n} more access points this turn"),
        "renew": ("the revealed card of a sphere goes to its bottom",) * 2,
        "echo": (
            "repeats the last spell cast this turn, without its attacks",
            "repeats the last spell cast this turn {n} times, without its attacks",
        ),
        "convert": ("one ephemeral Kè becomes a recurring one",) * 2,
        "surcharge": ("each opponent’s next spell costs 1 more",) * 2,
        "limit": ("each opponent spends at most 3 Kè in their next turn",) * 2,
        "drain": ("each opponent loses a Kè",) * 2,
        "discard": ("each opponent discards a card", "each opponent discards {n} cards"),
        "discard half": ("each opponent discards half of their hand",) * 2,
        "break": ("each opponent discards one of their timers",) * 2,
    },
    "fr": {
        "recover": ("un Kè dépensé redevient disponible", "{n} Kè dépensés redeviennent disponibles"),
        "recover all": ("tous vos Kè dépensés redeviennent disponibles",) * 2,
        "recover half": ("la moitié de vos Kè dépensés, arrondie au-dessus, redevient disponible",) * 2,
        "gain": ("vous gagnez {n} Kè récurrent", "vous gagnez {n} Kè récurrents"),
        "spark": ("vous gagnez {n} Kè éphémère, quatre au plus", "vous gagnez {n} Kè éphémères, quatre au plus"),
        "draw": ("vous piochez une carte", "vous piochez {n} cartes"),
        "fetch": ("vous reprenez une carte de votre défausse", "vous reprenez {n} cartes de votre défausse"),
        "remove": (
            "vous retirez de la partie une carte de votre main", "vous retirez de la partie {n} cartes de votre main"
        ),
        "remove up to": ("vous pouvez retirer de la partie jusqu’à {n} cartes de votre main",) * 2,
        "discount": ("votre prochain sort coûte {n} de moins",) * 2,
        "insight": ("{n} point d’accès de plus ce tour", "{n} points d’accès de plus ce tour"),
        "renew": ("la carte révélée d’une sphère va au fond",) * 2,
        "echo": (
            "répète le dernier sort du tour, sans ses attaques",
            "répète {n} fois le dernier sort du tour, sans ses attaques",
        ),
        "convert": ("un Kè éphémère devient récurrent",) * 2,
        "surcharge": ("le prochain sort de chaque adversaire coûte 1 de plus",) * 2,
        "limit": ("chaque adversaire dépense au plus 3 Kè à son prochain tour",) * 2,
        "drain": ("chaque adversaire perd un Kè",) * 2,
        "discard": ("chaque adversaire défausse une carte", "chaque adversaire défausse {n} cartes"),
        "discard half": ("chaque adversaire défausse la moitié de sa main",) * 2,
        "break": ("chaque adversaire défausse un de ses temporisateurs",) * 2,
    },
}  # fmt: skip
WHEN_LONG = {
    "en": {"placing": "when you put a spell on it, {effect}", "discarded": "if you discard it, {effect}"},
    "fr": {"placing": "quand vous y posez un sort, {effect}", "discarded": "si vous le défaussez, {effect}"},
}
