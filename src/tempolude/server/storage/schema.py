"""The tables of the database, the same for SQLite and PostgreSQL. Times are seconds since 1970, UTC."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

METADATA = MetaData()

settings = Table(
    "settings",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

people = Table(
    "people",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("seen", Float, nullable=False),
    Column("account", String(40)),  # the sign-in name, in lower case; none: a guest
    Column("password", Text),  # its argon2 hash
    Index("people_by_account", "account", unique=True),
)

preferences = Table(
    "preferences",
    METADATA,
    Column("person", String(32), primary_key=True),
    Column("pace", String(8), nullable=False),  # at which others' actions are shown
    Column("confirm", String(8), nullable=False),  # which of their own actions they must confirm
    Column("set", Float, nullable=False),
)

ended = Table(
    "ended_sessions",
    METADATA,
    Column("session", String(32), primary_key=True),  # signed out: copies of its cookie are invalid
    Column("at", Float, nullable=False),
)

tokens = Table(
    "tokens",
    METADATA,
    Column("hash", String(64), primary_key=True),  # SHA-256 of an API token; the token itself is not stored
    Column("person", String(32), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("made", Float, nullable=False),
    Column("used", Float),
)

tables = Table(
    "tables",
    METADATA,
    Column("code", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    # With the versions of its data sets once the match has begun; the texts of custom decks by hash (texts.py).
    Column("options", JSON, nullable=False),
    Column("data", JSON),  # once it has begun: the SHA-256 of every card set, deck and board (`Match.data`)
    Column("seed", String(80), nullable=False),
    Column("phase", String(12), nullable=False),  # gathering, playing, over
    Column("open", Boolean, nullable=False),  # listed in the lobby, or only for those with the link
    Column("host", String(32), nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False, index=True),
    Column("result", JSON),  # at the end: ranks and scores by seat
    Column("rematch", String(16)),  # the table of the players' next match
    Column("clock", String(24), nullable=False, server_default=""),  # as clocks.py writes it; empty: none
    Column("begun", Float),  # when the match began
    Column("due", Float),  # when a clock runs out or a bot must move although nobody is present
    Column("one_device", Boolean, nullable=False, server_default=false()),  # a shared device: all seats are the host's
    Column("guided", Boolean, nullable=False, server_default=false()),  # a first match with a guide
    Column("rated", Boolean, nullable=False, server_default=false()),  # fixed when the table is created
    Column("friends", Boolean, nullable=False, server_default=false()),  # listed to the friends of who sits there
    Column("tournament", String(16)),  # of which it is a table
    Column("day", String(10)),  # whose daily deal is played here, as "2026-11-16"
    Index("tables_by_due", "due"),
)

chairs = Table(
    "chairs",
    METADATA,
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(32), index=True),  # none: a bot, or free
    Column("bot", String(40)),  # which bot plays here; none: a person, or free
    Column("name", String(40), nullable=False),
    Column("colour", Integer, nullable=False),
    Column("seen", Integer, nullable=False, server_default="0"),  # actions its player has been shown
    Column("left", Boolean, nullable=False, server_default=false()),  # its player left for good, and the bot plays on
    Column("leaver", String(32), index=True),  # that player, for the result only: they have no rights here any more
    Column("put_away", Boolean, nullable=False, server_default=false()),  # hidden from its player's lists
)

actions = Table(
    "actions",
    METADATA,
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),  # two writers cannot both be number n
    Column("seat", Integer, nullable=False),
    Column("action", Integer, nullable=False),  # -1: the seat undid its last action
    Column("move", String(40)),  # the seat's id for it, so that an action sent twice is done once
    Column("at", Float, nullable=False),
    Column("stood_in", Boolean, nullable=False, server_default=false()),  # a bot did it for a player who was away
    Index("actions_by_move", "code", "seat", "move", unique=True),
)

says = Table(
    "says",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", String(300), nullable=False),
    Column("at", Float, nullable=False),
    Index("says_by_table", "code", "id"),
)

reviews = Table(  # of finished matches
    "reviews",
    METADATA,
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),  # one for each match
    Column("at", Float, nullable=False),  # of the last news of it: without any for long, nobody is making it
    Column("done", Boolean, nullable=False),
    Column("content", JSON, nullable=False),  # what was found so far (`tempolude.review.Draft`)
)

exercises = Table(  # a person's mistakes, to be tried again
    "exercises",
    METADATA,
    Column("person", String(32), primary_key=True),
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("at", Integer, primary_key=True),  # the number of the action
    Column("due", Float),  # when it comes back; none: it is learnt
    Column("rights", Integer, nullable=False),  # right answers in a row, each when it was due
    Column("tries", Integer, nullable=False),
    Index("exercises_by_due", "person", "due"),
)

deck_texts = Table(  # of custom decks and boards, each once
    "deck_texts",
    METADATA,
    Column("hash", String(64), primary_key=True),  # SHA-256
    Column("csv", Text, nullable=False),
)

table_texts = Table(  # the texts that a table needs
    "table_texts",
    METADATA,
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("hash", ForeignKey("deck_texts.hash"), primary_key=True, index=True),
)

decks = Table(  # and boards, sets of cards: custom components
    "decks",
    METADATA,
    Column("code", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("option", String(40), nullable=False, server_default="decks"),  # the option it is for
    Column("owner", String(32), nullable=False, index=True),
    Column("name", String(60), nullable=False),
    Column("text", ForeignKey("deck_texts.hash"), nullable=False, index=True),
    Column("key", String(20), nullable=False, index=True),  # a hash of name and text, for forms
    Column("made", Float, nullable=False),
    Column("used", Float, nullable=False),  # last viewed or played with
)

processes = Table(  # the processes serving these tables; not used on SQLite, where there is one
    "processes",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("expires", Float, nullable=False),  # by the database's clock; renewed while the process lives
)

leases = Table(  # the process that runs a table's bots and clocks
    "leases",
    METADATA,
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("holder", ForeignKey("processes.id", ondelete="CASCADE"), nullable=False, index=True),
)

# --- People: results of finished matches, ratings, profiles --------------------------

results = Table(  # a row for every seat; it outlives the table
    "results",
    METADATA,
    Column("code", String(16), primary_key=True),  # with the seat, so that no result is written twice
    Column("seat", Integer, primary_key=True),
    Column("person", String(32)),  # none: a bot, or somebody who was erased
    Column("bot", String(40)),
    Column("name", String(40), nullable=False),  # empty: somebody who was erased
    Column("colour", Integer, nullable=False),
    Column("left", Boolean, nullable=False),  # they left, or a bot played most of it for them
    Column("game", String(40), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("ended", Float, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("score", Integer),  # none: the match was abandoned
    Column("against", String(40), nullable=False),  # "people", or the strongest level among bots
    Column("moves", Integer, nullable=False),
    Column("pace", JSON, nullable=False),  # the number of moves by seconds; the last counts all longer ones
    Column("facts", JSON, nullable=False),  # the game's, by name
    Column("scale", String(8)),  # none: not rated
    Column("uncounted", String(12)),  # why a rated match changed nothing
    Column("mu", Float),  # the rating before, of bots too
    Column("sigma", Float),
    Column("new_mu", Float),  # and after; none: unchanged
    Column("new_sigma", Float),
    Index("results_by_person", "person", "ended"),
    Index("results_by_end", "ended"),
    Index("results_by_game", "person", "game", "ended"),
)

ratings = Table(
    "ratings",
    METADATA,
    Column("person", String(32), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("scale", String(8), primary_key=True),  # among people, or against bots alone
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("at", Float, nullable=False),
)

profiles = Table(  # what people show to others; without a row, nothing
    "profiles",
    METADATA,
    Column("person", String(32), primary_key=True),
    Column("page", String(16), nullable=False, unique=True),  # its address
    Column("shows", String(8), nullable=False),  # nothing, ratings, or all
)

# --- Together: people and one another ------------------------------------------------

friendships = Table(  # one row for two people, so that they cannot ask each other twice
    "friendships",
    METADATA,
    Column("low", String(32), primary_key=True),  # the lower of their ids
    Column("high", String(32), primary_key=True, index=True),
    Column("key", String(12), nullable=False, unique=True),  # what forms call it
    Column("asker", String(32), nullable=False),
    Column("state", String(10), nullable=False),  # asked, declined, withdrawn or friends
    Column("at", Float, nullable=False),
)

invitations = Table(  # to a table where players gather
    "invitations",
    METADATA,
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("person", String(32), primary_key=True, index=True),  # invited once, whoever asks
    Column("by", String(32), nullable=False, index=True),
    Column("name", String(40), nullable=False),  # what the one who invites calls them
    Column("declined", Boolean, nullable=False, server_default=false()),
    Column("at", Float, nullable=False),
)

sent_away = Table(  # whom the host has asked to leave: they do not sit down there again
    "sent_away",
    METADATA,
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("person", String(32), primary_key=True, index=True),
)

blocks = Table(
    "blocks",
    METADATA,
    Column("person", String(32), primary_key=True),
    Column("other", String(32), primary_key=True, index=True),  # whom they have blocked
    Column("key", String(12), nullable=False, unique=True),  # what forms call it
    Column("name", String(40), nullable=False),  # what the other was called then
    Column("at", Float, nullable=False),
)

reports = Table(  # to whoever runs the server
    "reports",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("reporter", String(32), nullable=False),
    Column("about", String(32), nullable=False, index=True),
    Column("name", String(40), nullable=False),  # what they were called then
    Column("code", String(16), nullable=False),  # the table, which may be kept no more
    Column("seat", Integer, nullable=False),
    Column("reason", String(8), nullable=False),
    Column("text", String(500), nullable=False),
    Column("at", Float, nullable=False),
    Column("closed", Float),  # when whoever runs the server was done with it
    UniqueConstraint("reporter", "code", "seat", name="reports_once"),
)

suspensions = Table(  # who may not play with others for a while
    "suspensions",
    METADATA,
    Column("person", String(32), primary_key=True),
    Column("key", String(12), nullable=False, unique=True),  # what forms call it
    Column("until", Float, nullable=False),
)

# --- Being called: to a browser that is closed, by mail; and the way back into an account -------------

channels = Table(  # by which people let themselves be called
    "channels",
    METADATA,
    Column("id", String(32), primary_key=True),  # a hash of the endpoint, or of the person with this mail: each once
    Column("person", String(32), nullable=False, index=True),
    Column("kind", String(4), nullable=False),  # push, mail
    Column("address", Text, nullable=False),  # the endpoint that the browser gave, or a mail address
    Column("keys", JSON, nullable=False),  # with which what is sent to a browser is encrypted
    Column("session", String(32), index=True),  # of that browser: it ends, and so does this
    Column("lang", String(2), nullable=False),
    Column("calls", Boolean, nullable=False),  # whether it is used for turns; a mail address may be for a way back only
    Column("made", Float, nullable=False),
    Column("failed", Integer, nullable=False),  # times in a row
)

calls = Table(  # one for each turn and channel: the row is there before anything is sent, and is claimed by one process
    "calls",
    METADATA,
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("turn", Integer, primary_key=True),  # how many actions the seat has done: the same after others undo
    Column("channel", ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("person", String(32), nullable=False),
    Column("n", Integer, nullable=False),  # the length of the log with which it became their turn
    Column("due", Float, index=True),  # none: it is on its way, or done with
    Column("tries", Integer, nullable=False),
)

quiet_hours = Table(  # in which nobody is called
    "quiet_hours",
    METADATA,
    Column("person", String(32), primary_key=True),
    Column("start", Integer, nullable=False),  # minutes after midnight
    Column("end", Integer, nullable=False),
    Column("zone", String(60), nullable=False),  # where: Europe/Paris
)

recovery = Table(  # each row opens an account once, for a new password
    "recovery",
    METADATA,
    Column("hash", String(64), primary_key=True),  # SHA-256 of a code, or of what a mail carries
    Column("person", String(32), nullable=False, index=True),
    Column("made", Float, nullable=False),
    Column("expires", Float),  # none: a code
)

# --- Tournaments and the daily deal ---------------------------------------------------

tournaments = Table(
    "tournaments",
    METADATA,
    Column("code", String(16), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("game", String(40), nullable=False),
    Column("options", JSON, nullable=False),  # with the texts of people's own decks in full
    Column("seats", Integer, nullable=False),  # of every table
    Column("swiss", Boolean, nullable=False),  # or everyone in turn
    Column("rounds", Integer, nullable=False),  # 0: until everyone has met everyone
    Column("level", String(40), nullable=False),  # of the bots that fill seats
    Column("clock", String(24), nullable=False),
    Column("pause", Integer),  # seconds from the end of a round to the next; none: the organizer starts it
    Column("seed", String(80), nullable=False),  # of the pairings
    Column("organizer", String(32), nullable=False, index=True),  # empty: erased
    Column("phase", String(12), nullable=False),  # gathering, playing, over
    Column("round", Integer, nullable=False),  # the one that is played or was played last; 0: none yet
    Column("due", Float),  # when the next round starts by itself
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False, index=True),
)

entrants = Table(
    "entrants",
    METADATA,
    Column("code", ForeignKey("tournaments.code", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("person", String(32), index=True),  # none: erased
    Column("name", String(40), nullable=False),
    Column("colour", Integer, nullable=False),
    Column("since", Integer, nullable=False),  # the first round they play in
    Column("left", Boolean, nullable=False, server_default=false()),  # they are not paired any more
)

rounds = Table(  # the tables of each round
    "rounds",
    METADATA,
    Column("code", ForeignKey("tournaments.code", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", String(16), nullable=False, unique=True),  # the code of the table; it may be forgotten before
    Column("seats", JSON, nullable=False),  # the number of the entrant at each seat; null: a bot
    Column("result", JSON(none_as_null=True)),  # once it is over: ranks by seat, and which seats left
)

deals = Table(  # the daily deals, from the first who asked for each
    "deals",
    METADATA,
    Column("day", String(10), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("level", String(40), nullable=False),
    Column("begun", JSON, nullable=False),  # the rules, options and data that everybody's table has
)

tries = Table(  # at a daily deal: one for each person
    "tries",
    METADATA,
    Column("day", ForeignKey("deals.day", ondelete="CASCADE"), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("at", String(16), nullable=False, unique=True),  # the code of the table
    Column("name", String(40), nullable=False),
    Column("rank", Integer),  # none: not finished, or given up
    Column("score", Integer),
    Column("ended", Float),
)
