"""Brings a database of version 1.0.0 to version 2.0.0. It is edited in place until that version.

- Paces are minutes, of rounds and servers; matches are single games. A seat with a coach had hints.
- Bars name the member and the moderator, as the log of moderators does, which goes.
- The daily challenge is a sheet: attempts of several hands are closed. Cards of such dice go.
- Choices that were taken back leave the records, whose steps are numbered anew. The stored moment
  of a round stays, so that no board stands ahead of it.
- A game has one seed. Open games get one of their own, and have no proof; days that had begun close
  with their standings, today's is drawn anew and can be played again; dares close. The seeds of
  what ended before go: nothing reads them any more.
- A result is a row for each member's seat. Accounts, standings and their queues go: choices are
  judged again from the moves, where those are kept.
- Nothing is posted at an hour: its settings go. A day has cards in channels, with squares on them.
- Cards of dice are dares, of which one is all: no new dice follow it.
- Members may be reminded of the daily challenge.
- Rows that belong to a round, or to a set, are deleted with it.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from datetime import UTC, datetime
from fractions import Fraction
from hashlib import sha256
from secrets import token_bytes

import sqlalchemy as sa
from alembic import op

revision = "r0002"
down_revision = "r0001"
branch_labels = None
depends_on = None

_TAKE_BACK = "take-back."
"""The action of a step that took a choice back begins so; the step to return to follows."""

_IDS = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""The type of the ids of rounds and seeds."""

_NO_SHEET = "NOT IN ('nine', 'thirteen', 'yams')"
"""The condition of the game of a set that is no sheet but several hands."""


_COUNTED = (
    *("practice", "opponents", "mistakes", "decisions", "accounts", "account_queue"),
    *("without_account", "count_queue", "standings", "meetings"),
)
"""The tables of what was counted and rated."""

_BELONGS = (
    *((table, "round", "rounds") for table in ("seats", "turns", "kept_out", "steps", "entries")),
    *((table, "set_key", "daily_days") for table in ("entries", "set_cards")),
)
"""The tables whose rows are deleted with the row that their column names."""


def upgrade() -> None:
    op.add_column("alembic_version", sa.Column("fingerprint", sa.String(64)))
    _keep_perfect_play_of_days(op.get_bind())
    _close_attempts_of_hands(op.get_bind())
    op.drop_column("entries", "levels")
    for pace, minutes in (("quick", 2), ("slow", 1440)):
        op.execute(
            f"UPDATE settings SET key = 'minutes', value = '{minutes}' "
            f"WHERE key = 'pace' AND value = '{pace}'"
        )
    op.execute(
        "DELETE FROM settings WHERE key IN ('hints', 'coach', 'next', 'companion', "
        "'fives-of-a-kind', 'pace', 'level', 'threads', 'still', 'word', 'daily', 'hour', "
        "'daily_posted', 'daily_post_begun') OR scope IN "
        "('host/blocked-members', 'host/blocked-servers', 'renewal', 'daily-drawn-anew', "
        "'standings', 'lease') OR key LIKE 'commands/%' AND key <> 'commands/global'"
    )
    _count_help_as_hints(op.get_bind())
    _leave_out_what_was_taken_back(op.get_bind())
    _name_members_of_bars(op.get_bind())
    op.drop_table("audit_log")
    for column in ("coached", "taken_back"):
        op.drop_column("seats", column)
    op.add_column("rounds", sa.Column("minutes", sa.Integer))
    op.execute("UPDATE rounds SET minutes = 1 WHERE pace = 'quick'")
    op.execute("UPDATE rounds SET minutes = 1440 WHERE pace = 'slow'")
    op.execute("UPDATE rounds SET deadline = NULL WHERE status = 'over' AND deadline IS NOT NULL")
    for index in ("rounds_with_next_due", "slow_threads", "unparked_rounds"):
        op.drop_index(index, "rounds")
    now = datetime.now(UTC)
    _close_days_and_dares(op.get_bind(), now)
    _give_seeds(op.get_bind(), now)
    _keep_results_by_seat(op.get_bind())
    for table in _COUNTED:
        op.drop_table(table)
    for column in (
        "hints",
        "pace",
        "best_of",
        "next_round",
        "replay",
        "highlights",
        "parked",
        "has_new_dice",
    ):
        op.drop_column("rounds", column)
    op.add_column("rounds", sa.Column("headline", sa.Text()))
    op.add_column("rounds", sa.Column("better_than", sa.Integer()))
    for table, column, parent in _BELONGS:
        _delete_with(op.get_bind(), table, column, parent)
    for column in ("word", "early_word"):
        op.drop_column("seats", column)
    op.execute("DELETE FROM face_counts WHERE guild IS NULL")
    _make_cards_of_days()
    _keep_cards_as_dares(op.get_bind())
    op.create_table(
        "daily_reminders",
        sa.Column("member", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("guild", sa.BigInteger),
        sa.Column("channel", sa.BigInteger),
        sa.Column("language", sa.String(16)),
        sa.Column("due", sa.DateTime(timezone=True)),
        sqlite_with_rowid=False,
    )
    _partial_index("daily_reminders_due", "daily_reminders", ["due"], "due IS NOT NULL")
    op.create_index("daily_reminders_by_guild", "daily_reminders", ["guild"])


def _keep_cards_as_dares(connection: sa.Connection) -> None:
    about = ("owner", "invited", "guild")
    for index in ("undrawn_cards", *(f"set_cards_by_{column}" for column in about)):
        op.drop_index(index, "set_cards")
    op.drop_column("set_cards", "followed")
    op.execute("ALTER TABLE set_cards RENAME COLUMN helped TO hinted")
    if connection.dialect.name == "postgresql":
        op.rename_table("set_cards", "dares")
    else:  # SQLite would store the new name in quotation marks
        query = "SELECT sql FROM sqlite_master WHERE name = 'set_cards'"
        made = connection.exec_driver_sql(query).scalar_one()
        op.execute(made.replace("set_cards", "dares", 1))
        op.execute("INSERT INTO dares SELECT * FROM set_cards")
        op.drop_table("set_cards")
    undrawn = "message IS NOT NULL AND drawn < version"
    _partial_index("undrawn_dares", "dares", ["set_key"], undrawn)
    for column in about:
        op.create_index(f"dares_by_{column}", "dares", [column])


def _count_help_as_hints(connection: sa.Connection) -> None:
    """Count words of the coach, and choices made in place of others, as hints for what followed."""
    found = connection.execute(
        sa.text(
            "SELECT round, seat, hinted, coached, taken_back FROM seats "
            "WHERE coached IS NOT NULL OR taken_back IS NOT NULL"
        )
    )
    for row in found.all():
        helped = {
            *_numbers(row.hinted),
            *(number + 1 for number in _numbers(row.coached)),
            *_numbers(row.taken_back),
        }
        _set_hinted(connection, row.round, row.seat, helped)


def _leave_out_what_was_taken_back(connection: sa.Connection) -> None:
    found = connection.execute(
        sa.text("SELECT DISTINCT round FROM steps WHERE action LIKE :back"),
        {"back": f"{_TAKE_BACK}%"},
    )
    for round_id in found.scalars().all():
        kept = _kept_steps(connection, round_id)
        _renumber_steps(connection, round_id, kept)
        seats = sa.text("SELECT seat, hinted, left_at FROM seats WHERE round = :round")
        for row in connection.execute(seats, {"round": round_id}).all():
            _set_hinted(
                connection, round_id, row.seat, (_new(kept, one) for one in _numbers(row.hinted))
            )
            if row.left_at:
                connection.execute(
                    sa.text("UPDATE seats SET left_at = :at WHERE round = :round AND seat = :seat"),
                    {"at": _new(kept, row.left_at), "round": round_id, "seat": row.seat},
                )


def _kept_steps(connection: sa.Connection, round_id: int) -> list[int]:
    """Return the numbers of the steps of a round that were not taken back, in order."""
    steps = sa.text("SELECT number, action FROM steps WHERE round = :round ORDER BY number")
    kept = list[int]()
    for row in connection.execute(steps, {"round": round_id}).all():
        if row.action is None or not row.action.startswith(_TAKE_BACK):
            kept.append(row.number)
            continue
        to = int(row.action.removeprefix(_TAKE_BACK))
        while kept and kept[-1] > to:
            kept.pop()
    return kept


def _renumber_steps(connection: sa.Connection, round_id: int, kept: list[int]) -> None:
    """Delete the other steps of a round, and number those that are kept from 1 on."""
    every = connection.execute(
        sa.text("SELECT number FROM steps WHERE round = :round"), {"round": round_id}
    )
    for number in {*every.scalars()} - {*kept}:
        connection.execute(
            sa.text("DELETE FROM steps WHERE round = :round AND number = :number"),
            {"round": round_id, "number": number},
        )
    for number in kept:  # none is taken, since the new number is not greater
        connection.execute(
            sa.text("UPDATE steps SET number = :new WHERE round = :round AND number = :number"),
            {"new": _new(kept, number), "round": round_id, "number": number},
        )
    connection.execute(
        sa.text("UPDATE rounds SET recorded = :count WHERE id = :round"),
        {"count": len(kept), "round": round_id},
    )


def _new(kept: list[int], number: int) -> int:
    """Return the new number of a step; one that was taken back has that of its replacement."""
    return 1 + sum(each < number for each in kept)


def _set_hinted(
    connection: sa.Connection, round_id: int, seat: int, numbers: Iterable[int]
) -> None:
    hinted = " ".join(map(str, sorted({*numbers}))) or None
    connection.execute(
        sa.text("UPDATE seats SET hinted = :hinted WHERE round = :round AND seat = :seat"),
        {"hinted": hinted, "round": round_id, "seat": seat},
    )


def _numbers(text: str | None) -> list[int]:
    return [int(one) for one in (text or "").split()]


def _name_members_of_bars(connection: sa.Connection) -> None:
    """Add to each bar the member and who set it, from its latest entry in the log."""
    for column in ("user", "set_by"):
        op.add_column("bars", sa.Column(column, sa.BigInteger))
    key: str | None = connection.execute(
        sa.text("SELECT value FROM settings WHERE scope = 'host' AND key = 'hash-key'")
    ).scalar()
    if key is None:  # nobody was barred
        return
    entries = sa.text(
        "SELECT guild, member, moderator FROM audit_log "
        "WHERE deed = 'bar' AND member IS NOT NULL ORDER BY at, id"
    )
    for row in connection.execute(entries).all():
        hashed = hmac.new(bytes.fromhex(key), str(row.member).encode(), sha256).hexdigest()
        connection.execute(
            sa.text(
                'UPDATE bars SET "user" = :user, set_by = :moderator '
                "WHERE guild = :guild AND member = :hashed"
            ),
            {
                "user": row.member,
                "moderator": row.moderator,
                "guild": row.guild,
                "hashed": hashed,
            },
        )


def _keep_perfect_play_of_days(connection: sa.Connection) -> None:
    """Keep the first of two results: that of perfect play, and the most that the dice allowed."""
    op.execute("ALTER TABLE daily_days RENAME COLUMN story TO perfect")
    days = sa.table("daily_days", sa.column("day"), sa.column("perfect"))
    told = sa.select(days).where(days.c.perfect.is_not(None))
    for day, both in connection.execute(told).all():
        perfect, _, _ = both.partition(" ")
        connection.execute(days.update().where(days.c.day == day).values(perfect=perfect))


def _close_attempts_of_hands(connection: sa.Connection) -> None:
    """Close the attempts of several hands, which cannot be read any more, and delete their cards.

    What an attempt lost and that it was finished count as before. Points were wins then, which
    nothing shows any more; they may be halves. What is not judged yet cannot be judged any more.
    """
    _delete_sets(connection, f"day IN (SELECT set_key FROM set_cards WHERE game {_NO_SHEET})")
    closed = f"set_key IS NOT NULL AND game {_NO_SHEET}"
    op.execute(f"UPDATE rounds SET state = NULL, moment = NULL WHERE {closed}")
    op.execute(
        "UPDATE entries SET total = NULL WHERE given IS NULL "
        f"AND round IN (SELECT id FROM rounds WHERE {closed})"
    )
    op.execute(f"UPDATE daily_days SET perfect = NULL WHERE plays {_NO_SHEET}")
    halves = sa.text("SELECT round, total FROM entries WHERE total LIKE '%/%'")
    for row in connection.execute(halves).all():
        connection.execute(
            sa.text("UPDATE entries SET total = :wins WHERE round = :round"),
            {"wins": str(int(Fraction(row.total))), "round": row.round},
        )


def _of_round() -> sa.Column[int]:
    """Return the column of a key that names a round, with which its row is deleted."""
    cascade = sa.ForeignKey("rounds.id", ondelete="CASCADE")
    return sa.Column("round", _IDS, cascade, primary_key=True, autoincrement=False)


def _keep_results_by_seat(connection: sa.Connection) -> None:
    """Write a result for each member's seat, in games that have begun, and in attempts at days.

    Computers, sheets for everybody and dares have none. An attempt ended about when it began.
    """
    op.execute("CREATE TEMPORARY TABLE old_results AS SELECT * FROM results")
    op.drop_table("results")
    time = sa.DateTime(timezone=True)
    op.create_table(
        "results",
        _of_round(),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("user", sa.BigInteger),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("seat_count", sa.Integer, nullable=False),
        sa.Column("day", sa.Boolean, nullable=False),
        sa.Column("begun", time, nullable=False),
        sa.Column("finished", time),
        sa.Column("share", sa.String(64)),
        sa.Column("won", sa.Boolean),
        sa.Column("score", sa.Integer),
        sa.Column("left", sa.Boolean, nullable=False),
        sa.Column("hinted", sa.Boolean, nullable=False),
        sa.Column("choices", sa.Integer),
        *(sa.Column(name, sa.Float) for name in ("lost", "par")),
        sqlite_with_rowid=False,
    )
    op.execute(
        f"""
        INSERT INTO results (
            round, seat, "user", guild, game, seat_count, day, begun, finished, share, score,
            "left",
            hinted
        )
        SELECT
            seats.round, seats.seat, CASE WHEN seats."user" > 0 THEN seats."user" END,
            CASE WHEN out_of_reach THEN 0 ELSE coalesce(rounds.guild, 0) END,
            rounds.game || CASE seat_count WHEN 1 THEN '/alone' ELSE '' END, seat_count,
            rounds.set_key IS NOT NULL, opened,
            CASE status
                WHEN 'over' THEN coalesce(old.finished, opened)
                WHEN 'closed' THEN coalesce(ended, opened)
            END,
            CASE WHEN rounds.set_key IS NULL THEN old.share ELSE '1' END,
            CASE WHEN rounds.set_key IS NULL THEN old.score
                ELSE CAST(entries.total AS INTEGER) END,
            seats."left" OR (status = 'resting' AND parked) OR coalesce(gone, seats."left"),
            hinted IS NOT NULL
        FROM seats
        JOIN rounds ON rounds.id = seats.round
        JOIN (SELECT round, count(*) AS seat_count FROM seats GROUP BY round) AS many
            ON many.round = seats.round
        LEFT JOIN old_results AS old ON old.round = seats.round AND old.seat = seats.seat
        LEFT JOIN accounts ON accounts.round = seats.round AND accounts.seat = seats.seat
        LEFT JOIN entries ON entries.round = seats.round
        WHERE seats."user" <> 0 AND CASE
            WHEN rounds.set_key LIKE 's%' THEN false
            WHEN rounds.set_key IS NOT NULL AND rounds.game {_NO_SHEET} THEN false
            WHEN rounds.set_key IS NOT NULL THEN entries.total IS NOT NULL
            WHEN status = 'over' THEN old.round IS NOT NULL
            WHEN status = 'closed' THEN accounts.round IS NOT NULL
            ELSE status IN ('playing', 'resting')
        END
        """
    )
    _tell_who_has_won(connection)
    op.execute("DROP TABLE old_results")
    facts = ["left", "hinted", "day"]
    total = 'score IS NOT NULL AND NOT "left" AND NOT hinted AND NOT day'
    for name, columns, where in (
        ("wins_of_server", ["guild", "finished", "user", "won"], "won IS NOT NULL"),
        ("totals_of_server", ["guild", "game", "score", "user", *facts], total),
        ("totals_of_member", ["guild", "game", "user", "score", *facts], total),
        ("totals_by_end", ["guild", "game", "seat_count", "finished", "score", *facts], total),
        (
            "results_to_judge",
            ["round", "guild"],
            'lost IS NULL AND (finished IS NOT NULL OR "left")',
        ),
    ):
        _partial_index(name, "results", columns, where)
    op.create_index("results_of_member", "results", ["user", "guild", "finished", "game"])
    op.create_index(
        "choices_of_server",
        "results",
        ["guild", "game", "begun", "user", "left", "choices", "lost", "par"],
    )


def _tell_who_has_won(connection: sa.Connection) -> None:
    """Note who has won among members: of a day two wins with the same opponent among them."""
    op.execute(
        """
        UPDATE results SET won = CASE
            WHEN "left" OR share = '0' THEN false
            WHEN share = '1' THEN true
        END
        WHERE share IS NOT NULL AND EXISTS (
            SELECT 1 FROM results AS other
            WHERE other.round = results.round AND other.seat <> results.seat
        )
        """
    )
    sqlite = connection.dialect.name == "sqlite"
    day = "date(own.finished)" if sqlite else "CAST(own.finished AT TIME ZONE 'UTC' AS date)"
    op.execute(
        f"""
        UPDATE results SET won = NULL WHERE won AND round IN (
            SELECT round FROM (
                SELECT own.round AS round, row_number() OVER (
                    PARTITION BY own."user", own.guild, other."user", {day}
                    ORDER BY own.finished, own.round
                ) AS number
                FROM results AS own
                JOIN results AS other ON other.round = own.round AND other.seat <> own.seat
                WHERE own.won AND own."user" > 0 AND other."user" > 0
            ) AS wins
            WHERE number > 2
        )
        """
    )


def _delete_with(connection: sa.Connection, table: str, column: str, parent: str) -> None:
    """Let the rows of a table be deleted with the row of another that a column names.

    SQLite cannot change the key of a table, which is written anew.
    """
    if connection.dialect.name == "postgresql":
        name, key = f"{table}_{column}_fkey", "day" if parent == "daily_days" else "id"
        op.drop_constraint(name, table)
        op.create_foreign_key(name, table, parent, [column], [key], ondelete="CASCADE")
        return
    found = connection.exec_driver_sql(
        "SELECT type, sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL", (table,)
    ).all()
    (made,) = [sql for kind, sql in found if kind == "table"]
    op.execute(f"ALTER TABLE {table} RENAME TO old_{table}")
    to = f"REFERENCES {parent} ("
    place = made.index(")", made.index(to)) + 1
    op.execute(f"{made[:place]} ON DELETE CASCADE{made[place:]}")
    op.execute(f"INSERT INTO {table} SELECT * FROM old_{table}")
    op.execute(f"DROP TABLE old_{table}")
    for index in (sql for kind, sql in found if kind == "index"):
        op.execute(index)


def _delete_sets(connection: sa.Connection, which: str) -> None:
    """Delete the days and cards whose key fits a condition, with all attempts at them."""
    attempts = "SELECT id FROM rounds WHERE set_key = :key"
    found = connection.execute(sa.text(f"SELECT day FROM daily_days WHERE {which}"))
    for key in found.scalars().all():
        for rows in (
            "entries WHERE set_key = :key",
            f"steps WHERE round IN ({attempts})",
            f"seats WHERE round IN ({attempts})",
            "rounds WHERE set_key = :key",
            "set_cards WHERE set_key = :key",
            "daily_days WHERE day = :key",
        ):
            connection.execute(sa.text(f"DELETE FROM {rows}"), {"key": key})


def _close_days_and_dares(connection: sa.Connection, now: datetime) -> None:
    """Close the days that had begun, and the cards of dares; delete today and what follows."""
    _delete_sets(connection, f"day NOT LIKE 's%' AND day >= '{now.date()}'")
    op.execute(
        "UPDATE set_cards SET version = version + 1 "
        "WHERE set_key IN (SELECT day FROM daily_days WHERE closed IS NULL)"
    )
    op.execute(
        "UPDATE rounds SET status = 'closed', version = version + 1 WHERE status = 'private'"
    )
    time = sa.DateTime(timezone=True)
    days = sa.table("daily_days", sa.column("closed", time), sa.column("revealed", time))
    for column in days.c:
        op.execute(days.update().where(column.is_(None)).values({column: now}))
    for name in ("seed", "digest", "previous"):
        op.drop_column("daily_days", name)
    op.add_column("daily_days", sa.Column("seed", sa.String(64)))
    op.execute("ALTER TABLE daily_days RENAME COLUMN committed TO drawn_at")
    op.drop_index("sealed_rounds", "rounds")
    op.drop_column("rounds", "sealed_until")
    op.add_column("rounds", sa.Column("secret_until", time))
    _partial_index("secret_rounds", "rounds", ["secret_until"], "secret_until IS NOT NULL")


def _give_seeds(connection: sa.Connection, now: datetime) -> None:
    """Make the table of seeds, with one for each game that goes on; those of 1.x go."""
    seeds = op.create_table(
        "seeds",
        sa.Column("id", _IDS, primary_key=True),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("seed", sa.LargeBinary),
        sa.Column("seal", sa.String(64), nullable=False),
        sa.Column("drawn", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("shown", sa.Boolean, nullable=False),
        sa.Column("round", _IDS, sa.ForeignKey("rounds.id", ondelete="CASCADE")),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("levels", sa.Integer, nullable=False),
        sa.Column("proven", sa.Boolean, nullable=False),
    )
    op.create_index("one_seed_per_round", "seeds", ["round"], unique=True)
    op.create_index("seeds_by_channel", "seeds", ["channel", "id"])
    is_next = "round IS NULL AND seed IS NOT NULL"
    _partial_index("one_next_seed_per_channel", "seeds", ["channel"], is_next, unique=True)
    going_on = sa.text(
        "SELECT rounds.id, coalesce(seed_blocks.channel, rounds.channel) AS place FROM rounds "
        "LEFT JOIN seed_numbers ON seed_numbers.round = rounds.id "
        "LEFT JOIN seed_blocks ON seed_blocks.id = seed_numbers.block "
        "WHERE status IN ('waiting', 'playing', 'resting') ORDER BY rounds.id"
    )
    for row in connection.execute(going_on).all():
        secret = token_bytes(32)
        connection.execute(
            seeds.insert().values(
                channel=row.place,
                seed=secret,
                seal=sha256(secret).hexdigest(),
                drawn=now,
                reason="start",
                shown=False,
                round=row.id,
                opened=0,
                levels=0,
                proven=False,
            )
        )
    for table in ("seed_numbers", "seed_blocks"):
        op.drop_table(table)


def _make_cards_of_days() -> None:
    """Make the tables of cards of days, and the column of the squares on them."""
    op.add_column("entries", sa.Column("verdicts", sa.String(32)))
    op.create_table(
        "day_cards",
        sa.Column("channel", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column(
            "day",
            sa.String(10),
            sa.ForeignKey("daily_days.day", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("guild", sa.BigInteger),
        sa.Column("language", sa.String(16), nullable=False),
        *(sa.Column(name, sa.BigInteger) for name in ("message", "former")),
        sa.Column("posted", sa.DateTime(timezone=True)),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("version", "drawn")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "day_card_lines",
        sa.Column("channel", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("day", sa.String(10), primary_key=True),
        _of_round(),
        sa.ForeignKeyConstraint(
            ["channel", "day"], ["day_cards.channel", "day_cards.day"], ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
    undrawn = "message IS NOT NULL AND (drawn < version OR former IS NOT NULL)"
    _partial_index("undrawn_day_cards", "day_cards", ["channel", "day"], undrawn)
    for column in ("guild", "day"):
        op.create_index(f"day_cards_by_{column}", "day_cards", [column])
    op.create_index("day_card_lines_by_round", "day_card_lines", ["round"])


def _partial_index(
    name: str, table: str, columns: list[str], where: str, *, unique: bool = False
) -> None:
    condition = sa.text(where)
    op.create_index(
        name, table, columns, unique=unique, sqlite_where=condition, postgresql_where=condition
    )
