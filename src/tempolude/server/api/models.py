"""The requests and responses of the API, as OpenAPI describes them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..people.guests import NAME
from ..refusal import N_

LONGEST = 30  # seconds that a call may wait for news
Level = Literal["visitor", "apprentice", "regular", "strategist", "master"]
Phase = Literal["gathering", "playing", "over"]
Code = Annotated[str, Field(description=N_("The code of a table, as in its address."), examples=["k7dm2vwx9q"])]
SeatNumber = Annotated[int, Field(description=N_("A seat, counted from 0."), ge=0, le=7, examples=[1])]
Move = Annotated[
    str | None,
    Field(
        description=N_("An id of your own for this move. Sent again with the same id, it is done once."),
        pattern=r"^[!-~]{1,40}$",
        examples=["a-41"],
    ),
]
Version = Annotated[
    int,
    Field(description=N_("How many actions and undos there were; -1 while players gather."), ge=-1, examples=[41]),
]
Asked = Annotated[bool, Field(description=N_("Whether your seat must decide now."))]


class Sent(BaseModel):
    """What a program sends: nothing more, and nothing of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


# --- Games -----------------------------------------------------------------------


class Choice(BaseModel):
    name: str
    title: str


class Option(BaseModel):
    """Something that can be chosen before a match."""

    name: str
    title: str
    meaning: str
    kind: Literal["number", "choice", "several"] = Field(
        description=N_("A whole number, one of the choices, or a list of one or more of them.")
    )
    default: int | str | list[str]
    low: int | None = Field(description=N_("The least number."))
    high: int | None = Field(description=N_("The greatest number."))
    choices: list[Choice]


class Game(BaseModel):
    """A game on the shelf."""

    name: str = Field(description=N_("The identifier used in requests."), examples=["contretemps"])
    title: str
    tagline: str
    designers: list[str]
    seats: list[int] = Field(description=N_("For how many it is."), examples=[[3, 4, 5, 6]])
    minutes: int
    rules_version: int
    rules: str = Field(description=N_("Where the rules are, to read."), examples=["/rules/contretemps"])
    simultaneous: bool = Field(description=N_("Whether several seats ever decide at once."))
    actions: int = Field(description=N_("Actions are numbers from 0 to one less than this."), examples=[86])
    options: list[Option]


class StateField(BaseModel):
    """One field of a view."""

    name: str
    shape: list[int] = Field(
        description=N_(
            "Empty for one number; else the lengths of the nested lists. Rows of seats may be longer than the table."
        )
    )
    seen_by: str = Field(description=N_("Who sees it; hidden values are -1 (0 for flags)."))
    meaning: str = Field(description=N_("What it is, with the number of the rule."))


class EventKind(BaseModel):
    """One kind of event."""

    name: str
    numbers: str = Field(description=N_("What its numbers are, in this order."), examples=["seat, card, event"])


class GameInDetail(Game):
    """A game, and what the fields of its views and the numbers of its events mean."""

    fields: list[StateField]
    events: list[EventKind]


class Games(BaseModel):
    games: list[Game]


# --- People ----------------------------------------------------------------------


class NewGuest(Sent):
    name: str = Field(description=N_("Your player name."), min_length=1, max_length=NAME, examples=["Ada’s bot"])


class Token(BaseModel):
    """A new guest's token. It is shown this once."""

    name: str
    token: str = Field(description=N_("Send it as “Authorization: Bearer …”."))


# --- Tables ----------------------------------------------------------------------


Clock = Annotated[
    str,
    Field(
        description=N_(
            "Time to think: 3d (days per move), 10+20 (minutes, seconds added per move), wait, or empty: live."
        ),
        max_length=8,
        examples=["3d"],
    ),
]


class NewTable(Sent):
    game: str = Field(description=N_("The name of a game."), max_length=40, examples=["contretemps"])
    seats: int | None = Field(
        default=None, description=N_("Number of players; defaults to the usual number."), ge=1, le=8, examples=[4]
    )
    options: dict[str, int | str | list[str]] = Field(
        default={}, description=N_("What differs from the game’s usual options, by name."), examples=[{}]
    )
    open: bool = Field(default=False, description=N_("Whether it is listed in the lobby for anyone to join."))
    bots: list[Level] = Field(
        default=[],
        description=N_("The levels of the bots that sit down on the seats after yours."),
        max_length=7,
        examples=[["regular", "visitor", "visitor"]],
    )
    clock: Clock = ""
    start: bool = Field(default=False, description=N_("Start at once; regular bots fill the empty seats."))


class Seat(BaseModel):
    """A seat of a table, and who has it."""

    seat: int
    kind: Literal["person", "bot", "free"]
    name: str
    level: str | None = Field(description=N_("Of a bot."))
    colour: int
    you: bool
    asked: bool = Field(description=N_("Whether it must decide now."))
    here: bool = Field(description=N_("Whether its player is at the table; a bot always is."))
    left: float | None = Field(description=N_("Seconds that are left to its player; null without a clock."))
    departed: bool = Field(description=N_("Whether its player left the game for good and a bot plays on."))


class Result(BaseModel):
    """How a match ended, by seat."""

    ranks: list[int] = Field(examples=[[2, 1, 3]])
    scores: list[int] = Field(examples=[[7, 11, 4]])


class Table(BaseModel):
    """A table: who sits there and how far the match is."""

    code: Code
    page: str = Field(description=N_("Its address in a browser."), examples=["/t/k7dm2vwx9q"])
    game: str
    options: dict[str, Any]
    phase: Phase
    open: bool
    clock: Clock
    host: str = Field(description=N_("The name of its host, as long as they sit there."))
    yours: bool = Field(description=N_("Whether you are its host: only the host adds bots and starts the game."))
    seat: int | None = Field(description=N_("Your seat; null if you have none."))
    seats: list[Seat]
    version: Version
    asked: list[int] = Field(description=N_("The seats that must decide now."))
    seal: str = Field(description=N_("The SHA-256 of the secret seed, fixed before anybody acts."))
    result: Result | None
    next: str | None = Field(description=N_("The code of the table that the players went on to."))


class Leaving(BaseModel):
    """What became of a table when you left it."""

    goes_on: bool = Field(description=N_("Whether it goes on without you; if no other person is left, it is removed."))


class Tables(BaseModel):
    tables: list[Table]


class Me(BaseModel):
    """Who you are, and the tables where you sit, the last changed first."""

    name: str
    tables: list[Table]


class Sit(Sent):
    seat: SeatNumber | None = Field(default=None, description=N_("Which seat; defaults to the first free one."))


class PutBot(Sent):
    seat: SeatNumber
    level: Level | None = Field(description=N_("Its level; null removes the bot."), examples=["regular"])


class Start(Sent):
    level: Level = Field(default="regular", description=N_("The level of the bots that fill the empty seats."))


# --- Playing ---------------------------------------------------------------------


class Action(BaseModel):
    """Something your seat may do now."""

    number: int
    notation: str = Field(examples=["play Q7"])
    words: str = Field(description=N_("What it would do; empty where the notation says it all."))


class View(BaseModel):
    """What your seat may know, and what it may do."""

    code: Code
    game: str
    phase: Phase
    version: Version
    seat: int | None = Field(description=N_("Your seat; null for a spectator."))
    asked: Asked
    waiting: list[int] = Field(description=N_("The seats that must decide now."))
    question: str = Field(description=N_("What is asked of you, in a sentence."))
    why: str = Field(description=N_("Why it matters, in another."))
    fields: dict[str, Any] = Field(
        description=N_("The state without what you may not know, by name; “One game in detail” says what each means.")
    )
    actions: list[Action] = Field(description=N_("All that you may do now; empty if you are not asked."))
    undo: bool = Field(description=N_("Whether you can undo your last action."))


class Act(Sent):
    action: int | Annotated[str, Field(max_length=200)] = Field(
        description=N_("The number of an action, or its notation."), examples=[17]
    )
    at: int = Field(description=N_("The version of the view that you decided on."), examples=[41])
    move: Move = None


class TakeBack(Sent):
    move: Move = None


class Done(BaseModel):
    """What was asked for is done, and kept."""

    version: Version
    phase: Phase
    asked: Asked


class Advice(BaseModel):
    """An action as advice."""

    action: int
    notation: str
    words: str = Field(description=N_("What it is, in a sentence."))
    chance: int | None = Field(
        description=N_("The chance of winning after it, in percent; none if it is the only action there is.")
    )


class Hint(Advice):
    """What the strongest bot would do for you, and the next best."""

    others: list[Advice]


class Talk(Sent):
    text: str = Field(description=N_("What you say to the table."), min_length=1, max_length=300, examples=["Hello"])


class Known(BaseModel):
    """What somebody who follows a table knows already."""

    model_config = ConfigDict(extra="forbid")

    after: int = Field(
        default=-1, description=N_("The version you know; -1 for all from the beginning."), ge=-1, le=10**6
    )
    said: int | None = Field(
        default=None,
        description=N_("How many messages you have already received; omit it to get none."),
        ge=0,
        le=10**6,
    )


class Since(Known):
    wait: float = Field(
        default=0, description=N_("How many seconds to wait if nothing is new."), ge=0, le=LONGEST, examples=[25]
    )


class Event(BaseModel):
    """Something that happened."""

    version: int = Field(description=N_("After which action; 0 is how the match began."))
    seat: int | None = Field(description=N_("Who acted; null at the beginning."))
    name: str = Field(description=N_("Its kind; “taken back” is an undo of that seat’s last action."))
    numbers: list[int] = Field(description=N_("What it is about; “One game in detail” says what they mean."))
    words: str | None = Field(description=N_("The line of the log, if it has one."))
    heading: bool = Field(description=N_("Whether that line opens a new part of the log."))


class Said(BaseModel):
    """Something a player said."""

    seat: int
    name: str
    text: str


class News(BaseModel):
    """What happened since you last asked, as far as you may know it."""

    version: Version
    phase: Phase
    asked: Asked
    events: list[Event]
    talk: list[Said]
    said: int = Field(description=N_("How many messages there are so far: pass this next time."))


# --- Reviews ---------------------------------------------------------------------

Shares = Annotated[list[float], Field(description=N_("A share for each seat."), examples=[[0.25, 0.5, 0.25]])]


class FollowedAction(BaseModel):
    """An action of a line that could have followed."""

    seat: int
    action: int


class Decision(BaseModel):
    """A decision, judged by what its player knew then."""

    at: int = Field(description=N_("The number of the action, counted from 1."))
    verdict: Literal["right", "good", "hesitant", "misstep", "contretemps", "only"] = Field(
        description=N_("How good it was; “only”: there was nothing to choose.")
    )
    action: int
    notation: str
    words: str = Field(description=N_("The action in a sentence."))
    best: int = Field(description=N_("The best action that was found; the chosen one if none is better."))
    best_notation: str
    best_words: str = Field(description=N_("The best action in a sentence."))
    given: float = Field(description=N_("The chance of winning that it gave away."))
    error: float = Field(description=N_("The standard error of that."))
    wins: float | None = Field(description=N_("The chance of winning after it; null if there was nothing to choose."))
    line: list[FollowedAction] = Field(description=N_("What could have followed the best action, that one first."))


class ReviewedSeat(BaseModel):
    """A match as one seat saw it."""

    seat: int
    chances: list[Shares] = Field(
        description=N_("Each seat’s chance of winning after every action, from before the first on; empty until found.")
    )
    moments: list[int] = Field(description=N_("The actions that decided the match, the weightiest first."))
    decisions: list[Decision] = Field(description=N_("The decisions judged so far, in order."))


class Review(BaseModel):
    """The review of a finished match, as far as it is made."""

    code: Code
    page: str = Field(description=N_("Its address in a browser."), examples=["/t/k7dm2vwx9q/review"])
    game: str
    progress: float = Field(description=N_("How much of it is made, from 0 to 1."))
    finished: bool
    preparing: bool = Field(description=N_("Whether it still waits for this server to get reviews of this game ready."))
    actors: list[int] = Field(description=N_("The seat of each action."))
    result: Shares
    prior: Shares = Field(
        description=N_("Each seat’s chance before the deal. Prior, luck and skill add up to the result.")
    )
    deal: Shares = Field(description=N_("The part of luck that the deal was."))
    luck: Shares
    noise: Shares = Field(description=N_("The standard error of luck, and so of skill."))
    skill: Shares
    strokes: dict[int, Shares] = Field(description=N_("The luck of the actions in which chance had a say, by number."))
    seats: list[ReviewedSeat] = Field(description=N_("The seats whose decisions are judged: those of people."))
