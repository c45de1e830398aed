"""Time Pirates for people: notation, what to click, what is asked, the log, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from tempolude.engine import table
from tempolude.engine.events import Event
from tempolude.engine.table import Chip, Line, People, Piece, Scene, ScoreRow, both, line
from tempolude.engine.wording import capital, plural

from . import rules, scoring, state, words
from .chart import Chart
from .components import COLOURS, read_board, read_contracts
from .names import LETTERS, code, contract_name, gate_chip, kind_name, objects_chip, objects_line, points_text
from .scene import Tabletop, can_restock, kinds_noted

PICTURES = frozenset(epoch.id for epoch in read_board("house"))
KINDS = {kind_name(kind): kind for kind in range(state.KINDS)}
EXAMPLES = (
    "'gate 1', 'take B*', 'sell B5', 'give W', 'put 3', 'restock 3', 'jump B* 3', 'swap B<> 2 R', 'end' or 'add G' "
    "(B, O, R, G, V, W are colours, * is atomic, <> a double arrow; epochs are 0 to 6)"
)


class Table(table.Table):
    """One match of Time Pirates."""

    say = words.PAGE

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        super().__init__(seats, options)
        self.board = read_board(options["board"])
        self.contracts = read_contracts(options["contracts"])

    def contract_code(self, contract: int) -> str:
        """A contract in notation: colour and cost."""
        return f"{LETTERS[self.contracts[contract].colour]}{self.contracts[contract].cost}"

    def contract_chip(self, contract: int, lang: str) -> Chip:
        about = self.contracts[contract]
        form = words.CONTRACT[lang][about.colour == state.COLOURS]
        colour, points = words.COLOURS[lang][about.colour][0], points_text(about.points, lang)
        text = form.format(colour=colour, n=about.points, points=points)
        return Chip("contract", contract, text)

    def place_chip(self, epoch: int, lang: str) -> Chip:
        """An epoch in a sentence: after “to” or “from” in English, with its preposition in French."""
        return Chip("epoch", epoch, self.board[epoch].place[lang])

    def colour_chip(self, colour: int, lang: str, *, several: bool = False) -> Chip:
        return Chip("colour", colour, words.COLOURS[lang][colour][several])

    # --- Actions -----------------------------------------------------------------

    def notation(self, s: Any, seat: int, action: int) -> str:
        """`put 3`, `restock 3`, `gate 1`, `take B*`, `sell B5`, `give W`, `jump B* 3`, `swap B<> 2 R`, `end`, `add G`.

        Epochs are numbers from 0 (P1.4), opponents their seats. `give` is to the police, or for a contract.
        """
        if action < state.RESTOCK:
            return f"put {action}"
        if action < state.GATE:
            return f"restock {action - state.RESTOCK}"
        if action < state.TAKE:
            return f"gate {action - state.GATE + 1}"
        if action < state.SELL:
            return f"take {code(action - state.TAKE)}"
        if action < state.HAND_IN:
            return f"sell {self.contract_code(action - state.SELL)}"
        if action < state.JUMP:
            return f"give {code(action - state.HAND_IN)}"
        if action < state.SWAP:
            given, epoch = jump_parts(action)
            return f"jump {code(given)} {epoch}"
        if action < state.END_TURN:
            given, other, taken = swap_parts(action)
            return f"swap {code(given)} {other} {code(taken)}"
        return "end" if action == state.END_TURN else f"add {LETTERS[action - state.ADD]}"

    def read(self, s: Any, seat: int, text: str) -> int:
        action = self._numbers().get(" ".join(text.split()).lower())
        if action is None:
            raise self.unreadable(text, EXAMPLES)
        return action

    def _numbers(self) -> dict[str, int]:
        """Every action by its notation, which is the same in every position."""
        if not hasattr(self, "_by_notation"):
            self._by_notation = {self.notation(None, 0, n).lower(): n for n in range(state.ACTIONS)}
        return self._by_notation

    def handles(self, s: Any, seat: int, action: int) -> tuple[str, ...]:
        """What to click: an epoch, a gate, a contract, a colour; objects are named after their place and kind."""
        if action < state.RESTOCK:
            return (f"epoch-{action}",)
        if action < state.GATE:
            return (f"epoch-{action - state.RESTOCK}",)
        if action < state.TAKE:
            return (f"gate-{action - state.GATE + 1}",)
        if action < state.SELL:
            return (f"epoch-{s.at[seat]}-{kind_name(action - state.TAKE)}",)
        if action < state.HAND_IN:
            return (contract_name(self.contracts[action - state.SELL]),)
        if action < state.JUMP:
            return (f"seat-{seat}-{kind_name(action - state.HAND_IN)}",)
        if action < state.SWAP:
            given, epoch = jump_parts(action)
            return f"seat-{seat}-{kind_name(given)}", f"epoch-{epoch}"
        if action < state.END_TURN:
            given, other, taken = swap_parts(action)
            return f"seat-{seat}-{kind_name(given)}", f"seat-{other}-{kind_name(taken)}"
        return ("end-turn",) if action == state.END_TURN else (f"colour-{COLOURS[action - state.ADD]}",)

    # --- Sentences ---------------------------------------------------------------

    def ask(self, s: Any, seat: int, lang: str, people: People) -> tuple[Line, Line]:
        say = words.ASK[lang]
        if s.over:
            return line(say["over"]), line("")
        if seat < 0 or not s.waiting[seat]:
            return self._wait(s, seat, lang, people), self._eighth(s, lang)
        if s.phase == state.FLEEING:
            first, second = (self.place_chip(s.gate[s.at[seat]][gate], lang) for gate in range(state.GATES))
            return line(say["flee"], first=first, second=second), line(say["flight"])
        if s.phase == state.ACTING:
            return self._ask_to_act(s, seat, lang)
        if s.phase == state.PAYING:
            contract = self.contract_chip(s.contract, lang)
            return line(say["pay"], contract=contract, n=words.NUMBERS[lang][s.owing]), line(say["objects"])
        if s.phase == state.ADDING:
            return self._ask_to_add(s, seat, lang, people), line(say["bonus"])
        question, reason = {
            state.PLACING: ("place", "free epochs"),
            state.LOSING: ("lose", "losses"),
            state.LANDING: ("land", "anywhere"),
        }[s.phase]
        return line(say[question]), line(say[reason])

    def half(self, s: Any, seat: int, picked: Sequence[str], following: Sequence[str], lang: str) -> Line:
        kind = KINDS[picked[0].removeprefix(f"seat-{seat}-")]
        objects = objects_chip(kind, 1, lang)
        key = "jump" if kind % state.FORMS == state.ATOMIC else "swap"
        return line(words.HALF[lang][key], objects=objects._replace(text=capital(objects.text)))

    def advise(self, s: Any, seat: int, action: int, lang: str, people: People) -> Line:
        say = words.ADVISE[lang]
        if action < state.GATE:
            key = "restock" if action >= state.RESTOCK else "place" if s.phase == state.PLACING else "land"
            epoch = action - state.RESTOCK if action >= state.RESTOCK else action
            name = Chip("epoch", epoch, self.board[epoch].name[lang])
            return line(say[key], place=self.place_chip(epoch, lang), epoch=name)
        if action < state.TAKE:
            gate = action - state.GATE
            return line(say["gate"], gate=gate_chip(gate), place=self.place_chip(s.gate[s.at[seat]][gate], lang))
        if action < state.SELL:
            return line(say["take"], objects=objects_chip(action - state.TAKE, 1, lang))
        if action < state.HAND_IN:
            number = action - state.SELL
            n = words.NUMBERS[lang][self.contracts[number].cost]
            return line(say["sell"], contract=self.contract_chip(number, lang), n=n)
        if action < state.JUMP:
            key = "pay" if s.phase == state.PAYING else "lose"
            return line(say[key], objects=objects_chip(action - state.HAND_IN, 1, lang))
        if action < state.SWAP:
            spent, epoch = jump_parts(action)
            return line(say["jump"], objects=objects_chip(spent, 1, lang), place=self.place_chip(epoch, lang))
        if action < state.END_TURN:
            kind, other, taken = swap_parts(action)
            given, wanted = objects_chip(kind, 1, lang), objects_chip(taken, 1, lang)
            return line(say["swap"], given=given, other=people.who(other), taken=wanted)
        if action == state.END_TURN:
            return line(say["end"])
        contract = self.contract_chip(scoring.white_contract(s, seat, s.added[seat]), lang)
        return line(say["add"], contract=contract, colours=self.colour_chip(action - state.ADD, lang, several=True))

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
        following = s.phase not in (state.PLACING, state.ADDING) and (waiting[0] + 1) % self.seats == seat
        return line(say["wait, next" if following else "wait"], who=who)

    def _eighth(self, s: Any, lang: str) -> Line:
        """P5.2: a warning once any restock may end the year."""
        if s.tracked < state.TRACK - 2 or s.phase == state.ADDING:
            return Line(())
        return line(words.ASK[lang]["eighth"], n=s.tracked, year=s.year)

    def tell(self, event: Event, lang: str, people: People) -> Line | None:
        a, b, c = event.numbers
        say, then = words.TELL[lang], words.THEN[lang].get(event.name)
        match event.name:
            case "turn" | "handed in" | "chosen":
                return None
            case "year ended":
                return line(say[event.name], year=a, heading=True)
            case "turns over":
                return line(say[event.name], n=a, heading=True)
            case "placed" | "restocked" | "landed":
                place, epoch = self.place_chip(b, lang), Chip("epoch", b, self.board[b].name[lang])
                turn = {"restocked": ("restock", b), "landed": a}.get(event.name)
                return people.tell(a, say[event.name], then, place=place, epoch=epoch, turn=turn)
            case "caught":
                form = say["caught with white" if c else "caught"]
                turn = "caught with white" if c else ("caught", a)
                return people.tell(a, form, objects=objects_chip(state.WHITE, c, lang), turn=turn, alarm=True)
            case "lost":
                objects = objects_chip(b, 1, lang)
                return people.tell(a, say[event.name], then, objects=objects, turn=("caught", a), alarm=True)
            case "gate":
                return people.tell(a, say[event.name], then, gate=gate_chip(b), place=self.place_chip(c, lang), turn=a)
            case "filled":
                drawn = objects_line(kinds_noted(b, c), lang)
                return line(say[event.name], then=then, objects=drawn, turn=("restock", a))
            case "police":
                return line(say[event.name], gate=gate_chip(a), place=self.place_chip(b, lang), n=c, alarm=True)
            case "not filled":
                return line(say[event.name], place=self.place_chip(a, lang))
            case "taken" | "jumped":
                objects, place = objects_chip(b, 1, lang), self.place_chip(c, lang)
                return people.tell(a, say[event.name], then, objects=objects, place=place, turn=a)
            case "paid":
                return people.tell(a, say[event.name], then, objects=objects_line(kinds_noted(b, c), lang), turn=a)
            case "bought":
                return people.tell(a, say[event.name], then, contract=self.contract_chip(b, lang), turn=a)
            case "swapped":
                given, taken = (objects_chip(kind, 1, lang) for kind in divmod(c, state.KINDS))
                key = "swapped with you" if b == people.reader else "swapped"
                then = words.THEN[lang][key]
                return people.tell(a, say[key], then, other=people.who(b), given=given, taken=taken, turn=a)
            case _:
                return self._tell_score(event, lang, people)

    def _tell_score(self, event: Event, lang: str, people: People) -> Line:
        a, b, c = event.numbers
        say = words.TELL[lang]
        match event.name:
            case "scored":
                return people.tell(a, say[event.name], points=points_text(b, lang), total=c)
            case "set aside" | "added":
                colour, colours = self.colour_chip(c, lang), self.colour_chip(c, lang, several=True)
                return people.tell(
                    a, say[event.name], contract=self.contract_chip(b, lang), colour=colour, colours=colours
                )
            case "most":
                return people.tell(a, say[event.name], colour=self.colour_chip(b, lang), points=points_text(c, lang))
            case _:  # first player, all colours, won, shared
                return people.tell(a, say[event.name], points=points_text(b, lang))

    # --- What an action would do -------------------------------------------------

    def explain(self, s: Any, seat: int, action: int, lang: str) -> str:
        say = words.EXPLAIN[lang]
        if action < state.RESTOCK:
            return self._arrival("place" if s.phase == state.PLACING else "land", s, action, lang)
        if action < state.GATE:
            epoch = action - state.RESTOCK
            return say["restock"].format(n=s.sites[epoch] - s.filled[epoch])
        if action < state.TAKE:
            return self._arrival("gate", s, s.gate[s.at[seat]][action - state.GATE], lang)
        if action < state.SELL:
            kind = action - state.TAKE
            if kind == state.WHITE:
                return say["take white"].format(jokers=plural(words.JOKERS, s.hand[seat][kind] + 1, lang))
            return say["take"].format(n=rules.of_colour(s, seat, kind // state.FORMS) + 1)
        if action < state.HAND_IN:
            about = self.contracts[action - state.SELL]
            total = about.points * (state.YEARS - s.year + 1)  # P6.1 if all remaining years are completed
            return say["sell"].format(n=about.cost, points=points_text(about.points, lang), total=total)
        if action < state.JUMP:
            return say["pay"].format(n=s.owing - 1) if s.phase == state.PAYING else say["lose"]
        if action < state.SWAP:
            return self._arrival("jump", s, jump_parts(action)[1], lang)
        if action < state.END_TURN:
            return say["swap"].format(given=objects_chip(swap_parts(action)[0], 1, lang))
        return say["end"] if action == state.END_TURN else self._adding(s, seat, action - state.ADD, lang)

    def _arrival(self, how: str, s: Any, epoch: int, lang: str) -> str:
        """A way to reach an epoch, and what is there."""
        say = words.EXPLAIN[lang]
        there = say["objects"][min(s.filled[epoch], 2)].format(n=s.filled[epoch])
        there += f" {say['police']}" if epoch == s.police else ""
        return say[how].format(place=self.place_chip(epoch, lang), there=there)

    def _adding(self, s: Any, seat: int, colour: int, lang: str) -> str:
        """P6.2: the points of a colour with the next white contract, and with those already added in secret."""
        added = [scoring.white_contract(s, seat, i) for i in range(s.added[seat] + 1)]
        chosen = [*(s.choice[seat][i] for i in range(s.added[seat])), colour]
        points = scoring.points_in(s, seat, colour)
        points += sum(s.worth[c] for c, chose in zip(added, chosen, strict=True) if chose == colour)
        return words.EXPLAIN[lang]["add"].format(colour=words.COLOURS[lang][colour][0], n=points)

    # --- On the page -------------------------------------------------------------

    @cached_property
    def chart(self) -> Chart:
        return Chart(self.board)

    def picture(self, epoch: int) -> str:
        """The symbol of an epoch: each of the house board has its own; those of other boards share one."""
        return f"land-{self.board[epoch].id}" if self.board[epoch].id in PICTURES else "land-other"

    def contracts_of(self, colour: int, lang: str) -> str:
        """All contracts of a colour: "Blue contracts"."""
        return capital(words.PAGE[lang]["contracts"].format(colour=words.COLOURS[lang][colour][1]))

    def scene(self, s: Any, lang: str, people: People) -> Scene:
        return self._tabletop(lang, people).scene(s)

    def own(self, s: Any, seat: int, lang: str, people: People) -> list[Piece]:
        return self._tabletop(lang, people).own(s, seat)

    def open(self, s: Any, lang: str, people: People) -> list[Piece]:
        return self._tabletop(lang, people).unsealed(s)

    def _tabletop(self, lang: str, people: People) -> Tabletop:
        return self.drawn(partial(Tabletop, self.board, self.contracts), lang, people)

    def button(self, s: Any, seat: int, handle: str, lang: str) -> str:
        return str(words.PAGE[lang]["end-turn"]) if handle == "end-turn" else ""

    def sheet(self, s: Any, lang: str) -> list[ScoreRow]:
        """P6.1 to P6.3: what each year brought, the bonuses, the total, and the tie-break."""
        say, seats = words.SHEET[lang], range(self.seats)
        rows = [
            ScoreRow(
                say["year"].format(n=year + 1),
                tuple(int(s.earned[seat][year]) for seat in seats),
                "P6.1",
                decided=say["year decided"].format(n=year + 1),
            )
            for year in range(state.YEARS)
        ]
        everything = (1 << state.COLOURS) - 1
        colours = tuple(state.BONUS * (scoring.colours_owned(s, seat) == everything) for seat in seats)
        rows.append(ScoreRow(say["all"], colours, "P6.2", decided=say["all decided"]))
        for colour in range(state.COLOURS):
            points = [scoring.points_in(s, seat, colour) for seat in seats]
            best = tuple(state.BONUS * (mine == max(*points, 1)) for mine in points)
            name = words.COLOURS[lang][colour][0]
            decided = say["most decided"].format(colour=name)
            rows.append(ScoreRow(say["most"].format(colour=name), best, "P6.2", decided=decided))
        rows.append(ScoreRow(say["total"], tuple(int(s.points[seat]) for seat in seats), "P6.3", total=True))
        contracts = tuple(int(sum(s.owned[seat])) for seat in seats)
        rows.append(ScoreRow(say["contracts"], contracts, "P6.3", tie=True, decided=say["contracts decided"]))
        return rows


def jump_parts(action: int) -> tuple[int, int]:
    """The kind that a jump costs, and the epoch it leads to."""
    colour, epoch = divmod(action - state.JUMP, state.EPOCHS)
    return colour * state.FORMS + state.ATOMIC, epoch


def swap_parts(action: int) -> tuple[int, int, int]:
    """The kind given in a swap, to whom, and the kind taken."""
    pair, taken = divmod(action - state.SWAP, state.KINDS)
    colour, other = divmod(pair, state.SEATS)
    return colour * state.FORMS + state.ARROW, other, taken
