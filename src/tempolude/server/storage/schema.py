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
)

tables = Table(
    "tables",
    METADATA,
    Column("code", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", String(24), nullable=False),
    Column("phase", String(12), nullable=False),  # gathering, playing, over
    Column("open", Boolean, nullable=False),  # listed in the lobby, or only for who has the link
    Column("host", String(32), nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False, index=True),
    Column("result", JSON),  # at the end: ranks and scores by seat
    Column("rematch", String(16)),  # the table that the players went on to
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
)

actions = Table(
    "actions",
    METADATA,
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),  # two writers cannot both be number n
    Column("seat", Integer, nullable=False),
    Column("action", Integer, nullable=False),  # -1: the seat took its last action back
    Column("move", String(40)),  # the sender's id of it: sent twice, it is done once
    Column("at", Float, nullable=False),
    UniqueConstraint("code", "move"),
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
