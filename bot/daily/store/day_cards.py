"""Storage of the cards of days, one for each channel and day, and of the attempts on them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, select, update

from bot.daily.ranking import Entry, streak
from bot.daily.store.sets import ENTRY, played_days, read_entries
from bot.storage.schema import IS_UNDRAWN_DAY, day_card_lines, day_cards, entries
from bot.storage.statement import Connection, Statement, insert_once


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

_THIS = (day_cards.c.channel == bindparam("where"), day_cards.c.day == bindparam("of_day"))
_SAME_MESSAGE = day_cards.c.message.is_not_distinct_from(
    bindparam("shown", type_=day_cards.c.message.type)
)
_CARD = insert_once(day_cards)
_LOAD = Statement(select(day_cards).where(*_THIS))
_LOAD_LOCKED = Statement(select(day_cards).where(*_THIS).with_for_update())
_JOIN = insert_once(day_card_lines)
_CHANGE = Statement(
    update(day_cards)
    .where(*_THIS)
    .values(version=day_cards.c.version + 1, posted=bindparam("posted"))
)
_PLACE = Statement(
    update(day_cards)
    .where(*_THIS)
    .values(former=bindparam("before"), message=bindparam("now"), drawn=bindparam("shown"))
)
_LOSE = Statement(
    update(day_cards).where(*_THIS, _SAME_MESSAGE).values(former=None, message=None, posted=None)
)
_SHORTEN = Statement(
    update(day_cards).where(*_THIS, day_cards.c.former == bindparam("before")).values(former=None)
)
_MARK = Statement(
    update(day_cards)
    .where(*_THIS, day_cards.c.drawn < bindparam("shown"))
    .values(drawn=bindparam("shown"))
)
_TO_DRAW = Statement(select(day_cards).where(IS_UNDRAWN_DAY).limit(bindparam("most")))
_LINES = Statement(
    ENTRY.join(day_card_lines, day_card_lines.c.round == entries.c.round).where(
        day_card_lines.c.channel == bindparam("where"), day_card_lines.c.day == bindparam("of_day")
    )
)
_DAYS_OF_CHANNEL = Statement(
    select(day_cards.c.day).where(
        day_cards.c.channel == bindparam("where"), day_cards.c.day <= bindparam("last")
    )
)


def share(
    connection: Connection, new: DayCard, round_id: int, now: datetime
) -> tuple[DayCard, bool, bool]:
    """Let a finished attempt stand on the card of its day in a channel.

    Returns the card, whether the attempt is new there, and whether the message is to be posted.
    """
    connection.run(_CARD, **{**_values(new), "posted": None})
    # On PostgreSQL the lock lets only one of several members post.
    card = _read(connection.run(_LOAD_LOCKED, **_key(new)).first())
    line = {"channel": new.channel, "day": new.day.isoformat(), "round": round_id}
    joined = bool(connection.run(_JOIN, **line).changed)
    age = None if card.posted is None else now - card.posted
    posts = age is None or age >= (UNDER_WAY if card.message is None else AGAIN_AFTER)
    if posts or joined:
        connection.run(_CHANGE, **_key(new), posted=now if posts else card.posted)
    return _read(connection.run(_LOAD, **_key(new)).first()), joined, posts


def load(connection: Connection, channel: int, day: date) -> DayCard | None:
    row = connection.run(_LOAD, where=channel, of_day=day.isoformat()).first()
    return None if row is None else _read(row)


def place(connection: Connection, card: DayCard, message: int) -> None:
    """Store the message of a card that was just posted; the one before is to be shortened."""
    connection.run(_PLACE, **_key(card), before=card.message, now=message, shown=card.version)


def lose(connection: Connection, card: DayCard) -> None:
    """Note that the message of a card cannot be edited: the next one to share posts it again."""
    connection.run(_LOSE, **_key(card), shown=card.message)


def shorten(connection: Connection, card: DayCard) -> None:
    """Note that the message before that of a card was shortened."""
    connection.run(_SHORTEN, **_key(card), before=card.former)


def mark(connection: Connection, card: DayCard) -> None:
    """Note that the message of a card shows this version."""
    connection.run(_MARK, **_key(card), shown=card.version)


def to_draw(connection: Connection, most: int) -> tuple[DayCard, ...]:
    """Return up to `most` cards whose messages are not up to date."""
    return tuple(map(_read, connection.run(_TO_DRAW, most=most)))


def lines_of(connection: Connection, card: DayCard) -> tuple[Entry, ...]:
    """Return the attempts that stand on a card."""
    return read_entries(connection.run(_LINES, **_key(card)))


def row_of_channel(connection: Connection, channel: int, last: date) -> int:
    """Return the number of days in a row with a card in a channel, up to `last`."""
    found = connection.run(_DAYS_OF_CHANNEL, where=channel, last=last.isoformat())
    days = {*map(date.fromisoformat, found.scalars())}
    return streak(days, last, played_days(connection, min(days, default=last), last))


def _key(card: DayCard) -> dict[str, Any]:
    return {"where": card.channel, "of_day": card.day.isoformat()}


def _values(card: DayCard) -> dict[str, Any]:
    named = {field.name: getattr(card, field.name) for field in fields(DayCard)}
    return {**named, "day": card.day.isoformat()}


def _read(row: Any) -> DayCard:
    named = {field.name: getattr(row, field.name) for field in fields(DayCard)}
    return DayCard(**{**named, "day": date.fromisoformat(row.day)})
