"""A first match of Time Pirates with a guide: three players, our own board and contracts.

Why this deal: the beginner starts beside a white object, an atomic one and a double arrow, the next epoch is empty
enough to be restocked at once, and that sets the police in motion. In the second turn somebody swaps, and a first
contract can be paid. The first year is short, so contracts score early.
"""

from __future__ import annotations

from typing import Any

from tempolude.engine.guide import Guide, Lesson, Moment
from tempolude.engine.table import Chip

from . import state
from .heuristic import weigh
from .names import kind_name, objects_chip, points_text
from .table import Table, jump_parts

SEAT = 0


# --- What a moment is about --------------------------------------------------------


def table(m: Moment) -> Table:
    assert isinstance(m.table, Table)
    return m.table


def place(m: Moment, epoch: int, lang: str) -> Chip:
    return table(m).place_chip(epoch, lang)


def best(m: Moment, phase: int, first: int, past: int) -> Any:
    """The best of the actions from `first` to before `past` that a phase allows, if there is one."""
    choices = [action for action in m.legal if first <= action < past] if m.view.phase == phase else []
    return max(choices, key=lambda action: float(weigh(m.view, m.seat, action, None)), default=None)


def take(m: Moment) -> Any:
    """The best object of a colour to take."""
    return best(m, state.ACTING, state.TAKE, state.TAKE + state.WHITE)


def land(m: Moment) -> Any:
    """The best epoch to land on, away from the police."""
    choices = [epoch for epoch in m.legal if epoch != m.view.police] if m.view.phase == state.LANDING else []
    return max(choices, key=lambda epoch: float(weigh(m.view, m.seat, epoch, None)), default=None)


def kind_taken(action: int) -> int:
    return action - state.TAKE


def at_gate(m: Moment) -> Any:
    """The better gate, when nothing is left to take."""
    nothing = m.legal and m.view.phase == state.ACTING and not m.view.filled[m.view.at[m.seat]]
    return best(m, state.ACTING, state.GATE, state.TAKE) if nothing else None


def jump(m: Moment) -> Any:
    return best(m, state.ACTING, state.JUMP, state.SWAP)


def swap(m: Moment) -> Any:
    return best(m, state.ACTING, state.SWAP, state.END_TURN)


def sale(m: Moment) -> Any:
    return best(m, state.ACTING, state.SELL, state.HAND_IN)


def in_danger(m: Moment) -> Any:
    """The way out for a player who is with the police before the last action of a turn."""
    s = m.view
    return best(m, state.ACTING, state.GATE, state.TAKE) if s.due == 1 and s.at[m.seat] == s.police else None


def police_moved(m: Moment) -> Any:
    return m.happened("police")


# --- What is said ------------------------------------------------------------------

LESSONS = (
    Lesson(
        "aim",
        ("P6.1", "P6.3"),
        when=lambda m: m.number == 0,
        says={
            "en": "Hello, I am the cuckoo. You are a time pirate: steal objects, sell them for contracts, and be "
            "the richest after three years. A contract pays at the end of every year, so sell early.",
            "fr": "Coucou, c’est moi le guide. Vous êtes pirate du temps : volez des objets, échangez-les contre des "
            "contrats, et soyez en tête après trois ans. Un contrat paie chaque année : vendez tôt.",
        },
        at=(f"seat-{SEAT}",),
    ),
    Lesson(
        "start",
        ("P1.4", "P2.2"),
        when=lambda m: best(m, state.PLACING, state.PUT, state.RESTOCK),
        says={
            "en": "Seven epochs, and from each two gates lead on, one way only. Place your pawn where there is "
            "something good to take: I would start in {place}.",
            "fr": "Sept époques, et de chacune partent deux portes, à sens unique. Placez votre pion là où il y a de "
            "quoi prendre : je commencerais {place}.",
        },
        at=lambda m, action: m.click(action),
        fill=lambda m, action, lang: {"place": place(m, action - state.PUT, lang)},
    ),
    Lesson(
        "take",
        ("P3.4", "P4.1"),
        when=take,
        says={
            "en": "A turn is two actions: take an object, go through a gate, or sell. Take {object}: objects of one "
            "colour buy contracts of that colour, and the more of them, the better the contract.",
            "fr": "Un tour, c’est deux actions : prendre un objet, passer une porte ou vendre. Prenez {object} : les "
            "objets d’une couleur paient ses contrats, et plus il y en a, plus le contrat rapporte.",
        },
        at=lambda m, action: m.click(action),
        fill=lambda m, action, lang: {"object": objects_chip(kind_taken(action), 1, lang)},
    ),
    Lesson(
        "auction",
        ("P1.3", "P4.1"),
        when=lambda m: m.mine and m.view.held[m.seat] == 2 and m.view.phase == state.ACTING,
        says={
            "en": "Here is the auction house. A contract that costs three takes three objects of its colour; a white "
            "one takes objects that are all of different colours.",
            "fr": "Voici la salle des ventes. Un contrat de coût trois demande trois objets de sa couleur ; un contrat "
            "blanc, des objets tous de couleurs différentes.",
        },
        at=("auction",),
    ),
    Lesson(
        "restock",
        ("P3.3", "P5.1"),
        when=lambda m: best(m, state.ACTING, state.RESTOCK, state.GATE),
        says={
            "en": "Before your two actions you may restock one epoch, for free: it is filled from the bag. Choose "
            "one with empty sites that you can reach.",
            "fr": "Avant vos deux actions, vous pouvez regarnir une époque, sans rien payer : le sac la remplit. "
            "Choisissez-en une bien vide et proche de vous.",
        },
        at=lambda m, action: m.click(action),
    ),
    Lesson(
        "gate",
        ("P1.4", "P3.4"),
        when=at_gate,
        says={
            "en": "Nothing is left to take here, so move on through a gate. This one leads to {place}; the lens shows "
            "what awaits you behind each.",
            "fr": "Il n’y a plus rien à prendre ici : passez une porte. Celle-ci vous mène {place} ; la loupe montre "
            "où va chacune.",
        },
        at=lambda m, action: m.click(action),
        fill=lambda m, action, lang: {"place": place(m, m.view.gate[m.view.at[m.seat]][action - state.GATE], lang)},
    ),
    Lesson(
        "police",
        ("P5.2",),
        when=police_moved,
        says={
            "en": "A police counter was drawn from the bag: the police go through the gate of its number, and the "
            "counter goes on the track. The eighth one ends the year.",
            "fr": "Un jeton de police est sorti du sac : la police passe la porte de ce numéro, et le jeton va sur la "
            "piste. Le huitième met fin à l’année.",
        },
        at=("police", "track"),
    ),
    Lesson(
        "danger",
        ("P3.1", "P3.6"),
        when=in_danger,
        says={
            "en": "The police are right here. That is harmless now, but if they are still here when your next turn "
            "begins, you lose an object and all your white ones. Use this action to leave.",
            "fr": "La police est ici même. Pour l’instant c’est sans danger, mais si elle y est encore au début de "
            "votre prochain tour, vous perdez un objet et tous les blancs. Profitez-en pour partir.",
        },
        at=lambda m, action: ("police", *m.click(action)),
    ),
    Lesson(
        "caught",
        ("P3.2",),
        when=lambda m: m.happened("caught", m.seat),
        says={
            "en": "Caught: you lose an object of the colour you have the most of and all white ones, and must flee "
            "through a gate. Before you end a turn, check which gates the police could take.",
            "fr": "La police vous attrape : vous perdez un objet de votre couleur la plus nombreuse et tous les "
            "blancs, et devez fuir par une porte. Avant de finir un tour, regardez par où la police peut venir.",
        },
        at=("police",),
    ),
    Lesson(
        "white",
        ("P3.2", "P4.1"),
        when=lambda m: m.view.hand[m.seat][state.WHITE] > 0 or None,
        says={
            "en": "A white object is wild: it stands for any colour in any contract. The police take all of them at "
            "once, so do not hoard them.",
            "fr": "Un objet blanc est un joker : il vaut n’importe quelle couleur dans n’importe quel contrat. La "
            "police les prend tous d’un coup : ne les gardez pas trop longtemps.",
        },
        at=(f"seat-{SEAT}-{kind_name(state.WHITE)}",),
    ),
    Lesson(
        "jump",
        ("P3.5",),
        when=lambda m: None if jump(m) is None else jump_parts(jump(m))[0],
        says={
            "en": "You have an atomic object. Discard it to jump to any other epoch, without using an action: a good "
            "way out when the police come near.",
            "fr": "Vous avez un objet atomique. Défaussé, il vous emmène dans n’importe quelle autre époque sans "
            "coûter d’action : une bonne sortie quand la police approche.",
        },
        at=lambda m, kind: (f"seat-{SEAT}-{kind_name(kind)}",),
    ),
    Lesson(
        "swap",
        ("P3.5",),
        when=swap,
        says={
            "en": "A double arrow is a cheeky thing: give it to another pirate and take any object of theirs, without "
            "using an action. Click it, then what you fancy.",
            "fr": "Une double flèche, c’est un peu effronté : donnez-la à un autre pirate et prenez-lui l’objet de "
            "votre choix, sans dépenser d’action. Cliquez dessus, puis sur ce qui vous plaît.",
        },
        at=lambda m, action: m.click(action)[:1],
    ),
    Lesson(
        "sell",
        ("P3.4", "P6.1"),
        when=sale,
        says={
            "en": "You can pay for {contract}. It counts at the end of this year and of every year after it. Sell now, "
            "or wait for one more object and a better one, if you dare.",
            "fr": "Vous pouvez payer {contract}. Il compte à la fin de cette année et de toutes les suivantes. Vendez "
            "maintenant, ou attendez un objet de plus pour un meilleur, si vous osez.",
        },
        at=lambda m, action: m.click(action),
        fill=lambda m, action, lang: {"contract": table(m).contract_chip(action - state.SELL, lang)},
    ),
    Lesson(
        "pay",
        ("P4.2",),
        when=lambda m: best(m, state.PAYING, state.HAND_IN, state.JUMP),
        says={
            "en": "You choose which objects you hand in. Give the plain ones and keep atoms, arrows and wild ones: "
            "they are of more use in your chest.",
            "fr": "À vous de choisir les objets à remettre. Donnez les ordinaires et gardez atomes, flèches et "
            "jokers : ils sont plus utiles dans votre coffre.",
        },
        at=lambda m, action: m.click(action),
    ),
    Lesson(
        "land",
        ("P3.4",),
        when=land,
        says={
            "en": "After a sale you return wherever you like, so a sale is a journey too. I would go to {place}.",
            "fr": "Après une vente, on revient où l’on veut : vendre, c’est aussi voyager. J’irais {place}.",
        },
        at=lambda m, action: m.click(action),
        fill=lambda m, action, lang: {"place": place(m, action - state.PUT, lang)},
    ),
    Lesson(
        "no action left",
        ("P3.5",),
        when=lambda m: bool(m.legal) and m.view.phase == state.ACTING and m.view.due == 0 and state.END_TURN,
        says={
            "en": "Your two actions are done. What still glows are jumps and swaps: use one if it helps, or end your "
            "turn.",
            "fr": "Vos deux actions sont faites. Ce qui brille encore, ce sont les sauts et les échanges : "
            "servez-vous-en si cela aide, ou finissez votre tour.",
        },
        at=lambda m, action: m.click(action),
    ),
    Lesson(
        "late",
        ("P5.2", "P6.1"),
        when=lambda m: bool(m.legal) and m.view.tracked >= state.TRACK - 2,
        says={
            "en": "The track is nearly full: the next restock may end the year. What you sell before that pays once "
            "more, so think of selling now.",
            "fr": "La piste est presque pleine : l’année peut s’achever la prochaine fois qu’on regarnit. Ce qui est "
            "vendu avant rapporte une fois de plus : pensez à vendre.",
        },
        at=("track",),
    ),
    Lesson(
        "year",
        ("P6.1",),
        when=lambda m: m.happened("scored", m.seat),
        says={
            "en": "The year is over and every contract has paid: you have {points} now. The contracts stay yours and "
            "pay again next year.",
            "fr": "L’année est finie et chaque contrat a payé : vous voilà à {points}. Les contrats restent à vous et "
            "paieront encore l’an prochain.",
        },
        at=(f"seat-{SEAT}",),
        fill=lambda m, scored, lang: {"points": points_text(scored.numbers[2], lang)},
    ),
    Lesson(
        "add",
        ("P6.2",),
        when=lambda m: best(m, state.ADDING, state.ADD, state.ACTIONS),
        says={
            "en": "One last choice, in secret: add each white contract to a colour of yours. Whoever has the most "
            "points in a colour scores 2, so put it where it tips the balance.",
            "fr": "Un dernier choix, en secret : ajoutez chaque contrat blanc à l’une de vos couleurs. Avoir le "
            "plus de points dans une couleur en rapporte 2 : mettez-le là où il fait la différence.",
        },
        at=lambda m, action: m.click(action),
    ),
    Lesson(
        "end",
        ("P6.2", "P6.3"),
        when=lambda m: bool(m.view.over),
        says={
            "en": "Three years of piracy, well done. Next time try to sell something in each colour, for the bonus, or "
            "sail with four or five others: then the good epochs empty quickly.",
            "fr": "Trois ans de piraterie, bravo. La prochaine fois, essayez de vendre dans chaque couleur, pour la "
            "prime, ou prenez la mer à cinq ou six : les bonnes époques se vident vite.",
        },
    ),
)

GUIDE = Guide(seed=0, seats=3, seat=SEAT, lessons=LESSONS)
