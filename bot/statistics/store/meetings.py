"""Stores which members have met whom, so that results among few of them are worth little.

Results of a round are rated unless two of its members have had `MOST_A_DAY` rated rounds on
that day. Each pair has a row for each game, and one over all games, which tells the day.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import combinations
from typing import TypeAlias

from sqlalchemy import Connection, bindparam, select

from bot.statistics.standing import OVER_ALL, Period, span
from bot.storage.schema import meetings
from bot.storage.statement import Statement, Upsert

MOST_A_DAY = 2
"""How many rated rounds two members may have on a day, in UTC."""

Pair: TypeAlias = tuple[int, int]
"""Two members, the lower id first."""

_PUT = Upsert(meetings)
_OF_PAIR = Statement(
    select(meetings)
    .where(*(meetings.c[name] == bindparam(f"of_{name}") for name in ("one", "other", "guild")))
    .with_for_update()
)


@dataclass(frozen=True, slots=True)
class Meeting:
    """When two members met in a game last, and how often on that day; "" for never."""

    day: str = ""
    times: int = 0
    week: str = ""
    month: str = ""


class Meetings:
    """The meetings of the members of one server, read once and stored by `store`."""

    def __init__(self, connection: Connection, server: int) -> None:
        self._connection, self._server = connection, server
        self._known: dict[Pair, dict[str, Meeting]] = {}
        self._changed: dict[tuple[Pair, str], Meeting] = {}

    def rated(self, users: Sequence[int], ended: datetime) -> bool:
        """Return whether the results of a round between these members are rated."""
        day = _day(ended)
        last = [self._of(pair).get(OVER_ALL, Meeting()) for pair in _pairs(users)]
        return all(one.day != day or one.times < MOST_A_DAY for one in last)

    def note(
        self, users: Sequence[int], game: str, ended: datetime
    ) -> dict[int, dict[Period, int]]:
        """Note a rated round; return how many members each met for the first time, by period."""
        day, week, month = _day(ended), span("week", ended), span("month", ended)
        new: dict[int, dict[Period, int]] = {
            user: {"all": 0, "week": 0, "month": 0} for user in users
        }
        for pair in _pairs(users):
            before = self._of(pair).get(game, Meeting())
            times = before.times + 1 if before.day == day else 1
            after = replace(before, week=max(week, before.week), month=max(month, before.month))
            if before.day <= day:
                after = replace(after, day=day, times=times)
            self._known[pair][game] = self._changed[pair, game] = after
            for user in pair:
                new[user]["all"] += not before.day
                new[user]["week"] += before.week < week
                new[user]["month"] += before.month < month
        return new

    def store(self) -> None:
        """Store what was noted."""
        rows = [
            {
                "one": pair[0],
                "other": pair[1],
                "guild": self._server,
                "game": game,
                "day": meeting.day,
                "times": meeting.times,
                "week": meeting.week,
                "month": meeting.month,
            }
            for (pair, game), meeting in self._changed.items()
        ]
        _PUT.run_many(self._connection, rows)

    def _of(self, pair: Pair) -> dict[str, Meeting]:
        if pair not in self._known:
            key = {"of_one": pair[0], "of_other": pair[1], "of_guild": self._server}
            self._known[pair] = {
                row.game: Meeting(row.day, row.times, row.week, row.month)
                for row in _OF_PAIR.run(self._connection, key)
            }
        return self._known[pair]


def _pairs(users: Sequence[int]) -> list[Pair]:
    return [*combinations(sorted(users), 2)]


def _day(when: datetime) -> str:
    return when.astimezone(UTC).date().isoformat()
