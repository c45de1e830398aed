"""A first match of Contre-Temps with a guide: three players, the classic game.

Why this deal: the beginner leads event 1 with the 13 of Stars, and wins it. The second event is lost to a trump, in the
third round nothing in hand can win but a card below the 13 earns a crystal, and then event 1 is stolen, while event 3
can be taken with a trump of the beginner's. With four crystals the constant is in reach, and the hand has many Stars,
a good suit to change it to.
"""

from __future__ import annotations

from typing import Any

from tempolude.engine.guide import Guide, Lesson, Moment
from tempolude.engine.state import NONE

from . import rules, state
from .heuristic import dearness, taking_hope, weigh
from .names import card_chip, code, crystals_chip, suit_chip

SEAT = 0


# --- What a moment is about --------------------------------------------------------


def at_event(m: Moment) -> bool:
    """Whether a card must be played to an event."""
    return bool(m.legal) and m.view.phase == state.RESOLUTION


def travelling(m: Moment) -> bool:
    return bool(m.legal) and m.view.phase == state.TRAVEL


def lead(m: Moment) -> Any:
    """The card to lead, when any may be led."""
    s = m.view
    return at_event(m) and s.lead[s.event] == NONE and max(m.legal, key=lambda card: weigh(s, m.seat, card, None))


def follow(m: Moment) -> Any:
    """The suit that must be followed."""
    s = m.view
    return at_event(m) and s.lead[s.event] != NONE and can_follow(m) and state.suit(s.lead[s.event])


def can_follow(m: Moment) -> bool:
    return all(state.suit(card) == state.suit(m.view.lead[m.view.event]) for card in m.legal)


def best_lying(m: Moment) -> int:
    """The card to beat at the current event."""
    s = m.view
    asked = state.suit(s.lead[s.event])
    return max((c for c in (s.best[s.event], *s.played) if c != NONE), key=lambda c: state.strength(s, c, asked))


def winning(m: Moment) -> list[int]:
    """The cards that would win the current event, the lowest first."""
    s = m.view
    asked = state.suit(s.lead[s.event])
    most = max(state.strength(s, best_lying(m), asked), state.SOME_STRENGTH - 1)
    return sorted((c for c in m.legal if state.strength(s, c, asked) > most), key=lambda c: dearness(s, c))


def take_now(m: Moment) -> Any:
    """A card that beats the best one there, for a player who must follow."""
    return follow(m) is not False and bool(winning(m)) and winning(m)[0]


def lose_usefully(m: Moment) -> Any:
    """A card below the highest, when none can win: it earns a crystal (C3.4)."""
    if follow(m) is False or winning(m):
        return False
    lower = [card for card in m.legal if card < m.view.highest]
    return bool(lower) and max(lower)


def void(m: Moment) -> Any:
    """A card for a player who cannot follow: a trump that wins, or else the lowest."""
    s = m.view
    if not at_event(m) or s.lead[s.event] == NONE or can_follow(m):
        return False
    return winning(m)[0] if winning(m) else min(m.legal, key=lambda card: dearness(s, card))


def old_event(m: Moment) -> Any:
    return at_event(m) and m.view.holder[m.view.event] != NONE and m.view.event


def worth_a_journey(m: Moment) -> Any:
    """The journey back to an opponent’s event that a card in hand would take, if there is one."""
    s = m.view
    if not travelling(m) or "travel" not in m.said:
        return False
    hopes = {
        action: taking_hope(s, m.seat, event)
        for action in m.legal
        if action > state.BACK and (event := rules.destination(s, action)) != NONE and s.holder[event] != m.seat
    }
    best = max(hopes, key=lambda action: hopes[action], default=NONE)
    return best != NONE and hopes[best] > 0 and best


def to_constant(m: Moment) -> Any:
    """The way to the constant, once journeys have been explained."""
    found = [action for action in m.legal if rules.destination(m.view, action) == NONE] if travelling(m) else []
    return bool(found) and "journey" in m.said and found[0]


def taken_by_other(m: Moment) -> Any:
    """Who took an event that this player took part in."""
    taken = m.happened("event taken")
    return taken and taken.numbers[0] != m.seat and taken.numbers[2] != m.seat and taken


def robbed(m: Moment) -> Any:
    return next((e for e in m.events if e.name == "event taken" and e.numbers[2] == m.seat != e.numbers[0]), None)


def in_vain(m: Moment) -> Any:
    """An old event at which this player’s card changed nothing."""
    played = m.happened("card played", m.seat) if m.mine else None
    kept = m.happened("event kept")
    return bool(played and kept and kept.numbers[0] != m.seat) and kept


def close(m: Moment) -> Any:
    """Another player with two events or more."""
    return next((seat for seat in m.others if m.view.discs[seat] >= 2 and not m.view.over), None)


# --- What is said ------------------------------------------------------------------

LESSONS = (
    Lesson(
        "aim",
        ("C5.1",),
        when=lambda m: m.number == 0,
        says={
            "en": "Hello, I am the cuckoo. Every trick you win here is an event of history, and your disc goes on it. "
            "Control three events when a round is resolved, and history is yours.",
            "fr": "Coucou, c’est moi le guide. Chaque pli gagné est un événement de l’histoire, et votre disque s’y "
            "pose. Contrôlez-en trois une fois la manche résolue, et l’histoire est à vous.",
        },
        at=(f"discs-{SEAT}",),
    ),
    Lesson(
        "constant",
        ("C2.1",),
        when=lambda m: m.number == 0 and m.view.constant,
        says={
            "en": "The card in the brass frame is the constant. Its suit beats the four others, so the {suit} in your "
            "hand are precious.",
            "fr": "La carte dans le cadre de laiton est la constante. Sa suite bat les quatre autres : chaque carte "
            "{suit} de votre main est précieuse.",
        },
        at=("setting",),
        fill=lambda m, card, lang: {"suit": suit_chip(state.suit(card), lang)},
    ),
    Lesson(
        "lead",
        ("C3.2", "C3.3"),
        when=lead,
        says={
            "en": "You lead, so any card goes, and its suit must be followed at this event for good. Try the {card}: "
            "strong cards win a new event, where everybody plays.",
            "fr": "À vous d’entamer : jouez n’importe quelle carte, sa suite sera demandée ici une fois pour toutes. "
            "Essayez le {card} : il faut une carte forte pour gagner un événement neuf, où tout le monde joue.",
        },
        at=lambda m, card: (f"card-{code(card)}",),
        fill=lambda m, card, lang: {"card": card_chip(card, lang)},
    ),
    Lesson(
        "replay",
        ("C3.3", "C3.6"),
        when=old_event,
        says={
            "en": "You are back at event {event}. The suit led is still the old one, {suit}, and only a card that "
            "beats the winning card changes anything.",
            "fr": "Vous revoilà à l’événement {event}. La suite demandée est toujours {suit}, et seule une carte qui "
            "bat la carte gagnante change quelque chose.",
        },
        at=lambda m, event: (f"past-{event + 1}",),
        fill=lambda m, event, lang: {"event": event + 1, "suit": suit_chip(state.suit(m.view.lead[event]), lang)},
    ),
    Lesson(
        "follow",
        ("C3.3",),
        when=follow,
        says={
            "en": "{suit} were led here and you have some, so you must follow suit: only those cards glow.",
            "fr": "Ici, la suite demandée est {suit}, et vous en avez : il faut fournir. Seules ces cartes brillent.",
        },
        at=(f"hand-{SEAT}",),
        fill=lambda m, suit, lang: {"suit": suit_chip(suit, lang)},
    ),
    Lesson(
        "win",
        ("C3.5",),
        when=take_now,
        says={
            "en": "Try the {card}: it beats the {best}, and you keep your better cards for later.",
            "fr": "Essayez le {card} : il bat le {best}, et vous gardez vos meilleures cartes pour plus tard.",
        },
        at=lambda m, card: (f"card-{code(card)}",),
        fill=lambda m, card, lang: {"card": card_chip(card, lang), "best": card_chip(best_lying(m), lang)},
    ),
    Lesson(
        "lose",
        ("C3.4",),
        when=lose_usefully,
        says={
            "en": "You cannot win this one, so make the loss pay: a card of the suit led that is lower than the "
            "{best} earns you {crystal}. Try the {card}.",
            "fr": "Celui-ci, vous ne pouvez pas le gagner : perdez-le utilement. Une carte de la suite demandée, plus "
            "faible que le {best}, vous rapporte {crystal}. Essayez le {card}.",
        },
        at=lambda m, card: (f"card-{code(card)}",),
        fill=lambda m, card, lang: {
            "card": card_chip(card, lang),
            "best": card_chip(m.view.highest, lang),
            "crystal": crystals_chip(1, lang),
        },
    ),
    Lesson(
        "void",
        ("C3.3", "C3.5"),
        when=void,
        says={
            "en": "You have no {suit}, so any card goes. Only the constant’s suit can still win; anything else is "
            "wasted, so make it a weak one. I would play the {card}.",
            "fr": "Vous n’avez pas la suite {suit} : jouez ce que vous voulez. Seule la suite de la constante peut "
            "encore gagner ; le reste est perdu, autant que ce soit une carte faible. Je jouerais le {card}.",
        },
        at=lambda m, card: (f"card-{code(card)}",),
        fill=lambda m, card, lang: {
            "card": card_chip(card, lang),
            "suit": suit_chip(state.suit(m.view.lead[m.view.event]), lang),
        },
    ),
    Lesson(
        "won",
        ("C3.5", "C3.6"),
        when=lambda m: m.happened("event taken", m.seat),
        says={
            "en": "Event {event} is yours, and your disc lies on it. Keep an eye on it: others may travel back and "
            "beat the card you won it with.",
            "fr": "L’événement {event} est à vous, votre disque y est posé. Gardez l’œil dessus : on peut revenir "
            "battre la carte avec laquelle vous l’avez gagné.",
        },
        at=lambda m, taken: (f"past-{taken.numbers[1] + 1}",),
        fill=lambda m, taken, lang: {"event": taken.numbers[1] + 1},
    ),
    Lesson(
        "lost",
        ("C3.5", "C3.6"),
        when=taken_by_other,
        says={
            "en": "{who} takes event {event}. No harm done: in this game a lost trick can be played again, and the "
            "card to beat stays there, face up.",
            "fr": "{who} prend l’événement {event}. Rien de grave : ici, un pli perdu peut se rejouer, et la carte à "
            "battre reste là, face visible.",
        },
        at=lambda m, taken: (f"past-{taken.numbers[1] + 1}",),
        fill=lambda m, taken, lang: {"who": m.who(taken.numbers[0]), "event": taken.numbers[1] + 1},
    ),
    Lesson(
        "flow",
        ("C6.1", "C6.2", "C6.3"),
        when=travelling,
        says={
            "en": "Time has flowed: a new event lies at the end of the line and everybody stands there. Each player "
            "gained two crystals, less one for every event they control.",
            "fr": "Le temps a passé : un nouvel événement est posé au bout de la ligne et tout le monde s’y tient. "
            "Chacun a reçu deux cristaux, moins un par événement contrôlé.",
        },
        at=(f"crystals-{SEAT}",),
    ),
    Lesson(
        "travel",
        ("C7.1",),
        when=lambda m: travelling(m) and state.BACK,
        says={
            "en": "Now everybody chooses in secret where to go: one crystal takes you one event back, and staying in "
            "the present costs nothing. This time, stay: a new event is there for the taking.",
            "fr": "Maintenant chacun choisit en secret où aller : un cristal fait remonter d’un événement, rester dans "
            "le présent ne coûte rien. Pour cette fois, restez : un événement neuf est à prendre.",
        },
        at=lambda m, stay: m.click(stay),
    ),
    Lesson(
        "secret",
        ("C7.1",),
        when=lambda m: m.mine and m.view.journey[m.seat] != NONE,
        says={
            "en": "Your choice lies face down until the others have made theirs. Until then you may still change your "
            "mind with Undo.",
            "fr": "Votre choix reste face cachée tant que les autres n’ont pas fait le leur. D’ici là, Annuler vous "
            "permet encore de changer d’avis.",
        },
        at=(f"played-{SEAT}",),
    ),
    Lesson(
        "journey",
        ("C3.6", "C7.1"),
        when=worth_a_journey,
        says={
            "en": "Look at event {event}: you have a card that beats the one lying there, and few will follow you into "
            "the past. For {crystals} it can be yours.",
            "fr": "Regardez l’événement {event} : vous avez de quoi battre la carte qui s’y trouve, et peu de monde "
            "vous suivra dans le passé. Pour {crystals}, il peut être à vous.",
        },
        at=lambda m, action: (*m.click(action), f"past-{rules.destination(m.view, action) + 1}"),
        fill=lambda m, action, lang: {
            "event": rules.destination(m.view, action) + 1,
            "crystals": crystals_chip(rules.distance(action), lang),
        },
    ),
    Lesson(
        "in vain",
        ("C3.6",),
        when=in_vain,
        mistake=True,
        says={
            "en": "Event {event} stays as it was: your card did not beat the one lying there. Before you pay for a "
            "journey, look for a card in your hand that does.",
            "fr": "L’événement {event} reste comme il était : votre carte ne bat pas celle qui s’y trouve. Avant de "
            "payer un voyage, cherchez dans votre main une carte qui la bat.",
        },
        at=lambda m, kept: (f"past-{kept.numbers[1] + 1}",),
        fill=lambda m, kept, lang: {"event": kept.numbers[1] + 1},
    ),
    Lesson(
        "robbed",
        ("C3.6",),
        when=robbed,
        says={
            "en": "{who} travelled back and took event {event} from you. It happens to everybody: with fewer events "
            "you earn more crystals, so you can go and win it back.",
            "fr": "En remontant le temps, {who} vous a repris l’événement {event}. Cela arrive à tout le monde : avec "
            "moins d’événements, on gagne plus de cristaux, et l’on peut aller le reprendre.",
        },
        at=lambda m, taken: (f"past-{taken.numbers[1] + 1}",),
        fill=lambda m, taken, lang: {"who": m.who(taken.numbers[0]), "event": taken.numbers[1] + 1},
    ),
    Lesson(
        "two",
        ("C5.1", "C6.3"),
        when=lambda m: m.view.discs[m.seat] == 2,
        says={
            "en": "Two events are yours: one more and you win. But your crystals dry up now, so spend them well, and "
            "expect visitors.",
            "fr": "Deux événements sont à vous : encore un, et c’est gagné. Mais vous ne recevez plus de cristaux : "
            "dépensez-les bien, et attendez-vous à de la visite.",
        },
        at=(f"discs-{SEAT}",),
    ),
    Lesson(
        "danger",
        ("C5.1",),
        when=close,
        says={
            "en": "{who} controls two events. A third wins the game, so don’t let it happen: take one of theirs, or "
            "play high where they play.",
            "fr": "{who} contrôle deux événements, et un troisième lui donne la victoire. Ne lui laissez pas le champ "
            "libre : prenez-lui-en un, ou jouez une carte forte là où il faut l’arrêter.",
        },
        at=lambda m, seat: (f"discs-{seat}",),
        fill=lambda m, seat, lang: {"who": m.who(seat)},
    ),
    Lesson(
        "to the constant",
        ("C4.1", "C7.1"),
        when=to_constant,
        says={
            "en": "Beyond event 1 is the constant, and {crystals} will take you there. Anyone standing there offers a "
            "card to change which suit beats all others: good when your hand is full of one suit.",
            "fr": "Avant l’événement 1 se trouve la constante ; on y va pour {crystals}. Les joueurs qui s’y trouvent "
            "proposent une carte pour changer la suite qui bat les autres : utile quand votre main est pleine "
            "d’une même suite.",
        },
        at=("constant",),
        fill=lambda m, action, lang: {"crystals": crystals_chip(rules.distance(action), lang)},
    ),
    Lesson(
        "offer",
        ("C4.1", "C4.2"),
        when=lambda m: bool(m.legal) and m.view.phase == state.CONSTANT,
        says={
            "en": "Choose the card that will become the new constant. If others came too, the highest value counts; a "
            "tie leaves no constant at all.",
            "fr": "Choisissez la carte qui deviendra la constante. Si d’autres sont venus, la plus haute valeur "
            "l’emporte ; à égalité, il n’y a plus de constante.",
        },
        at=(f"hand-{SEAT}",),
    ),
    Lesson(
        "end",
        ("C5.1", "C5.2"),
        when=lambda m: bool(m.view.over),
        says={
            "en": "That was a whole game, and you know the rules now. Play again against the same two, or try the "
            "temporal paradoxes, where the events come in any order and you travel to the future too.",
            "fr": "C’était une partie entière, et vous connaissez les règles. Rejouez contre les deux mêmes, ou "
            "essayez les paradoxes temporels : les événements y arrivent dans le désordre, et l’on va aussi vers "
            "l’avenir.",
        },
    ),
)

GUIDE = Guide(seed=6132, seats=3, seat=SEAT, lessons=LESSONS)
