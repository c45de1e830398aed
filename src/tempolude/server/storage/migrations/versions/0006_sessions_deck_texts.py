"""Sessions that ended; the texts of people's own decks once each, by their hash."""

from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

tables = sa.table("tables", sa.column("code", sa.String), sa.column("options", sa.JSON))
decks = sa.table("decks", *(sa.column(name, sa.String) for name in ("code", "csv", "text")))
deck_texts = sa.table("deck_texts", sa.column("hash", sa.String), sa.column("csv", sa.Text))
table_texts = sa.table("table_texts", sa.column("code", sa.String), sa.column("hash", sa.String))


def upgrade() -> None:
    op.create_table(
        "ended_sessions",
        sa.Column("session", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "deck_texts",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("csv", sa.Text, nullable=False),
    )
    op.create_table(
        "table_texts",
        sa.Column("code", sa.String(16), sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("hash", sa.String(64), sa.ForeignKey("deck_texts.hash"), primary_key=True, index=True),
    )
    with op.batch_alter_table("decks") as changed:
        changed.add_column(sa.Column("text", sa.String(64)))
    move_texts(op.get_bind())
    with op.batch_alter_table("decks") as changed:
        changed.alter_column("text", nullable=False, existing_type=sa.String(64))
        changed.create_foreign_key("decks_text", "deck_texts", ["text"], ["hash"])
        changed.create_index("ix_decks_text", ["text"])
        changed.drop_column("csv")


def move_texts(connection: sa.Connection) -> None:
    """Keep every text once, and refer to it where it was."""

    def kept(csv: str) -> str:
        key = sha256(csv.encode()).hexdigest()
        if connection.execute(sa.select(deck_texts.c.hash).where(deck_texts.c.hash == key)).first() is None:
            connection.execute(sa.insert(deck_texts).values(hash=key, csv=csv))
        return key

    for code, csv in connection.execute(sa.select(decks.c.code, decks.c.csv)).all():
        connection.execute(sa.update(decks).where(decks.c.code == code).values(text=kept(csv)))
    for code in connection.execute(sa.select(tables.c.code)).scalars().all():
        options, keys = connection.execute(sa.select(tables.c.options).where(tables.c.code == code)).scalar_one(), set()
        for value in options.values():
            for file in value if isinstance(value, list) else [value]:
                if isinstance(file, dict) and "csv" in file:
                    file["text"] = kept(file.pop("csv"))
                    keys.add(file["text"])
        if keys:
            connection.execute(sa.update(tables).where(tables.c.code == code).values(options=options))
            connection.execute(sa.insert(table_texts), [{"code": code, "hash": key} for key in keys])


def downgrade() -> None:
    connection = op.get_bind()
    texts = sa.select(deck_texts.c.hash, deck_texts.c.csv)

    def text(key: str) -> str:
        return str(connection.execute(texts.where(deck_texts.c.hash == key)).one().csv)

    for code in connection.execute(sa.select(table_texts.c.code).distinct()).scalars().all():
        options = connection.execute(sa.select(tables.c.options).where(tables.c.code == code)).scalar_one()
        for value in options.values():
            for file in value if isinstance(value, list) else [value]:
                if isinstance(file, dict) and "text" in file:
                    file["csv"] = text(file.pop("text"))
        connection.execute(sa.update(tables).where(tables.c.code == code).values(options=options))
    with op.batch_alter_table("decks") as changed:
        changed.add_column(sa.Column("csv", sa.Text, nullable=False, server_default=""))
    for code, key in connection.execute(sa.select(decks.c.code, decks.c.text)).all():
        connection.execute(sa.update(decks).where(decks.c.code == code).values(csv=text(key)))
    with op.batch_alter_table("decks") as changed:
        changed.drop_constraint("decks_text", type_="foreignkey")
        changed.drop_index("ix_decks_text")
        changed.drop_column("text")
    for name in ("table_texts", "deck_texts", "ended_sessions"):
        op.drop_table(name)
