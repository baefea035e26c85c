"""The rounds that were counted where members stand, but have no accounting."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "without_account",
        sa.Column(
            "round",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            sa.ForeignKey("rounds.id"),
            primary_key=True,
            autoincrement=False,
        ),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("without_account")
