"""Rounds of one server or shard, of a member or in the queue, are read from indexes alone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

AS_GUEST = '%"reach":"answers"%'
"""What the options of a round say where the bot was only a member's guest."""

INDEXES = {
    "results_by_user": ("results", ["user", "guild", "round"], ["user"]),
    "account_queue_by_attempts": (
        "account_queue",
        ["attempts", "round", "guild"],
        ["attempts", "round"],
    ),
}
"""The indexes that get a server: their table, their columns now and before."""


def upgrade() -> None:
    for table in ("results", "account_queue"):
        server = sa.Column("guild", sa.BigInteger, nullable=False, server_default="0")
        op.add_column(table, server)
        _fill(table)
    for name, (table, now, _) in INDEXES.items():
        op.drop_index(name, table)
        op.create_index(name, table, now)
    op.create_index("accounts_by_game", "accounts", ["user", "guild", "game", "round"])


def _fill(name: str) -> None:
    """Give each row the server of its round."""
    table = sa.table(name, sa.column("round"), sa.column("guild"))
    rounds = sa.table("rounds", *map(sa.column, ("id", "guild", "table_options")))
    server = (
        sa.select(rounds.c.guild)
        .where(rounds.c.id == table.c.round, rounds.c.table_options.not_like(AS_GUEST))
        .scalar_subquery()
    )
    op.execute(table.update().values(guild=sa.func.coalesce(server, 0)))


def downgrade() -> None:
    op.drop_index("accounts_by_game", "accounts")
    for name, (table, _, before) in INDEXES.items():
        op.drop_index(name, table)
        op.create_index(name, table, before)
    for table in ("results", "account_queue"):
        op.drop_column(table, "guild")
