"""The protocol between a page and the server: every message, declared once.

The server encodes and decodes these types, the tests decode what they receive with them, and `tools/protocol.py` writes
docs/protocol.md and static/wire.js from them. Change a message here, then run `make protocol`; if a page that is open
during an upgrade could no longer follow, raise VERSION too.

>>> encode(Done(id="m1", version=3))
b'{"t":"done","id":"m1","version":3}'
>>> decode('{"t":"do","action":7,"at":2,"id":"m1"}')
Do(action=7, at=2, id='m1')
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, NamedTuple, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from tempolude.engine.table import Piece

from .refusal import N_, Refusal

VERSION = 5  # the page names it when it connects: /t/CODE/live?v=5
LARGEST = 2048  # characters of a message from a page

Part = TypeVar("Part")


def about(text: str) -> Meta:
    """The description of a field in docs/protocol.md."""
    return Meta(description=text)


# --- Parts of messages ---------------------------------------------------------------


class Whole(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Base of all declarations: an undeclared field is an error, an empty default is not sent."""


Version = Annotated[int, about("The number of entries in the log of the match: actions and undos.")]
Words = Annotated[str, about("A sentence for the reader, in their language.")]
Address = Annotated[str, about("An address on this server.")]
Name = Annotated[str, Meta(pattern=r"^[ -~]{1,40}(?!\n)$", description="A name that the page gives to one move.")]
Faces = Annotated[dict[str, str], about("The HTML of faces that the page does not have yet, by name.")]
Actions = Annotated[
    list[list[int | str]],
    about("The reader's legal actions: the number of each, then what to click for it, in order."),
]


Half = Annotated[
    dict[str, str],
    about("The prompts of half-made moves, in HTML, by the handles picked so far, separated by spaces."),
]


Quiet = Annotated[list[str], about("The handles of buttons that do not glow: legal, but there is something better.")]


class Line(NamedTuple):
    """A line of the log: its HTML, the number of actions when it was written, its kind (1 a heading, 2 an alarm), 1 if
    it continues the previous line, replacing its full stop, and the id of the piece it explains: the page shows both
    until they have been read."""

    html: str
    step: int
    kind: int
    joins: int = 0
    about: str = ""


class Spoken(NamedTuple):
    """A chat message: the HTML of the player's name, and plain text."""

    who: str
    text: str


class Scene(Whole):
    """The table as everybody sees it: all of it, or what changed."""

    last: Annotated[list[str], about("The ids of the pieces that the last action moved.")]
    pieces: Annotated[list[Piece], about("The pieces on the table; in a change, those that are new or different.")] = []
    gone: Annotated[list[str], about("The ids of pieces that are no longer there.")] = []
    places: Annotated[Mapping[str, str], about("The CSS classes of places, by id.")] = {}
    counts: Annotated[Mapping[str, int | str], about("Numbers and words on the table, by name.")] = {}
    afresh: Annotated[bool, about("This is the whole scene: discard the previous one.")] = False
    passing: Annotated[
        list[Piece], about("In a change, intermediate places of some pieces: the page shows them first, then the rest.")
    ] = []


class Log(Whole):
    """Lines of the log."""

    lines: list[Line]
    since: Annotated[int, about("The number of actions after which lines are new to this reader.")]
    afresh: Annotated[bool, about("Discard the lines so far: an action was undone.")] = False
    away: Annotated[bool, about("The reader was away: `since` is when they left.")] = False


class Seat(Whole):
    """What is shown beside a player's name."""

    asked: Annotated[bool, about("They have to decide.")] = False
    away: Annotated[bool, about("They have no page open.")] = False
    replaced: Annotated[bool, about("A bot plays for them.")] = False
    words: Words = ""
    left: Annotated[float | UnsetType, about("The seconds they have left, if a clock runs.")] = UNSET


class Lesson(Whole):
    """A lesson of the guide of a first match."""

    name: str
    words: Annotated[str, about("HTML.")]
    rules: Annotated[list[str], about("The numbers of the rules it explains.")]
    at: Annotated[list[str], about("The pieces, places or buttons it points at.")]
    step: Annotated[int, about("The number of actions when it was shown.")]


class Advice(Whole):
    """An action that the master recommends."""

    action: int
    handles: Annotated[list[str], about("What to click for it, in order.")]
    words: Annotated[str, about("What it is, as a sentence in HTML.")]
    chance: Annotated[
        int | UnsetType, about("The chance of winning after it, in percent; absent if it is the only action.")
    ] = UNSET


class Guide(Whole):
    """The guide's lessons for the beginner."""

    since: Annotated[int, about("The number of actions after which lessons are new to them.")]
    said: Annotated[list[Lesson] | UnsetType, about("All lessons so far; absent if there is no new one.")] = UNSET


# --- From the server to a page -------------------------------------------------------


class ToPage(Whole, tag_field="t"):
    """A message to a page; `t` is its kind."""


class State(ToPage, tag="state"):
    """Everything a page shows. A page gets it when it connects, unless it already shows this version."""

    version: Version
    all: Scene
    own: Annotated[list[Piece], about("The reader's own pieces; they replace those of `all` at the same places.")]
    ask: Annotated[tuple[str, str], about("The reader's prompt and its reason: HTML.")]
    actions: Actions
    buttons: Annotated[dict[str, str], about("The texts of buttons for what is not on the table, by handle.")]
    undo: Annotated[bool, about("The reader may undo their last action.")]
    log: Log
    faces: Faces
    half: Half = {}
    quiet: Quiet = []
    seats: Annotated[list[Seat], about("In the order of the seats; empty on a static page.")] = []
    talk: list[Spoken] = []
    over: Annotated[str | UnsetType, about("The score sheet in HTML, once the match is over.")] = UNSET
    guide: Guide | UnsetType = UNSET


class Update(ToPage, tag="update"):
    """What changed with the last action, or with several that were chosen at the same time and committed together. An
    absent field has not changed."""

    version: Version
    all: Scene
    by: Annotated[int, about("The seat that acted; of several, the last.")]
    own: Annotated[list[Piece] | UnsetType, about("All of the reader's own pieces.")] = UNSET
    ask: tuple[str, str] | UnsetType = UNSET
    actions: Actions | UnsetType = UNSET
    buttons: Annotated[dict[str, str] | UnsetType, about("Comes with `actions`.")] = UNSET
    half: Annotated[Half, about("Comes with `actions`; absent if no move can be half made.")] = {}
    quiet: Annotated[Quiet, about("Comes with `actions`.")] = []
    undo: bool | UnsetType = UNSET
    log: Annotated[Log | UnsetType, about("New lines.")] = UNSET
    faces: Faces | UnsetType = UNSET
    seats: list[Seat] | UnsetType = UNSET
    over: str | UnsetType = UNSET
    guide: Guide | UnsetType = UNSET
    id: Annotated[Name | UnsetType, about("The move of this page that it acknowledges: no `done` follows.")] = UNSET


class Seats(ToPage, tag="seats"):
    """Somebody came or left, or a clock ran out."""

    seats: list[Seat]


class Names(ToPage, tag="names"):
    """Players have new names; the whole state follows."""

    names: Annotated[list[str], about("By seat.")]


class Left(ToPage, tag="left"):
    """A player has left the match for good; a bot plays on."""

    seat: int
    words: Annotated[str, about("HTML.")]


class Talk(ToPage, tag="talk"):
    """A new chat message."""

    said: Spoken


class Done(ToPage, tag="done"):
    """A move of this page was done, and no `update` has acknowledged it. A repeated move is only answered again."""

    id: Name
    version: Annotated[int, about("The number of entries in the log with it.")]


class Refused(ToPage, tag="refused"):
    """A move of this page was not done. Nothing has changed."""

    id: Name
    words: Words


class Error(ToPage, tag="error"):
    """Something else was not done. Nothing has changed."""

    words: Words
    of: Annotated[str, about("`hint` if it is the answer to one; else absent.")] = ""


class Hint(ToPage, tag="hint"):
    """What the master would play: the answer to `hint`."""

    advice: Annotated[list[Advice], about("At most three actions, the best first.")]


class Explained(ToPage, tag="explained"):
    """What an action would do: the answer to `explain`. `words` is empty if it is not legal now."""

    action: int
    words: Words
    preview: Annotated[list[Piece], about("Pieces as they would become, shown while the reader considers it.")] = []
    faces: Faces = {}


class Weighed(ToPage, tag="weighed"):
    """Whether an action could be undone, and what it would do: the answer to `weigh`."""

    action: int
    final: Annotated[bool, about("It could not be undone, or is not legal now.")]
    words: Words


class Turn(ToPage, tag="turn"):
    """It is the reader's turn at another table."""

    code: Annotated[str, about("The code of that table.")]
    words: Words


class News(ToPage, tag="news"):
    """Something about others: an invitation, a request, being asked to leave. Without words, only the lobby would show
    something else now."""

    words: Words = ""
    address: Annotated[str, about("Where it leads on to, on this server.")] = ""


class Next(ToPage, tag="next"):
    """The players' next match has a table."""

    address: Address


class Go(ToPage, tag="go"):
    """This table was deleted: go to another page."""

    address: Address


class Reload(ToPage, tag="reload"):
    """Reload the page: it is out of date."""


# --- From a page to the server -------------------------------------------------------


class FromPage(Whole, tag_field="t"):
    """A message from a page; `t` is its kind."""


class Do(FromPage, tag="do"):
    """Take an action. Answered by `update` with its name, `done` or `refused`."""

    action: Annotated[int, about("Its number in `actions`.")]
    at: Annotated[int, about("The version that the page shows.")]
    id: Name


class Undo(FromPage, tag="undo"):
    """Undo your last action. Answered by `update` with its name, `done` or `refused`."""

    id: Name


class AskHint(FromPage, tag="hint"):
    """Ask the master for a hint. Answered by `hint` or `error`."""


class Explain(FromPage, tag="explain"):
    """Ask what an action would do. Answered by `explained` or `error`."""

    action: int


class Weigh(FromPage, tag="weigh"):
    """Ask whether an action could be undone. Answered by `weighed` or `error`."""

    action: int


class Back(FromPage, tag="back"):
    """The player is back: the bot stops playing for them. Answered by `seats` to everybody."""


class Look(FromPage, tag="look"):
    """The page has come to the foreground, or has left it: whoever looks is not called. Not answered."""

    on: bool


class Say(FromPage, tag="say"):
    """Send a chat message. Answered by `talk` to everybody, or by `error`."""

    text: Annotated[str, about("At most 300 characters on one line.")]


# --- What a page begins with ---------------------------------------------------------


class TablePage(Whole):
    """In the page of a table, `<script id="state">`."""

    state: Annotated[State, about("Without faces and lines of the log, which are in the page itself.")]
    game: str
    me: Annotated[int, about("The reader's seat, -1 for a spectator.")]
    say: Annotated[dict[str, str], about("The sentences that the script shows by itself, by name.")]
    passed: Annotated[list[int], about("On a shared device: the seats among which it is passed round.")] = []
    code: Annotated[str, about("The table's code; absent on a static page.")] = ""
    address: Annotated[str, about("The path of its WebSocket; absent on a static page.")] = ""
    token: Annotated[str, about("Proof that a form comes from this page.")] = ""
    pace: Annotated[str, about("The pace of others' actions: `calm`, `normal`, `quick` or `once`.")] = "once"
    confirm: Annotated[str, about("Which actions the reader must confirm: `never`, `final` or `always`.")] = "never"


class Moment(Scene, kw_only=True):
    """The table after some action: all of it, or what changed since the previous moment."""

    asked: Annotated[list[int], about("The seats that have to decide.")]


class ReplayPage(Whole):
    """In the page of a replay, `<script id="state">`."""

    code: str
    game: str
    address: Annotated[str, about("The address of the replay; `moments` and `lines` are below it.")]
    at: Annotated[int, about("The moment that the page shows, as a number of actions.")]
    last: Annotated[int, about("The last moment.")]
    moment: Annotated[Moment, about("The complete moment that the page shows.")]
    eyes: Annotated[str, about("Whose view it is: a seat, `none` for a spectator, `all` for open hands.")]
    over: Annotated[bool, about("The match is over.")]
    actors: Annotated[list[int], about("The seat of each action.")]
    who: Annotated[list[str], about("The players' names, in HTML.")]
    undone: Annotated[int, about("The number of undone entries of the log; if it changes, so has the past.")]
    stretch: Annotated[int, about("The number of moments per response.")]
    say: Annotated[dict[str, str], about("The sentences that every table's script shows by itself, by name.")]
    words: Annotated[dict[str, str], about("The sentences that the replay's script shows by itself, by name.")]


class Moments(Whole):
    """`GET /t/CODE/replay/moments?first=N&seat=EYES`: consecutive moments."""

    first: int
    moments: Annotated[list[Moment], about("The first is complete, the others are changes.")]
    faces: Annotated[dict[str, str], about("The HTML of the faces of their pieces, by name.")]
    undone: int


class Lines(Whole):
    """`GET /t/CODE/replay/lines?seat=EYES`: the whole log."""

    lines: list[Line]
    undone: int


# --- Why the server closes a connection ----------------------------------------------


class Close(IntEnum):
    """Why the server closes a connection, and what the page does then."""

    about: str

    def __new__(cls, code: int, about: str) -> Close:
        self = int.__new__(cls, code)
        self._value_, self.about = code, about
        return self

    SIGNED_OUT = 4401, "The session or token that opened it has ended. The page reloads."
    FOREIGN = 4403, "The page is not one of this server's, or its reader has no valid cookie. It does not reconnect."
    MISSING = 4404, "There is no such table, or it was deleted. The page does not reconnect."
    MOVED = 4409, "The page is for another seat than the reader has now. It reloads."
    OUTDATED = 4426, "The page uses another version of this protocol. It reloads, with the right script."
    TOO_MANY = 4429, "Too many connections or attempts. The page waits for half a minute."
    RESTARTING = 1012, "The server is restarting. The page reconnects within half a second without showing an error."
    SLOW = 1013, "The page reads too slowly. It reconnects and gets the whole state."


FIRST_RELOAD = b'{"reload":true}'  # understood by the scripts of version 1, which sent no version

# --- Reading and writing -------------------------------------------------------------

Sent = (
    State
    | Update
    | Seats
    | Names
    | Left
    | Talk
    | Done
    | Refused
    | Error
    | Hint
    | Explained
    | Weighed
    | Turn
    | News
    | Next
    | Go
    | Reload
)
SentToNotifier = Turn | News | Error  # the messages of /me/live
Received = Do | Undo | AskHint | Explain | Weigh | Back | Look | Say


class _Named(Struct):
    """The name of any message."""

    id: Name | None = None


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Received)
_named = msgspec.json.Decoder(_Named)
_unreadable = (msgspec.DecodeError, UnicodeEncodeError, RecursionError)


def encode(message: Struct) -> bytes:
    return _encoder.encode(message)


def decode(text: str) -> Received:
    """Decode a page's message, or a Refusal."""
    if len(text) > LARGEST:
        raise Refusal(N_("This message is too long. Nothing has changed."))
    try:
        return _decoder.decode(text)
    except _unreadable:
        raise Refusal(N_("This message cannot be understood. Nothing has changed.")) from None


def name_of(text: str) -> str | None:
    """The name of the move in a message, if readable, so that a refusal can name the move."""
    try:
        return _named.decode(text).id if len(text) <= LARGEST else None
    except _unreadable:
        return None


def encoded(part: Part) -> Part:
    """A part shared by several messages, encoded once. Only for `encode`."""
    return Raw(_encoder.encode(part))  # type: ignore[return-value]


def packed(piece: Piece) -> Piece:
    """A piece without its empty last fields, which decoding restores. Only for `encode`."""
    end = len(piece)
    while not piece[end - 1]:  # "" or 0
        end -= 1
    return piece[:end]  # type: ignore[return-value]


def kinds(messages: object) -> dict[str, type[Struct]]:
    """The messages of a union, by their kind."""
    return {str(kind.__struct_config__.tag): kind for kind in get_args(messages)}
