"""A first match of Time Masters with a guide: two players, spheres without attacks, our own set of cards.

Why this deal: the first hand holds the hourglass, a Charge that makes an Energy loop cheaper, and a Convergence to pay
with. Cast one, put the other on the timer and keep it there, and the second turn has five access points: this shows
better than words what timers are for.
"""

from __future__ import annotations

from typing import Any

from tempolude.engine.guide import Guide, Lesson, Moment
from tempolude.engine.table import Chip

from . import state
from .cards import effect_text
from .heuristic import weigh
from .names import access_chip, ke_chip, sparks_chip
from .table import Table

SEAT = 0
CHOICES = (state.ASK_SECOND, state.ASK_FETCH, state.ASK_REMOVE, state.ASK_REMOVE_UP_TO, state.ASK_RENEW)


# --- What a moment is about --------------------------------------------------------


def asked(m: Moment, *asks: int) -> bool:
    return bool(m.legal) and m.view.asks in asks


def best(m: Moment, first: int, past: int, *asks: int) -> Any:
    """What a sensible player would do now, if it is an action from `first` to before `past`."""
    if not asked(m, *(asks or (state.ASK_MAIN,))):
        return None
    action = max(m.legal, key=lambda action: float(weigh(m.view, m.seat, action, None)))
    return action if first <= action < past else None


def play(m: Moment, sort: int) -> Any:
    """A card of that type that should be played now."""
    action = best(m, state.PLAY, state.ACTIVATE)
    return action if action is not None and m.view.sort[played(action)] == sort else None


def bank(m: Moment) -> Any:
    """The best spell to put on a timer, once another has been cast this turn."""
    spells = (
        [action for action in m.legal if action >= state.PLACE] if asked(m, state.ASK_MAIN) and m.view.casts else []
    )
    return max(spells, key=lambda action: float(weigh(m.view, m.seat, action, None)), default=None)


def played(action: int) -> int:
    return (action - state.PLAY) // state.PAYMENTS


def placed(action: int) -> int:
    return (action - state.PLACE) // state.PAYMENTS % state.KINDS


def card(m: Moment, number: int, lang: str) -> Chip:
    assert isinstance(m.table, Table)
    return m.table.card_chip(number, lang)


def effect(m: Moment, number: int, lang: str) -> str:
    assert isinstance(m.table, Table)
    return effect_text(m.table.kinds[number], lang)


def stuck(m: Moment) -> Any:
    """A card that could be traded, when none can be played (M4.2)."""
    known = asked(m, state.ASK_MAIN) and "done" in m.said
    trades = [action for action in m.legal if state.TRADE <= action < state.RELEASE] if known else []
    return trades[0] if trades and not any(state.PLAY <= a < state.ACTIVATE for a in m.legal) else None


def wasted(m: Moment) -> Any:
    """A focus just played that recovered nothing."""
    return m.happened("focused", m.seat) if m.happened("recovered", m.seat) is None else None


def low_sphere(m: Moment) -> Any:
    s = m.view
    return next((n for n in range(state.LEVELS) if s.remaining[n] <= 2 and not s.over), None)


# --- What is said ------------------------------------------------------------------

LESSONS = (
    Lesson(
        "aim",
        ("M1.1", "M7.1"),
        when=lambda m: m.number == 0,
        says={
            "en": "Hello, I am the cuckoo. Win back knowledge from these five spheres: a card of sphere 3 is worth 3 "
            "points, and when two spheres are empty, the most points win.",
            "fr": "Coucou, c’est moi le guide. Reprenez le savoir de ces cinq sphères : une carte de la sphère 3 vaut "
            "3 points, et quand deux sphères sont vides, le plus grand total gagne.",
        },
        at=("orb-1", "orb-2", "orb-3", "orb-4", "orb-5"),
    ),
    Lesson(
        "chain",
        ("M5.1",),
        when=lambda m: m.number == 0,
        says={
            "en": "Spells are the key. Every spell you cast in a turn hangs on this chain and gives you one access "
            "point, and access points buy cards. So aim for long chains.",
            "fr": "Les sorts sont la clé. Chaque sort lancé dans un tour s’accroche à cette chaîne et donne un point "
            "d’accès, et ces points achètent des cartes. Visez donc de longues chaînes.",
        },
        at=("chain", "glass"),
    ),
    Lesson(
        "timer",
        ("M1.1", "M4.2"),
        when=lambda m: play(m, state.TIMER),
        says={
            "en": "{card} is a timer, and timers are free. Set it up first: click it, then the shelf. Spells you "
            "cannot use now can wait on it.",
            "fr": "{card} est un temporisateur, et c’est gratuit. Installez-le d’abord : cliquez dessus, puis sur "
            "l’étagère. Des sorts pourront y attendre.",
        },
        at=lambda m, action: m.click(action),
        fill=lambda m, action, lang: {"card": card(m, played(action), lang)},
    ),
    Lesson(
        "spell",
        ("M4.2", "M6.3"),
        when=lambda m: play(m, state.SPELL),
        says={
            "en": "Now cast {card}: click it, then the chain. You pay its cost with your golden Kè, and its effect "
            "happens at once: {effect}.",
            "fr": "Lancez maintenant {card} : cliquez dessus, puis sur la chaîne. Vous payez avec vos Kè dorés, et son "
            "effet a lieu tout de suite : {effect}.",
        },
        at=lambda m, action: (*m.click(action), f"pool-{SEAT}"),
        fill=lambda m, action, lang: {
            "card": card(m, played(action), lang),
            "effect": effect(m, played(action), lang),
        },
    ),
    Lesson(
        "focus",
        ("M1.1", "M4.2"),
        when=lambda m: play(m, state.FOCUS),
        says={
            "en": "Your Kè are spent, and {card} recovers some: {effect}. A focus is free but is not a spell, so it "
            "does not count for the chain. Use it when it recovers all it can.",
            "fr": "Vos Kè sont dépensés, et {card} en récupère : {effect}. Une concentration est gratuite mais n’est "
            "pas un sort : elle ne compte pas dans la chaîne. Jouez-la quand elle récupère le plus.",
        },
        at=lambda m, action: m.click(action),
        fill=lambda m, action, lang: {
            "card": card(m, played(action), lang),
            "effect": effect(m, played(action), lang),
        },
    ),
    Lesson(
        "wasted",
        ("M1.4", "M4.2"),
        when=wasted,
        mistake=True,
        says={
            "en": "All your Kè were golden, so {card} had nothing to recover. Spend first, then play a focus, and "
            "you can spend again.",
            "fr": "Tous vos Kè étaient dorés : {card} n’avait rien à récupérer. Dépensez d’abord, puis jouez une "
            "concentration, et vous pourrez dépenser encore.",
        },
        at=(f"pool-{SEAT}",),
        fill=lambda m, focused, lang: {"card": card(m, focused.numbers[1], lang)},
    ),
    Lesson(
        "discount",
        ("M6.4",),
        when=lambda m: m.view.discount[m.seat] if m.view.discount[m.seat] and asked(m, state.ASK_MAIN) else None,
        says={
            "en": "You have a discount: your next spell costs {n} less, so use it on an expensive one.",
            "fr": "Vous avez une remise : votre prochain sort coûte {n} de moins. Gardez-la pour un sort cher.",
        },
        at=(f"toks-{SEAT}",),
        fill=lambda m, n, lang: {"n": n},
    ),
    Lesson(
        "sparks",
        ("M1.4", "M6.3"),
        when=lambda m: m.view.sparks[m.seat] or None,
        says={
            "en": "This drop is {sparks}. It pays like a golden one but is gone once spent. You never have more than "
            "four, so use it.",
            "fr": "Cette goutte, c’est {sparks}. Elle paie comme un Kè doré mais disparaît une fois dépensée. On n’en "
            "a jamais plus de quatre : servez-vous-en.",
        },
        at=(f"drops-{SEAT}",),
        fill=lambda m, n, lang: {"sparks": sparks_chip(1, lang)},
    ),
    Lesson(
        "bank",
        ("M4.2", "M6.1"),
        when=bank,
        says={
            "en": "Put {card} on your timer instead: you pay now and it does nothing yet. Released in a later turn, it "
            "is one more spell for that turn’s chain, for free.",
            "fr": "Posez plutôt {card} sur votre temporisateur : vous payez maintenant, sans effet pour l’instant. "
            "Libéré plus tard, ce sera un sort de plus dans la chaîne, gratuitement.",
        },
        at=lambda m, action: m.click(action),
        fill=lambda m, action, lang: {"card": card(m, placed(action), lang)},
    ),
    Lesson(
        "keep",
        ("M3.1", "M4.2"),
        when=lambda m: None if best(m, state.ACTIVATE, state.DROP) is None or state.DONE not in m.legal else state.DONE,
        says={
            "en": "You could release that spell at once. But kept until your next turn, it makes that chain longer, "
            "and long chains reach the high spheres. Try it: end this phase.",
            "fr": "Vous pourriez libérer ce sort tout de suite. Mais gardé jusqu’au prochain tour, il allongera la "
            "chaîne, et seules les longues chaînes atteignent les hautes sphères. Essayez : finissez cette phase.",
        },
        at=lambda m, action: (*m.click(action), f"zone-{SEAT}"),
    ),
    Lesson(
        "full",
        ("M3.1",),
        when=lambda m: best(m, state.ACTIVATE, state.DROP, state.ASK_TIMERS),
        says={
            "en": "Your timer is full. Activate it, and its spells are yours to cast at once; or delay it by tucking "
            "a card from your hand under it, to gather more spells.",
            "fr": "Votre temporisateur est plein. Activez-le, et ses sorts sont à lancer tout de suite ; ou "
            "temporisez-le en glissant dessous une carte de votre main, pour en réunir davantage.",
        },
        at=lambda m, action: m.click(action),
    ),
    Lesson(
        "set free",
        ("M4.3", "M6.1"),
        when=lambda m: best(m, state.RELEASE, state.PLAY),
        says={
            "en": "{card} is released: cast it, it is free and counts for the chain. Released spells must be cast "
            "before you go to the spheres.",
            "fr": "{card} est libéré : lancez-le, c’est gratuit et cela compte dans la chaîne. Les sorts libérés "
            "doivent tous être lancés avant de passer aux sphères.",
        },
        at=lambda m, action: m.click(action),
        fill=lambda m, action, lang: {"card": card(m, action - state.RELEASE, lang)},
    ),
    Lesson(
        "choice",
        ("M4.2",),
        when=lambda m: asked(m, *CHOICES),
        says={
            "en": "A card’s effect leaves you a choice: what glows can be chosen. When you take cards, choose "
            "what helps your next chain; when you give cards up, choose the weakest.",
            "fr": "L’effet d’une carte vous laisse un choix : ce qui brille peut être choisi. Si vous prenez, prenez "
            "ce qui servira votre prochaine chaîne ; si vous cédez une carte, cédez la plus faible.",
        },
    ),
    Lesson(
        "done",
        ("M4.2", "M5.1"),
        when=lambda m: best(m, state.DONE, state.PASS) if m.view.access else None,
        says={
            "en": "That is all you can cast for now. End this phase and spend what your chain brought: {access}.",
            "fr": "C’est tout ce que vous pouvez lancer pour l’instant. Finissez cette phase et dépensez ce que la "
            "chaîne a rapporté : {access}.",
        },
        at=lambda m, action: (*m.click(action), "glass"),
        fill=lambda m, action, lang: {"access": access_chip(m.view.access, lang)},
    ),
    Lesson(
        "spheres",
        ("M5.1",),
        when=lambda m: best(m, state.TAKE, state.CHOOSE, state.ASK_SPHERES),
        says={
            "en": "Time to shop. The revealed card of sphere 2 costs two access points, the hidden one behind it one "
            "more, and each sphere gives one card per turn. Points not spent are lost, so use them all.",
            "fr": "Place aux achats. La carte révélée de la sphère 2 coûte deux points d’accès, la carte cachée un de "
            "plus, et chaque sphère en donne une par tour. Ce qui reste est perdu : dépensez tout.",
        },
        at=lambda m, action: m.click(action),
    ),
    Lesson(
        "close",
        ("M5.2",),
        when=lambda m: m.happened("closed", m.seat),
        says={
            "en": "Your turn is over: the spells go to your discards and your hand is filled up to five. Spent Kè, the "
            "grey ones, are not recovered by themselves.",
            "fr": "Votre tour est fini : les sorts vont à la défausse et votre main revient à cinq cartes. Les Kè "
            "dépensés, en gris, ne reviennent pas tout seuls.",
        },
        at=(f"pool-{SEAT}",),
    ),
    Lesson(
        "pass",
        ("M4.1",),
        when=lambda m: best(m, state.PASS, state.TAKE),
        says={
            "en": "You have hardly any Kè. Then pass: you recover all that are spent, {ke}, and next turn you are "
            "strong again. Resting in time is half of this game.",
            "fr": "Vous n’avez presque plus de Kè. Alors passez : vous récupérez {ke}, tout ce qui est dépensé, et au "
            "prochain tour vous serez en forme. Se reposer à temps, c’est la moitié du jeu.",
        },
        at=lambda m, action: m.click(action),
        fill=lambda m, action, lang: {"ke": ke_chip(m.view.ke[m.seat] - m.view.ready[m.seat], lang)},
    ),
    Lesson(
        "trade",
        ("M4.2",),
        when=stuck,
        says={
            "en": "You cannot pay for anything in your hand. Discard two cards to recover one Kè: click one, then the "
            "sign beside your Kè. Only do it if that makes a spell possible.",
            "fr": "Vous ne pouvez rien payer de votre main. Défaussez deux cartes pour récupérer un Kè : cliquez sur "
            "l’une, puis sur le signe près de vos Kè. Seulement si cela permet un sort.",
        },
        at=("trade",),
    ),
    Lesson(
        "low sphere",
        ("M7.1",),
        when=low_sphere,
        says={
            "en": "Sphere {n} is nearly empty, and with the second empty sphere the game ends. Compare the points: if "
            "you are ahead, hurry; if not, go for high-level cards.",
            "fr": "La sphère {n} est presque vide, et la partie s’achève dès la deuxième. Comparez les points : si "
            "vous êtes en tête, pressez-vous ; sinon, visez les cartes de haut niveau.",
        },
        at=lambda m, n: (f"orb-{n + 1}",),
        fill=lambda m, n, lang: {"n": n + 1},
    ),
    Lesson(
        "end",
        ("M7.1", "M7.2"),
        when=lambda m: bool(m.view.over),
        says={
            "en": "You are a master of time now, or nearly. This was a peaceful game: next time, play with random "
            "spheres, or with the storm, where spells strike the others.",
            "fr": "Vous voilà maître du temps, ou presque. C’était une partie paisible : la prochaine fois, jouez avec "
            "des sphères au hasard, ou avec la tempête, dont les sorts frappent les autres.",
        },
    ),
)

GUIDE = Guide(seed=0, seats=2, seat=SEAT, options={"spheres": "peace"}, lessons=LESSONS)
