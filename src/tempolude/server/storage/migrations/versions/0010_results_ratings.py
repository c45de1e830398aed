"""Results of matches by person, ratings, and profiles.

Results of matches that ended before are filled in by the server while it runs (`table/results.py`): they must be
replayed, which takes too long for a migration.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    # Not in a batch: on SQLite that recreates the table, and dropping the old one deletes its chairs and actions.
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("chairs", sa.Column("leaver", sa.String(32)))
    op.create_index("ix_chairs_leaver", "chairs", ["leaver"])
    op.create_table(
        "results",
        sa.Column("code", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(32)),
        sa.Column("bot", sa.String(40)),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("colour", sa.Integer, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("against", sa.String(40), nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("pace", sa.JSON, nullable=False),
        sa.Column("facts", sa.JSON, nullable=False),
        sa.Column("scale", sa.String(8)),
        sa.Column("uncounted", sa.String(12)),
        sa.Column("mu", sa.Float),
        sa.Column("sigma", sa.Float),
        sa.Column("new_mu", sa.Float),
        sa.Column("new_sigma", sa.Float),
    )
    op.create_index("results_by_person", "results", ["person", "ended"])
    op.create_index("results_by_end", "results", ["ended"])
    op.create_index("results_by_game", "results", ["person", "game", "ended"])
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("scale", sa.String(8), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "profiles",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("page", sa.String(16), nullable=False, unique=True),
        sa.Column("shows", sa.String(8), nullable=False),
    )


def downgrade() -> None:
    for name in ("profiles", "ratings", "results"):
        op.drop_table(name)
    op.drop_index("ix_chairs_leaver", "chairs")
    op.drop_column("chairs", "leaver")
    op.drop_column("tables", "rated")
