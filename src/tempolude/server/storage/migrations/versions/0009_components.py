"""Custom components other than decks: the option that a file is for. Its size is found from its text."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    with op.batch_alter_table("decks") as decks:
        decks.add_column(sa.Column("option", sa.String(40), nullable=False, server_default="decks"))
        decks.drop_column("cards")


def downgrade() -> None:
    """Delete components other than decks. A deck counts as a small one until it is uploaded again."""
    op.execute(sa.text("DELETE FROM decks WHERE option <> 'decks'"))
    with op.batch_alter_table("decks") as decks:
        decks.add_column(sa.Column("cards", sa.Integer, nullable=False, server_default="0"))
        decks.drop_column("option")
