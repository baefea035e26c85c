"""What members practise, with when it is asked again; and what each day of the calendar plays."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "practice",
        sa.Column("member", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("position", sa.String(32), primary_key=True),
        sa.Column("times", sa.Integer, nullable=False),
        sa.Column("right", sa.Integer, nullable=False),
        sa.Column("due", sa.DateTime(timezone=True)),
        sqlite_with_rowid=False,
    )
    op.add_column("daily_days", sa.Column("plays", sa.String(64)))


def downgrade() -> None:
    op.drop_column("daily_days", "plays")
    op.drop_table("practice")
