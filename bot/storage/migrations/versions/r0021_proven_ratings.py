"""What leaderboards of proven skill and of results need; all rounds wait to be counted again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

INDEX, COLUMNS = "standings_by_skill", ["guild", "game", "period", "span", "by_skill", "user"]

IN_ORDER = """
    INSERT INTO count_queue (position, round)
    SELECT
        row_number() OVER (ORDER BY max(coalesce(re.finished, ac.ended, ro.opened)), ro.id),
        ro.id
    FROM rounds AS ro
    LEFT JOIN results AS re ON re.round = ro.id
    LEFT JOIN accounts AS ac ON ac.round = ro.id
    LEFT JOIN without_account AS wi ON wi.round = ro.id
    WHERE ac.round IS NOT NULL OR wi.round IS NOT NULL
    GROUP BY ro.id
"""


def upgrade() -> None:
    for name in ("broken_off", "met"):
        op.add_column("standings", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    op.add_column("standings", sa.Column("last_counted", sa.DateTime(timezone=True)))
    op.create_table(
        "meetings",
        *(
            sa.Column(name, sa.BigInteger, primary_key=True, autoincrement=False)
            for name in ("one", "other", "guild")
        ),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("times", sa.Integer, nullable=False),
        *(sa.Column(name, sa.String(8), nullable=False) for name in ("week", "month")),
        sqlite_with_rowid=False,
    )
    for column in ("other", "guild"):
        op.create_index(f"meetings_by_{column}", "meetings", [column])
    op.drop_index(INDEX, "standings")
    op.create_index(INDEX, "standings", [*COLUMNS, "last_counted"])
    for table in ("standings", "opponents", "mistakes", "count_queue"):
        op.execute(sa.delete(sa.table(table)))
    op.execute(sa.text(IN_ORDER))


def downgrade() -> None:
    op.drop_index(INDEX, "standings")
    op.create_index(INDEX, "standings", COLUMNS)
    op.drop_table("meetings")
    for name in ("broken_off", "met", "last_counted"):
        op.drop_column("standings", name)
