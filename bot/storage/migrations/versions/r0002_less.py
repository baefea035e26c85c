"""Brings a database of version 1.0.0 to version 2.0.0.

Rows that say something else now are changed first; then all tables are made anew, filled from the
old ones, and those are dropped.

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
from hashlib import sha256
from secrets import token_bytes
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import CreateTable

from bot.storage.migrations.versions import r0001_tables as before

revision = "r0002"
down_revision = "r0001"
branch_labels = None
depends_on = None

_TAKE_BACK = "take-back."
"""The action of a step that took a choice back begins so; the step to return to follows."""

_NO_SHEET = "NOT IN ('nine', 'thirteen', 'yams')"
"""The condition of the game of a set that is no sheet but several hands."""

_SETTINGS_GONE = (
    "key IN ('hints', 'coach', 'next', 'companion', 'fives-of-a-kind', 'pace', 'level', 'threads', "
    "'still', 'word', 'daily', 'hour', 'daily_posted', 'daily_post_begun') OR scope IN "
    "('host/blocked-members', 'host/blocked-servers', 'renewal', 'daily-drawn-anew', 'standings', "
    "'lease') "
    "OR key LIKE 'commands/%' AND key <> 'commands/global'"
)

_COUNTED = (
    *("practice", "opponents", "mistakes", "decisions", "account_queue", "without_account"),
    *("count_queue", "standings", "meetings"),
)
"""The tables of what was counted and rated, of which nothing is kept."""

_INDEXES_GONE = ("rounds_with_next_due", "slow_threads", "unparked_rounds", "results_by_user")
"""The indexes that go although their columns stay."""

_UNDRAWN = "message IS NOT NULL AND drawn < version"
_UNDRAWN_DAY = "message IS NOT NULL AND (drawn < version OR former IS NOT NULL)"
_TOTAL = 'score IS NOT NULL AND NOT "left" AND NOT hinted AND NOT day'
_TO_JUDGE = 'lost IS NULL AND (finished IS NOT NULL OR "left")'

_INDEXES = (
    ("secret_rounds", "rounds", "secret_until", "secret_until IS NOT NULL"),
    ("undrawn_dares", "dares", "set_key", _UNDRAWN),
    ("dares_by_round", "dares", "round", "round IS NOT NULL"),
    *((f"dares_by_{column}", "dares", column, None) for column in ("owner", "invited", "guild")),
    ("results_of_member", "results", "user guild finished game", None),
    ("wins_of_server", "results", "guild finished user won", "won IS NOT NULL"),
    ("totals_of_server", "results", "guild game score user left hinted day", _TOTAL),
    ("totals_of_member", "results", "guild game user score left hinted day", _TOTAL),
    ("totals_by_end", "results", "guild game seat_count finished score left hinted day", _TOTAL),
    ("choices_of_server", "results", "guild game begun user left choices lost par", None),
    ("results_to_judge", "results", "round guild", _TO_JUDGE),
    ("one_seed_per_round", "seeds", "round", None),
    ("one_next_seed_per_channel", "seeds", "channel", "round IS NULL AND seed IS NOT NULL"),
    ("seeds_by_channel", "seeds", "channel id", None),
    ("undrawn_day_cards", "day_cards", "channel day", _UNDRAWN_DAY),
    *((f"day_cards_by_{column}", "day_cards", column, None) for column in ("guild", "day")),
    ("day_card_lines_by_round", "day_card_lines", "round", None),
    ("daily_reminders_due", "daily_reminders", "due", "due IS NOT NULL"),
    ("daily_reminders_by_guild", "daily_reminders", "guild", None),
)
"""The new indexes: their tables, columns and conditions. Those named after one row are unique."""

_ID, _TIME = before.Id, before.UTC_TIME

metadata = sa.MetaData()


# The tables


def _added(
    name: str, kind: Any, value: str = "NULL", *keys: sa.ForeignKey, nullable: bool = True
) -> sa.Column[Any]:
    """Return a new column of a table that is kept; a row has this value, of its old row."""
    return sa.Column(name, kind, *keys, nullable=nullable, info={"value": value})


def _kept(
    name: str, *added: sa.Column[Any], without: Iterable[str] = (), was: str | None = None
) -> None:
    """Describe a table as it was, without some columns and with `added` ones."""
    old = before.metadata.tables[was or name]
    columns = [
        sa.Column(
            column.name,
            column.type,
            *(_key(key.target_fullname) for key in column.foreign_keys),
            primary_key=column.primary_key,
            autoincrement=column.autoincrement,
            nullable=column.nullable,
            server_default=column.server_default,
        )
        for column in old.columns
        if column.name not in without
    ]
    checks = [
        sa.CheckConstraint(one.sqltext, name=one.name)
        for one in sorted(old.constraints, key=lambda one: str(one.name))
        if isinstance(one, sa.CheckConstraint)
    ]
    sa.Table(
        name, metadata, *columns, *added, *checks, info={"was": old.name}, **old.dialect_kwargs
    )


def _key(parent: str) -> sa.ForeignKey:
    """Return the key of a row that is deleted with the one that it names."""
    return sa.ForeignKey(parent, ondelete="CASCADE")


for _name in ("settings", "erasures", "face_counts", "turns", "kept_out", "steps"):
    _kept(_name)
_kept("seats", without=("coached", "taken_back", "word", "early_word"))
_kept("bars", _added("user", sa.BigInteger), _added("set_by", sa.BigInteger))
_kept(
    "daily_days",
    _added("seed", sa.String(64)),
    _added("drawn_at", _TIME, "committed", nullable=False),
    # The first of two numbers, that of perfect play; the other is the most that the dice allowed.
    _added("perfect", sa.Text, "rtrim(rtrim(story, '0123456789/'))"),
    without=("seed", "digest", "previous", "committed", "story"),
)
_kept(
    "rounds",
    _added("successor_of", _ID, "successor_of", sa.ForeignKey("rounds.id", ondelete="SET NULL")),
    _added("minutes", sa.Integer, "CASE pace WHEN 'quick' THEN 1 WHEN 'slow' THEN 1440 END"),
    _added("headline", sa.Text),
    _added("better_than", sa.Integer),
    _added("secret_until", _TIME),
    without=(
        *("successor_of", "hints", "pace", "best_of", "parked", "next_round"),
        *("has_new_dice", "replay", "highlights", "sealed_until"),
    ),
)
_kept("entries", _added("verdicts", sa.String(32)), without=("levels",))
_kept(
    "dares",
    _added(
        "round",
        _ID,
        "CASE WHEN round IN (SELECT id FROM rounds) THEN round END",
        sa.ForeignKey("rounds.id", ondelete="SET NULL"),
    ),
    _added("hinted", sa.Boolean, "helped", nullable=False),
    without=("round", "helped", "followed"),
    was="set_cards",
)
sa.Table(
    "results",
    metadata,
    sa.Column("round", _ID, _key("rounds.id"), primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("user", sa.BigInteger),
    sa.Column("guild", sa.BigInteger, nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("seat_count", sa.Integer, nullable=False),
    sa.Column("day", sa.Boolean, nullable=False),
    sa.Column("begun", _TIME, nullable=False),
    sa.Column("finished", _TIME),
    sa.Column("share", sa.String(64)),
    sa.Column("won", sa.Boolean),
    sa.Column("score", sa.Integer),
    sa.Column("left", sa.Boolean, nullable=False),
    sa.Column("hinted", sa.Boolean, nullable=False),
    sa.Column("choices", sa.Integer),
    *(sa.Column(name, sa.Float) for name in ("lost", "par")),
    sqlite_with_rowid=False,
)
_seeds = sa.Table(
    "seeds",
    metadata,
    sa.Column("id", _ID, primary_key=True),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("seed", sa.LargeBinary),
    sa.Column("seal", sa.String(64), nullable=False),
    sa.Column("drawn", _TIME, nullable=False),
    sa.Column("reason", sa.String(16), nullable=False),
    sa.Column("shown", sa.Boolean, nullable=False),
    sa.Column("round", _ID, _key("rounds.id")),
    sa.Column("opened", sa.BigInteger, nullable=False),
    sa.Column("levels", sa.Integer, nullable=False),
    sa.Column("proven", sa.Boolean, nullable=False),
)
sa.Table(
    "day_cards",
    metadata,
    sa.Column("channel", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("day", sa.String(10), _key("daily_days.day"), primary_key=True),
    sa.Column("guild", sa.BigInteger),
    sa.Column("language", sa.String(16), nullable=False),
    *(sa.Column(name, sa.BigInteger) for name in ("message", "former")),
    sa.Column("posted", _TIME),
    *(sa.Column(name, sa.Integer, nullable=False) for name in ("version", "drawn")),
    sqlite_with_rowid=False,
)
sa.Table(
    "day_card_lines",
    metadata,
    sa.Column("channel", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("round", _ID, _key("rounds.id"), primary_key=True, autoincrement=False),
    sa.ForeignKeyConstraint(
        ["channel", "day"], ["day_cards.channel", "day_cards.day"], ondelete="CASCADE"
    ),
    sqlite_with_rowid=False,
)
sa.Table(
    "daily_reminders",
    metadata,
    sa.Column("member", sa.BigInteger, primary_key=True, autoincrement=False),
    *(sa.Column(name, sa.BigInteger) for name in ("guild", "channel")),
    sa.Column("language", sa.String(16)),
    sa.Column("due", _TIME),
    sqlite_with_rowid=False,
)


# The upgrade


def upgrade() -> None:
    now = datetime.now(UTC)
    for name in _COUNTED:
        op.drop_table(name)  # first, so that the new tables take their place in the file
    _change_settings()
    _count_help_as_hints()
    _leave_out_what_was_taken_back()
    _delete_sets(now)
    _close_attempts_of_hands()
    _close_days_and_dares(now)
    _run("UPDATE rounds SET deadline = NULL WHERE status = 'over' AND deadline IS NOT NULL")
    _run("DELETE FROM face_counts WHERE guild IS NULL")

    old = [table for table in before.metadata.sorted_tables if table.name not in _COUNTED]
    for table in old:
        _set_aside(table)
    postgresql = op.get_bind().dialect.name == "postgresql"
    for table in metadata.sorted_tables:
        keys: tuple[()] | None = () if postgresql else None
        op.get_bind().execute(CreateTable(table, include_foreign_key_constraints=keys))
    _count_ids_on()
    for table in metadata.sorted_tables:
        if "was" in table.info:
            _fill(table)
    _name_members_of_bars()
    _give_seeds(now)
    _keep_results_by_seat()
    for table in reversed(old):
        op.drop_table(f"old_{table.name}")
    _create_indexes()
    if postgresql:
        _create_keys()


def _run(sql: str, **values: object) -> sa.CursorResult[Any]:
    return op.get_bind().execute(sa.text(sql), values)


def _set_aside(table: sa.Table) -> None:
    """Give other names to a table of 1.0.0 and what belongs to it."""
    for index in table.indexes:
        op.drop_index(str(index.name), table.name)
    op.rename_table(table.name, f"old_{table.name}")
    if op.get_bind().dialect.name == "postgresql":
        for kind, suffix in (("INDEX", "pkey"), ("SEQUENCE", "id_seq")):
            name = f"{table.name}_{suffix}"
            _run(f"ALTER {kind} IF EXISTS {name} RENAME TO old_{name}")


def _count_ids_on() -> None:
    """Let new rounds have the ids after those that were given, also where the last are gone."""
    if op.get_bind().dialect.name == "postgresql":
        _run("SELECT setval('rounds_id_seq', last_value, is_called) FROM old_rounds_id_seq")
    else:
        _run(
            "INSERT INTO sqlite_sequence (name, seq) "
            "SELECT 'rounds', seq FROM sqlite_sequence WHERE name = 'old_rounds'"
        )


def _fill(table: sa.Table) -> None:
    """Fill a table from the one that it was."""
    old = before.metadata.tables[table.info["was"]]
    if table.c.keys() == old.c.keys():  # said so, SQLite needs half the time
        _run(f"INSERT INTO {table.name} SELECT * FROM old_{old.name}")
        return
    names = ", ".join(f'"{column.name}"' for column in table.c)
    values = ", ".join(column.info.get("value", f'"{column.name}"') for column in table.c)
    _run(f"INSERT INTO {table.name} ({names}) SELECT {values} FROM old_{old.name}")


def _create_keys() -> None:
    """Create the keys of PostgreSQL, which checks all rows at once sooner than one by one."""
    for table in metadata.sorted_tables:
        for key in table.foreign_key_constraints:
            named = [one.column.name for one in key.elements]
            ends = key.referred_table.name, [*key.column_keys], named
            op.create_foreign_key(None, table.name, *ends, ondelete=key.ondelete)


def _create_indexes() -> None:
    for table in metadata.sorted_tables:
        old = before.metadata.tables.get(table.name)
        for index in () if old is None else old.indexes:
            names = index.columns.keys()
            if index.name not in _INDEXES_GONE and {*names} <= {*table.c.keys()}:
                where = index.dialect_options["sqlite"]["where"]
                _create_index(str(index.name), table.name, names, where)
    for name, of, columns, condition in _INDEXES:
        where = None if condition is None else sa.text(condition)
        _create_index(name, of, columns.split(), where)


def _create_index(name: str, table: str, columns: list[str], where: sa.TextClause | None) -> None:
    one = name.startswith("one_")
    op.create_index(name, table, columns, unique=one, sqlite_where=where, postgresql_where=where)


# What is said in another way


def _change_settings() -> None:
    for pace, minutes in (("quick", 2), ("slow", 1440)):
        _run(
            f"UPDATE settings SET key = 'minutes', value = '{minutes}' "
            f"WHERE key = 'pace' AND value = '{pace}'"
        )
    _run(f"DELETE FROM settings WHERE {_SETTINGS_GONE}")


def _count_help_as_hints() -> None:
    """Count words of the coach, and choices made in place of others, as hints for what followed."""
    found = _run(
        "SELECT round, seat, hinted, coached, taken_back FROM seats "
        "WHERE coached IS NOT NULL OR taken_back IS NOT NULL"
    )
    for row in found.all():
        after_words = [number + 1 for number in _numbers(row.coached)]
        helped = [*_numbers(row.hinted), *after_words, *_numbers(row.taken_back)]
        _set_hinted(row.round, row.seat, helped)


def _leave_out_what_was_taken_back() -> None:
    found = _run("SELECT DISTINCT round FROM steps WHERE action LIKE :back", back=f"{_TAKE_BACK}%")
    for round_id in found.scalars().all():
        kept = _kept_steps(round_id)
        _renumber_steps(round_id, kept)
        seats = _run("SELECT seat, hinted, left_at FROM seats WHERE round = :id", id=round_id)
        for row in seats.all():
            _set_hinted(round_id, row.seat, [_new(kept, one) for one in _numbers(row.hinted)])
            if row.left_at:
                _run(
                    "UPDATE seats SET left_at = :at WHERE round = :id AND seat = :seat",
                    at=_new(kept, row.left_at),
                    id=round_id,
                    seat=row.seat,
                )


def _kept_steps(round_id: int) -> list[int]:
    """Return the numbers of the steps of a round that were not taken back, in order."""
    kept = list[int]()
    steps = _run("SELECT number, action FROM steps WHERE round = :id ORDER BY number", id=round_id)
    for row in steps.all():
        if row.action is None or not row.action.startswith(_TAKE_BACK):
            kept.append(row.number)
            continue
        to = int(row.action.removeprefix(_TAKE_BACK))
        while kept and kept[-1] > to:
            kept.pop()
    return kept


def _renumber_steps(round_id: int, kept: list[int]) -> None:
    """Delete the other steps of a round, and number those that are kept from 1 on."""
    every = _run("SELECT number FROM steps WHERE round = :id", id=round_id).scalars().all()
    one_step = "WHERE round = :id AND number = :number"
    for number in {*every} - {*kept}:
        _run(f"DELETE FROM steps {one_step}", id=round_id, number=number)
    for new, number in enumerate(kept, 1):  # none is taken, since the new number is not greater
        if new != number:
            _run(f"UPDATE steps SET number = :new {one_step}", new=new, id=round_id, number=number)
    _run("UPDATE rounds SET recorded = :count WHERE id = :id", count=len(kept), id=round_id)


def _new(kept: list[int], number: int) -> int:
    """Return the new number of a step; one that was taken back has that of its replacement."""
    return 1 + sum(each < number for each in kept)


def _set_hinted(round_id: int, seat: int, numbers: Iterable[int]) -> None:
    _run(
        "UPDATE seats SET hinted = :hinted WHERE round = :id AND seat = :seat",
        hinted=" ".join(map(str, sorted({*numbers}))) or None,
        id=round_id,
        seat=seat,
    )


def _numbers(text: str | None) -> list[int]:
    return [int(one) for one in (text or "").split()]


def _delete_sets(now: datetime) -> None:
    """Delete the cards of several hands, today and what follows, with all attempts at them."""
    found = _run(
        f"SELECT day FROM daily_days WHERE (day NOT LIKE 's%' AND day >= '{now.date()}') "
        f"OR day IN (SELECT set_key FROM set_cards WHERE game {_NO_SHEET})"
    )
    attempts = "SELECT id FROM rounds WHERE set_key = :key"
    for key in found.scalars().all():
        for rows in (
            "entries WHERE set_key = :key",
            f"steps WHERE round IN ({attempts})",
            f"seats WHERE round IN ({attempts})",
            "rounds WHERE set_key = :key",
            "set_cards WHERE set_key = :key",
            "daily_days WHERE day = :key",
        ):
            _run(f"DELETE FROM {rows}", key=key)


def _close_attempts_of_hands() -> None:
    """Close the attempts of several hands, which cannot be read any more.

    What an attempt lost and that it was finished count as before. Points were wins then, which
    nothing shows any more; they may be halves. What is not judged yet cannot be judged any more.
    """
    closed = f"set_key IS NOT NULL AND game {_NO_SHEET}"
    _run(f"UPDATE rounds SET state = NULL, moment = NULL WHERE {closed}")
    _run(
        "UPDATE entries SET total = NULL WHERE given IS NULL "
        f"AND round IN (SELECT id FROM rounds WHERE {closed})"
    )
    _run(
        "UPDATE entries SET total = CAST(CAST(replace(total, '/2', '') AS INTEGER) / 2 AS TEXT) "
        "WHERE total LIKE '%/2'"
    )
    _run(f"UPDATE daily_days SET story = NULL WHERE plays {_NO_SHEET}")


def _close_days_and_dares(now: datetime) -> None:
    """Close the days that had begun, and the cards of dares."""
    _run(
        "UPDATE set_cards SET version = version + 1 "
        "WHERE set_key IN (SELECT day FROM daily_days WHERE closed IS NULL)"
    )
    _run("UPDATE rounds SET status = 'closed', version = version + 1 WHERE status = 'private'")
    days = before.daily_days
    for column in (days.c.closed, days.c.revealed):
        op.execute(days.update().where(column.is_(None)).values({column: now}))


def _name_members_of_bars() -> None:
    """Add to each bar the member and who set it, from its latest entry in the log."""
    key: str | None = _run(
        "SELECT value FROM settings WHERE scope = 'host' AND key = 'hash-key'"
    ).scalar()
    if key is None:  # nobody was barred
        return
    deeds = _run(
        "SELECT guild, member, moderator FROM old_audit_log "
        "WHERE deed = 'bar' AND member IS NOT NULL ORDER BY at, id"
    )
    for row in deeds.all():
        _run(
            'UPDATE bars SET "user" = :user, set_by = :moderator '
            "WHERE guild = :guild AND member = :hashed",
            user=row.member,
            moderator=row.moderator,
            guild=row.guild,
            hashed=hmac.new(bytes.fromhex(key), str(row.member).encode(), sha256).hexdigest(),
        )


def _give_seeds(now: datetime) -> None:
    """Give a seed to each game that goes on, in the channel where those of 1.x were drawn."""
    going_on = _run(
        "SELECT rounds.id, coalesce(block.channel, rounds.channel) AS place FROM rounds "
        "LEFT JOIN old_seed_numbers AS number ON number.round = rounds.id "
        "LEFT JOIN old_seed_blocks AS block ON block.id = number.block "
        "WHERE status IN ('waiting', 'playing', 'resting') ORDER BY rounds.id"
    )
    for row in going_on.all():
        secret = token_bytes(32)
        op.execute(
            _seeds.insert().values(
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


def _keep_results_by_seat() -> None:
    """Write a result for each member's seat, in games that have begun, and in attempts at days.

    Computers, sheets for everybody and dares have none. An attempt ended about when it began.
    """
    _run(
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
        JOIN old_rounds AS rounds ON rounds.id = seats.round
        JOIN (SELECT round, count(*) AS seat_count FROM seats GROUP BY round) AS many
            ON many.round = seats.round
        LEFT JOIN old_results AS old ON old.round = seats.round AND old.seat = seats.seat
        LEFT JOIN old_accounts AS accounts
            ON accounts.round = seats.round AND accounts.seat = seats.seat
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
    _tell_who_has_won()


def _tell_who_has_won() -> None:
    """Note who has won among members: of a day two wins with the same opponent among them."""
    _run(
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
    sqlite = op.get_bind().dialect.name == "sqlite"
    day = "date(own.finished)" if sqlite else "CAST(own.finished AT TIME ZONE 'UTC' AS date)"
    _run(
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
