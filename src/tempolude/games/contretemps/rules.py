"""Contre-Temps: take tricks, then go back and take them again. Numbers (C3.4) are those of rulebook.en.md.

Actions: 0-64 play that card (or offer it as the constant), 65-75 travel back 0-10, 76-85 travel forward 1-10.
"""

from tempolude.engine.chance import rand, shuffle
from tempolude.engine.events import tell
from tempolude.engine.piles import insert_in_order, take
from tempolude.engine.rule import rule
from tempolude.engine.seats import anybody_waiting, wait_for, wait_for_nobody
from tempolude.engine.state import ALL, ENDED, NOBODY, NONE, OWNER, field, flag, int8, layout

# C1 Components. A card is suit * 13 + value - 1: 0 is the 1 of the first suit, 64 the 13 of the last.
SUITS, VALUES, CARDS = 5, 13, 65
SEATS, HAND, UNSEEN = 6, 10, 4
TOKENS, ROUNDS, DISCS = 10, 10, 3

BACK, FORWARD = 65, 75  # BACK + n travels n back, FORWARD + n travels n forward
ACTIONS = FORWARD + TOKENS + 1

CLASSIC, PARADOXES = 0, 1
SOME_STRENGTH, NO_SUIT = 100, -2  # more than any card; no card's suit, not even that of NONE
FOR_CONSTANT, FOR_NOBODY = SEATS, SEATS + 1  # beside the seats, who a card can be dealt to
RESOLUTION, CONSTANT, TRAVEL = 0, 1, 2  # phases in which somebody decides

card = seat = token = number = int8

# Loops run over all places there can be (SEATS, HAND, TOKENS) where empty ones do no harm: compiled, a loop of fixed
# length becomes straight code, which is faster than a shorter loop that has to be counted.

STATE = layout(
    field("mode", number, sees=ALL),  # CLASSIC or PARADOXES (C8)
    field("phase", number, sees=ALL),
    field("round", number, sees=ALL),  # 1 to 10
    field("first", seat, sees=ALL),  # C2.2 who has the first-player marker
    field("hand", card, (SEATS, HAND), sees=OWNER),  # ascending, NONE past the last
    field("held", number, SEATS, sees=ALL),  # cards in hand
    field("void", flag, (SEATS, SUITS), sees=ALL),  # shown by not following (C3.3): has none of that suit
    field("constant", card, sees=ALL),  # C2.1 its suit beats the others; NONE after a tie (C4.2)
    field("unseen", card, UNSEEN, sees=NOBODY),  # C2.1 the cards nobody was dealt
    field("discard", card, CARDS, sees=ALL),  # face up
    field("discarded", number, sees=ALL),
    field("tokens", token, TOKENS, sees=NOBODY),  # the pile, the next one last; a token is its number less one
    field("tokens_left", number, sees=ALL),
    field("laid", flag, TOKENS, sees=ALL),  # in the line, where events lie in the order of their numbers
    field("present", token, sees=ALL),  # C6.1 the newest event
    field("before", number, sees=ALL),  # how many events lie before it in the line
    field("lead", card, TOKENS, sees=ALL),  # C3.3 the card first led there
    field("best", card, TOKENS, sees=ALL),  # C3.5 the winning card; may be the lead card
    field("holder", seat, TOKENS, sees=ALL),  # C3.5 who controls it
    field("discs", number, SEATS, sees=ALL),  # how many events each controls
    field("at", token, SEATS, sees=ALL),  # where the pawn stands; NONE is the constant
    field("crystals", number, SEATS, sees=ALL),
    field("event", token, sees=ALL),  # the event being resolved, or NONE
    field("highest", card, sees=ALL),  # C3.4 the highest card of the suit asked for lying there
    field("played", card, SEATS, sees=ALL),  # to the event being resolved, this round
    field("offer", card, SEATS, sees=OWNER),  # C4.1 chosen, not yet shown (still in hand)
    field("journey", number, SEATS, sees=OWNER),  # C7.1 the action chosen, not yet shown
    field("spare", card, CARDS, sees=NOBODY, hidden=0),  # room to deal and guess in, zero at all other times
)

# What happens, and the numbers that come with it.
EVENTS = (
    "first player",  # seat
    "constant turned",  # card
    "event laid",  # token
    "card played",  # seat, card, event
    "crystal gained",  # seat, the higher card lying there
    "event taken",  # seat, event, from whom (NONE: it was new)
    "event kept",  # seat that holds it, event
    "event unresolved",  # event
    "chosen",  # seat: has chosen in secret
    "card offered",  # seat, card
    "constant changed",  # card, seat
    "constant lost",  # the value that tied
    "crystals flow",  # seat, how many
    "travelled",  # seat, to (NONE: the constant), crystals spent
    "three events",  # seat
    "round",  # number
    "won",  # seat
)
(
    FIRST_PLAYER, CONSTANT_TURNED, EVENT_LAID, PLAYED, GAINED, TAKEN, KEPT, UNRESOLVED, CHOSEN, OFFERED, CHANGED,
    LOST, FLOW, TRAVELLED, THREE, ROUND, WON,
) = range(len(EVENTS))  # fmt: skip

QUIET = (CHOSEN,)  # shows nobody anything new, so it can be taken back


def encode(players, options):
    """The settled options as numbers for `setup`."""
    return [PARADOXES if options["mode"] == "paradoxes" else CLASSIC]


@rule
def suit(card):
    return card * 79 >> 10  # card // VALUES without the cost of a division; -1 for NONE


@rule
def value(card):
    return card % VALUES + 1


# --- Setup -----------------------------------------------------------------------


@rule
def setup(s, options):
    s.mode = options[0]
    clear_table(s)
    deal(s)
    s.first = rand(s, s.players)  # C2.2
    tell(s, FIRST_PLAYER, s.first, 0, 0)
    tell(s, CONSTANT_TURNED, s.constant, 0, 0)
    stack_tokens(s)
    lay_token(s)
    gather(s)
    begin_round(s)  # C2.2: in round 1 nobody moves


@rule
def clear_table(s):
    for seat in range(SEATS):
        s.at[seat] = NONE
        s.offer[seat] = NONE
        s.journey[seat] = NONE
        s.played[seat] = NONE
        for i in range(HAND):
            s.hand[seat][i] = NONE
    for event in range(TOKENS):
        s.lead[event] = NONE
        s.best[event] = NONE
        s.holder[event] = NONE
    for i in range(CARDS):
        s.discard[i] = NONE


@rule
def stack_tokens(s):
    """C2.2: those not yet laid in a pile, the lowest on top. C8.1: shuffled in temporal paradoxes."""
    s.tokens_left = 0
    for event in range(TOKENS - 1, NONE, -1):
        if not s.laid[event]:
            s.tokens[s.tokens_left] = event
            s.tokens_left += 1
    if s.mode == PARADOXES:
        shuffle(s, s.tokens, s.tokens_left)


@rule
def lowest(players):
    """C1.1: the lowest value in play: 1 with six players, 3 with five, 5 with four, 7 with three."""
    return 1 + 2 * (SEATS - players)


@rule
def deal(s):
    """C2.1: ten cards each, the next is the constant, four stay unseen.

    What is shuffled is who gets each card, so that hands come out in order.
    """
    dealt = s.players * HAND
    for i in range(dealt):
        s.spare[i] = i // HAND
    s.spare[dealt] = FOR_CONSTANT
    for i in range(UNSEEN):
        s.spare[dealt + 1 + i] = FOR_NOBODY
    shuffle(s, s.spare, dealt + 1 + UNSEEN)
    give_out(s)


@rule
def give_out(s):
    """Go through the cards in play and give each to whom `spare` says."""
    i = 0
    unseen = 0
    for a in range(SUITS):
        for c in range(a * VALUES + lowest(s.players) - 1, (a + 1) * VALUES):
            owner = s.spare[i]
            s.spare[i] = 0
            i += 1
            if owner < s.players:
                s.hand[owner][s.held[owner]] = c
                s.held[owner] += 1
            elif owner == FOR_CONSTANT:
                s.constant = c
            else:
                s.unseen[unseen] = c
                unseen += 1


# --- Resolution ------------------------------------------------------------------


@rule
def begin_round(s):
    s.round += 1
    tell(s, ROUND, s.round, 0, 0)
    if not anybody_at(s, s.present):  # C3.8
        tell(s, UNRESOLVED, s.present, 0, 0)
    s.event = TOKENS
    resolve_next_event(s)


@rule
def anybody_at(s, event):
    count = 0
    for seat in range(SEATS):
        count += s.at[seat] == event
    return count > 0


@rule
def resolve_next_event(s):
    """C3.1: from the far end of the line towards the constant, every event with pawns on it."""
    following = NONE
    for seat in range(SEATS):
        if following < s.at[seat] < s.event:
            following = s.at[seat]
    s.event = following
    if following == NONE:
        after_events(s)
    else:
        s.phase = RESOLUTION
        s.highest = highest_lying(s, following)
        wait_for(s, nearest_participant(s, who_leads(s, following)))


@rule
def who_leads(s, event):
    """C3.2: the controller of the event before; the first player where there is none. They may not be taking part."""
    before = event_before(s, event)
    if before == NONE or s.holder[before] == NONE:
        return s.first
    return s.holder[before]


@rule
def nearest_participant(s, start):
    """C3.2, C3.3: from `start` on, clockwise, the first who takes part and has not played; NONE if all have."""
    found = NONE
    nearest = s.players
    for seat in range(SEATS):
        distance = seat - start
        if distance < 0:
            distance += s.players
        if s.at[seat] == s.event and s.played[seat] == NONE and distance < nearest:
            nearest = distance
            found = seat
    return found


@rule
def event_before(s, event):
    """The event next before in the line, or NONE at the first (C8.3: by place, not by age)."""
    before = event - 1
    while before >= 0 and not s.laid[before]:
        before -= 1
    return before


@rule
def play_card(s, seat, card):
    """C3.3: one participant plays a card to the event being resolved."""
    event = s.event
    take(s.hand[seat], HAND, card)
    s.held[seat] -= 1
    s.played[seat] = card
    tell(s, PLAYED, seat, card, event)
    if s.lead[event] == NONE:
        s.lead[event] = card
        s.highest = card
    elif suit(card) != suit(s.highest):
        s.void[seat][suit(s.highest)] = True
    elif card < s.highest:  # C3.4
        s.crystals[seat] += 1
        tell(s, GAINED, seat, s.highest, 0)
    else:
        s.highest = card
    following = nearest_participant(s, seat)
    if following != NONE:
        wait_for(s, following)
    else:
        resolve(s, event)
        resolve_next_event(s)


@rule
def highest_lying(s, event):
    """C3.4: the highest card of the suit asked for that lies there before anybody plays: lead or winning card."""
    if suit(s.best[event]) == suit(s.lead[event]):
        return max(s.best[event], s.lead[event])
    return s.lead[event]


@rule
def resolve(s, event):
    """C3.5, C3.6: the strongest of the cards newly played takes the event, if it beats the card that holds it."""
    asked = suit(s.lead[event])
    winner = NONE
    most = max(strength(s, s.best[event], asked), SOME_STRENGTH - 1)
    for seat in range(SEATS):
        mine = strength(s, s.played[seat], asked)
        if mine > most:
            most = mine
            winner = seat
    best = s.best[event] if winner == NONE else s.played[winner]
    discard_played(s, best, s.lead[event])
    if winner == NONE:
        tell(s, KEPT, s.holder[event], event, 0)
        return
    if s.best[event] != s.lead[event]:  # C3.6: the lead card always stays
        discard(s, s.best[event])
    s.best[event] = best
    tell(s, TAKEN, winner, event, s.holder[event])
    give_control(s, event, winner)


@rule
def strength(s, card, asked):
    """C3.5, C3.6: the constant's suit over the suit asked for over any other, which has not even SOME_STRENGTH."""
    constant = suit(s.constant) if s.constant != NONE else NO_SUIT
    mine = suit(card)
    return card + SOME_STRENGTH * ((mine == asked) + 2 * (mine == constant))


@rule
def discard(s, card):
    """Face up on the discards, if there is a card."""
    s.discard[s.discarded] = card
    s.discarded += card != NONE


@rule
def discard_played(s, best, lead):
    """C3.5: of the cards newly played all but the winning card and the lead card are discarded."""
    count = s.discarded
    for seat in range(SEATS):
        card = s.played[seat]
        s.discard[count] = card
        count += (card != NONE) & (card != best) & (card != lead)
        s.played[seat] = NONE
    s.discard[count] = NONE
    s.discarded = count


@rule
def give_control(s, event, seat):
    """C3.5, C3.6: a disc on the event; the one it replaces goes back to its owner. C3.7: a controller keeps theirs."""
    if s.holder[event] == seat:
        return
    if s.holder[event] != NONE:
        s.discs[s.holder[event]] -= 1
    s.holder[event] = seat
    s.discs[seat] += 1
    if s.discs[seat] == DISCS:
        tell(s, THREE, seat, 0, 0)


@rule
def after_events(s):
    """C5.1: when all events are resolved somebody may have won; if not, the constant can be changed."""
    s.event = NONE
    if somebody_has_three(s):
        end(s)
    else:
        begin_constant(s)


# --- The constant ----------------------------------------------------------------


@rule
def begin_constant(s):
    """C4.1: everyone standing at the constant chooses a card in secret."""
    s.phase = CONSTANT
    wait_for_nobody(s)
    anybody = False
    for seat in range(s.players):
        if s.at[seat] == NONE:
            s.waiting[seat] = True
            anybody = True
    if not anybody:
        end_round(s)


@rule
def offer_card(s, seat, card):
    s.offer[seat] = card
    s.waiting[seat] = False
    tell(s, CHOSEN, seat, 0, 0)
    if not anybody_waiting(s):
        show_offers(s)
        end_round(s)


@rule
def show_offers(s):
    """C4.1: the highest value is the new constant. C4.2: a tie for highest leaves none."""
    highest = NONE  # the seat
    tied = False
    for seat in range(s.players):
        card = s.offer[seat]
        if card != NONE:
            tell(s, OFFERED, seat, card, 0)
            if highest == NONE or value(card) > value(s.offer[highest]):
                highest = seat
                tied = False
            elif value(card) == value(s.offer[highest]):
                tied = True
    discard(s, s.constant)
    if tied:
        s.constant = NONE
        tell(s, LOST, value(s.offer[highest]), 0, 0)
    else:
        s.constant = s.offer[highest]
        tell(s, CHANGED, s.constant, highest, 0)
    for seat in range(s.players):
        card = s.offer[seat]
        if card != NONE:
            take(s.hand[seat], HAND, card)
            s.held[seat] -= 1
            if card != s.constant:
                discard(s, card)
            s.offer[seat] = NONE


# --- End check -------------------------------------------------------------------


@rule
def somebody_has_three(s):
    most = 0
    for seat in range(SEATS):
        most = max(most, s.discs[seat])
    return most >= DISCS


@rule
def end_round(s):
    """C5.2: ten rounds at most."""
    if s.round == ROUNDS:
        end(s)
    else:
        flow_of_time(s)
        begin_travel(s)


@rule
def end(s):
    wait_for_nobody(s)
    s.over = ENDED
    best = 0
    for seat in range(s.players):
        best = max(best, standing(s, seat))
    for seat in range(s.players):
        if standing(s, seat) == best:
            tell(s, WON, seat, s.discs[seat], 0)


@rule
def standing(s, seat):
    """C5.1-C5.3: more events controlled count first, then the one nearest the constant."""
    nearest = TOKENS
    for event in range(TOKENS - 1, -1, -1):
        if s.holder[event] == seat:
            nearest = event
    return s.discs[seat] * (TOKENS + 1) + TOKENS - nearest


@rule
def score(s, points, ranks):
    """C5.3: the rank is by standing; those who control nothing tie."""
    for seat in range(s.players):
        points[seat] = standing(s, seat)
    for seat in range(s.players):
        ahead = 0
        for other in range(s.players):
            ahead += points[other] > points[seat]
        ranks[seat] = 1 + ahead
    for seat in range(s.players):
        points[seat] = s.discs[seat]


# --- Flow of time ----------------------------------------------------------------


@rule
def flow_of_time(s):
    if s.holder[s.present] != NONE:  # C6.1
        lay_token(s)
    gather(s)
    for seat in range(s.players):  # C6.3
        gained = max(0, 2 - s.discs[seat])
        s.crystals[seat] += gained
        if gained > 0:
            tell(s, FLOW, seat, gained, 0)


@rule
def lay_token(s):
    """C6.1: the next token is the new present. C8.1: it lies in the line by its number."""
    s.tokens_left -= 1
    s.present = s.tokens[s.tokens_left]
    s.tokens[s.tokens_left] = NONE
    s.laid[s.present] = True
    s.before = TOKENS - 1 - s.tokens_left
    if s.mode == PARADOXES:
        for event in range(s.present, TOKENS):
            s.before -= s.laid[event] and event != s.present
    tell(s, EVENT_LAID, s.present, 0, 0)


@rule
def gather(s):
    """C6.2: all pawns go to the present."""
    for seat in range(s.players):
        s.at[seat] = s.present


# --- Travel ----------------------------------------------------------------------


@rule
def begin_travel(s):
    s.phase = TRAVEL
    for seat in range(s.players):
        s.waiting[seat] = True


@rule
def furthest_back(s, seat):
    """C7.1: one event a crystal; past the first event lies the constant, and no further."""
    return min(s.crystals[seat], s.before + 1)


@rule
def furthest_forward(s, seat):
    """C8.2: forward too in temporal paradoxes, no further than the last event."""
    if s.mode == CLASSIC:
        return 0
    return min(s.crystals[seat], TOKENS - s.tokens_left - 1 - s.before)


@rule
def destination(s, action):
    """The event a journey leads to from the present, or NONE: the constant."""
    if s.mode == CLASSIC:  # the line has no gaps
        return max(s.present - distance(action), NONE)
    place = s.present
    if action > FORWARD:
        for _ in range(action - FORWARD):
            place += 1
            while not s.laid[place]:
                place += 1
    else:
        for _ in range(action - BACK):
            place = event_before(s, place)
    return place


@rule
def distance(action):
    """What a journey costs."""
    return action - FORWARD if action > FORWARD else action - BACK


@rule
def choose_journey(s, seat, action):
    s.journey[seat] = action
    s.waiting[seat] = False
    tell(s, CHOSEN, seat, 0, 0)
    if not anybody_waiting(s):
        show_journeys(s)
        begin_round(s)  # C7.2


@rule
def show_journeys(s):
    """C7.1: all are shown at once, paid, and the pawns go."""
    for seat in range(s.players):
        action = s.journey[seat]
        s.crystals[seat] -= distance(action)
        s.at[seat] = destination(s, action)
        s.journey[seat] = NONE
        tell(s, TRAVELLED, seat, s.at[seat], distance(action))


# --- Deciding --------------------------------------------------------------------


@rule
def legal(s, seat, out):
    """The actions `seat` may take, ascending."""
    if s.phase == TRAVEL:
        return legal_journeys(s, seat, out)
    count = 0
    if s.phase == RESOLUTION and s.lead[s.event] != NONE:  # C3.3: who can follow must
        asked = suit(s.lead[s.event])
        for i in range(HAND):
            out[count] = s.hand[seat][i]
            count += suit(s.hand[seat][i]) == asked
        if count > 0:
            return count
    for i in range(HAND):
        out[i] = s.hand[seat][i]
    return s.held[seat]


@rule
def legal_journeys(s, seat, out):
    back = furthest_back(s, seat)
    forward = furthest_forward(s, seat)
    for i in range(TOKENS + 1):
        out[i] = BACK + i
    for i in range(forward):
        out[back + 1 + i] = FORWARD + 1 + i
    return back + 1 + forward


@rule
def play(s, seat, action):
    if s.phase == RESOLUTION:
        play_card(s, seat, action)
    elif s.phase == CONSTANT:
        offer_card(s, seat, action)
    else:
        choose_journey(s, seat, action)


# --- What is hidden --------------------------------------------------------------
# `hide` is said by the layout: hands, offers and journeys are their owner's, the unseen cards and the tokens nobody's.


@rule
def guess(s, seat):
    """Every deal that fits is as likely: nobody holds a suit they have shown not to have (C3.3)."""
    stack_tokens(s)
    mark_unknown(s, seat)
    while not deal_unknown(s, seat):
        pass
    for card in range(CARDS):
        s.spare[card] = 0
    for other in range(s.players):
        if other != seat and not s.waiting[other]:
            if s.phase == CONSTANT and s.at[other] == NONE:
                s.offer[other] = s.hand[other][rand(s, s.held[other])]
            elif s.phase == TRAVEL:
                back = furthest_back(s, other)
                choice = rand(s, back + 1 + furthest_forward(s, other))
                s.journey[other] = BACK + choice if choice <= back else FORWARD + choice - back


@rule
def mark_unknown(s, seat):
    """Write 1 into `spare` for every card that `seat` does not see, 0 for the others."""
    for card in range(CARDS):
        s.spare[card] = value(card) >= lowest(s.players)
    for i in range(s.discarded):
        s.spare[s.discard[i]] = 0
    for event in range(TOKENS):
        if s.lead[event] != NONE:
            s.spare[s.lead[event]] = 0
            s.spare[s.best[event] if s.best[event] != NONE else s.lead[event]] = 0
    for other in range(s.players):
        if s.played[other] != NONE:
            s.spare[s.played[other]] = 0
    if s.constant != NONE:
        s.spare[s.constant] = 0
    if seat >= 0:
        for i in range(s.held[seat]):
            s.spare[s.hand[seat][i]] = 0


@rule
def deal_unknown(s, seat):
    """Deal the cards `seat` does not see; False if the deal must be done again.

    Suit by suit, each card goes to one of those who can have it, as likely as they still need cards. So a deal is drawn
    with a probability in proportion to one over a product: of how many cards those needed who could have each card.
    Keeping it with a probability in proportion to that product makes all deals alike. Suits that most players cannot
    have come first, when there is still room elsewhere.
    """
    needs = UNSEEN << 4 * SEATS  # the cards still to be dealt, four bits a seat, and as many for nobody
    for other in range(s.players):
        if other != seat:
            needs += s.held[other] << 4 * other
    counts = count_unknown(s)
    done = 0
    for _ in range(SUITS):
        a = suit_to_deal(s, seat, done)
        needs = deal_suit(s, a, needs, most_room(s, seat, a, needs, counts, done), counts >> 4 * a & 15)
        done |= 1 << a
        if needs == NONE:
            return False
    return True


@rule
def count_unknown(s):
    """How many of each suit are unknown, four bits a suit."""
    counts = 0
    for card in range(CARDS):
        counts += s.spare[card] << 4 * suit(card)
    return counts


@rule
def suit_to_deal(s, seat, done):
    """Of the suits not dealt yet, the one whose void seats hold the most cards."""
    found = NONE
    most = NONE
    for a in range(SUITS):
        barred = 0
        for other in range(s.players):
            if other != seat and s.void[other][a]:
                barred += s.held[other]
        if not done >> a & 1 and barred > most:
            found = a
            most = barred
    return found


@rule
def most_room(s, seat, a, needs, counts, done):
    """The most cards that those who can have suit `a` could need now, however the suits `done` have been dealt."""
    room = 0
    for other in range(SEATS + 1):
        room += needs >> 4 * other & 15
    by_seat = 0  # how many cards its void seats can have got at most, seen from the seats and from the suits
    barred = 0
    for other in range(s.players):
        if other != seat and s.void[other][a]:
            got = 0
            for b in range(SUITS):
                if done >> b & 1 and not s.void[other][b]:
                    got += counts >> 4 * b & 15
            by_seat += min(s.held[other], got)
            barred += s.held[other]
    by_suit = 0
    for b in range(SUITS):
        if done >> b & 1:
            takers = 0
            for other in range(s.players):
                if other != seat and s.void[other][a] and not s.void[other][b]:
                    takers += s.held[other]
            by_suit += min(counts >> 4 * b & 15, takers)
    return room - barred + min(by_seat, by_suit)


@rule
def deal_suit(s, a, needs, most, count):
    """Deal the unknown cards of one suit; returns what is still needed then, or NONE if the deal is not kept."""
    room = needs >> 4 * SEATS & 15
    for other in range(s.players):
        room += (needs >> 4 * other & 15) * (1 - s.void[other][a])
    if room < count:
        return NONE
    keep = 1.0
    for i in range(count):
        keep *= (room - i) / (most - i)
    if rand(s, 1 << 30) >= keep * (1 << 30):
        return NONE
    for card in range(a * VALUES, (a + 1) * VALUES):
        if s.spare[card]:
            place = rand(s, room)
            room -= 1
            owner = SEATS
            for other in range(s.players - 1, NONE, -1):
                need = (needs >> 4 * other & 15) * (1 - s.void[other][a])
                owner = other if 0 <= place < need else owner
                place -= need
            if owner == SEATS:
                insert_in_order(s.unseen, UNSEEN - (needs >> 4 * SEATS & 15), card)
            else:
                insert_in_order(s.hand[owner], s.held[owner] - (needs >> 4 * owner & 15), card)
            needs -= 1 << 4 * owner
    return needs


# --- Learning --------------------------------------------------------------------
# What a seat sees, itself first and the others clockwise. Each block is a function that returns where the next begins.

FEATURES = (
    CARDS + CARDS + CARDS  # own hand; discards; the constant
    + TOKENS * (4 + 2 * (SUITS + 1) + SEATS)  # events: laid, present, being resolved, age; lead; winning card; holder
    + SEATS * (4 + SUITS + (SUITS + 1) + TOKENS + 1)  # seats: there, crystals, cards, first; voids; card played; place
    + 3 + 2  # phase; round, mode
)  # fmt: skip


@rule
def observe(s, seat, out):
    at = observe_cards(s, seat, out)
    for event in range(TOKENS):
        at = observe_event(s, seat, event, out, at)
    for step in range(SEATS):
        at = observe_seat(s, seat, step, out, at)
    out[at + s.phase] = 1
    out[at + 3] = s.round / ROUNDS
    out[at + 4] = s.mode


@rule
def observe_cards(s, seat, out):
    for i in range(s.held[seat]):
        out[s.hand[seat][i]] = 1
    for i in range(s.discarded):
        out[CARDS + s.discard[i]] = 1
    if s.constant != NONE:
        out[2 * CARDS + s.constant] = 1
    return 3 * CARDS


@rule
def observe_card(card, out, at):
    """Suit, one of five, and value, up to 1."""
    if card != NONE:
        out[at + suit(card)] = 1
        out[at + SUITS] = value(card) / VALUES
    return at + SUITS + 1


@rule
def observe_event(s, seat, event, out, at):
    out[at] = s.laid[event]
    out[at + 1] = event == s.present
    out[at + 2] = event == s.event
    out[at + 3] = (event + 1) / TOKENS
    at = observe_card(s.lead[event], out, at + 4)
    at = observe_card(s.best[event], out, at)
    if s.holder[event] != NONE:
        out[at + (s.holder[event] - seat) % s.players] = 1
    return at + SEATS


@rule
def observe_seat(s, seat, step, out, at):
    if step < s.players:
        other = (seat + step) % s.players
        out[at] = 1
        out[at + 1] = s.crystals[other] / 20
        out[at + 2] = s.held[other] / HAND
        out[at + 3] = other == s.first
        for a in range(SUITS):
            out[at + 4 + a] = s.void[other][a]
        observe_card(s.played[other], out, at + 4 + SUITS)
        out[at + 5 + 2 * SUITS + 1 + s.at[other]] = 1
    return at + 5 + 2 * SUITS + TOKENS + 1


# --- Checks ----------------------------------------------------------------------


def census(s):
    """Every piece and where it is, for the law that none is lost or doubled. Works on whole states only."""
    for other in range(s.players):
        yield from ((c, f"hand {other}") for c in s.hand[other] if c != NONE)
        if s.played[other] not in (NONE, s.lead[s.event]):
            yield s.played[other], "played"
    yield from ((c, "unseen") for c in s.unseen)
    yield from ((c, "discards") for c in s.discard[: s.discarded])
    if s.constant != NONE:
        yield s.constant, "constant"
    for event in range(TOKENS):
        for c in {s.lead[event], s.best[event]} - {NONE}:
            yield c, f"event {event}"
        if s.laid[event]:
            yield f"token {event}", "line"
    yield from ((f"token {t}", "pile") for t in s.tokens[: s.tokens_left])
