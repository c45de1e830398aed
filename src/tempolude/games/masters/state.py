"""Components: the numbers of the game, what the actions mean, the record of a match and what can happen in it.

A card is the number of its kind in the set (its line in the file, from 0). Cards of a kind are alike, so the record
keeps kinds only, and nobody can tell two copies apart. What a kind is and does (M1.1) is in the record too, for the
table chooses the set.
"""

from tempolude.engine.state import ALL, NOBODY, OWNER, PARTLY, field, flag, int8, int16, layout

SEATS = 4
KINDS = 60  # the most kinds of card in a match: ten of a base deck, ten of each sphere
BASE, SPHERE_SET, SPHERE = 10, 20, 10  # M1.2, M1.3 cards of a base deck, of a sphere's set, of a sphere in a match
LEVELS = 5  # a sphere is its level less one
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
RELEASE = TRADE + KINDS  # + card: cast this spell that a timer set free
PLAY = RELEASE + KINDS  # + card * PAYMENTS + ephemeral Kè paid: play this card of the hand
PAYMENTS = SPARKS_MOST + 1
ACTIVATE = PLAY + KINDS * PAYMENTS  # + timer
DROP = ACTIVATE + TIMERS  # + timer: discard it
DELAY = DROP + TIMERS  # + timer * KINDS + card: put this card of the hand under that timer
PLACE = DELAY + TIMERS * KINDS  # + (timer * KINDS + card) * PAYMENTS + ephemeral Kè paid: put this spell on that timer
ACTIONS = PLACE + TIMERS * KINDS * PAYMENTS

# What a match is played by, as bits.
WHOLE_ROUND = 1  # M7.4 the last round is played to its end
ASKED = 2  # M6.5 a player who holds -1 is asked; under the first version of the rules they gave it up unasked

# The most that can be legal at once: all a player's timers lie there with a free slot, every other card is in the hand,
# all of them different spells, and each can be paid for in every way. What is traded, played or placed is in the hand.
IN_HAND = CARDS - TIMERS
CHOICES = 2 + IN_HAND + IN_HAND * PAYMENTS + 2 * TIMERS + TIMERS * IN_HAND * PAYMENTS

# What is decided now.
(
    ASK_TIMERS, ASK_MAIN, ASK_SPHERES, ASK_SECOND, ASK_FETCH, ASK_REMOVE, ASK_REMOVE_UP_TO, ASK_RENEW, ASK_DISCARD,
    ASK_BREAK, ASK_SURCHARGE,
) = range(11)  # fmt: skip

card = kind = seat = number = int8
word = int16

STATE = layout(
    # the set of cards, by kind
    field("kinds", number, sees=ALL),  # how many there are
    field("sort", number, KINDS, sees=ALL),  # SPELL, FOCUS or TIMER
    field("level", number, KINDS, sees=ALL),  # M1.1 0 to 5: its sphere and its points
    field("cost", number, KINDS, sees=ALL),
    field("slots", number, KINDS, sees=ALL),  # of a timer
    field("parting", flag, KINDS, sees=ALL),  # a timer's effect comes when it is discarded, not when a spell is placed
    field("echoes", flag, KINDS, sees=ALL),  # a spell that is itself an echo
    field("copies", number, KINDS, sees=ALL),  # how many its sphere is dealt from
    field("effect", word, (KINDS, WORDS), sees=ALL),
    # the spheres
    field("sphere", card, (LEVELS, SPHERE), sees=PARTLY),  # the revealed card last, the unseen one before it
    field("remaining", number, LEVELS, sees=ALL),
    field("bottom", number, LEVELS, sees=ALL),  # how many at the bottom everyone has seen (put there by `renew`)
    field("unused", card, (LEVELS, SPHERE_SET - SPHERE), sees=NOBODY),  # M1.3 the cards that are not in the match
    # the players
    field("deck", card, (SEATS, CARDS), sees=PARTLY),  # the next card last; its owner knows which, not in what order
    field("decked", number, SEATS, sees=ALL),
    field("hand", card, (SEATS, CARDS), sees=OWNER),  # ascending
    field("held", number, SEATS, sees=ALL),
    field("discard", card, (SEATS, CARDS), sees=ALL),
    field("discarded", number, SEATS, sees=ALL),
    field("timer", card, (SEATS, TIMERS), sees=ALL),  # the timer zone; a timer keeps its place, NONE is a free one
    field("zone", number, SEATS, sees=ALL),  # places in use, free ones between them included
    field("on", card, (SEATS, TIMERS * SLOTS), sees=ALL),  # spells on timers: place * SLOTS + slot
    field("under", card, (SEATS, CARDS), sees=OWNER),  # M3.1 cards under timers
    field("beneath", number, (SEATS, CARDS), sees=ALL),  # and under which
    field("unders", number, SEATS, sees=ALL),
    field("ke", number, SEATS, sees=ALL),  # M1.4 recurring Kè
    field("ready", number, SEATS, sees=ALL),  # those available
    field("sparks", number, SEATS, sees=ALL),  # ephemeral Kè
    field("discount", number, SEATS, sees=ALL),  # M1.5 tokens: 0, 1 or 2
    field("surcharge", flag, SEATS, sees=ALL),
    field("limited", flag, SEATS, sees=ALL),
    field("points", int16, SEATS, sees=ALL),  # M7.1 levels of all cards; a card's level is never secret
    field("removed", number, KINDS, sees=ALL),  # from the game
    field("counted", number, (SEATS, KINDS), sees=ALL),  # cards all know to be in that deck, hand or under those timers
    field("secret", number, (SEATS, LEVELS), sees=ALL),  # how many more of each sphere are, taken unseen
    # the turn
    field("first", seat, sees=ALL),
    field("turn", seat, sees=ALL),  # whose it is
    field("turns", int16, sees=ALL),  # that are over
    field("asks", number, sees=ALL),  # what is decided now
    field("acted", flag, sees=ALL),  # M4.1 did something other than delay
    field("due", flag, TIMERS, sees=ALL),  # M3.1 full timers that must still be activated or delayed
    field("chain", card, CARDS, sees=ALL),  # spells cast this turn, in order, and cards that lie aside (M4.4)
    field("casts", number, sees=ALL),  # how many these are
    field("last", kind, sees=ALL),  # the last spell cast this turn that is no echo
    field("freed", card, CARDS, sees=ALL),  # M6.1 spells set free, not yet cast; ascending
    field("freeds", number, sees=ALL),
    field("focus", card, sees=ALL),  # the focus whose effect is being done
    field("spent", int16, sees=ALL),  # Kè paid this turn
    field("access", int16, sees=ALL),  # M5.1 access points
    field("took", flag, LEVELS, sees=ALL),  # spheres a card was taken from this turn
    field("agreed", number, sees=ALL),  # what this match is played by, as bits; here it moves no other field
    # the effect being done
    field("pending", word, STACK, sees=ALL),  # its words, the next one last
    field("pendings", number, sees=ALL),
    field("struck", seat, sees=ALL),  # the opponent an attack has reached; the caster when there is none
    field("left", number, sees=ALL),  # how many choices are still to be made
    # room to deal and guess in, zero at all other times
    field("spare", card, SPHERE_SET, sees=NOBODY, hidden=0),
    field("unknown", number, KINDS, sees=NOBODY, hidden=0),
)

# What happens, and the numbers that come with it. Where a card moves unseen, its owner is told more than the others.
EVENTS = (
    "first player",  # seat
    "revealed",  # sphere, card
    "turn",  # seat, how many it had before
    "delayed",  # seat, timer, place: for the others
    "put under",  # seat, card, timer: for its owner
    "activated",  # seat, timer, place
    "passed",  # seat, Kè that came back
    "timer set",  # seat, timer, place
    "focused",  # seat, focus
    "cast",  # seat, spell, which of the turn
    "released",  # seat, spell, which of the turn
    "placed",  # seat, spell, timer
    "timer dropped",  # seat, timer, place
    "paid",  # seat, recurring Kè, ephemeral Kè
    "recovered",  # seat, Kè
    "gained",  # seat, Kè
    "sparked",  # seat, ephemeral Kè
    "drew",  # seat, how many: for the others
    "drawn",  # seat, card: for its owner
    "deck made anew",  # seat, how many cards
    "fetched",  # seat, card
    "removed",  # seat, card
    "discounted",  # seat, how much
    "insight",  # seat, access points
    "renewed",  # seat, sphere, card
    "echoed",  # seat, spell (NONE: there is none)
    "converted",  # seat
    "surcharged",  # seat
    "discount lost",  # seat: gave up its -1 for a surcharge
    "limited",  # seat
    "drained",  # seat, ephemeral Kè, recurring Kè
    "discarded",  # seat, card
    "uncovered",  # seat, card that lay under a timer
    "took",  # seat, card, sphere
    "took unseen",  # seat, sphere: for the others
    "got",  # seat, card, sphere: for its owner
    "sphere empty",  # sphere
    "closed",  # seat, spells cast
    "last round",
    "won",  # seat, points
    "shared",  # seat, points: has a part in a shared victory
)
(
    FIRST_PLAYER, REVEALED, TURN, DELAYED, PUT_UNDER, ACTIVATED, PASSED, TIMER_SET, FOCUSED, WAS_CAST, RELEASED, PLACED,
    DROPPED, PAID, RECOVERED, GAINED, SPARKED, DREW, DRAWN, DECK_MADE, FETCHED, REMOVED, DISCOUNTED, HAD_INSIGHT,
    RENEWED, ECHOED, CONVERTED, SURCHARGED, DISCOUNT_LOST, LIMITED, DRAINED, DISCARDED, UNCOVERED, TOOK, TOOK_UNSEEN,
    GOT, SPHERE_EMPTY, CLOSED, LAST_ROUND, WON, SHARED,
) = range(len(EVENTS))  # fmt: skip

# What comes of cards and Kè that lie open: it shows nobody anything new, so it can be taken back.
QUIET = (
    TURN, DELAYED, PUT_UNDER, ACTIVATED, PASSED, RELEASED, RECOVERED, GAINED, SPARKED, FETCHED, DISCOUNTED, HAD_INSIGHT,
    ECHOED, CONVERTED, SURCHARGED, DISCOUNT_LOST, LIMITED, DRAINED, DROPPED, CLOSED,
)  # fmt: skip
