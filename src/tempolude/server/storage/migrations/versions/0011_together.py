"""Friends, invitations, those asked to leave, blocks, reports and suspensions."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    # Not in a batch: on SQLite that recreates the table, and dropping the old one deletes its chairs and actions.
    op.add_column("tables", sa.Column("friends", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "friendships",
        sa.Column("low", sa.String(32), primary_key=True),
        sa.Column("high", sa.String(32), primary_key=True),
        sa.Column("key", sa.String(12), nullable=False, unique=True),
        sa.Column("asker", sa.String(32), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("ix_friendships_high", "friendships", ["high"])
    op.create_table(
        "invitations",
        sa.Column("code", sa.String(16), sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("declined", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("ix_invitations_person", "invitations", ["person"])
    op.create_index("ix_invitations_by", "invitations", ["by"])
    op.create_table(
        "sent_away",
        sa.Column("code", sa.String(16), sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
    )
    op.create_index("ix_sent_away_person", "sent_away", ["person"])
    op.create_table(
        "blocks",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("other", sa.String(32), primary_key=True),
        sa.Column("key", sa.String(12), nullable=False, unique=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("ix_blocks_other", "blocks", ["other"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("about", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("reason", sa.String(8), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("closed", sa.Float),
        sa.UniqueConstraint("reporter", "code", "seat", name="reports_once"),
    )
    op.create_index("ix_reports_about", "reports", ["about"])
    op.create_table(
        "suspensions",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("key", sa.String(12), nullable=False, unique=True),
        sa.Column("until", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for name in ("suspensions", "reports", "blocks", "sent_away", "invitations", "friendships"):
        op.drop_table(name)
    op.drop_column("tables", "friends")
