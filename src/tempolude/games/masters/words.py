"""Time Masters in words, English and French. A pair is what is said to the reader and what is said of somebody else."""

from typing import Any

EFFECTS = {  # the words of effects, as the rulebooks write them
    "en": {
        "recover": "recover {n}", "recover all": "recover all", "recover half": "recover half", "gain": "gain {n}", "spark": "spark {n}",
        "draw": "draw {n}", "fetch": "fetch {n}", "remove": "remove {n}", "remove up to": "remove up to {n}",
        "discount": "discount {n}", "insight": "insight {n}", "renew": "renew", "echo": "echo {n}",
        "convert": "convert", "surcharge": "surcharge", "limit": "limit", "drain": "drain", "discard": "discard {n}",
        "discard half": "discard half", "break": "break",
    },
    "fr": {
        "recover": "récupérer {n}", "recover all": "récupérer tout", "recover half": "récupérer la moitié", "gain": "gagner {n}", "spark": "étincelle {n}",
        "draw": "piocher {n}", "fetch": "reprendre {n}", "remove": "retirer {n}", "remove up to": "retirer jusqu’à {n}",
        "discount": "remise {n}", "insight": "accès {n}", "renew": "renouveler", "echo": "écho {n}",
        "convert": "convertir", "surcharge": "surcoût", "limit": "limite", "drain": "drainer",
        "discard": "défausser {n}", "discard half": "défausser la moitié", "break": "briser",
    },
}  # fmt: skip
WHEN = {
    "en": {"placing": "on placing, {effect}", "discarded": "if discarded, {effect}"},
    "fr": {"placing": "à la pose, {effect}", "discarded": "si défaussé, {effect}"},
}
PHASES = {  # by what is asked
    "en": ("timers", "main", "spheres", "main", "main", "main", "main", "main", "attack", "attack", "attack"),
    "fr": (
        "temporisateurs", "principale", "sphères", "principale", "principale", "principale", "principale", "principale",
        "attaque", "attaque", "attaque",
    ),
}  # fmt: skip
NO_EFFECT = {"en": "no effect", "fr": "sans effet"}

CARDS = {"en": ("{n} card", "{n} cards"), "fr": ("{n} carte", "{n} cartes")}
POINTS = {"en": ("{n} point", "{n} points"), "fr": ("{n} point", "{n} points")}
ACCESS = {"en": ("{n} access point", "{n} access points"), "fr": ("{n} point d’accès", "{n} points d’accès")}
SPELLS = {"en": ("{n} spell", "{n} spells"), "fr": ("{n} sort", "{n} sorts")}
KE = {"en": "{n} Kè", "fr": "{n} Kè"}
RECURRING = {"en": ("{n} recurring Kè", "{n} recurring Kè"), "fr": ("{n} Kè récurrent", "{n} Kè récurrents")}
SPARKS = {"en": ("{n} ephemeral Kè", "{n} ephemeral Kè"), "fr": ("{n} Kè éphémère", "{n} Kè éphémères")}

TELL: dict[str, dict[str, Any]] = {
    "en": {
        "first player": ("You begin.", "{who} begins."),
        "revealed": "Sphere {sphere} shows {card}.",
        "turn": ("Turn {number}: you", "Turn {number}: {who}"),
        "delayed": "{who} delays {card} by tucking a card under it.",
        "put under": "You delay {timer} by tucking {card} under it.",
        "activated": (
            "You activate {card}: its spells are released.",
            "{who} activates {card}: its spells are released.",
        ),
        "passed": ("You pass and recover {ke}.", "{who} passes and recovers {ke}."),
        "passed for nothing": ("You pass.", "{who} passes."),
        "timer set": ("You set up {card}.", "{who} sets up {card}."),
        "focused": ("You play a focus: {card}.", "{who} plays a focus: {card}."),
        "cast": ("You cast {card} (spell {number} this turn).", "{who} casts {card} (spell {number} this turn)."),
        "released": (
            "You cast the released spell {card} (spell {number} this turn).",
            "{who} casts the released spell {card} (spell {number} this turn).",
        ),
        "placed": ("You put {card} on {timer}.", "{who} puts {card} on {timer}."),
        "timer dropped": (
            "You discard {card} with everything on and under it.",
            "{who} discards {card} with everything on and under it.",
        ),
        "paid": ("You pay {ke}.", "{who} pays {ke}."),
        "paid with both": ("You pay {ke} and {sparks}.", "{who} pays {ke} and {sparks}."),
        "paid nothing": "It is free.",
        "recovered": ("You recover {ke}.", "{who} recovers {ke}."),
        "gained": ("You gain {recurring}.", "{who} gains {recurring}."),
        "sparked": ("You gain {sparks}.", "{who} gains {sparks}."),
        "drew": "{who} draws {cards}.",
        "drawn": "You draw {card}.",
        "deck made anew": (
            "You shuffle your discards into a new deck.",
            "{who} shuffles their discards into a new deck.",
        ),
        "fetched": ("You take {card} back from your discards.", "{who} takes {card} back from the discards."),
        "removed": ("You remove {card} from the game.", "{who} removes {card} from the game."),
        "discounted": ("Your next spell costs {number} less.", "{who}’s next spell costs {number} less."),
        "insight": ("You gain {access}.", "{who} gains {access}."),
        "renewed": (
            "You put {card} at the bottom of sphere {sphere}.",
            "{who} puts {card} at the bottom of sphere {sphere}.",
        ),
        "echoed": "An echo of {card}.",
        "echoed nothing": "There is no spell to echo.",
        "converted": (
            "You convert an ephemeral Kè into a recurring one.",
            "{who} converts an ephemeral Kè into a recurring one.",
        ),
        "surcharged": ("Your next spell costs 1 more.", "{who}’s next spell costs 1 more."),
        "discount lost": ("You give up −1 instead of taking +1.", "{who} gives up −1 instead of taking +1."),
        "limited": ("You can spend only 3 Kè next turn.", "{who} can spend only 3 Kè next turn."),
        "drained of spark": ("You lose an ephemeral Kè.", "{who} loses an ephemeral Kè."),
        "drained": ("You lose the use of one Kè.", "{who} loses the use of one Kè."),
        "discarded": ("You discard {card}.", "{who} discards {card}."),
        "uncovered": "{card} was under it.",
        "took": ("You take {card} from sphere {sphere}.", "{who} takes {card} from sphere {sphere}."),
        "took unseen": "{who} takes the hidden card of sphere {sphere}.",
        "got": "You take the hidden card of sphere {sphere}: it is {card}.",
        "sphere empty": "Sphere {sphere} is empty.",
        "closed": ("You end your turn with {spells}.", "{who} ends the turn with {spells}."),
        "closed without": ("You end your turn without a spell.", "{who} ends the turn without a spell."),
        "last round": "Two spheres are empty: the game ends with this round.",
        "won": ("You win with {points}.", "{who} wins with {points}."),
        "shared": ("You share the victory with {points}.", "{who} shares the victory with {points}."),
    },
    "fr": {
        "first player": ("Vous commencez.", "{who} commence."),
        "revealed": "La sphère {sphere} révèle {card}.",
        "turn": ("Tour {number} : vous", "Tour {number} : {who}"),
        "delayed": "{who} temporise {card} en glissant une carte dessous.",
        "put under": "Vous temporisez {timer} en glissant {card} dessous.",
        "activated": (
            "Vous activez {card} : ses sorts sont libérés.",
            "{who} active {card} : ses sorts sont libérés.",
        ),
        "passed": ("Vous passez et récupérez {ke}.", "{who} passe et récupère {ke}."),
        "passed for nothing": ("Vous passez.", "{who} passe."),
        "timer set": ("Vous installez {card}.", "{who} installe {card}."),
        "focused": ("Vous jouez une concentration : {card}.", "{who} joue une concentration : {card}."),
        "cast": ("Vous lancez {card} ({nth} sort du tour).", "{who} lance {card} ({nth} sort du tour)."),
        "released": (
            "Vous lancez le sort libéré {card} ({nth} sort du tour).",
            "{who} lance le sort libéré {card} ({nth} sort du tour).",
        ),
        "placed": ("Vous posez {card} sur {timer}.", "{who} pose {card} sur {timer}."),
        "timer dropped": (
            "Vous défaussez {card}, avec tout ce qui est dessus et dessous.",
            "{who} défausse {card}, avec tout ce qui est dessus et dessous.",
        ),
        "paid": ("Vous payez {ke}.", "{who} paie {ke}."),
        "paid with both": ("Vous payez {ke} et {sparks}.", "{who} paie {ke} et {sparks}."),
        "paid nothing": "C’est gratuit.",
        "recovered": ("Vous récupérez {ke}.", "{who} récupère {ke}."),
        "gained": ("Vous gagnez {recurring}.", "{who} gagne {recurring}."),
        "sparked": ("Vous gagnez {sparks}.", "{who} gagne {sparks}."),
        "drew": "{who} pioche {cards}.",
        "drawn": "Vous piochez {card}.",
        "deck made anew": (
            "Votre défausse, mélangée, forme votre nouvelle pioche.",
            "{who} mélange sa défausse et en fait sa nouvelle pioche.",
        ),
        "fetched": ("Vous reprenez {card} dans votre défausse.", "{who} reprend {card} dans sa défausse."),
        "removed": ("Vous retirez {card} de la partie.", "{who} retire {card} de la partie."),
        "discounted": (
            "Votre prochain sort coûte {number} de moins.",
            "{who} paiera son prochain sort {number} de moins.",
        ),
        "insight": ("Vous gagnez {access}.", "{who} gagne {access}."),
        "renewed": (
            "Vous mettez {card} au fond de la sphère {sphere}.",
            "{who} met {card} au fond de la sphère {sphere}.",
        ),
        "echoed": "En écho : {card}.",
        "echoed nothing": "Il n’y a pas de sort à répéter.",
        "converted": (
            "Vous convertissez un Kè éphémère en Kè récurrent.",
            "{who} convertit un Kè éphémère en Kè récurrent.",
        ),
        "surcharged": ("Votre prochain sort coûte 1 de plus.", "{who} paiera son prochain sort 1 de plus."),
        "discount lost": (
            "Vous vous défaussez du −1 au lieu de prendre le +1.",
            "{who} se défausse du −1 au lieu de prendre le +1.",
        ),
        "limited": (
            "Vous ne pourrez dépenser que 3 Kè au prochain tour.",
            "{who} ne pourra dépenser que 3 Kè au prochain tour.",
        ),
        "drained of spark": ("Vous perdez un Kè éphémère.", "{who} perd un Kè éphémère."),
        "drained": ("Vous perdez un Kè disponible.", "{who} perd un Kè disponible."),
        "discarded": ("Vous défaussez {card}.", "{who} défausse {card}."),
        "uncovered": "{card} était dessous.",
        "took": ("Vous prenez {card} dans la sphère {sphere}.", "{who} prend {card} dans la sphère {sphere}."),
        "took unseen": "{who} prend la carte cachée de la sphère {sphere}.",
        "got": "Vous prenez la carte cachée de la sphère {sphere} : c’est {card}.",
        "sphere empty": "La sphère {sphere} est vide.",
        "closed": ("Vous finissez votre tour avec {spells}.", "{who} finit son tour avec {spells}."),
        "closed without": ("Vous finissez votre tour sans aucun sort.", "{who} finit son tour sans aucun sort."),
        "last round": "Deux sphères sont vides : la partie s’achève à la fin de cette manche.",
        "won": ("Vous gagnez avec {points}.", "{who} gagne avec {points}."),
        "shared": ("Vous partagez la victoire avec {points}.", "{who} partage la victoire avec {points}."),
    },
}

ASK = {  # each has a small line below it, under the same key in ASIDE
    "en": {
        "timers": "You have a full timer: activate it, or tuck a card under it.",
        "timers only": "You have a full timer and no card in hand: activate it.",
        "begin": "Play, or pass.",
        "go on": "Play more, or go to the spheres with {access}.",
        "freed": "Cast the released spells; you may play more.",
        "spheres": "Take cards from the spheres: {access} to spend.",
        "second": "Choose the second card to discard.",
        "fetch": "Choose a card to take back from your discards.",
        "remove": "Choose a card in your hand to remove from the game.",
        "remove up to": "Remove up to {cards} in your hand from the game, or none.",
        "renew": "Choose the sphere whose revealed card goes to the bottom.",
        "discard": "{who} attacks: choose a card in your hand to discard.",
        "break": "{who} attacks: choose a timer to discard.",
        "surcharge": "{who} attacks: take the +1, or give up your −1.",
        "wait": "{who} is thinking.",
        "over": "The game is over.",
    },
    "fr": {
        "timers": "Vous avez un temporisateur plein : activez-le, ou glissez une carte dessous.",
        "timers only": "Vous avez un temporisateur plein et la main vide : activez-le.",
        "begin": "Jouez, ou passez.",
        "go on": "Jouez encore, ou passez aux sphères avec {access}.",
        "freed": "Lancez les sorts libérés ; vous pouvez encore jouer.",
        "spheres": "Prenez des cartes dans les sphères : {access} à dépenser.",
        "second": "Choisissez la deuxième carte à défausser.",
        "fetch": "Choisissez une carte à reprendre dans votre défausse.",
        "remove": "Choisissez une carte de votre main à retirer de la partie.",
        "remove up to": "Retirez de la partie jusqu’à {cards} de votre main, ou aucune.",
        "renew": "Choisissez la sphère dont la carte révélée va au fond.",
        "discard": "{who} attaque : choisissez une carte de votre main à défausser.",
        "break": "{who} attaque : choisissez un temporisateur à défausser.",
        "surcharge": "{who} attaque : prenez le +1, ou défaussez-vous de votre −1.",
        "wait": "{who} réfléchit.",
        "over": "La partie est finie.",
    },
}

ASIDE = {
    "en": {
        "timers": "Activated, it releases its spells for this turn; delayed, it keeps a card of your hand (M3.1).",
        "timers only": "Only a card from your hand could delay it (M3.1).",
        "begin": "Passing recovers {ke}, but you draw no cards (M4.1).",
        "begin with all": "None of your Kè is spent: passing would do nothing (M4.1).",
        "go on": "Each spell cast gives 1 access point (M5.1).",
        "freed": "They are free, and must be cast before you go to the spheres (M4.3).",
        "spheres": "A revealed card costs its level, the hidden one 1 more; one card per sphere (M5.1).",
        "second": "Two cards of your hand for one Kè (M4.2).",
        "fetch": "Still to choose: {left}.",
        "remove": "Still to choose: {left}. Removed cards give no points (M7.1).",
        "remove up to": "Removed cards give no points (M7.1).",
        "renew": "The next card is revealed at once.",
        "discard": "Still to choose: {left}.",
        "break": "The spells on it and the cards under it go with it (M6.2).",
        "surcharge": "Either way your next spell has its printed cost; with both, no second +1 can reach you (M6.5).",
        "stakes": "Sphere {sphere} is empty: with a second one the game ends (M7.1).",
        "stakes of the round": "Sphere {sphere} is empty: with a second one this becomes the last round (M7.4).",
        "last round": "Two spheres are empty: this is the last round (M7.4).",
    },
    "fr": {
        "timers": "Activé, il libère ses sorts pour ce tour ; temporisé, il retient une carte de votre main (M3.1).",
        "timers only": "Seule une carte de votre main pourrait le temporiser (M3.1).",
        "begin": "En passant, vous récupérez {ke}, mais vous ne piochez pas (M4.1).",
        "begin with all": "Aucun de vos Kè n’est dépensé : passer ne servirait à rien (M4.1).",
        "go on": "Chaque sort lancé rapporte un point d’accès (M5.1).",
        "freed": "Ils sont gratuits, et doivent être lancés avant de passer aux sphères (M4.3).",
        "spheres": "Une carte révélée coûte son niveau, la carte cachée 1 de plus ; une carte par sphère (M5.1).",
        "second": "Deux cartes de votre main pour un Kè (M4.2).",
        "fetch": "Encore à choisir : {left}.",
        "remove": "Encore à choisir : {left}. Les cartes retirées ne rapportent pas de points (M7.1).",
        "remove up to": "Les cartes retirées ne rapportent pas de points (M7.1).",
        "renew": "La carte suivante est révélée aussitôt.",
        "discard": "Encore à choisir : {left}.",
        "break": "Les sorts posés dessus et les cartes dessous partent avec lui (M6.2).",
        "surcharge": "Dans les deux cas, votre prochain sort garde son coût ; les deux protègent d’un autre +1 (M6.5).",
        "stakes": "La sphère {sphere} est vide : à la deuxième, la partie s’achève (M7.1).",
        "stakes of the round": "La sphère {sphere} est vide : à la deuxième, c’est la dernière manche (M7.4).",
        "last round": "Deux sphères sont vides : c’est la dernière manche (M7.4).",
    },
}

EXPLAIN = {
    "en": {
        "done": "to the spheres with {access}", "close": "end the turn", "stop": "remove no more", "pass": "recover {ke}",
        "take it": "−1 and +1 cancel each other out", "give up": "no token is left",
        "trade": "and another, for 1 Kè", "frees": "releases {cards}", "price": "for {ke}", "free": "free",
        "unseen": "the next card, hidden, for {access}", "bottom": "to the bottom: {card}",
    },
    "fr": {
        "done": "aux sphères avec {access}", "close": "finir le tour", "stop": "ne plus retirer",
        "take it": "−1 et +1 se compensent", "give up": "il ne reste aucun jeton",
        "pass": "récupérer {ke}", "trade": "et une autre, pour 1 Kè", "frees": "libère {cards}",
        "price": "pour {ke}", "free": "gratuit", "unseen": "la carte suivante, sans la voir, pour {access}",
        "bottom": "au fond : {card}",
    },
}  # fmt: skip
