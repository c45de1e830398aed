"""Exercises: the mistakes of a person that their reviews found."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "exercises",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("code", sa.String(16), sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("at", sa.Integer, primary_key=True),
        sa.Column("due", sa.Float),
        sa.Column("rights", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_index("exercises_by_due", "exercises", ["person", "due"])


def downgrade() -> None:
    op.drop_table("exercises")
