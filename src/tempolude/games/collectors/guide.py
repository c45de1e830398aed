"""A first match of Time Collectors with a guide: two players, the red board against the blue one.

Why this deal: the first dice lead to the woolly mammoth for free, it fits on a place with a crystal, and its feat is on
offer. In each of the next rounds a key date is one changed die away, then 8053 with the future; so all five types of
treasure, the toll and the feats have come up before the board is half full.
"""

from __future__ import annotations

from typing import Any

from tempolude.engine.guide import Guide, Lesson, Moment, When
from tempolude.engine.options import Words
from tempolude.engine.table import Chip
from tempolude.engine.wording import plural, signed

from . import scene, scoring, state, words
from .dates import date_of, stop_of
from .heuristic import beside, weigh
from .names import crystals_chip, date_chip, stop_words
from .table import Table

SEAT = 0
SIGNS = ("wonder", "plant", "animal", "mineral", "book")


# --- What a moment is about --------------------------------------------------------


def asked(m: Moment, *phases: int) -> bool:
    return bool(m.legal) and m.view.phase in phases


def best(m: Moment) -> int:
    """What a sensible player would do."""
    return max(m.legal, key=lambda action: float(weigh(m.view, m.seat, action, None)))


def card(m: Moment, number: int, lang: str) -> Chip:
    assert isinstance(m.table, Table)
    return m.table.card_chip(number, lang)


def stop_for(action: int) -> int:
    """Where a journey leads (L4.2)."""
    return (action - state.TRAVEL) // 3


def exact(m: Moment) -> Any:
    """The way to a key date with two cards, the cheapest first (L4.5)."""
    if not asked(m, state.TRAVELLING):
        return None
    ways = [action for action in m.legal if stop_for(action) in (1, 3, 5)]
    return min(ways, key=lambda action: (action - state.TRAVEL) % 3, default=None)


def company(m: Moment) -> Any:
    """Somebody who has had their turn this round and stands somewhere else (L4.3)."""
    s = m.view
    met = (seat for seat in m.others if asked(m, state.TRAVELLING) and s.gone[seat] and s.at[seat] != s.at[m.seat])
    return next(met, None)


def crowded(m: Moment) -> Any:
    """A plant just placed next to a plant (L6.2)."""
    placed = m.happened("placed", m.seat)
    if placed is None or state.type_of(placed.numbers[1]) != state.PLANT:
        return None
    place = placed.numbers[2]
    return place if beside(1 << place) & m.view.lying[m.seat][state.PLANT] else None


def near_the_end(m: Moment) -> Any:
    return next((s for s in range(m.view.players) if m.view.owned[s] >= state.ENOUGH - 2 and not m.view.over), None)


def placing(kind: int) -> When:
    """Where to place a treasure of this type, the first time one is collected."""
    return lambda m: asked(m, state.PLACING) and state.type_of(m.view.collected[0]) == kind and best(m)


def type_lesson(kind: int, rule: str, says: Words) -> Lesson:
    return Lesson(
        SIGNS[kind],
        ("L4.9", rule),
        when=placing(kind),
        says=says,
        at=lambda m, action: m.click(action),
        fill=lambda m, action, lang: {"card": card(m, m.view.collected[0], lang)},
    )


# --- What is said ------------------------------------------------------------------

TYPES = (
    type_lesson(
        state.WONDER,
        "L6.1",
        {
            "en": "“{card}” is a wonder. Wonders love company, wherever they are: one is worth 3 points, two 7, three "
            "12.",
            "fr": "« {card} » est une merveille. Les merveilles aiment la compagnie, où qu’elles soient : une vaut 3 "
            "points, deux 7, trois 12.",
        },
    ),
    type_lesson(
        state.PLANT,
        "L6.2",
        {
            "en": "“{card}” is a plant, worth 4 points as long as no other plant touches it. Give it a place with room "
            "around it.",
            "fr": "« {card} » est une plante : 4 points, tant qu’aucune autre plante ne la touche. Donnez-lui une "
            "place bien isolée.",
        },
    ),
    type_lesson(
        state.ANIMAL,
        "L6.3",
        {
            "en": "“{card}” is an animal. Animals count side by side: 6, 12 and 20 points for two, three and four, but "
            "a lone one costs 3. Keep the places beside it free.",
            "fr": "« {card} » est un animal. Les animaux comptent côte à côte, 6, 12 et 20 points pour deux, trois et "
            "quatre, mais un animal seul en coûte 3. Gardez libres les places voisines.",
        },
    ),
    type_lesson(
        state.MINERAL,
        "L6.4",
        {
            "en": "“{card}” is a mineral. One alone is worth nothing, two of different types 8 points, all three types "
            "16. Where you place them does not matter.",
            "fr": "« {card} » est un minéral. Seul, il ne vaut rien ; deux de types différents valent 8 points, les "
            "trois types 16. Leur place importe peu.",
        },
    ),
    type_lesson(
        state.BOOK,
        "L6.5",
        {
            "en": "“{card}” is a book: it gives 2 points for each item it names that you own at the end, so collect "
            "more of those.",
            "fr": "« {card} » est un livre : il rapporte 2 points par élément désigné que vous aurez à la fin. "
            "Collectez-en donc d’autres.",
        },
    ),
)

LESSONS = (
    Lesson(
        "aim",
        ("L5.1",),
        when=lambda m: m.number == 0,
        says={
            "en": "Hello, I am the cuckoo. This board is yours: fill it with treasures from all times. When somebody "
            "has ten, the round is played out, and the finest collection wins.",
            "fr": "Coucou, c’est moi le guide. Cette vitrine est à vous : remplissez-la de trésors de tous les temps. "
            "Quand quelqu’un en a dix, on finit la manche, et la plus belle collection gagne.",
        },
        at=("cabinet",),
    ),
    Lesson(
        "line",
        ("L1.4",),
        when=lambda m: m.number == 0,
        says={
            "en": "This is the timeline: a treasure in each of the eras A to D and, between them, four key dates. A "
            "date made of four dice takes you to one of these places.",
            "fr": "Voici la ligne du temps : un trésor dans chacune des ères A à D et, entre elles, quatre "
            "dates-clés. Une date faite de quatre dés vous mène à l’un de ces endroits.",
        },
        at=("era-a", "era-b", "era-c", "era-d"),
    ),
    Lesson(
        "set",
        ("L3.1", "L3.3"),
        when=lambda m: asked(m, state.SETTING) and best(m),
        says={
            "en": "Click your dice in the order you want. I would make {date}: it takes you {to}. The latest date "
            "plays first.",
            "fr": "Cliquez sur vos dés dans l’ordre voulu. Je composerais {date} : cette date mène {to}. La plus "
            "grande date joue en premier.",
        },
        at=lambda m, order: m.click(order),
        fill=lambda m, order, lang: {
            "date": date_chip(date_of(m.view, m.seat, order)),
            "to": stop_words(words.TO, stop_of(date_of(m.view, m.seat, order)), lang),
        },
    ),
    Lesson(
        "shown",
        ("L3.2", "L3.3"),
        when=lambda m: bool(m.happened("date shown")),
        says={
            "en": "All dates are revealed at once, and here is the order of turns. Two equal dates would open a rift: "
            "both lose a crystal, and everybody rolls again.",
            "fr": "Toutes les dates sont révélées ensemble, et voici l’ordre des tours. Deux dates égales ouvriraient "
            "une faille : chacun y perd un cristal, et tout le monde relance.",
        },
        at=("turns",),
    ),
    Lesson(
        "travel",
        ("L4.1", "L4.2"),
        when=lambda m: asked(m, state.TRAVELLING) and best(m),
        says={
            "en": "Off you go. Going where your date takes you is free; every die you change costs {crystal}, two at "
            "most. The slips show prices and points: I would go {to}.",
            "fr": "En route. Là où mène votre date, c’est gratuit ; chaque dé changé coûte {crystal}, deux au plus. "
            "Les étiquettes montrent prix et points : j’irais {to}.",
        },
        at=lambda m, action: (*m.click(action), f"stand-{stop_for(action)}"),
        fill=lambda m, action, lang: {
            "crystal": crystals_chip(1, lang),
            "to": stop_words(words.TO, stop_for(action), lang),
        },
    ),
    Lesson(
        "company",
        ("L4.3",),
        when=company,
        says={
            "en": "{who} was here before you: if you join a player who has already played, you give them a crystal.",
            "fr": "{who} a joué avant vous : si vous rejoignez un joueur qui a déjà joué, vous lui donnez un cristal.",
        },
        at=lambda m, seat: (scene.STOPS[m.view.at[seat]],),
        fill=lambda m, seat, lang: {"who": m.who(seat)},
    ),
    Lesson(
        "exact",
        ("L4.5",),
        when=exact,
        says={
            "en": "Look, {stop} is within reach. On a key date you collect both neighbouring treasures in one turn: "
            "worth a crystal or two.",
            "fr": "Regardez, {stop} est à votre portée. Sur une date-clé, on collecte les deux trésors voisins d’un "
            "coup : cela vaut bien un cristal ou deux.",
        },
        at=lambda m, action: (scene.STOPS[stop_for(action)],),
        fill=lambda m, action, lang: {"stop": words.STOPS[lang][stop_for(action)]},
    ),
    Lesson(
        "era",
        ("L4.4",),
        when=lambda m: asked(m, state.IN_ERA) and best(m),
        says={
            "en": "You are in the era of “{card}”. Collect it, or pay {crystal} for “{next}” instead. You can see what "
            "comes next, so pay only for something better.",
            "fr": "Voici « {card} ». Collectez ce trésor, ou payez {crystal} pour avoir « {next} » à la place. Vous "
            "voyez ce qui vient : ne payez que pour mieux.",
        },
        at=lambda m, action: m.click(action),
        fill=lambda m, action, lang: {
            "card": card(m, m.view.line[m.view.at[m.seat] >> 1], lang),
            "next": card(m, m.view.next, lang),
            "crystal": crystals_chip(1, lang),
        },
    ),
    *TYPES,
    Lesson(
        "crowded",
        ("L6.2",),
        when=crowded,
        mistake=True,
        says={
            "en": "Two plants side by side: now neither of them counts. A card never moves again, so next time leave a "
            "place between them.",
            "fr": "Deux plantes côte à côte : aucune des deux ne compte plus. Une carte ne bouge plus jamais ; la "
            "prochaine fois, laissez une place entre elles.",
        },
        at=lambda m, place: (scene.nook(SEAT, place),),
    ),
    Lesson(
        "crystal",
        ("L4.9",),
        when=lambda m: m.happened("crystal found", m.seat),
        says={
            "en": "That place held a crystal, and it is yours now. Cover those places early: crystals change dice, and "
            "each one left is worth a point.",
            "fr": "Cette place cachait un cristal, il est à vous. Couvrez-les tôt : les cristaux changent les dés, et "
            "chacun qui reste vaut un point.",
        },
        at=lambda m, found: (scene.nook(SEAT, found.numbers[1]),),
    ),
    Lesson(
        "future",
        ("L4.6", "L4.7"),
        when=lambda m: asked(m, state.IN_FUTURE, state.AT_PRESENT),
        says={
            "en": "From the future you bring back crystals, and you may discard one card of the timeline: look for one "
            "that {who} would like and you would not.",
            "fr": "Du futur, vous rapportez des cristaux, et vous pouvez défausser une carte de la ligne : cherchez-en "
            "une que {who} voudrait et vous non.",
        },
        at=("pile",),
        fill=lambda m, _, lang: {"who": m.who(m.others[0])},
    ),
    Lesson(
        "feat",
        ("L4.10", "L7"),
        when=lambda m: asked(m, state.FEAT) and best(m),
        says={
            "en": "You meet the condition of this feat: take it. One per turn; first come, first served.",
            "fr": "Vous remplissez la condition de cet exploit : prenez-le. Un par tour, et premier arrivé, premier "
            "servi.",
        },
        at=lambda m, action: m.click(action),
    ),
    Lesson(
        "score",
        ("L6.7",),
        when=lambda m: m.mine and m.view.owned[m.seat] >= 4 and asked(m, state.SETTING),
        says={
            "en": "Here is how you stand, line by line. You have {points} and {who} {others}; what a card would add is "
            "always shown beside it.",
            "fr": "Voici où vous en êtes, ligne par ligne. Vous avez {points} et {who} {others} ; ce qu’une carte "
            "apporterait est toujours écrit à côté.",
        },
        at=(f"seat-{SEAT}",),
        fill=lambda m, _, lang: {
            "points": plural(words.POINTS, scoring.total(m.view, m.seat), lang),
            "who": m.who(m.others[0]),
            "others": signed(scoring.total(m.view, m.others[0])),
        },
    ),
    Lesson(
        "near the end",
        ("L5.1",),
        when=near_the_end,
        says={
            "en": "{who} has {n} treasures, and the game ends after the round in which someone has ten. Finish what "
            "you have started: a full set is worth more than a new one.",
            "fr": "{who} en est à {n} trésors, et la partie s’achève après la manche où quelqu’un en a dix. Achevez ce "
            "que vous avez commencé : une série complète vaut mieux qu’une nouvelle.",
        },
        at=lambda m, seat: (f"seat-{seat}",),
        fill=lambda m, seat, lang: {"who": m.who(seat), "n": m.view.owned[seat]},
    ),
    Lesson(
        "end",
        ("L5.1", "L6.7"),
        when=lambda m: bool(m.view.over),
        says={
            "en": "A fine collection, and you know the whole game. Next time, watch for herds and for minerals of "
            "three types, try another board, or sit down with three friends: then the best eras are crowded.",
            "fr": "Belle collection, et vous connaissez tout le jeu. La prochaine fois, visez les troupeaux et les "
            "trois minéraux, essayez une autre vitrine, ou invitez trois amis : on se bouscule alors dans les ères.",
        },
    ),
)

GUIDE = Guide(seed=7, seats=2, seat=SEAT, lessons=LESSONS)
