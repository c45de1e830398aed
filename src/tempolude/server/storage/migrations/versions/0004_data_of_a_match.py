"""What a match was begun with: the SHA-256 of every card set, deck and board."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("data", sa.JSON))


def downgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("data")
