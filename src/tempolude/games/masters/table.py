"""Time Masters for people: notation, what to click, what is asked, the log, the end."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from tempolude.engine import table
from tempolude.engine.events import Event
from tempolude.engine.state import NONE, SPECTATOR
from tempolude.engine.table import Chip, Line, People, Piece, Scene, ScoreRow, either, line
from tempolude.engine.wording import ordinal, plural

from . import captions, rules, state, words
from .advising import advise
from .cards import SORTS, Look, effect_text, look
from .components import in_match
from .names import access_chip, ke_chip, sparks_chip
from .scene import Tabletop

PLAYS = {state.SPELL: "cast", state.FOCUS: "focus", state.TIMER: "set"}
PILES = {
    state.SPELL: "chain",
    state.FOCUS: "heap-{seat}",
    state.TIMER: "zone-{seat}",
}  # where a card of the hand is played
CHOICES = {state.ASK_FETCH: "fetch", state.ASK_REMOVE: "remove", state.ASK_REMOVE_UP_TO: "remove"}  # else "discard"
QUESTIONS = {
    state.ASK_TIMERS: "timers",
    state.ASK_SPHERES: "spheres",
    state.ASK_SECOND: "second",
    state.ASK_FETCH: "fetch",
    state.ASK_REMOVE: "remove",
    state.ASK_REMOVE_UP_TO: "remove up to",
    state.ASK_RENEW: "renew",
    state.ASK_DISCARD: "discard",
    state.ASK_BREAK: "break",
    state.ASK_SURCHARGE: "surcharge",
}
GOALS = ("chain", "heap", "zone", "timer", "trade")  # where a card of the hand may go
TOKEN = ("take it", "give up")  # M6.5: DONE takes the surcharge, PASS gives up the discount instead
EXAMPLES = (
    "'cast charge', 'cast charge 1+0' (paid with 1 recurring Kè), 'place charge t1', 'activate t1', 'take 3', 'done'"
)


class Table(table.Table):
    """One match of Time Masters. `kinds` holds the kinds of card in it."""

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        super().__init__(seats, options)
        self.kinds, _ = in_match(options)
        self.numbers = {kind.id: number for number, kind in enumerate(self.kinds)}

    def card_chip(self, card: int, lang: str) -> Chip:
        return Chip(SORTS[self.kinds[card].sort], card, self.kinds[card].name[lang])

    # --- Actions -----------------------------------------------------------------

    def notation(self, s: Any, seat: int, action: int) -> str:
        """A verb, then a card, a timer by its place or a sphere by its level, then the payment where there is a choice:
        `place charge t1`, `take unseen 3`, `cast charge 0+1` (no recurring Kè, one ephemeral).
        """
        if action < state.TAKE:
            return TOKEN[action] if s.asks == state.ASK_SURCHARGE else "pass" if action == state.PASS else "done"
        if action < state.CHOOSE:
            verb = "renew" if s.asks == state.ASK_RENEW else "take" if action < state.UNSEEN else "take unseen"
            return f"{verb} {(action - state.TAKE) % state.LEVELS + 1}"
        if action < state.TRADE:
            return f"{CHOICES.get(s.asks, 'discard')} {self.kinds[action - state.CHOOSE].id}"
        if action < state.RELEASE:
            return f"trade {self.kinds[action - state.TRADE].id}"
        if action < state.PLAY:
            return f"release {self.kinds[action - state.RELEASE].id}"
        if action < state.ACTIVATE:
            card, sparks = divmod(action - state.PLAY, state.PAYMENTS)
            return f"{PLAYS[self.kinds[card].sort]} {self.kinds[card].id}{self._payment(s, seat, card, sparks)}"
        if action < state.DROP:
            return f"activate t{action - state.ACTIVATE + 1}"
        if action < state.DELAY:
            return f"drop t{action - state.DROP + 1}"
        if action < state.PLACE:
            place, card = divmod(action - state.DELAY, state.KINDS)
            return f"delay t{place + 1} {self.kinds[card].id}"
        place, card, sparks = self.placing(action)
        return f"place {self.kinds[card].id} t{place + 1}{self._payment(s, seat, card, sparks)}"

    @staticmethod
    def placing(action: int) -> tuple[int, int, int]:
        """The timer, the card and the ephemeral Kè of an action that places a spell."""
        which, sparks = divmod(action - state.PLACE, state.PAYMENTS)
        return *divmod(which, state.KINDS), sparks

    def _ways_to_pay(self, s: Any, seat: int, card: int) -> int:
        """M6.3: how many mixes of recurring and ephemeral Kè pay for a card."""
        if self.kinds[card].sort != state.SPELL:
            return 1
        return int(
            rules.legal_payments(
                s, seat, rules.price(s, seat, card), rules.can_spend(s, seat), 0, [0] * state.PAYMENTS, 0
            )
        )

    def _payment(self, s: Any, seat: int, card: int, sparks: int) -> str:
        if self._ways_to_pay(s, seat, card) == 1:
            return ""
        return f" {rules.price(s, seat, card) - sparks}+{sparks}"

    def read(self, s: Any, seat: int, text: str) -> int:
        written = text.strip().lower().split()
        match written:
            case [*said] if s.asks == state.ASK_SURCHARGE and " ".join(said) in TOKEN:
                return TOKEN.index(" ".join(said))
            case ["done"]:
                return state.DONE
            case ["pass"]:
                return state.PASS
            case ["take", "unseen", sphere] if self._sphere(sphere):
                return state.UNSEEN + self._sphere(sphere) - 1
            case [verb, sphere] if verb == ("renew" if s.asks == state.ASK_RENEW else "take") and self._sphere(sphere):
                return state.TAKE + self._sphere(sphere) - 1
            case ["activate" | "drop" as verb, timer] if self._timer(timer) != NONE:
                return (state.ACTIVATE if verb == "activate" else state.DROP) + self._timer(timer)
            case ["delay", timer, card] if self._timer(timer) != NONE:
                return state.DELAY + self._timer(timer) * state.KINDS + self._card(card, text)
            case ["place", card, timer, *paid] if self._timer(timer) != NONE:
                number = self._card(card, text)
                first = state.PLACE + (self._timer(timer) * state.KINDS + number) * state.PAYMENTS
                return first + self._sparks(s, seat, number, paid, text)
            case ["trade" | "release" as verb, card]:
                return (state.TRADE if verb == "trade" else state.RELEASE) + self._card(card, text)
            case ["cast" | "focus" | "set" as verb, card, *paid]:
                number = self._card(card, text)
                if PLAYS[self.kinds[number].sort] == verb:
                    return state.PLAY + number * state.PAYMENTS + self._sparks(s, seat, number, paid, text)
            case [verb, card] if verb == CHOICES.get(s.asks, "discard"):
                return state.CHOOSE + self._card(card, text)
        raise self.unreadable(text, EXAMPLES)

    @staticmethod
    def _sphere(text: str) -> int:
        """The level in a text, or 0 if it is not one."""
        return int(text) if re.fullmatch(rf"[1-{state.LEVELS}]", text) else 0

    @staticmethod
    def _timer(text: str) -> int:
        """The place in the timer zone that a text names, or NONE."""
        found = re.fullmatch(r"t(\d{1,2})", text)
        return int(found[1]) - 1 if found and 1 <= int(found[1]) <= state.TIMERS else NONE

    def _card(self, name: str, text: str) -> int:
        if name not in self.numbers:
            raise self.unreadable(text, f"{EXAMPLES}; no card of this set is called {name!r}")
        return self.numbers[name]

    def _sparks(self, s: Any, seat: int, card: int, paid: list[str], text: str) -> int:
        """The ephemeral Kè of a payment, which is omitted if there is only one way to pay."""
        price = rules.price(s, seat, card) if self.kinds[card].sort == state.SPELL else 0
        if not paid:
            return max(0, min(price - int(s.ready[seat]), state.SPARKS_MOST))
        found = re.fullmatch(rf"(\d{{1,2}})\+([0-{state.SPARKS_MOST}])", paid[0])
        if not found or len(paid) > 1 or int(found[1]) + int(found[2]) != price:
            raise self.unreadable(text, f"{EXAMPLES}; the price is {price}")
        return int(found[2])

    def handles(self, s: Any, seat: int, action: int) -> tuple[str, ...]:
        """A card and where it goes, then how to pay if there is a choice; otherwise one piece or button."""
        if action < state.TAKE:
            return ("pass" if action == state.PASS else "done",)
        if action < state.CHOOSE:
            return (f"{'sphere' if action < state.UNSEEN else 'unseen'}-{(action - state.TAKE) % state.LEVELS + 1}",)
        if action < state.TRADE:
            pile = "discards" if s.asks == state.ASK_FETCH else "card"
            return (f"{pile}-{self.kinds[action - state.CHOOSE].id}",)
        if action < state.RELEASE:
            return f"card-{self.kinds[action - state.TRADE].id}", "trade"
        if action < state.PLAY:
            return (f"freed-{self.kinds[action - state.RELEASE].id}",)
        if action < state.ACTIVATE:
            card, sparks = divmod(action - state.PLAY, state.PAYMENTS)
            pile = PILES[self.kinds[card].sort].format(seat=seat)
            return f"card-{self.kinds[card].id}", pile, *self._coins(s, seat, card, sparks)
        if action < state.DROP:
            return (f"timer-{action - state.ACTIVATE + 1}",)
        if action < state.DELAY:
            return (f"{'timer' if s.asks == state.ASK_BREAK else 'drop'}-{action - state.DROP + 1}",)
        if action < state.PLACE:
            place, card = divmod(action - state.DELAY, state.KINDS)
            return f"card-{self.kinds[card].id}", f"timer-{place + 1}"
        place, card, sparks = self.placing(action)
        return f"card-{self.kinds[card].id}", f"timer-{place + 1}", *self._coins(s, seat, card, sparks)

    def _coins(self, s: Any, seat: int, card: int, sparks: int) -> tuple[str, ...]:
        return () if self._ways_to_pay(s, seat, card) == 1 else (f"pay-{sparks}",)

    def explain(self, s: Any, seat: int, action: int, lang: str) -> str:
        say = words.EXPLAIN[lang]
        if s.asks == state.ASK_SURCHARGE:
            return say["give up" if action == state.PASS else "take it"]
        if action == state.PASS:
            return say["pass"].format(ke=words.KE[lang].format(n=s.ke[seat] - s.ready[seat]))
        if action == state.DONE:
            key = {state.ASK_MAIN: "done", state.ASK_SPHERES: "close"}.get(s.asks, "stop")
            return say[key].format(access=plural(words.ACCESS, s.access, lang))
        if action < state.UNSEEN:
            shown = self._shown_in(s, action - state.TAKE, lang)
            return say["bottom"].format(card=shown) if s.asks == state.ASK_RENEW else shown
        if action < state.CHOOSE:
            return say["unseen"].format(access=plural(words.ACCESS, action - state.UNSEEN + 2, lang))
        if state.TRADE <= action < state.RELEASE:
            return say["trade"]
        if state.RELEASE <= action < state.PLAY:
            return effect_text(self.kinds[action - state.RELEASE], lang)
        if state.PLAY <= action < state.ACTIVATE:
            return self._what_it_does(s, seat, (action - state.PLAY) // state.PAYMENTS, lang)
        if state.ACTIVATE <= action < state.DROP:
            spells = self.spells_on(s, seat, action - state.ACTIVATE)
            return say["frees"].format(cards=", ".join(self.kinds[spell].name[lang] for spell in spells))
        if state.DROP <= action < state.DELAY:
            return self.kinds[s.timer[seat][action - state.DROP]].name[lang]
        if action >= state.PLACE:
            timer = self.kinds[s.timer[seat][self.placing(action)[0]]]
            return f"{timer.name[lang]}, {effect_text(timer, lang)}" if timer.effect else timer.name[lang]
        return ""

    def _shown_in(self, s: Any, sphere: int, lang: str) -> str:
        kind = self.kinds[s.sphere[sphere][s.remaining[sphere] - 1]]
        return (
            f"{kind.name[lang]}: {effect_text(kind, lang)}"
            if lang == "en"
            else f"{kind.name[lang]} : {effect_text(kind, lang)}"
        )

    def _what_it_does(self, s: Any, seat: int, card: int, lang: str) -> str:
        kind = self.kinds[card]
        if kind.sort != state.SPELL:
            return effect_text(kind, lang)
        price = rules.price(s, seat, card)
        say = words.EXPLAIN[lang]
        cost = say["price"].format(ke=words.KE[lang].format(n=price)) if price else say["free"]
        less, more = s.discount[seat], s.surcharge[seat]
        reckoned = f"{kind.cost}{f' − {less}' if less else ''}{f' + {more}' if more else ''}"  # M6.4
        return f"{effect_text(kind, lang)}, {cost}{f' ({reckoned})' if less or more else ''}"

    @staticmethod
    def spells_on(s: Any, seat: int, place: int) -> list[int]:
        """The spells on the timer at that place."""
        return [spell for spell in s.on[seat][place * state.SLOTS : (place + 1) * state.SLOTS] if spell != NONE]

    # --- Sentences ---------------------------------------------------------------

    def ask(self, s: Any, seat: int, lang: str, people: People) -> tuple[Line, Line]:
        say, aside = words.ASK[lang], words.ASIDE[lang]
        if s.over:
            return line(say["over"]), line("")
        waiting = next(other for other in range(self.seats) if s.waiting[other])
        if waiting != seat:
            return line(say["wait"], who=people.who(waiting)), self._stakes(s, lang)
        key = QUESTIONS.get(s.asks) or ("freed" if s.freeds else "go on" if s.acted else "begin")
        if key == "timers" and s.held[seat] == 0:
            key = "timers only"
        values = {
            "who": people.who(s.turn),
            "left": s.left,
            "cards": plural(words.CARDS, s.left, lang),
            "access": access_chip(s.access, lang),
            "ke": ke_chip(s.ke[seat] - s.ready[seat], lang),
        }
        why = "begin with all" if key == "begin" and s.ready[seat] == s.ke[seat] else key
        if key == "begin" and len(self._empty(s)) >= state.EMPTY_SPHERES:
            why = "last round"
        return line(say[key], **values), line(aside[why], **values)

    def half(self, s: Any, seat: int, picked: Sequence[str], following: Sequence[str], lang: str) -> Line:
        """A card, then where it goes, then how to pay."""
        say, number = words.HALF[lang], self.numbers[picked[0].removeprefix("card-")]
        card = self.card_chip(number, lang)
        if len(picked) > 1:
            ke = ke_chip(rules.price(s, seat, number), lang)
            if picked[1] == "chain":
                return line(say["cast"], card=card, ke=ke)
            return line(say["on"], card=card, timer=self.timer_named(s, seat, self._timer_of(picked[1]), lang), ke=ke)
        goals = list(dict.fromkeys(handle.partition("-")[0] for handle in following))
        if goals == ["timer"]:
            return line(say["delay" if s.asks == state.ASK_TIMERS else "which"], card=card)
        return line(say["where"], card=card, ways=either([say[goal] for goal in sorted(goals, key=GOALS.index)], lang))

    @staticmethod
    def _timer_of(handle: str) -> int:
        return int(handle.removeprefix("timer-")) - 1

    def timer_named(self, s: Any, seat: int, place: int, lang: str) -> Line:
        """A timer of a seat, numbered if another has the same name."""
        card = s.timer[seat][place]
        chip = self.card_chip(card, lang)
        standing = [other for other in s.timer[seat][: s.zone[seat]] if other != NONE]
        if standing.count(card) == 1:
            return Line((chip,))
        before = sum(other != NONE for other in s.timer[seat][:place])
        return line(words.ADVISE[lang]["nth"], timer=chip, n=before + 1)

    def advise(self, s: Any, seat: int, action: int, lang: str, people: People) -> Line:
        return advise(self, s, seat, action, lang)

    @staticmethod
    def _empty(s: Any) -> list[int]:
        return [sphere for sphere in range(state.LEVELS) if s.remaining[sphere] == 0]

    def _stakes(self, s: Any, lang: str) -> Line:
        empty = self._empty(s)
        if not empty:
            return Line(())
        stakes = "stakes of the round" if s.agreed & state.WHOLE_ROUND else "stakes"
        key = "last round" if len(empty) >= state.EMPTY_SPHERES else stakes
        return line(words.ASIDE[lang][key], sphere=empty[0] + 1)

    def tell(self, event: Event, lang: str, people: People) -> Line | None:
        a, b, c = event.numbers
        say, then = words.TELL[lang], words.THEN[lang].get(event.name)
        match event.name:
            case "turn":
                return Line(people.tell(a, say["turn"], number=b + 1).parts, heading=True)
            case "revealed":
                return line(say[event.name], then=then, sphere=a + 1, card=self.card_chip(b, lang), turn="spheres")
            case "sphere empty":
                return line(say[event.name], sphere=a + 1, alarm=True)
            case "last round":
                return line(say[event.name], alarm=True)
            case "took" | "got":
                return people.tell(a, say[event.name], card=self.card_chip(b, lang), sphere=c + 1)
            case "took unseen":
                return people.tell(a, say[event.name], sphere=b + 1)
            case "renewed":
                return people.tell(a, say[event.name], sphere=b + 1, card=self.card_chip(c, lang))
            case "placed" | "put under":
                card, timer = self.card_chip(b, lang), self.card_chip(c, lang)
                return people.tell(a, say[event.name], card=card, timer=timer, turn=a)
            case "cast" | "released":
                card = self.card_chip(b, lang)
                return people.tell(a, say[event.name], card=card, number=c, nth=ordinal(c, lang), turn=a)
            case "echoed" if b == NONE:
                return line(say["echoed nothing"])
            case "paid":
                key = "paid nothing" if b == c == 0 else "paid with both" if b and c else "paid"
                ke, sparks = ke_chip(b, lang), sparks_chip(c, lang)
                then = words.THEN[lang][key]
                return people.tell(a, say[key], then, ke=ke if b else sparks, sparks=sparks, turn=a)
            case "passed" | "recovered" | "gained":
                key = "passed for nothing" if event.name == "passed" and b == 0 else event.name
                recurring = Chip("ke", b, plural(words.RECURRING, b, lang))
                return people.tell(a, say[key], then, ke=ke_chip(b, lang), recurring=recurring, turn=a)
            case "sparked":
                return people.tell(a, say[event.name], then, sparks=sparks_chip(b, lang), turn=a)
            case "drained":
                return people.tell(a, say["drained of spark" if b else "drained"])
            case "drew":
                return people.tell(a, say[event.name], then, cards=plural(words.CARDS, b, lang), turn=a)
            case "insight":
                return people.tell(a, say[event.name], then, access=access_chip(b, lang), turn=a)
            case "discounted":
                return people.tell(a, say[event.name], number=b)
            case "closed":
                spells = plural(words.SPELLS, b, lang)
                return people.tell(a, say["closed" if b else "closed without"], spells=spells, turn=a)
            case "won" | "shared":
                return people.tell(a, say[event.name], points=plural(words.POINTS, b, lang))
            case "deck made anew":
                return people.tell(a, say[event.name])
            case "drawn":
                return people.tell(a, say[event.name], then, card=self.card_chip(b, lang), turn=("drawn", a))
            case "discarded" | "focused":
                return people.tell(a, say[event.name], card=self.card_chip(b, lang), turn=a)
            case _:  # many events name a card; the others ignore it
                return people.tell(a, say[event.name], card=self.card_chip(b, lang))

    # --- On the page -------------------------------------------------------------

    def look(self, card: str, lang: str) -> Look:
        """What is drawn on a card."""
        return look(self.kinds[int(card)], lang)

    @staticmethod
    def page(lang: str) -> dict[str, Any]:
        """The fixed words of the page."""
        return captions.PAGE[lang]

    def scene(self, s: Any, lang: str, people: People) -> Scene:
        return self._tabletop(lang, people, SPECTATOR).scene(s)

    def own(self, s: Any, seat: int, lang: str, people: People) -> list[Piece]:
        return self._tabletop(lang, people, seat).own(s)

    def open(self, s: Any, lang: str, people: People) -> list[Piece]:
        return [piece for seat in range(self.seats) for piece in self._tabletop(lang, people, seat).open(s)]

    def _tabletop(self, lang: str, people: People, reader: int) -> Tabletop:
        return self.drawn(
            partial(Tabletop, self.kinds), lang, people if people.reader == reader else replace(people, reader=reader)
        )

    def button(self, s: Any, seat: int, handle: str, lang: str) -> str:
        say = captions.BUTTONS[lang]
        if s.asks == state.ASK_SURCHARGE:
            return say["give up" if handle == "pass" else "take it"]
        if handle == "pass":
            spent = s.ke[seat] - s.ready[seat]
            return say["pass" if spent else "pass with all"].format(ke=words.KE[lang].format(n=spent))
        if handle == "done":
            cards = plural(words.CARDS, self._drawn_at_end(s, seat), lang)
            close = "close, draw" if self._drawn_at_end(s, seat) else "close"
            main = "done" if s.access else close
            key = {state.ASK_MAIN: main, state.ASK_SPHERES: close}.get(s.asks, "stop")
            return say[key].format(n=s.access, cards=cards)
        if handle.startswith("pay-"):
            sparks = int(handle.removeprefix("pay-"))
            return say["pay"].format(sparks=plural(words.SPARKS, sparks, lang)) if sparks else say["pay gold"]
        return ""

    @staticmethod
    def _drawn_at_end(s: Any, seat: int) -> int:
        """M5.2: how many cards a seat draws if its turn ends now."""
        lying = s.decked[seat] + s.discarded[seat] + s.casts
        return int(max(0, min(state.HAND - s.unders[seat] - s.held[seat], lying)))

    def quiet(self, s: Any, seat: int) -> tuple[str, ...]:
        """M4.1, M4.2: passing recovers Kè but draws nothing; ending the turn draws but recovers nothing."""
        if s.asks != state.ASK_MAIN or s.acted:
            return ()
        return ("done",) if s.ready[seat] < s.ke[seat] else ("pass",)

    def sheet(self, s: Any, lang: str) -> list[ScoreRow]:
        """M7.1: the levels of all cards, by sphere. M7.2: what decides a tie."""
        say, seats = captions.SHEET[lang], range(self.seats)
        cards = [self._all_cards(s, seat) for seat in seats]
        rows = [
            ScoreRow(
                say["level"].format(n=n),
                tuple(n * sum(self.kinds[c].level == n for c in cards[seat]) for seat in seats),
                "M7.1",
                decided=say["level decided"].format(n=n),
            )
            for n in range(1, state.LEVELS + 1)
        ]
        ke = tuple(int(s.ready[seat] + s.sparks[seat]) for seat in seats)
        points = tuple(int(s.points[seat]) for seat in seats)
        total = ScoreRow(say["total"], points, "M7.1", total=True)
        return [*rows, total, ScoreRow(say["ke"], ke, "M7.2", tie=True, decided=say["ke decided"])]

    def _all_cards(self, s: Any, seat: int) -> list[int]:
        piles = (s.deck[seat], s.hand[seat], s.discard[seat], s.timer[seat], s.on[seat], s.under[seat])
        found = [card for pile in piles for card in pile if card != NONE]
        return found + [card for card in (*s.chain, *s.freed, s.focus) if card != NONE and s.turn == seat]
