"""Time Collectors for people: notation, what to click, what is asked, the log, the end."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import permutations
from typing import Any, NamedTuple

from tempolude.engine import table
from tempolude.engine.events import Event
from tempolude.engine.state import NONE
from tempolude.engine.table import Chip, Line, People, Piece, Scene, ScoreRow, both, either, line
from tempolude.engine.wording import capital, plural

from . import rules, scene, scoring, state, words
from .advising import advise
from .components import CRYSTAL, Board, Card, boards_called, cards_called
from .dates import ORDERS, PERMUTATIONS, changed_date, date_of, date_text, orders, stop_of
from .names import crystals_chip, date_chip, stop_words
from .scene import Tabletop

ERAS = "ABCD"
STOPS = ("A", "1984", "B", "3961", "C", "6257", "D", "8053", "future")  # L1.4
NOBODY = "none"


class Feat(NamedTuple):
    """A feat as the page shows it."""

    name: str
    title: dict[str, str]
    points: int


class Table(table.Table):
    """One match of Time Collectors."""

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        super().__init__(seats, options)
        self.cards = cards_called(options["cards"])
        self.boards = boards_called(options["layout"])
        self.colours: list[str] = list(options["boards"][:seats])  # L1.3: the seats' boards

    def card(self, number: int) -> Card:
        return self.cards[number]

    def card_chip(self, number: int, lang: str) -> Chip:
        return Chip("card", number, self.card(number).name[lang])

    def board(self, seat: int) -> Board:
        return self.boards[self.colours[seat]]

    def shown_date(self, s: Any, seat: int) -> int:
        """The date on a seat’s dice, including dice changed for a journey; NONE while it is secret."""
        return changed_date(s.date[seat], s.at[seat], s.changed[seat]) if s.changed[seat] else int(s.date[seat])

    def points(self, s: Any) -> list[list[int]]:
        """L6: the lines of the score sheet with the points of every seat; the last line is the total."""
        lines = [[scoring.sheet_line(s, seat, n) for seat in range(self.seats)] for n in range(len(scoring.SHEET))]
        return [*lines, [sum(column) for column in zip(*lines, strict=True)]]

    # --- Actions -----------------------------------------------------------------

    def notation(self, s: Any, seat: int, action: int) -> str:
        """`set 3841`, `travel C 1`, `give blue`, `discard B`, `collect`, `place 0,3`, `feat row`."""
        if action < state.TRAVEL:
            return f"set {date_text(date_of(s, seat, action))}"
        if action < state.GIVE:
            stop, changes = divmod(action - state.TRAVEL, 3)
            return f"travel {STOPS[stop]} {changes}"
        if action < state.DISCARD:
            return f"give {self.colours[action - state.GIVE]}"
        if action < state.COLLECT:
            return f"discard {ERAS[action - state.DISCARD]}"
        if action < state.PLACE:
            return "collect" if action == state.COLLECT else f"discard {NOBODY}"
        if action < state.TAKE:
            return "place {},{}".format(*divmod(action - state.PLACE, state.COLUMNS))
        return f"feat {(*state.FEATS, NOBODY)[action - state.TAKE]}"

    def read(self, s: Any, seat: int, text: str) -> int:
        verb, _, rest = " ".join(text.lower().split()).partition(" ")
        found: int | None = None
        if verb == "set" and re.fullmatch(r"\d{4}", rest):
            found = self._order_for(s, seat, int(rest))
        elif verb == "travel" and (journey := re.fullmatch(r"(\w+)(?: ([012]))?", rest)):
            stop = _number_of(journey[1], STOPS)
            found = None if stop is None else state.TRAVEL + 3 * stop + int(journey[2] or 0)
        elif verb == "give":
            found = _action(state.GIVE, rest, self.colours)
        elif verb == "discard":
            found = state.LEAVE if rest == NOBODY else _action(state.DISCARD, rest, ERAS)
        elif verb == "collect" and not rest:
            found = state.COLLECT
        elif verb == "place" and (place := re.fullmatch(r"([0-2]),([0-3])", rest)):
            found = state.PLACE + state.COLUMNS * int(place[1]) + int(place[2])
        elif verb == "feat":
            found = _action(state.TAKE, rest, (*state.FEATS, NOBODY))
        if found is None:
            examples = "'set 3841', 'travel C 1', 'give blue', 'discard B', 'collect', 'place 0,3' or 'feat row'"
            raise self.unreadable(text, examples)
        return found

    def _order_for(self, s: Any, seat: int, date: int) -> int:
        """The order of the dice that makes a date; if there is none, an action that is never legal."""
        if s.roll[seat][0] == NONE:
            return rules.ACTIONS
        legal = (order for order in range(ORDERS) if orders(s, seat) >> order & 1)
        return next((order for order in legal if date_of(s, seat, order) == date), rules.ACTIONS)

    def handles(self, s: Any, seat: int, action: int) -> tuple[str, ...]:
        """Dice in their new order; a stop of the timeline; a seat, a card, a place of the board, a feat.

        A click on a stop is the cheapest journey there; a player who wants to change more dice says so first.
        """
        if action < state.TRAVEL:
            return tuple(f"die-{die}" for die in PERMUTATIONS[action])
        if action < state.GIVE:
            stop, changes = divmod(action - state.TRAVEL, 3)
            at = scene.STOPS[stop]
            return (at,) if changes == scene.fewest_changes(s, seat, stop) else ("spare", at, f"change-{changes}")
        if action < state.DISCARD:
            return (f"seat-{action - state.GIVE}",)
        if action < state.COLLECT:
            return ("pile",) if s.phase == state.IN_ERA else (scene.STOPS[2 * (action - state.DISCARD)],)
        if action == state.COLLECT:
            return (scene.STOPS[s.at[seat]],) if s.phase == state.IN_ERA else ("collect",)
        if action == state.LEAVE:
            return ("leave",)
        if action < state.TAKE:
            return (scene.nook(seat, action - state.PLACE),)
        return (f"feat-{(*state.FEATS, NOBODY)[action - state.TAKE]}",)

    def explain(self, s: Any, seat: int, action: int, lang: str) -> str:
        say = words.EXPLAIN[lang]
        if action < state.TRAVEL:
            stop = stop_of(date_of(s, seat, action))
            return ", ".join([words.STOPS[lang][stop], *self._what_is_there(s, seat, stop, 0, lang)])
        if action < state.GIVE:
            return self._explain_journey(s, seat, *divmod(action - state.TRAVEL, 3), lang)
        if action < state.DISCARD:
            return say["has"].format(crystals=crystals_chip(s.crystals[action - state.GIVE], lang))
        if action < state.COLLECT:
            key = "for one" if s.phase == state.IN_ERA else "for nothing"
            card = self.card(s.line[action - state.DISCARD])
            return say[key].format(card=card.name[lang], next=self._worth(s, seat, s.next, lang))
        if action == state.COLLECT:
            return self._worth(s, seat, s.line[s.at[seat] >> 1], lang)
        if state.PLACE <= action < state.TAKE:
            return self._explain_place(s, seat, action - state.PLACE, lang)
        if state.TAKE <= action < state.TAKE_NONE:
            return say["points"].format(n=state.FEAT_POINTS[action - state.TAKE])
        return ""

    def _explain_journey(self, s: Any, seat: int, stop: int, changes: int, lang: str) -> str:
        """The date it needs, what is there, and the toll."""
        say = words.EXPLAIN[lang]
        told = [say["as it is"] if changes == 0 else date_text(changed_date(s.date[seat], stop, changes))]
        told += self._what_is_there(s, seat, stop, changes, lang)
        met = any(s.gone[other] and s.at[other] == stop for other in range(self.seats) if other != seat)
        told += [say["toll"]] * (met and s.at[seat] != stop and s.crystals[seat] > changes)
        return ", ".join(told)

    def _what_is_there(self, s: Any, seat: int, stop: int, paid: int, lang: str) -> list[str]:
        """The cards of a stop with the most points they would add, and its crystals, including those just paid."""
        told = [self._worth(s, seat, card, lang) for card in scene.cards_at(s, stop)]
        gained = min(2, s.reserve + paid) if stop >= state.PRESENT else 0  # L4.11
        return told + [f"+{crystals_chip(gained, lang)}"] * (gained > 0)

    def _explain_place(self, s: Any, seat: int, place: int, lang: str) -> str:
        """What the place is for, and the points that the card in hand would add there."""
        say, what = words.EXPLAIN[lang], self.board(seat).places[place]
        told = []
        if what == CRYSTAL:
            told += [say["crystal"]] * (s.reserve > 0)  # L4.11
        elif what:
            told.append(say["kept"])
        if s.collected[0] != NONE:
            points = scene.points_by_place(s, seat, s.collected[0])[place]
            told.append(f"{'+' * (points >= 0)}{plural(words.POINTS, points, lang)}")
        return ", ".join(told)

    def _worth(self, s: Any, seat: int, card: int, lang: str) -> str:
        """A card, and the most points it would add."""
        points = scene.points_by_place(s, seat, card).values()
        return f"{self.card(card).name[lang]} {scene.plus(max(points))}" if points else self.card(card).name[lang]

    # --- Sentences ---------------------------------------------------------------

    def ask(self, s: Any, seat: int, lang: str, people: People) -> tuple[Line, Line]:
        say = words.ASK[lang]
        if s.over:
            return line(say["over"]), line("")
        waiting = [people.who(other) for other in range(self.seats) if s.waiting[other]]
        if seat < 0 or not s.waiting[seat]:
            asked = line(say["wait for several" if len(waiting) > 1 else "wait"], who=both(waiting, lang))
            if seat >= 0 and s.order[seat] != NONE:
                return asked, self._where_to(say["set already"], date_of(s, seat, s.order[seat]), lang)
            return asked, self._stakes(s, lang, people)
        following, one = self.card_chip(s.next, lang), crystals_chip(1, lang)
        match s.phase:
            case state.SETTING:
                return self._ask_for_date(s, lang, people), line(say["why set"])
            case state.TRAVELLING:
                return self._ask_for_journey(s, seat, lang, people)
            case state.TOLL:
                hosts = [people.who(other) for other in range(self.seats) if rules.is_host(s, seat, other)]
                return line(say["toll"], who=either(hosts, lang), crystals=one), line(say["why toll"])
            case state.IN_ERA:
                card = self.card_chip(s.line[s.at[seat] >> 1], lang)
                return line(say["era"], card=card, next=following, crystals=one), line(say["why era"])
            case state.AT_PRESENT:
                card = self.card_chip(s.line[state.PRESENT >> 1], lang)
                gained = crystals_chip(min(2, s.reserve), lang)
                return line(say["present"], card=card), line(say["why present"], crystals=gained, next=following)
            case state.IN_FUTURE:
                return line(say["future"]), line(say["why future"], next=following)
            case state.PLACING:
                card = s.collected[0]
                why = say["why place"][state.type_of(card)]
                text = self.card(card).text[lang].rstrip(".")
                return line(say["place"], card=self.card_chip(card, lang)), line(why, text=text)
            case _:
                return line(say["feat"]), line(say["why feat"])

    def half(self, s: Any, seat: int, picked: Sequence[str], following: Sequence[str], lang: str) -> Line:
        say = words.HALF[lang]
        if picked[0] == "spare":
            if len(picked) == 1:
                return line(say["spare"])
            return line(say["spare to"], stop=capital(words.STOPS[lang][scene.STOPS.index(picked[1])]))
        dice = [int(handle.removeprefix("die-")) for handle in picked]
        begun = "".join(str(s.roll[seat][die]) for die in dice)
        date = Chip("date", begun, begun.ljust(state.DICE, "·"))
        if len(following) > 2:
            return line(say["dice"], date=date)
        return line(say["last dice"], date=date, ends=either(self._ends(s, seat, dice, lang), lang))

    def _ends(self, s: Any, seat: int, dice: list[int], lang: str) -> list[str]:
        """The dates that the dice laid so far can still become, and where they lead."""
        roll, form = [str(face) for face in s.roll[seat]], words.HALF[lang]["end"]
        left = [die for die in range(state.DICE) if die not in dice]
        dates = dict.fromkeys("".join(roll[die] for die in (*dice, *order)) for order in permutations(left))
        return [form.format(date=date, stop=words.TAGS[lang][stop_of(int(date))]) for date in dates]

    def advise(self, s: Any, seat: int, action: int, lang: str, people: People) -> Line:
        return advise(self, s, seat, action, lang, people)

    def _ask_for_date(self, s: Any, lang: str, people: People) -> Line:
        """The question, and who has already answered it."""
        chosen = [people.who(other) for other in range(self.seats) if not s.waiting[other]]
        question = line(words.ASK[lang]["set"])
        if not chosen:
            return question
        return Line((*question.parts, " ", *line(words.ASK[lang]["chosen"], who=both(chosen, lang)).parts))

    def _ask_for_journey(self, s: Any, seat: int, lang: str, people: People) -> tuple[Line, Line]:
        say, date = words.ASK[lang], s.date[seat]
        question = line(say["travel"], crystals=crystals_chip(1, lang))
        gone = [other for other in range(self.seats) if other != seat and s.gone[other] and s.at[other] != s.at[seat]]
        if gone:
            return question, line(say["company"], who=either([people.who(other) for other in gone], lang))
        return question, self._where_to(say["why travel"], date, lang)

    def _where_to(self, form: str, date: int, lang: str) -> Line:
        """L4.2: where an unchanged date leads."""
        return line(form, date=date_chip(date), to=stop_words(words.TO, stop_of(date), lang))

    def _stakes(self, s: Any, lang: str, people: People) -> Line:
        most = max(range(self.seats), key=lambda other: int(s.owned[other]))
        if s.owned[most] < state.ENOUGH:
            return Line(())
        return people.tell(most, words.ASK[lang]["stakes"], n=s.owned[most])

    looks_back = frozenset(("placed",))

    def tell_from(self, before: Any, event: Event, lang: str, people: People) -> Line:
        return self._tell_placed(event, lang, people, before)

    def tell(self, event: Event, lang: str, people: People) -> Line | None:
        a, b, c = event.numbers
        say, then = words.TELL[lang], words.THEN[lang].get(event.name)
        match event.name:
            case "chosen" | "turned up":
                return None
            case "round":
                return line(say["round"], number=a, heading=True)
            case "limit reached":
                return line(say[event.name], number=a)
            case "pile renewed":
                return line(say[event.name], discards=plural(words.DISCARDS, a, lang))
            case "feat shown":
                points = plural(words.POINTS, state.FEAT_POINTS[a], lang)
                return line(say[event.name], then=then, feat=self.feat_chip(a, lang), points=points, turn="feats")
            case "rolled":
                return people.tell(a, say[event.name], dice=Chip("dice", b, " ".join(date_text(b))))
            case "date shown":
                return people.tell(a, say[event.name], then, date=date_chip(b), turn="dates")
            case "rift":
                date = date_chip(b)
                return people.tell(a, say["rift" if c else "rift for free"], date=date, crystals=crystals_chip(c, lang))
            case "travelled" | "stayed":
                return self._tell_journey(event, lang, people)
            case "toll":
                return people.tell(
                    a, say[event.name], then, host=people.who(b), crystals=crystals_chip(1, lang), turn=a
                )
            case "paid to discard" | "discarded" | "collected":
                card = self.card_chip(b, lang)
                told = {"card": card, "era": ERAS[c], "crystals": crystals_chip(1, lang)}
                return people.tell(a, say[event.name], then, **told, turn=a)
            case "crystals gained" | "crystal found":
                gained = b if event.name == "crystals gained" else c
                if not gained:
                    return line(say["reserve empty"])
                return people.tell(a, say[event.name], then, crystals=crystals_chip(gained, lang), turn=a)
            case "placed":
                return self._tell_placed(event, lang, people)
            case "no place":
                return people.tell(a, say[event.name], card=self.card_chip(b, lang))
            case "feat taken":
                return people.tell(
                    a, say[event.name], then, feat=self.feat_chip(b, lang), points=state.FEAT_POINTS[b], turn=a
                )
            case _:
                near = event.name == "ten treasures"
                return people.tell(a, say[event.name], points=plural(words.POINTS, b, lang), alarm=near)

    def _tell_placed(self, event: Event, lang: str, people: People, before: Any = None) -> Line:
        """Where a treasure was placed: next to which other, and what it added."""
        seat, card, place = event.numbers
        row, column = divmod(place, state.COLUMNS)
        where: Line = line(words.SHELF[lang][row], column=words.COLUMN[lang][column])
        worth, of_two = "", False
        if before is not None:
            of_two = bool(before.at[seat] & 1)  # L4.5: on a key date two are collected
            points = scene.points_by_place(before, seat, card)[place]
            worth = words.WORTH[lang].format(points=scene.plus(points))
            around = ((place - state.COLUMNS, "under", row > 0), (place - 1, "beside", column > 0),
                      (place + 1, "beside", column < state.COLUMNS - 1),
                      (place + state.COLUMNS, "over", place + state.COLUMNS < state.PLACES))  # fmt: skip
            for other, key, there in around:
                if there and before.board[seat][other] != NONE:
                    where = line(words.BESIDE[lang][key], card=self.card_chip(before.board[seat][other], lang))
                    break
        then = words.THEN[lang]["placed of two" if of_two else "placed"]
        told = {"card": self.card_chip(card, lang), "where": where, "worth": worth}
        return people.tell(seat, words.TELL[lang]["placed"], then, **told, turn=seat)

    def feat_chip(self, feat: int, lang: str) -> Chip:
        return Chip("feat", feat, words.FEATS[lang][feat])

    def _tell_journey(self, event: Event, lang: str, people: People) -> Line:
        seat, where, date = event.numbers
        stop, changes = divmod(where, 3)
        new = changed_date(date, stop, changes)
        return people.tell(
            seat,
            words.TELL[lang][event.name + (", dice changed" if changes else "")],
            to=stop_words(words.TO, stop, lang),
            here=stop_words(words.IN, stop, lang),
            crystals=crystals_chip(changes, lang),
            date=date_chip(date),
            new=date_chip(new),
            turn=seat,
        )

    # --- On the page -------------------------------------------------------------

    stops = scene.STOPS

    def scene(self, s: Any, lang: str, people: People) -> Scene:
        return self._tabletop(lang, people).scene(s)

    def own(self, s: Any, seat: int, lang: str, people: People) -> list[Piece]:
        return self._tabletop(lang, people).own(s, seat)

    def open(self, s: Any, lang: str, people: People) -> list[Piece]:
        return self._tabletop(lang, people).open_dice(s)

    def _tabletop(self, lang: str, people: People) -> Tabletop:
        return self.drawn(partial(Tabletop, self), lang, people)

    def preview(self, s: Any, seat: int, action: int, lang: str, people: People) -> list[Piece]:
        return self._tabletop(lang, people).preview(s, seat, action)

    def button(self, s: Any, seat: int, handle: str, lang: str) -> str:
        if handle.startswith("change-"):
            return plural(words.DICE, int(handle.removeprefix("change-")), lang)
        if handle == "spare":
            journeys = scene.spare_changes(s, seat)
            if len(journeys) == 1:
                stop, changes = divmod(journeys[0] - state.TRAVEL, 3)
                return words.BUTTONS[lang]["spare one"].format(
                    stop=words.STOPS[lang][stop], dice=plural(words.DICE, changes, lang)
                )
        return words.BUTTONS[lang].get(handle, "")

    def quiet(self, s: Any, seat: int) -> tuple[str, ...]:
        """L4.2, L4.10: changing more dice than necessary, or declining a feat, is allowed but seldom wise."""
        return ("spare", "feat-none")

    def sheet(self, s: Any, lang: str) -> list[ScoreRow]:
        """L6.1-L6.7: the lines of the score sheet."""
        rules_behind = [f"L6.{n}" for n in range(1, len(scoring.SHEET) + 1)] + ["L5.1"]
        lines = zip(words.SHEET[lang], words.DECIDED[lang], self.points(s), rules_behind, strict=True)
        rows = [
            ScoreRow(name.capitalize(), tuple(points), rule, total=rule == "L5.1", decided=decided)
            for name, decided, points, rule in lines
        ]
        if len(set(rows[-1].values)) < self.seats:
            crystals = tuple(int(s.crystals[seat]) for seat in range(self.seats))
            rows.append(ScoreRow(words.TIE[lang], crystals, "L5.1", tie=True, decided=words.TIE_DECIDED[lang]))
        return rows

    def say(self, lang: str) -> dict[str, str]:
        """The words of the page."""
        return words.PAGE[lang]

    def sheet_words(self, lang: str) -> tuple[str, ...]:
        return words.SHEET[lang]

    @property
    def feats(self) -> list[Feat]:
        """L7: all of them; the page shows those on the table."""
        titles = [{lang: words.FEATS[lang][feat] for lang in words.FEATS} for feat in range(len(state.FEATS))]
        return [Feat(*feat) for feat in zip(state.FEATS, titles, state.FEAT_POINTS, strict=True)]

    def sign(self, number: int) -> str:
        """The emblem of a card: its type; which mineral it is, or what a book counts."""
        card = self.card(number)
        return card.id if card.type == "mineral" else card.counts or card.type

    def about(self, number: int, lang: str) -> str:
        """What a card is, and how it scores."""
        text = self.card(number).text[lang]
        counts = words.ASK[lang]["why place"][state.type_of(number)].format(text=text.rstrip("."))
        return counts if state.type_of(number) == state.BOOK else f"{text} {counts}"

    def nook_tip(self, what: str, lang: str) -> str:
        """What a place of a board takes."""
        return words.NOOKS[lang][what]

    def leads(self, stop: int, lang: str) -> str:
        """Where a date leads."""
        return words.PAGE[lang]["leads"].format(to=stop_words(words.TO, stop, lang))


def _number_of(text: str, names: tuple[str, ...] | list[str] | str) -> int | None:
    """The position of a name in a list, in any capitalisation."""
    lowered = [name.lower() for name in names]
    return lowered.index(text) if text in lowered else None


def _action(first: int, text: str, names: tuple[str, ...] | list[str] | str) -> int | None:
    number = _number_of(text, names)
    return None if number is None else first + number
