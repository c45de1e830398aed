"""The processes that serve these tables, and which of them runs a table's bots and clocks."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("code", sa.String(16), sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
        sa.Column(
            "holder", sa.String(16), sa.ForeignKey("processes.id", ondelete="CASCADE"), nullable=False, index=True
        ),
    )


def downgrade() -> None:
    op.drop_table("leases")
    op.drop_table("processes")
