"""Stores the days of the daily challenge and the attempts of members.

A day is committed before it begins. When it has ended one transaction closes all its
attempts, and only after that its seed is revealed. Two processes may do all this side
by side: a day and a member's attempt at it are unique.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from fractions import Fraction
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, func, insert, inspect, select, update
from sqlalchemy.exc import IntegrityError

from bot.daily.attempt import DAY_OVER, Attempt, Day, Hands, Judged, Story
from bot.storage.schema import Utc
from bot.storage.schema import daily_attempts as attempts
from bot.storage.schema import daily_days as days
from bot.storage.settings import get, put
from bot.storage.statement import insert_for, savepoint
from bot.table.store import server_settings
from bot.table.store.errors import VersionConflict
from rules.engine import Acted, Landed, Step
from rules.errors import Refusal
from rules.screen import Action, Seat

_DRAWN_ANEW = "daily-drawn-anew"
"""The scope of the settings that tell which days were drawn anew."""


def day_values(day: Day) -> dict[str, Any]:
    """Return the columns of a day that is committed."""
    return {
        "day": day.day.isoformat(),
        "seed": day.seed.hex(),
        "digest": day.digest,
        "previous": day.previous,
        "committed": day.committed,
    }


def read_day(row: Row[Any]) -> Day:
    """Read a day back."""
    return Day(
        date.fromisoformat(row.day),
        bytes.fromhex(row.seed),
        row.digest,
        row.previous,
        row.committed,
        row.closed,
        row.revealed,
        None if row.story is None else Story(*map(Fraction, row.story.split(" "))),
    )


def story_text(story: Story) -> str:
    """Return a story as it is stored."""
    return f"{story.perfect} {story.most}"


def changed_values(attempt: Attempt) -> dict[str, Any]:
    """Return the columns of an attempt that a choice changes."""
    return {
        "hands": _json([[_step_text(step) for step in hand] for hand in attempt.hands]),
        "status": attempt.status,
        "finished": attempt.finished,
        "total": None if attempt.total is None else str(attempt.total),
    }


def attempt_values(attempt: Attempt) -> dict[str, Any]:
    """Return the columns of a new attempt, all but its id."""
    return {
        **changed_values(attempt),
        "version": 1,
        "day": attempt.day.isoformat(),
        "member": attempt.member,
        "guild": attempt.guild,
        "game": attempt.game,
        "begun": attempt.begun,
    }


def judged_text(judged: Judged) -> str:
    """Return what an attempt gave away as it is stored."""
    return _json([judged.costs, judged.verdicts])


def read_attempt(row: Row[Any]) -> Attempt:
    """Read an attempt back."""
    return Attempt(
        date.fromisoformat(row.day),
        row.member,
        row.game,
        _read_hands(json.loads(row.hands)),
        row.begun,
        row.guild,
        row.status,
        row.finished,
        None if row.total is None else Fraction(row.total),
        None if row.judged is None else Judged(*map(tuple, json.loads(row.judged))),
        row.id,
        row.version,
    )


def _read_hands(hands: Sequence[Sequence[str]]) -> Hands:
    return tuple(
        tuple(_read_step(number, text) for number, text in enumerate(hand, 1)) for hand in hands
    )


def _step_text(step: Step) -> str:
    match step:
        case Acted(_, seat, action):
            return f"{seat.index}:{action.code}"
        case Landed(_, faces):
            return f"={' '.join(map(str, faces))}"
        case _:
            raise AssertionError("nothing is taken back in a daily challenge")


def _read_step(number: int, text: str) -> Step:
    if text.startswith("="):
        return Landed(number, tuple(map(int, text[1:].split())))
    seat, _, code = text.partition(":")
    return Acted(number, Seat(int(seat)), Action.parse(code))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# Days


def commit(connection: Connection, day: date, seed: bytes, now: datetime) -> Day:
    """Commit to the seed of a day by its digest, unless one is; return the day."""
    previous = connection.execute(
        select(days.c.digest)
        .where(days.c.day < day.isoformat())
        .order_by(days.c.day.desc())
        .limit(1)
    ).scalar()
    new = Day(day, seed, sha256(seed).hexdigest(), previous or "", now)
    connection.execute(
        insert_for(connection)(days)
        .values(day_values(new))
        .on_conflict_do_nothing(index_elements=["day"])
    )
    return read_day(connection.execute(_of_day(day)).one())


def load_day(connection: Connection, day: date) -> Day | None:
    """Return a day, None if it was never committed."""
    row = connection.execute(_of_day(day)).first()
    return None if row is None else read_day(row)


def close(connection: Connection, before: date, now: datetime) -> int:
    """Close the attempts of all days before `before`, in one transaction; return how many."""
    ended = days.c.day < before.isoformat()
    connection.execute(update(days).where(ended, days.c.closed.is_(None)).values(closed=now))
    found = connection.execute(
        update(attempts)
        .where(attempts.c.day < before.isoformat(), attempts.c.status == "playing")
        .values(status="closed", version=attempts.c.version + 1)
    )
    return int(found.rowcount)


def reveal(connection: Connection, now: datetime) -> None:
    """Reveal the seeds of the days whose attempts are closed."""
    connection.execute(
        update(days)
        .where(days.c.closed.is_not(None), days.c.revealed.is_(None))
        .values(revealed=now)
    )


def tell(connection: Connection, day: date, story: Story) -> None:
    """Store the story of a day."""
    connection.execute(
        update(days).where(days.c.day == day.isoformat()).values(story=story_text(story))
    )


# Attempts


def begin(connection: Connection, attempt: Attempt) -> Attempt:
    """Store a new attempt; return it, or the one that the member has begun already.

    Raises a Refusal where the day is over.
    """
    # On PostgreSQL the shared lock keeps the day from being closed meanwhile.
    open_day = select(days.c.day).where(
        days.c.day == attempt.day.isoformat(), days.c.closed.is_(None)
    )
    if connection.execute(open_day.with_for_update(read=True)).first() is None:
        raise Refusal(DAY_OVER)
    # Where another press or another process was faster, that attempt is the only one.
    with suppress(IntegrityError), savepoint(connection):
        connection.execute(insert(attempts).values(attempt_values(attempt)))
    query = _of_member(attempt.day, attempt.member)
    return read_attempt(connection.execute(query).one())


def load_attempt(connection: Connection, day: date, member: int) -> Attempt | None:
    """Return the attempt of a member at a day."""
    row = connection.execute(_of_member(day, member)).first()
    return None if row is None else read_attempt(row)


def save(connection: Connection, after: Attempt) -> Attempt:
    """Store what became of an attempt by a choice; return it with its next version.

    Raises VersionConflict when it was saved by another press or closed meanwhile.
    """
    saved = connection.execute(
        update(attempts)
        .where(attempts.c.id == after.id, attempts.c.version == after.version)
        .values(**changed_values(after), version=after.version + 1)
        .returning(attempts)
    ).first()
    if saved is None:
        raise VersionConflict(after.id, after.version)
    return read_attempt(saved)


def judge(connection: Connection, attempt: Attempt, judged: Judged) -> None:
    """Store what a finished attempt gave away."""
    connection.execute(
        update(attempts).where(attempts.c.id == attempt.id).values(judged=judged_text(judged))
    )


def place(connection: Connection, attempt: Attempt, guild: int) -> None:
    """Count an attempt on a server, if it was begun on none."""
    connection.execute(
        update(attempts)
        .where(attempts.c.id == attempt.id, attempts.c.guild.is_(None))
        .values(guild=guild)
    )


def not_judged(connection: Connection, most: int) -> tuple[Attempt, ...]:
    """Return the finished attempts that have not been judged yet."""
    query = (
        select(attempts)
        .where(attempts.c.status == "finished", attempts.c.judged.is_(None))
        .limit(most)
    )
    return tuple(map(read_attempt, connection.execute(query)))


def of_members(
    connection: Connection, first: date, last: date, guild: int | None
) -> tuple[Attempt, ...]:
    """Return the attempts of some days that were begun on a server."""
    query = (
        select(attempts)
        .where(attempts.c.day.between(first.isoformat(), last.isoformat()))
        .where(attempts.c.guild == guild)
        .order_by(attempts.c.id)
    )
    return tuple(map(read_attempt, connection.execute(query)))


def finished_days(
    connection: Connection, members: Collection[int], last: date, guild: int
) -> dict[int, set[date]]:
    """Return the days, up to `last`, at which members finished an attempt on a server."""
    query = select(attempts.c.member, attempts.c.day).where(
        attempts.c.member.in_(members),
        attempts.c.status == "finished",
        attempts.c.guild == guild,
        attempts.c.day <= last.isoformat(),
    )
    found: dict[int, set[date]] = {member: set() for member in members}
    for row in connection.execute(query):
        found[row.member].add(date.fromisoformat(row.day))
    return found


# Posts of standings

POSTED, UNDER_WAY = "daily_posted", "daily_post_begun"
"""The keys under which are stored, with a server's settings, which day was posted last, and when
a post began of which nobody knows whether it was sent."""

SAME_POST = timedelta(minutes=2)
"""How long Discord surely knows a message by its nonce: "the past few minutes"."""


def may_post(values: Mapping[str, str], day: date) -> bool:
    """Return whether, by a server's settings, a day was not posted or its post is under way."""
    return values.get(POSTED, "") < day.isoformat() or UNDER_WAY in values


def begin_post(connection: Connection, guild: int, day: date) -> bool:
    """Note that a day is being posted on a server; return whether it is to be sent.

    A post that was begun is sent again while Discord would take both for one message.
    """
    values = server_settings.of_guild(connection, guild)
    now = connection.execute(select(func.now(type_=Utc))).scalar_one()
    if values.get(POSTED, "") >= day.isoformat():
        begun = values.get(UNDER_WAY)
        if begun is not None and now - datetime.fromisoformat(begun) < SAME_POST:
            return True
        end_post(connection, guild)
        return False
    server_settings.set_of_guild(connection, guild, POSTED, day.isoformat())
    server_settings.set_of_guild(connection, guild, UNDER_WAY, now.isoformat())
    return True


def end_post(connection: Connection, guild: int) -> None:
    """Note that what became of a post is known."""
    server_settings.set_of_guild(connection, guild, UNDER_WAY, None)


def draw_anew(restored: Connection, replaced: Connection | None) -> None:
    """Draw the days of a restored database anew whose seeds somebody may know.

    Those are the days that have not been closed, but for those whose attempts are all there:
    whoever played after the backup has seen what lands, and could begin again. Where the database
    that is `replaced` has closed a day, nobody plays it any more. Attempts at days that are drawn
    anew are dropped, and it is noted. The tables may be missing.
    """
    if not inspect(restored).has_table(days.name):
        return
    known = replaced if replaced and inspect(replaced).has_table(days.name) else None
    for row in restored.execute(select(days.c.day, days.c.digest).where(days.c.closed.is_(None))):
        if known is not None and _stands(restored, known, row.day, row.digest):
            continue
        restored.execute(delete(attempts).where(attempts.c.day == row.day))
        restored.execute(delete(days).where(days.c.day == row.day))
        put(restored, _DRAWN_ANEW, row.day, "restored")


def _stands(restored: Connection, replaced: Connection, day: str, digest: str) -> bool:
    """Return whether a day of a restored database stays as it is."""
    of_day = select(days.c.digest, days.c.closed).where(days.c.day == day)
    found = replaced.execute(of_day).first()
    if found is None or found.digest != digest:
        return False
    made = select(attempts.c.member, attempts.c.hands).where(attempts.c.day == day)
    here, there = ({tuple(one) for one in each.execute(made)} for each in (restored, replaced))
    return found.closed is not None or (bool(here) and here == there)


def was_drawn_anew(connection: Connection, day: date) -> bool:
    """Return whether a day was drawn anew when a backup was restored."""
    return get(connection, _DRAWN_ANEW, day.isoformat()) is not None


def _of_day(day: date) -> Select[Any]:
    return select(days).where(days.c.day == day.isoformat())


def _of_member(day: date, member: int) -> Select[Any]:
    return select(attempts).where(attempts.c.day == day.isoformat(), attempts.c.member == member)
