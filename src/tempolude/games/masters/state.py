"""The state of Time Masters: cards and actions as numbers (M1), the record, the events.

A card is the number of its kind in the set (its line in the file, from 0). Copies of a kind are interchangeable, so the
record holds kinds only. What a kind is and does (M1.1) is in the record too, since the players choose the set.
"""

from tempolude.engine.events import event, events
from tempolude.engine.state import ALL, NOBODY, OWNER, PARTLY, field, flag, int8, int16, layout

SEATS = 4
KINDS = 60  # the most kinds of card in a match: ten of a base deck, ten of each sphere
BASE, SPHERE_SET, SPHERE = 10, 20, 10  # M1.2, M1.3 cards of a base deck, of a sphere's set, of a sphere in a match
LEVELS = 5  # a sphere's number is its level minus one
CARDS = BASE + LEVELS * SPHERE  # the most cards a player can have
TIMERS, SLOTS = 24, 2  # the most timers a player can have, the most slots of a timer
HAND = 5
KE, KE_MOST, SPARKS_MOST = 4, 12, 4  # M1.4
LIMIT_3 = 3  # M6.6
TURNS = 100  # M7.3, per player
EMPTY_SPHERES = 2  # M7.1

SPELL, FOCUS, TIMER = 0, 1, 2  # M1.1

# The words of an effect. In the record a word is its number * AMOUNTS + the amount that goes with it. Attacks are last.
WORDS, AMOUNTS = 4, 16
NO_WORD = 0
(
    RECOVER, RECOVER_ALL, GAIN, SPARK, DRAW, FETCH, REMOVE, REMOVE_UP_TO, DISCOUNT, INSIGHT, RENEW, ECHO, CONVERT,
    SURCHARGE, LIMITATION, DRAIN, DISCARD, DISCARD_HALF, BREAK,
) = range(1, 20)  # fmt: skip
ATTACKS = SURCHARGE
STACK = 2 * WORDS  # an effect, and one that it echoes; an echo is never echoed

# Actions
DONE = 0  # end the main phase, take no more cards, remove no more, keep a discount token
PASS = 1  # or give up a discount token
TAKE = 2  # + sphere: its revealed card (to take it, or to put it at the bottom)
UNSEEN = TAKE + LEVELS  # + sphere: its next card
CHOOSE = UNSEEN + LEVELS  # + card: the one asked for (to fetch, remove, discard)
TRADE = CHOOSE + KINDS  # + card: discard it and another for a Kè
RELEASE = TRADE + KINDS  # + card: cast this released spell
PLAY = RELEASE + KINDS  # + card * PAYMENTS + ephemeral Kè paid: play this card of the hand
PAYMENTS = SPARKS_MOST + 1
ACTIVATE = PLAY + KINDS * PAYMENTS  # + timer
DROP = ACTIVATE + TIMERS  # + timer: discard it
DELAY = DROP + TIMERS  # + timer * KINDS + card: put this card of the hand under that timer
PLACE = DELAY + TIMERS * KINDS  # + (timer * KINDS + card) * PAYMENTS + ephemeral Kè paid: put this spell on that timer
ACTIONS = PLACE + TIMERS * KINDS * PAYMENTS

# The rules that a match is played by, as bits.
WHOLE_ROUND = 1  # M7.4 the last round is played to its end
ASKED = 2  # M6.5 a player who holds -1 is asked; under the first version of the rules they gave it up unasked

# The most actions that can be legal at once: all of a player's timers are set and have a free slot, every other card is
# in the hand, all of them different spells, and each can be paid for in every way. Only cards of the hand are traded,
# played or placed.
IN_HAND = CARDS - TIMERS
CHOICES = 2 + IN_HAND + IN_HAND * PAYMENTS + 2 * TIMERS + TIMERS * IN_HAND * PAYMENTS

# The current decision.
(
    ASK_TIMERS, ASK_MAIN, ASK_SPHERES, ASK_SECOND, ASK_FETCH, ASK_REMOVE, ASK_REMOVE_UP_TO, ASK_RENEW, ASK_DISCARD,
    ASK_BREAK, ASK_SURCHARGE,
) = range(11)  # fmt: skip

card = kind = seat = number = int8
word = int16

STATE = layout(
    # The set of cards, by kind
    field("kinds", number, sees=ALL, doc="M1.1 number of kinds of card"),
    field("sort", number, KINDS, sees=ALL, doc="M1.1 SPELL, FOCUS or TIMER"),
    field("level", number, KINDS, sees=ALL, doc="M1.1 0 to 5: its sphere and its points"),
    field("cost", number, KINDS, sees=ALL, doc="M1.1 the Kè that a spell costs"),
    field("slots", number, KINDS, sees=ALL, doc="M1.1 number of slots of a timer"),
    field(
        "parting",
        flag,
        KINDS,
        sees=ALL,
        doc="M4.2 1 if a timer's effect comes when it is discarded, not when a spell is placed",
    ),
    field("echoes", flag, KINDS, sees=ALL, doc="1 for a spell that is itself an echo"),
    field("copies", number, KINDS, sees=ALL, doc="M1.3 number of copies its sphere is dealt from"),
    field("effect", word, (KINDS, WORDS), sees=ALL, doc="M1.1 the words of its effect: number * AMOUNTS + amount"),
    # The spheres
    field(
        "sphere",
        card,
        (LEVELS, SPHERE),
        sees=PARTLY,
        doc="M1.3 cards of a sphere: the revealed one last, the unseen one before it",
    ),
    field("remaining", number, LEVELS, sees=ALL, doc="M7.1 number of cards left in each sphere"),
    field(
        "bottom",
        number,
        LEVELS,
        sees=ALL,
        doc="number of cards at its bottom that all have seen (put there by `renew`)",
    ),
    field("unused", card, (LEVELS, SPHERE_SET - SPHERE), sees=NOBODY, doc="M1.3 the cards that are not in the match"),
    # The players
    field(
        "deck",
        card,
        (SEATS, CARDS),
        sees=PARTLY,
        doc="M1.2 deck, the next card last; its owner knows the cards but not the order",
    ),
    field("decked", number, SEATS, sees=ALL, doc="number of cards in the deck"),
    field("hand", card, (SEATS, CARDS), sees=OWNER, doc="M2.1 cards held, ascending; NONE past the last"),
    field("held", number, SEATS, sees=ALL, doc="number of cards in hand"),
    field("discard", card, (SEATS, CARDS), sees=ALL, doc="M5.2 discards, the latest last; NONE past the last"),
    field("discarded", number, SEATS, sees=ALL, doc="number of cards in the discards"),
    field(
        "timer",
        card,
        (SEATS, TIMERS),
        sees=ALL,
        doc="M4.2 the timer zone, by place; a timer keeps its place, NONE is a free one",
    ),
    field("zone", number, SEATS, sees=ALL, doc="M4.2 places up to the last timer, free ones between included"),
    field("on", card, (SEATS, TIMERS * SLOTS), sees=ALL, doc="M4.2 spells on timers: place * SLOTS + slot"),
    field("under", card, (SEATS, CARDS), sees=OWNER, doc="M3.1 cards under timers"),
    field("beneath", number, (SEATS, CARDS), sees=ALL, doc="M3.1 the place of the timer that each of these is under"),
    field("unders", number, SEATS, sees=ALL, doc="M3.1 number of cards under timers"),
    field("ke", number, SEATS, sees=ALL, doc="M1.4 recurring Kè"),
    field("ready", number, SEATS, sees=ALL, doc="M1.4 recurring Kè that are available"),
    field("sparks", number, SEATS, sees=ALL, doc="M1.4 ephemeral Kè"),
    field("discount", number, SEATS, sees=ALL, doc="M6.4 discount held: 0, 1 or 2"),
    field("surcharge", flag, SEATS, sees=ALL, doc="M6.4 1 if the seat holds the surcharge +1"),
    field("limited", flag, SEATS, sees=ALL, doc="M6.6 1 if the seat holds limit 3"),
    field("points", int16, SEATS, sees=ALL, doc="M7.1 levels of all cards; a card's level is never secret"),
    field("removed", number, KINDS, sees=ALL, doc="copies of each kind removed from the game"),
    field(
        "counted", number, (SEATS, KINDS), sees=ALL, doc="cards all know to be in a deck, hand or under timers, by kind"
    ),
    field(
        "secret", number, (SEATS, LEVELS), sees=ALL, doc="M5.1 further cards there that were taken unseen, by sphere"
    ),
    # The turn
    field("first", seat, sees=ALL, doc="M2.1 the first player"),
    field("turn", seat, sees=ALL, doc="whose turn it is"),
    field("turns", int16, sees=ALL, doc="M7.3 number of turns finished"),
    field("asks", number, sees=ALL, doc="ASK_TIMERS to ASK_SURCHARGE: what is being decided"),
    field("acted", flag, sees=ALL, doc="M4.1 1 if something other than delaying was done this turn"),
    field("due", flag, TIMERS, sees=ALL, doc="M3.1 1 for a full timer that must still be activated or delayed"),
    field("chain", card, CARDS, sees=ALL, doc="M5.2 spells cast this turn, in order, and cards set aside (M4.4)"),
    field("casts", number, sees=ALL, doc="number of cards in the chain"),
    field("last", kind, sees=ALL, doc="the last spell cast this turn that is not an echo, or NONE"),
    field("freed", card, CARDS, sees=ALL, doc="M6.1 released spells not yet cast, ascending"),
    field("freeds", number, sees=ALL, doc="M6.1 number of released spells not yet cast"),
    field("focus", card, sees=ALL, doc="M4.2 the focus whose effect is in progress, or NONE"),
    field("spent", int16, sees=ALL, doc="M6.6 Kè paid this turn"),
    field("access", int16, sees=ALL, doc="M5.1 access points left"),
    field("took", flag, LEVELS, sees=ALL, doc="M5.1 1 for a sphere from which a card was taken this turn"),
    field("agreed", number, sees=ALL, doc="options of the match as bits: WHOLE_ROUND (M7.4), ASKED (M6.5)"),
    # The effect in progress
    field("pending", word, STACK, sees=ALL, doc="the words still to be done, the next one last"),
    field("pendings", number, sees=ALL, doc="number of words still to be done"),
    field("struck", seat, sees=ALL, doc="the opponent an attack has reached; the caster if there is no attack"),
    field("left", number, sees=ALL, doc="number of choices still to be made"),
    # Scratch space
    field(
        "spare", card, SPHERE_SET, sees=NOBODY, hidden=0, doc="scratch space for dealing and guessing, otherwise zero"
    ),
    field(
        "unknown", number, KINDS, sees=NOBODY, hidden=0, doc="scratch space for dealing and guessing, otherwise zero"
    ),
)

# If a card moves unseen, its owner gets a separate event.
EVENTS = events(
    event("first player", "seat"),
    event("revealed", "sphere, card"),
    event("turn", "seat, number of turns it had before"),
    event("delayed", "seat, timer, place: for the others"),
    event("put under", "seat, card, timer: for its owner"),
    event("activated", "seat, timer, place"),
    event("passed", "seat, Kè recovered"),
    event("timer set", "seat, timer, place"),
    event("focused", "seat, focus"),
    event("cast", "seat, spell, its number in the turn"),
    event("released", "seat, spell, its number in the turn"),
    event("placed", "seat, spell, timer"),
    event("timer dropped", "seat, timer, place"),
    event("paid", "seat, recurring Kè, ephemeral Kè"),
    event("recovered", "seat, Kè"),
    event("gained", "seat, Kè"),
    event("sparked", "seat, ephemeral Kè"),
    event("drew", "seat, number of cards: for the others"),
    event("drawn", "seat, card: for its owner"),
    event("deck made anew", "seat, number of cards"),
    event("fetched", "seat, card"),
    event("removed", "seat, card"),
    event("discounted", "seat, discount"),
    event("insight", "seat, access points"),
    event("renewed", "seat, sphere, card"),
    event("echoed", "seat, spell or NONE"),
    event("converted", "seat"),
    event("surcharged", "seat"),
    event("discount lost", "seat, which gave up its −1 instead of taking a surcharge"),
    event("limited", "seat"),
    event("drained", "seat, ephemeral Kè, recurring Kè"),
    event("discarded", "seat, card"),
    event("uncovered", "seat, card that lay under a timer"),
    event("took", "seat, card, sphere"),
    event("took unseen", "seat, sphere: for the others"),
    event("got", "seat, card, sphere: for its owner"),
    event("sphere empty", "sphere"),
    event("closed", "seat, spells cast"),
    event("last round", "none"),
    event("won", "seat, points"),
    event("shared", "seat, points: one of several winners"),
)
(
    FIRST_PLAYER, REVEALED, TURN, DELAYED, PUT_UNDER, ACTIVATED, PASSED, TIMER_SET, FOCUSED, WAS_CAST, RELEASED, PLACED,
    DROPPED, PAID, RECOVERED, GAINED, SPARKED, DREW, DRAWN, DECK_MADE, FETCHED, REMOVED, DISCOUNTED, HAD_INSIGHT,
    RENEWED, ECHOED, CONVERTED, SURCHARGED, DISCOUNT_LOST, LIMITED, DRAINED, DISCARDED, UNCOVERED, TOOK, TOOK_UNSEEN,
    GOT, SPHERE_EMPTY, CLOSED, LAST_ROUND, WON, SHARED,
) = range(len(EVENTS))  # fmt: skip

# Events about cards and Kè that are public: an action that causes no others reveals nothing and can be undone.
QUIET = (
    TURN, DELAYED, PUT_UNDER, ACTIVATED, PASSED, RELEASED, RECOVERED, GAINED, SPARKED, FETCHED, DISCOUNTED, HAD_INSIGHT,
    ECHOED, CONVERTED, SURCHARGED, DISCOUNT_LOST, LIMITED, DRAINED, DROPPED, CLOSED,
)  # fmt: skip
