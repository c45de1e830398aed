"""Time Masters in words, English and French. A pair is what is said to the reader and what is said of somebody else."""

from collections.abc import Mapping
from typing import Any

EFFECTS = {  # the words of effects, as the rulebooks write them
    "en": {
        "recover": "recover {n}", "recover all": "recover all", "gain": "gain {n}", "spark": "spark {n}",
        "draw": "draw {n}", "fetch": "fetch {n}", "remove": "remove {n}", "remove up to": "remove up to {n}",
        "discount": "discount {n}", "insight": "insight {n}", "renew": "renew", "echo": "echo {n}",
        "convert": "convert", "surcharge": "surcharge", "limit": "limit", "drain": "drain", "discard": "discard {n}",
        "discard half": "discard half", "break": "break",
    },
    "fr": {
        "recover": "récupérer {n}", "recover all": "récupérer tout", "gain": "gagner {n}", "spark": "étincelle {n}",
        "draw": "piocher {n}", "fetch": "reprendre {n}", "remove": "retirer {n}", "remove up to": "retirer jusqu’à {n}",
        "discount": "remise {n}", "insight": "accès {n}", "renew": "renouveler", "echo": "écho {n}",
        "convert": "convertir", "surcharge": "surcoût", "limit": "limite", "drain": "drainer",
        "discard": "défausser {n}", "discard half": "défausser la moitié", "break": "briser",
    },
}  # fmt: skip
WHEN = {
    "en": {"placing": "placing: {effect}", "discarded": "discard it: {effect}"},
    "fr": {"placing": "pose : {effect}", "discarded": "à défausser : {effect}"},
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
SPARKS = {"en": ("{n} ephemeral Kè", "{n} ephemeral Kè"), "fr": ("{n} Kè éphémère", "{n} Kè éphémères")}

TELL: dict[str, dict[str, Any]] = {
    "en": {
        "first player": ("You begin.", "{who} begins."),
        "revealed": "Sphere {sphere} shows {card}.",
        "turn": ("Your turn {number}", "Turn {number}, {who}"),
        "delayed": "{who} delays {card} with a card under it.",
        "put under": "You delay {timer} with {card} under it.",
        "activated": ("You activate {card}: its spells are free.", "{who} activates {card}: its spells are free."),
        "passed": ("You pass and take back {ke}.", "{who} passes and takes back {ke}."),
        "passed for nothing": ("You pass.", "{who} passes."),
        "timer set": ("You set up {card}.", "{who} sets up {card}."),
        "focused": ("You concentrate: {card}.", "{who} concentrates: {card}."),
        "cast": ("You cast {card}, spell {number} of the turn.", "{who} casts {card}, spell {number} of the turn."),
        "released": (
            "You cast {card}, set free, spell {number} of the turn.",
            "{who} casts {card}, set free, spell {number} of the turn.",
        ),
        "placed": ("You put {card} on {timer}.", "{who} puts {card} on {timer}."),
        "timer dropped": (
            "You discard {card} and all that is with it.",
            "{who} discards {card} and all that is with it.",
        ),
        "paid": ("You pay {ke}.", "{who} pays {ke}."),
        "paid with both": ("You pay {ke} and {sparks}.", "{who} pays {ke} and {sparks}."),
        "paid nothing": "It costs nothing.",
        "recovered": ("You recover {ke}.", "{who} recovers {ke}."),
        "gained": ("You gain {ke}, for good.", "{who} gains {ke}, for good."),
        "sparked": ("You gain {sparks}.", "{who} gains {sparks}."),
        "drew": "{who} draws {cards}.",
        "drawn": "You draw {card}.",
        "deck made anew": ("Your discards are your new deck.", "The discards of {who} are the new deck."),
        "fetched": ("You take {card} back from your discards.", "{who} takes {card} back from the discards."),
        "removed": ("You remove {card} from the game.", "{who} removes {card} from the game."),
        "discounted": ("Your next spell costs {number} less.", "The next spell of {who} costs {number} less."),
        "insight": ("You gain {access}.", "{who} gains {access}."),
        "renewed": (
            "You put {card} at the bottom of sphere {sphere}.",
            "{who} puts {card} at the bottom of sphere {sphere}.",
        ),
        "echoed": "An echo of {card}.",
        "echoed nothing": "There is nothing to echo.",
        "converted": (
            "You turn an ephemeral Kè into one that lasts.",
            "{who} turns an ephemeral Kè into one that lasts.",
        ),
        "surcharged": ("Your next spell costs 1 more.", "The next spell of {who} costs 1 more."),
        "discount lost": ("You give up −1 instead of taking +1.", "{who} gives up −1 instead of taking +1."),
        "limited": ("You can spend only 3 Kè next turn.", "{who} can spend only 3 Kè next turn."),
        "drained of spark": ("You lose an ephemeral Kè.", "{who} loses an ephemeral Kè."),
        "drained": ("One of your Kè is spent for nothing.", "One Kè of {who} is spent for nothing."),
        "discarded": ("You discard {card}.", "{who} discards {card}."),
        "uncovered": "{card} lay under it.",
        "took": ("You take {card} from sphere {sphere}.", "{who} takes {card} from sphere {sphere}."),
        "took unseen": "{who} takes the unseen card of sphere {sphere}.",
        "got": "You take the unseen card of sphere {sphere}: it is {card}.",
        "sphere empty": "Sphere {sphere} is empty.",
        "closed": ("You end your turn with {spells}.", "{who} ends the turn with {spells}."),
        "closed without": ("You end your turn without a spell.", "{who} ends the turn without a spell."),
        "last round": "Two spheres are empty: the match ends with this round.",
        "won": ("You win with {points}.", "{who} wins with {points}."),
        "shared": ("You share the victory with {points}.", "{who} shares the victory with {points}."),
    },
    "fr": {
        "first player": ("Vous commencez.", "{who} commence."),
        "revealed": "La sphère {sphere} montre {card}.",
        "turn": ("Votre tour {number}", "Tour {number}, {who}"),
        "delayed": "{who} retarde {card}, une carte dessous.",
        "put under": "Vous retardez {timer}, {card} dessous.",
        "activated": ("Vous activez {card} : ses sorts sont libres.", "{who} active {card} : ses sorts sont libres."),
        "passed": ("Vous passez : {ke} de retour.", "{who} passe : {ke} de retour."),
        "passed for nothing": ("Vous passez.", "{who} passe."),
        "timer set": ("Vous installez {card}.", "{who} installe {card}."),
        "focused": ("Vous vous concentrez : {card}.", "{who} se concentre : {card}."),
        "cast": ("Vous lancez {card}, sort {number} du tour.", "{who} lance {card}, sort {number} du tour."),
        "released": (
            "Vous lancez {card}, libéré, sort {number} du tour.",
            "{who} lance {card}, libéré, sort {number} du tour.",
        ),
        "placed": ("Vous posez {card} sur {timer}.", "{who} pose {card} sur {timer}."),
        "timer dropped": (
            "Vous défaussez {card} et tout ce qui va avec.",
            "{who} défausse {card} et tout ce qui va avec.",
        ),
        "paid": ("Vous payez {ke}.", "{who} paie {ke}."),
        "paid with both": ("Vous payez {ke} et {sparks}.", "{who} paie {ke} et {sparks}."),
        "paid nothing": "Cela ne coûte rien.",
        "recovered": ("Vous récupérez {ke}.", "{who} récupère {ke}."),
        "gained": ("Vous gagnez {ke}, pour de bon.", "{who} gagne {ke}, pour de bon."),
        "sparked": ("Vous gagnez {sparks}.", "{who} gagne {sparks}."),
        "drew": "{who} pioche {cards}.",
        "drawn": "Vous piochez {card}.",
        "deck made anew": ("Votre défausse devient votre paquet.", "{who} refait son paquet avec sa défausse."),
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
        "echoed nothing": "Il n’y a rien à refaire.",
        "converted": ("Vous rendez durable un Kè éphémère.", "{who} rend durable un Kè éphémère."),
        "surcharged": ("Votre prochain sort coûte 1 de plus.", "{who} paiera son prochain sort 1 de plus."),
        "discount lost": ("Vous rendez −1 au lieu de prendre +1.", "{who} rend −1 au lieu de prendre +1."),
        "limited": (
            "Vous ne pourrez dépenser que 3 Kè au prochain tour.",
            "{who} ne pourra dépenser que 3 Kè au prochain tour.",
        ),
        "drained of spark": ("Vous perdez un Kè éphémère.", "{who} perd un Kè éphémère."),
        "drained": ("Un de vos Kè est dépensé pour rien.", "{who} voit un Kè dépensé pour rien."),
        "discarded": ("Vous défaussez {card}.", "{who} défausse {card}."),
        "uncovered": "{card} était dessous.",
        "took": ("Vous prenez {card} dans la sphère {sphere}.", "{who} prend {card} dans la sphère {sphere}."),
        "took unseen": "{who} prend la carte cachée de la sphère {sphere}.",
        "got": "Vous prenez la carte cachée de la sphère {sphere} : c’est {card}.",
        "sphere empty": "La sphère {sphere} est vide.",
        "closed": ("Vous finissez votre tour avec {spells}.", "{who} finit son tour avec {spells}."),
        "closed without": ("Vous finissez votre tour sans aucun sort.", "{who} finit son tour sans aucun sort."),
        "last round": "Deux sphères sont vides : la partie finit avec ce tour de table.",
        "won": ("Vous gagnez avec {points}.", "{who} gagne avec {points}."),
        "shared": ("Vous partagez la victoire avec {points}.", "{who} partage la victoire avec {points}."),
    },
}

ASK = {  # each has a small line below it, under the same key in ASIDE
    "en": {
        "timers": "You have a full timer: activate it, or put a card under it.",
        "timers only": "You have a full timer and no card in hand: activate it.",
        "begin": "You play, or pass.",
        "go on": "You play on, or end with {access}.",
        "freed": "You cast the spells set free, and play on.",
        "spheres": "You choose knowledge for {access}.",
        "second": "You choose the second card to discard.",
        "fetch": "You choose a card of your discards for your hand.",
        "remove": "You choose a card of your hand to remove from the game.",
        "remove up to": "You may remove up to {cards} of your hand from the game.",
        "renew": "You choose the sphere whose revealed card goes to the bottom.",
        "discard": "{who} attacks: you choose a card of your hand to discard.",
        "break": "{who} attacks: you choose a timer to discard.",
        "surcharge": "{who} attacks: take the +1, or give up your −1.",
        "wait": "{who} is thinking.",
        "over": "The match is over.",
    },
    "fr": {
        "timers": "Vous avez un temporisateur plein : activez-le, ou mettez une carte dessous.",
        "timers only": "Vous avez un temporisateur plein et la main vide : activez-le.",
        "begin": "Vous jouez, ou vous passez.",
        "go on": "Vous jouez encore, ou vous finissez avec {access}.",
        "freed": "Vous lancez les sorts libérés, et jouez encore.",
        "spheres": "Vous choisissez un savoir pour {access}.",
        "second": "Vous choisissez la deuxième carte à défausser.",
        "fetch": "Vous choisissez une carte de votre défausse pour votre main.",
        "remove": "Vous choisissez une carte de votre main à retirer de la partie.",
        "remove up to": "Vous pouvez retirer de la partie jusqu’à {cards} de votre main.",
        "renew": "Vous choisissez la sphère dont la carte révélée va au fond.",
        "discard": "{who} attaque : vous choisissez une carte de votre main à défausser.",
        "break": "{who} attaque : vous choisissez un temporisateur à défausser.",
        "surcharge": "{who} attaque : prenez le +1, ou rendez votre −1.",
        "wait": "{who} réfléchit.",
        "over": "La partie est finie.",
    },
}

ASIDE = {
    "en": {
        "timers": "Activated, it sets its spells free for this turn; delayed, it holds a card of your hand (M3.1).",
        "timers only": "Only a card of your hand could delay it (M3.1).",
        "begin": "To pass gives back {ke}, but draws no cards (M4.1).",
        "begin with all": "None of your Kè is spent: to pass would bring nothing (M4.1).",
        "go on": "Every spell cast is an access point (M5.1).",
        "freed": "They cost nothing, and must be cast before you end (M4.3).",
        "spheres": "A revealed card costs its level, the unseen one 1 more; one card a sphere (M5.1).",
        "second": "Two cards of your hand for one Kè (M4.2).",
        "fetch": "Still to choose: {left}.",
        "remove": "Still to choose: {left}. Removed cards give no points (M7.1).",
        "remove up to": "Removed cards give no points (M7.1).",
        "renew": "The next card is revealed at once.",
        "discard": "Still to choose: {left}.",
        "break": "The spells on it and the cards under it go with it (M6.2).",
        "surcharge": "Either way your next spell has its printed cost; with both, no second +1 can reach you (M6.5).",
        "stakes": "Sphere {sphere} is empty: with a second one the match ends (M7.1).",
        "stakes of the round": "Sphere {sphere} is empty: with a second one this becomes the last round (M7.4).",
        "last round": "Two spheres are empty: this is the last round (M7.4).",
    },
    "fr": {
        "timers": "Activé, il libère ses sorts pour ce tour ; retardé, il retient une carte de votre main (M3.1).",
        "timers only": "Seule une carte de votre main pourrait le retarder (M3.1).",
        "begin": "Passer rend {ke}, mais ne fait pas piocher (M4.1).",
        "begin with all": "Aucun de vos Kè n’est dépensé : passer n’apporterait rien (M4.1).",
        "go on": "Chaque sort lancé est un point d’accès (M5.1).",
        "freed": "Ils ne coûtent rien, et doivent être lancés avant de finir (M4.3).",
        "spheres": "Une carte révélée coûte son niveau, la carte cachée 1 de plus ; une carte par sphère (M5.1).",
        "second": "Deux cartes de votre main pour un Kè (M4.2).",
        "fetch": "Encore à choisir : {left}.",
        "remove": "Encore à choisir : {left}. Les cartes retirées ne donnent pas de points (M7.1).",
        "remove up to": "Les cartes retirées ne donnent pas de points (M7.1).",
        "renew": "La carte suivante est révélée aussitôt.",
        "discard": "Encore à choisir : {left}.",
        "break": "Les sorts posés dessus et les cartes dessous partent avec lui (M6.2).",
        "surcharge": "Dans les deux cas, votre prochain sort garde son coût ; les deux protègent d’un autre +1 (M6.5).",
        "stakes": "La sphère {sphere} est vide : à la deuxième, la partie finit (M7.1).",
        "stakes of the round": "La sphère {sphere} est vide : à la deuxième, c’est le dernier tour de table (M7.4).",
        "last round": "Deux sphères sont vides : c’est le dernier tour de table (M7.4).",
    },
}

EXPLAIN = {
    "en": {
        "done": "to the spheres with {access}", "close": "end the turn", "stop": "remove no more", "pass": "{ke} back",
        "take it": "−1 and +1 cancel each other out", "give up": "no token is left",
        "trade": "and another, for 1 Kè", "frees": "frees {cards}", "price": "for {ke}", "free": "free",
        "unseen": "the next card, unseen, for {access}", "bottom": "to the bottom: {card}",
    },
    "fr": {
        "done": "aux sphères avec {access}", "close": "finir le tour", "stop": "ne plus retirer",
        "take it": "−1 et +1 se compensent", "give up": "il ne reste aucun jeton",
        "pass": "{ke} de retour", "trade": "et une autre, pour 1 Kè", "frees": "libère {cards}",
        "price": "pour {ke}", "free": "gratuit", "unseen": "la carte suivante, sans la voir, pour {access}",
        "bottom": "au fond : {card}",
    },
}  # fmt: skip


def plural(forms: Mapping[str, tuple[str, str]], n: int, lang: str) -> str:
    """A number of things in words.

    >>> plural(CARDS, 0, "en"), plural(CARDS, 0, "fr")
    ('0 cards', '0 carte')
    """
    return forms[lang][n != 1 if lang == "en" else n > 1].format(n=n)
