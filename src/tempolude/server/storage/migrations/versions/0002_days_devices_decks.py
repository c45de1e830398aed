"""Clocks, tables on one device, guided matches, accounts, tokens of the API, people's own decks."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("people") as people:
        people.add_column(sa.Column("account", sa.String(40)))
        people.add_column(sa.Column("password", sa.Text))
        people.create_index("people_by_account", ["account"], unique=True)
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("clock", sa.String(24), nullable=False, server_default=""))
        tables.add_column(sa.Column("begun", sa.Float))
        tables.add_column(sa.Column("due", sa.Float))
        tables.add_column(sa.Column("one_device", sa.Boolean, nullable=False, server_default=sa.false()))
        tables.add_column(sa.Column("guided", sa.Boolean, nullable=False, server_default=sa.false()))
        tables.create_index("tables_by_due", ["due"])
    with op.batch_alter_table("chairs") as chairs:
        chairs.add_column(sa.Column("seen", sa.Integer, nullable=False, server_default="0"))
    with op.batch_alter_table("actions") as actions:
        actions.add_column(sa.Column("stood_in", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
    )
    op.create_table(
        "decks",
        sa.Column("code", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False, index=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("csv", sa.Text, nullable=False),
        sa.Column("key", sa.String(20), nullable=False, index=True),
        sa.Column("cards", sa.Integer, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for name in ("decks", "tokens"):
        op.drop_table(name)
    with op.batch_alter_table("actions") as actions:
        actions.drop_column("stood_in")
    with op.batch_alter_table("chairs") as chairs:
        chairs.drop_column("seen")
    with op.batch_alter_table("tables") as tables:
        tables.drop_index("tables_by_due")
        for name in ("guided", "one_device", "due", "begun", "clock"):
            tables.drop_column(name)
    with op.batch_alter_table("people") as people:
        people.drop_index("people_by_account")
        people.drop_column("password")
        people.drop_column("account")
