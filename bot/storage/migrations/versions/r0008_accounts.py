"""The accounting of rounds that have ended, and how members stand."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

AMOUNTS = ("start", "luck", "skill", "others", "hidden", "estimate", "result")
SUMS = (
    "given",
    "expected",
    "given_squared",
    "given_by_expected",
    "expected_squared",
    "variance",
)
ORDERS = ("by_skill", "by_results", "by_best")


def _of_round() -> list[sa.Column[int]]:
    id_ = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    round_ = sa.Column(
        "round", id_, sa.ForeignKey("rounds.id"), primary_key=True, autoincrement=False
    )
    return [round_, sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False)]


def _of_member() -> list[sa.Column[Any]]:
    ids: list[sa.Column[Any]] = [
        sa.Column(name, sa.BigInteger, primary_key=True, autoincrement=False)
        for name in ("user", "guild")
    ]
    return [*ids, sa.Column("game", sa.String(64), primary_key=True)]


def _numbers(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer, nullable=False) for name in names]


def _amounts(*names: str) -> list[sa.Column[float]]:
    return [sa.Column(name, sa.Float, nullable=False) for name in names]


def upgrade() -> None:
    time = sa.DateTime(timezone=True)
    op.create_table(
        "account_queue",
        _of_round()[0],
        sa.Column("ended", time, nullable=False),
        *_numbers("attempts"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "accounts",
        *_of_round(),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("user", sa.BigInteger),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("ended", time, nullable=False),
        *_amounts(*AMOUNTS),
        *(sa.Column(name, sa.Float) for name in ("given", "expected", "variance")),
        *_numbers("counted"),
        sqlite_with_rowid=False,
    )
    op.create_index("accounts_by_member", "accounts", ["user", "guild", "round"])
    op.create_table(
        "decisions",
        *_of_round(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        *_amounts("loss", "difficulty"),
        sa.Column("expected", sa.Float),
        *_numbers("rows"),
        sa.Column("exact", sa.Boolean, nullable=False),
        sa.Column("helped", sa.Boolean, nullable=False),
        sa.Column("mistake", sa.String(64)),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "standings",
        *_of_member(),
        sa.Column("period", sa.String(8), primary_key=True),
        sa.Column("span", sa.String(8), nullable=False),
        *_numbers("rounds", "won", "drawn", "lost", "streak", "longest"),
        sa.Column("best", sa.Integer),
        sa.Column("least_given", sa.Float),
        *_amounts("luck"),
        *_numbers("counted"),
        *_amounts(*SUMS),
        *_numbers("among"),
        *_amounts("mu", "sigma"),
        *(sa.Column(name, sa.Integer) for name in ORDERS),
        sqlite_with_rowid=False,
    )
    for order in ORDERS:
        columns = ["guild", "game", "period", "span", order, "user"]
        op.create_index(f"standings_{order}", "standings", columns)
    op.create_table(
        "opponents",
        *_of_member(),
        sa.Column("opponent", sa.String(32), primary_key=True),
        *_numbers("won", "drawn", "lost"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "mistakes",
        *_of_member(),
        sa.Column("mistake", sa.String(64), primary_key=True),
        *_numbers("times"),
        *_amounts("cost"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    for table in ("mistakes", "opponents"):
        op.drop_table(table)
    for order in ORDERS:
        op.drop_index(f"standings_{order}", "standings")
    op.drop_table("standings")
    op.drop_table("decisions")
    op.drop_index("accounts_by_member", "accounts")
    op.drop_table("accounts")
    op.drop_table("account_queue")
