"""The first tables: rounds, their steps and results, and settings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    id_ = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "rounds",
        sa.Column("id", id_, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("guild", sa.BigInteger),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger),
        sa.Column("opener", sa.BigInteger, nullable=False),
        sa.Column("sitters", sa.Text, nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("table_options", sa.Text, nullable=False),
        sa.Column("state", sa.Text),
        sa.Column("moment", sa.Integer),
        sa.Column("recorded", sa.Integer, nullable=False),
        sa.Column("opened", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True)),
        sa.Column("nudge", sa.DateTime(timezone=True)),
        sa.Column("nudge_message", sa.BigInteger),
        sa.Column("successor_of", id_, sa.ForeignKey("rounds.id")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "steps",
        sa.Column("round", id_, sa.ForeignKey("rounds.id"), primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer),
        sa.Column("action", sa.String(64)),
        sa.Column("faces", sa.Text),
        sa.CheckConstraint("(seat IS NULL) = (action IS NULL)", name="a_seat_acts"),
        sa.CheckConstraint("(faces IS NULL) <> (action IS NULL)", name="acted_or_landed"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("round", id_, sa.ForeignKey("rounds.id"), primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("user", sa.BigInteger),
        sa.Column("level", sa.String(32)),
        sa.Column("share", sa.String(64), nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("finished", sa.DateTime(timezone=True)),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "settings",
        sa.Column("scope", sa.String(64), primary_key=True),
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    is_open = sa.text("status IN ('waiting', 'playing')")
    may_be_nudged = sa.text("status = 'playing' AND nudge_message IS NULL")
    is_undrawn = sa.text("message IS NOT NULL AND drawn < version")
    for name, column, condition, unique in (
        ("one_open_round_per_channel", "channel", is_open, True),
        ("open_rounds_by_deadline", "deadline", is_open, False),
        ("rounds_to_nudge", "nudge", may_be_nudged, False),
        ("undrawn_rounds", "id", is_undrawn, False),
    ):
        op.create_index(
            name,
            "rounds",
            [column],
            unique=unique,
            sqlite_where=condition,
            postgresql_where=condition,
        )
    op.create_index("one_successor_per_round", "rounds", ["successor_of"], unique=True)
    op.create_index("results_by_user", "results", ["user"])


def downgrade() -> None:
    for table in ("settings", "results", "steps", "rounds"):
        op.drop_table(table)
