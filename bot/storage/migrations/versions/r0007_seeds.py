"""Seeds that are committed before their rounds, how landings were drawn, counted faces."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")


def upgrade() -> None:
    id_ = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "seeds",
        sa.Column("channel", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("previous", sa.String(64)),
        sa.Column("early", sa.Integer, nullable=False),
        sa.Column("round", id_, sa.ForeignKey("rounds.id")),
        sa.Column("ended", sa.String(16)),
        sa.Column("proof", sa.String(64)),
        sa.Column("announced", sa.String(64)),
        sqlite_with_rowid=False,
    )
    op.create_index("one_seed_per_round", "seeds", ["round"], unique=True)
    op.create_table(
        "face_counts",
        sa.Column("guild", sa.BigInteger),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in FACES),
    )
    op.create_index("one_count_per_guild", "face_counts", ["guild"], unique=True)
    op.add_column("rounds", sa.Column("interactions", sa.Text))
    op.add_column("steps", sa.Column("label", sa.String(64)))
    op.add_column("steps", sa.Column("source", sa.Text))


def downgrade() -> None:
    op.drop_column("steps", "source")
    op.drop_column("steps", "label")
    op.drop_column("rounds", "interactions")
    op.drop_table("face_counts")
    op.drop_index("one_seed_per_round", "seeds")
    op.drop_table("seeds")
