"""How people like their tables; players who left a match for good, and finished matches put away."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "preferences",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("confirm", sa.String(8), nullable=False),
        sa.Column("set", sa.Float, nullable=False),
    )
    with op.batch_alter_table("chairs") as chairs:
        chairs.add_column(sa.Column("left", sa.Boolean, nullable=False, server_default=sa.false()))
        chairs.add_column(sa.Column("put_away", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    with op.batch_alter_table("chairs") as chairs:
        chairs.drop_column("put_away")
        chairs.drop_column("left")
    op.drop_table("preferences")
