"""Make the ids of moves unique by seat: two players may use the same id."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
NAMES = {"uq": "%(table_name)s_%(column_0_N_name)s_key"}  # PostgreSQL's own way; SQLite has none for it


def upgrade() -> None:
    with op.batch_alter_table("actions", naming_convention=NAMES) as actions:
        actions.drop_constraint("actions_code_move_key", type_="unique")
        actions.create_index("actions_by_move", ["code", "seat", "move"], unique=True)


def downgrade() -> None:
    """Where two players used the same id, only the first keeps it."""
    table = sa.table("actions", sa.column("code"), sa.column("n"), sa.column("move"))
    first = table.alias("first")
    earlier = sa.exists().where(first.c.code == table.c.code, first.c.move == table.c.move, first.c.n < table.c.n)
    op.execute(sa.update(table).where(earlier).values(move=None))
    with op.batch_alter_table("actions") as actions:
        actions.drop_index("actions_by_move")
        actions.create_unique_constraint("actions_code_move_key", ["code", "move"])
