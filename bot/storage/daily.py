"""Stores the days of the daily challenge and the attempts of members.

A day is committed before it begins. When it has ended one transaction closes all its
attempts, and only after that its seed is revealed. Two processes may do all this side
by side: a day and a member's attempt at it are unique.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Select, delete, insert, inspect, select, update
from sqlalchemy.exc import IntegrityError

from bot.daily.attempt import Attempt, Day, DayOver, Judged, Story
from bot.storage import daily_rows as rows
from bot.storage.connection import Database, reading, writing
from bot.storage.errors import VersionConflict
from bot.storage.schema import daily_attempts as attempts
from bot.storage.schema import daily_days as days
from bot.storage.statement import insert_for


class DailyChallenges:
    """The daily challenges in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Days --------------------------------------------------------------------------

    def commit(self, day: date, seed: bytes, now: datetime) -> Day:
        """Commit to the seed of a day by its digest, unless one is; return the day."""
        with writing(self._database) as connection:
            previous = connection.execute(
                select(days.c.digest)
                .where(days.c.day < day.isoformat())
                .order_by(days.c.day.desc())
                .limit(1)
            ).scalar()
            new = Day(day, seed, sha256(seed).hexdigest(), previous or "", now)
            connection.execute(
                insert_for(connection)(days)
                .values(rows.day_values(new))
                .on_conflict_do_nothing(index_elements=["day"])
            )
            return rows.read_day(connection.execute(_of_day(day)).one())

    def day(self, day: date) -> Day | None:
        """Return a day, None if it was never committed."""
        with reading(self._database) as connection:
            row = connection.execute(_of_day(day)).first()
            return None if row is None else rows.read_day(row)

    def close(self, before: date, now: datetime) -> int:
        """Close the attempts of all days before `before`, in one transaction; return how many."""
        ended = days.c.day < before.isoformat()
        with writing(self._database) as connection:
            connection.execute(
                update(days).where(ended, days.c.closed.is_(None)).values(closed=now)
            )
            found = connection.execute(
                update(attempts)
                .where(attempts.c.day < before.isoformat(), attempts.c.status == "playing")
                .values(status="closed", version=attempts.c.version + 1)
            )
            return int(found.rowcount)

    def reveal(self, now: datetime) -> None:
        """Reveal the seeds of the days whose attempts are closed."""
        with writing(self._database) as connection:
            connection.execute(
                update(days)
                .where(days.c.closed.is_not(None), days.c.revealed.is_(None))
                .values(revealed=now)
            )

    def tell(self, day: date, story: Story) -> None:
        """Store the story of a day."""
        with writing(self._database) as connection:
            connection.execute(
                update(days)
                .where(days.c.day == day.isoformat())
                .values(story=rows.story_text(story))
            )

    # Attempts ----------------------------------------------------------------------

    def begin(self, attempt: Attempt) -> Attempt:
        """Store a new attempt; return it, or the one that the member has begun already.

        Raises DayOver.
        """
        try:
            with writing(self._database) as connection:
                # On PostgreSQL the shared lock keeps the day from being closed meanwhile.
                open_day = select(days.c.day).where(
                    days.c.day == attempt.day.isoformat(), days.c.closed.is_(None)
                )
                if connection.execute(open_day.with_for_update(read=True)).first() is None:
                    raise DayOver
                connection.execute(insert(attempts).values(rows.attempt_values(attempt)))
        except IntegrityError:
            pass  # another press or another process was faster: that attempt is the only one
        with reading(self._database) as connection:
            query = _of_member(attempt.day, attempt.member)
            return rows.read_attempt(connection.execute(query).one())

    def attempt(self, day: date, member: int) -> Attempt | None:
        """Return the attempt of a member at a day."""
        with reading(self._database) as connection:
            row = connection.execute(_of_member(day, member)).first()
            return None if row is None else rows.read_attempt(row)

    def save(self, after: Attempt) -> Attempt:
        """Store what became of an attempt by a choice; return it with its next version.

        Raises VersionConflict when it was saved by another press or closed meanwhile.
        """
        with writing(self._database) as connection:
            saved = connection.execute(
                update(attempts)
                .where(attempts.c.id == after.id, attempts.c.version == after.version)
                .where(attempts.c.status == "playing")
                .values(**rows.changed_values(after), version=after.version + 1)
                .returning(attempts)
            ).first()
            if saved is None:
                raise VersionConflict(after.id, after.version)
            return rows.read_attempt(saved)

    def judge(self, attempt: Attempt, judged: Judged) -> None:
        """Store what a finished attempt gave away."""
        with writing(self._database) as connection:
            connection.execute(
                update(attempts)
                .where(attempts.c.id == attempt.id)
                .values(judged=rows.judged_text(judged))
            )

    def place(self, attempt: Attempt, guild: int) -> None:
        """Count an attempt on a server, if it was begun on none."""
        with writing(self._database) as connection:
            connection.execute(
                update(attempts)
                .where(attempts.c.id == attempt.id, attempts.c.guild.is_(None))
                .values(guild=guild)
            )

    def not_judged(self, most: int) -> tuple[Attempt, ...]:
        """Return finished attempts of which nobody has computed yet what they gave away."""
        query = (
            select(attempts)
            .where(attempts.c.status == "finished", attempts.c.judged.is_(None))
            .limit(most)
        )
        with reading(self._database) as connection:
            return tuple(map(rows.read_attempt, connection.execute(query)))

    def of_members(self, first: date, last: date, guild: int | None) -> tuple[Attempt, ...]:
        """Return the attempts of some days that were begun on a server."""
        query = (
            select(attempts)
            .where(attempts.c.day.between(first.isoformat(), last.isoformat()))
            .where(attempts.c.guild == guild)
            .order_by(attempts.c.id)
        )
        with reading(self._database) as connection:
            return tuple(map(rows.read_attempt, connection.execute(query)))

    def finished_days(
        self, members: Collection[int], last: date, guild: int
    ) -> dict[int, set[date]]:
        """Return the days, up to `last`, at which members finished an attempt on a server."""
        query = select(attempts.c.member, attempts.c.day).where(
            attempts.c.member.in_(members),
            attempts.c.status == "finished",
            attempts.c.guild == guild,
            attempts.c.day <= last.isoformat(),
        )
        found: dict[int, set[date]] = {member: set() for member in members}
        with reading(self._database) as connection:
            for row in connection.execute(query):
                found[row.member].add(date.fromisoformat(row.day))
        return found


def forget_unplayed(connection: Connection) -> None:
    """Forget the days that are to come or that nobody has played: they are committed anew.

    The tables may be missing.
    """
    if inspect(connection).has_table(days.name):
        played = select(attempts.c.day)
        connection.execute(delete(days).where(days.c.closed.is_(None), days.c.day.not_in(played)))


def _of_day(day: date) -> Select[Any]:
    return select(days).where(days.c.day == day.isoformat())


def _of_member(day: date, member: int) -> Select[Any]:
    return select(attempts).where(attempts.c.day == day.isoformat(), attempts.c.member == member)
