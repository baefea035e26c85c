"""Facts of rounds become columns: who sits where, the options of a table, and who has won.

It is done in parts: `begin` makes the columns, `fill` moves the facts of some rounds in each
transaction, and `upgrade` ends it. Once it has begun, no older version can open the database.
"""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

PART = 10_000
"""How many rounds are moved in one transaction."""

KEYS = {
    "help": "help",
    "hints": "hints",
    "take_back": "take_back",
    "pace": "pace",
    "best_of": "match",
    "pair": "pair",
    "thread": "thread",
    "reach": "reach",
    "rules": "rules",
    "closed": "closed",
    "next_round": "next",
    "replay": "replay",
    "highlights": "end",
}
"""The columns of options, and what they were called in the text."""

OLD = {"sitters": "old_sitters", "table_options": "old_table_options"}
"""The columns that go; renamed, so that a process of an older version fails at once."""

LONG = ("replay", "highlights")
IS_OPEN = "status IN ('waiting', 'playing')"

PARTIAL = {
    "resting_rounds_by_deadline": ("rounds", "deadline", "status = 'resting'"),
    "slow_threads": ("rounds", "channel", f"{IS_OPEN} AND pace = 'slow' AND thread = 'yes'"),
    "rounds_by_server": ("rounds", "guild", "guild IS NOT NULL AND reach IS NULL"),
    "rounds_by_predecessor": ("rounds", "successor_of", "successor_of IS NOT NULL"),
    "rounds_by_opener": ("rounds", "opener", "opener > 0"),
    "seats_by_user": ("seats", "user round", '"user" > 0'),
    "rounds_by_closer": ("rounds", "closed_by", "closed_by IS NOT NULL"),
    "open_seats_by_user": ("seats", "user", "open"),
}
WHOLE = {
    "daily_attempts_by_guild": ("daily_attempts", "guild"),
    "opponents_by_guild": ("opponents", "guild"),
    "mistakes_by_guild": ("mistakes", "guild"),
    "settings_by_key": ("settings", "key"),
    "count_queue_by_round": ("count_queue", "round"),
}

DIALECTS = {
    "sqlite": {
        "option": "json_extract(old_table_options, '$.{0}')",
        "value": "json_extract(one.value, '$.{0}')",
        "truth": "coalesce(json_extract(one.value, '$.{0}'), {1})",
        "seat": "one.key",
        "each": "json_each(rounds.old_sitters) AS one",
    },
    "postgresql": {
        "option": "CAST(old_table_options AS json) ->> '{0}'",
        "value": "one.value ->> '{0}'",
        "truth": "coalesce(CAST(one.value ->> '{0}' AS boolean), CAST({1} AS boolean))",
        "seat": "one.ordinality - 1",
        "each": "json_array_elements(CAST(rounds.old_sitters AS json)) WITH ORDINALITY AS one",
    },
}


def begin() -> None:
    """Make what the facts go to."""
    for name in KEYS:
        op.add_column("rounds", sa.Column(name, sa.Text if name in LONG else sa.String(16)))
    op.add_column("rounds", sa.Column("closed_by", sa.BigInteger))
    won = sa.Column("won", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("results", won)
    identifier = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "seats",
        sa.Column(
            "round",
            identifier,
            sa.ForeignKey("rounds.id"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("user", sa.BigInteger),
        sa.Column("level", sa.String(32)),
        sa.Column("accepted", sa.Boolean, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
        *(
            sa.Column(name, sa.Integer, nullable=False)
            for name in ("left_at", "missed_turns", "wins")
        ),
        *(sa.Column(name, sa.Text) for name in ("hints", "coached", "taken_back")),
        sa.Column("open", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
    for name, renamed in OLD.items():
        op.execute(f"ALTER TABLE rounds RENAME COLUMN {name} TO {renamed}")


def fill(connection: sa.Connection, after: int) -> int | None:
    """Move the facts of some rounds after the round `after`; return the last of them.

    None once there are no more.
    """
    next_ones = sa.text("SELECT id FROM rounds WHERE id > :after ORDER BY id LIMIT :part")
    ids = connection.execute(next_ones, {"after": after, "part": PART}).scalars().all()
    if not ids:
        return None
    among = {"after": after, "last": ids[-1]}
    for statement in _moving(DIALECTS[connection.dialect.name]):
        connection.execute(sa.text(statement), among)
    return int(ids[-1])


def _moving(words: dict[str, str]) -> tuple[str, ...]:
    """Return what moves the facts of the rounds from `:after` to `:last`."""

    def number(key: str) -> str:
        return f"coalesce(CAST({words['value'].format(key)} AS INTEGER), 0)"

    def numbers(key: str) -> str:
        """Return what makes "3 5" of a list of numbers."""
        found = words["value"].format(key)
        for sign, to in (("[", ""), ("]", ""), (", ", " "), (",", " ")):
            found = f"replace({found}, '{sign}', '{to}')"
        return f"nullif({found}, '')"

    values = {
        "round": "rounds.id",
        "seat": words["seat"],
        '"user"': f"CAST({words['value'].format('user')} AS BIGINT)",
        "level": words["value"].format("level"),
        "accepted": words["truth"].format("accepted", 1),
        '"left"': words["truth"].format("left", 0),
        "left_at": number("left_at"),
        "missed_turns": number("idles"),
        "wins": number("wins"),
        "hints": numbers("hints"),
        "coached": numbers("coached"),
        "taken_back": numbers("taken_back"),
        "open": IS_OPEN,
    }
    options = {name: words["option"].format(key) for name, key in KEYS.items()}
    closed = options["closed"]
    options["closed"] = f"CASE WHEN {closed} LIKE 'by.%' THEN 'by' ELSE {closed} END"
    by = f"CAST(substr({closed}, 4) AS BIGINT)"
    options["closed_by"] = f"CASE WHEN {closed} LIKE 'by.%' THEN {by} END"
    options |= {"old_sitters": "''", "old_table_options": "''"}
    changed = ", ".join(f"{name} = {value}" for name, value in options.items())
    part = "rounds.id > :after AND rounds.id <= :last"
    sitting = f"SELECT {', '.join(values.values())} FROM rounds, {words['each']} WHERE {part}"
    return (
        f"INSERT INTO seats ({', '.join(values)}) {sitting}",
        f"UPDATE rounds SET {changed} WHERE {part}",
        "UPDATE results SET won = (1 = 1) WHERE round > :after AND round <= :last AND share = '1'",
    )


def upgrade() -> None:
    for column in OLD.values():
        op.drop_column("rounds", column)
    op.drop_index("rounds_by_guild", "rounds")
    for name, (table, columns, condition) in PARTIAL.items():
        where = sa.text(condition)
        op.create_index(name, table, columns.split(), sqlite_where=where, postgresql_where=where)
    for name, (table, column) in WHOLE.items():
        op.create_index(name, table, [column])


def downgrade() -> None:
    for name, (table, *_) in (PARTIAL | WHOLE).items():
        op.drop_index(name, table)
    op.create_index("rounds_by_guild", "rounds", ["guild"])
    for column in OLD:
        op.add_column("rounds", sa.Column(column, sa.Text, nullable=False, server_default=""))
    _move_back(op.get_bind())
    op.drop_table("seats")
    for name in (*KEYS, "closed_by"):
        op.drop_column("rounds", name)
    op.drop_column("results", "won")


def _move_back(connection: sa.Connection) -> None:
    """Write the facts of all rounds as texts again."""
    players: dict[int, list[dict[str, Any]]] = {}
    of_all = sa.text("SELECT * FROM seats ORDER BY round, seat")
    for row in connection.execute(of_all).mappings():
        lists = {name: [*map(int, (row[name] or "").split())] for name in ("hints", "coached")}
        later = {"wins": row["wins"], "left_at": row["left_at"], "coached": lists["coached"]}
        later["taken_back"] = [*map(int, (row["taken_back"] or "").split())]
        players.setdefault(row["round"], []).append(
            {
                "user": row["user"],
                "level": row["level"],
                "accepted": bool(row["accepted"]),
                "left": bool(row["left"]),
                "idles": row["missed_turns"],
                "hints": lists["hints"],
                **{key: value for key, value in later.items() if value},
            }
        )
    back = sa.text("UPDATE rounds SET sitters = :sitters, table_options = :options WHERE id = :id")
    for row in connection.execute(sa.text("SELECT * FROM rounds")).mappings().all():
        options = {key: row[name] for name, key in KEYS.items() if row[name] is not None}
        if row["closed_by"] is not None:
            options["closed"] = f"by.{row['closed_by']}"
        texts = {"sitters": _json(players.get(row["id"], [])), "options": _json(options)}
        connection.execute(back, {"id": row["id"], **texts})


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
