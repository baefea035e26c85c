"""The days of the daily challenge, and the attempts of members at them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    identifier = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "daily_days",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("previous", sa.String(64), nullable=False),
        sa.Column("committed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed", sa.DateTime(timezone=True)),
        sa.Column("revealed", sa.DateTime(timezone=True)),
        sa.Column("story", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "daily_attempts",
        sa.Column("id", identifier, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("day", sa.String(10), sa.ForeignKey("daily_days.day"), nullable=False),
        sa.Column("member", sa.BigInteger, nullable=False),
        sa.Column("guild", sa.BigInteger),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("hands", sa.Text, nullable=False),
        sa.Column("begun", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished", sa.DateTime(timezone=True)),
        sa.Column("total", sa.String(64)),
        sa.Column("judged", sa.Text),
    )
    op.create_index(
        "one_daily_attempt_per_member", "daily_attempts", ["day", "member"], unique=True
    )
    op.create_index("daily_attempts_by_member", "daily_attempts", ["member"])


def downgrade() -> None:
    op.drop_table("daily_attempts")
    op.drop_table("daily_days")
