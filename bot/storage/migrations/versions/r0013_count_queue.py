"""The rounds that are counted again, in their order."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "count_queue",
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column(
            "round",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            sa.ForeignKey("rounds.id"),
            nullable=False,
        ),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("count_queue")
