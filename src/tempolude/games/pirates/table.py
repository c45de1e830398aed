"""Time Pirates as a person sees it: notation, what to click, what is asked, the log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tempolude.engine import table
from tempolude.engine.events import Event
from tempolude.engine.table import Chip, Line, People, both, line

from . import components as parts
from . import rules, scoring, words
from .box import COLOURS, read_board, read_contracts

LETTERS = "BORGVW"  # P1.1 blue, orange, red, green, violet, white
MARKS = ("", "*", "<>")  # plain, atomic, double arrow
FORMS = ("", "-atomic", "-arrow")
EXAMPLES = (
    "'gate 1', 'take B*', 'sell B5', 'give W', 'put 3', 'restock 3', 'jump B* 3', 'swap B<> 2 R', 'end' or 'add G' "
    "(B, O, R, G, V, W are colours, * is atomic, <> a double arrow; epochs are 0 to 6)"
)


def code(kind: int) -> str:
    """A kind of object in notation.

    >>> code(0), code(1), code(2), code(15)
    ('B', 'B*', 'B<>', 'W')
    """
    return LETTERS[kind // parts.FORMS] + MARKS[kind % parts.FORMS]


def kind_of(text: str) -> int | None:
    """The kind that a code means, or None.

    >>> kind_of("g*"), kind_of("W*")
    (10, None)
    """
    found = re.fullmatch(r"([BORGV])(\*|<>)?|W", text.upper())
    if not found:
        return None
    return parts.WHITE if not found[1] else LETTERS.index(found[1]) * parts.FORMS + MARKS.index(found[2] or "")


def kind_name(kind: int) -> str:
    """A kind of object in handles.

    >>> kind_name(2), kind_name(15)
    ('blue-arrow', 'white')
    """
    return COLOURS[kind // parts.FORMS] + FORMS[kind % parts.FORMS]


def kinds_noted(low: int, high: int) -> list[int]:
    """The kinds in the two numbers of an event, in the order in which they came."""
    note = high << 15 | low
    kinds: list[int] = []
    while note:
        kinds.insert(0, (note & 31) - 1)
        note >>= 5
    return kinds


def objects_chip(kind: int, count: int, lang: str) -> Chip:
    """Some objects of one kind.

    >>> str(objects_chip(4, 1, "en")), str(objects_chip(0, 3, "fr"))
    ('an atomic orange object', 'trois objets bleus')
    """
    colour = words.COLOURS[lang][kind // parts.FORMS][count > 1]
    text = words.OBJECTS[lang][kind % parts.FORMS][count > 1].format(colour=colour, n=words.NUMBERS[lang][count])
    return Chip("objects", (kind, count), text.replace("a orange", words.AN_ORANGE))


def objects_line(kinds: Iterable[int], lang: str) -> Line:
    """Objects in a row, those alike together: "two blue objects and a white object"."""
    return both([objects_chip(kind, count, lang) for kind, count in Counter(kinds).items()], lang)


def points_text(points: int, lang: str) -> str:
    return words.POINTS[lang][points != 1 if lang == "en" else points > 1].format(n=points)


class Table(table.Table):
    """One match of Time Pirates."""

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        super().__init__(seats, options)
        self.board = read_board(options["board"])
        self.contracts = read_contracts(options["contracts"])

    def contract_code(self, contract: int) -> str:
        """A contract in notation: colour and cost."""
        return f"{LETTERS[self.contracts[contract].colour]}{self.contracts[contract].cost}"

    def contract_chip(self, contract: int, lang: str) -> Chip:
        about = self.contracts[contract]
        form = words.CONTRACT[lang][about.colour == parts.COLOURS]
        text = form.format(colour=words.COLOURS[lang][about.colour][0], points=points_text(about.points, lang))
        return Chip("contract", contract, text)

    def place_chip(self, epoch: int, lang: str) -> Chip:
        """An epoch as it stands in a sentence: after "to" or "from" in English, with its preposition in French."""
        return Chip("epoch", epoch, self.board[epoch].place[lang])

    def colour_chip(self, colour: int, lang: str) -> Chip:
        return Chip("colour", colour, words.COLOURS[lang][colour][0])

    # --- Actions -----------------------------------------------------------------

    def notation(self, s: Any, seat: int, action: int) -> str:
        """`put 3`, `restock 3`, `gate 1`, `take B*`, `sell B5`, `give W`, `jump B* 3`, `swap B<> 2 R`, `end`, `add G`.

        Epochs are numbers from 0 (P1.4), opponents their seats. `give` is to the police, or for a contract.
        """
        if action < parts.RESTOCK:
            return f"put {action}"
        if action < parts.GATE:
            return f"restock {action - parts.RESTOCK}"
        if action < parts.TAKE:
            return f"gate {action - parts.GATE + 1}"
        if action < parts.SELL:
            return f"take {code(action - parts.TAKE)}"
        if action < parts.HAND_IN:
            return f"sell {self.contract_code(action - parts.SELL)}"
        if action < parts.JUMP:
            return f"give {code(action - parts.HAND_IN)}"
        if action < parts.SWAP:
            given, epoch = jump_parts(action)
            return f"jump {code(given)} {epoch}"
        if action < parts.END_TURN:
            given, other, taken = swap_parts(action)
            return f"swap {code(given)} {other} {code(taken)}"
        return "end" if action == parts.END_TURN else f"add {LETTERS[action - parts.ADD]}"

    def read(self, s: Any, seat: int, text: str) -> int:
        action = self._numbers().get(" ".join(text.split()).lower())
        if action is None:
            raise self.unreadable(text, EXAMPLES)
        return action

    def _numbers(self) -> dict[str, int]:
        """Every action by its notation, which says the same in every position."""
        if not hasattr(self, "_by_notation"):
            self._by_notation = {self.notation(None, 0, n).lower(): n for n in range(parts.ACTIONS)}
        return self._by_notation

    def handles(self, s: Any, seat: int, action: int) -> tuple[str, ...]:
        """What to click: an epoch, a gate, a contract, a colour; objects are named by where they lie and their kind."""
        if action < parts.RESTOCK:
            return (f"epoch-{action}",)
        if action < parts.GATE:
            return (f"epoch-{action - parts.RESTOCK}",)
        if action < parts.TAKE:
            return (f"gate-{action - parts.GATE + 1}",)
        if action < parts.SELL:
            return (f"epoch-{s.at[seat]}-{kind_name(action - parts.TAKE)}",)
        if action < parts.HAND_IN:
            about = self.contracts[action - parts.SELL]
            return (f"contract-{COLOURS[about.colour]}-{about.cost}",)
        if action < parts.JUMP:
            return (f"seat-{seat}-{kind_name(action - parts.HAND_IN)}",)
        if action < parts.SWAP:
            given, epoch = jump_parts(action)
            return f"seat-{seat}-{kind_name(given)}", f"epoch-{epoch}"
        if action < parts.END_TURN:
            given, other, taken = swap_parts(action)
            return f"seat-{seat}-{kind_name(given)}", f"seat-{other}-{kind_name(taken)}"
        return ("end-turn",) if action == parts.END_TURN else (f"colour-{COLOURS[action - parts.ADD]}",)

    # --- Sentences ---------------------------------------------------------------

    def ask(self, s: Any, seat: int, lang: str, people: People) -> tuple[Line, Line]:
        say = words.ASK[lang]
        if s.over:
            return line(say["over"]), line("")
        if seat < 0 or not s.waiting[seat]:
            return self._wait(s, seat, lang, people), self._eighth(s, lang)
        if s.phase == parts.FLEEING:
            first, second = (self.place_chip(s.gate[s.at[seat]][gate], lang) for gate in range(parts.GATES))
            return line(say["flee"], first=first, second=second), line(say["flight"])
        if s.phase == parts.ACTING:
            return self._ask_to_act(s, seat, lang)
        if s.phase == parts.PAYING:
            contract = self.contract_chip(s.contract, lang)
            return line(say["pay"], contract=contract, n=words.NUMBERS[lang][s.owing]), line(say["objects"])
        if s.phase == parts.ADDING:
            return self._ask_to_add(s, seat, lang, people), line(say["bonus"])
        question, reason = {
            parts.PLACING: ("place", "free epochs"),
            parts.LOSING: ("lose", "losses"),
            parts.LANDING: ("land", "anywhere"),
        }[s.phase]
        return line(say[question]), line(say[reason])

    def _ask_to_act(self, s: Any, seat: int, lang: str) -> tuple[Line, Line]:
        say, eighth = words.ASK[lang], self._eighth(s, lang)
        restock, special = can_restock(s), rules.can_do_special(s, seat)
        reason = "one epoch" if restock else "special" if special else "two actions"
        return line(say["restock" if restock else f"act {s.due}"]), eighth if eighth.parts else line(say[reason])

    def _ask_to_add(self, s: Any, seat: int, lang: str, people: People) -> Line:
        contract = scoring.white_contract(s, seat, s.added[seat])
        question = line(words.ASK[lang]["add"], contract=self.contract_chip(contract, lang))
        chosen = [people.who(other) for other in range(self.seats) if s.added[other] and not s.waiting[other]]
        if not chosen:
            return question
        return Line((*question.parts, " ", *line(words.ASK[lang]["chosen"], who=both(chosen, lang)).parts))

    def _wait(self, s: Any, seat: int, lang: str, people: People) -> Line:
        say = words.ASK[lang]
        waiting = [other for other in range(self.seats) if s.waiting[other]]
        who = both([people.who(other) for other in waiting], lang)
        if len(waiting) > 1:
            return line(say["wait for several"], who=who)
        following = s.phase not in (parts.PLACING, parts.ADDING) and (waiting[0] + 1) % self.seats == seat
        return line(say["wait, next" if following else "wait"], who=who)

    def _eighth(self, s: Any, lang: str) -> Line:
        """P5.2: a warning once the year may end with any restock."""
        if s.tracked < parts.TRACK - 2 or s.phase == parts.ADDING:
            return Line(())
        return line(words.ASK[lang]["eighth"], n=s.tracked, year=s.year)

    def tell(self, event: Event, lang: str, people: People) -> Line | None:
        a, b, c = event.numbers
        say = words.TELL[lang]
        match event.name:
            case "turn" | "handed in" | "chosen":
                return None
            case "year ended":
                return line(say[event.name], year=a, heading=True)
            case "turns over":
                return line(say[event.name], n=a, heading=True)
            case "placed" | "restocked" | "landed":
                return people.tell(a, say[event.name], place=self.place_chip(b, lang))
            case "caught":
                form = say["caught with white" if c else "caught"]
                return people.tell(a, form, objects=objects_chip(parts.WHITE, c, lang))
            case "lost":
                return people.tell(a, say[event.name], objects=objects_chip(b, 1, lang))
            case "gate":
                return people.tell(a, say[event.name], gate=gate_chip(b), place=self.place_chip(c, lang))
            case "filled":
                return line(say[event.name], objects=objects_line(kinds_noted(b, c), lang))
            case "police":
                return line(say[event.name], gate=gate_chip(a), place=self.place_chip(b, lang), n=c)
            case "not filled":
                return line(say[event.name], place=self.place_chip(a, lang))
            case "taken" | "jumped":
                return people.tell(a, say[event.name], objects=objects_chip(b, 1, lang), place=self.place_chip(c, lang))
            case "paid":
                return people.tell(a, say[event.name], objects=objects_line(kinds_noted(b, c), lang))
            case "bought":
                return people.tell(a, say[event.name], contract=self.contract_chip(b, lang))
            case "swapped":
                given, taken = (objects_chip(kind, 1, lang) for kind in divmod(c, parts.KINDS))
                form = say["swapped with you" if b == people.reader else "swapped"]
                return people.tell(a, form, other=people.who(b), given=given, taken=taken)
            case _:
                return self._tell_score(event, lang, people)

    def _tell_score(self, event: Event, lang: str, people: People) -> Line:
        a, b, c = event.numbers
        say = words.TELL[lang]
        match event.name:
            case "scored":
                return people.tell(a, say[event.name], points=points_text(b, lang), total=c)
            case "set aside" | "added":
                return people.tell(
                    a, say[event.name], contract=self.contract_chip(b, lang), colour=self.colour_chip(c, lang)
                )
            case "most":
                return people.tell(a, say[event.name], colour=self.colour_chip(b, lang), points=points_text(c, lang))
            case _:  # first player, all colours, won, shared
                return people.tell(a, say[event.name], points=points_text(b, lang))


def can_restock(s: Any) -> bool:
    """P3.3, P5.1: nothing is done yet this turn, and some epoch has an empty site and no pirate."""
    taken = rules.pawns(s)
    gaps = (epoch for epoch in range(parts.EPOCHS) if s.filled[epoch] < s.sites[epoch])
    return bool(s.fresh) and any(not taken >> epoch & 1 for epoch in gaps)


def gate_chip(gate: int) -> Chip:
    return Chip("gate", gate, str(gate + 1))


def jump_parts(action: int) -> tuple[int, int]:
    """The kind that a jump costs, and the epoch it leads to."""
    colour, epoch = divmod(action - parts.JUMP, parts.EPOCHS)
    return colour * parts.FORMS + parts.ATOMIC, epoch


def swap_parts(action: int) -> tuple[int, int, int]:
    """The kind given in a swap, to whom, and the kind taken."""
    pair, taken = divmod(action - parts.SWAP, parts.KINDS)
    colour, other = divmod(pair, parts.SEATS)
    return colour * parts.FORMS + parts.ARROW, other, taken
