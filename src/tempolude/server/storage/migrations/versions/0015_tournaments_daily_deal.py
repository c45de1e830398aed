"""Tournaments with their entrants and rounds; the daily deal and everybody's try at it."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    # Not in a batch: on SQLite that makes the table again, and dropping the old one deletes its chairs and actions.
    op.add_column("tables", sa.Column("tournament", sa.String(16)))
    op.add_column("tables", sa.Column("day", sa.String(10)))
    op.create_table(
        "tournaments",
        sa.Column("code", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("swiss", sa.Boolean, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("level", sa.String(40), nullable=False),
        sa.Column("clock", sa.String(24), nullable=False),
        sa.Column("pause", sa.Integer),
        sa.Column("seed", sa.String(80), nullable=False),
        sa.Column("organizer", sa.String(32), nullable=False, index=True),
        sa.Column("phase", sa.String(12), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("due", sa.Float),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False, index=True),
    )
    op.create_table(
        "entrants",
        sa.Column("code", sa.String(16), sa.ForeignKey("tournaments.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(32), index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("colour", sa.Integer, nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "rounds",
        sa.Column("code", sa.String(16), sa.ForeignKey("tournaments.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.String(16), nullable=False, unique=True),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("result", sa.JSON),
    )
    op.create_table(
        "deals",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("level", sa.String(40), nullable=False),
        sa.Column("begun", sa.JSON, nullable=False),
    )
    op.create_table(
        "tries",
        sa.Column("day", sa.String(10), sa.ForeignKey("deals.day", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("at", sa.String(16), nullable=False, unique=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("rank", sa.Integer),
        sa.Column("score", sa.Integer),
        sa.Column("ended", sa.Float),
    )


def downgrade() -> None:
    for name in ("tries", "deals", "rounds", "entrants", "tournaments"):
        op.drop_table(name)
    for name in ("day", "tournament"):
        op.drop_column("tables", name)
