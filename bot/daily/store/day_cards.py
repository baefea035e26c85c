"""Storage of the cards of days, one for each channel and day, and of the rounds on them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, select, update

from bot.daily.ranking import Entry, streak
from bot.daily.store.shared_dice import ENTRY, played_days, read_entries
from bot.storage.schema import IS_UNDRAWN_DAY, day_card_lines, day_cards, entries
from bot.storage.statement import Connection, Statement, insert_once


@dataclass(frozen=True, slots=True)
class DayCard:
    """The card of a day in a channel, with the results that members have shared there.

    `message` is the newest one, None before it is sent and after it was lost. `posted` is the time
    at which a member claimed to post it, None where the next one to share posts it. `former` is the
    message before, until it is shortened. `version` counts the changes, `drawn` is the version
    that the message shows.
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


def add_round(
    connection: Connection, new: DayCard, round_id: int, now: datetime
) -> tuple[DayCard, bool, bool]:
    """Add a finished private round to the card of its day in a channel.

    Returns the card, whether the round is new there, and whether the message is to be posted.
    """
    connection.run(_CARD, **{**_values(new), "posted": None})
    # On PostgreSQL the lock lets only one of several members post.
    card = _read_card(connection.run(_LOAD_LOCKED, **_key(new)).first())
    line = {"channel": new.channel, "day": new.day.isoformat(), "round": round_id}
    joined = bool(connection.run(_JOIN, **line).changed)
    age = None if card.posted is None else now - card.posted
    posts = age is None or age >= (UNDER_WAY if card.message is None else AGAIN_AFTER)
    if posts or joined:
        connection.run(_CHANGE, **_key(new), posted=now if posts else card.posted)
    return _read_card(connection.run(_LOAD, **_key(new)).first()), joined, posts


def load_card(connection: Connection, channel: int, day: date) -> DayCard | None:
    row = connection.run(_LOAD, where=channel, of_day=day.isoformat()).first()
    return None if row is None else _read_card(row)


def place_message(connection: Connection, card: DayCard, message: int) -> None:
    """Store the message of a card that was just posted; the one before is to be shortened."""
    connection.run(_PLACE, **_key(card), before=card.message, now=message, shown=card.version)


def lose_message(connection: Connection, card: DayCard) -> None:
    """Note that the message of a card cannot be edited: the next one to share posts it again."""
    connection.run(_LOSE, **_key(card), shown=card.message)


def note_shortened(connection: Connection, card: DayCard) -> None:
    """Note that the message before that of a card was shortened."""
    connection.run(_SHORTEN, **_key(card), before=card.former)


def note_drawn(connection: Connection, card: DayCard) -> None:
    """Note that the message of a card shows this version."""
    connection.run(_MARK, **_key(card), shown=card.version)


def undrawn_cards(connection: Connection, most: int) -> tuple[DayCard, ...]:
    """Return up to `most` cards whose messages are not up to date."""
    return tuple(map(_read_card, connection.run(_TO_DRAW, most=most)))


def entries_on(connection: Connection, card: DayCard) -> tuple[Entry, ...]:
    """Return the private rounds that stand on a card."""
    return read_entries(connection.run(_LINES, **_key(card)))


def channel_streak(connection: Connection, channel: int, last: date) -> int:
    """Return the number of days in a row with a card in a channel, up to `last`."""
    keys = connection.run(_DAYS_OF_CHANNEL, where=channel, last=last.isoformat()).scalars()
    days = {*map(date.fromisoformat, keys)}
    return streak(days, last, played_days(connection, min(days, default=last), last))


def _key(card: DayCard) -> dict[str, Any]:
    return {"where": card.channel, "of_day": card.day.isoformat()}


def _values(card: DayCard) -> dict[str, Any]:
    values = {field.name: getattr(card, field.name) for field in fields(DayCard)}
    return {**values, "day": card.day.isoformat()}


def _read_card(row: Any) -> DayCard:
    values = {field.name: getattr(row, field.name) for field in fields(DayCard)}
    return DayCard(**{**values, "day": date.fromisoformat(row.day)})
