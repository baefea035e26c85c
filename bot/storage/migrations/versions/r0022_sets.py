"""Sets that are no days of the calendar: their cards, and rounds whose seed stays closed.

What an attempt gave away stands beside it as a number, too.
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    identifier = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "set_cards",
        sa.Column("set_key", sa.String(10), sa.ForeignKey("daily_days.day"), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("owner", sa.BigInteger),
        sa.Column("invited", sa.BigInteger),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("guild", sa.BigInteger),
        sa.Column("message", sa.BigInteger),
        sa.Column("round", identifier),
        sa.Column("helped", sa.Boolean, nullable=False),
        sa.Column("followed", sa.Boolean, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    for name, table, column, condition in (
        ("open_sets", "daily_days", "day", "closed IS NULL"),
        ("unjudged_attempts", "daily_attempts", "id", "status = 'finished' AND judged IS NULL"),
        ("undrawn_cards", "set_cards", "set_key", "message IS NOT NULL AND drawn < version"),
    ):
        where = sa.text(condition)
        op.create_index(name, table, [column], sqlite_where=where, postgresql_where=where)
    for column in ("owner", "invited", "guild"):
        op.create_index(f"set_cards_by_{column}", "set_cards", [column])
    op.add_column("rounds", sa.Column("sealed_until", sa.DateTime(timezone=True)))
    op.add_column("rounds", sa.Column("shared", sa.String(16)))
    sealed = sa.text("sealed_until IS NOT NULL")
    op.create_index(
        "sealed_rounds", "rounds", ["sealed_until"], sqlite_where=sealed, postgresql_where=sealed
    )
    op.add_column("daily_attempts", sa.Column("given", sa.Float))
    _sum_up()


def downgrade() -> None:
    op.drop_index("sealed_rounds", "rounds")
    op.drop_column("rounds", "shared")
    op.drop_column("rounds", "sealed_until")
    op.drop_column("daily_attempts", "given")
    op.drop_index("unjudged_attempts", "daily_attempts")
    op.drop_index("open_sets", "daily_days")
    op.drop_table("set_cards")


def _sum_up() -> None:
    """Add up what the attempts gave away that have been judged."""
    attempts = sa.table(
        "daily_attempts", sa.column("id"), sa.column("judged"), sa.column("given", sa.Float)
    )
    connection = op.get_bind()
    judged = sa.select(attempts.c.id, attempts.c.judged).where(attempts.c.judged.is_not(None))
    sums = [
        {"which": row.id, "sum": sum(json.loads(row.judged)[0])}
        for row in connection.execute(judged)
    ]
    if sums:
        connection.execute(
            sa.update(attempts)
            .where(attempts.c.id == sa.bindparam("which"))
            .values(given=sa.bindparam("sum")),
            sums,
        )
