"""Channels by which people are called, what is on its way to them, their quiet hours, and ways back into an account."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "channels",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False, index=True),
        sa.Column("kind", sa.String(4), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("keys", sa.JSON, nullable=False),
        sa.Column("session", sa.String(32), index=True),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("calls", sa.Boolean, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
    )
    op.create_table(
        "calls",
        sa.Column("code", sa.String(16), sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("turn", sa.Integer, primary_key=True),
        sa.Column(
            "channel", sa.String(32), sa.ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True, index=True
        ),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("due", sa.Float, index=True),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_table(
        "quiet_hours",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("start", sa.Integer, nullable=False),
        sa.Column("end", sa.Integer, nullable=False),
        sa.Column("zone", sa.String(60), nullable=False),
    )
    op.create_table(
        "recovery",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False, index=True),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("expires", sa.Float),
    )


def downgrade() -> None:
    for name in ("recovery", "quiet_hours", "calls", "channels"):
        op.drop_table(name)
