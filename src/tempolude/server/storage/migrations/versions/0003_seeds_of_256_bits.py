"""Seeds of 256 bits. Matches begun with the older generator of chance cannot be replayed any more."""

from secrets import randbits

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

NO_RULES = 0  # no game has this version, so such a match is refused as one under older rules


def upgrade() -> None:
    # A new column instead of a wider one: SQLite widens by recreating the table, and dropping the old table would
    # delete chairs, actions and talk with it.
    op.execute("ALTER TABLE tables RENAME COLUMN seed TO old_seed")
    op.add_column("tables", sa.Column("seed", sa.String(80), nullable=False, server_default=""))
    op.execute("UPDATE tables SET seed = old_seed")
    op.execute("ALTER TABLE tables DROP COLUMN old_seed")
    tables = sa.table("tables", *(sa.column(name) for name in ("code", "seed", "phase", "rules_version", "due")))
    op.execute(tables.update().where(tables.c.phase != "gathering").values(rules_version=NO_RULES, due=None))
    connection = op.get_bind()
    for code in connection.execute(sa.select(tables.c.code).where(tables.c.phase == "gathering")).scalars().all():
        connection.execute(tables.update().where(tables.c.code == code).values(seed=str(randbits(256))))


def downgrade() -> None:
    raise NotImplementedError("the older code would deal other cards from these seeds")
