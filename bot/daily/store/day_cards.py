"""Storage of the cards of days, one for each channel and day, and of the attempts on them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, select, update

from bot.daily.ranking import Entry, streak
from bot.daily.store.sets import ENTRY, played_days, read_entries
from bot.storage.schema import IS_UNDRAWN_DAY, day_card_lines, day_cards, entries
from bot.storage.statement import insert_for


@dataclass(frozen=True, slots=True)
class DayCard:
    """The card of a day in a channel: who has shared there what they made of it.

    `message` is the newest one, None before it is sent and after it was lost; it was claimed by
    whoever `posted` it then, None where the next one to share posts it. `former` is the message
    before, until it is shortened. `version` counts the changes, `drawn` is the version shown.
    """

    channel: int
    day: date
    guild: int | None
    language: str
    message: int | None = None
    former: int | None = None
    posted: datetime | None = None
    version: int = 1
    drawn: int = 0


AGAIN_AFTER = timedelta(hours=1)
"""The age of a card from which on the next one to share posts it again."""

UNDER_WAY = timedelta(minutes=1)
"""The time in which a message that was claimed is expected to be sent."""


def share(
    connection: Connection, new: DayCard, round_id: int, now: datetime
) -> tuple[DayCard, bool, bool]:
    """Let a finished attempt stand on the card of its day in a channel.

    Returns the card, whether the attempt is new there, and whether the message is to be posted.
    """
    connection.execute(
        insert_for(connection)(day_cards)
        .values({**_values(new), "posted": None})
        .on_conflict_do_nothing(index_elements=["channel", "day"])
    )
    line = {"channel": new.channel, "day": new.day.isoformat(), "round": round_id}
    # On PostgreSQL the lock lets only one of several members post.
    locked = select(day_cards).where(*_is(new.channel, new.day)).with_for_update()
    card = _read(connection.execute(locked).one())
    joined = connection.execute(
        insert_for(connection)(day_card_lines)
        .values(line)
        .on_conflict_do_nothing()
        .returning(day_card_lines.c.round)
    ).first()
    age = None if card.posted is None else now - card.posted
    posts = age is None or age >= (UNDER_WAY if card.message is None else AGAIN_AFTER)
    if posts or joined:
        change: dict[str, Any] = {"version": day_cards.c.version + 1}
        if posts:
            change["posted"] = now
        connection.execute(update(day_cards).where(*_is(new.channel, new.day)).values(change))
    found = load(connection, new.channel, new.day)
    assert found is not None  # noqa: S101 — it was inserted
    return found, joined is not None, posts


def load(connection: Connection, channel: int, day: date) -> DayCard | None:
    row = connection.execute(select(day_cards).where(*_is(channel, day))).first()
    return None if row is None else _read(row)


def place(connection: Connection, card: DayCard, message: int) -> None:
    """Store the message of a card that was just posted; the one before is to be shortened."""
    change = {"former": card.message, "message": message, "drawn": card.version}
    connection.execute(update(day_cards).where(*_is(card.channel, card.day)).values(change))


def lose(connection: Connection, card: DayCard) -> None:
    """Note that the message of a card cannot be edited: the next one to share posts it again."""
    change = {"former": None, "message": None, "posted": None}
    same = day_cards.c.message.is_not_distinct_from(card.message)
    connection.execute(update(day_cards).where(*_is(card.channel, card.day), same).values(change))


def shorten(connection: Connection, card: DayCard) -> None:
    """Note that the message before that of a card was shortened."""
    same = day_cards.c.former == card.former
    connection.execute(
        update(day_cards).where(*_is(card.channel, card.day), same).values(former=None)
    )


def mark(connection: Connection, card: DayCard) -> None:
    """Note that the message of a card shows this version."""
    older = day_cards.c.drawn < card.version
    connection.execute(
        update(day_cards).where(*_is(card.channel, card.day), older).values(drawn=card.version)
    )


def to_draw(connection: Connection, most: int) -> tuple[DayCard, ...]:
    """Return up to `most` cards whose messages are not up to date."""
    query = select(day_cards).where(IS_UNDRAWN_DAY).limit(most)
    return tuple(map(_read, connection.execute(query)))


def lines_of(connection: Connection, card: DayCard) -> tuple[Entry, ...]:
    """Return the attempts that stand on a card."""
    query = ENTRY.join(day_card_lines, day_card_lines.c.round == entries.c.round).where(
        day_card_lines.c.channel == card.channel, day_card_lines.c.day == card.day.isoformat()
    )
    return read_entries(connection.execute(query))


def row_of_channel(connection: Connection, channel: int, last: date) -> int:
    """Return the number of days in a row with a card in a channel, up to `last`."""
    query = select(day_cards.c.day).where(
        day_cards.c.channel == channel, day_cards.c.day <= last.isoformat()
    )
    days = {*map(date.fromisoformat, connection.execute(query).scalars())}
    return streak(days, last, played_days(connection, min(days, default=last), last))


def _is(channel: int, day: date) -> tuple[ColumnElement[bool], ...]:
    return day_cards.c.channel == channel, day_cards.c.day == day.isoformat()


def _values(card: DayCard) -> dict[str, Any]:
    named = {field.name: getattr(card, field.name) for field in fields(DayCard)}
    return {**named, "day": card.day.isoformat()}


def _read(row: Row[Any]) -> DayCard:
    named = {field.name: getattr(row, field.name) for field in fields(DayCard)}
    return DayCard(**{**named, "day": date.fromisoformat(row.day)})
