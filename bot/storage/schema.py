"""The tables of the database, as of the newest migration.

Each change since version 1.0.0 needs a revision in `migrations/versions`; a test compares the two.
The conditions of partial indexes are defined here once, for the index and for its queries: with any
other wording the database would not use the index. A test compares their statuses with those of
`bot.table.stored_round`. SQLite may choose any index that fits, so an index over all rounds of a
member has a condition that queries for open rounds do not state.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    text,
)
from sqlalchemy.types import TypeEngine


class Utc(TypeDecorator[datetime]):
    """A time, aware and in UTC in Python, regardless of the database's time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert a time to UTC. Raises ValueError for a naive time, which is ambiguous."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time must say its time zone: {value!r}")
        in_utc = value.astimezone(UTC)
        return in_utc.replace(tzinfo=None) if dialect.name == "sqlite" else in_utc

    def process_result_value(
        self,
        value: datetime | None,
        dialect: Dialect,  # noqa: ARG002 — SQLAlchemy's argument
    ) -> datetime | None:
        """Return the time in UTC; times of SQLite, which have no time zone, are in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


Id = BigInteger().with_variant(Integer(), "sqlite")
"""The type of the ids of rounds: SQLite counts up only an INTEGER."""

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
"""The columns that count faces, in their order."""

metadata = MetaData()


def _with(column: str) -> ForeignKey:
    """Return the key of a row that is deleted with the one that it names."""
    return ForeignKey(column, ondelete="CASCADE")


def _without(column: str) -> ForeignKey:
    """Return the key of a row that stays when the one that it names is deleted."""
    return ForeignKey(column, ondelete="SET NULL")


Erasure: TypeAlias = Literal["former", "null", "delete", "hash"]
"""What the erasure of a member does to their id: a former player replaces it, it is removed, its
row is deleted. A keyed hash of it (`bot.storage.keyed_hash`) stays.
"""


def _member(
    name: str,
    erasure: Erasure,
    kind: TypeEngine[Any] | type[TypeEngine[Any]] = BigInteger,
    *,
    prefix: str = "",
    **options: Any,
) -> Column[Any]:
    """Return a column that may hold the id of a member, in a text behind a `prefix`."""
    return Column(name, kind, info={"erasure": erasure, "prefix": prefix}, **options)


rounds = Table(
    "rounds",
    metadata,
    Column("id", Id, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("status", String(16), nullable=False),
    Column("game", String(64), nullable=False),
    Column("guild", BigInteger),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger),
    _member("opener", "former", nullable=False),
    Column("language", String(16), nullable=False),
    Column("options", Text, nullable=False),
    Column("state", Text),
    Column("moment", Integer),
    Column("recorded", Integer, nullable=False),
    Column("opened", Utc, nullable=False),
    Column("deadline", Utc),
    Column("remind_at", Utc),
    Column("reminder", BigInteger),
    Column("successor_of", Id, _without("rounds.id")),
    Column("minutes", Integer),  # of a turn, NULL for the usual ones
    *(
        Column(name, Boolean, nullable=False)
        for name in ("pair", "in_thread", "out_of_reach", "rules_known")
    ),
    Column("closed", String(16)),
    _member("closed_by", "former"),
    Column("has_card", Boolean, nullable=False),
    Column("headline", Text),
    Column("better_than", Integer),  # of ten sheets here, by the best total
    Column("secret_until", Utc),
    Column("set_key", String(10), _with("daily_days.day")),  # of a private round
    sqlite_autoincrement=True,  # an id in an old message never names a newer round
)
"""The columns from `minutes` to `better_than` are the facts of the table, written by
`bot.table.store.rows`."""

seats = Table(
    "seats",
    metadata,
    Column("round", Id, _with("rounds.id"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    _member("user", "former"),
    Column("level", String(32)),
    Column("accepted", Boolean, nullable=False),
    Column("left", Boolean, nullable=False),
    Column("left_at", Integer, nullable=False),
    Column("missed_turns", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("hinted", Text),
    Column("open", Boolean, nullable=False),  # whether the round is open
    sqlite_with_rowid=False,
)

turns = Table(
    "turns",  # on the seat of a sheet that is open to everybody
    metadata,
    Column("round", Id, _with("rounds.id"), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    _member("member", "former", nullable=False),
    Column("begun", Utc, nullable=False),
    Column("step", Integer, nullable=False),  # the number of its first step
    Column("ended", Utc),
    Column("points", Integer, nullable=False),
    Column("missed", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

kept_out = Table(
    "kept_out",  # members kept out of such a sheet by its opener
    metadata,
    Column("round", Id, _with("rounds.id"), primary_key=True, autoincrement=False),
    _member("member", "delete", primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

steps = Table(
    "steps",
    metadata,
    Column("round", Id, _with("rounds.id"), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer),
    Column("action", String(64)),
    Column("faces", Text),
    Column("label", String(64)),
    Column("source", Text),
    CheckConstraint("(seat IS NULL) = (action IS NULL)", name="a_seat_acts"),
    CheckConstraint("(faces IS NULL) <> (action IS NULL)", name="acted_or_landed"),
    sqlite_with_rowid=False,  # the steps of a round are stored together
)

results = Table(
    "results",  # a row for each member's seat, from the first die on
    metadata,
    Column("round", Id, _with("rounds.id"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    _member("user", "null"),
    Column("guild", BigInteger, nullable=False),  # 0: no server
    Column("game", String(64), nullable=False),  # a sheet alone is a game of its own
    Column("seat_count", Integer, nullable=False),  # of all seats, also of computers
    Column("day", Boolean, nullable=False),  # whether it is a private round of a day
    Column("begun", Utc, nullable=False),
    Column("finished", Utc),
    Column("share", String(64)),  # NULL before the end, and without one
    Column("won", Boolean),  # among members, NULL where it counts as neither won nor lost
    Column("score", Integer),
    Column("left", Boolean, nullable=False),  # by its member, or rests for a day
    Column("hinted", Boolean, nullable=False),
    Column("choices", Integer),  # that count for accuracy, 0 where none can be judged
    *(Column(name, Float) for name in ("lost", "par")),  # NULL until they are judged
    sqlite_with_rowid=False,
)

settings = Table(
    "settings",
    metadata,
    _member("scope", "delete", String(64), prefix="member/", primary_key=True),
    _member("key", "delete", String(64), prefix="member/", primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)

erasures = Table(
    "erasures",
    metadata,
    _member("hash", "hash", String(64), primary_key=True),
    Column("at", Utc, primary_key=True),
    sqlite_with_rowid=False,
)

bars = Table(
    "bars",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    _member("member", "hash", String(64), primary_key=True),
    Column("until", Utc, nullable=False),
    _member("user", "null"),
    _member("set_by", "former"),
    sqlite_with_rowid=False,
)

daily_days = Table(
    "daily_days",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("seed", String(64)),  # NULL for one of 1.x
    Column("drawn_at", Utc, nullable=False),
    Column("opened", BigInteger, nullable=False, server_default="0"),  # 0 for a day
    Column("closed", Utc),
    Column("revealed", Utc),
    Column("perfect", Text),  # the points of perfect play
    Column("plays", String(64)),
    sqlite_with_rowid=False,
)

entries = Table(
    "entries",  # of members for a day or a dare: a private round each, or the sheet of a dare
    metadata,
    Column("round", Id, _with("rounds.id"), primary_key=True, autoincrement=False),
    Column("set_key", String(10), _with("daily_days.day"), nullable=False),
    _member("member", "delete", nullable=False),
    Column("guild", BigInteger),
    Column("total", String(64)),  # its points, NULL before the end
    Column("given", Float),  # NULL until it is judged
    Column("verdicts", String(32)),  # a letter for each turn; NULL until then, and for those of 1.x
    sqlite_with_rowid=False,
)

day_cards = Table(
    "day_cards",  # of days of the calendar, one in a channel
    metadata,
    Column("channel", BigInteger, primary_key=True, autoincrement=False),
    Column("day", String(10), _with("daily_days.day"), primary_key=True),
    Column("guild", BigInteger),
    Column("language", String(16), nullable=False),
    Column("message", BigInteger),
    Column("former", BigInteger),  # the message before, until it is shortened
    Column("posted", Utc),  # when the message was begun, NULL where it is to be posted again
    Column("version", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    sqlite_with_rowid=False,
)

day_card_lines = Table(
    "day_card_lines",  # the private rounds that were shared there
    metadata,
    Column("channel", BigInteger, primary_key=True, autoincrement=False),
    Column("day", String(10), primary_key=True),
    Column("round", Id, _with("rounds.id"), primary_key=True, autoincrement=False),
    ForeignKeyConstraint(
        ["channel", "day"], ["day_cards.channel", "day_cards.day"], ondelete="CASCADE"
    ),
    sqlite_with_rowid=False,
)

daily_reminders = Table(
    "daily_reminders",  # of the members who want to be reminded of the next day
    metadata,
    _member("member", "delete", primary_key=True, autoincrement=False),
    Column("guild", BigInteger),
    Column("channel", BigInteger),
    Column("language", String(16)),
    Column("due", Utc),  # NULL where none is to be sent
    sqlite_with_rowid=False,
)

dares = Table(
    "dares",  # their dice are in `daily_days`
    metadata,
    Column("set_key", String(10), _with("daily_days.day"), primary_key=True),
    Column("game", String(64), nullable=False),
    _member("owner", "null"),
    _member("invited", "null"),
    Column("until", Utc, nullable=False),
    Column("language", String(16), nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("guild", BigInteger),
    Column("message", BigInteger),
    Column("round", Id, _without("rounds.id")),  # the sheet of its owner
    Column("hinted", Boolean, nullable=False),
    Column("told", Boolean, nullable=False),  # whether the owner was notified of the first player
    Column("version", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    sqlite_with_rowid=False,
)


seeds = Table(
    "seeds",  # of games, and of the next game of each channel
    metadata,
    Column("id", Id, primary_key=True),
    Column("channel", BigInteger, nullable=False),
    Column("seed", LargeBinary),  # NULL if it was withdrawn before a game took it
    Column("seal", String(64), nullable=False),
    Column("drawn", Utc, nullable=False),
    Column("reason", String(16), nullable=False),
    Column("shown", Boolean, nullable=False),  # whether its seal was shown before a game took it
    Column("round", Id, _with("rounds.id")),
    Column("opened", BigInteger, nullable=False),
    Column("levels", Integer, nullable=False),  # the version of the computer's levels, 0 if changed
    Column("proven", Boolean, nullable=False),
)

face_counts = Table(
    "face_counts",  # of the dice that landed on a server
    metadata,
    Column("guild", BigInteger),
    *(Column(name, BigInteger, nullable=False) for name in FACES),
)

IS_OPEN = text("status IN ('waiting', 'playing')")
IS_RESTING = text("status = 'resting'")
IS_SUCCESSOR = text("status NOT IN ('declined', 'withdrawn', 'lapsed')")
MAY_BE_REMINDED = text("status = 'playing' AND reminder IS NULL")
IS_OPEN_SET = text("closed IS NULL")
IS_SECRET = text("secret_until IS NOT NULL")
IS_TO_SEND = text("due IS NOT NULL")
IS_NEXT = text("round IS NULL AND seed IS NOT NULL")
IS_PRIVATE = text("status = 'private'")
IS_UNJUDGED = text("total IS NOT NULL AND given IS NULL")
OF_A_SET = text("set_key IS NOT NULL")
IS_UNDRAWN = text("message IS NOT NULL AND drawn < version")
IS_UNDRAWN_DAY = text("message IS NOT NULL AND (drawn < version OR former IS NOT NULL)")
IS_OF_SERVER = text("guild IS NOT NULL AND NOT out_of_reach")
IS_SEAT_OF_OPEN = text("open")
OPENED_BY_MEMBER = text("opener > 0")
IS_MEMBERS = text('"user" > 0')
IS_TOTAL = text('score IS NOT NULL AND NOT "left" AND NOT hinted AND NOT day')
IS_WON_OR_LOST = text("won IS NOT NULL")
IS_TO_JUDGE = text('lost IS NULL AND (finished IS NOT NULL OR "left")')
FOLLOWS = text("successor_of IS NOT NULL")
HAS_SHEET = text("round IS NOT NULL")
WAS_CLOSED_BY = text("closed_by IS NOT NULL")


def _partial(name: str, *columns: Column[Any], where: object, unique: bool = False) -> Index:
    # `postgresql_where` would load that dialect here; the revisions make these indexes there.
    return Index(name, *columns, unique=unique, sqlite_where=where)


_partial("one_open_round_per_channel", rounds.c.channel, where=IS_OPEN, unique=True)
_partial("one_successor_per_round", rounds.c.successor_of, where=IS_SUCCESSOR, unique=True)
_partial("open_rounds_by_deadline", rounds.c.deadline, where=IS_OPEN)
_partial("open_rounds_by_opener", rounds.c.opener, where=IS_OPEN)
_partial("resting_rounds_by_opener", rounds.c.opener, where=IS_RESTING)
_partial("rounds_to_remind", rounds.c.remind_at, where=MAY_BE_REMINDED)
_partial("undrawn_rounds", rounds.c.id, where=IS_UNDRAWN)
_partial("resting_rounds_by_deadline", rounds.c.deadline, where=IS_RESTING)
_partial("rounds_by_server", rounds.c.guild, where=IS_OF_SERVER)
_partial("rounds_by_predecessor", rounds.c.successor_of, where=FOLLOWS)
_partial("rounds_by_closer", rounds.c.closed_by, where=WAS_CLOSED_BY)
_partial("seats_by_user", seats.c.user, seats.c.round, where=IS_MEMBERS)
_partial("open_seats_by_user", seats.c.user, where=IS_SEAT_OF_OPEN)
Index("turns_by_member", turns.c.member, turns.c.round)
Index("kept_out_by_member", kept_out.c.member)
_partial("rounds_by_opener", rounds.c.opener, where=OPENED_BY_MEMBER)
_partial("secret_rounds", rounds.c.secret_until, where=IS_SECRET)
_partial("open_sets", daily_days.c.day, where=IS_OPEN_SET)
_partial("daily_reminders_due", daily_reminders.c.due, where=IS_TO_SEND)
Index("daily_reminders_by_guild", daily_reminders.c.guild)
_partial("dares_by_round", dares.c.round, where=HAS_SHEET)
_partial("undrawn_dares", dares.c.set_key, where=IS_UNDRAWN)
_partial("undrawn_day_cards", day_cards.c.channel, day_cards.c.day, where=IS_UNDRAWN_DAY)
_partial("private_rounds", rounds.c.set_key, where=IS_PRIVATE)
_partial("rounds_by_set", rounds.c.set_key, where=OF_A_SET)
_partial("unjudged_entries", entries.c.round, where=IS_UNJUDGED)
Index("one_count_per_guild", face_counts.c.guild, unique=True)
Index("one_seed_per_round", seeds.c.round, unique=True)
_partial("one_next_seed_per_channel", seeds.c.channel, where=IS_NEXT, unique=True)
Index("seeds_by_channel", seeds.c.channel, seeds.c.id)
Index(
    "results_of_member",
    *(results.c.user, results.c.guild, results.c.finished, results.c.game),
)
_partial(
    "wins_of_server",
    *(results.c.guild, results.c.finished, results.c.user, results.c.won),
    where=IS_WON_OR_LOST,
)
_TOTAL = (results.c.left, results.c.hinted, results.c.day)  # so that no index needs the table
_partial(
    "totals_of_server",
    *(results.c.guild, results.c.game, results.c.score, results.c.user, *_TOTAL),
    where=IS_TOTAL,
)
_partial(
    "totals_of_member",
    *(results.c.guild, results.c.game, results.c.user, results.c.score, *_TOTAL),
    where=IS_TOTAL,
)
_partial(
    "totals_by_end",
    *(results.c.guild, results.c.game, results.c.seat_count, results.c.finished, results.c.score),
    *_TOTAL,
    where=IS_TOTAL,
)
Index(
    "choices_of_server",  # a list by accuracy reads only this
    *(results.c.guild, results.c.game, results.c.begun, results.c.user),
    *(results.c.left, results.c.choices, results.c.lost, results.c.par),
)
_partial("results_to_judge", results.c.round, results.c.guild, where=IS_TO_JUDGE)
Index("one_entry_per_member", entries.c.set_key, entries.c.member, unique=True)
Index("entries_by_member", entries.c.member)
Index(
    "entries_by_guild",  # standings of thousands of entries read only this
    entries.c.guild,
    entries.c.set_key,
    entries.c.given,
    entries.c.member,
    entries.c.total,
)
for _about in (dares.c.owner, dares.c.invited, dares.c.guild):
    Index(f"dares_by_{_about.name}", _about)
for _about in (day_cards.c.guild, day_cards.c.day):
    Index(f"day_cards_by_{_about.name}", _about)
Index("day_card_lines_by_round", day_card_lines.c.round)
Index("settings_by_key", settings.c.key)
