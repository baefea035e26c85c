"""The best totals of members with fewer than ten rounds stand on no leaderboard."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

ENOUGH_ROUNDS = 10

STANDINGS = sa.table("standings", *map(sa.column, ("rounds", "best", "by_best")))


def upgrade() -> None:
    few = STANDINGS.c.rounds < ENOUGH_ROUNDS
    op.execute(STANDINGS.update().where(few).values(by_best=None))


def downgrade() -> None:
    op.execute(STANDINGS.update().values(by_best=STANDINGS.c.best))
