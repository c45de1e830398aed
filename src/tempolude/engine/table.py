"""What people see of a match: a game's `table.py` has a subclass `Table` of this module's.

Ordinary Python, never compiled. It works on views, never on the whole state, so it cannot reveal what a seat may not
know.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from string import Formatter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from .errors import UnreadableAction
from .events import Event

if TYPE_CHECKING:
    from .game import Game

Board = TypeVar("Board")
YOU = {"en": "you", "fr": "vous"}
YOU_FIRST = ("You ", "Vous ")
STOP = "."


@dataclass(frozen=True)
class Action:
    """One legal action: its number, its notation, and the pieces or places to click for it, in order."""

    number: int
    notation: str
    handles: tuple[str, ...]


class Chip(NamedTuple):
    """Something in a sentence that a page or a terminal can draw: a card, a seat, crystals."""

    kind: str
    value: Any
    text: str

    def __str__(self) -> str:
        return self.text


@lru_cache(maxsize=4096)  # most sentences name a seat
def seat_chip(seat: int, text: str) -> Chip:
    return Chip("seat", seat, text)


class Line(NamedTuple):
    """A sentence made of words and chips, or a heading in the log.

    In the log, consecutive lines of one `turn` are joined: each but the first adds its `clause`, which replaces the
    full stop.
    """

    parts: tuple[str | Chip, ...]
    heading: bool = False
    turn: Hashable = None
    clause: tuple[str | Chip, ...] = ()
    alarm: bool = False  # a warning: the police, or the end is near
    about: str = ""  # the piece that it explains: both stay visible until read

    def joins(self, before: Line | None) -> bool:
        """Whether it continues the line before it."""
        return bool(self.clause) and before is not None and before.turn == self.turn

    def after(self, before: Line) -> Line:
        """Both as one line.

        >>> ada = line("Ada goes to era B.", turn=0)
        >>> str(line("Ada collects the moa.", turn=0, then=", collects the moa.").after(ada))
        'Ada goes to era B, collects the moa.'
        """
        *parts, last = before.parts
        end = last.removesuffix(STOP) if isinstance(last, str) else last
        about = self.about or before.about
        return self._replace(parts=(*parts, end, *self.clause), alarm=self.alarm or before.alarm, about=about)

    def __str__(self) -> str:
        return "".join(str(part) for part in self.parts)

    def __bool__(self) -> bool:
        return bool(self.parts)


@cache
def _parsed(template: str) -> tuple[tuple[str, str | None], ...]:
    return tuple((words, name) for words, name, _, _ in Formatter().parse(template))


def line(
    template: str,
    *,
    heading: bool = False,
    turn: Hashable = None,
    then: str | None = None,
    alarm: bool = False,
    about: str = "",
    **values: Any,
) -> Line:
    """Fill a template such as `"{who} plays {card}."`, keeping chips. `then` is the template of its clause.

    >>> str(line("{who} plays {card}.", who="Ada", card=Chip("card", 6, "Q7")))
    'Ada plays Q7.'
    """
    if not values and turn is None and then is None:
        return _fixed(template, heading, alarm, about)
    return Line(_filled(template, values), heading, turn, _filled(then, values) if then else (), alarm, about)


@lru_cache(maxsize=4096)
def _fixed(template: str, heading: bool, alarm: bool, about: str) -> Line:
    """A sentence without gaps."""
    return Line(_filled(template, {}), heading, alarm=alarm, about=about)


def joined(lines: Iterable[Line]) -> list[Line]:
    """The lines of a log, those of one turn joined."""
    told: list[Line] = []
    for each in lines:
        if each.joins(told[-1] if told else None):
            told[-1] = each.after(told[-1])
        else:
            told.append(each)
    return told


def _filled(template: str, values: Mapping[str, Any]) -> tuple[str | Chip, ...]:
    parts: list[str | Chip] = []
    for words, name in _parsed(template):
        if words:
            parts.append(words)
        if name is not None:
            value = values[name]
            if isinstance(value, Line):
                parts.extend(value.parts)
            else:
                parts.append(value if isinstance(value, Chip) else str(value))
    return tuple(parts)


def half_made(actions: Iterable[Sequence[str]]) -> dict[tuple[str, ...], tuple[str, ...]]:
    """The handles that begin several actions, each with the handles that can be picked next.

    >>> half_made([("card-1", "gap-1"), ("card-1", "gap-2"), ("card-2", "gap-1"), ("pass",)])
    {('card-1',): ('gap-1', 'gap-2')}
    """
    actions = [*actions]
    every = {handle for handles in actions for handle in handles}
    if len(every) == len(actions) == sum(map(len, actions)):  # a handle of its own for each
        return {}
    begun: dict[tuple[str, ...], list[str]] = {}
    for handles in actions:
        for n in range(1, len(handles) + 1):
            begun.setdefault(tuple(handles[:n]), []).append(handles[n] if n < len(handles) else "")
    return {picked: tuple(filter(None, dict.fromkeys(left))) for picked, left in begun.items() if len(left) > 1}


def both(items: Sequence[Any], lang: str) -> Line:
    """Several things joined by "and": "Ada, Blaise and Émile".

    >>> str(both(["Ada", "Blaise", "Émile"], "fr"))
    'Ada, Blaise et Émile'
    """
    return _listed(items, {"en": " and ", "fr": " et "}[lang])


def either(items: Sequence[Any], lang: str) -> Line:
    """Several things joined by "or": "Ada, Blaise or Émile".

    >>> str(either(["Ada", "Blaise", "Émile"], "en"))
    'Ada, Blaise or Émile'
    """
    return _listed(items, {"en": " or ", "fr": " ou "}[lang])


def _listed(items: Sequence[Any], last: str) -> Line:
    parts: list[str | Chip] = []
    for i, item in enumerate(items):
        parts += [(last if i == len(items) - 1 else ", ")] if i else []
        parts += item.parts if isinstance(item, Line) else [item if isinstance(item, Chip) else str(item)]
    return Line(tuple(parts))


@dataclass(frozen=True)
class People:
    """The names and colours of the seats, and the seat of the reader, whom sentences call "you"."""

    names: Sequence[str]
    reader: int = -1
    colours: Sequence[int] = range(1, 9)  # by seat, from 1 to 8

    @cached_property
    def key(self) -> Hashable:
        """A cache key: equal for equal people."""
        return self.reader, *self.names, *self.colours

    def who(self, seat: int) -> Chip:
        return seat_chip(seat, self.names[seat])

    def whom(self, seat: int, lang: str) -> Chip:
        """A seat inside a sentence: its name, or "you"."""
        return seat_chip(seat, YOU[lang]) if seat == self.reader else self.who(seat)

    def tell(
        self, seat: int, forms: str | Sequence[str], then: str | Sequence[str] | None = None, **values: Any
    ) -> Line:
        """A sentence about `seat`: the first form if it is the reader, else the second, with `{who}` filled in.

        "You" at the start of a sentence is a chip too.
        """
        form = self._form(seat, forms)
        told = line(form, then=self._form(seat, then) if then else None, who=self.who(seat), **values)
        first = told.parts[0]
        if seat != self.reader or not isinstance(first, str) or not first.startswith(YOU_FIRST):
            return told
        you, _, rest = first.partition(" ")
        return Line((seat_chip(seat, you), f" {rest}", *told.parts[1:]), *told[1:])

    def _form(self, seat: int, forms: str | Sequence[str]) -> str:
        return forms if isinstance(forms, str) else forms[0 if seat == self.reader else 1]


class Piece(NamedTuple):
    """Something on the table. A piece keeps its `id` throughout a match, so that the page can animate its moves.

    A face-down piece has an id that reveals nothing; turned over, it names the piece it `was`.
    """

    id: str
    face: str  # a macro of `faces.html` and its arguments, such as "card:3:11"
    at: str  # its place, an id in `table.html`
    order: int = 0  # among the pieces of that place
    state: str = ""  # CSS classes: "last", "lead win"
    label: str = ""  # its name, for tooltips and screen readers
    was: str = ""  # the id of the piece before it was turned over
    handle: str = ""  # its name in actions if not its id: equal pieces share one


@dataclass
class Scene:
    """The table as everybody sees it: pieces, the state of places (CSS classes), and counts by name.

    Pieces come in groups: a group that is the same tuple as in the previous scene has not changed (`parts.py`). What
    the last action moved is stored separately: which piece each `was`, and where some were in `passing` before they
    reached their places.
    """

    groups: Sequence[Sequence[Piece]] = ()
    places: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, int | str] = field(default_factory=dict)
    was: Mapping[str, str] = field(default_factory=dict)  # by the current id of the piece
    passing: Sequence[Piece] = ()

    @property
    def pieces(self) -> list[Piece]:
        return moved((piece for group in self.groups for piece in group), self.was)


def moved(pieces: Iterable[Piece], was: Mapping[str, str]) -> list[Piece]:
    """The pieces, with `was` set on those that the last action moved."""
    return [piece._replace(was=was[piece.id]) if piece.id in was else piece for piece in pieces]


class ScoreRow(NamedTuple):
    """A line of the score sheet: a label, a value for every seat, and the rule behind it.

    Lines that add up come before their total; tie-breakers and notes are set apart.
    """

    label: str
    values: tuple[int | str, ...]
    rule: str = ""
    total: bool = False
    tie: bool = False  # a tie-breaker, not added to the total
    note: bool = False  # for information, not added either
    decided: str = ""  # its name in a sentence: "wonders" made the difference; la différence vient "des merveilles"

    @property
    def adds(self) -> bool:
        return not (self.total or self.tie or self.note)


class Ending(NamedTuple):
    """A finished match: the whole state, the rank of every seat, and all events."""

    s: Any
    ranks: Sequence[int]
    history: Sequence[Event]


ACTION = "action-"  # prefix of the handle of an action that is a button, not a piece or place
ASK = {
    "en": ("Choose what to do.", "{who} is thinking.", "{who} are thinking.", "The game is over."),
    "fr": ("Choisissez votre coup.", "{who} réfléchit.", "{who} réfléchissent.", "La partie est terminée."),
}


class Table:
    """One match as people see it. Games override the methods; `s` is always a view, never the whole state.

    Only `notation` is required. A game without a `table.html` gets the default table, and names its places and counts
    with `places` and `labels`.
    """

    game: Game  # set when the table is created
    LOG: ClassVar[Mapping[str, Mapping[str, str | Sequence[str]]]] = {}  # the sentences of `tell` by language and event

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        self.seats, self.options = seats, options
        self._boards: dict[Any, Any] = {}

    def drawn(self, draw: Callable[[str, People], Board], lang: str, people: People) -> Board:
        """The cached result of `draw` for these people and language, which caches its parts (`parts.py`)."""
        key = lang, people.key
        found: Board | None = self._boards.get(key)
        if found is None:
            found = self._boards[key] = draw(lang, people)
        return found

    def meet(self, s: Any) -> None:  # optional
        """Look at the table once when the match begins, as a spectator, for whatever never changes during it."""

    def notation(self, s: Any, seat: int, action: int) -> str:
        """This action of `seat` in notation."""
        raise NotImplementedError

    def read(self, s: Any, seat: int, text: str) -> int:
        """Parse an action in notation in this position; UnreadableAction if it is not in this game's notation.

        By default only legal actions can be parsed.
        """
        from .ways import Interpreted

        written = {self.notation(s, seat, n): n for n in Interpreted(self.game).legal(s, seat)}
        meant = " ".join(text.split()).casefold()
        for notation, number in written.items():
            if notation.casefold() == meant:
                return number
        raise self.unreadable(text, ", ".join(map(repr, list(written)[:3])))

    def handles(self, s: Any, seat: int, action: int) -> tuple[str, ...]:
        """The pieces or places to click for this action, in order; by default its own button."""
        return (f"{ACTION}{action}",)

    def explain(self, s: Any, seat: int, action: int, lang: str) -> str:
        """What an action would do, in a few words beside its notation; empty if the notation is clear enough."""
        return ""

    def ask(self, s: Any, seat: int, lang: str, people: People) -> tuple[Line, Line]:
        """The prompt of `seat` in one sentence, and a second small one that says why it matters."""
        mine, one, several, over = ASK[lang]
        if seat >= 0 and s.waiting[seat]:
            return line(mine), Line(())
        others = [people.who(other) for other in range(self.seats) if s.waiting[other]]
        if not others:
            return line(over), Line(())
        return line(one if len(others) == 1 else several, who=both(others, lang)), Line(())

    def half(self, s: Any, seat: int, picked: Sequence[str], following: Sequence[str], lang: str) -> Line:
        """The prompt while a move is half made: it names what was picked and what is still open.

        `picked` are the first handles of several legal actions, `following` those that can be picked next. Not needed
        if every action has one handle.
        """
        return Line(())

    def advise(self, s: Any, seat: int, action: int, lang: str, people: People) -> Line:
        """An action as advice to its player: a whole sentence that names cards, dates and places."""
        text = f"{self.notation(s, seat, action)}. {self.explain(s, seat, action, lang)}"
        return Line((text.strip(),))

    def tell(self, event: Event, lang: str, people: People) -> Line | None:
        """The log line of an event, or None if it needs none.

        By default `LOG` has the sentences by the names of events: one, or two, the first of which is for the seat that
        acted. That seat is the first number of the event and fills `{who}`; `{a}`, `{b}` and `{c}` are its numbers.
        """
        form = self.LOG.get(lang, {}).get(event.name)
        if form is None:
            return None
        a, b, c = event.numbers
        if isinstance(form, str) and "{who}" not in form:
            return line(form, a=a, b=b, c=c)
        return people.tell(a, form, a=a, b=b, c=c)

    looks_back: frozenset[str] = frozenset()  # the events for `tell_from`, which need the position before them

    def tell_from(self, before: Any, event: Event, lang: str, people: People) -> Line | None:
        """The log line of an event of `looks_back`; `before` is a spectator's view before the action."""
        return self.tell(event, lang, people)

    # --- On the page -------------------------------------------------------------

    def scene(self, s: Any, lang: str, people: People) -> Scene:
        """The table as everybody sees it; `s` is the view of a spectator."""
        return Scene()

    def places(self, lang: str) -> Mapping[str, str]:
        """The names of the places in the middle of a default table, by id, in order.

        Every seat has two more places: `hand-SEAT`, its hand, and `tray-SEAT`, in its tray.
        """
        return {}

    def labels(self, lang: str) -> Mapping[str, str]:
        """The labels of the counts of a default table: `points` labels the count `points-SEAT` of every seat."""
        return {}

    def own(self, s: Any, seat: int, lang: str, people: People) -> list[Piece]:
        """The pieces that only `seat` sees. They replace those of `scene` at the same places."""
        return []

    def open(self, s: Any, lang: str, people: People) -> list[Piece]:
        """The hidden pieces, face up, for the replay of a finished match; `s` is the whole state.

        Every hand is at the place `open-SEAT`. As with `own`, these pieces replace those of `scene` at the same places.
        """
        hands = {f"hand-{seat}": f"open-{seat}" for seat in range(self.seats)}
        mine = (piece for seat in range(self.seats) for piece in self.own(s, seat, lang, people))
        return [piece._replace(at=hands.get(piece.at, piece.at)) for piece in mine]

    def preview(self, s: Any, seat: int, action: int, lang: str, people: People) -> list[Piece]:
        """What the table shows `seat` while it considers an action: pieces as they would become, and tags."""
        return []

    def button(self, s: Any, seat: int, handle: str, lang: str) -> str:
        """The text on the button of a handle that is neither a piece nor a place; else empty."""
        number = handle.removeprefix(ACTION)
        if number == handle or not number.isdecimal():
            return ""
        from .wording import capital

        return capital(self.notation(s, seat, int(number)))

    def quiet(self, s: Any, seat: int) -> tuple[str, ...]:
        """The handles of buttons that do not glow: legal, but there is something better."""
        return ()

    def sheet(self, s: Any, lang: str) -> list[ScoreRow]:
        """The score sheet of a finished match, line by line, the total last; `s` is the whole state."""
        from .ways import Interpreted
        from .wording import capital

        points, _ = Interpreted(self.game).score(s)
        return [ScoreRow(capital(self.game.score[lang]), tuple(points), total=True)]

    def why(self, ending: Ending, seat: int, lang: str, people: People) -> Line | None:
        """Why `seat` finished where it did, in one sentence; None if the score sheet shows it (`verdict.py`)."""
        return None

    @staticmethod
    def unreadable(text: str, examples: str) -> UnreadableAction:
        return UnreadableAction(f"cannot read {text!r} as an action; expected something like {examples}")
